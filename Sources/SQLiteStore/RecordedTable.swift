import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import SQL
import SQLite

/// A table whose rows are coded whole, to be written again exactly so.
final class RecordedTable {
  let entity: Entity
  let name: TableName
  private let writtenName: WrittenTableName
  /// The stored columns, each with the place of its value.
  let columns: [(sql: String, attribute: Attribute, coding: ColumnCoding)]
  let layout: RecordLayout
  private let rowIDName: String?
  /// Where the columns of the key stand among all of the table, where there is no rowid.
  private let keyColumns: [Int]
  /// Where the values of the identity stand in a row.
  private let identity: [Int?]
  private let byKey: Statement
  private let byIdentity: Statement?
  /// Whether SQLite tells of changed rows what is in all of their columns, with the exception of those that have defaults: what it
  /// tells as null may be that.
  private let isTold: Bool
  /// The columns that have defaults.
  private let defaulted: [Int]
  /// What of a column is read as it stands there.
  private let plainness: [Plainness]
  private let isUTF8: Bool
  private let numbersRows: Bool
  /// The row that is being coded, and where its values begin, and end.
  private let cells: UnsafeMutableBufferPointer<RowCell>
  private let starts: UnsafeMutableBufferPointer<Int>
  /// The keys of rows without rowids, each found by its place, and those places.
  private var keys: [[SQLiteValue]] = []
  private var places: [[SQLiteValue]: Int64] = [:]
  /// The columns that were set last, and the statement that did it.
  private var setter: Setter?

  /// - Returns: `nil` for what is no entity of the model, or not with all of its columns, and for what a virtual table keeps
  ///   its own in.
  init?(_ name: TableName, _ adaptor: SQLiteAdaptor) throws(SQLiteError) {
    let entities = adaptor.model.entities.filter {
      $0.definition.table == name && $0.definition.kind == .table
    }
    guard let entity = entities.first(where: { $0.definition.parentName == nil }) ?? entities.first,
      !entity.identity.isEmpty,
      try adaptor.connection.scalar(
        "SELECT 1 FROM pragma_table_list WHERE schema = ? AND name = ? AND type = 'table'",
        [.text(name.schemaName), .text(name.name)]
      ) != nil
    else { return nil }
    let found = try adaptor.connection.rows(
      "SELECT name, hidden, dflt_value IS NOT NULL FROM pragma_table_xinfo(?, ?) ORDER BY cid",
      [.text(name.name), .text(name.schemaName)]
    ) { (name: $0.text(0), isStored: $0.int(1) == 0, hasDefault: $0.int(2) == 1) }
    var columns: [(sql: String, attribute: Attribute, coding: ColumnCoding)] = []
    for column in found where column.isStored {
      let attribute = entities.lazy.compactMap { entity in
        entity.attributes.first {
          $0.columnName.isExactly(column.name) && $0.definition.derivation == nil
        }
      }.first
      guard let attribute, !columns.contains(where: { $0.attribute.name == attribute.name }) else {
        return nil
      }
      columns.append((SQLText.identifier(column.name), attribute, ColumnCoding(attribute)))
    }
    let names = columns.map(\.attribute.name)
    identity = entity.identity.map(names.firstIndex)
    let rowIDName = entity.rowIDName
    keyColumns = entity.identity.compactMap { key in
      let column = entity.attribute(named: key)?.columnName
      return found.firstIndex { column?.isExactly($0.name) == true }
    }
    guard rowIDName != nil || keyColumns.count == entity.identity.count,
      rowIDName != nil || entity.definition.isWithoutRowNumbers, !columns.isEmpty
    else { return nil }
    (self.entity, self.name, self.columns, self.rowIDName) = (entity, name, columns, rowIDName)
    writtenName = WrittenTableName(name.name, in: name.schemaName)
    numbersRows = entity.numbersRows
    defaulted = found.filter(\.isStored).enumerated().filter(\.element.hasDefault).map(\.offset)
    plainness = columns.map { Plainness($0.coding) }
    isUTF8 = adaptor.dialect.textEncoding == .utf8
    isTold = rowIDName != nil && found.allSatisfy(\.isStored) && isUTF8
    layout = RecordLayout(entity: entity, paths: names.map { PropertyPath(components: [$0]) })
    let keys = entity.identity.map { key in
      columns.first { $0.attribute.name == key }?.sql ?? rowIDName ?? ""
    }
    let list = (columns.map(\.sql) + [rowIDName].compactMap(\.self)).joined(separator: ", ")
    let select = "SELECT \(list) FROM \(entity.sqlName) WHERE "
    let condition = keys.map { "\($0) = ?" }.joined(separator: " AND ")
    byKey = try adaptor.connection.prepare(select + (rowIDName.map { "\($0) = ?" } ?? condition))
    byIdentity = try rowIDName.map { _ throws(SQLiteError) in
      try adaptor.connection.prepare(select + condition)
    }
    cells = .allocate(capacity: columns.count)
    starts = .allocate(capacity: columns.count + 1)
    starts.initialize(repeating: 0)
  }

  deinit {
    cells.deallocate()
    starts.deallocate()
  }

  /// What of a column is read as it stands there.
  private struct Plainness {
    let integers, reals, texts, isDate: Bool

    init(_ coding: ColumnCoding) {
      (integers, reals, texts) = (coding.type == .integer, coding.keepsReals, coding.keepsText)
      isDate = coding.readsISODates
    }
  }

  /// Where columns stand among those that are stored, in the order of these; `nil` where one of them is none, or by one of them
  /// rows are known.
  func places(_ names: [String]) -> [Int]? {
    let places = columns.indices.filter { names.contains(columns[$0].attribute.columnName) }
    let isKnownByThem = identity.contains { $0.map(places.contains) == true }
    return places.count == names.count && !isKnownByThem ? places : nil
  }

  // MARK: Keys

  /// Whether a row is one of its own.
  func has(_ change: RowChange) -> Bool { change.isOf(writtenName) }

  /// Whether rows are found by their rowids.
  var hasRowIDs: Bool { rowIDName != nil }

  /// What finds the row before and after a change while statements run, its rowid or the place of its key; `nil` where it is not
  /// there, or SQLite does not tell.
  func keys(of change: RowChange) -> (old: Int64?, new: Int64?) {
    guard rowIDName == nil else {
      return (
        change.kind == .insert ? nil : change.oldRowID,
        change.kind == .delete ? nil : change.newRowID
      )
    }
    func place(_ cell: (Int) -> StoredCell?) -> Int64? {
      let values = keyColumns.compactMap { cell($0)?.value }
      guard values.count == keyColumns.count else { return nil }
      if let known = places[values] { return known }
      keys.append(values)
      places[values] = Int64(keys.count - 1)
      return Int64(keys.count - 1)
    }
    return (place(change.old), place(change.new))
  }

  // MARK: Reading

  /// Codes a row as it is stored now; `nil` when there is none.
  func code(_ key: Int64, in writer: inout RecordWriter) throws(SQLiteError) -> Range<Int>? {
    try code(byKey, rowIDName == nil ? keys[Int(key)] : [.int(key)], in: &writer)
  }

  /// The row with an identity as it is stored now, coded; `nil` when there is none.
  func row(_ id: RecordID) throws(SQLiteError) -> Data? {
    var writer = RecordWriter()
    let range =
      if let number = id.rowNumber {
        try code(byKey, [.int(number)], in: &writer)
      } else {
        try code(byIdentity ?? byKey, SQLFragment("", stored(id)).bound, in: &writer)
      }
    return range == nil ? nil : writer.data
  }

  private func code(
    _ statement: Statement,
    _ parameters: [SQLiteValue],
    in writer: inout RecordWriter
  ) throws(SQLiteError) -> Range<Int>? {
    defer { statement.reset() }
    try statement.bind(parameters)
    guard try statement.step() else { return nil }
    statement.take(into: cells, isUTF8: isUTF8)
    return codeCells(rowIDName == nil ? nil : statement.int(columns.count), in: &writer)
  }

  /// Codes a row that is about to be changed; `nil` where SQLite does not tell all of it.
  func codeOld(_ change: RowChange, in writer: inout RecordWriter) -> Range<Int>? {
    guard isTold, change.takeOld(into: cells) else { return nil }
    for column in defaulted where cells[column].storageClass == .null { return nil }
    return codeCells(change.oldRowID, in: &writer)
  }

  /// Codes the row that was coded last with the new values of some columns, in their order, over what it was.
  /// - Returns: `nil` where they are those that it has.
  func codeNew(
    _ change: RowChange,
    setting changed: [Int],
    over former: Range<Int>,
    in writer: inout RecordWriter
  ) -> Range<Int>? {
    let start = writer.count
    var isSame = true
    writer.repeatBytes(former.lowerBound..<starts[0])
    var column = 0
    for next in changed {
      writer.writeSame(next - column)
      let place = writer.count
      if let cell = change.newCell(next) {
        code(cell, next, in: &writer)
      } else {
        writer.writeNull()
      }
      if writer.ends(from: place, like: starts[next]..<starts[next + 1]) {
        writer.drop(from: place)
        writer.writeSame(1)
      } else {
        isSame = false
      }
      column = next + 1
    }
    writer.writeSame(cells.count - column)
    guard isSame else { return start..<writer.count }
    writer.drop(from: start)
    return nil
  }

  /// Codes the row that is in ``cells``.
  private func codeCells(_ rowID: Int64?, in writer: inout RecordWriter) -> Range<Int> {
    let start = writer.count
    let isKeyed = identity.allSatisfy {
      $0.map { cells[$0].storageClass != .null } ?? (rowID != nil)
    }
    let isKnown = isKeyed || numbersRows && rowID != nil
    writer.beginImage(keyedBy: isKnown ? identity.count : nil, number: isKeyed ? nil : rowID)
    if isKnown {
      for position in identity {
        if let position {
          code(cells[position], position, in: &writer)
        } else if let rowID {
          writer.write(integer: rowID)
        } else {
          writer.writeNull()
        }
      }
    }
    writer.beginValues(cells.count)
    for column in cells.indices {
      starts[column] = writer.count
      code(cells[column], column, in: &writer)
    }
    starts[cells.count] = writer.count
    return start..<writer.count
  }

  private func code(_ cell: RowCell, _ column: Int, in writer: inout RecordWriter) {
    let plain = plainness[column]
    switch cell.storageClass {
    case .null: writer.writeNull()
    case .integer where plain.integers: writer.write(integer: cell.int)
    case .real where plain.reals: writer.write(real: cell.double)
    case .blob: writer.write(blob: cell.content)
    case .text where plain.texts && writer.write(ascii: cell.content): break
    case .text where plain.isDate && write(date: cell, column, in: &writer): break
    default: writer.write(stored: columns[column].coding.decodeKey(cell))
    }
  }

  /// - Returns: whether it is a date as most are written.
  private func write(date cell: RowCell, _ column: Int, in writer: inout RecordWriter) -> Bool {
    let bytes = cell.content.assumingMemoryBound(to: UInt8.self)
    guard let date = columns[column].coding.isoDate(bytes) else { return false }
    writer.write(date: date)
    return true
  }

  // MARK: Writing

  /// What a column stores for a value that was read here.
  private func stored(_ value: Value, _ coding: ColumnCoding) -> Value {
    // What was read can be written.
    (try? coding.encode(value)) ?? .null
  }

  private func stored(_ id: RecordID) -> [Value] {
    zip(identity, id.values).map { position, value in
      stored(value, position.map { columns[$0].coding } ?? ColumnCoding(.integer))
    }
  }

  private func condition(_ id: RecordID) -> SQLFragment {
    if let number = id.rowNumber, let rowIDName {
      return SQLFragment("\(rowIDName) = ?", [.int(number)])
    }
    let keys = identity.map { $0.map { columns[$0].sql } ?? rowIDName ?? "" }
    return SQLFragment(keys.map { "\($0) = ?" }.joined(separator: " AND "), stored(id))
  }

  /// What deletes a row.
  func deletion(of id: RecordID) -> SQLFragment {
    SQLFragment("DELETE FROM \(entity.sqlName) WHERE ") + condition(id)
  }

  /// What inserts a row as it was, with the rowid that it had; where its key is another, only while no row has that.
  func insertion(of row: Record, at rowNumber: Int64?) -> SQLFragment {
    var names = columns.map(\.sql)
    var values = columns.indices.map { stored(row.value(at: $0), columns[$0].coding) }
    var marks = Array(repeating: "?", count: names.count)
    let key = row.id?.rowNumber ?? (identity.contains(nil) ? row.id?.integerKey : nil)
    if let rowIDName, let number = key ?? (isRowIDAColumn ? nil : rowNumber) {
      names.append(rowIDName)
      values.append(.int(number))
      if key == nil {
        let taken = "SELECT 1 FROM \(entity.sqlName) WHERE \(rowIDName) = ?"
        values.append(.int(number))
        marks.append("CASE WHEN EXISTS (\(taken)) THEN NULL ELSE ? END")
      } else {
        marks.append("?")
      }
    }
    return SQLFragment(
      "INSERT OR ABORT INTO \(entity.sqlName)(\(names.joined(separator: ", "))) VALUES (\(marks.joined(separator: ", ")))",
      values
    )
  }

  /// Whether the rowid is a column too, and what that holds tells it.
  private var isRowIDAColumn: Bool { columns.contains { $0.attribute.definition.isRowNumber } }

  /// A statement that sets columns of one row.
  private struct Setter {
    let columns: [Int]
    let isNumbered: Bool
    let statement: Statement
    let setting: ColumnsSet
  }

  /// Gives columns of a row values, as they are stored, which `recorder` notes.
  /// - Returns: how many rows that touched.
  func set(
    _ id: RecordID,
    _ values: [(column: Int, value: SQLiteValue)],
    notedBy recorder: SaveRecorder,
    in adaptor: SQLiteAdaptor
  ) throws(StoreError) -> Int {
    let isNumbered = id.rowNumber != nil
    return try adaptor.mapped { () throws(SQLiteError) in
      let start = ContinuousClock.now
      // Most rows are like the one before.
      var known = setter
      if known?.isNumbered != isNumbered
        || known?.columns.elementsEqual(values.lazy.map(\.column)) != true
      {
        let list = values.map { "\(columns[$0.column].sql) = ?" }.joined(separator: ", ")
        let sql = "UPDATE OR ABORT \(entity.sqlName) SET \(list) WHERE \(condition(id).sql)"
        known = Setter(
          columns: values.map(\.column),
          isNumbered: isNumbered,
          statement: try adaptor.connection.prepare(sql),
          setting: ColumnsSet(values.map { columns[$0.column].attribute.columnName })
        )
        setter = known
      }
      guard let known else { return 0 }
      let statement = known.statement
      recorder.setting = known.setting
      defer {
        recorder.setting = nil
        statement.reset()
        adaptor.log.add(statement.sql, ContinuousClock.now - start)
      }
      for (index, value) in values.enumerated() { try statement.bind(value.value, at: index + 1) }
      if let key = id.integerKey {
        try statement.bind(.int(key), at: values.count + 1)
      } else {
        for (index, value) in condition(id).bound.enumerated() {
          try statement.bind(value, at: values.count + index + 1)
        }
      }
      while try statement.step() {}
      return adaptor.connection.changes
    }
  }

  /// What a column stores for a value that was coded here.
  func stored(_ value: Value, _ column: Int) -> SQLiteValue {
    ColumnCoding.encodeRaw(stored(value, columns[column].coding)) ?? .null
  }
}
