import EntityModel
import EntityStore
import Qualifiers
import SQL
import SQLite

/// Writes rows as they were before a save, in one transaction.
struct SaveReversal {
  let adaptor: SQLiteAdaptor
  let record: SaveRecord
  private(set) var tables: [String: RecordedTable] = [:]
  /// The rows that gave up unique values for others.
  private var aside: Set<RecordID> = []

  /// - Throws: ``StoreError/unsupported(_:)`` where something is not in the record.
  init(_ record: SaveRecord, adaptor: SQLiteAdaptor) throws(StoreError) {
    (self.record, self.adaptor) = (record, adaptor)
    try Self.checkWhole(record)
    for row in record.rows {
      let entity = try adaptor.entity(row.id.entityName)
      guard tables[entity.name] == nil else { continue }
      let table = try adaptor.mapped { () throws(SQLiteError) in
        try RecordedTable(entity.definition.table, adaptor)
      }
      guard let table else { throw try Self.lost(entity, adaptor) }
      tables[entity.name] = table
    }
  }

  /// What is said where the rows of an entity are not those of the record any more.
  private static func lost(_ entity: Entity, _ adaptor: SQLiteAdaptor) throws(StoreError)
    -> StoreError
  {
    let name = entity.definition.table
    let isThere = try adaptor.mapped { () throws(SQLiteError) in
      try adaptor.connection.scalar(
        "SELECT 1 FROM pragma_table_list WHERE schema = ? AND name = ?",
        [.text(name.schemaName), .text(name.name)]
      ) != nil
    }
    let what =
      isThere ? "\(entity.name) has other columns by now" : "the table of \(entity.name) is gone"
    return .unsupported("This save cannot be undone: \(what).")
  }

  private static func checkWhole(_ record: SaveRecord) throws(StoreError) {
    guard let name = record.unrecorded.map(\.description).min() else { return }
    throw .unsupported(
      "This save cannot be undone: it has changed rows of '\(name)', of which no record was kept."
    )
  }

  /// The databases that are written to.
  var schemaNames: Set<String> { Set(tables.values.map(\.name.schemaName)) }

  /// All rows are as the save has left them.
  func check() throws(StoreError) {
    let now = Set(record.rows.compactMap { $0.after?.id })
    for row in record.rows {
      if adaptor.isCancelled() { throw .cancelled }
      if let after = row.after {
        guard let id = after.id, try current(id) == after else { throw .changedByOther(row.id) }
      } else if !now.contains(row.id), try current(row.id) != nil {
        throw .changedByOther(row.id)
      }
    }
  }

  /// Runs `body` while of all triggers only those run that keep virtual tables which the save has changed along.
  ///
  /// What those do besides is found by ``checkDone(_:)``. SQLite turns off all triggers or none: the others are away for as
  /// long as that lasts, in the same transaction.
  mutating func withOwnTriggers(
    _ body: (inout Self) throws(StoreError) -> Void
  ) throws(StoreError) {
    let connection = adaptor.connection
    guard !record.derived.isEmpty else {
      return try connection.withoutTriggers { () throws(StoreError) in try body(&self) }
    }
    guard schemaNames == ["main"] else { throw Self.unfollowed(record.derived) }
    let others = try adaptor.mapped { () throws(SQLiteError) in try foreignTriggers() }
    try adaptor.mapped { () throws(SQLiteError) in
      for other in others {
        try connection.run("DROP TRIGGER main.\(SQLText.identifier(other.name))")
      }
    }
    try body(&self)
    try adaptor.mapped { () throws(SQLiteError) in
      for other in others { try connection.run(other.sql) }
    }
  }

  /// The triggers of the tables to be written that have nothing to do with the virtual tables.
  private func foreignTriggers() throws(SQLiteError) -> [(name: String, sql: String)] {
    let written = Set(tables.values.map { $0.name.name.lowercased() })
    return try adaptor.connection.rows(
      "SELECT name, lower(tbl_name), sql FROM main.sqlite_schema WHERE type = 'trigger' ORDER BY rowid"
    ) { (name: $0.text(0), table: $0.text(1), sql: $0.text(2)) }
    .filter { trigger in
      let tokens = SQLTokens(trigger.sql)
      return written.contains(trigger.table) && !record.derived.contains { tokens.names($0.name) }
    }
    .map { ($0.name, $0.sql) }
  }

  private static func unfollowed(_ names: Set<TableName>) -> StoreError {
    .unsupported(
      "This save cannot be undone: triggers have changed '\(names.map(\.description).min() ?? "")', and none changes it back."
    )
  }

  private func current(_ id: RecordID) throws(StoreError) -> Record? {
    try adaptor.mapped { () throws(SQLiteError) in try tables[id.entityName]?.row(id) }
  }

  /// Whether more rows are as the save has left them than as they were before; `nil` where as many are.
  func isSaveDone() throws(StoreError) -> Bool? {
    var balance = 0
    for row in record.rows {
      let now = try current(row.after?.id ?? row.id)
      let former = try row.before?.id.flatMap { id throws(StoreError) in try current(id) }
      if now == row.after { balance += 1 }
      if former == row.before, row.before != nil || now == nil { balance -= 1 }
    }
    return balance == 0 ? nil : balance > 0
  }

  /// Writes the rows, the last one first; those that want a value or the place that another still has wait for it, and those
  /// that go do so in the end, lest a reference takes along what is to lead elsewhere.
  mutating func write() throws(StoreError) {
    let rows = record.rows.reversed()
    let taken =
      rows.contains { $0.after == nil }
      ? Set(rows.filter { $0.before == nil }.compactMap(\.place)) : []
    func turn(_ row: SaveRecord.Row) -> Int {
      row.before == nil ? 1 : row.after == nil && row.place.map(taken.contains) == true ? 2 : 0
    }
    var waiting = (0...2).flatMap { number in rows.filter { turn($0) == number } }
    while !waiting.isEmpty {
      var left: [SaveRecord.Row] = []
      var failure: StoreError?
      for row in waiting {
        if adaptor.isCancelled() { throw .cancelled }
        do throws(StoreError) { try write(row) } catch {
          guard case .uniqueViolated = error, adaptor.connection.isInTransaction else {
            throw error
          }
          failure = failure ?? error
          left.append(row)
        }
      }
      if let failure, left.count == waiting.count, try !makeWay(among: left) { throw failure }
      waiting = left
    }
  }

  private func write(_ row: SaveRecord.Row) throws(StoreError) {
    guard let table = tables[row.id.entityName] else { return }
    let statement: SQLFragment? =
      switch (row.before, row.after) {
      case (nil, let after?): after.id.map(table.deletion)
      case (let before?, nil): table.insertion(of: before, at: row.rowNumber)
      case (let before?, let after?): table.update(of: after, to: before)
      case (nil, nil): nil
      }
    guard let statement else { return }
    let touched = try adaptor.write(statement)
    if touched == 1 { return }
    guard touched == 0, try isDone(row) else { throw .changedByOther(row.id) }
  }

  /// Whether a reference has changed a row along already.
  private func isDone(_ row: SaveRecord.Row) throws(StoreError) -> Bool {
    guard let before = row.before, let id = before.id else { return try current(row.id) == nil }
    return try current(id) == before
  }

  /// Lets a row that waits give up its values for a while, since rows in a circle wait for each other.
  /// - Returns: whether one did.
  private mutating func makeWay(among rows: [SaveRecord.Row]) throws(StoreError) -> Bool {
    for row in rows where !aside.contains(row.id) {
      guard let table = tables[row.id.entityName], let before = row.before, let after = row.after,
        let id = after.id, id == row.id
      else { continue }
      let changed = table.columns.indices.filter { before.value(at: $0) != after.value(at: $0) }
      let placeholders = changed.map {
        PlaceholderValue(table.columns[$0].attribute, of: table.entity, turn: aside.count)
      }
      for values in PlaceholderValue.values(
        placeholders,
        for: changed.map { table.stored(after, $0) }
      ) {
        do throws(StoreError) {
          guard
            try adaptor.write(
              table.update(id, Array(zip(changed, values.map(ColumnCoding.decodeRaw))))
            ) == 1
          else { break }
        } catch {
          guard error.isAboutValues, adaptor.connection.isInTransaction else { throw error }
          continue
        }
        aside.insert(row.id)
        return true
      }
    }
    return false
  }

  /// What was done is the way back and nothing else.
  ///
  /// - Throws: ``StoreError/changedByOther(_:)`` for a row that changed along, as one that refers to a new row by now.
  func checkDone(_ done: SaveRecord) throws(StoreError) {
    try Self.checkWhole(done)
    guard done.derived == record.derived else { throw Self.unfollowed(record.derived) }
    var wanted = Dictionary(record.inverted.rows.map { (Ends($0), $0) }) { first, _ in first }
    for row in done.rows {
      guard let way = wanted.removeValue(forKey: Ends(row)), way.before == row.before,
        way.after == row.after
      else { throw .changedByOther(row.id) }
    }
    if let missing = wanted.values.first { throw .changedByOther(missing.id) }
  }

  /// From where to where a row went.
  private struct Ends: Hashable {
    let before: RecordID?
    let after: RecordID?

    init(_ row: SaveRecord.Row) { (before, after) = (row.before?.id, row.after?.id) }
  }
}

extension SaveRecord.Row {
  /// Where a row was, is to be again, or has come.
  fileprivate var place: RecordID? {
    rowNumber.map { RecordID(entityName: id.entityName, key: $0) }
  }
}
