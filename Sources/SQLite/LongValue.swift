import CSQLite

/// A text or blob in a column of a table with a rowid, read in part: what is not asked for is not read from the file.
package final class LongValue {
  private let handle: DatabaseHandle
  private let schemaName: String
  private let table: String
  private let column: String
  private var pointer: OpaquePointer?

  /// The values of a column of a table in a database of the connection; ``open(rowID:)`` goes to one of them.
  package init(_ connection: Connection, schemaName: String, table: String, column: String) {
    handle = connection.handle
    self.schemaName = schemaName
    (self.table, self.column) = (table, column)
  }

  deinit { sqlite3_blob_close(pointer) }

  /// Goes to the value in a row.
  /// - Throws: when the row is gone or the value is neither text nor blob.
  package func open(rowID: Int64) throws(SQLiteError) {
    let code: Int32
    if let pointer {
      code = sqlite3_blob_reopen(pointer, rowID)
    } else {
      code = sqlite3_blob_open(handle.pointer, schemaName, table, column, rowID, 0, &pointer)
    }
    guard code == SQLITE_OK else {
      let error = SQLiteError(handle.pointer, code: code)
      // After a failure it opens no other row.
      sqlite3_blob_close(pointer)
      pointer = nil
      throw error
    }
  }

  /// How many bytes the value has.
  package var count: Int { Int(sqlite3_blob_bytes(pointer)) }

  /// Fills `buffer` with its bytes from one on; there are as many.
  func read(into buffer: UnsafeMutableRawBufferPointer, from start: Int) throws(SQLiteError) {
    guard buffer.count > 0 else { return }
    let code = sqlite3_blob_read(pointer, buffer.baseAddress, Int32(buffer.count), Int32(start))
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code) }
  }
}
