import Diagnostics
import FoundationEssentials
import Testing

import Qualifiers

/// Conditions that people wrote for the ancestors; they must all parse.
struct CorpusTests {
  private static let rules: [String]? = {
    var folder = URL(filePath: #filePath)
    for _ in 0..<3 { folder = folder.deletingLastPathComponent() }
    let file = folder.deletingLastPathComponent().appending(
      path: "shared/corpus/d2s_rules_corpus.txt"
    )
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    var lines: [String] = []
    var isWanted = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("@") { isWanted = line.contains("[text]") }
      if line.hasPrefix("~ ") { lines.append(String(line.dropFirst(2))) }
      if isWanted, !line.hasPrefix("@"), !line.isEmpty, !line.hasPrefix("~"), !line.hasPrefix("#") {
        lines.append(String(line))
      }
    }
    return lines.filter { $0.contains("=>") }
  }()

  @Test func `The conditions of the corpus parse up to the arrow`() throws {
    guard let rules = Self.rules else {
      #expect(
        ProcessInfo.processInfo.environment["D2T_REQUIRE_CORPUS"] != "1",
        "the corpus is missing"
      )
      return
    }
    #expect(rules.count > 100)
    for rule in rules {
      var parser = ExpressionParser(SourceText(name: "corpus", text: rule))
      let qualifier = parser.parseQualifier()
      #expect(qualifier != nil && parser.isAt(.arrow), "\(rule): \(parser.diagnostics.all)")
      guard let qualifier else { continue }
      #expect(Qualifier.parse(qualifier.description).qualifier == qualifier, "\(rule)")
    }
  }
}
