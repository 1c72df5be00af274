package import Qualifiers

/// A range of values with the number of its rows.
package struct RangeCount: Sendable, Hashable {
  /// The first value of the range; a value that is in no range, such as null, stands for itself.
  package let from: Value
  /// The first value behind the range; null where the range has no end.
  package let below: Value
  /// The number of rows.
  package var count: Value { .int(Int64(rows)) }
  fileprivate var rows: Int
}

/// A count of values by ranges, in one pass over the values in ascending order.
package struct RangeCounter {
  private let step: RangeStep
  /// The range that may still grow.
  private var last: RangeCount?
  /// Texts of one letter do not follow each other: capitals come before small letters.
  private var letters: [Value: Int] = [:]

  /// A count of nothing.
  package init(_ step: RangeStep) { self.step = step }

  /// Adds a value that `count` rows have.
  ///
  /// - Returns: The range that ends before this value, if there is one.
  package mutating func add(_ value: Value, count: Int) -> [RangeCount] {
    let range = step.bounds(around: value)
    if let range, range.below.isNull {
      letters[range.from, default: 0] += count
      return []
    }
    let from = range?.from ?? value
    if last?.from == from {
      last?.rows += count
      return []
    }
    defer { last = RangeCount(from: from, below: range?.below ?? .null, rows: count) }
    return [last].compactMap(\.self)
  }

  /// Returns the ranges that no other value followed.
  package mutating func finish() -> [RangeCount] {
    let letters = letters.map { RangeCount(from: $0, below: .null, rows: $1) }
      .sorted { $0.from.isOrdered(before: $1.from) }
    defer { (last, self.letters) = (nil, [:]) }
    return [last].compactMap(\.self) + letters
  }
}
