package import Diagnostics

/// Reads conditions and values from tokens, from wherever the cursor stands up to the first token it does not know.
///
/// The rule-file parser drives it token by token; ``Qualifier/parse(_:name:)`` and ``Expression/parse(_:name:)`` read
/// whole texts. A mistake is one ``Diagnostic``; parsing goes on behind it as far as that is safe, and the entry point
/// then gives `nil`.
package struct ExpressionParser {
  /// How deep conditions and values may nest.
  package static let maximumDepth = 200
  /// How deep aggregates may nest: the parsers of databases have a stack.
  package static let maximumAggregateDepth = 4

  /// The text.
  package let source: SourceText
  /// Cuts the tokens as they are needed.
  private var lexer: Lexer
  /// How many tokens at the beginning are no longer kept.
  private var forgotten = 0
  /// The number of the token that comes next.
  package var index = 0
  /// The faults found; those of a lexer that had cut all tokens before are among them.
  package var diagnostics = DiagnosticList()
  /// Counts mistakes, also those that gave no fault of their own.
  package var failures = 0
  var depth = 0
  /// The number of aggregates around the next token.
  var aggregateDepth = 0
  /// How many templates the text stands in.
  var templateDepth = 0
  /// Whether something may be called by name here; only where a key is set.
  package var takesCalls = false
  /// Whether `super` is the answer of the next rule here; elsewhere it is a name.
  package var takesSuper = false
  /// The properties of what a condition is about, in small letters: one that is called as a constant is, `no`, is meant where
  /// it is compared.
  var properties: Set<String> = []
  /// The start of a line that was read ahead for faults, and whether there are any.
  private var lineAhead: (start: Int, isFaulty: Bool)?

  /// The minimum number of tokens read ahead; the parser looks at most three behind the next one.
  private static let lookahead = 16
  /// The number of tokens that the lexer reads at once.
  private static let stretch = 512

  /// A parser of the tokens of `lexer`.
  package init(_ lexer: Lexer) {
    source = lexer.source
    self.lexer = lexer
    swap(&diagnostics, &self.lexer.diagnostics)
    if !lexer.isFinished { self.lexer.cut(Self.stretch) }
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
  package var token: Token { lexer.tokens[index - forgotten] }

  /// The token `offset` places on, or the end; only a few places can be looked ahead.
  package func token(ahead offset: Int) -> Token {
    lexer.tokens[min(max(index - forgotten + offset, 0), lexer.tokens.count - 1)]
  }

  /// The token `offset` places on, however far, or the end.
  package mutating func token(farAhead offset: Int) -> Token {
    while !lexer.isFinished, index - forgotten + offset >= lexer.tokens.count {
      lexer.cut(Self.stretch)
    }
    return token(ahead: offset)
  }

  /// The tokens that are kept: those not forgotten of those cut so far.
  package var keptTokens: [Token] { lexer.tokens }

  /// The positions of the comments read so far, in order.
  package var comments: [SourceSpan] { lexer.comments }

  /// The faults of the lexer and of the parser.
  package var allDiagnostics: DiagnosticList {
    var all = lexer.diagnostics
    all.append(contentsOf: diagnostics)
    return all
  }

  /// How many tokens the parser will not go back to: all but the last that was taken, once they are many.
  package var forgettable: Int {
    let count = index - forgotten - 1
    return count >= 4096 && count >= lexer.tokens.count / 2 ? count : 0
  }

  /// Keeps the first `count` of ``keptTokens`` no longer.
  package mutating func forget(_ count: Int) {
    lexer.tokens.removeFirst(count)
    forgotten += count
  }

  /// The position of the last token taken; the start of the text before the first one.
  package var previousSpan: SourceSpan {
    index > 0 ? token(ahead: -1).span : SourceSpan(0, 0)
  }

  /// Whether nothing is left.
  package var isAtEnd: Bool { token.kind == .end }

  /// Takes the next token.
  @discardableResult
  package mutating func advance() -> Token {
    let place = index - forgotten
    let taken = lexer.tokens[place]
    if taken.isFaulty { failures += 1 }
    if place < lexer.tokens.count - 1 { index += 1 }
    if !lexer.isFinished, place + Self.lookahead >= lexer.tokens.count { lexer.cut(Self.stretch) }
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
    at span: SourceSpan? = nil,
    suggestion: String? = nil
  ) {
    failures += 1
    let span = span ?? token.span
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
  private mutating func isLineFaulty(at span: SourceSpan) -> Bool {
    if token.kind == .end, token.isFaulty { return true }
    if span.start >= lexer.lineStart, !lexer.isFinished, isFaultyAhead { return true }
    let faultyLines = lexer.faultyLines
    let begun = faultyLines.countBefore { $0.start <= span.start }
    return begun > 0 && span.start < faultyLines[begun - 1].end
  }

  /// Whether there is a faulty token on what is left of the line up to which tokens were cut.
  private var isFaultyAhead: Bool {
    mutating get {
      if let lineAhead, lineAhead.start == lexer.lineStart { return lineAhead.isFaulty }
      let isFaulty = lexer.willFindFaultOnLine
      lineAhead = (lexer.lineStart, isFaulty)
      return isFaulty
    }
  }

  /// After a mistake of many tokens: keeps those no longer that were skipped.
  mutating func forgetSkipped() {
    let count = index - forgotten - 1
    if count > Self.mostSkipped { forget(count) }
  }

  /// The number of the first token that is kept.
  package var firstKept: Int { forgotten }

  private static let mostSkipped = 1 << 20

  /// Whether what is read is the head of a block, so that a mistake in it costs nothing behind the next brace.
  package var isInBlockHead = false

  /// After a mistake: skips to where a part of the same statement may begin, at most to the end of the line.
  package mutating func recover() {
    var open = 0
    while true {
      let next = token
      if next.kind == .end || next.startsLine { return }
      switch next.kind {
      case .symbol(.leftParenthesis), .symbol(.leftBracket), .symbol(.leftBrace):
        if isInBlockHead, next.kind == .symbol(.leftBrace) { return }
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
      forgetSkipped()
    }
  }
}
