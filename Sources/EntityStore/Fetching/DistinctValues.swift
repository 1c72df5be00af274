/// The result of a fetch of distinct values: rows of values, decoded only when they are read, and whether there are more.
package struct DistinctValues: Sendable {
  private let parts: [(rows: any RecordSource, count: Int)]
  /// Whether so much was read that it was time to stop.
  package let hasMore: Bool

  /// Creates a list from the first `count` rows of each part.
  package init(_ parts: [(rows: any RecordSource, count: Int)], hasMore: Bool) {
    (self.parts, self.hasMore) = (parts, hasMore)
  }

  /// How many rows there are.
  package var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// The rows, some at a time, each time made anew.
  package var batches: some Sequence<[Record]> {
    parts.lazy.map { part in (0..<part.count).map { Record(part.rows, row: $0) } }
  }
}
