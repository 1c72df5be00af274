import Diagnostics
import FoundationEssentials
import Qualifiers
import RuleEnvironment
import RuleTestSupport
import Testing

import RuleEngine

/// Rules that people wrote for the ancestors; each loads, or is refused for the reason that the corpus gives.
struct RuleCorpusTests {
  /// One rule of the corpus.
  struct Entry: Sendable {
    let number: Int
    /// `text`, `swift`, `xml` or `invalid`.
    let form: String
    let rule: String
    /// The rule in the language of this program; `nil` when it was not translated.
    var translation: String?
  }

  private static let entries: [Entry] = {
    var folder = URL(filePath: #filePath)
    for _ in 0..<3 { folder = folder.deletingLastPathComponent() }
    let file = folder.deletingLastPathComponent().appending(
      path: "shared/corpus/d2s_rules_corpus.txt"
    )
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    var entries: [Entry] = []
    var header: (number: Int, form: String)?
    for line in text.split(separator: "\n") {
      if line.hasPrefix("@") {
        let words = line.dropFirst().split(separator: " ", maxSplits: 2)
        header = (Int(words[0]) ?? 0, String(words[1].dropFirst().dropLast()))
      } else if line.hasPrefix("~ ") {
        entries[entries.count - 1].translation = String(line.dropFirst(2))
      } else if !line.hasPrefix("#"), let (number, form) = header {
        entries.append(Entry(number: number, form: form, rule: String(line)))
        header = nil
      }
    }
    return entries
  }()

  /// Whether the corpus is there; else the test has nothing to say, unless it must.
  private static func isCorpusThere() -> Bool {
    let isRequired = ProcessInfo.processInfo.environment["D2T_REQUIRE_CORPUS"] == "1"
    #expect(!entries.isEmpty || !isRequired, "the corpus is missing")
    return !entries.isEmpty
  }

  private static let textVocabulary = Vocabulary(CorpusTextKeys.shared, CorpusValueKeys.shared)
  private static let wholeVocabulary = Vocabulary(
    CorpusTextKeys.shared,
    CorpusValueKeys.shared,
    CorpusSwiftKeys.shared
  )

  private static func load(_ text: String, _ vocabulary: Vocabulary)
    -> (rules: [Rule], faults: [String])
  {
    let (model, faults) = RuleModel.load(text, vocabulary: vocabulary)
    return (model.rules, faults.filter { $0.severity == .error }.map(\.id))
  }

  @Test func `Every text loads as one rule`() {
    guard Self.isCorpusThere() else { return }
    let vocabulary = Self.textVocabulary
    let texts = Self.entries.filter { $0.form == "text" }
    #expect(texts.count == 42)
    for entry in texts {
      let (rules, faults) = Self.load(entry.rule, vocabulary)
      // A condition only: the corpus says so.
      let isCondition = entry.number == 8
      #expect(rules.count == (isCondition ? 0 : 1), "@\(entry.number) \(entry.rule): \(faults)")
      #expect(faults == (isCondition ? ["syntax"] : []), "@\(entry.number) \(entry.rule)")
    }
  }

  @Test func `What the texts mean is what people meant`() throws {
    guard Self.isCorpusThere() else { return }
    let vocabulary = Self.textVocabulary
    func rule(_ number: Int) throws -> Rule {
      let entry = try #require(Self.entries.first { $0.number == number })
      return try #require(Self.load(entry.rule, vocabulary).rules.first)
    }
    // The defects of Direct to SwiftUI: `and` in lower case made a rule unconditional, a number was a key path.
    #expect(try rule(275).condition.specificity == 2)
    #expect(try rule(280).condition.specificity == 3)
    #expect(try rule(245).value.constant == .int(5))
    #expect(try rule(241).condition == .constant(true) && rule(241).priority == 0)
    #expect(try rule(242).priority == 100)
    #expect(try rule(254).priority == 150 && rule(255).priority == 50)
    #expect(try rule(240).priority == 0)
    #expect(try rule(6).value.kind == .path(PropertyPath("defaultColor")))
  }

  @Test func `A word that is no key is refused as the unquoted text it is`() throws {
    guard Self.isCorpusThere() else { return }
    let vocabulary = Vocabulary(CorpusTextKeys.shared)
    for number in [3, 4, 5, 240] {
      let entry = try #require(Self.entries.first { $0.number == number })
      let (rules, faults) = Self.load(entry.rule, vocabulary)
      #expect(rules.isEmpty && faults == ["unquoted-word"], "@\(number) \(entry.rule)")
    }
  }

  @Test func `Every translation of a Swift rule loads as one rule`() {
    guard Self.isCorpusThere() else { return }
    let vocabulary = Self.wholeVocabulary
    let entries = Self.entries.filter { $0.translation != nil }
    #expect(entries.count > 200)
    for entry in entries {
      let text = entry.translation ?? ""
      let (rules, faults) = Self.load(text, vocabulary)
      // Classes of Direct to SwiftUI and calls of Swift have no counterpart.
      let isCode = text.contains("(D2SDefaultAssignment)") || text.contains("Date()")
      #expect(rules.count == (isCode ? 0 : 1), "@\(entry.number) \(text)")
      #expect(faults == (isCode ? ["syntax"] : []), "@\(entry.number) \(text)")
    }
  }

  @Test func `What is invalid is refused`() {
    guard Self.isCorpusThere() else { return }
    let vocabulary = Self.textVocabulary
    let entries = Self.entries.filter { $0.form == "invalid" }
    #expect(entries.count == 11)
    for entry in entries {
      let (_, faults) = Self.load(entry.rule, vocabulary)
      #expect(!faults.isEmpty, "@\(entry.number) \(entry.rule)")
    }
  }

  @Test func `No entry, whole or cut anywhere, crashes the loader`() {
    guard Self.isCorpusThere() else { return }
    let vocabulary = Self.wholeVocabulary
    for entry in Self.entries {
      let whole = RuleModel.load(entry.rule, vocabulary: vocabulary)
      #expect(whole.model.rules.count + whole.diagnostics.count > 0, "@\(entry.number)")
      _ = whole.model.lint()
      var text = Substring(entry.rule)
      while text.popLast() != nil {
        let (model, faults) = RuleModel.load(String(text), vocabulary: vocabulary)
        for fault in faults { #expect(fault.span.end <= text.utf8.count, "\(text)") }
        _ = model.rules.map(\.text)
        if text.count > 8 { text = text.dropLast(3) }
      }
    }
  }
}
