import Diagnostics
import Qualifiers

extension RuleParser {
  /// Whether a key is declared here: `key` stands before a name, and is no key itself.
  var isAtKey: Bool {
    guard case .path(let path) = parser.token.kind, path.components == ["key"] else { return false }
    let name = parser.token(ahead: 1)
    if case .symbol(.colon) = parser.token(ahead: 2).kind, !name.startsLine {
      // Also a word that cannot be a name.
      switch name.kind {
      case .path, .constant: return true
      default: return false
      }
    }
    guard case .path = name.kind else { return false }
    return !name.startsLine && !continues(name) && name.keyword != .not
  }

  /// Reads `key discount: number = 0 "Percent taken off for members."`; with a mistake at least the name, if that is there.
  mutating func parseKey(depth: Int) -> [RuleFileItem] {
    var name: String?
    if let key = parseKey(depth: depth, &name) { return [.key(key)] }
    return name.map { [.unreadKey($0)] } ?? []
  }

  private mutating func parseKey(depth: Int, _ readName: inout String?) -> KeySyntax? {
    let allowances = remarks(above: parser.token).allowances
    let start = parser.advance().span
    guard let (name, nameSpan) = parseKeyName() else { return nil }
    readName = name
    guard parser.take(.colon) else {
      parser.reportExpected("`:` and the type", suggestion: Self.keyExample)
      return nil
    }
    let first = parser.token
    var words: [String] = []
    while !parser.isAtEnd, !parser.isAt(.equal), !parser.token.startsLine {
      words.append(parser.source.text(in: parser.advance().span))
    }
    guard !words.isEmpty else {
      parser.reportExpected("the type of the key", suggestion: Self.keyExample)
      return nil
    }
    let typeSpan = first.span.extended(to: parser.previousSpan)
    guard parser.take(.equal) else {
      parser.reportExpected("`=` and the default", suggestion: Self.keyExample)
      return nil
    }
    guard let value = parser.parseExpression() else { return nil }
    guard case .string(let summary) = parser.token.kind, isSummaryNext else {
      parser.reportExpected("what the key is for, in quotes", suggestion: Self.keyExample)
      return nil
    }
    let summarySpan = parser.advance().span
    let span = start.extended(to: summarySpan)
    guard takeEnd() else { return nil }
    guard depth == 0 else {
      parser.report(
        "misplaced-key",
        "declare a key outside of `when` blocks",
        at: span,
        suggestion: "move it to the top of the file"
      )
      return nil
    }
    return KeySyntax(
      name: name,
      nameSpan: nameSpan,
      type: words.joined(separator: " "),
      typeSpan: typeSpan,
      value: value,
      summary: summary,
      summarySpan: summarySpan,
      span: span,
      allowances: allowances + self.allowances(behind: span)
    )
  }

  /// A name that is no path, and no word of the language.
  private mutating func parseKeyName() -> (String, SourceSpan)? {
    let token = parser.token
    var name: String?
    if case .path(let path) = token.kind, path.components.count == 1 { name = path.first }
    guard let name, token.keyword == nil, !KeySyntax.beginnings.contains(name) else {
      let text = parser.source.text(in: token.span)
      let isWord = name != nil || text.first == "*"
      parser.report(
        "reserved-name",
        isWord
          ? "`\(text)` is a word of the language and cannot be the name of a key"
          : "a key has a name without points, not `\(text)`",
        suggestion: "choose another name: \(Self.keyExample)"
      )
      return nil
    }
    parser.advance()
    return (name, token.span)
  }

  /// Whether the text that comes next belongs to the declaration: on a line of its own it must be alone there.
  private var isSummaryNext: Bool {
    guard parser.token.startsLine else { return true }
    let next = parser.token(ahead: 1)
    return next.kind == .end || next.startsLine || next.kind == .symbol(.semicolon)
  }

  private static let keyExample = "key discount: number = 0 \"Percent taken off for members.\""
}
