import Qualifiers
import TestSupport
import Testing

import EntityStore

/// Bytes tell what characters would.
struct TextFinderTests {
  private static let alphabets: [[String]] = [
    ["a", "B", "c", " ", "k", "S", "s", "i", "1", "-"],
    ["а", "Б", "в", "ё", "Ё", "й", "и\u{306}", " ", "a"],
    ["σ", "ς", "Σ", "ά", "α\u{301}", "Ω", "\u{2126}", " "],
    ["ß", "ss", "SS", "ſ", "S", "ẞ", "ﬁ", "fi"],
    ["é", "e\u{301}", "E", "É", "e", "\u{301}", "Å", "\u{212B}", "å"],
    ["İ", "i", "ı", "I", "i\u{307}", "K", "\u{212A}", "k"],
    [";", "\u{37E}", "·", "\u{387}", "`", "\u{1FEF}", "a", "é"],
    ["東", "京", "한", "ㄱ", "か", "か\u{3099}", "が", "a"],
    ["👩‍👩‍👧", "👩", "\u{200D}", "é", "\u{FE0F}", "\r\n", "\n", "\r", "\0", "x"],
    ["*", "?", "\\", "é", "a", "\u{AD}", "\u{A0}"],
  ]

  @Test func `B1: a text is found where the pattern finds it`() {
    var random = SeededGenerator(seed: 11)
    func text(_ alphabet: [String], _ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random))
        .map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
    }
    for _ in 0..<3_000 {
      let alphabet = Self.alphabets.randomElement(using: &random) ?? []
      let (wanted, whole) = (text(alphabet, 3), text(alphabet, 8))
      let escaped = wanted.map { "*?\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
      let expected = LikePattern("*\(escaped)*", ignoringCase: true).matches(whole)
      let found = TextFinder(wanted).isFound(in: whole)
      #expect(found == expected, "\(wanted.debugDescription) in \(whole.debugDescription)")
    }
  }

  @Test func `B1: one of several texts is found where one of them is`() {
    var random = SeededGenerator(seed: 12)
    let digits = ["1", "2", "0", " ", "-", ".", ",", "a"]
    func text(_ alphabet: [String], _ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random))
        .map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
    }
    for turn in 0..<3_000 {
      let alphabet = turn % 2 == 0 ? digits : Self.alphabets[turn % Self.alphabets.count] + digits
      let wanted = (0..<Int.random(in: 1...4, using: &random)).map { _ in text(alphabet, 4) }
      let whole = text(alphabet, 40)
      let found = SearchTerm(wanted).isFound(in: whole)
      let foundInBytes = Array(whole.utf8).withUnsafeBufferPointer {
        SearchTerm(wanted).isFound(in: $0)
      }
      let expected = wanted.contains { TextFinder($0).isFound(in: whole) }
      #expect(
        found == expected && foundInBytes == expected,
        "\(wanted) in \(whole.debugDescription)"
      )
    }
  }

  @Test(arguments: [
    ("ДОМ", "мой дом", true), ("straße", "STRASSE", true), ("ς", "ΟΔΟΣ", true), ("é", "e", false),
    ("a*", "aa", false), ("", "a", true),
  ])
  func `B1: letters of any alphabet are found in any case`(
    text: String,
    whole: String,
    isThere: Bool
  ) {
    #expect(TextFinder(text).isFound(in: whole) == isThere)
  }

  @Test(arguments: [
    ("Ada Inkle", ["Ada", "Inkle"]), ("Ada L", ["Ada", "L"]), ("Heat 1995", ["Heat", "1995"]),
    ("1 200", ["1 200"]), ("1 h 35 min", ["1 h 35", "min"]),
    ("2024-01-31 12:30", ["2024-01-31 12:30"]),
    ("a", ["a"]), (" a ", [" a "]), ("", [""]),
    // The dot between the parts of a label separates, whole or as far as it is typed.
    ("Ada · Ulm", ["Ada", "Ulm"]), ("7 · 2024-01-31", ["7", "2024-01-31"]), ("Ada ·", ["Ada"]),
    ("·", ["·"]), ("a·b", ["a·b"]),
  ])
  func `J18: blanks part words, and not the parts of a value`(text: String, words: [String]) {
    #expect(TextSearch.words(of: text) == words)
  }
}
