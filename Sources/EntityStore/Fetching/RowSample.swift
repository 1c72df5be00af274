/// Rows that stand for all rows of a table: stretches of row numbers, spread over it.
package struct RowSample: Sendable, Hashable {
  /// The row numbers, in their order.
  package let stretches: [ClosedRange<Int64>]
  /// The part of the table's rows that they are, about, from 0 to 1.
  package let share: Double

  /// A sample; the store makes them.
  package init(stretches: [ClosedRange<Int64>], share: Double) {
    (self.stretches, self.share) = (stretches, share)
  }
}
