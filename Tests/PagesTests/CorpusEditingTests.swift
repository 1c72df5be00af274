import SceneSupport
import TestSupport
import Testing

/// Editing databases that other people made: exactly one row differs afterwards.
@MainActor
@Suite(.enabled(if: Corpus.exists || Corpus.isRequired, "needs the corpus; CI requires it"))
struct CorpusEditingTests {
  struct Edit: CustomTestStringConvertible {
    let file: String
    /// Entity and identity, as the command line takes them.
    let place: String
    let field: String
    let text: String
    let removed: String
    let added: String
    /// The table to compare, where comparing all takes a function that only its maker has.
    var table: String?
    var testDescription: String { "\(file) \(place) \(field)" }
  }

  nonisolated static let edits = [
    Edit(
      file: "sample/chinook.sqlite",
      place: "--entity Artist --id 2",
      field: "name",
      text: "Changed",
      removed: "Artist: integer2|text'Accept'",
      added: "Artist: integer2|text'Changed'"
    ),
    Edit(
      file: "sample/without_rowid.sqlite",
      place: "--entity Withoutrowid --id 2",
      field: "datum",
      text: "Changed",
      removed: "withoutrowid: integer2|text'xyz'",
      added: "withoutrowid: integer2|text'Changed'"
    ),
    Edit(
      file: "sample/northwind.sqlite",
      place: "--entity OrderDetails --id 10248,11",
      field: "quantity",
      text: "13",
      removed: "Order Details: integer10248|integer11|integer14|integer12|real0.0",
      added: "Order Details: integer10248|integer11|integer14|integer13|real0.0"
    ),
    Edit(
      file: "torture/torture.db",
      place: "--entity PkWr --id 5,K01",
      field: "v",
      text: "Changed",
      removed: "pk_wr: text'K01'|integer5|text'v36'",
      added: "pk_wr: text'K01'|integer5|text'Changed'",
      table: "pk_wr"
    ),
    Edit(
      file: "torture/torture.db",
      place: "--entity PkComposite --id EU,2023,2",
      field: "v",
      text: "Changed",
      removed: "pk_composite: text'EU'|integer2023|integer2|text'EU/2023/2'",
      added: "pk_composite: text'EU'|integer2023|integer2|text'Changed'",
      table: "pk_composite"
    ),
    Edit(
      file: "torture/torture.db",
      place: "--entity PkComposite --id EU,2023,2",
      field: "seq",
      text: "99",
      removed: "pk_composite: text'EU'|integer2023|integer2|text'EU/2023/2'",
      added: "pk_composite: text'EU'|integer2023|integer99|text'EU/2023/2'",
      table: "pk_composite"
    ),
    Edit(
      file: "torture/torture.db",
      place: "--entity StrictWr --id a",
      field: "k",
      text: "b2",
      removed: "strict_wr: text'a'|integer1",
      added: "strict_wr: text'b2'|integer1",
      table: "strict_wr"
    ),
  ]

  @Test(arguments: edits)
  func `One field changes in one row`(edit: Edit) async throws {
    let scene = try await Scene(
      copyOf: Corpus.path(edit.file),
      rules: "task = 'edit' => displayPropertyKeys = ['\(edit.field)']",
      "\(edit.place) --task edit"
    )
    let before = try scene.dump(of: edit.table)
    try await scene.go(to: edit.field)
    try await scene.retype(edit.text)
    try await scene.send("ctrl-s")
    scene.expectSaved()
    let after = try scene.dump(of: edit.table)
    #expect(before.subtracting(after) == [edit.removed])
    #expect(after.subtracting(before) == [edit.added])
  }

  @Test func `Five lines make Chinook's invoices and prices a matter of the role`() async throws {
    let rules = """
      when role = 'clerk' {
        *true* => readOnlyEntityNames = ['Invoice']
        propertyKey = 'unitPrice' => isPropertyVisible = false
      }
      entity.name = 'Invoice' and role = 'manager' => isObjectEditable = object.invoiceDate >= @2025-01-01
      """
    let file = Corpus.path("sample/chinook.sqlite")
    let clerk = try await Scene(copyOf: file, rules: rules, "--role clerk --entity Invoice")
    try await clerk.send("e")
    #expect(clerk.status.contains("my.rules:2"), "\(clerk.status)")
    for place in ["--entity Track", "--entity Track --id 1", "--entity InvoiceLine --id 1"] {
      let scene = try await Scene(copyOf: file, rules: rules, "--role clerk \(place)")
      #expect(!scene.text.contains("Unit price") && !scene.text.contains("0.99"), "\(scene.text)")
    }
    let manager = try await Scene(copyOf: file, rules: rules, "--role manager --entity Invoice")
    try await manager.send("e")
    #expect(manager.status.contains("my.rules:5"), "\(manager.status)")
    try await manager.send("G e")
    try await manager.go(to: "billingCity")
    try await manager.retype("Oslo")
    try await manager.send("ctrl-s")
    #expect(try manager.rows("SELECT BillingCity FROM Invoice WHERE InvoiceId = 412") == ["Oslo"])
  }
}
