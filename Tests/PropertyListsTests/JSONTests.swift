import Diagnostics
import PropertyLists
import Testing

struct JSONTests {
  private func read(_ text: String) throws(MalformedDocument) -> PropertyListDocument {
    try PropertyListDocument(reading: SourceText(name: "x.d2wmodel", text: text))
  }

  @Test func `A list that was converted to JSON holds what the other forms hold`() throws {
    let json = try read(
      """
      {"rules": [{"author": 100, "rate": 1.5, "on": true, "a\\"b" : "caf\\u00e9"}], "none": {}}
      """
    )
    let old = try read("{ rules = ({ author = 100; }); none = {}; }")
    #expect(json.format == .json && old.format == .openStep)
    let rule = try #require(json.root["rules"]?.array?.first)
    #expect(
      rule["author"] == PropertyList(.integer(100)) && rule["rate"] == PropertyList(.real(1.5))
    )
    #expect(rule["on"]?.boolean == true && rule["a\"b"]?.string == "café")
    #expect(json.source.text(in: rule["author"]?.span ?? .init(0, 0)) == "100")
    #expect(json.root.dictionary?.entries.map(\.key) == old.root.dictionary?.entries.map(\.key))
    #expect(try read(" [1, \"x\"]").root.array?.count == 2)
  }

  @Test(arguments: [
    ("{\"a\": null}", "a property list has no null", 6), ("{\"a\": }", "a value is expected", 6),
    ("{\"a\": 1, \"a\": 2}", "\"a\" occurs twice; the first is used", 9),
    ("[1, 2", "`,` or `]` is expected", 5),
  ])
  func `A mistake in JSON is marked at its place`(text: String, message: String, offset: Int) {
    let error = #expect(throws: MalformedDocument.self) { try read(text) }
    #expect(error?.diagnostic.message == message && error?.diagnostic.span.start == offset)
    #expect(error?.diagnostic.id == "syntax")
  }

  @Test func `An old-style list with quoted keys is no JSON`() throws {
    #expect(try read("{ \"a:b\" = 1; }").root["a:b"]?.string == "1")
    #expect(try read("{}").format == .openStep && read("").format == .openStep)
  }
}
