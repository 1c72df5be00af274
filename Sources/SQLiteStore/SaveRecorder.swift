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
    /// The place of its table among those of which rows were changed.
    let table: Int
    /// What it held when it was first touched; `nil` for a row that was not there.
    let before: Range<Int>?
    /// What found it then.
    let formerKey: RecordedTable.Key?
    /// What finds it now; `nil` while it is gone.
    var key: RecordedTable.Key?
    /// What it holds now, where that is known already.
    var after: Range<Int>?
    var cause: SaveRecord.Cause
    /// What was done to it.
    var writes: Set<Entity.Write> = []

    /// Whether it went, and another came in its place.
    var isReplaced: Bool {
      before != nil && key != nil && writes.isSuperset(of: [.insert, .delete])
    }
  }

  private struct Place: Hashable {
    let table: Int
    let key: RecordedTable.Key
  }

  private unowned let adaptor: SQLiteAdaptor
  /// The places of the tables of which rows were changed; `nil` for those that cannot be recorded.
  private var numbers: [TableName: Int?] = [:]
  private var tables: [RecordedTable] = []
  private var last: Int?
  private var writer = RecordWriter()
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
  /// The statement that runs, where that sets the same columns in each of many rows.
  var template: UpdateTemplate?
  /// What columns the last one sets, by their places in its table.
  private var setting: (template: UpdateTemplate, table: Int, columns: [Int]?)?

  init(_ adaptor: SQLiteAdaptor, of changes: [Change] = []) {
    self.adaptor = adaptor
    let names = Set(changes.map(\.entityName))
    written = Set(names.compactMap { adaptor.model.entity(named: $0)?.definition.table })
  }

  /// Notes a row that is about to be changed; what cannot be read is not recorded, and keeps nothing from being done.
  func note(_ change: RowChange) {
    do throws(SQLiteError) {
      guard let number = try table(of: change) else { return }
      let (old, new) = tables[number].keys(of: change)
      guard change.kind == .insert || old != nil, change.kind == .delete || new != nil else {
        unrecorded.insert(tables[number].name)
        return
      }
      try note(change, in: number, old: old, new: new)
    } catch { unrecorded.insert(TableName(change.tableName, in: change.schemaName)) }
  }

  private func table(of change: RowChange) throws(SQLiteError) -> Int? {
    if let last, change.isOf(tables[last].name.name, in: tables[last].name.schemaName) {
      return last
    }
    let name = TableName(change.tableName, in: change.schemaName)
    // Temporary tables are the program's own.
    guard name.schemaName != "temp" else { return nil }
    if let known = numbers[name] {
      last = known ?? last
      return known
    }
    numbers[name] = .some(nil)
    if let table = try RecordedTable(name, adaptor) {
      tables.append(table)
      last = tables.count - 1
      numbers[name] = last
      return last
    }
    let owner = try virtualTable(over: name)
    if let owner, !written.contains(owner) {
      derived.insert(owner)
    } else {
      unrecorded.insert(owner ?? name)
    }
    return nil
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
    _ change: RowChange,
    in table: Int,
    old: RecordedTable.Key?,
    new: RecordedTable.Key?
  ) throws(SQLiteError) {
    let cause: SaveRecord.Cause =
      change.isEffect ? .trigger : carriesOutRules ? .cascade : .direct
    var index = entries.count
    if let old {
      let place = Place(table: table, key: old)
      if let known = places.updateValue(index, forKey: place) {
        index = known
        places[place] = index
        entries[index].after = nil
      } else {
        do throws(SQLiteError) {
          entries.append(try entry(change, in: table, at: old, by: cause))
        } catch {
          places[place] = nil
          throw error
        }
      }
      if old != new { places[place] = nil }
    } else if let new, let known = vacated.removeValue(forKey: Place(table: table, key: new)) {
      // What is inserted where a row was is that row with other values.
      index = known
    } else {
      entries.append(Entry(table: table, before: nil, formerKey: nil, key: new, cause: cause))
    }
    entries[index].key = new
    let write = change.kind.write
    if entries[index].writes.isEmpty {
      entries[index].writes = Self.alone[write] ?? []
    } else {
      entries[index].writes.insert(write)
    }
    if cause == .direct { entries[index].cause = .direct }
    guard old != new else { return }
    if let new {
      places[Place(table: table, key: new)] = index
    } else if let former = entries[index].formerKey {
      vacated[Place(table: table, key: former)] = index
    }
  }

  /// Each way of writing alone: most rows are written in one way.
  private static let alone: [Entity.Write: Set<Entity.Write>] = [
    .insert: [.insert], .update: [.update], .delete: [.delete],
  ]

  /// A row that is touched for the first time.
  private func entry(
    _ change: RowChange,
    in table: Int,
    at key: RecordedTable.Key,
    by cause: SaveRecord.Cause
  ) throws(SQLiteError) -> Entry {
    let own = tables[table]
    let told = own.codeOld(change, in: &writer)
    let before = if let told { told } else { try own.code(key, in: &writer) }
    var entry = Entry(table: table, before: before, formerKey: key, key: key, cause: cause)
    // What a statement leaves as it is need not be asked for.
    if let told, let template, change.kind == .update, !change.isEffect {
      if setting?.template !== template || setting?.table != table {
        setting = (template, table, template.assignedColumns.flatMap(own.places))
      }
      if let columns = setting?.columns {
        entry.after = own.codeNew(change, setting: columns, over: told, in: &writer)
      }
    }
    return entry
  }

  /// What was done to rows, as they are stored now.
  func record() -> SaveRecord {
    for index in entries.indices where entries[index].after == nil {
      guard let key = entries[index].key else { continue }
      let table = tables[entries[index].table]
      do throws(SQLiteError) { entries[index].after = try table.code(key, in: &writer) } catch {
        unrecorded.insert(table.name)
      }
    }
    let coded = record([])
    var rows: [SaveRecord.Entry] = []
    rows.reserveCapacity(entries.count)
    // What came and went leaves no row, and may have fed a virtual table all the same.
    var traces: Set<RowTrace> = []
    let feeding = derived.map { (table: $0, triggers: triggers(naming: $0)) }
    for entry in entries {
      var ends = [(before: entry.before, after: entry.after)]
      func trace(_ index: Int) -> RowTrace {
        let (before, after) = (image(ends[index].before, entry), image(ends[index].after, entry))
        return RowTrace(
          tables[entry.table],
          from: before.map(coded.record),
          to: after.map(coded.record),
          by: entry.writes
        )
      }
      if !derived.isEmpty {
        let one = trace(0)
        // Triggers that hear of rows that go and come only are told the way back like that too.
        if entry.isReplaced, feeding.contains(where: { $0.triggers?.loses(one) == true }) {
          ends = [(entry.before, nil), (nil, entry.after)]
        }
        traces.formUnion(ends.indices.map(trace))
      }
      for (before, after) in ends {
        let row = SaveRecord.Entry(
          before: image(before, entry),
          after: image(after, entry),
          cause: entry.cause,
          rowNumber: (before == nil ? entry.key : after == nil ? entry.formerKey : nil)?.rowNumber
        )
        guard let row, !coded.bytes.isEqual(before, to: coded.bytes, after) else { continue }
        if coded.isIdentified(row) {
          rows.append(row)
        } else {
          unrecorded.insert(tables[entry.table].name)
        }
      }
    }
    var kept: Set<TableName> = []
    for (table, triggers) in feeding {
      switch triggers?.following(traces) {
      case .followed: kept.insert(table)
      case .untouched: break
      case .lost, nil: unrecorded.insert(table)
      }
    }
    let cascades = record(rows).cascades
    for index in cascades { rows[index].cause = .cascade }
    return record(rows, derived: kept).withoutIdleLayouts
  }

  private func record(_ rows: [SaveRecord.Entry], derived: Set<TableName> = []) -> SaveRecord {
    SaveRecord(
      rows,
      coded: writer.bytes,
      layouts: tables.map(\.layout),
      unrecorded: unrecorded,
      derived: derived
    )
  }

  private func image(_ bytes: Range<Int>?, _ entry: Entry) -> SaveRecord.Image? {
    bytes.map { SaveRecord.Image(layout: entry.table, bytes: $0) }
  }

  /// The triggers that feed a virtual table; `nil` where they cannot be read.
  private func triggers(naming table: TableName) -> TableTriggers? {
    do throws(SQLiteError) { return try TableTriggers(.naming, table, in: adaptor) } catch {
      return nil
    }
  }
}

extension RowChange.Kind {
  fileprivate var write: Entity.Write {
    switch self {
    case .insert: .insert
    case .update: .update
    case .delete: .delete
    }
  }
}

extension SaveRecord {
  /// The rows that refer to a row that is gone or has another key now: changed by that reference.
  ///
  /// SQLite carries out references as it does triggers, and does not tell them apart.
  fileprivate var cascades: [Int] {
    guard entries.contains(where: { $0.cause == .trigger }) else { return [] }
    let rows = rows
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
          let gone = rows.filter { $0.before?.entity.tableKey == destination.tableKey }
            .compactMap { row -> [Value]? in
              let old = values(of: row.before, names)
              return old == values(of: row.after, names) ? nil : old
            }
          lost[place] = Set(gone)
        }
        return lost[place]?.contains(key) == true
      }
    }
    return rows.indices.filter { rows[$0].cause == .trigger && isCascade(rows[$0]) }
  }
}
