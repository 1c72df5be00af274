import Diagnostics
import Testing

/// The reader of JSON serves rows, models and fields alike.
struct JSONDocumentTests {
  @Test(arguments: [
    "", " \n", "x", "{", "[1,", "{'a': 1}", "nul", "\"a", "{\"a\": 1} b", "{\"a\" 1}",
  ])
  func `S9: what is wrong with a text is said without guessing what it was to be`(text: String) {
    let (document, faults) = JSONDocument.read(SourceText(name: "x", text: text))
    #expect(document == nil && !faults.isEmpty)
    for fault in faults {
      let words = (fault.message + " " + (fault.suggestion ?? "")).lowercased()
      for foreign in ["model", "entit", "rule", "attribute", "row"] {
        #expect(!words.contains(foreign), "\(words)")
      }
    }
  }

  @Test func `S9: who reads a text says how it begins`() {
    let source = SourceText(name: "x", text: "")
    let (_, faults) = JSONDocument.read(source, start: "a shop begins with {")
    #expect(faults.first?.suggestion == "a shop begins with {")
    #expect(JSONDocument.read(source).diagnostics.first?.suggestion == nil)
  }
}
