import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import SQLite

/// The rows that were touched.
struct RecordedRows: ~Copyable {
  /// The keys of a changed row, its table and the kinds of change.
  private struct Touch {
    /// The key of the row when it was first changed; `nil` for an inserted row.
    let formerKey: Int64?
    /// The current key of the row; `nil` while it is deleted.
    var key: Int64?
    /// The place of its table among those of which rows were changed.
    let table: Int32
    /// The kinds of change made to the row.
    var writes: Writes

    init(_ table: Int, formerKey: Int64?, key: Int64?, writes: Writes = []) {
      (self.table, self.formerKey, self.key) = (Int32(table), formerKey, key)
      self.writes = writes
    }

    /// Whether it went, and another came in its place.
    var isReplaced: Bool { key != nil && writes.isSuperset(of: [.insert, .delete]) }
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

  /// A table of which rows were changed.
  private struct TouchedTable {
    let table: RecordedTable
    /// The table, unretained, to avoid reference counting for each row.
    let known: Unmanaged<RecordedTable>
    /// The entries by where their rows are now.
    var places = RowEntryIndex()
    /// The entries of rows that are gone by where they were at first.
    var vacated: [Int64: Int] = [:]

    init(_ table: RecordedTable) {
      (self.table, known) = (table, .passUnretained(table))
    }
  }

  private unowned let adaptor: SQLiteAdaptor
  /// The places of the tables of which rows were changed; `nil` for those that cannot be recorded.
  private var numbers: [TableName: Int?] = [:]
  private var tables: [TouchedTable] = []
  private var last: Int?
  private var writer: RecordWriter
  /// The rows that were touched, with what each held when it was first touched and what it holds now, where that is known
  /// already.
  private var entries: [SaveRecord.Entry] = []
  /// The keys and changes of each row in ``entries``.
  private var touches: [Touch] = []
  private var unrecorded: Set<TableName> = []
  private var derived: Set<TableName> = []
  /// The tables of the rows that are to be changed.
  private let written: Set<TableName>
  private let expectedCount: Int
  var carriesOutRules = false
  /// The columns that the statement sets that runs, where that is known.
  var setting: UnsafeMutablePointer<AssignedColumns.Memory>?

  init(_ adaptor: SQLiteAdaptor, writing written: Set<TableName>, expecting count: Int) {
    (self.adaptor, self.written, expectedCount) = (adaptor, written, count)
    // Most rows are short, and what they do not take costs nothing.
    writer = RecordWriter(capacity: 512 + min(count, 1 << 14) * 128)
    entries.reserveCapacity(count)
    touches.reserveCapacity(count)
  }

  mutating func note(_ change: RowChange) {
    do throws(SQLiteError) {
      guard let number = try table(of: change) else { return }
      // The tables stay: to hold one for each row takes longer than to note it.
      tables[number].known._withUnsafeGuaranteedRef { note(change, in: $0, number) }
    } catch { unrecorded.insert(TableName(change.tableName, in: change.schemaName)) }
  }

  private mutating func note(_ change: RowChange, in table: RecordedTable, _ number: Int) {
    let (old, new) = table.keys(of: change)
    do throws(SQLiteError) {
      guard change.kind == .insert || old != nil, change.kind == .delete || new != nil else {
        unrecorded.insert(table.name)
        return
      }
      try note(change, in: table, number, old: old, new: new)
    } catch { unrecorded.insert(table.name) }
  }

  private mutating func table(of change: RowChange) throws(SQLiteError) -> Int? {
    if let last, tables[last].known._withUnsafeGuaranteedRef({ $0.has(change) }) { return last }
    let name = TableName(change.tableName, in: change.schemaName)
    // Temporary tables are the program's own.
    guard name.schemaName != "temp" else { return nil }
    if let known = numbers[name] {
      last = known ?? last
      return known
    }
    numbers[name] = .some(nil)
    if let table = try RecordedTable(name, adaptor) {
      var touched = TouchedTable(table)
      // Of one table are mostly all of them.
      if written.count == 1, written.contains(name) {
        touched.places.reserveCapacity(expectedCount)
      }
      tables.append(touched)
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
    in table: RecordedTable,
    _ number: Int,
    old: Int64?,
    new: Int64?
  ) throws(SQLiteError) {
    let isEffect = change.isEffect
    let cause: SaveRecord.Cause = isEffect ? .trigger : carriesOutRules ? .cascade : .direct
    var index = entries.count
    if let old {
      if let known = tables[number].places.add(index, at: old) {
        index = known
        entries[index].after = nil
      } else {
        let columns = change.kind == .update && old == new && !isEffect ? setting : nil
        do throws(SQLiteError) {
          entries.append(
            try entry(change, in: table, number, from: old, setting: columns, by: cause)
          )
        } catch {
          tables[number].places.set(nil, at: old)
          throw error
        }
        touches.append(Touch(number, formerKey: old, key: new, writes: Writes(change.kind)))
        // Most rows stay where they are, and nothing else becomes of them.
        if old == new { return }
      }
      if old != new { tables[number].places.set(nil, at: old) }
    } else if let new, let known = tables[number].vacated.removeValue(forKey: new) {
      // What is inserted where a row was is that row with other values.
      index = known
    } else {
      entries.append(SaveRecord.Entry(before: nil, after: nil, cause: cause))
      touches.append(Touch(number, formerKey: nil, key: new))
    }
    touches[index].key = new
    touches[index].writes.formUnion(Writes(change.kind))
    if cause == .direct { entries[index].cause = .direct }
    guard old != new else { return }
    if let new {
      tables[number].places.set(index, at: new)
    } else if let former = touches[index].formerKey {
      tables[number].vacated[former] = index
    }
  }

  /// A row that is touched for the first time, by a statement that sets some columns of it, where that is known.
  private mutating func entry(
    _ change: RowChange,
    in table: RecordedTable,
    _ number: Int,
    from key: Int64,
    setting: UnsafeMutablePointer<AssignedColumns.Memory>?,
    by cause: SaveRecord.Cause
  ) throws(SQLiteError) -> SaveRecord.Entry {
    // What a statement leaves as it is need not be asked for; such a row is written as it is coded.
    if setting != nil { writer.beginEntry(number, cause) }
    let told = table.codeOld(change, in: &writer)
    let bytes = if let told { told } else { try table.code(key, in: &writer) }
    let before = bytes.map { SaveRecord.Image(layout: number, bytes: $0) }
    var entry = SaveRecord.Entry(before: before, after: nil, cause: cause)
    if let told, let setting, let places = setting.pointee.places(in: table) {
      let changed = table.codeNew(
        change,
        setting: places,
        to: setting.pointee.values,
        over: told,
        in: &writer
      )
      entry.after =
        changed.map { SaveRecord.Image(layout: number, bytes: $0, over: told) } ?? before
    }
    return entry
  }

  /// Returns the record of all row changes, with the rows as they are stored now.
  mutating func record() -> SaveRecord {
    for index in entries.indices where entries[index].after == nil {
      guard let key = touches[index].key else { continue }
      let number = Int(touches[index].table)
      let table = tables[number].table
      do throws(SQLiteError) {
        let bytes = try table.code(key, in: &writer)
        entries[index].after = bytes.map { SaveRecord.Image(layout: number, bytes: $0) }
      } catch { unrecorded.insert(table.name) }
    }
    let bytes = writer.data
    let coded = record([], coded: bytes)
    var rows: [SaveRecord.Entry] = []
    var kept: Set<TableName> = []
    if derived.isEmpty, coded.areOnlyChanged(entries) {
      rows = entries
    } else {
      rows = ended(in: coded, keeping: &kept)
    }
    let cascades = record(rows, coded: bytes).cascades
    for index in cascades { rows[index].cause = .cascade }
    let done = record(rows, coded: bytes, derived: kept)
    var targets = DanglingReferences(of: done, in: adaptor)
    return record(rows, coded: bytes, derived: kept, absent: targets.found()).withoutIdleLayouts
  }

  /// The rows that are not as they were; the virtual tables that follow from them go to `kept`.
  private mutating func ended(
    in coded: SaveRecord,
    keeping kept: inout Set<TableName>
  ) -> [SaveRecord.Entry] {
    var rows: [SaveRecord.Entry] = []
    rows.reserveCapacity(entries.count)
    // What came and went leaves no row, and may have fed a virtual table all the same.
    var traces: Set<NetRowChange> = []
    let feeding = derived.map { (table: $0, triggers: triggers(naming: $0)) }
    for (entry, touch) in zip(entries, touches) {
      guard !derived.isEmpty else {
        add(touch, entry, to: &rows, in: coded)
        continue
      }
      var parts = [entry]
      // Triggers that hear of rows that go and come only are told the way back like that too.
      if entry.before != nil, touch.isReplaced {
        let whole = trace(touch, entry, in: coded)
        if feeding.contains(where: { $0.triggers?.loses(whole) == true }) {
          let (old, new) = (entry.before, entry.after)
          parts = [
            SaveRecord.Entry(before: old, after: nil, cause: entry.cause),
            SaveRecord.Entry(before: nil, after: new, cause: entry.cause),
          ]
        }
      }
      for part in parts {
        traces.insert(trace(touch, part, in: coded))
        add(touch, part, to: &rows, in: coded)
      }
    }
    for (table, triggers) in feeding {
      switch triggers?.following(traces) {
      case .followed: kept.insert(table)
      case .untouched: break
      case .lost, nil: unrecorded.insert(table)
      }
    }
    return rows
  }

  /// Adds what became of a row, or of one of its ends, where that is anything.
  private mutating func add(
    _ touch: Touch,
    _ entry: SaveRecord.Entry,
    to rows: inout [SaveRecord.Entry],
    in coded: SaveRecord
  ) {
    let (before, after) = (entry.before, entry.after)
    guard before != nil || after != nil,
      after?.base != nil || !coded.isEqual(before, to: coded, after)
    else { return }
    let table = tables[Int(touch.table)].table
    let number = before == nil ? touch.key : after == nil ? touch.formerKey : nil
    let row = SaveRecord.Entry(
      before: before,
      after: after,
      cause: entry.cause,
      rowNumber: table.hasRowIDs ? number : nil
    )
    if coded.isIdentified(row) {
      rows.append(row)
    } else {
      unrecorded.insert(table.name)
    }
  }

  private func trace(_ touch: Touch, _ entry: SaveRecord.Entry, in coded: SaveRecord)
    -> NetRowChange
  {
    let table = tables[Int(touch.table)].table
    return NetRowChange(table, coded.row(entry), by: touch.writes.all)
  }

  private func record(
    _ rows: [SaveRecord.Entry],
    coded bytes: Data,
    derived: Set<TableName> = [],
    absent: [SaveRecord.DanglingTarget] = []
  ) -> SaveRecord {
    SaveRecord(
      rows,
      coded: bytes,
      layouts: tables.map(\.table.layout),
      unrecorded: unrecorded,
      derived: derived,
      absent: absent
    )
  }

  /// The triggers that feed a virtual table; `nil` where they cannot be read.
  private func triggers(naming table: TableName) -> TableTriggers? {
    do throws(SQLiteError) { return try TableTriggers(.naming, table, in: adaptor) } catch {
      return nil
    }
  }
}
