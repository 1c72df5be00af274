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
}
