import Qualifiers
import SQLite

extension SQLiteAdaptor {
  /// A stretch of rows.
  struct RowRange {
    /// In the order in which they were read.
    var batches: [FetchedRows]
    /// How many of the rows belong to the stretch.
    var count: Int
    var isBackwards: Bool
    /// Whether there are rows beyond the last that was read.
    var hasMore: Bool
    /// How many bytes the texts and blobs have.
    var contentSize: Int

    /// Its rows in the order of the fetch.
    func rows<Element>(_ transform: (FetchedRows, Int) -> Element) -> [Element] {
      var result: [Element] = []
      result.reserveCapacity(count)
      for rows in batches {
        for row in 0..<min(rows.batch.count, count - result.count) {
          result.append(transform(rows, row))
        }
      }
      if isBackwards { result.reverse() }
      return result
    }

    /// The stretch up to where the last group of rows with one place ends that is there whole.
    ///
    /// - Parameter mayReadMore: Whether more rows may be read.
    /// - Returns: `nil` where no group is whole and more rows may be read.
    func ofWholeGroups(mayReadMore: Bool) -> Self? {
      guard hasMore, count > 0 else { return self }
      var places: [[Value]] = []
      for rows in batches {
        for row in 0..<rows.batch.count where places.count <= count {
          places.append(rows.place(row))
        }
      }
      // The row behind the last was read too.
      guard places.count > count else { return self }
      var whole = count
      while whole > 0, places[whole - 1] == places[whole] { whole -= 1 }
      guard whole > 0 else { return mayReadMore ? nil : self }
      var stretch = self
      stretch.count = whole
      return stretch
    }
  }
}
