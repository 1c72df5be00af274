import EntityModel
import EntityStore
import Qualifiers
import SQLite

/// Notes what statements do to rows: what each held when it was first touched, and what it holds in the end.
///
/// SQLite tells of each row before it is changed, also by a trigger or a reference, and the row is read then.
final class SaveRecorder {
  /// A row that was touched.
  private struct Entry {
    let table: RecordedTable
    let before: Record?
    /// What found it when it was first touched; `nil` for a row that was not there.
    let formerKey: RecordedTable.Key?
    /// What finds it now; `nil` while it is gone.
    var key: RecordedTable.Key?
    var cause: SaveRecord.Cause
  }

  private struct Place: Hashable {
    let table: ObjectIdentifier
    let key: RecordedTable.Key
  }

  private unowned let adaptor: SQLiteAdaptor
  /// The tables of which rows were changed; `nil` for those that cannot be recorded.
  private var tables: [TableName: RecordedTable?] = [:]
  private var last: RecordedTable?
  private var entries: [Entry] = []
  /// The entries by where their rows are now.
  private var places: [Place: Int] = [:]
  /// The entries of rows that are gone by where they were at first.
  private var vacated: [Place: Int] = [:]
  private var unrecorded: Set<TableName> = []
  private var failure: SQLiteError?
  /// Whether statements carry out what a delete rule of the model says.
  var carriesOutRules = false

  init(_ adaptor: SQLiteAdaptor) { self.adaptor = adaptor }

  /// Notes a row that is about to be changed.
  func note(_ change: RowChange) {
    guard failure == nil else { return }
    do throws(SQLiteError) {
      guard let table = try table(of: change) else { return }
      let (old, new) = table.keys(of: change)
      guard change.kind == .insert || old != nil, change.kind == .delete || new != nil else {
        unrecorded.insert(table.name)
        return
      }
      let cause: SaveRecord.Cause =
        change.isEffect ? .trigger : carriesOutRules ? .cascade : .direct
      try note(table, old: old, new: new, cause)
    } catch { failure = error }
  }

  private func table(of change: RowChange) throws(SQLiteError) -> RecordedTable? {
    if let last, change.isOf(last.name.name, in: last.name.schemaName) { return last }
    let name = TableName(change.tableName, in: change.schemaName)
    // Temporary tables are the program's own.
    guard name.schemaName != "temp" else { return nil }
    if let known = tables[name] {
      last = known ?? last
      return known
    }
    let table = try RecordedTable(name, adaptor)
    tables[name] = .some(table)
    if table == nil { unrecorded.insert(name) }
    last = table ?? last
    return table
  }

  private func note(
    _ table: RecordedTable,
    old: RecordedTable.Key?,
    new: RecordedTable.Key?,
    _ cause: SaveRecord.Cause
  ) throws(SQLiteError) {
    func place(_ key: RecordedTable.Key) -> Place {
      Place(table: ObjectIdentifier(table), key: key)
    }
    var index: Int
    if let old {
      if let known = places[place(old)] {
        index = known
      } else {
        index = entries.count
        let row = try table.row(old)
        entries.append(Entry(table: table, before: row, formerKey: old, key: old, cause: cause))
      }
      if old != new { places[place(old)] = nil }
    } else if let new, let known = vacated.removeValue(forKey: place(new)) {
      // What is inserted where a row was is that row with other values.
      index = known
    } else {
      index = entries.count
      entries.append(Entry(table: table, before: nil, formerKey: nil, key: new, cause: cause))
    }
    entries[index].key = new
    if cause == .direct { entries[index].cause = .direct }
    if let new {
      places[place(new)] = index
    } else if let former = entries[index].formerKey {
      vacated[place(former)] = index
    }
  }

  /// What was done to rows, as they are stored now.
  func record() throws(StoreError) -> SaveRecord {
    try adaptor.mapped { () throws(SQLiteError) in
      if let failure { throw failure }
      var rows: [SaveRecord.Row] = []
      for entry in entries where entry.formerKey != nil || entry.key != nil {
        let after = try entry.key.map { key throws(SQLiteError) in try entry.table.row(key) } ?? nil
        guard entry.before != after else { continue }
        guard let row = SaveRecord.Row(before: entry.before, after: after, cause: entry.cause)
        else {
          unrecorded.insert(entry.table.name)
          continue
        }
        rows.append(row)
      }
      return SaveRecord(rows: rows.withCascades, unrecorded: unrecorded)
    }
  }
}

extension [SaveRecord.Row] {
  /// The same rows, those that refer to a row that is gone or has another key now as changed by that reference.
  ///
  /// SQLite carries out references as it does triggers, and does not tell them apart.
  fileprivate var withCascades: Self {
    guard contains(where: { $0.cause == .trigger }) else { return self }
    // By tables and columns that are referred to: the values that no row of them has any more.
    var lost: [String: Set<[Value]>] = [:]
    func values(of row: Record?, _ names: [String]) -> [Value]? {
      guard let row else { return nil }
      let values = names.compactMap { row.value(forPath: [$0]) }
      return values.count == names.count && !values.contains(where: \.isNull) ? values : nil
    }
    func isCascade(_ row: SaveRecord.Row) -> Bool {
      guard let before = row.before else { return false }
      return before.entity.relationships.contains { relationship in
        let definition = relationship.definition
        guard !relationship.isToMany, definition.path.isEmpty, !definition.joins.isEmpty,
          let destination = relationship.destination,
          let key = values(of: before, definition.joins.map(\.source))
        else { return false }
        let names = definition.joins.map(\.destination)
        let place = destination.tableKey + "\u{0}" + names.joined(separator: "\u{0}")
        if lost[place] == nil {
          let gone = filter { $0.before?.entity.tableKey == destination.tableKey }
            .compactMap { row -> [Value]? in
              let old = values(of: row.before, names)
              return old == values(of: row.after, names) ? nil : old
            }
          lost[place] = Set(gone)
        }
        return lost[place]?.contains(key) == true
      }
    }
    return compactMap { row in
      guard row.cause == .trigger, isCascade(row) else { return row }
      return SaveRecord.Row(before: row.before, after: row.after, cause: .cascade)
    }
  }
}
