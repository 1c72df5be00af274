import FoundationEssentials
import Qualifiers

/// A small seeded generator (SplitMix64), so that a failure can be repeated.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Makes conditions and values as the parser would.
struct RandomTree {
  var random: Seeded
  /// Whether `super` stands among the values, as in the value of a rule.
  var takesSuper = false

  init(seed: UInt64) { random = Seeded(state: seed) }

  mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func pick<T>(_ choices: [T]) -> T { choices[number(choices.count)] }

  mutating func qualifier(depth: Int) -> Qualifier {
    switch number(depth > 0 ? 10 : 6) {
    case 0: return .constant(number(2) == 0)
    case 1: return .isNull(expression(depth: depth - 1))
    case 2: return .between(value(), value(), value())
    case 3: return .in(expression(depth: depth - 1), expression(depth: depth - 1))
    case 4: return truth(depth: depth)
    case 5: return comparison(depth: depth)
    case 6: return .and(qualifiers(depth: depth))
    case 7: return .or(qualifiers(depth: depth))
    default: return .not(qualifier(depth: depth - 1))
    }
  }

  private mutating func truth(depth: Int) -> Qualifier {
    switch number(3) {
    case 0: .truth(Expression(.variable(path())))
    case 1 where depth > 0: .truth(conditional(depth: depth - 1))
    default: .truth(Expression(.path(path())))
    }
  }

  private mutating func comparison(depth: Int) -> Qualifier {
    let comparison = pick(Qualifier.Operator.allCases)
    let left = expression(depth: depth - 1)
    if comparison == .matches {
      return .comparison(
        left,
        comparison,
        Expression(.literal(.string(pick(["a+", "^x|\\d{2}$"]))))
      )
    }
    return .comparison(left, comparison, expression(depth: depth - 1))
  }

  private mutating func qualifiers(depth: Int) -> [Qualifier] {
    (0..<(2 + number(2))).map { _ in qualifier(depth: depth - 1) }
  }

  mutating func expression(depth: Int) -> Qualifiers.Expression {
    guard depth > 0 else { return value() }
    switch number(14) {
    case 9, 10:
      let sign = pick(ArithmeticOperator.allCases)
      let left = number(4) == 0 ? Expression(.literal(.int(0))) : expression(depth: depth - 1)
      return Expression(.arithmetic(left, sign, expression(depth: depth - 1)))
    case 11: return function(depth: depth - 1)
    case 12: return aggregate(depth: depth - 1)
    case 0:
      return Expression(.list((0..<number(4)).map { _ in expression(depth: depth - 1) }))
    case 1:
      var entries: [String: Qualifiers.Expression] = [:]
      for _ in 0..<number(3) { entries[text()] = expression(depth: depth - 1) }
      return Expression(.dictionary(entries))
    case 2:
      let offset = DateOffset(number(50) - 25, pick(DateOffset.Unit.allCases))
      return Expression(.dateOffset(expression(depth: depth - 1), offset))
    case 3: return template(depth: depth - 1)
    case 4: return conditional(depth: depth - 1)
    case 5: return condition(depth: depth - 1)
    case 6: return Expression(.qualifier(qualifier(depth: depth - 1)))
    default: return value()
    }
  }

  private mutating func function(depth: Int) -> Qualifiers.Expression {
    let function = pick(Function.allCases)
    let counts = function.parameterCounts
    let count =
      counts.lowerBound
      + number(min(counts.upperBound, counts.lowerBound + 2) - counts.lowerBound + 1)
    return Expression(.function(function, (0..<count).map { _ in expression(depth: depth) }))
  }

  private mutating func aggregate(depth: Int) -> Qualifiers.Expression {
    let function = pick(AggregateFunction.allCases)
    let condition = number(2) == 0 ? qualifier(depth: depth) : nil
    let needsOperand = function != .count || condition == nil
    let operand =
      needsOperand || number(2) == 0
      ? number(2) == 0 ? Expression(.path(path())) : expression(depth: depth) : nil
    return Expression(
      .aggregate(PathAggregate(function, of: operand, at: path(), where: condition))
    )
  }

  private mutating func conditional(depth: Int) -> Qualifiers.Expression {
    Expression(
      .conditional(
        qualifier(depth: depth),
        expression(depth: depth),
        expression(depth: depth)
      )
    )
  }

  /// A bare path is no condition until it is tested.
  private mutating func condition(depth: Int) -> Qualifiers.Expression {
    let qualifier = qualifier(depth: depth)
    if case .truth(let tested) = qualifier { return tested }
    return Expression(.condition(qualifier))
  }

  private mutating func template(depth: Int) -> Qualifiers.Expression {
    var parts: [Qualifiers.Expression] = []
    for _ in 0..<number(4) {
      let text = text()
      if number(2) == 0, !text.isEmpty {
        if case .literal(.string) = parts.last?.kind { continue }
        parts.append(Expression(.literal(.string(text))))
      } else {
        let hole = expression(depth: depth)
        if case .literal(.string) = hole.kind { continue }
        parts.append(hole)
      }
    }
    return Expression(.template(parts))
  }

  mutating func value() -> Qualifiers.Expression {
    switch number(12) {
    case 0: Expression(.literal(.null))
    case 1: Expression(.literal(.bool(number(2) == 0)))
    case 2: Expression(.literal(.int(pick([0, -1, 42, .max, .min]))))
    case 3: Expression(.literal(.double(pick([0.1, -5, 1e300, .infinity, 2.5e-308]))))
    case 4:
      Expression(.literal(.decimal(pick([1.5, -0.001, 7]) as Decimal)))
    case 5:
      Expression(
        .literal(
          .date(
            Date(
              timeIntervalSinceReferenceDate: Double(number(4_000_000_000_000) - 2_000_000_000_000)
                / 1000
            )
          )
        )
      )
    case 6: Expression(.literal(.data((0..<number(4)).map { UInt8($0 * 80) })))
    case 7: Expression(.literal(.string(text())))
    case 8: Expression(.variable(path()))
    case 9: Expression(pick(takesSuper ? [.now, .today, .next] : [.now, .today]))
    default: Expression(.path(path()))
    }
  }

  mutating func path() -> PropertyPath {
    let parts = [
      "a", "entity", "name", "@count", "größe", "null", "in", "if", "two words", "", "1st", "it's",
      "Today", "x", "日本", "super", "round", "days",
    ]
    return PropertyPath(components: (0..<(1 + number(3))).map { _ in pick(parts) })
  }

  mutating func text() -> String {
    let pieces = [
      "a", "'", "\"", "`", "{", "}", "\\", "\n", "\u{0}", "é", "e\u{301}", "💡", "*", "//", "#", " ",
      "\u{85}", "\r\n", "\\n",
    ]
    return (0..<number(6)).map { _ in pick(pieces) }.joined()
  }
}
