import Diagnostics
import Qualifiers

extension RuleParser {
  /// The content of the comments about a rule: its documentation and its `allow(…)` lines.
  struct Remarks {
    var documentation: String?
    var allowances: [RuleSyntax.Allowance] = []
  }

  /// The comment that ends on the line above `token`, without its marks.
  mutating func remarks(above token: Token) -> Remarks {
    while nextComment < comments.count, comments[nextComment].end <= token.span.start {
      nextComment += 1
    }
    var remarks = Remarks()
    var lines: [String] = []
    var start = token.span.start
    var position = nextComment - 1
    while position >= 0, isDirectlyAbove(comments[position], start) {
      let comment = comments[position]
      let found = commentLines(comment).map { ($0, RuleSyntax.Allowance($0, span: comment)) }
      remarks.allowances += found.compactMap(\.1)
      lines.insert(contentsOf: found.lazy.filter { $0.1 == nil }.map(\.0), at: 0)
      start = comment.start
      position -= 1
    }
    remarks.documentation = lines.isEmpty ? nil : lines.joined(separator: "\n")
    return remarks
  }

  /// Returns the `allow(…)` lines of a comment that follows a rule on its last line.
  func allowances(behind rule: SourceSpan) -> [RuleSyntax.Allowance] {
    var position = nextComment
    while position < comments.count, comments[position].start < rule.end { position += 1 }
    guard position < comments.count else { return [] }
    let comment = comments[position]
    let source = parser.source
    guard source.lineNumber(at: rule.end) == source.lineNumber(at: comment.start) else {
      return []
    }
    return commentLines(comment).compactMap { RuleSyntax.Allowance($0, span: comment) }
  }

  /// Whether nothing but one line break and space stands between a comment alone on its lines and `start`.
  private func isDirectlyAbove(_ comment: SourceSpan, _ start: Int) -> Bool {
    let source = parser.source
    let isSpace = { (byte: UInt8) in byte <= 0x20 }
    guard source.lineNumber(at: start) == source.lineNumber(at: comment.end) + 1,
      source.bytes[comment.end..<start].allSatisfy(isSpace)
    else { return false }
    let line = source.lineSpan(source.lineNumber(at: comment.start))
    return source.bytes[line.start..<comment.start].allSatisfy(isSpace)
  }

  private func commentLines(_ span: SourceSpan) -> [String] {
    let lines = parser.source.text(in: span).split(whereSeparator: \.isNewline)
    return lines.map { line in
      var text = line.drop { $0.isWhitespace }
      text = text.drop { $0 == "/" || $0 == "#" || $0 == "*" }
      while let last = text.last, last.isWhitespace { text.removeLast() }
      if text.hasSuffix("*/") { text.removeLast(2) }
      while let last = text.last, last.isWhitespace { text.removeLast() }
      return String(text.drop { $0.isWhitespace })
    }
  }
}
