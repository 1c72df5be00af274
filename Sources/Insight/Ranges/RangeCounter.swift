package import Qualifiers

/// A range of values with the number of its rows.
package struct RangeCount: Sendable, Hashable {
  /// The first value of the range; a value that is in no range, such as null, stands for itself.
  package let from: Value
  /// The first value behind the range; null where the range has no end.
  package let below: Value
  /// Whether the range is all texts that begin with the letter `from`, capital or small.
  package let isLetter: Bool
  /// The number of rows.
  package let rows: Int
  /// The sum of another value over the rows; null where that is no number.
  package let total: Value

  /// The number of rows as a value.
  package var count: Value { .int(Int64(rows)) }
}

/// A count of values by ranges, in one pass over the values in ascending order.
package struct RangeCounter: Sendable {
  /// A range to which rows are still added.
  private struct Growing: Sendable {
    let from: Value
    let below: Value
    var isLetter = false
    var rows = 0
    var sum = NumberSum()

    mutating func add(_ count: Int, _ total: Value) {
      rows += count
      sum.add(total)
    }

    var result: RangeCount {
      let total = (try? sum.sum(of: "total")) ?? .null
      return RangeCount(from: from, below: below, isLetter: isLetter, rows: rows, total: total)
    }
  }

  private let step: RangeStep
  /// The range that may still grow.
  private var last: Growing?
  /// Texts of one letter do not follow each other: capitals come before small letters.
  ///
  /// Texts, unlike values, are one key however a letter is encoded.
  private var letters: [String: Growing] = [:]

  /// A count of nothing.
  package init(_ step: RangeStep) { self.step = step }

  /// Adds a value that `count` rows have, with the sum of another value over these rows.
  ///
  /// - Returns: The range that ends before this value, if there is one.
  package mutating func add(_ value: Value, count: Int, total: Value = .null) -> [RangeCount] {
    // Most values are in the range of the one before.
    if let last, !last.below.isNull, value.precedes(last.below), !value.precedes(last.from) {
      self.last?.add(count, total)
      return []
    }
    let range = step.bounds(around: value)
    if let range, range.below.isNull, case .string(let letter) = range.from {
      letters[letter, default: Growing(from: range.from, below: .null, isLetter: true)]
        .add(count, total)
      return []
    }
    let from = range?.from ?? value
    var ended: [RangeCount] = []
    if last?.from != from {
      ended = [last?.result].compactMap(\.self)
      last = Growing(from: from, below: range?.below ?? .null)
    }
    last?.add(count, total)
    return ended
  }

  /// Returns the ranges that no other value followed.
  package mutating func finish() -> [RangeCount] {
    let letters = letters.values.map(\.result).sorted { $0.from.isOrdered(before: $1.from) }
    defer { (last, self.letters) = (nil, [:]) }
    return [last?.result].compactMap(\.self) + letters
  }
}
