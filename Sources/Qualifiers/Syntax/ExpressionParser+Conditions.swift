import Diagnostics

extension ExpressionParser {
  /// A parsed value, condition or mistake, while the parser does not know yet whether a condition or a value is expected.
  enum Term {
    case value(Expression)
    case condition(Qualifier, SourceSpan)
    /// Stands for what a reported mistake left unread; good as either.
    case mistake(SourceSpan)

    var span: SourceSpan {
      switch self {
      case .value(let value): value.span ?? SourceSpan(0, 0)
      case .condition(_, let span), .mistake(let span): span
      }
    }
  }

  /// The term as a condition; a constant that is not true or false is a mistake.
  mutating func condition(_ term: Term) -> Qualifier {
    switch term {
    case .condition(let qualifier, _):
      return qualifier
    case .mistake:
      return .constant(false)
    case .value(let value):
      switch value.kind {
      case .condition(let qualifier): return qualifier
      case .literal(.bool(let constant)): return .constant(constant)
      case .literal, .list, .dictionary, .template, .qualifier, .now, .today, .dateOffset,
        .arithmetic, .call:
        let span = value.span ?? previousSpan
        report(
          "no-condition",
          "`\(source.text(in: span).prefix(40))` alone is not a condition",
          at: span,
          suggestion: "compare it: a = 'x' or a = 'y', or a in ('x', 'y')"
        )
        return .constant(false)
      case .path, .variable, .conditional, .function, .aggregate, .next, .computed:
        return .truth(value)
      }
    }
  }

  /// The term as a value.
  func value(_ term: Term) -> Expression {
    switch term {
    case .value(let value): value
    case .condition(let qualifier, let span): Expression(.condition(qualifier), span: span)
    case .mistake(let span): Expression(.literal(.null), span: span)
    }
  }

  /// Reads `a or b`, the loosest.
  mutating func parseTerm() -> Term {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { return tooDeep() }
    let first = parseConjunction()
    guard isAtOr else { return first }
    var branches = [condition(first)]
    while take(.or) || take(.bars) {
      let next = parseConjunction()
      branches.append(condition(next))
    }
    return .condition(.or(branches), first.span.extended(to: previousSpan))
  }

  private mutating func parseConjunction() -> Term {
    let first = parseNegation()
    guard isAt(.and) || isAt(.ampersands) else { return first }
    var parts = [condition(first)]
    while take(.and) || take(.ampersands) {
      let next = parseNegation()
      parts.append(condition(next))
    }
    return .condition(.and(parts), first.span.extended(to: previousSpan))
  }

  /// Reads `not a`; also where a value stands, as in `a = not b`.
  mutating func parseNegation() -> Term {
    guard isAt(.not) || isAt(.bang) else { return parseComparison() }
    let start = advance().span
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { return tooDeep() }
    let inside = parseNegation()
    return .condition(.not(condition(inside)), start.extended(to: previousSpan))
  }

  private var isAtOr: Bool { isAt(.or) || isAt(.bars) }

  mutating func tooDeep() -> Term {
    report(
      "too-deep",
      "this nests more than \(Self.maximumDepth) deep",
      suggestion: "split the condition into several rules"
    )
    let span = token.span
    // What else stands on the line is as deep.
    while !isAtEnd, !token.startsLine {
      advance()
      forgetSkipped()
    }
    return .mistake(span)
  }

  // MARK: Comparisons

  private mutating func parseComparison() -> Term {
    let isBareNull = isAtNull
    let left = parseOperand()
    guard let qualifier = parseOperation(left, isBareNull: isBareNull) else { return left }
    if token.comparison != nil || isAt(.in) || isAt(.between) || isAt(.is), !token.startsLine {
      report(
        "chained-comparison",
        "a comparison cannot be compared again",
        suggestion: "join two comparisons with `and`"
      )
      recover()
    }
    return .condition(qualifier, left.span.extended(to: previousSpan))
  }

  /// Reads the operator and the right side of a comparison; `nil` when there is none.
  private mutating func parseOperation(_ left: Term, isBareNull: Bool) -> Qualifier? {
    if let comparison = token.comparison {
      advance()
      return parseRight(value(left), comparison, isBareNull: isBareNull)
    }
    switch token.keyword {
    case .is:
      advance()
      let isNegated = take(.not)
      guard isAtNull else {
        reportExpected("`null` or `not null`", suggestion: "compare values with =")
        recover()
        return .constant(false)
      }
      advance()
      return isNegated ? .not(.isNull(value(left))) : .isNull(value(left))
    case .in:
      advance()
      return .in(value(left), parseMembers())
    case .between:
      advance()
      return parseBetween(value(left))
    case .not:
      return parseNegatedOperation(left)
    default:
      return parseUnknownOperation()
    }
  }

  /// Reads `not in …`, `not like …`, `not between …`.
  private mutating func parseNegatedOperation(_ left: Term) -> Qualifier? {
    let next = token(ahead: 1).keyword
    guard next == .in || next == .between || next?.comparison != nil else { return nil }
    advance()
    return parseOperation(left, isBareNull: false).map(Qualifier.not)
  }

  /// Reads the right side of a comparison; `= null` asks for null, as people mean it.
  private mutating func parseRight(
    _ left: Expression,
    _ comparison: Qualifier.Operator,
    isBareNull: Bool
  ) -> Qualifier {
    let isRightBareNull = isAtNull
    let right = value(parseOperand())
    if comparison == .matches { checkPattern(right) }
    guard comparison == .equal || comparison == .notEqual else {
      return .comparison(left, comparison, right)
    }
    let tested: Expression
    if isRightBareNull, right.kind == .literal(.null) {
      tested = left
    } else if isBareNull, left.kind == .literal(.null) {
      tested = right
    } else {
      return .comparison(left, comparison, right)
    }
    return comparison == .equal ? .isNull(tested) : .not(.isNull(tested))
  }

  /// Reports a regular expression that cannot be read.
  private mutating func checkPattern(_ pattern: Expression) {
    guard case .literal(.string(let text)) = pattern.kind else { return }
    do {
      _ = try RegularExpression(text)
    } catch {
      report(
        "bad-pattern",
        "this regular expression cannot be read: \(error.message)",
        at: pattern.span ?? previousSpan
      )
    }
  }

  private var isAtNull: Bool { isAt(.null) || isAt(.nil) }

  private mutating func parseBetween(_ left: Expression) -> Qualifier {
    let low = value(parseOperand())
    guard take(.and) || take(.ampersands) else {
      reportExpected("`and` and the upper bound")
      if isAtOr, !token.startsLine {
        advance()
        _ = parseOperand()
      } else {
        recover()
      }
      return .constant(false)
    }
    return .between(left, low, value(parseOperand()))
  }

  /// Reads what follows `in`: parentheses hold a list here, unless a single choice or condition stands in them.
  private mutating func parseMembers() -> Expression {
    guard isAt(.leftParenthesis) else { return value(parseOperand()) }
    let start = advance().span
    let elements = parseElements(until: .rightParenthesis)
    let span = start.extended(to: previousSpan)
    if elements.count == 1, elements[0].isComposed {
      return Expression(elements[0].kind, span: span)
    }
    return Expression(.list(elements), span: span)
  }

  /// Reports `a equals 'x'` and `a lke 'x'`, where a word and a value follow a value on the same line.
  private mutating func parseUnknownOperation() -> Qualifier? {
    let word = token
    guard case .path(let path) = word.kind, path.components.count == 1, !word.startsLine,
      word.keyword == nil, startsLiteral(token(ahead: 1))
    else { return nil }
    let others = [
      "equals": "=", "eq": "=", "ne": "!=", "gt": ">", "lt": "<", "ge": ">=", "le": "<=",
    ]
    let written = path.first.lowercased()
    let near =
      others[written] ?? (written == "startswith" ? "beginsWith" : nil)
      ?? (written == "includes" || written == "has" ? "contains" : nil)
      ?? nearestName(to: path.first, in: Keyword.operatorWords)
    report(
      "unknown-operator",
      "`\(path.first)` is not an operator",
      at: word.span,
      suggestion: near.map { "did you mean `\($0)`?" }
    )
    advance()
    _ = parseOperand()
    return .constant(false)
  }

  private func startsLiteral(_ token: Token) -> Bool {
    guard !token.startsLine else { return false }
    switch token.kind {
    case .string, .number, .date, .data, .template, .variable: return true
    default: return false
    }
  }
}

extension Token {
  /// The comparison that the token stands for.
  var comparison: Qualifier.Operator? {
    guard case .symbol(let symbol) = kind else { return keyword?.comparison }
    return Self.comparisons[symbol]
  }

  private static let comparisons: [Symbol: Qualifier.Operator] = Symbol.allCases.reduce(into: [:]) {
    $0[$1] = Qualifier.Operator(rawValue: $1.rawValue)
  }
}
