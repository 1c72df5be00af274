import EntityModel
import EntityStore
import Qualifiers
import SQLite

/// The rows that were touched.
struct RecordedRows: ~Copyable {
  /// A row that was touched.
  private struct Entry {
    /// The place of its table among those of which rows were changed.
    let table: Int
    /// What it held when it was first touched; `nil` for a row that was not there.
    let before: Range<Int>?
    /// What found it then.
    let formerKey: Int64?
    /// What finds it now; `nil` while it is gone.
    var key: Int64?
    /// What it holds now, where that is known already.
    var after: Range<Int>?
    var cause: SaveRecord.Cause
    /// What was done to it.
    var writes: Writes = []

    /// Whether it went, and another came in its place.
    var isReplaced: Bool {
      before != nil && key != nil && writes.isSuperset(of: [.insert, .delete])
    }
  }

  /// Ways of writing.
  private struct Writes: OptionSet {
    let rawValue: UInt8

    static let insert = Self(rawValue: 1)
    static let update = Self(rawValue: 2)
    static let delete = Self(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ kind: RowChange.Kind) {
      switch kind {
      case .insert: self = .insert
      case .update: self = .update
      case .delete: self = .delete
      }
    }

    var all: Set<Entity.Write> {
      var all: Set<Entity.Write> = []
      if contains(.insert) { all.insert(.insert) }
      if contains(.update) { all.insert(.update) }
      if contains(.delete) { all.insert(.delete) }
      return all
    }
  }

  private struct Place: Hashable {
    let table: Int
    let key: Int64
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
  var carriesOutRules = false
  var setting: ColumnsSet?

  init(_ adaptor: SQLiteAdaptor, writing written: Set<TableName>, expecting count: Int) {
    (self.adaptor, self.written) = (adaptor, written)
    places.reserveCapacity(count)
    entries.reserveCapacity(count)
  }

  mutating func note(_ change: RowChange) {
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

  private mutating func table(of change: RowChange) throws(SQLiteError) -> Int? {
    if let last, change.isOf(tables[last].writtenName) { return last }
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

  private mutating func note(
    _ change: RowChange,
    in table: Int,
    old: Int64?,
    new: Int64?
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
          entries.append(try entry(change, in: table, from: old, to: new, by: cause))
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
    entries[index].writes.formUnion(Writes(change.kind))
    if cause == .direct { entries[index].cause = .direct }
    guard old != new else { return }
    if let new {
      places[Place(table: table, key: new)] = index
    } else if let former = entries[index].formerKey {
      vacated[Place(table: table, key: former)] = index
    }
  }

  /// A row that is touched for the first time.
  private mutating func entry(
    _ change: RowChange,
    in table: Int,
    from key: Int64,
    to new: Int64?,
    by cause: SaveRecord.Cause
  ) throws(SQLiteError) -> Entry {
    let own = tables[table]
    let told = own.codeOld(change, in: &writer)
    let before = if let told { told } else { try own.code(key, in: &writer) }
    var entry = Entry(table: table, before: before, formerKey: key, key: key, cause: cause)
    // What a statement leaves as it is need not be asked for.
    if let told, let setting, change.kind == .update, !change.isEffect, key == new,
      let columns = setting.places(in: own)
    {
      entry.after = own.codeNew(change, setting: columns, over: told, in: &writer)
    }
    return entry
  }

  /// What was done to rows, as they are stored now.
  mutating func record() -> SaveRecord {
    for index in entries.indices where entries[index].after == nil {
      guard let key = entries[index].key else { continue }
      let table = tables[entries[index].table]
      do throws(SQLiteError) { entries[index].after = try table.code(key, in: &writer) } catch {
        unrecorded.insert(table.name)
      }
    }
    let bytes = writer.bytes
    let coded = record([], coded: bytes)
    var rows: [SaveRecord.Entry] = []
    rows.reserveCapacity(entries.count)
    // What came and went leaves no row, and may have fed a virtual table all the same.
    var traces: Set<RowTrace> = []
    let feeding = derived.map { (table: $0, triggers: triggers(naming: $0)) }
    for entry in entries {
      var isParted = false
      if !derived.isEmpty {
        let one = trace(entry, from: entry.before, to: entry.after, in: coded)
        // Triggers that hear of rows that go and come only are told the way back like that too.
        isParted =
          entry.isReplaced && feeding.contains(where: { $0.triggers?.loses(one) == true })
        traces.formUnion(
          isParted
            ? [
              trace(entry, from: entry.before, to: nil, in: coded),
              trace(entry, from: nil, to: entry.after, in: coded),
            ] : [one]
        )
      }
      if isParted {
        add(entry, from: entry.before, to: nil, to: &rows, in: coded)
        add(entry, from: nil, to: entry.after, to: &rows, in: coded)
      } else {
        add(entry, from: entry.before, to: entry.after, to: &rows, in: coded)
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
    let cascades = record(rows, coded: bytes).cascades
    for index in cascades { rows[index].cause = .cascade }
    let done = record(rows, coded: bytes, derived: kept)
    var targets = AbsentTargets(of: done, in: adaptor)
    return record(rows, coded: bytes, derived: kept, absent: targets.found()).withoutIdleLayouts
  }

  /// Adds what became of a row, or of one of its ends, where that is anything.
  private mutating func add(
    _ entry: Entry,
    from before: Range<Int>?,
    to after: Range<Int>?,
    to rows: inout [SaveRecord.Entry],
    in coded: SaveRecord
  ) {
    let number = before == nil ? entry.key : after == nil ? entry.formerKey : nil
    let row = SaveRecord.Entry(
      before: image(before, entry),
      after: image(after, entry),
      cause: entry.cause,
      rowNumber: tables[entry.table].hasRowIDs ? number : nil
    )
    guard let row, !coded.bytes.isEqual(before, to: coded.bytes, after) else { return }
    if coded.isIdentified(row) {
      rows.append(row)
    } else {
      unrecorded.insert(tables[entry.table].name)
    }
  }

  private func trace(
    _ entry: Entry,
    from before: Range<Int>?,
    to after: Range<Int>?,
    in coded: SaveRecord
  ) -> RowTrace {
    RowTrace(
      tables[entry.table],
      from: image(before, entry).map(coded.record),
      to: image(after, entry).map(coded.record),
      by: entry.writes.all
    )
  }

  private func record(
    _ rows: [SaveRecord.Entry],
    coded bytes: [UInt8],
    derived: Set<TableName> = [],
    absent: [SaveRecord.AbsentTarget] = []
  ) -> SaveRecord {
    SaveRecord(
      rows,
      coded: bytes,
      layouts: tables.map(\.layout),
      unrecorded: unrecorded,
      derived: derived,
      absent: absent
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
