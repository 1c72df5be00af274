public import Diagnostics

/// The text of rules, read once for any number of databases: what it says depends on nothing else.
public struct ParsedRules: Sendable {
  /// The text itself.
  public let source: SourceText
  private(set) var items: [RuleFileItem]
  let diagnostics: DiagnosticList

  /// Reads a text in the language of rules.
  public init(_ source: SourceText) {
    self.source = source
    (items, diagnostics) = RuleParser.parse(source)
  }

  /// What the text is made of, in order; nothing of it is kept.
  mutating func takeItems() -> [RuleFileItem] {
    defer { items = [] }
    return items
  }
}
