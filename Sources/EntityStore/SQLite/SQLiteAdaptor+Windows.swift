import EntityModel
import Qualifiers
import SQLite

extension SQLiteAdaptor {
  func window(
    _ specification: FetchSpecification,
    from anchor: WindowAnchor,
    count: Int,
    isCancelled: () -> Bool
  ) throws(StoreError) -> Window {
    let plan = try plan(specification)
    let count = max(count, 0)
    guard !plan.keys.isEmpty else { return try positional(plan, from: anchor, count: count) }
    switch anchor {
    case .start:
      var rows = try fetch(plan, [nil], backwards: false, limit: count + 1, isCancelled)
      let hasMore = rows.cut(to: count)
      return Window(rows, hasMoreBefore: false, hasMoreAfter: hasMore)
    case .end:
      var rows = try fetch(plan, [nil], backwards: true, limit: count + 1, isCancelled)
      let hasMore = rows.cut(to: count)
      return Window(rows.reversed(), hasMoreBefore: hasMore, hasMoreAfter: false)
    case .after(let cursor):
      let segments = try segments(plan, cursor, backwards: false, includingRow: false)
      var rows = try fetch(plan, segments, backwards: false, limit: count + 1, isCancelled)
      let hasMore = rows.cut(to: count)
      return Window(rows, hasMoreBefore: true, hasMoreAfter: hasMore)
    case .before(let cursor):
      let segments = try segments(plan, cursor, backwards: true, includingRow: false)
      var rows = try fetch(plan, segments, backwards: true, limit: count + 1, isCancelled)
      let hasMore = rows.cut(to: count)
      return Window(rows.reversed(), hasMoreBefore: hasMore, hasMoreAfter: true)
    case .from(let cursor):
      return try window(plan, from: cursor, count: count, isCancelled)
    case .id(let id):
      return try window(
        plan,
        from: try cursor(of: id, plan, specification),
        count: count,
        isCancelled
      )
    }
  }

  private func window(
    _ plan: FetchPlan,
    from cursor: Cursor,
    count: Int,
    _ isCancelled: () -> Bool
  ) throws(StoreError) -> Window {
    let behind = try segments(plan, cursor, backwards: false, includingRow: true)
    var rows = try fetch(plan, behind, backwards: false, limit: count + 1, isCancelled)
    let hasMore = rows.cut(to: count)
    var hasMoreBefore = false
    for segment in try segments(plan, cursor, backwards: true, includingRow: false) {
      guard let segment, !hasMoreBefore else { continue }
      if isCancelled() { throw .cancelled }
      try self.rows(plan.existence(where: segment)) { _ in hasMoreBefore = true }
    }
    return Window(rows, hasMoreBefore: hasMoreBefore, hasMoreAfter: hasMore)
  }

  /// The place of the row with an identity, whether the fetch's condition picks it or not.
  private func cursor(
    of id: RecordID,
    _ plan: FetchPlan,
    _ specification: FetchSpecification
  ) throws(StoreError) -> Cursor {
    guard id.entityName == specification.entityName else {
      throw .unsupported("\(id.entityName) is not the entity of this list.")
    }
    var all = specification
    (all.qualifier, all.auxiliaryQualifier) = (nil, nil)
    let plan = try self.plan(all)
    let condition = try plan.condition(for: id)
    var found: Cursor?
    try rows(plan.statement(where: condition, backwards: false, limit: 1)) { statement in
      found = plan.read(statement, position: 0).1
    }
    guard let found else { throw .notFound(id) }
    return found
  }

  // MARK: Stretches

  /// The conditions for the rows behind (or before) a place; `nil` stands for all rows.
  private func segments(
    _ plan: FetchPlan,
    _ cursor: Cursor,
    backwards: Bool,
    includingRow: Bool
  ) throws(StoreError) -> [SQLFragment?] {
    let values = cursor.values.compactMap(ColumnCoding.encodeRaw)
    guard values.count == plan.keys.count else {
      throw .unsupported("A place in another order was given; take one from this list.")
    }
    let conditions = KeysetSegments.conditions(
      keys: plan.keys,
      values: values,
      backwards: backwards,
      includingRow: includingRow
    )
    // Without an index each stretch would be a scan of its own.
    if conditions.count > 1, try !isSorted(plan) {
      return [.joined(conditions.map { "(" + $0 + ")" }, " OR ")]
    }
    return conditions
  }

  private func fetch(
    _ plan: FetchPlan,
    _ segments: [SQLFragment?],
    backwards: Bool,
    limit: Int,
    _ isCancelled: () -> Bool
  ) throws(StoreError) -> [(Record, Cursor)] {
    var result: [(Record, Cursor)] = []
    for segment in segments where result.count < limit {
      if isCancelled() { throw .cancelled }
      let left = limit - result.count
      try rows(plan.statement(where: segment, backwards: backwards, limit: left)) { statement in
        result.append(plan.read(statement, position: 0))
      }
    }
    return result
  }

  // MARK: Results in which nothing identifies a row

  /// Views, and tables whose rowid is hidden: a cursor is a position.
  private func positional(
    _ plan: FetchPlan,
    from anchor: WindowAnchor,
    count: Int
  ) throws(StoreError) -> Window {
    var start = 0
    var count = count
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
    }
    var result: [(Record, Cursor)] = []
    try rows(plan.statement(from: start, limit: count + 1)) { statement in
      result.append(plan.read(statement, position: start + result.count))
    }
    let hasMore = result.cut(to: count)
    return Window(result, hasMoreBefore: start > 0, hasMoreAfter: hasMore)
  }

  private func position(_ cursor: Cursor) throws(StoreError) -> Int {
    guard cursor.values.count == 1, case .int(let position) = cursor.values[0], position >= 0 else {
      throw .unsupported("A place in another order was given; take one from this list.")
    }
    return Int(position)
  }

  // MARK: One row, and how many

  func record(
    _ id: RecordID,
    paths: [PropertyPath]?,
    restrictions: [String: Qualifier] = [:]
  ) throws(StoreError) -> Record? {
    var specification = FetchSpecification(entityName: id.entityName, paths: paths)
    specification.restrictions = restrictions
    let plan = try plan(specification)
    let condition = try plan.condition(for: id)
    var found: Record?
    try rows(plan.statement(where: condition, backwards: false, limit: 1)) { statement in
      found = plan.read(statement, position: 0).0
    }
    return found
  }

  /// Whether the row with an identity exists for the person to whom `restrictions` apply.
  func exists(
    _ id: RecordID,
    _ restrictions: [String: Qualifier]
  ) throws(StoreError) -> Bool {
    var specification = FetchSpecification(entityName: id.entityName, paths: [])
    specification.restrictions = restrictions
    let plan = try plan(specification)
    var isThere = false
    try rows(plan.existence(where: try plan.condition(for: id))) { _ in isThere = true }
    return isThere
  }

  func count(_ specification: FetchSpecification, upTo limit: Int?) throws(StoreError) -> Int {
    try count(try plan(specification), upTo: limit)
  }

  private func count(_ plan: FetchPlan, upTo limit: Int?) throws(StoreError) -> Int {
    var count = 0
    try rows(plan.counting(upTo: limit)) { count = Int($0.int(0)) }
    return count
  }
}

extension [(Record, Cursor)] {
  /// Drops what is beyond `count`.
  /// - Returns: whether there was more.
  fileprivate mutating func cut(to count: Int) -> Bool {
    guard self.count > count else { return false }
    removeLast(self.count - count)
    return true
  }
}

extension Window {
  fileprivate init(
    _ rows: some Collection<(Record, Cursor)>,
    hasMoreBefore: Bool,
    hasMoreAfter: Bool
  ) {
    self.init(
      records: rows.map { $0.0 },
      cursors: rows.map { $0.1 },
      hasMoreBefore: hasMoreBefore,
      hasMoreAfter: hasMoreAfter
    )
  }
}
