package import Diagnostics

/// Reads conditions and values from tokens, from wherever the cursor stands up to the first token it does not know.
///
/// The rule-file parser drives it token by token; ``Qualifier/parse(_:name:)`` and ``Expression/parse(_:name:)`` read
/// whole texts. A mistake is one ``Diagnostic``; parsing goes on behind it as far as that is safe, and the entry point
/// then gives `nil`.
package struct ExpressionParser {
  /// How deep conditions and values may nest.
  package static let maximumDepth = 200

  /// The text.
  package let source: SourceText
  /// All tokens of the text; the last is ``Token/Kind/end``.
  package let tokens: [Token]
  /// The token that comes next.
  package var index = 0
  /// The faults found, those of the lexer first.
  package var diagnostics: DiagnosticList
  /// Counts mistakes, also those that gave no fault of their own.
  package var failures = 0
  var depth = 0
  /// How many templates the text stands in.
  var templateDepth = 0
  private let faultyLines: [SourceSpan]

  /// A parser of the tokens of `lexer`.
  package init(_ lexer: Lexer) {
    source = lexer.source
    tokens = lexer.tokens
    diagnostics = lexer.diagnostics
    faultyLines = lexer.faultyLines
  }

  /// A parser of a whole text.
  package init(_ source: SourceText) {
    self.init(Lexer(source))
  }

  // MARK: Entry points

  /// Reads a condition; `nil` when it has a mistake.
  package mutating func parseQualifier() -> Qualifier? {
    let before = failures
    let condition = condition(parseTerm())
    return failures == before ? condition : nil
  }

  /// Reads a value, which may be a condition; `nil` when it has a mistake.
  package mutating func parseExpression() -> Expression? {
    let before = failures
    let value = value(parseTerm())
    return failures == before ? value : nil
  }

  // MARK: Cursor

  /// The token that comes next.
  package var token: Token { tokens[index] }

  /// The token `offset` places on, or the end.
  package func token(ahead offset: Int) -> Token {
    tokens[min(max(index + offset, 0), tokens.count - 1)]
  }

  /// Where the last token taken stands; the start of the text when none was.
  package var previousSpan: SourceSpan {
    index > 0 ? tokens[index - 1].span : SourceSpan(0, 0)
  }

  /// Whether nothing is left.
  package var isAtEnd: Bool { token.kind == .end }

  /// Takes the next token.
  @discardableResult
  package mutating func advance() -> Token {
    let taken = tokens[index]
    if taken.isFaulty { failures += 1 }
    if index < tokens.count - 1 { index += 1 }
    return taken
  }

  /// Whether `symbol` comes next.
  package func isAt(_ symbol: Token.Symbol) -> Bool {
    if case .symbol(symbol) = token.kind { true } else { false }
  }

  /// Whether `keyword` comes next.
  package func isAt(_ keyword: Keyword) -> Bool { token.keyword == keyword }

  /// Takes `symbol` when it comes next.
  package mutating func take(_ symbol: Token.Symbol) -> Bool {
    guard isAt(symbol) else { return false }
    advance()
    return true
  }

  /// Takes `keyword` when it comes next.
  package mutating func take(_ keyword: Keyword) -> Bool {
    guard isAt(keyword) else { return false }
    advance()
    return true
  }

  // MARK: Faults

  /// Records a mistake; no fault is added when the lexer already complained about the line it is on.
  package mutating func report(
    _ id: String,
    _ message: String,
    at span: SourceSpan,
    suggestion: String? = nil
  ) {
    failures += 1
    guard !isLineFaulty(at: span) else { return }
    diagnostics.append(
      Diagnostic(.error, id: id, message, source: source, span: span, suggestion: suggestion)
    )
  }

  /// Records that `what` should stand here; a token on the next line is not blamed for what is missing on this.
  package mutating func reportExpected(_ what: String, suggestion: String? = nil) {
    let found = token
    guard found.kind != .invalid else {
      failures += 1
      return
    }
    if found.kind == .end || (found.startsLine && index > 0) {
      let end = index > 0 ? previousSpan.end : found.span.start
      let after = index > 0 ? " after `\(source.text(in: previousSpan).prefix(40))`" : ""
      report(
        "expected",
        "\(what) is missing\(after)",
        at: SourceSpan(end, end),
        suggestion: suggestion
      )
    } else {
      report(
        "expected",
        "expected \(what), found `\(source.text(in: found.span).prefix(40))`",
        at: found.span,
        suggestion: suggestion
      )
    }
  }

  /// Whether the lexer complained about a token on the line on which `span`, at or before the next token, stands.
  private func isLineFaulty(at span: SourceSpan) -> Bool {
    if token.kind == .end, token.isFaulty { return true }
    // The last faulty line that begins at or before the place.
    var (low, high) = (0, faultyLines.count)
    while low < high {
      let middle = (low + high) / 2
      if faultyLines[middle].start <= span.start { low = middle + 1 } else { high = middle }
    }
    return low > 0 && span.start < faultyLines[low - 1].end
  }

  /// After a mistake: skips to where a part of the same statement may begin, at most to the end of the line.
  package mutating func recover() {
    var open = 0
    while true {
      let next = token
      if next.kind == .end || next.startsLine { return }
      switch next.kind {
      case .symbol(.leftParenthesis), .symbol(.leftBracket), .symbol(.leftBrace):
        open += 1
      case .symbol(.rightParenthesis), .symbol(.rightBracket), .symbol(.rightBrace):
        if open == 0 { return }
        open -= 1
      case .symbol(.arrow):
        return
      case .symbol(.comma), .symbol(.semicolon), .symbol(.ampersands), .symbol(.bars):
        if open == 0 { return }
      default:
        switch next.keyword {
        case .and, .or, .then, .else: if open == 0 { return }
        default: break
        }
      }
      advance()
    }
  }
}
