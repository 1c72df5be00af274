import EntityModel
import EntityStore
import Qualifiers
import SQL
import SQLite

/// A table whose rows are coded whole, to be written again exactly so.
final class RecordedTable {
  /// What finds a row while statements run: its rowid, or its key where the table has none.
  enum Key: Hashable {
    case rowID(Int64)
    case values([SQLiteValue])

    /// The rowid.
    var rowNumber: Int64? { if case .rowID(let number) = self { number } else { nil } }
  }

  let entity: Entity
  let name: TableName
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
  private let hasDefault: [Bool]
  private let isUTF8: Bool
  private let numbersRows: Bool
  /// Where the values of the row that was coded last begin, and where they end.
  private var starts: [Int]
  /// The columns that were set last, and the statement that did it.
  private var setter: (columns: [Int], isNumbered: Bool, statement: Statement)?

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
    numbersRows = entity.numbersRows
    hasDefault = found.filter(\.isStored).map(\.hasDefault)
    isUTF8 = adaptor.dialect.textEncoding == .utf8
    isTold = rowIDName != nil && found.allSatisfy(\.isStored) && isUTF8
    starts = Array(repeating: 0, count: columns.count + 1)
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
  }

  /// Where columns stand among those that are stored, in the order of these; `nil` where one of them is none.
  func places(_ names: [String]) -> [Int]? {
    let places = columns.indices.filter { names.contains(columns[$0].attribute.columnName) }
    return places.count == names.count ? places : nil
  }

  // MARK: Keys

  /// What finds the row before and after a change; `nil` where it is not there, or SQLite does not tell.
  func keys(of change: RowChange) -> (old: Key?, new: Key?) {
    guard rowIDName == nil else {
      return (
        change.kind == .insert ? nil : .rowID(change.oldRowID),
        change.kind == .delete ? nil : .rowID(change.newRowID)
      )
    }
    func key(_ cell: (Int) -> StoredCell?) -> Key? {
      let values = keyColumns.compactMap { cell($0)?.value }
      return values.count == keyColumns.count ? .values(values) : nil
    }
    return (key(change.old), key(change.new))
  }

  // MARK: Reading

  /// Codes a row as it is stored now; `nil` when there is none.
  func code(_ key: Key, in writer: inout RecordWriter) throws(SQLiteError) -> Range<Int>? {
    switch key {
    case .rowID(let number): try code(byKey, [.int(number)], in: &writer)
    case .values(let values): try code(byKey, values, in: &writer)
    }
  }

  /// The row with an identity as it is stored now, coded; `nil` when there is none.
  func row(_ id: RecordID) throws(SQLiteError) -> [UInt8]? {
    var writer = RecordWriter()
    let range =
      if let number = id.rowNumber {
        try code(byKey, [.int(number)], in: &writer)
      } else {
        try code(byIdentity ?? byKey, SQLFragment("", stored(id)).bound, in: &writer)
      }
    return range == nil ? nil : writer.bytes
  }

  private func code(
    _ statement: Statement,
    _ parameters: [SQLiteValue],
    in writer: inout RecordWriter
  ) throws(SQLiteError) -> Range<Int>? {
    defer { statement.reset() }
    try statement.bind(parameters)
    guard try statement.step() else { return nil }
    return code(rowIDName == nil ? nil : statement.int(columns.count), in: &writer) {
      statement[$0]
    }
  }

  /// Codes a row that is about to be changed; `nil` where SQLite does not tell all of it.
  func codeOld(_ change: RowChange, in writer: inout RecordWriter) -> Range<Int>? {
    guard isTold else { return nil }
    var isWhole = true
    let range = code(change.oldRowID, in: &writer) { column in
      let cell = change.old(column)
      if cell == nil || hasDefault[column] && cell?.storageClass == .null { isWhole = false }
      return cell
    }
    if !isWhole { writer.drop(from: range.lowerBound) }
    return isWhole ? range : nil
  }

  /// Codes the row that was coded last with the new values of some columns, in their order.
  func codeNew(
    _ change: RowChange,
    setting changed: [Int],
    over former: Range<Int>,
    in writer: inout RecordWriter
  ) -> Range<Int> {
    let start = writer.bytes.count
    var copied = former.lowerBound
    for column in changed {
      writer.repeatBytes(copied..<starts[column])
      code(change.new(column), columns[column].coding, in: &writer)
      copied = starts[column + 1]
    }
    writer.repeatBytes(copied..<former.upperBound)
    return start..<writer.bytes.count
  }

  private func code(
    _ rowID: Int64?,
    in writer: inout RecordWriter,
    _ cell: (Int) -> StoredCell?
  ) -> Range<Int> {
    let start = writer.bytes.count
    let isKeyed = identity.allSatisfy {
      $0.map { cell($0)?.storageClass != .null } ?? (rowID != nil)
    }
    let isKnown = isKeyed || numbersRows && rowID != nil
    writer.beginImage(keyedBy: isKnown ? identity.count : nil, number: isKeyed ? nil : rowID)
    if isKnown {
      for position in identity {
        if let position {
          code(cell(position), columns[position].coding, in: &writer)
        } else {
          writer.write(stored: rowID.map { .int($0) } ?? .null)
        }
      }
    }
    writer.beginValues(columns.count)
    for column in columns.indices {
      starts[column] = writer.bytes.count
      code(cell(column), columns[column].coding, in: &writer)
    }
    starts[columns.count] = writer.bytes.count
    return start..<writer.bytes.count
  }

  private func code(_ cell: StoredCell?, _ coding: ColumnCoding, in writer: inout RecordWriter) {
    guard let cell else { return writer.write(stored: .null) }
    // Most texts need not be looked at; SQLite gives the bytes without a copy.
    if isUTF8, coding.keepsText, cell.storageClass == .text,
      cell.withBlob({ writer.write(ascii: $0) })
    {
      return
    }
    writer.write(stored: coding.decodeKey(cell))
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

  /// Gives columns of a row values, as they are stored.
  /// - Returns: how many rows that touched.
  func set(
    _ id: RecordID,
    _ values: [(column: Int, value: SQLiteValue)],
    in adaptor: SQLiteAdaptor
  ) throws(StoreError) -> Int {
    let row = condition(id)
    let (changed, isNumbered) = (values.map(\.column), id.rowNumber != nil)
    return try adaptor.mapped { () throws(SQLiteError) in
      let start = ContinuousClock.now
      // Most rows are like the one before.
      if setter?.columns != changed || setter?.isNumbered != isNumbered {
        let list = changed.map { "\(columns[$0].sql) = ?" }.joined(separator: ", ")
        let sql = "UPDATE OR ABORT \(entity.sqlName) SET \(list) WHERE \(row.sql)"
        setter = (changed, isNumbered, try adaptor.connection.prepare(sql))
      }
      guard let statement = setter?.statement else { return 0 }
      defer {
        statement.reset()
        adaptor.log.add(statement.sql, ContinuousClock.now - start)
      }
      try statement.bind(values.map(\.value) + row.bound)
      while try statement.step() {}
      return adaptor.connection.changes
    }
  }

  /// What a column stores for a value that was coded here.
  func stored(_ value: Value, _ column: Int) -> SQLiteValue {
    ColumnCoding.encodeRaw(stored(value, columns[column].coding)) ?? .null
  }
}
