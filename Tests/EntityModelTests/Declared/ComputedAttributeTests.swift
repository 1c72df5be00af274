import Diagnostics
import Qualifiers
import Testing

@testable import EntityModel

struct ComputedAttributeTests {
  /// Reads a model of customers with invoices, with the computed attributes of a customer given.
  private func read(_ attributes: String) -> (customer: Entity?, faults: [Diagnostic], text: String)
  {
    let text = """
      {"entities": [
        {"name": "Customer", "identity": ["id"], "attributes": [
          {"name": "id", "type": "integer"}, {"name": "name", "type": "string"},
          {"name": "price", "type": "decimal"}, {"name": "cost", "type": "decimal"},
          {"name": "born", "type": "date"},
          \(attributes)],
         "relationships": [{"name": "invoices", "destination": "Invoice", "toMany": true,
           "joins": [{"source": "id", "destination": "customerId"}]}]},
        {"name": "Invoice", "identity": ["id"], "attributes": [
          {"name": "id", "type": "integer"}, {"name": "customerId", "type": "integer"},
          {"name": "total", "type": "decimal"}, {"name": "state", "type": "string"}],
         "relationships": [{"name": "customer", "destination": "Customer",
           "joins": [{"source": "customerId", "destination": "id"}]}]}]}
      """
    let (declaration, faults) = ModelJSONReader.read(SourceText(name: "m.json", text: text))
    let (model, found) = ModelOverlay.model(
      name: "shop",
      declarations: declaration.map { [$0] } ?? [],
      over: nil
    )
    // The entity keeps its model alive no longer than the model itself is.
    withExtendedLifetime(model) {}
    return (model.entity(named: "Customer"), faults + found, text)
  }

  @Test(
    arguments: [
      ("price - cost", AttributeType.decimal), ("invoices.@sum.total", .decimal),
      ("invoices.@count", .integer), ("invoices[state = 'open'].@count", .integer),
      ("born + 3 days", .date), ("born - born", .integer), ("yearMonth(born)", .string),
      ("price > cost", .bool), ("invoices.@max.id + 1", .integer),
      ("if price > cost then 'gain' else 'loss'", .string), ("7 / 2", .decimal),
    ]
  )
  func `An attribute without a type has that of its expression`(
    expression: String,
    type: AttributeType
  ) {
    let (customer, faults, _) = read(#"{"name": "made", "expression": "\#(expression)"}"#)
    #expect(faults.map(\.message) == [])
    #expect(customer?.attribute(named: "made")?.type == type, "\(expression)")
  }

  @Test func `A type goes on through attributes that are computed from each other`() {
    let (customer, faults, _) = read(
      """
      {"name": "double", "expression": "margin * 2"}, {"name": "margin", "expression": "price - cost"}
      """
    )
    #expect(faults.map(\.message) == [])
    #expect(customer?.attribute(named: "double")?.type == .decimal)
  }

  @Test(
    arguments: [
      ("pric - cost", "pric", "'pric' is no property of 'Customer' that a path can follow"),
      (
        "invoices.@sum.totl", "invoices.@sum.totl",
        "'totl' is no property of 'Invoice' that a path can follow"
      ),
      ("name * 2", "name", "'name' is a text, but 'name * 2' needs a number"),
      (
        "invoices.total + 1", "invoices.total",
        "'invoices.total' has a value for each of several rows"
      ),
      (
        "born.@count + 1", "born.@count",
        "'born' does not lead to related rows"
      ),
      ("$user.name", "$user.name", "'$user.name' has no value in a model"),
      ("[1, 2]", "[1, 2]", "'[1, 2]' is not a single value"),
      ("where (id = 1)", "where (id = 1)", "'where (id = 1)' is not a single value"),
    ]
  )
  func `A fault is told at its place in the file, and the attribute is hidden`(
    expression: String,
    place: String,
    message: String
  ) throws {
    let (customer, faults, text) = read(
      #"{"name": "made", "expression": "\#(expression)"}"#
    )
    #expect(faults.map(\.message) == [message])
    let span = try #require(faults.first?.span)
    let bytes = Array(text.utf8)[span.start..<span.end]
    #expect(String(decoding: bytes, as: UTF8.self) == place)
    let made = try #require(customer?.attribute(named: "made"))
    #expect(made.definition.isHidden)
    #expect(made.definition.derivation == .expression(Expression(.literal(.null))))
  }

  @Test(arguments: [
    (#""1 +""#, ["a value is missing after `+`"]), (#""""#, ["a value is missing"]),
    (#""upper(name)", "type": "integer""#, ["'upper(name)' is a text, but 'made' is integer"]),
    (#""born + 1 day", "type": "decimal""#, ["'born + 1 day' is a date, but 'made' is decimal"]),
    (#""price > 1", "type": "bool""#, []), (#""price * 2", "type": "integer""#, []),
  ])
  func `A wrong expression is one fault`(expression: String, messages: [String]) {
    let (customer, faults, _) = read(#"{"name": "made", "expression": \#(expression)}"#)
    #expect(faults.map(\.message) == messages)
    // It is no column of the table.
    #expect(customer?.attribute(named: "made")?.definition.derivation != nil)
  }

  @Test(
    arguments: [
      #"{"name": "a", "expression": "a + 1"}"#,
      #"{"name": "a", "expression": "b + 1"}, {"name": "b", "expression": "a + 1"}"#,
      #"{"name": "a", "expression": "invoices.@sum(customer.a)"}"#,
    ]
  )
  func `An attribute computed from itself is refused`(attributes: String) {
    let (customer, faults, _) = read(attributes)
    #expect(!faults.isEmpty && faults.allSatisfy { $0.id == "cycle" })
    #expect(customer?.attribute(named: "a")?.definition.isHidden == true)
  }
}
