import EntityModel
import EntityStore
import Qualifiers
import SQL
import SQLite

/// A table whose rows are read whole, to be written again exactly so.
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
  private let layout: RecordLayout
  private let rowIDName: String?
  /// Where the columns of the key stand among all of the table, where there is no rowid.
  private let keyColumns: [Int]
  /// Where the values of the identity stand in a row.
  private let identity: [Int?]
  private let byKey: Statement
  private let byIdentity: Statement?

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
      "SELECT name, hidden FROM pragma_table_xinfo(?, ?) ORDER BY cid",
      [.text(name.name), .text(name.schemaName)]
    ) { (name: $0.text(0), isStored: $0.int(1) == 0) }
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

  // MARK: Keys

  /// What finds the row before and after a change; `nil` where it is not there, or SQLite does not tell.
  func keys(of change: RowChange) -> (old: Key?, new: Key?) {
    guard rowIDName == nil else {
      return (
        change.kind == .insert ? nil : .rowID(change.oldRowID),
        change.kind == .delete ? nil : .rowID(change.newRowID)
      )
    }
    func key(_ values: [SQLiteValue]) -> Key? {
      values.count == keyColumns.count ? .values(values) : nil
    }
    return (
      key(keyColumns.compactMap(change.oldValue)), key(keyColumns.compactMap(change.newValue))
    )
  }

  // MARK: Reading

  /// The row as it is stored now; `nil` when there is none.
  func row(_ key: Key) throws(SQLiteError) -> Record? {
    switch key {
    case .rowID(let number): try row(byKey, [.int(number)])
    case .values(let values): try row(byKey, values)
    }
  }

  /// The row with an identity as it is stored now; `nil` when there is none.
  func row(_ id: RecordID) throws(SQLiteError) -> Record? {
    if let number = id.rowNumber { return try row(byKey, [.int(number)]) }
    return try row(byIdentity ?? byKey, SQLFragment("", stored(id)).bound)
  }

  private func row(
    _ statement: Statement,
    _ parameters: [SQLiteValue]
  ) throws(SQLiteError) -> Record? {
    defer { statement.reset() }
    try statement.bind(parameters)
    guard try statement.step() else { return nil }
    let values = columns.indices.map { columns[$0].coding.decodeKey(statement[$0]) }
    let rowID = rowIDName == nil ? nil : statement.int(columns.count)
    let key = identity.map { position -> Value in
      position.map { values[$0] } ?? rowID.map { .int($0) } ?? .null
    }
    let id = RecordID.of(key, entity.numbersRows ? rowID : nil, in: entity)
    return Record(layout: layout, id: id, values: values)
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

  /// What gives a row the values that it had, where they are others.
  func update(of row: Record, to former: Record) -> SQLFragment? {
    guard let id = row.id else { return nil }
    let changed = columns.indices.filter { row.value(at: $0) != former.value(at: $0) }
    guard !changed.isEmpty else { return nil }
    return update(id, changed.map { ($0, stored(former.value(at: $0), columns[$0].coding)) })
  }

  /// What gives columns of a row values.
  func update(_ id: RecordID, _ values: [(column: Int, value: Value)]) -> SQLFragment {
    let list = values.map { "\(columns[$0.column].sql) = ?" }.joined(separator: ", ")
    return SQLFragment("UPDATE OR ABORT \(entity.sqlName) SET \(list) WHERE ", values.map(\.value))
      + condition(id)
  }

  /// What a row stores in a column.
  func stored(_ row: Record, _ column: Int) -> SQLiteValue {
    ColumnCoding.encodeRaw(stored(row.value(at: column), columns[column].coding)) ?? .null
  }
}
