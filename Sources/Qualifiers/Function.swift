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

  /// The numbers of parameters it takes.
  package var parameterCounts: ClosedRange<Int> {
    switch self {
    case .div: 2...2
    case .round: 1...2
    case .min, .max: 2...Int.max
    case .substring: 2...3
    case .replace: 3...3
    case .concat, .coalesce: 1...Int.max
    default: 1...1
    }
  }

  /// Whether it computes from the texts of its parameters.
  var takesTexts: Bool {
    [.length, .lower, .upper, .trim, .substring, .concat, .replace].contains(self)
  }

  /// The call with the names of its parameters, for messages and completion: `round(number, places)`.
  package var signature: String {
    let parameters =
      switch self {
      case .div: "number, number"
      case .round: "number, places"
      case .abs: "number"
      case .min, .max, .coalesce, .concat: "value, value, …"
      case .length, .lower, .upper, .trim: "text"
      case .substring: "text, start, length"
      case .replace: "text, old, new"
      default: "date"
      }
    return "\(rawValue)(\(parameters))"
  }
}
