import CSQLite

/// A prepared statement; rows are read from it while it is stepped.
package final class Statement {
  let pointer: OpaquePointer
  private let handle: DatabaseHandle
  /// Its text.
  package let sql: String
  /// Whether it uses nothing but what is stored, which may be of any length; known once that counts.
  private(set) package var isOfStored = false
  /// Whether it was looked at for that before it wrote.
  private var isJudged = false
  /// Whether it stands at a row.
  private var hasRow = false
  /// Whether it may hold more memory than a stranger's schema.
  private var isWide = false

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

  deinit {
    sqlite3_finalize(pointer)
    narrow()
  }

  /// Goes to the next row.
  /// - Returns: whether there is one.
  @discardableResult
  package func step() throws(SQLiteError) -> Bool {
    judgeWrite()
    let code = isOfStored ? ofAnyLength { sqlite3_step(pointer) } : sqlite3_step(pointer)
    switch code {
    case SQLITE_ROW:
      hasRow = true
      return true
    case SQLITE_DONE:
      hasRow = false
      return false
    default:
      let error = SQLiteError(handle.pointer, code: code, sql: sql)
      let isFirst = !hasRow
      reset()
      guard code == SQLITE_TOOBIG, sqlite3_stmt_readonly(pointer) != 0, !isOfStored,
        mayBeOfAnyLength(), isFirst
      else { throw error }
      return try step()
    }
  }

  /// Makes it ready to be stepped again; the parameters stay.
  package func reset() {
    sqlite3_reset(pointer)
    hasRow = false
    narrow()
  }

  // MARK: Long values

  /// Finds out before a statement writes whether rows may be as long as they are: what writes is never run again.
  private func judgeWrite() {
    guard !isJudged, !isOfStored, !hasRow, sqlite3_stmt_readonly(pointer) == 0 else { return }
    isJudged = true
    isOfStored = handle.mayHoldLongValues && handle.usesOnlyStored(sql)
  }

  /// Finds out, once something was too long, whether it is stored: then it may have any length.
  private func mayBeOfAnyLength() -> Bool {
    if !isOfStored { isOfStored = handle.usesOnlyStored(sql) }
    return isOfStored
  }

  /// Runs `body` while values may have any length; they are held until the statement is reset.
  private func ofAnyLength(_ body: () -> Int32) -> Int32 {
    if !isWide { MemoryLimits.widen() }
    isWide = true
    let old = sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, .max)
    defer { sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, old) }
    return body()
  }

  private func narrow() {
    if isWide { MemoryLimits.narrow() }
    isWide = false
  }

  /// Sets a parameter to something that may be long.
  @inline(__always)
  private func bind(_ body: () -> Int32) throws(SQLiteError) {
    var code = body()
    if code == SQLITE_TOOBIG, mayBeOfAnyLength() { code = ofAnyLength(body) }
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code, sql: sql) }
  }

  /// Sets all parameters to null.
  package func clearBindings() { sqlite3_clear_bindings(pointer) }

  /// How many columns its rows have.
  package var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  // MARK: Parameters

  /// Sets a parameter; the first is 1.
  package func bind(_ value: SQLiteValue, at index: Int) throws(SQLiteError) {
    let index = Int32(index)
    try bind {
      switch value {
      case .null: sqlite3_bind_null(pointer, index)
      case .int(let value): sqlite3_bind_int64(pointer, index, value)
      case .double(let value): sqlite3_bind_double(pointer, index, value)
      case .text(let value):
        value.withBytes { d2t_bind_text(pointer, index, $0.baseAddress, UInt64($0.count)) }
      case .malformedText(let value):
        value.withUnsafeBytes { d2t_bind_text(pointer, index, $0.baseAddress, UInt64($0.count)) }
      case .blob(let value):
        value.withUnsafeBytes { d2t_bind_blob(pointer, index, $0.baseAddress, UInt64($0.count)) }
      }
    }
  }

  /// Sets a parameter to a whole number.
  package func bind(_ number: Int64, at index: Int) throws(SQLiteError) {
    let code = sqlite3_bind_int64(pointer, Int32(index), number)
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code, sql: sql) }
  }

  /// Sets a parameter to bytes that are not copied: they must be there until it is set again or ``clearBindings()`` is called.
  package func bind(uncopied bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError) {
    try bind {
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(pointer, Int32(index), 0)
        : sqlite3_bind_blob64(pointer, Int32(index), bytes.baseAddress, UInt64(bytes.count), nil)
    }
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
    try bind {
      switch batch.tag(cell).storageClass {
      case .null: sqlite3_bind_null(pointer, index)
      case .integer:
        sqlite3_bind_int64(pointer, index, Int64(bitPattern: batch.payload(cell)))
      case .real:
        sqlite3_bind_double(pointer, index, Double(bitPattern: batch.payload(cell)))
      case .text where batch.tag(cell).isApart:
        batch.withContent(cell) {
          d2t_bind_text(pointer, index, $0.baseAddress, UInt64($0.count))
        }
      case .text:
        batch.withContent(cell) {
          d2t_bind_static_text(pointer, index, $0.baseAddress, UInt64($0.count))
        }
      case .blob:
        batch.withContent(cell) {
          d2t_bind_blob(pointer, index, $0.baseAddress, UInt64($0.count))
        }
      }
    }
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

extension String {
  /// Hands the bytes to `body`, as they stand in UTF-8.
  fileprivate func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Int32) -> Int32 {
    var text = self
    return text.withUTF8(body)
  }
}
