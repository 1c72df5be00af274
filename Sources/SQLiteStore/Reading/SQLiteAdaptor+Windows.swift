import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

extension SQLiteAdaptor {
  /// A window of which one statement reads all columns.
  func narrowWindow(
    _ specification: FetchSpecification,
    from anchor: WindowAnchor,
    count: Int
  ) throws(StoreError) -> Window {
    let plan = try plan(specification)
    let count = max(count, 0)
    var window =
      if let numbered = numbered[specification.numberingKey] {
        try self.window(plan, numbered, from: anchor, count: count)
      } else {
        try self.window(ofKeys: plan, from: anchor, count: count)
      }
    guard !specification.prefetchingKeyPaths.isEmpty else { return window }
    window.records = try fetchingRelated(
      PrefetchTree(specification.prefetchingKeyPaths),
      of: window.records,
      plan.entity,
      by: specification
    )
    return window
  }

  /// A window found by the keys of the order.
  func window(
    ofKeys plan: FetchPlan,
    from anchor: WindowAnchor,
    count: Int
  ) throws(StoreError) -> Window {
    guard !plan.keys.isEmpty else { return try positional(plan, from: anchor, count: count) }
    switch anchor {
    case .start:
      let rows = try fetch(plan, from: nil, backwards: false, count: count)
      return Window(rows, hasMoreBefore: false, hasMoreAfter: rows.hasMore)
    case .end:
      let rows = try fetch(plan, from: nil, backwards: true, count: count)
      return Window(rows, hasMoreBefore: rows.hasMore, hasMoreAfter: false)
    case .after(let cursor):
      let rows = try fetch(plan, from: cursor, backwards: false, count: count)
      return Window(rows, hasMoreBefore: true, hasMoreAfter: rows.hasMore)
    case .before(let cursor):
      let rows = try fetch(plan, from: cursor, backwards: true, count: count)
      return Window(rows, hasMoreBefore: rows.hasMore, hasMoreAfter: true)
    case .from(let cursor): return try window(plan, from: cursor, count: count)
    case .id(let id): return try window(plan, from: try cursor(of: id, plan), count: count)
    case .position, .fraction: throw .notNumbered
    }
  }

  func window(_ plan: FetchPlan, from cursor: Cursor, count: Int) throws(StoreError) -> Window {
    let rows = try fetch(plan, from: cursor, includingRow: true, backwards: false, count: count)
    let places = try places(of: plan)
    var hasMoreBefore = false
    for segment in try segments(places, cursor, backwards: true, includingRow: false) {
      guard let segment, !hasMoreBefore else { continue }
      if isCancelled() { throw .cancelled }
      try self.rows(places.existence(where: segment)) { _ in hasMoreBefore = true }
    }
    return Window(rows, hasMoreBefore: hasMoreBefore, hasMoreAfter: rows.hasMore)
  }

  /// The plan of the same rows in the same order that reads their keys alone.
  private func places(of plan: FetchPlan) throws(StoreError) -> FetchPlan {
    var key = plan.specification.numberingKey
    key.search = plan.specification.search
    return try self.plan(key)
  }

  /// The place of the row with an identity, whether the fetch's condition picks it or not.
  func cursor(of id: RecordID, _ plan: FetchPlan) throws(StoreError) -> Cursor {
    var all = plan.specification
    guard id.entityName == all.entityName else {
      throw .unsupported("\(id.entityName) is not the entity of this list.")
    }
    (all.qualifier, all.auxiliaryQualifier, all.fetchLimit) = (nil, nil, nil)
    all.refinement?.qualifier = nil
    guard let found = try row(id, try self.plan(all)) else { throw .notFound(id) }
    return Cursor(found, row: 0)
  }

  // MARK: Stretches

  /// The conditions for the rows behind (or before) a place; `nil` stands for all rows.
  func segments(
    _ plan: FetchPlan,
    _ cursor: Cursor,
    backwards: Bool,
    includingRow: Bool
  ) throws(StoreError) -> [SQLFragment?] {
    let values = cursor.values.filter { ColumnCoding.encodeRaw($0) != nil }
    guard values.count == plan.keys.count else { throw .otherOrder }
    let conditions = KeysetSegments.conditions(
      keys: plan.keys,
      values: values,
      backwards: backwards,
      includingRow: includingRow
    )
    // Without an index each stretch would be a scan of its own.
    if conditions.count > 1, try !isSorted(plan) {
      return [.anyOf(conditions)]
    }
    return conditions
  }

  /// A stretch of the rows behind or before a place, or of all rows; of a view it ends where the key of its triggers changes,
  /// since the next one begins behind that.
  func fetch(
    _ plan: FetchPlan,
    from cursor: Cursor?,
    includingRow: Bool = false,
    backwards: Bool,
    count: Int
  ) throws(StoreError) -> RowRange {
    let places = try places(of: plan)
    // Sorting all rows must not join to each what only those that are read show.
    let isFoundFirst = plan.isFound(by: places) ? try !isSorted(plan) : false
    let segments =
      try cursor.map { cursor throws(StoreError) in
        try self.segments(
          isFoundFirst ? places : plan,
          cursor,
          backwards: backwards,
          includingRow: includingRow
        )
      } ?? [nil]
    let statements = segments.map { segment in
      { (limit: Int) in
        isFoundFirst
          ? plan.statement(foundBy: places, where: segment, backwards: backwards, limit: limit)
          : plan.statement(where: segment, backwards: backwards, limit: limit)
      }
    }
    var length = count
    while true {
      let stretch = try fetch(plan, statements, backwards: backwards, count: length)
      guard plan.mayShareKeys else { return stretch }
      if let whole = stretch.ofWholeGroups(mayReadMore: length < 1 << 16) { return whole }
      length = max(length * 2, 2)
    }
  }

  /// Reads the rows of statements, one after the other, until there are more than `count`; `besides` sees each.
  func fetch(
    _ plan: FetchPlan,
    _ statements: [(Int) -> SQLFragment],
    backwards: Bool = false,
    count: Int,
    firstPosition: Int = 0,
    besides: (Statement) -> Void = { _ in }
  ) throws(StoreError) -> RowRange {
    var reader = Selection.Reader(plan.selection, connection, expectedRows: count + 1)
    for statement in statements where reader.count <= count && !reader.isFull {
      if isCancelled() { throw .cancelled }
      try read(statement(count + 1 - reader.count), into: &reader, besides: besides)
    }
    // The last row of a window that became too big says that there are more, as does the one beyond `count`.
    let hasMore = reader.count > count || (reader.isFull && reader.count > 1)
    var position = firstPosition
    let number = reader.readNumber
    let batches = reader.finish().map { batch in
      defer { position += batch.count }
      return FetchedRows(plan.decoder, batch, readAt: number, firstPosition: position)
    }
    return RowRange(
      batches: batches,
      count: hasMore ? reader.count - 1 : reader.count,
      isBackwards: backwards,
      hasMore: hasMore,
      contentSize: reader.contentSize
    )
  }

  func read(
    _ fragment: SQLFragment,
    into reader: inout Selection.Reader,
    besides: (Statement) -> Void = { _ in }
  ) throws(StoreError) {
    try walk(fragment) { statement throws(SQLiteError) in
      try reader.read(statement)
      besides(statement)
      return !reader.isFull
    }
  }

  // MARK: Results in which nothing identifies a row

  /// Views, and tables whose rowid is hidden: a cursor is a position.
  func positional(
    _ plan: FetchPlan,
    from anchor: WindowAnchor,
    count: Int
  ) throws(StoreError) -> Window {
    var (start, count) = (0, count)
    switch anchor {
    case .start: break
    case .end: start = max(0, try self.count(plan, upTo: nil) - count)
    case .after(let cursor): start = try position(cursor) + 1
    case .from(let cursor): start = try position(cursor)
    case .before(let cursor):
      let end = try position(cursor)
      start = max(0, end - count)
      count = min(count, end)
    case .id(let id): throw .notFound(id)
    case .position(let position): start = max(0, position)
    case .fraction: throw .notNumbered
    }
    let statement = { (limit: Int) in plan.statement(from: start, limit: limit) }
    let rows = try fetch(plan, [statement], count: count, firstPosition: start)
    return Window(rows, hasMoreBefore: start > 0, hasMoreAfter: rows.hasMore, position: start)
  }

  func distinctValues(
    _ specification: FetchSpecification,
    from position: Int,
    count: Int
  ) throws(StoreError) -> DistinctValues {
    let plan = try plan(specification)
    var reader = Selection.Reader(plan.selection, connection, expectedRows: count)
    try read(plan.statement(from: position, limit: count), into: &reader)
    let (hasMore, number) = (reader.isFull, reader.readNumber)
    return DistinctValues(
      reader.finish().map { (FetchedRows(plan.decoder, $0, readAt: number), $0.count) },
      hasMore: hasMore
    )
  }

  func position(_ cursor: Cursor) throws(StoreError) -> Int {
    guard cursor.values.count == 1, case .int(let position) = cursor.values[0], position >= 0 else {
      throw .otherOrder
    }
    return Int(position)
  }

  // MARK: One row, and how many

  func narrowRecord(_ id: RecordID, _ fetch: FetchSpecification) throws(StoreError) -> Record? {
    try row(id, try plan(fetch)).map { Record($0, row: 0) }
  }

  func narrowRecords(_ ids: [RecordID], _ fetch: FetchSpecification) throws(StoreError) -> [Record]
  {
    guard !ids.isEmpty else { return [] }
    let plan = try plan(fetch)
    let statements = try conditions(for: ids, plan).map { condition, count in
      { (_: Int) in plan.statement(where: condition, backwards: false, limit: 2 * count) }
    }
    let found = try self.fetch(plan, statements, count: 2 * ids.count)
      .rows { Record($0, row: $1) }
    // Where several rows have an identity none of them is meant.
    let asked = Self.counted(ids)
    let counts = Self.counted(found.compactMap(\.id))
    return found.filter { record in
      guard let id = record.id, let count = counts[id] else { return false }
      return count <= asked[id] ?? 1
    }
  }

  private static func counted(_ ids: [RecordID]) -> [RecordID: Int] {
    Dictionary(ids.lazy.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// Conditions for rows with identities, and for how many each: where one column is the identity, for many at once.
  private func conditions(
    for ids: [RecordID],
    _ plan: FetchPlan
  ) throws(StoreError) -> [(SQLFragment, Int)] {
    let mark = " = ?"
    var all: [SQLFragment] = []
    all.reserveCapacity(ids.count)
    for id in ids {
      // Most keys are whole numbers, and asked for alike.
      if plan.decoder.integerKey != nil, ids[0].integerKey != nil, let key = id.integerKey,
        let first = all.first
      {
        all.append(SQLFragment(first.sql, [.int(key)]))
      } else {
        all.append(try plan.condition(for: id))
      }
    }
    guard ids.count > 1, let column = all.first?.sql, column.hasSuffix(mark),
      all.allSatisfy({ $0.sql.isExactly(column) && $0.parameters.count == 1 })
    else { return all.map { ($0, 1) } }
    return stride(from: 0, to: all.count, by: 200).map { start in
      let part = all[start..<min(start + 200, all.count)]
      let marks = part.map { _ in "?" }.joined(separator: ", ")
      let sql = "\(column.dropLast(mark.count)) IN (\(marks))"
      return (SQLFragment(sql, part.flatMap(\.parameters)), part.count)
    }
  }

  /// The row with an identity, alone.
  ///
  /// - Throws: ``StoreError/ambiguous(_:)`` where several rows have it, as nothing keeps a view from it: none is taken for
  ///   another.
  private func row(_ id: RecordID, _ plan: FetchPlan) throws(StoreError) -> FetchedRows? {
    let condition = try plan.condition(for: id)
    var reader = Selection.Reader(plan.selection, connection, expectedRows: 1)
    try read(plan.statement(where: condition, backwards: false, limit: 2), into: &reader)
    guard reader.count < 2 else { throw .ambiguous(id) }
    guard let batch = reader.finish().first, batch.count > 0 else { return nil }
    return FetchedRows(plan.decoder, batch, readAt: reader.readNumber)
  }

  func count(_ specification: FetchSpecification, upTo limit: Int?) throws(StoreError) -> Int {
    try count(try plan(specification), upTo: limit)
  }

  func count(_ plan: FetchPlan, upTo limit: Int?) throws(StoreError) -> Int {
    try first(plan.counting(upTo: limit)) { Int($0.int(0)) } ?? 0
  }
}

extension StoreError {
  /// A number was given for a row, and the rows have none.
  static let notNumbered = Self.unsupported("The rows are not counted yet; wait until they are.")

  /// A place was given that the order of the rows does not have.
  fileprivate static let otherOrder = Self.unsupported(
    "The position has another order; use one from this list."
  )
}

extension Window {
  init(
    _ stretch: SQLiteAdaptor.RowRange,
    hasMoreBefore: Bool,
    hasMoreAfter: Bool,
    position: Int? = nil
  ) {
    self.init(
      records: stretch.rows { Record($0, row: $1) },
      cursors: stretch.rows { Cursor($0, row: $1) },
      hasMoreBefore: hasMoreBefore,
      hasMoreAfter: hasMoreAfter,
      position: position
    )
    contentSize = stretch.contentSize
  }
}
