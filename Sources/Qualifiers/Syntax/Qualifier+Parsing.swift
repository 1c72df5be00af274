public import Diagnostics

extension Qualifier {
  /// Reads a whole text as a condition; `nil` with at least one fault when it is none.
  ///
  ///     let (qualifier, faults) = Qualifier.parse("rating in ('PG', 'G') and length > 90")
  ///
  /// - Parameters:
  ///   - text: The condition; line breaks and comments may stand in it.
  ///   - name: What faults call the text.
  ///   - properties: Those that the objects have, in small letters: where one is called as a constant is (`no < 3`), what
  ///     is compared is the property.
  /// - Returns: The condition, and every fault found.
  public static func parse(
    _ text: String,
    name: String = "condition",
    of properties: Set<String> = []
  ) -> (qualifier: Qualifier?, diagnostics: [Diagnostic]) {
    var parser = ExpressionParser(SourceText(name: name, text: text))
    parser.properties = properties
    var qualifier = parser.parseQualifier()
    if !parser.finish() { qualifier = nil }
    return (qualifier, parser.diagnostics.all)
  }
}

extension Expression {
  /// Reads a whole text as a value, which may be a condition; `nil` with at least one fault when it is none.
  ///
  /// - Parameters:
  ///   - text: The value; line breaks and comments may stand in it.
  ///   - name: What faults call the text.
  ///   - takesCalls: It is the value of a key, in which something may be called by name and `super` is the answer of the next rule.
  /// - Returns: The value, and every fault found.
  package static func parse(
    _ text: String,
    name: String = "value",
    takesCalls: Bool = false
  ) -> (expression: Expression?, diagnostics: [Diagnostic]) {
    var parser = ExpressionParser(SourceText(name: name, text: text))
    parser.takesCalls = takesCalls
    parser.takesSuper = takesCalls
    var expression = parser.parseExpression()
    if !parser.finish() { expression = nil }
    return (expression, parser.diagnostics.all)
  }
}

extension ExpressionParser {
  /// Makes sure that nothing is left, and that nothing was wrong.
  fileprivate mutating func finish() -> Bool {
    if failures == 0, !isAtEnd { reportLeftover() }
    return diagnostics.isEmpty && failures == 0
  }

  /// Records that the next token cannot stand where it does, with the reason when it is a common slip.
  package mutating func reportLeftover() {
    guard !token.isFaulty else {
      failures += 1
      return
    }
    let found = source.text(in: token.span)
    switch token.kind {
    case .symbol(.arrow):
      report(
        "unexpected",
        "`=>` is the arrow of a rule, not a comparison",
        suggestion: "`at least` is written >="
      )
    case .symbol(.rightParenthesis), .symbol(.rightBracket), .symbol(.rightBrace):
      report("unexpected", "`\(found)` closes nothing")
    case .string where isStringBefore:
      let advice = "a quote inside a text is written \\'"
      report("unexpected", "two texts side by side", suggestion: advice)
    case .path(let path) where path.components.count == 1:
      if let unit = meantUnit(path.first) {
        let meant = "did you mean `\(unit)`?"
        return report("unknown-unit", "`\(found)` is not a unit of time", suggestion: meant)
      }
      let advice = suggestion(forWord: path.first)
      report("unexpected", "`\(found)` is not allowed here", suggestion: advice)
    default:
      report("unexpected", "`\(found.prefix(40))` is not allowed here")
    }
  }

  /// Returns a suggestion for a word that is not allowed at its position; `nil` when no word is similar.
  private func suggestion(forWord word: String) -> String? {
    let before = index > 0 ? token(ahead: -1) : token
    if token.keyword == .not { return "write `not` before a condition, or `a not in b`" }
    if before.keyword == .where { return "write parentheses after `where`" }
    if case .number = before.kind, DateOffset.Unit(word: word) != nil {
      return "add a duration to a date: today + 5 days"
    }
    return nearestName(to: word, in: Keyword.operatorWords).map { "did you mean `\($0)`?" }
  }

  /// The unit of time that a word behind a number was meant to be.
  private func meantUnit(_ word: String) -> String? {
    guard index > 0, case .number = token(ahead: -1).kind, DateOffset.Unit(word: word) == nil else {
      return nil
    }
    return nearestName(to: word, in: DateOffset.Unit.allCases.map(\.rawValue))
  }

  private var isStringBefore: Bool {
    if index > 0, case .string = token(ahead: -1).kind { true } else { false }
  }
}
