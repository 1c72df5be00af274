import EntityModel
import EntityStore
import Qualifiers
import SQL
import SQLite

/// The rows of a fetch, known by their position.
struct NumberedRows {
  /// How the rows are found.
  enum Way {
    /// In a temporary table in their order, by these conditions on its columns.
    case table(name: String, match: String)
    /// From the places of every so many rows on, in the order of an index.
    case landmarks([Cursor], distance: Int)
    /// By counting from the first.
    case counting
  }

  let numbering: RowNumbering
  let way: Way
}

extension SQLiteAdaptor {
  func numberRows(
    _ specification: FetchSpecification,
    progress: @escaping (RowNumbering.Progress) -> Void,
    isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> RowNumbering {
    let key = specification.numberingKey
    let plan = try plan(key)
    let number = nextNumbering
    nextNumbering += 1
    let count: Int
    let way: NumberedRows.Way
    let isSorting = plan.keys.isEmpty ? false : try !isSorted(plan)
    let report = Progress(
      expected: try estimate(plan),
      report: { progress(RowNumbering.Progress(part: $0, isSorting: isSorting)) },
      isCancelled: isCancelled
    )
    report.report(0)
    if plan.keys.isEmpty {
      (count, way) = (try self.count(plan, upTo: nil), .counting)
    } else if !isSorting {
      let (total, cursors, distance) = try landmarks(plan, report)
      (count, way) = (total, .landmarks(cursors, distance: distance))
    } else {
      (count, way) = try sort(plan, number, report)
    }
    let numbering = RowNumbering(number: number, count: count, isSorted: isSorting)
    numbered[key] = NumberedRows(numbering: numbering, way: way)
    report.report(1)
    return numbering
  }

  func forgetNumbering(of specification: FetchSpecification) {
    let rows = numbered.removeValue(forKey: specification.numberingKey)
    guard case .table(let name, _)? = rows?.way else { return }
    // A table that cannot be dropped goes with the connection.
    connection.clearCache()
    try? connection.run("DROP TABLE IF EXISTS temp.\(name)")
  }

  // MARK: Making

  /// What is told while rows are numbered.
  private struct Progress {
    /// About how many rows there are; 0 when nothing is known.
    let expected: Int
    let report: (Double) -> Void
    let isCancelled: () -> Bool

    /// Tells that so many rows were seen, of which so many were written.
    func note(seen: Int, written: Int? = nil) {
      guard expected > 0 else { return }
      let part = min(1, Double(seen) / Double(expected))
      guard let written else { return report(part) }
      report(0.7 * part + 0.3 * min(1, Double(written) / Double(max(seen, 1))))
    }
  }

  /// About how many rows the table has: the last number that was given to one.
  private func estimate(_ plan: FetchPlan) throws(StoreError) -> Int {
    let entity = plan.decoder.layout.entity
    guard let rowID = entity.rowIDName else { return 0 }
    var last = 0
    try rows(SQLFragment("SELECT max(\(rowID)) FROM \(entity.sqlName)")) {
      last = Int($0.int(0))
    }
    return last
  }

  /// Goes through an index and remembers the places of some rows.
  private func landmarks(
    _ plan: FetchPlan,
    _ progress: Progress
  ) throws(StoreError) -> (count: Int, cursors: [Cursor], distance: Int) {
    let fragment = plan.places
    let start = ContinuousClock.now
    defer { log.add(fragment.sql, ContinuousClock.now - start) }
    var (count, distance) = (0, 512)
    var cursors: [Cursor] = []
    do throws(SQLiteError) {
      let statement = try connection.cached(fragment.sql)
      defer { statement.reset() }
      try statement.bind(fragment.bound)
      while try statement.step() {
        if count % distance == 0 {
          cursors.append(
            Cursor(values: plan.keys.indices.map { ColumnCoding.decodeRaw(statement[$0]) })
          )
          if cursors.count > 8192 {
            cursors = stride(from: 0, to: cursors.count, by: 2).map { cursors[$0] }
            distance *= 2
          }
        }
        count += 1
        if count % 65_536 == 0 {
          progress.note(seen: count)
          if progress.isCancelled() { throw SQLiteError.interrupted }
        }
      }
    } catch {
      throw StoreError(error, model: model)
    }
    return (count, cursors, distance)
  }

  /// Sorts what finds the rows again into a temporary table.
  private func sort(
    _ plan: FetchPlan,
    _ number: Int,
    _ progress: Progress
  ) throws(StoreError) -> (count: Int, way: NumberedRows.Way) {
    let entity = plan.decoder.layout.entity
    let columns = plan.locatorColumns
    let table = "d2t_order_\(number)"
    let names = columns.indices.map { "k\($0)" }.joined(separator: ", ")
    let insert = "INSERT INTO temp.\(table)(\(names)) " + plan.locators(columns)
    let start = ContinuousClock.now
    defer { log.add(insert.sql, ContinuousClock.now - start) }
    let connection = connection
    do throws(SQLiteError) {
      try connection.run("CREATE TEMP TABLE \(table)(n INTEGER PRIMARY KEY, \(names))")
      let statement = try connection.prepare(insert.sql)
      try statement.bind(insert.bound)
      let before = connection.lastInsertRowID
      try connection.watching(every: 100_000) {
        let last = connection.lastInsertRowID
        progress.note(seen: statement.scannedRows, written: last == before ? 0 : Int(last))
        return !progress.isCancelled()
      } during: { () throws(SQLiteError) in
        while try statement.step() {}
      }
    } catch {
      try? connection.run("DROP TABLE IF EXISTS temp.\(table)")
      throw StoreError(error, model: model)
    }
    let isView = entity.definition.kind == .view
    let match = columns.enumerated().map { "\($1) \(isView ? "IS" : "=") o.k\($0)" }
    return (connection.changes, .table(name: table, match: match.joined(separator: " AND ")))
  }
}

// MARK: - Windows

extension SQLiteAdaptor {
  /// A window of rows that have been numbered.
  func window(
    _ plan: FetchPlan,
    _ specification: FetchSpecification,
    _ numbered: NumberedRows,
    from anchor: WindowAnchor,
    count: Int,
    _ isCancelled: () -> Bool
  ) throws(StoreError) -> Window {
    var anchor = anchor
    if case .fraction(let part) = anchor {
      anchor = .position(WindowAnchor.position(part, of: numbered.numbering.count, window: count))
    }
    switch numbered.way {
    case .counting: return try positional(plan, from: anchor, count: count, isCancelled)
    case .table(let name, let match):
      let table = OrderTable(name: name, match: match, numbering: numbered.numbering)
      return try window(plan, specification, table, from: anchor, count: count, isCancelled)
    case .landmarks(let cursors, let distance):
      guard case .position(let position) = anchor else {
        return try window(ofKeys: plan, specification, from: anchor, count: count, isCancelled)
      }
      guard !cursors.isEmpty else {
        return try window(ofKeys: plan, specification, from: .start, count: count, isCancelled)
      }
      let index = max(0, min(position / distance, cursors.count - 1))
      // From the landmark on only the keys are read.
      let places = try self.plan(specification.numberingKey)
      let behind = try segments(places, cursors[index], backwards: false, includingRow: true)
      let steps = max(0, position - index * distance)
      let stretch = try fetch(places, behind, backwards: false, count: steps + 1, isCancelled)
      guard let cursor = stretch.rows({ Cursor($0, row: $1) }).last else {
        return try window(ofKeys: plan, specification, from: .end, count: count, isCancelled)
      }
      var window = try window(plan, from: cursor, count: count, isCancelled)
      window.position = index * distance + stretch.count - 1
      return window
    }
  }

  /// A temporary table with the rows of a fetch in their order.
  private struct OrderTable {
    let name: String
    let match: String
    let numbering: RowNumbering
  }

  private func window(
    _ plan: FetchPlan,
    _ specification: FetchSpecification,
    _ table: OrderTable,
    from anchor: WindowAnchor,
    count: Int,
    _ isCancelled: () -> Bool
  ) throws(StoreError) -> Window {
    var (number, isBackwards) = (1, false)
    switch anchor {
    case .start: break
    case .end: (number, isBackwards) = (table.numbering.count, true)
    case .after(let cursor): number = try self.number(of: cursor, plan, table, isPassing: true)
    case .before(let cursor):
      (number, isBackwards) = (try self.number(of: cursor, plan, table, isPassing: false) - 1, true)
    case .from(let cursor): number = try self.number(of: cursor, plan, table, isPassing: false)
    case .id(let id):
      let cursor = try cursor(of: id, plan, specification)
      number = try self.number(of: cursor, plan, table, isPassing: false)
    case .position(let position): number = max(0, position) + 1
    case .fraction: throw .notNumbered
    }
    if isCancelled() { throw .cancelled }
    var reader = Selection.Reader(plan.selection, connection: connection, expectedRows: count + 1)
    var numbers: [Int] = []
    let column = max(1, plan.selection.columnCount)
    let statement = plan.statement(
      in: table.name,
      matching: table.match,
      from: number,
      backwards: isBackwards,
      limit: count + 1
    )
    try read(statement, into: &reader) { numbers.append(Int($0.int(column))) }
    let hasMore = reader.count > count || (reader.isFull && reader.count > 1)
    let stretch = Stretch(
      batches: reader.finish().map { FetchedRows(plan.decoder, $0) },
      count: hasMore ? numbers.count - 1 : numbers.count,
      isBackwards: isBackwards,
      hasMore: hasMore,
      contentSize: reader.contentSize
    )
    numbers.removeLast(numbers.count - stretch.count)
    if isBackwards { numbers.reverse() }
    let first = numbers.first ?? (isBackwards ? 1 : number)
    var window = Window(
      stretch,
      hasMoreBefore: isBackwards ? hasMore : first > 1,
      hasMoreAfter: isBackwards ? number < table.numbering.count : hasMore,
      position: first - 1
    )
    for (index, number) in numbers.enumerated() {
      window.cursors[index].ordinal = Cursor.Ordinal(
        numbering: table.numbering.number,
        position: number
      )
    }
    return window
  }

  /// The next row of a numbered fetch that shows what is searched for.
  func find(
    _ plan: FetchPlan,
    _ rows: NumberedRows,
    from cursor: Cursor?,
    backwards: Bool,
    _ isCancelled: () -> Bool
  ) throws(StoreError) -> SearchHit? {
    guard case .table(let name, let match) = rows.way else { return nil }
    let table = OrderTable(name: name, match: match, numbering: rows.numbering)
    let end = backwards ? table.numbering.count : 1
    var start = end
    if let cursor {
      let number = try number(of: cursor, plan, table, isPassing: !backwards)
      start = backwards ? number - 1 : number
    }
    let turn = backwards ? start + 1 : start - 1
    for (from, to, isBeyondEnd) in [(start, nil, false), (end, turn, true)] {
      if isBeyondEnd, cursor == nil { break }
      if isCancelled() { throw .cancelled }
      let statement = plan.statement(
        in: name,
        matching: match,
        from: from,
        to: to,
        backwards: backwards,
        limit: 1
      )
      guard let found = try firstPlace(plan, statement) else { continue }
      return SearchHit(cursor: found, isBeyondEnd: isBeyondEnd)
    }
    return nil
  }

  func position(of id: RecordID, in specification: FetchSpecification) throws(StoreError) -> Int? {
    guard let numbered = numbered[specification.numberingKey] else { return nil }
    let plan = try plan(specification.numberingKey)
    switch numbered.way {
    case .counting: return nil
    case .table(let name, let match):
      let table = OrderTable(name: name, match: match, numbering: numbered.numbering)
      let cursor = try cursor(of: id, plan, specification)
      return try number(of: cursor, plan, table, isPassing: false) - 1
    case .landmarks(let cursors, let distance):
      // Looked for by halves: the last landmark that the row is, or is behind.
      let isRow = try plan.condition(for: id)
      var (low, high) = (0, cursors.count)
      while low < high {
        let middle = (low + high) / 2
        let behind = try segments(plan, cursors[middle], backwards: false, includingRow: true)
          .compactMap(\.self)
        let isBehind = "(" + .joined(behind.map { "(" + $0 + ")" }, " OR ") + ")"
        var found = false
        try rows(plan.existence(where: isRow + " AND " + isBehind)) { _ in found = true }
        if found { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return nil }
      let behind = try segments(plan, cursors[low - 1], backwards: false, includingRow: true)
      let stretch = try fetch(plan, behind, backwards: false, count: 2 * distance) { false }
      let place = stretch.rows { $0.id($1) }.firstIndex(of: id)
      return place.map { (low - 1) * distance + $0 }
    }
  }

  /// The number of the first row at a place or behind it; of the first behind it when it is passed.
  private func number(
    of cursor: Cursor,
    _ plan: FetchPlan,
    _ table: OrderTable,
    isPassing: Bool
  ) throws(StoreError) -> Int {
    if let ordinal = cursor.ordinal, ordinal.numbering == table.numbering.number {
      return ordinal.position + (isPassing ? 1 : 0)
    }
    // The place is older than the table: it is looked for by halves.
    let behind = try segments(plan, cursor, backwards: false, includingRow: !isPassing)
      .compactMap(\.self)
    let condition: SQLFragment =
      behind.isEmpty ? SQLFragment("0") : .joined(behind.map { "(" + $0 + ")" }, " OR ")
    var (low, high) = (1, table.numbering.count + 1)
    while low < high {
      let middle = (low + high) / 2
      var (found, isBehind) = (high, true)
      try rows(plan.test(condition, in: table.name, matching: table.match, from: middle)) {
        (found, isBehind) = (Int($0.int(0)), $0.int(1) != 0)
      }
      if isBehind || found >= high { high = middle } else { low = found + 1 }
    }
    return low
  }
}
