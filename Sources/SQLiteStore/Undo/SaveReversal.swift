import EntityModel
import EntityStore
import FoundationEssentials
import SQLite

/// The undo of one recorded save: it restores the rows as they were before, in one transaction.
struct SaveReversal {
  let adaptor: SQLiteAdaptor
  let record: SaveRecord
  /// The recorder of the rows that the undo itself changes.
  let recorder: SaveRecorder
  /// The tables of the rows, in the order of the layouts of the record.
  private(set) var tables: [RecordedTable] = []
  /// The rows that gave up unique values for others.
  private var aside: Set<RecordID> = []

  /// - Throws: ``StoreError/unsupported(_:)`` where something is not in the record.
  init(_ record: SaveRecord, adaptor: SQLiteAdaptor) throws(StoreError) {
    (self.record, self.adaptor, recorder) = (record, adaptor, SaveRecorder(adaptor))
    try Self.checkWhole(record)
    for layout in record.layouts {
      let entity = try adaptor.entity(layout.entity.name)
      let table = try adaptor.mapped { () throws(SQLiteError) in
        try RecordedTable(entity.definition.table, adaptor)
      }
      guard let table, table.layout.paths == layout.paths else {
        throw try Self.lost(entity, adaptor)
      }
      tables.append(table)
    }
  }

  /// Returns the error for an entity whose table is gone or has other columns than the record.
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
    let what: NamedSentence =
      isThere
      ? "the columns of \(entity: entity) have changed"
      : "the table of \(entity: entity) was deleted"
    return .unsupported("This save cannot be undone: \(what).")
  }

  private static func checkWhole(_ record: SaveRecord) throws(StoreError) {
    guard let name = record.unrecorded.map(\.description).min() else { return }
    throw .unsupported(
      "This save cannot be undone: it changed rows of '\(name)' that were not recorded."
    )
  }

  /// The databases that are written to.
  var schemaNames: Set<String> { Set(tables.map(\.name.schemaName)) }

  /// All rows are as the save has left them.
  func check() throws(StoreError) {
    let now = Set(record.entries.compactMap { $0.after.flatMap(record.id) })
    for entry in record.entries {
      if adaptor.isCancelled() { throw .cancelled }
      if let after = entry.after {
        guard try isStored(after) else { throw changed(entry) }
      } else if let id = record.id(entry.known), !now.contains(id),
        try current(id, entry.known) != nil
      {
        throw changed(entry)
      }
    }
  }

  private func changed(_ entry: SaveRecord.Entry) -> StoreError {
    .changedByOther(record.id(of: entry))
  }

  /// Runs `body` while of all triggers only those run that keep virtual tables which the save has changed along.
  ///
  /// Their other effects are put back by ``putBack()``, or found by ``checkDone()``. SQLite turns off all triggers or none: the others are away for as
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
    let written = Set(tables.map { $0.name.name.lowercased() })
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
      "This save cannot be undone: triggers changed '\(names.map(\.description).min() ?? "")' and would not change it back."
    )
  }

  private func entity(_ image: SaveRecord.Image) -> Entity { record.layouts[image.layout].entity }

  /// A row of the table of an image as it is stored now.
  private func current(_ id: RecordID, _ image: SaveRecord.Image) throws(StoreError) -> Data? {
    try adaptor.mapped { () throws(SQLiteError) in try tables[image.layout].row(id) }
  }

  /// Whether a row is stored now as an image has it.
  private func isStored(_ image: SaveRecord.Image) throws(StoreError) -> Bool {
    guard let id = record.id(image), let bytes = try current(id, image) else { return false }
    return record.isEqual(image, toRow: bytes)
  }

  /// Whether more rows are as the save has left them than as they were before; `nil` where as many are.
  func isSaveDone() throws(StoreError) -> Bool? {
    var balance = 0
    for entry in record.entries {
      if let before = entry.before, let after = entry.after {
        balance += try side(before, after)
      } else if let id = record.id(entry.known) {
        let isThere = try current(id, entry.known) != nil
        if try entry.after.map(isStored) ?? !isThere { balance += 1 }
        if try entry.before.map(isStored) ?? !isThere { balance -= 1 }
      }
    }
    return balance == 0 ? nil : balance > 0
  }

  /// 1 for a row of which more of the fields that the save wrote are as it has left them, -1 for one with more as before.
  private func side(
    _ before: SaveRecord.Image,
    _ after: SaveRecord.Image
  ) throws(StoreError) -> Int {
    guard let id = record.id(after), let row = try current(id, after) else {
      return try record.id(before).map { id throws(StoreError) in try current(id, before) != nil }
        == true ? -1 : 0
    }
    let now = record.record(ofRow: row, like: after)
    func count(_ image: SaveRecord.Image, over other: SaveRecord.Image) -> Int {
      record.differences(from: other, to: image).count {
        now.value(at: $0.column) == record.value($0.value)
      }
    }
    return (count(after, over: before) - count(before, over: after)).signum()
  }

  /// The record laid over what is stored by now in fields that the save did not write; `nil` where that is nothing else.
  func merged(besides stamps: [String: Set<String>]) throws(StoreError) -> SaveRecord? {
    var stamps = stamps
    for table in tables {
      let own = try adaptor.mapped { () throws(SQLiteError) in
        try TriggerTimestamps(of: table, in: adaptor).names
      }
      stamps[table.entity.name, default: []].formUnion(own)
    }
    return try record.merged(
      with: { image throws(StoreError) in
        guard let id = record.id(image), let row = try current(id, image) else { return nil }
        return record.record(ofRow: row, like: image)
      },
      besides: stamps
    )
  }

  /// Writes the rows, the last one first; those that want a value or the place that another still has wait for it, and those
  /// that go do so in the end, lest a reference takes along what is to lead elsewhere.
  mutating func write() throws(StoreError) {
    let entries = record.entries.reversed()
    let taken =
      entries.contains { $0.after == nil }
      ? Set(entries.filter { $0.before == nil }.compactMap(place)) : []
    func turn(_ entry: SaveRecord.Entry) -> Int {
      entry.before == nil
        ? 1 : entry.after == nil && place(entry).map(taken.contains) == true ? 2 : 0
    }
    var waiting =
      entries.contains { turn($0) > 0 }
      ? (0...2).flatMap { number in entries.filter { turn($0) == number } } : Array(entries)
    while !waiting.isEmpty {
      var left: [SaveRecord.Entry] = []
      var failure: StoreError?
      for entry in waiting {
        if adaptor.isCancelled() { throw .cancelled }
        do throws(StoreError) { try write(entry) } catch {
          guard case .uniqueViolated = error, adaptor.connection.isInTransaction else {
            throw error
          }
          failure = failure ?? error
          left.append(entry)
        }
      }
      if let failure, left.count == waiting.count, try !makeWay(among: left) {
        // Where a trigger of a virtual table took the place, ``putBack()`` takes it back.
        guard record.derived.isEmpty else { return }
        throw failure
      }
      waiting = left
    }
  }

  /// Returns the identity of an entry's row by rowid; `nil` if the entry has no rowid.
  private func place(_ entry: SaveRecord.Entry) -> RecordID? {
    entry.rowNumber.map { RecordID(entityName: entity(entry.known).name, key: $0) }
  }

  private func write(_ entry: SaveRecord.Entry) throws(StoreError) {
    let table = tables[entry.known.layout]
    let touched: Int
    switch (entry.before, entry.after) {
    case (let before?, let after?):
      guard let id = record.id(after) else { return }
      let values = record.differences(from: after, to: before).map {
        (column: $0, value: table.stored(record.value($1), $0))
      }
      guard !values.isEmpty else { return }
      touched = try table.set(id, values, notedBy: recorder, in: adaptor)
    case (let before?, nil):
      let row = record.record(before)
      touched = try adaptor.write(table.insertion(of: row, at: entry.rowNumber))
    case (nil, _):
      guard let id = record.id(entry.known) else { return }
      touched = try adaptor.write(table.deletion(of: id))
    }
    if touched == 1 { return }
    guard touched == 0, try isDone(entry) else { throw changed(entry) }
  }

  /// Whether a reference has changed a row along already.
  private func isDone(_ entry: SaveRecord.Entry) throws(StoreError) -> Bool {
    if let before = entry.before { return try isStored(before) }
    guard let id = record.id(entry.known) else { return false }
    return try current(id, entry.known) == nil
  }

  /// Lets a row that waits give up its values for a while, since rows in a circle wait for each other.
  /// - Returns: whether one did.
  private mutating func makeWay(among entries: [SaveRecord.Entry]) throws(StoreError) -> Bool {
    for entry in entries {
      guard let before = entry.before, let after = entry.after, let id = record.id(after),
        id == record.id(before), !aside.contains(id)
      else { continue }
      let table = tables[entry.known.layout]
      let changed = record.differences(from: before, to: after)
      let placeholders = changed.map {
        PlaceholderValue(table.columns[$0.column].attribute, of: table.entity, turn: aside.count)
      }
      for values in PlaceholderValue.values(
        placeholders,
        for: changed.map { table.stored(record.value($0.value), $0.column) }
      ) {
        do throws(StoreError) {
          let set = zip(changed, values).map { (column: $0.column, value: $1) }
          guard try table.set(id, set, notedBy: recorder, in: adaptor) == 1 else { break }
        } catch {
          guard error.isAboutValues, adaptor.connection.isInTransaction else { throw error }
          continue
        }
        aside.insert(id)
        return true
      }
    }
    return false
  }

  /// Writes the rows again to which triggers of virtual tables did something else; to be called while no trigger runs.
  ///
  /// Rows of tables that have such triggers themselves are left to ``checkDone()``, as what was fed would not follow.
  func putBack() throws(StoreError) {
    guard !record.derived.isEmpty else { return }
    let done = recorder.record()
    guard done.unrecorded.isEmpty else { return }
    let (strayed, missed) = astray(done)
    let names = strayed.map(done.tableName) + missed.map(record.tableName)
    // What a reference has changed along belongs to somebody else.
    guard !names.isEmpty, !strayed.contains(where: { $0.cause == .cascade }) else { return }
    for name in record.derived {
      let feeding = try adaptor.mapped { () throws(SQLiteError) in
        try TableTriggers(.naming, name, in: adaptor)
      }
      guard let feeding, !names.contains(where: feeding.areTied(to:)) else { return }
    }
    var others = try SaveReversal(done.with(strayed), adaptor: adaptor)
    try others.write()
    for entry in missed { try write(entry) }
  }

  /// Verifies that exactly the recorded rows were reverted.
  ///
  /// - Throws: ``StoreError/changedByOther(_:)`` for a row that changed as a side effect, as one that refers to a new row.
  func checkDone() throws(StoreError) {
    let done = recorder.record()
    try Self.checkWhole(done)
    guard done.derived == record.derived else { throw Self.unfollowed(record.derived) }
    // Most rows come in the order in which they were written, and each has its own way.
    let ways = Array(record.entries.reversed())
    if ways.count == done.entries.count,
      zip(ways, done.entries).allSatisfy({ way, entry in
        done.layouts[entry.known.layout].entity === record.layouts[way.known.layout].entity
          && isWay(way, of: entry, in: done)
      })
    {
      return
    }
    let (strayed, missed) = astray(done)
    if let entry = strayed.first { throw .changedByOther(done.id(of: entry)) }
    if let missing = missed.first { throw changed(missing) }
  }

  /// Whether what was done to a row is this way back.
  private func isWay(
    _ way: SaveRecord.Entry,
    of entry: SaveRecord.Entry,
    in done: SaveRecord
  ) -> Bool {
    done.isEqual(entry.before, to: record, way.after)
      && done.isEqual(entry.after, to: record, way.before)
  }

  /// The rows to which something was done that is not the way back, and those that did not go it.
  private func astray(_ done: SaveRecord) -> ([SaveRecord.Entry], missed: [SaveRecord.Entry]) {
    var wanted = Dictionary(record.entries.map { (Ends($0.after, $0.before, of: record), $0) }) {
      first,
      _ in first
    }
    let strayed = done.entries.filter { entry in
      let ends = Ends(entry.before, entry.after, of: done)
      guard let way = wanted[ends], isWay(way, of: entry, in: done) else { return true }
      wanted[ends] = nil
      return false
    }
    return (strayed, Array(wanted.values))
  }

  /// The identities of a row before and after a change, which match each change of an undo with the recorded one it reverts.
  private struct Ends: Hashable {
    let before: RecordID?
    let after: RecordID?

    init(_ before: SaveRecord.Image?, _ after: SaveRecord.Image?, of record: SaveRecord) {
      (self.before, self.after) = (before.flatMap(record.id), after.flatMap(record.id))
    }
  }
}

extension SaveRecord {
  /// The table of the row of an entry.
  fileprivate func tableName(_ entry: Entry) -> TableName {
    layouts[entry.known.layout].entity.definition.table
  }

  /// Returns a record of these entries alone.
  fileprivate func with(_ entries: [Entry]) -> SaveRecord {
    SaveRecord(entries, coded: bytes, layouts: layouts, unrecorded: [], derived: [])
  }
}
