/// An arithmetic operation on two values, such as `+` in `price + tax`.
///
/// Its raw value is the sign in the rule language.
package enum ArithmeticOperator: String, Sendable, Hashable, CaseIterable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case remainder = "%"
}

/// A standard function of the rule language, such as `round` in `round(total, 2)`.
///
/// Its raw value is the name in the rule language.
package enum Function: String, Sendable, Hashable, CaseIterable {
  case div, round, abs, min, max
  case length, lower, upper, trim, substring, concat, replace
  case coalesce
  case year, quarter, month, week, weekday, day, hour
  case yearQuarter, yearMonth, yearWeek

  private var parameters: (names: String, counts: ClosedRange<Int>) {
    switch self {
    case .div: ("number, number", 2...2)
    case .round: ("number, places", 1...2)
    case .abs: ("number", 1...1)
    case .min, .max: ("value, value, …", 2...Int.max)
    case .coalesce, .concat: ("value, value, …", 1...Int.max)
    case .length, .lower, .upper, .trim: ("text", 1...1)
    case .substring: ("text, start, length", 2...3)
    case .replace: ("text, old, new", 3...3)
    default: ("date", 1...1)
    }
  }

  /// The numbers of parameters it takes.
  package var parameterCounts: ClosedRange<Int> { parameters.counts }

  /// Whether it computes from the texts of its parameters.
  var takesTexts: Bool {
    [.length, .lower, .upper, .trim, .substring, .concat, .replace].contains(self)
  }

  /// The call with the names of its parameters, for messages and completion: `round(number, places)`.
  package var signature: String { "\(rawValue)(\(parameters.names))" }
}
