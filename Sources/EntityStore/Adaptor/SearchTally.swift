/// How many rows of a fetch show the text of a search, and which of them one is.
package struct SearchTally: Sendable, Hashable {
  /// The rows found so far.
  package private(set) var count = 0
  /// The rows found so far that come no later than a place, in the order of the fetch.
  package private(set) var rank = 0
  /// The count from which progress is reported again: each time a tenth is new.
  private var nextReport = 1

  /// No rows.
  package init() {}

  /// Counts a row that was found; tells `progress` of the first rows, then more and more rarely.
  package mutating func note(isBefore: Bool, _ progress: (SearchTally) -> Void) {
    count += 1
    if isBefore { rank += 1 }
    guard count >= nextReport else { return }
    nextReport = count + max(1, count / 10)
    progress(self)
  }
}

extension Adaptor {
  /// Counts the rows that show the text of the fetch's search, window by window, for databases that cannot count them at once.
  package func tally(
    _ specification: FetchSpecification,
    upTo cursor: Cursor?,
    progress: (SearchTally) -> Void
  ) throws(StoreError) -> SearchTally {
    var tally = SearchTally()
    var isBefore = cursor != nil
    var anchor: WindowAnchor? = .start
    while let from = anchor {
      if isCancelled() { throw .cancelled }
      let window = try window(specification, from: from, count: 1_000)
      for place in window.cursors {
        tally.note(isBefore: isBefore, progress)
        if place == cursor { isBefore = false }
      }
      anchor = window.hasMoreAfter ? window.cursors.last.map { .after($0) } : nil
    }
    return tally
  }
}
