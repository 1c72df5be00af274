import Testing

@testable import NCursesTerminal

struct ModeSequencesTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("日本", "5pel5pys"),
  ])
  func `The clipboard gets its text in base 64`(text: String, encoded: String) {
    #expect(ModeSequences.clipboard(text) == "\u{1B}]52;c;\(encoded)\u{07}")
  }
}
