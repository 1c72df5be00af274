import EntityModel
import EntityStore
import Qualifiers
import Testing

/// Sentences with the names of a model, or with those that the screen shows.
struct NamedSentenceTests {
  @Test func `A reader gets names of entities and properties, and data stays as it is`() {
    let id = RecordID(entityName: "Zq", values: [.string("Zq")])
    let sentence: NamedSentence =
      "\(entityNamed: "Zq") Zq" + ": \(property: "zp", ofEntityNamed: "Zq") of \(row: id)"
    #expect(sentence.description == "Zq Zq: zp of Zq Zq")
    #expect(sentence.text { "[\($0) \($1 ?? "")]" } == "[Zq ] Zq: [Zq zp] of [Zq ] Zq")
  }

  @Test(arguments: [
    StoreError.notFound(RecordID(entityName: "Zq", values: [.int(1)])),
    .ambiguous(RecordID(entityName: "Zq", values: [.int(1)])),
    .changedByOther(RecordID(entityName: "Zq", values: [.int(1)])),
    .uniqueViolated(entityName: "Zq", attributes: []),
    .uniqueViolated(entityName: "Zq", attributes: ["zp", "zr"]),
    .nullViolated(entityName: "Zq", attribute: "zp"),
    .checkViolated(entityName: "Zq", constraint: "x > 1", attributes: ["zp"]),
    .checkViolated(entityName: "Zq", constraint: "x > 1", attributes: []),
    .refused("\(entityNamed: "Zq") is held"), .unsupported("\(entityNamed: "Zq") has no key"),
    .referenceViolated("\(entityNamed: "Zq") refers to it"),
    .notExactlyOne(RecordID(entityName: "Zq", values: [.int(1)]), touched: 2),
  ])
  func `Each error names what it is about as the reader knows it`(error: StoreError) {
    #expect(error.sentence.contains("Zq"))
    let shown = error.sentence { $1 == nil ? "Brewery" : "Title" }
    #expect(shown.contains("Brewery") && !shown.contains("Zq") && !shown.contains("zp"), "\(shown)")
  }
}
