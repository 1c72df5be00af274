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
    /// What was done to it.
    var writes: Set<Entity.Write> = []

    /// Whether it went, and another came in its place.
    var isReplaced: Bool {
      before != nil && key != nil && writes.isSuperset(of: [.insert, .delete])
    }
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
  private var derived: Set<TableName> = []
  /// The tables of the rows that are to be changed.
  private let written: Set<TableName>
  /// Whether statements carry out what a delete rule of the model says.
  var carriesOutRules = false

  init(_ adaptor: SQLiteAdaptor, of changes: [Change] = []) {
    self.adaptor = adaptor
    let names = Set(changes.map(\.entityName))
    written = Set(names.compactMap { adaptor.model.entity(named: $0)?.definition.table })
  }

  /// Notes a row that is about to be changed; what cannot be read is not recorded, and keeps nothing from being done.
  func note(_ change: RowChange) {
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
    } catch { unrecorded.insert(TableName(change.tableName, in: change.schemaName)) }
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
    tables[name] = .some(nil)
    let table = try RecordedTable(name, adaptor)
    tables[name] = .some(table)
    if table == nil {
      let owner = try virtualTable(over: name)
      if let owner, !written.contains(owner) {
        derived.insert(owner)
      } else {
        unrecorded.insert(owner ?? name)
      }
    }
    last = table ?? last
    return table
  }

  /// The virtual table that keeps its own in a table; `nil` for any other.
  private func virtualTable(over name: TableName) throws(SQLiteError) -> TableName? {
    try adaptor.connection.rows(
      """
      SELECT v.name FROM pragma_table_list t, pragma_table_list v
      WHERE t.schema = ?1 AND t.name = ?2 AND t.type = 'shadow' AND v.schema = ?1 AND v.type = 'virtual'
      AND lower(substr(t.name, 1, length(v.name) + 1)) = lower(v.name) || '_'
      ORDER BY length(v.name) DESC LIMIT 1
      """,
      [.text(name.schemaName), .text(name.name)]
    ) { TableName($0.text(0), in: name.schemaName) }.first
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
    entries[index].writes.insert(old == nil ? .insert : new == nil ? .delete : .update)
    if cause == .direct { entries[index].cause = .direct }
    if let new {
      places[place(new)] = index
    } else if let former = entries[index].formerKey {
      vacated[place(former)] = index
    }
  }

  /// What was done to rows, as they are stored now.
  func record() -> SaveRecord {
    var rows: [SaveRecord.Row] = []
    // What came and went leaves no row, and may have fed a virtual table all the same.
    var traces: Set<RowTrace> = []
    let feeding = derived.map { (table: $0, triggers: triggers(naming: $0)) }
    for entry in entries {
      do throws(SQLiteError) {
        let after = try entry.key.map { key throws(SQLiteError) in try entry.table.row(key) } ?? nil
        var ends = [(before: entry.before, after: after)]
        func trace(_ index: Int) -> RowTrace {
          RowTrace(entry.table, from: ends[index].before, to: ends[index].after, by: entry.writes)
        }
        if !derived.isEmpty {
          let one = trace(0)
          // Triggers that hear of rows that go and come only are told the way back like that too.
          if entry.isReplaced, feeding.contains(where: { $0.triggers?.loses(one) == true }) {
            ends = [(entry.before, nil), (nil, after)]
          }
          traces.formUnion(ends.indices.map(trace))
        }
        for (before, after) in ends where before != after {
          let row = SaveRecord.Row(
            before: before,
            after: after,
            cause: entry.cause,
            rowNumber: (before == nil ? entry.key : after == nil ? entry.formerKey : nil)?.rowNumber
          )
          if let row {
            rows.append(row)
          } else {
            unrecorded.insert(entry.table.name)
          }
        }
      } catch { unrecorded.insert(entry.table.name) }
    }
    var kept: Set<TableName> = []
    for (table, triggers) in feeding {
      switch triggers?.following(traces) {
      case .followed: kept.insert(table)
      case .untouched: break
      case .lost, nil: unrecorded.insert(table)
      }
    }
    return SaveRecord(rows: rows.withCascades, unrecorded: unrecorded, derived: kept)
  }

  /// The triggers that feed a virtual table; `nil` where they cannot be read.
  private func triggers(naming table: TableName) -> TableTriggers? {
    do throws(SQLiteError) { return try TableTriggers(.naming, table, in: adaptor) } catch {
      return nil
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
      return SaveRecord.Row(
        before: row.before,
        after: row.after,
        cause: .cascade,
        rowNumber: row.rowNumber
      )
    }
  }
}
