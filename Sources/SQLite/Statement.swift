import CSQLite

/// A prepared statement; rows are read from it while it is stepped.
package final class Statement {
  let pointer: OpaquePointer
  private let handle: DatabaseHandle
  /// Its text.
  package let sql: String

  init(_ sql: String, handle: DatabaseHandle, isPersistent: Bool) throws(SQLiteError) {
    guard !sql.utf8.contains(0) else {
      throw SQLiteError(
        extendedCode: SQLITE_ERROR,
        message: "a statement, or a name in it, has a NUL in it",
        sql: sql
      )
    }
    var pointer: OpaquePointer?
    var isAlone = true
    let code = sql.withCString { text in
      var rest: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(
        handle.pointer,
        text,
        -1,
        isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0,
        &pointer,
        &rest
      )
      while let next = rest, [9, 10, 13, 32].contains(next.pointee) { rest = next + 1 }
      isAlone = rest.map { $0.pointee == 0 } ?? true
      return code
    }
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code, sql: sql) }
    // What was put together of names and texts is one statement, whatever stands in those.
    guard isAlone else {
      sqlite3_finalize(pointer)
      throw SQLiteError(
        extendedCode: SQLITE_MISUSE,
        message: "there is more than one statement",
        sql: sql
      )
    }
    guard let pointer else {
      throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "the statement is empty", sql: sql)
    }
    self.pointer = pointer
    self.handle = handle
    self.sql = sql
  }

  deinit { sqlite3_finalize(pointer) }

  /// Goes to the next row.
  /// - Returns: whether there is one.
  @discardableResult
  package func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let error = SQLiteError(handle.pointer, code: code, sql: sql)
      sqlite3_reset(pointer)
      throw error
    }
  }

  /// Makes it ready to be stepped again; the parameters stay.
  package func reset() { sqlite3_reset(pointer) }

  /// Sets all parameters to null.
  package func clearBindings() { sqlite3_clear_bindings(pointer) }

  /// How many columns its rows have.
  package var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  // MARK: Parameters

  /// Sets a parameter; the first is 1.
  package func bind(_ value: SQLiteValue, at index: Int) throws(SQLiteError) {
    let index = Int32(index)
    let code: Int32
    switch value {
    case .null: code = sqlite3_bind_null(pointer, index)
    case .int(let value): code = sqlite3_bind_int64(pointer, index, value)
    case .double(let value): code = sqlite3_bind_double(pointer, index, value)
    case .text(var value):
      code = value.withUTF8 { d2t_bind_text(pointer, index, $0.baseAddress, UInt64($0.count)) }
    case .malformedText(let value):
      code = value.withUnsafeBytes {
        d2t_bind_text(pointer, index, $0.baseAddress, UInt64($0.count))
      }
    case .blob(let value):
      code = value.withUnsafeBytes {
        d2t_bind_blob(pointer, index, $0.baseAddress, UInt64($0.count))
      }
    }
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code, sql: sql) }
  }

  /// Sets a parameter to a whole number.
  package func bind(_ number: Int64, at index: Int) throws(SQLiteError) {
    let code = sqlite3_bind_int64(pointer, Int32(index), number)
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code, sql: sql) }
  }

  /// Sets a parameter to bytes that are not copied: they must be there until it is set again or ``clearBindings()`` is called.
  package func bind(uncopied bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError) {
    let code =
      bytes.isEmpty
      ? sqlite3_bind_zeroblob(pointer, Int32(index), 0)
      : sqlite3_bind_blob64(pointer, Int32(index), bytes.baseAddress, UInt64(bytes.count), nil)
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code, sql: sql) }
  }

  /// Sets the parameters from the first on.
  package func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    for (offset, value) in values.enumerated() { try bind(value, at: offset + 1) }
  }

  /// Sets a parameter to a cell of a batch, without a copy: the batch must be there until the parameter is set again or
  /// ``clearBindings()`` is called.
  package func bind(
    _ batch: RowBatch,
    row: Int,
    column: Int,
    at index: Int
  ) throws(SQLiteError) {
    let (cell, index) = (batch.index(row, column), Int32(index))
    let code: Int32
    switch batch.tag(cell).storageClass {
    case .null: code = sqlite3_bind_null(pointer, index)
    case .integer:
      code = sqlite3_bind_int64(pointer, index, Int64(bitPattern: batch.payload(cell)))
    case .real:
      code = sqlite3_bind_double(pointer, index, Double(bitPattern: batch.payload(cell)))
    case .text where batch.tag(cell).isApart:
      code = batch.withContent(cell) {
        d2t_bind_text(pointer, index, $0.baseAddress, UInt64($0.count))
      }
    case .text:
      code = batch.withContent(cell) {
        d2t_bind_static_text(pointer, index, $0.baseAddress, UInt64($0.count))
      }
    case .blob:
      code = batch.withContent(cell) {
        d2t_bind_blob(pointer, index, $0.baseAddress, UInt64($0.count))
      }
    }
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code, sql: sql) }
  }

  // MARK: Columns of the current row, from 0

  /// A column of the current row.
  package subscript(column: Int) -> StoredCell {
    StoredCell(pointer: sqlite3_column_value(pointer, Int32(column)))
  }

  /// Takes the first columns of the current row; only in a database in UTF-8 its texts need no conversion.
  package func take(into cells: UnsafeMutableBufferPointer<RowCell>, isUTF8: Bool) {
    for column in cells.indices {
      let value = sqlite3_column_value(pointer, Int32(column))
      cells.initializeElement(at: column, to: RowCell(value, isUTF8: isUTF8))
    }
  }

  /// How the value in a column is stored.
  package func storageClass(_ column: Int) -> StorageClass { self[column].storageClass }

  /// Whether a column is null.
  package func isNull(_ column: Int) -> Bool { storageClass(column) == .null }

  /// A column as an integer, converted as SQLite does; null is 0.
  package func int(_ column: Int) -> Int64 { self[column].int }

  /// A column as text, converted as SQLite does; null is empty, bytes that are not UTF-8 are U+FFFD.
  package func text(_ column: Int) -> String { self[column].text }

  /// A column as text, `nil` when it is null.
  package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  /// All columns as they are stored.
  package var row: [SQLiteValue] { (0..<columnCount).map { self[$0].value } }
}
