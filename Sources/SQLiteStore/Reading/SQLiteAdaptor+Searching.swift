import EntityStore
import Qualifiers
import SQL
import SQLite

extension SQLiteAdaptor {
  func find(
    _ specification: FetchSpecification,
    from cursor: Cursor?,
    backwards: Bool
  ) throws(StoreError) -> SearchHit? {
    let plan = try plan(specification)
    specification.search?.begin()
    defer { if let search = specification.search { searches.tellSeen(of: search) } }
    guard !plan.keys.isEmpty else {
      return try findByPosition(plan, from: cursor, backwards: backwards)
    }
    if let rows = numbered[specification.numberingKey], rows.numbering.isSorted {
      return try find(plan, rows, from: cursor, backwards: backwards)
    }
    var ahead: [SQLFragment?] = [nil]
    var behind: [SQLFragment?] = []
    if let cursor {
      ahead = try segments(plan, cursor, backwards: backwards, includingRow: false)
      // The stretches that lead away from the row, the farthest first.
      behind = try segments(plan, cursor, backwards: !backwards, includingRow: true).reversed()
    }
    for (stretches, isBeyondEnd) in [(ahead, false), (behind, true)] {
      for stretch in stretches {
        if isCancelled() { throw .cancelled }
        let statement = plan.statement(where: stretch, backwards: backwards, limit: 1)
        guard let found = try firstPlace(plan, statement) else { continue }
        return SearchHit(cursor: found, isBeyondEnd: isBeyondEnd)
      }
    }
    return nil
  }

  func tally(
    _ specification: FetchSpecification,
    upTo cursor: Cursor?,
    progress: (SearchTally) -> Void
  ) throws(StoreError) -> SearchTally {
    let plan = try plan(specification)
    specification.search?.begin()
    defer { if let search = specification.search { searches.tellSeen(of: search) } }
    var tally = SearchTally()
    guard !plan.keys.isEmpty else {
      let last = try cursor.map(position) ?? -1
      var number = 0
      try walk(plan.searchResults) { statement in
        if statement.int(0) != 0 { tally.note(isBefore: number <= last, progress) }
        number += 1
        return !isCancelled()
      }
      if isCancelled() { throw .cancelled }
      return tally
    }
    let before = try cursor.map { cursor throws(StoreError) in
      try segments(plan, cursor, backwards: true, includingRow: true)
    }
    // In any order: nothing is sorted.
    try walk(plan.matches(before.map { SQLFragment.anyOf($0) } ?? SQLFragment("0"))) { statement in
      tally.note(isBefore: statement.int(0) != 0, progress)
      return !isCancelled()
    }
    if isCancelled() { throw .cancelled }
    return tally
  }

  func isIndexed(_ specification: FetchSpecification) throws(StoreError) -> Bool {
    let plan = try plan(specification)
    return try plan.keys.isEmpty ? false : isSorted(plan)
  }

  /// The place of the only row of a statement.
  func firstPlace(_ plan: FetchPlan, _ statement: SQLFragment) throws(StoreError) -> Cursor? {
    var reader = Selection.Reader(plan.selection, connection, expectedRows: 1)
    try read(statement, into: &reader)
    guard let batch = reader.finish().first, batch.count > 0 else { return nil }
    return Cursor(FetchedRows(plan.decoder, batch, readAt: reader.readNumber), row: 0)
  }

  /// Goes through all rows once: nothing but their number tells them apart.
  private func findByPosition(
    _ plan: FetchPlan,
    from cursor: Cursor?,
    backwards: Bool
  ) throws(StoreError) -> SearchHit? {
    let here = try cursor.map(position)
    // What comes ahead in the direction of the search, and what comes first behind it.
    var (ahead, beyond): (Int?, Int?)
    var number = 0
    try walk(plan.searchResults) { statement in
      defer { number += 1 }
      guard statement.int(0) != 0 else { return true }
      let isAhead = here.map { backwards ? number < $0 : number > $0 } ?? true
      if isAhead {
        ahead = number
      } else if backwards || beyond == nil {
        beyond = number
      }
      return ahead == nil || backwards
    }
    guard let found = ahead ?? beyond else { return nil }
    let place = Cursor(values: [.int(Int64(found))])
    return SearchHit(cursor: place, isBeyondEnd: ahead == nil)
  }
}
