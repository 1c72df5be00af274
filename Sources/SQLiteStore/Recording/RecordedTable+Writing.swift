import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// Rows that are written again as they were coded.
extension RecordedTable {
  /// Returns the stored form of a recorded value.
  private func stored(_ value: Value, _ coding: ColumnCoding) -> Value {
    // What was read can be written.
    (try? coding.encode(value)) ?? .null
  }

  func stored(_ id: RecordID) -> [Value] {
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

  /// Returns the statement that deletes a row.
  func deletion(of id: RecordID) -> SQLFragment {
    SQLFragment("DELETE FROM \(entity.sqlName) WHERE ") + condition(id)
  }

  /// Returns the statement that inserts a recorded row again with its former rowid.
  ///
  /// If the rowid is not the row's key, it is reused only while no other row has it.
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
  struct Setter {
    let columns: [Int]
    let isNumbered: Bool
    let statement: Statement
    let setting: AssignedColumns
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
          setting: AssignedColumns(values.map { columns[$0.column].attribute.columnName })
        )
        setter = known
      }
      guard let known else { return 0 }
      let statement = known.statement
      defer {
        statement.reset()
        adaptor.log.add(statement.sql, ContinuousClock.now - start)
      }
      for (index, value) in values.enumerated() {
        try statement.bind(value.value, at: index + 1)
        known.setting.note(value.value, at: index)
      }
      if let key = id.integerKey {
        try statement.bind(.int(key), at: values.count + 1)
      } else {
        for (index, value) in condition(id).bound.enumerated() {
          try statement.bind(value, at: values.count + index + 1)
        }
      }
      try recorder.whileSetting(known.setting) { () throws(SQLiteError) in
        while try statement.step() {}
      }
      return adaptor.connection.changes
    }
  }

  /// Returns the stored form of a recorded value, for the column at an index.
  func stored(_ value: Value, _ column: Int) -> SQLiteValue {
    ColumnCoding.encodeRaw(stored(value, columns[column].coding)) ?? .null
  }
}
