import FoundationEssentials
import Testing

@testable import Qualifiers

struct PatternTests {
  /// The obvious way, exponential in the worst case.
  private func naive(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      return naive(pattern.dropFirst(), text)
        || (!text.isEmpty && naive(pattern, text.dropFirst()))
    }
    guard let character = text.first, first == "?" || first == character else { return false }
    return naive(pattern.dropFirst(), text.dropFirst())
  }

  @Test func `Like finds what the obvious way finds`() {
    var random = Seeded(state: 7)
    for _ in 0..<20_000 {
      let pattern = String(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
          "ab*?é".randomElement(using: &random) ?? "a"
        }
      )
      let text = String(
        (0..<Int.random(in: 0...7, using: &random)).map { _ in
          "abé".randomElement(using: &random) ?? "a"
        }
      )
      #expect(
        LikePattern(pattern).matches(text) == naive(pattern[...], text[...]),
        "\(pattern) \(text)"
      )
    }
  }

  @Test func `Bytes and characters tell the same, whatever the case`() {
    var random = Seeded(state: 11)
    func text(_ characters: [Character], _ longest: Int) -> String {
      String(
        (0..<Int.random(in: 0...longest, using: &random)).map { _ in
          characters.randomElement(using: &random) ?? "a"
        }
      )
    }
    for _ in 0..<40_000 {
      // The sign of Kelvin is a K, CR and LF together are one character.
      let pattern = text(Array("aAkK[*?") + ["\u{212A}", "\r\n", "\u{0}"], 6)
      let text = text(Array("aAkK{[") + ["é", "\u{212A}", "\r\n", "\n", "\r", "\u{0}"], 9)
      let folded = (LikePattern.fold(pattern), LikePattern.fold(text))
      #expect(
        LikePattern(pattern, ignoringCase: true).matches(text)
          == naive(folded.0[...], folded.1[...]),
        "\(pattern.debugDescription) \(text.debugDescription)"
      )
      #expect(
        LikePattern(pattern).matches(text) == naive(pattern[...], text[...]),
        "\(pattern.debugDescription) \(text.debugDescription)"
      )
    }
  }

  @Test(arguments: ["é", "\r\n", "\r", "\u{7F}", "\u{0C}"])
  func `A question mark is one character, wherever it stands`(character: String) {
    for count in 0..<40 {
      let pattern = LikePattern(String(repeating: "?", count: count + 1))
      for position in 0...count {
        let before = String(repeating: "a", count: position)
        let text = before + character + String(repeating: "a", count: count - position)
        #expect(pattern.matches(text), "\(text.debugDescription)")
        #expect(!pattern.matches(text + "a"), "\(text.debugDescription)")
      }
    }
  }

  @Test func `Hostile patterns end soon`() throws {
    let text = String(repeating: "a", count: 2000)
    #expect(!LikePattern(String(repeating: "*a", count: 200) + "b").matches(text))
    #expect(try !RegularExpression("(a*)*b").isFound(in: text))
    #expect(try !RegularExpression("^(a|aa)+$").isFound(in: text + "b"))
    for pattern in [
      "((a{1000}){1000}){1000}", "((a{0}){1000}){1000}", String(repeating: "(", count: 1000),
      "a" + String(repeating: "*", count: 100_000), "(", ")", "[a", "*a", "[b-a]", "\\", "\\1",
      "(?=a)", "a{2,1}", "a{1001}",
    ] {
      #expect(throws: RegularExpression.PatternError.self) { try RegularExpression(pattern) }
    }
  }

  @Test(arguments: [
    ("b+c", "abbc", true), ("^b", "ab", false), ("^(ab|cd)*$", "abcdab", true),
    ("^(ab|cd)*$", "abc", false), ("\\d{2,3}", "a1b23", true), ("^\\d{2}$", "123", false),
    ("[^a-c]", "abc", false), ("[]x]", "]", true), ("[a-]", "-", true), ("(?i)É", "é", true),
    ("(?i)[A-C]+$", "xabc", true), ("\\bcat\\b", "a cat!", true), ("\\bcat\\b", "concat", false),
    ("a.c", "a\nc", false), ("^$", "", true), ("", "x", true), ("a|", "b", true),
    ("x{", "x{", true),
    ("a??b", "b", true), ("\\.", "a", false), ("[\\w.]+@[\\w.]+\\.\\w{2,}", "me: a.b@c.org", true),
    ("a{0}b", "b", true), ("(a|b){3}", "aba", true), ("日+", "x日日", true),
  ])
  func `Regular expressions`(pattern: String, text: String, expected: Bool) throws {
    #expect(try RegularExpression(pattern).isFound(in: text) == expected)
  }

  @Test(arguments: [
    ("(\\w+), (\\w+)", "$2 $1", "Scott, Ridley; Lynch, David", "Ridley Scott; David Lynch"),
    ("a+", "<$0>", "baaab a", "b<aaa>b <a>"), ("a+?", "x", "aaa", "xxx"),
    ("a.*?b", "x", "a1b a2b", "x x"),
    ("^a", "x", "aa", "xa"), ("a$", "x", "aa", "ax"), ("x*", "-", "xab", "--a-b-"),
    ("", "-", "ab", "-a-b-"),
    ("a|ab", "x", "ab", "xb"), ("(a)|b", "[$1]", "ab", "[a][]"), ("(?:a)(b)", "$1", "ab", "b"),
    ("(?i)É(.)", "$1", "éÀ", "À"), ("\\bcat\\b", "dog", "cat concat cat", "dog concat dog"),
    ("(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)", "$11$1", "abcdefghijk", "ka"), ("(a)", "$12", "a", "a2"),
    ("a", "$$1 $", "a", "$1 $"), ("(a|b)*", "$1", "abc", "bc"), ("日(.)", "$1日", "日本", "本日"),
    (".", "x", "a\nb", "x\nx"), ("z", "x", "", ""), ("(a*)*", "<$1>", "aa", "<aa><>"),
  ])
  func `What fits a pattern is replaced`(
    pattern: String,
    replacement: String,
    text: String,
    expected: String
  ) throws {
    #expect(try PatternReplacement(pattern, by: replacement).replaced(in: text) == expected)
  }

  @Test func `Replacing by hostile patterns ends soon`() throws {
    let text = String(repeating: "a", count: 2000)
    #expect(try PatternReplacement("(a*)*b", by: "").replaced(in: text + "b") == "")
    #expect(try PatternReplacement("^(a|aa)+$", by: "x").replaced(in: text + "b") == text + "b")
    #expect(try PatternReplacement("((a?){30}){30}$", by: "x").replaced(in: text).hasSuffix("x"))
  }

  @Test(arguments: [
    ("a(b", "x", "not closed, at the end of the pattern"),
    ("ab*)c", "x", "closes nothing, at character 4"),
    ("ab|*c", "x", "repeats nothing, at character 4"),
    ("a[z-a]b", "x", "out of order, at character 4"),
    ("(a)", "$2", "`$2`: the pattern has 1 group"), ("a", "x$1", "has 0 groups"),
  ])
  func `Of a faulty pattern it is told what and where`(
    pattern: String,
    replacement: String,
    reason: String
  ) throws {
    let error = #expect(throws: RegularExpression.PatternError.self) {
      try PatternReplacement(pattern, by: replacement)
    }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test func `Every day is read back as it was written`() throws {
    for day in stride(from: -800_000, to: 3_000_000, by: 37) {
      let date = Date(timeIntervalSinceReferenceDate: Double(day) * 86_400 + 3661.5)
      #expect(Date(wallClock: date.wallClockText()) == date)
      let (year, month, number) = Date.civil(days: day)
      #expect(Date.days(year: year, month: month, day: number) == day)
    }
    for number in [Double.infinity, -.infinity, .nan, 1e300, -1e300, 1e20, 3.2e13, -3.2e13] {
      let date = Date(timeIntervalSinceReferenceDate: number)
      #expect((0..<86_400).contains(date.wallClock.seconds) && !date.isOnCalendar)
    }
    #expect(Date(wallClock: "2023-02-29") == nil)
    #expect(Date(wallClock: "1900-02-29") == nil)
    #expect(try #require(Date(wallClock: "1970-01-01")).timeIntervalSince1970 == 0)
    #expect(
      try #require(Date(wallClock: "2024-03-01T12:30Z")).timeIntervalSince1970 == 1_709_296_200
    )
  }

  @Test func `M3: a pattern is compiled once, and few are kept`() {
    let patterns = CompiledPatterns(limit: 8)
    for number in 0..<100 {
      for _ in 0..<3 {
        #expect(patterns.expression("^a\(number)$")?.isFound(in: "a\(number)") == true)
        #expect(patterns.holds("^a\(number)$"))
      }
      #expect(patterns.count <= 8)
    }
    #expect(patterns.expression("(") == nil && patterns.holds("("))
    // Equal in Unicode, and two patterns all the same.
    #expect(patterns.expression("^\u{E9}$")?.isFound(in: "\u{E9}") == true)
    #expect(patterns.expression("^e\u{301}$")?.isFound(in: "e\u{301}") == true)
    #expect(patterns.expression("^e\u{301}$")?.isFound(in: "\u{E9}") == false)
  }

  @Test func `M3: conditions take compiled patterns`() {
    let pattern = "^M3 [0-9]{3} condition$"
    let (qualifier, _) = Qualifier.parse("name matches '\(pattern)'")
    #expect(
      qualifier?.evaluate(with: ValueContext(.dictionary(["name": .string("M3 123 condition")])))
        == true
    )
    #expect(CompiledPatterns.shared.holds(pattern))
  }
}
