import Testing

/// The sentences of docs/RuleLanguage.md that have numbers, and the tests that bear them.
struct NumberedSentencesTests {
  @Test func `Every numbered sentence has a test and every numbered test a sentence`() throws {
    let text = try SourceTree.text(of: "docs/RuleLanguage.md")
    let sentences = text.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("- **") else { return nil }
      return Self.number(line.dropFirst(4), behind: ".**")
    }
    #expect(sentences.count > 30 && Set(sentences).count == sentences.count)
    var tested: Set<String> = []
    for file in try SourceTree.tests.get() where file.path.hasSuffix("SemanticsTests.swift") {
      for line in file.lines {
        guard let name = line.split(separator: "func `").dropFirst().first else { continue }
        if let number = Self.number(name, behind: " ") { tested.insert(number) }
      }
    }
    #expect(Set(sentences).subtracting(tested).sorted() == [], "sentences without a test")
    #expect(tested.subtracting(sentences).sorted() == [], "tests without a sentence")
  }

  /// The `N1` at the start of a text, when `mark` follows it.
  private static func number(_ text: Substring, behind mark: String) -> String? {
    guard let letter = text.first, letter.isUppercase, letter.isASCII else { return nil }
    let digits = text.dropFirst().prefix { $0.isNumber }
    guard !digits.isEmpty, text.dropFirst(1 + digits.count).hasPrefix(mark) else { return nil }
    return String(letter) + digits
  }
}
