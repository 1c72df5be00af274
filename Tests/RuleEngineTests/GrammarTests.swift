import Diagnostics
import FoundationEssentials
import Qualifiers
import RuleTestSupport
import Testing

@testable import RuleEngine

/// The grammar in docs/RuleLanguage.md is that of the parser.
struct GrammarTests {
  private static let text: String = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = root.appending(path: "docs/RuleLanguage.md")
    let document = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    guard let start = document.range("```ebnf\n") else { return "" }
    return String(document[start...]).before("\n```\n")
  }()

  private let grammar = Grammar(text)

  @Test func `Every name of the grammar is explained`() throws {
    let grammar = try #require(grammar)
    #expect(grammar.unknownNames == [])
    #expect(grammar.productions["file"] != nil && grammar.productions.count > 40)
  }

  @Test func `Every word and sign of the lexer is in the grammar`() throws {
    let terminals = try #require(grammar).terminals
    let words = Keyword.allCases.map(\.rawValue) + Token.Symbol.allCases.map(\.rawValue)
    #expect(words.filter { !terminals.contains($0) } == [])
    #expect(
      ["==", "<>", "=<", "*true*", "*false*", "$", "@", "x'", "`"].allSatisfy(terminals.contains)
    )
    #expect(Priority.spelled.allSatisfy(terminals.contains))
  }

  @Test func `Every sentence of the grammar is read without a fault`() throws {
    let grammar = try #require(grammar)
    var random = Seeded(2024)
    var kinds: Set<String> = []
    for round in 0..<400 {
      let depth = 6 + round % 18
      let text = try #require(
        grammar.sentence(of: "file", depth: depth, &random, told: Self.example)
      )
      let (items, faults) = RuleParser.parse(SourceText(name: "sentence", text: text))
      // That a key stands once in a dictionary, and how big a condition may be, is not a matter of grammar.
      if faults.all.contains(where: { ["duplicate-key", "too-big"].contains($0.id) }) { continue }
      let errors = faults.all.filter { $0.severity == .error }
      guard errors.isEmpty else {
        Issue.record("round \(round)\n\(errors[0].rendered)")
        return
      }
      for item in items {
        switch item {
        case .rule(let rule): kinds.formUnion(rule.condition.kindNames)
        case .expectation: kinds.insert("expectation")
        case .include: kinds.insert("include")
        case .key: kinds.insert("key")
        case .unreadKey: kinds.insert("unread")
        case .block: kinds.insert("block")
        case .unread: kinds.insert("unread")
        }
      }
    }
    #expect(!kinds.contains("unread"))
    #expect(
      kinds.isSuperset(of: ["expectation", "key", "include", "block", "and", "or", "not", "truth"])
    )
  }

  @Test func `Every condition of the grammar is read and printed`() throws {
    let grammar = try #require(grammar)
    var random = Seeded(11)
    for round in 0..<1_000 {
      let text = try #require(
        grammar.sentence(of: "condition", depth: 4 + round % 20, &random, told: Self.example)
      )
      let (qualifier, faults) = Qualifier.parse(text)
      if faults.contains(where: { $0.id == "duplicate-key" }) { continue }
      #expect(faults.map(\.rendered) == [], "\(text)")
      guard let qualifier else { return }
      #expect(Qualifier.parse(qualifier.description).qualifier == qualifier, "\(text)")
    }
  }

  /// An example of what the grammar tells in words.
  private static func example(_ name: String, _ random: inout Seeded) -> String? {
    let examples: [String: [String]] = [
      "CHARACTER": ["a", "Z", "0", " ", "é", "日", "*", "?", "//", "#", ";", "=>", "$", "@", "💡"],
      "PATTERN": ["'a+b'", "\"^[a-z]*$\"", "'\\\\d{2,3}'", "'(?i)x|y'"],
      "DAY": ["2024-02-29", "0001-01-01", "9999-12-31"],
      "TIME": ["00:00", "23:59:59", "12:30:15.250"],
      "UNIT": ["day", "DAYS", "month", "years", "second", "minutes", "hours", "week"],
      "TEXTCLASS": ["String", "java.lang.String", "NSString"],
      "NUMBERCLASS": ["BigDecimal", "java.math.BigDecimal", "java.lang.Integer", "NSNumber"],
      "CODE": ["0", "41", "1F600", "10ffff", "202E"],
      "NEWLINE": ["\n", "\r\n", "\r", "\n\n"],
    ]
    // Keys of a dictionary must differ.
    if name == "NAME" {
      return ["n", "größe", "_x", "Ünd", "日本", "isIn"][random.next(6)] + "\(random.next(1_000_000))"
    }
    return examples[name].map { $0[random.next($0.count)] }
  }
}

extension Qualifier {
  /// The kinds of the condition and of all its parts.
  fileprivate var kindNames: Set<String> {
    switch self {
    case .constant: ["constant"]
    case .comparison: ["comparison"]
    case .isNull: ["isNull"]
    case .between: ["between"]
    case .in: ["in"]
    case .truth: ["truth"]
    case .and(let parts): parts.reduce(["and"]) { $0.union($1.kindNames) }
    case .or(let parts): parts.reduce(["or"]) { $0.union($1.kindNames) }
    case .not(let inside): inside.kindNames.union(["not"])
    }
  }
}

extension String {
  /// Returns the index after the first occurrence of `text`; `nil` when there is none.
  fileprivate func range(_ text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }.map { index($0, offsetBy: text.count) }
  }

  fileprivate func before(_ text: String) -> String {
    guard let end = indices.first(where: { self[$0...].hasPrefix(text) }) else { return self }
    return String(self[..<end])
  }
}
