import Diagnostics

/// Sums and products of values.
extension ExpressionParser {
  /// Reads one side of a comparison: sums of products of values, and the time added to a date.
  mutating func parseOperand() -> Term {
    var left = parseProduct()
    var added = 0
    while let sign = additionSign, !reportUnquotedDay() {
      let kind: Expression.Kind
      if isAtOffset {
        guard let offset = parseOffset() else { break }
        kind = .dateOffset(value(left), offset)
      } else {
        advance()
        kind = .arithmetic(value(left), sign, value(parseProduct()))
      }
      guard let longer = lengthened(left, to: kind, by: &added) else { break }
      left = longer
    }
    return left
  }

  /// Reads `a * b / c`.
  private mutating func parseProduct() -> Term {
    var left = parseSigned()
    var added = 0
    while let sign = multiplicationSign {
      advance()
      let kind = Expression.Kind.arithmetic(value(left), sign, value(parseSigned()))
      guard let longer = lengthened(left, to: kind, by: &added) else { break }
      left = longer
    }
    return left
  }

  /// Returns the term of which `left` is the beginning; `nil` when a chain of operators has become too long.
  private mutating func lengthened(
    _ left: Term,
    to kind: Expression.Kind,
    by added: inout Int
  ) -> Term? {
    added += 1
    guard depth + added <= Self.maximumDepth else {
      report("too-deep", "this has too many operators", at: previousSpan)
      return nil
    }
    return made(kind, from: left.span)
  }

  /// Reads a value with a sign; `-x` is `0 - x`.
  private mutating func parseSigned() -> Term {
    guard isAt(.minus) else { return parsePrimary() }
    if case .number = token(ahead: 1).kind { return parsePrimary() }
    let start = advance().span
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { return tooDeep() }
    let operand = value(parseSigned())
    let zero = Expression(.literal(.int(0)), span: start)
    return made(.arithmetic(zero, .minus, operand), from: start)
  }

  /// The `+` or `-` that comes next; the minus of the next rule's priority is none.
  private var additionSign: ArithmeticOperator? {
    guard !isAt(.plus) else { return .plus }
    guard isAt(.minus) else { return nil }
    if token.startsLine, case .number = token(ahead: 1).kind,
      case .symbol(.colon) = token(ahead: 2).kind
    {
      return nil
    }
    return .minus
  }

  private var multiplicationSign: ArithmeticOperator? {
    switch token.kind {
    case .symbol(.times): .times
    case .symbol(.divided): .divided
    case .symbol(.remainder): .remainder
    default: nil
    }
  }

  /// Whether `+ 7 days` comes next.
  private var isAtOffset: Bool {
    guard case .number = token(ahead: 1).kind, case .path(let path) = token(ahead: 2).kind,
      path.components.count == 1, !token(ahead: 2).startsLine
    else { return false }
    return DateOffset.Unit(word: path.first) != nil
  }

  /// Reads `- 7 days`.
  private mutating func parseOffset() -> DateOffset? {
    let sign = advance()
    guard case .number(let digits) = advance().kind, case .path(let path) = advance().kind,
      let unit = DateOffset.Unit(word: path.first)
    else { return nil }
    guard let count = Int((sign.kind == .symbol(.minus) ? "-" : "") + digits) else {
      report("bad-offset", "the number of \(path.first) must be a whole number", at: sign.span)
      return nil
    }
    return DateOffset(count, unit)
  }

  /// Reports a day without quotes whose first hyphen comes next, and skips it; false for a subtraction.
  private mutating func reportUnquotedDay() -> Bool {
    guard let day = dayAround(token) else { return false }
    report(
      "no-arithmetic",
      "`\(day)` is a subtraction of numbers",
      suggestion: "write a day in quotes: '\(day)'"
    )
    for _ in 0..<4 { advance() }
    return true
  }

  /// The day that stands without quotes around its first hyphen: `2022-06-01`.
  private func dayAround(_ hyphen: Token) -> String? {
    let year = source.text(in: previousSpan)
    guard year.count == 4, year.allSatisfy(\.isNumber), previousSpan.end == hyphen.span.start,
      token(ahead: 1).span.start == hyphen.span.end,
      case .number(let month) = token(ahead: 1).kind, token(ahead: 2).kind == hyphen.kind,
      case .number(let day) = token(ahead: 3).kind
    else { return nil }
    return "\(year)-\(month)-\(day)"
  }
}
