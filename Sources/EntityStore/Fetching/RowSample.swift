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

extension EntityStore {
  /// About `count` rows of an entity's table as a sample of it, for ``FetchSpecification/sample``.
  ///
  /// - Returns: `nil` where rows have no numbers, lie together in few places, or are too few to be worth a sample.
  package func sample(
    ofEntityNamed name: String,
    count: Int
  ) async throws(StoreError) -> RowSample? {
    try await worker.perform(nil) { adaptor throws(StoreError) in
      try adaptor.sample(of: name, count: count)
    }
  }
}

extension Adaptor {
  /// Rows have no numbers.
  package func sample(of entityName: String, count: Int) throws(StoreError) -> RowSample? { nil }
}
