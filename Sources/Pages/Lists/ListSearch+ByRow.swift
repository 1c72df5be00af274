import EntityStore
import Workspace

// Row by row: what rules make of a row no statement can look for.

extension ListSearch {
  static let windowLength = 200

  /// Reads rows and looks at what they show: what rules make of a row no statement can look for.
  func find(
    byRowFrom here: Cursor?,
    _ backward: Bool,
    _ run: Run
  ) async throws(StoreError) -> (Cursor, Bool)? {
    let finder = TextSearch(words: words, in: [])
    var anchor: WindowAnchor = here.map { backward ? .before($0) : .after($0) } ?? end(backward)
    var isBeyondEnd = false
    while true {
      // Another fetch would call off that of the search that has taken the place of this one.
      if run.isStopped { throw .cancelled }
      let window = try await list.work.store.window(
        list.result.specification,
        from: anchor,
        count: Self.windowLength,
        purpose: purpose,
        timeLimit: list.scope.fetchTimeLimit
      )
      if run.isStopped { throw .cancelled }
      let rows = zip(window.records, window.cursors)
      for (record, cursor) in backward ? Array(rows.reversed()) : Array(rows) {
        run.readCount += 1
        if finder.isFound(inOneOf: list.shownTexts(of: record)) {
          return (cursor, isBeyondEnd)
        }
        if isBeyondEnd, cursor == here { return nil }
      }
      let next = backward ? window.cursors.first : window.cursors.last
      if let next, backward ? window.hasMoreBefore : window.hasMoreAfter {
        anchor = backward ? .before(next) : .after(next)
      } else {
        guard !isBeyondEnd, here != nil else { return nil }
        (anchor, isBeyondEnd) = (end(backward), true)
      }
      // Keys are heard in between.
      await Task.yield()
    }
  }

  private func end(_ backward: Bool) -> WindowAnchor { backward ? .end : .start }

  /// Counts the rows that show the text, as far as a list counts its rows.
  func count(byRowUpTo row: Cursor, _ run: Run) async throws(StoreError) -> SearchTally {
    let finder = TextSearch(words: words, in: [])
    var tally = SearchTally()
    var isBefore = true
    var anchor: WindowAnchor? = .start
    while let from = anchor {
      if run.isStopped || run.readCount >= ListModel.countLimit { throw .cancelled }
      let window = try await list.work.store.window(
        list.result.specification,
        from: from,
        count: Self.windowLength,
        purpose: purpose,
        timeLimit: list.scope.fetchTimeLimit
      )
      if run.isStopped { throw .cancelled }
      for (record, cursor) in zip(window.records, window.cursors) {
        run.readCount += 1
        if finder.isFound(inOneOf: list.shownTexts(of: record)) {
          tally.note(isBefore: isBefore) { note(atLeast: $0.count) }
        }
        if cursor == row { isBefore = false }
      }
      anchor = window.hasMoreAfter ? window.cursors.last.map { .after($0) } : nil
      await Task.yield()
    }
    return tally
  }
}
