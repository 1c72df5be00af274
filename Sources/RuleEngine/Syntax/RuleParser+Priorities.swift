import Diagnostics
import Qualifiers

extension RuleParser {
  /// Reads `150:` or `high:`; `nil` when there is none.
  mutating func parsePriority() -> Int? {
    let length: Int
    let written: String
    switch (parser.token.kind, parser.token(ahead: 1).kind) {
    case (.number(let digits), .symbol(.colon)): (written, length) = (digits, 1)
    case (.symbol(.minus), .number(let digits)):
      guard case .symbol(.colon) = parser.token(ahead: 2).kind else { return nil }
      (written, length) = ("-" + digits, 2)
    case (.path(let word), .symbol(.colon)) where word.components.count == 1:
      (written, length) = (word.first, 1)
    case (.path(let first), .path(let second)):
      guard case .symbol(.colon) = parser.token(ahead: 2).kind else { return nil }
      (written, length) = (first.description + second.description, 2)
    default: return nil
    }
    let start = parser.token.span
    for _ in 0..<length { parser.advance() }
    let span = start.extended(to: parser.previousSpan)
    parser.advance()
    if let priority = priority(written) { return priority }
    reportUnknownPriority(written, at: span)
    return nil
  }

  /// Reads the `high` of `; high`, the way Direct to SwiftUI gave priorities.
  mutating func parseTrailingPriority() -> Int? {
    guard !parser.token.startsLine else { return nil }
    var written = ""
    var length = 0
    let start = parser.token.span
    while length < 2, !parser.token(ahead: length).startsLine {
      switch parser.token(ahead: length).kind {
      case .number(let digits): written += digits
      case .path(let word) where word.components.count == 1: written += word.first
      case .symbol(.minus): written += "-"
      default: return length == 0 ? nil : takeTrailing(written, length, from: start)
      }
      length += 1
    }
    return takeTrailing(written, length, from: start)
  }

  /// Takes a trailing priority when the rule ends behind it; else it belongs to the next rule.
  private mutating func takeTrailing(_ written: String, _ length: Int, from start: SourceSpan)
    -> Int?
  {
    let next = parser.token(ahead: length)
    var isEnd = next.startsLine
    switch next.kind {
    case .end, .symbol(.semicolon), .symbol(.rightBrace): isEnd = true
    default: break
    }
    guard isEnd, !written.isEmpty else { return nil }
    for _ in 0..<length { parser.advance() }
    if let priority = priority(written) { return priority }
    reportUnknownPriority(written, at: start.extended(to: parser.previousSpan))
    return nil
  }

  private func priority(_ written: String) -> Int? {
    Int(written) ?? Priority.names[written] ?? Priority.names[written.lowercased()]
  }

  private mutating func reportUnknownPriority(_ written: String, at span: SourceSpan) {
    let near = nearestName(to: written, in: Priority.spelled)
    parser.report(
      "unknown-priority",
      "`\(written)` is not a priority",
      at: span,
      suggestion: near.map { "did you mean `\($0)`?" }
        ?? "a whole number, or one of \(Priority.spelled.joined(separator: ", "))"
    )
  }
}
