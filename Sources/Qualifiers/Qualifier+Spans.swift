package import FoundationEssentials

extension Date {
  /// The first day of a month or year, `2024-03` or `2024`, and the first one behind it; `nil` for any other text.
  package static func monthOrYear(_ text: String) -> (first: Date, next: Date)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard (1...2).contains(parts.count), numbers.count == parts.count, parts[0].utf8.count == 4,
      parts.count == 1 || parts[1].utf8.count == 2
    else { return nil }
    let month = numbers.count == 2 ? numbers[1] : 1
    guard (1...12).contains(month) else { return nil }
    let months = numbers[0] * 12 + month - 1
    func day(_ months: Int) -> Date { Date(year: months / 12, month: months % 12 + 1, day: 1) }
    return (day(months), day(months + (numbers.count == 2 ? 1 : 12)))
  }
}

extension Qualifier {
  /// A comparison with all values from `low` up to the one before `next`, as a year is all its days.
  package static func comparison(
    _ side: Expression,
    _ comparison: Operator,
    from low: Value,
    to next: Value
  ) -> Qualifier {
    func than(_ comparison: Operator, _ value: Value) -> Qualifier {
      .comparison(side, comparison, Expression(.literal(value)))
    }
    return switch comparison {
    case .greater: than(.greaterOrEqual, next)
    case .greaterOrEqual: than(.greaterOrEqual, low)
    case .less: than(.less, low)
    case .lessOrEqual: than(.less, next)
    case .notEqual: .any([than(.less, low), than(.greaterOrEqual, next)])
    default: .all([than(.greaterOrEqual, low), than(.less, next)])
    }
  }
}
