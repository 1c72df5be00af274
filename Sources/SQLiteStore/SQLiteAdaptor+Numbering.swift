import EntityModel
import EntityStore
import Formatting
import SQL
import SQLite

/// The rows of a fetch, known by their position.
struct NumberedRows {
  /// How the rows are found.
  enum Way {
    /// In a temporary table in their order.
    case table(OrderTable)
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
    progress: @escaping (RowNumbering.Progress) -> Void
  ) throws(StoreError) -> RowNumbering {
    let key = specification.numberingKey
    let plan = try plan(key)
    let number = nextNumbering
    nextNumbering += 1
    let isSorting = plan.keys.isEmpty ? false : try !isSorted(plan)
    let report = Progress(expected: try estimate(plan)) {
      progress(RowNumbering.Progress(part: $0, isSorting: isSorting))
    }
    report.report(0)
    let (count, way): (Int, NumberedRows.Way)
    if isSorting {
      let table = try sort(plan, as: number, report)
      (count, way) = (table.count, .table(table))
    } else if plan.keys.isEmpty {
      (count, way) = (try self.count(plan, upTo: nil), .counting)
    } else {
      (count, way) = try landmarks(plan, report)
    }
    let numbering = RowNumbering(number: number, count: count, isSorted: isSorting)
    numbered[key] = NumberedRows(numbering: numbering, way: way)
    report.report(1)
    return numbering
  }

  func forgetNumbering(of specification: FetchSpecification) {
    let rows = numbered.removeValue(forKey: specification.numberingKey)
    guard case .table(let table)? = rows?.way else { return }
    // A table that cannot be dropped goes with the connection.
    connection.clearCache()
    try? connection.run("DROP TABLE IF EXISTS temp.\(table.name)")
  }

  // MARK: Making

  /// The progress report of numbering rows.
  private struct Progress {
    /// About how many rows there are; 0 when nothing is known.
    let expected: Int
    let report: (Double) -> Void

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
    guard let rowID = plan.entity.rowIDName else { return 0 }
    let last = SQLFragment("SELECT max(\(rowID)) FROM \(plan.entity.sqlName)")
    return try first(last) { Int($0.int(0)) } ?? 0
  }

  /// Goes through an index and remembers the places of some rows.
  private func landmarks(
    _ plan: FetchPlan,
    _ progress: Progress
  ) throws(StoreError) -> (count: Int, way: NumberedRows.Way) {
    var (count, distance) = (0, 512)
    var cursors: [Cursor] = []
    try walk(plan.places) { statement in
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
      guard count % 65_536 == 0 else { return true }
      progress.note(seen: count)
      return !isCancelled()
    }
    if isCancelled() { throw .cancelled }
    return (count, .landmarks(cursors, distance: distance))
  }

  /// Sorts what finds the rows again into a temporary table.
  private func sort(
    _ plan: FetchPlan,
    as number: Int,
    _ progress: Progress
  ) throws(StoreError) -> OrderTable {
    let columns = plan.locatorColumns
    let isView = plan.entity.definition.kind == .view
    let match = columns.enumerated().map { "\($1) \(isView ? "IS" : "=") o.k\($0)" }
    var order = OrderTable(number: number, match: match.joined(separator: " AND "))
    let table = order.name
    let names = columns.indices.map { "k\($0)" }.joined(separator: ", ")
    let insert = "INSERT INTO temp.\(table)(\(names)) " + plan.locators(columns)
    let start = ContinuousClock.now
    defer { log.add(insert.sql, ContinuousClock.now - start) }
    do throws(SQLiteError) {
      try connection.run("CREATE TEMP TABLE \(table)(n INTEGER PRIMARY KEY, \(names))")
      let statement = try connection.prepare(insert.sql)
      try statement.bind(insert.bound)
      let before = connection.lastInsertRowID
      try connection.watching(every: 100_000) {
        let last = connection.lastInsertRowID
        progress.note(seen: statement.scannedRows, written: last == before ? 0 : Int(last))
        return !isCancelled()
      } during: { () throws(SQLiteError) in
        while try statement.step() {}
      }
    } catch {
      try? connection.run("DROP TABLE IF EXISTS temp.\(table)")
      throw StoreError(error, model: model)
    }
    order.count = connection.changes
    return order
  }
}

// MARK: - Windows

extension SQLiteAdaptor {
  /// A window of rows that have been numbered.
  func window(
    _ plan: FetchPlan,
    _ numbered: NumberedRows,
    from anchor: WindowAnchor,
    count: Int
  ) throws(StoreError) -> Window {
    var anchor = anchor
    if case .fraction(let part) = anchor {
      anchor = .position(WindowAnchor.position(part, of: numbered.numbering.count, window: count))
    }
    switch numbered.way {
    case .counting: return try positional(plan, from: anchor, count: count)
    case .table(let table): return try window(plan, table, from: anchor, count: count)
    case .landmarks(let cursors, let distance):
      guard case .position(let position) = anchor, !cursors.isEmpty else {
        if case .position = anchor { anchor = .start }
        return try window(ofKeys: plan, from: anchor, count: count)
      }
      let index = max(0, min(position / distance, cursors.count - 1))
      // From the landmark on only the keys are read.
      let places = try self.plan(plan.specification.numberingKey)
      let steps = max(0, position - index * distance)
      let stretch = try fetch(
        places,
        from: cursors[index],
        includingRow: true,
        backwards: false,
        count: steps + 1
      )
      guard let cursor = stretch.rows({ Cursor($0, row: $1) }).last else {
        return try window(ofKeys: plan, from: .end, count: count)
      }
      var window = try window(plan, from: cursor, count: count)
      window.position = index * distance + stretch.count - 1
      return window
    }
  }

  private func window(
    _ plan: FetchPlan,
    _ table: OrderTable,
    from anchor: WindowAnchor,
    count: Int
  ) throws(StoreError) -> Window {
    var (number, isBackwards) = (1, false)
    switch anchor {
    case .start: break
    case .end: (number, isBackwards) = (table.count, true)
    case .after(let cursor): number = try self.number(of: cursor, plan, in: table, isPassing: true)
    case .before(let cursor):
      (number, isBackwards) = (
        try self.number(of: cursor, plan, in: table, isPassing: false) - 1, true
      )
    case .from(let cursor): number = try self.number(of: cursor, plan, in: table, isPassing: false)
    case .id(let id):
      number = try self.number(of: try cursor(of: id, plan), plan, in: table, isPassing: false)
    case .position(let position): number = max(0, position) + 1
    case .fraction: throw .notNumbered
    }
    var numbers: [Int] = []
    let column = max(1, plan.selection.columnCount)
    let statement = { (limit: Int) in
      plan.statement(in: table, from: number, backwards: isBackwards, limit: limit)
    }
    let stretch = try fetch(plan, [statement], backwards: isBackwards, count: count) {
      numbers.append(Int($0.int(column)))
    }
    let hasMore = stretch.hasMore
    numbers.removeLast(numbers.count - stretch.count)
    if isBackwards { numbers.reverse() }
    let first = numbers.first ?? (isBackwards ? 1 : number)
    var window = Window(
      stretch,
      hasMoreBefore: isBackwards ? hasMore : first > 1,
      hasMoreAfter: isBackwards ? number < table.count : hasMore,
      position: first - 1
    )
    for (index, number) in numbers.enumerated() {
      window.cursors[index].ordinal = Cursor.Ordinal(numbering: table.number, position: number)
    }
    return window
  }

  /// The next row of a numbered fetch that shows what is searched for.
  func find(
    _ plan: FetchPlan,
    _ rows: NumberedRows,
    from cursor: Cursor?,
    backwards: Bool
  ) throws(StoreError) -> SearchHit? {
    guard case .table(let table) = rows.way else { return nil }
    let end = backwards ? table.count : 1
    var start = end
    if let cursor {
      let number = try number(of: cursor, plan, in: table, isPassing: !backwards)
      start = backwards ? number - 1 : number
    }
    let turn = backwards ? start + 1 : start - 1
    for (from, to, isBeyondEnd) in [(start, nil, false), (end, turn, true)] {
      if isBeyondEnd, cursor == nil { break }
      if isCancelled() { throw .cancelled }
      let statement = plan.statement(in: table, from: from, to: to, backwards: backwards, limit: 1)
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
    case .table(let table):
      return try number(of: try cursor(of: id, plan), plan, in: table, isPassing: false) - 1
    case .landmarks(let cursors, let distance):
      // Looked for by halves: the last landmark that the row is, or is behind.
      let isRow = try plan.condition(for: id)
      var (low, high) = (0, cursors.count)
      while low < high {
        let middle = (low + high) / 2
        let behind = try segments(plan, cursors[middle], backwards: false, includingRow: true)
        let isBehind = "(" + .anyOf(behind) + ")"
        let place = plan.existence(where: isRow + " AND " + isBehind)
        if try first(place, { _ in true }) != nil { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return nil }
      let stretch = try fetch(
        plan,
        from: cursors[low - 1],
        includingRow: true,
        backwards: false,
        count: 2 * distance
      )
      let place = stretch.rows { $0.id($1) }.firstIndex(of: id)
      return place.map { (low - 1) * distance + $0 }
    }
  }

  /// The number of the first row at a place or behind it; of the first behind it when it is passed.
  private func number(
    of cursor: Cursor,
    _ plan: FetchPlan,
    in table: OrderTable,
    isPassing: Bool
  ) throws(StoreError) -> Int {
    if let ordinal = cursor.ordinal, ordinal.numbering == table.number {
      return ordinal.position + (isPassing ? 1 : 0)
    }
    // The place is older than the table: it is looked for by halves.
    let behind = try segments(plan, cursor, backwards: false, includingRow: !isPassing)
    let condition = behind.isEmpty ? SQLFragment("0") : .anyOf(behind)
    var (low, high) = (1, table.count + 1)
    while low < high {
      let middle = (low + high) / 2
      // The first row behind the middle, if it is one of those in front.
      let found = try first(plan.test(condition, in: table, from: middle)) {
        $0.int(1) == 0 ? Int($0.int(0)) : nil
      }
      if let found, found < high { low = found + 1 } else { high = middle }
    }
    return low
  }
}
