package import EntityStore
import Qualifiers

/// One pass over the groups of a column in ascending order, as single values while they are few, else as ranges.
///
/// The first aggregate of a group is the number of its rows, the second, if there is one, the sum of another value.
package struct ValuesPass: Sendable {
  /// The step of the ranges.
  package let step: RangeStep
  private var counter: RangeCounter
  private let limit: Int
  private var singles: [RangeCount] = []
  private var ranges: [RangeCount] = []
  /// The numbers of rows, of rows without a value, and of different values.
  package private(set) var (rows, nulls, distinct) = (0, 0, 0)

  /// A pass that keeps up to `limit` single values.
  package init(_ step: RangeStep, keepingSingles limit: Int) {
    (self.step, counter, self.limit) = (step, RangeCounter(step), limit)
  }

  /// Whether the values are few enough to be shown one by one.
  package var hasSingles: Bool { distinct <= limit }

  /// The number of ranges that have ended.
  package var rangeCount: Int { ranges.count }

  /// The values one by one, or the ranges.
  package var counts: [RangeCount] { hasSingles ? singles : ranges }

  /// Adds a group with a greater key than those before.
  package mutating func add(_ group: Group) {
    let single = RangeCount(group)
    rows += single.rows
    if single.from.isNull { nulls += single.rows } else { distinct += 1 }
    if hasSingles { singles.append(single) } else { singles = [] }
    ranges += counter.add(single.from, count: single.rows, total: single.total)
  }

  /// Ends the pass.
  package mutating func finish() { ranges += counter.finish() }
}

extension RangeCount {
  /// The single value of a group, with the number of its rows and the sum of another value.
  package init(_ group: Group) {
    self.init(
      from: group.keys[0],
      below: .null,
      isLetter: false,
      rows: group.aggregates[0].rowCount,
      total: group.aggregates.count > 1 ? group.aggregates[1] : .null
    )
  }

  /// The rows of both, under the first.
  package func adding(_ other: RangeCount) -> RangeCount {
    var sum = NumberSum()
    for total in [total, other.total] { sum.add(total) }
    return RangeCount(
      from: from,
      below: below,
      isLetter: isLetter,
      rows: rows + other.rows,
      total: (try? sum.sum(of: "total")) ?? .null
    )
  }
}
