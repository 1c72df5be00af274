import Diagnostics
import Qualifiers

extension RuleParser {
  /// After a mistake: goes to the next line that can start a rule, or behind the next `;`.
  ///
  /// A line that continues the one before (because that ended in an operator, or this begins with one) belongs to the
  /// rule with the mistake, so that no half of it is taken for a rule.
  mutating func skipToRule(from position: Int) {
    if let line = swallowedRule(from: position) {
      parser.index = line
      return
    }
    var braces = 0
    if parser.index == position, !parser.isAtEnd { parser.advance() }
    while !parser.isAtEnd {
      forgetTokens()
      if braces == 0, canStartRule { return }
      switch parser.token.kind {
      case .symbol(.leftBrace): braces += 1
      case .symbol(.rightBrace):
        guard braces > 0 else { return }
        braces -= 1
      case .symbol(.semicolon) where braces == 0:
        parser.advance()
        return
      default: break
      }
      parser.advance()
    }
  }

  private var canStartRule: Bool {
    mutating get {
      parser.token.startsLine && !leavesOpen(parser.token(ahead: -1)) && beginsRule()
    }
  }

  /// Whether the next token, the first on its line, can begin a rule.
  private mutating func beginsRule() -> Bool {
    switch parser.token.kind {
    case .path, .constant, .symbol(.leftParenthesis), .symbol(.bang):
      return !continues(parser.token)
    case .number, .symbol(.minus):
      return priorityFollows
    // Elements of a list may begin a line too.
    case .string, .variable, .template, .date: return lineHasArrow()
    default: return false
    }
  }

  /// The first whole rule that a bracket left open has swallowed: a line behind the first that reads as one by itself.
  private mutating func swallowedRule(from position: Int) -> Int? {
    let end = parser.index
    defer { parser.index = end }
    for line in stride(from: max(position, parser.firstKept) + 1, to: end, by: 1) {
      parser.index = line
      guard parser.token.startsLine, beginsRule(behind: parser.token(ahead: -1)) else { continue }
      if lineHasArrow() { return line }
    }
    return nil
  }

  /// Whether the next token may begin a rule though a bracket is open before it.
  private func beginsRule(behind previous: Token) -> Bool {
    switch previous.kind {
    case .symbol(.leftParenthesis), .symbol(.leftBracket), .symbol(.comma): break
    default: if leavesOpen(previous) { return false }
    }
    switch parser.token.kind {
    case .path, .constant: return !continues(parser.token)
    case .number, .symbol(.minus): return priorityFollows
    default: return false
    }
  }

  /// Whether the line has an `=>` that belongs to no bracket closed behind the line's start.
  private mutating func lineHasArrow() -> Bool {
    var open = 0
    var offset = 0
    while true {
      let token = parser.token(farAhead: offset)
      if token.kind == .end || (offset > 0 && token.startsLine) { return false }
      switch token.kind {
      case .symbol(.leftParenthesis), .symbol(.leftBracket): open += 1
      case .symbol(.rightParenthesis), .symbol(.rightBracket): open -= 1
      case .symbol(.arrow): return open == 0
      default: break
      }
      if open < 0 { return false }
      offset += 1
    }
  }

  private var priorityFollows: Bool {
    for offset in 1...2 {
      if case .symbol(.colon) = parser.token(ahead: offset).kind { return true }
    }
    return false
  }

  /// Whether something must follow `token`.
  private func leavesOpen(_ token: Token) -> Bool {
    switch token.kind {
    case .symbol(.comma), .symbol(.arrow), .symbol(.equal), .symbol(.notEqual), .symbol(.less),
      .symbol(.lessOrEqual), .symbol(.greater), .symbol(.greaterOrEqual), .symbol(.ampersands),
      .symbol(.bars), .symbol(.bang), .symbol(.leftParenthesis), .symbol(.leftBracket),
      .symbol(.colon):
      return true
    default: return continues(token) || token.keyword == .not
    }
  }

  /// Whether `token` continues what stands before it.
  func continues(_ token: Token) -> Bool {
    switch token.keyword {
    case .and, .or, .like, .ilike, .matches, .contains, .beginsWith, .endsWith, .in, .between,
      .is, .then, .else:
      return true
    default: return false
    }
  }
}

extension RuleParser {
  /// Returns the keys that a faulty rule assigns, as far as its text shows.
  ///
  /// They follow `=>` and the commas after it; without `=>`, they stand at the beginning.
  static func keysSet(in text: String) -> [PropertyPath] {
    var scanner = ExpressionParser(Lexer(opening: SourceText(name: "", text: text)))
    var (first, set): ([PropertyPath], [PropertyPath]) = ([], [])
    var (isAtStart, isTarget, hasArrow) = (true, false, false)
    while !scanner.isAtEnd {
      let token = scanner.advance()
      if case .path(let path) = token.kind, scanner.isAt(.equal) || scanner.isAt(.lessOrEqual) {
        if isTarget { set.append(path) }
        if isAtStart { first.append(path) }
      }
      if case .symbol(.arrow) = token.kind { hasArrow = true }
      isTarget = hasArrow && (token.kind == .symbol(.arrow) || token.kind == .symbol(.comma))
      isAtStart = token.kind == .symbol(.colon)
    }
    return hasArrow ? set : first
  }
}
