import CSQLite

@testable import SQLite  // the handle, for sqlite3_deserialize

extension Connection {
  /// A database in memory with the contents of a database file.
  convenience init(bytes: [UInt8]) throws(SQLiteError) {
    try self.init()
    guard let copy = sqlite3_malloc64(UInt64(max(bytes.count, 1))) else {
      throw SQLiteError(extendedCode: SQLITE_NOMEM, message: "out of memory")
    }
    bytes.withUnsafeBytes { source in
      if let base = source.baseAddress { copy.copyMemory(from: base, byteCount: source.count) }
    }
    let code = sqlite3_deserialize(
      handle.pointer,
      "main",
      copy.assumingMemoryBound(to: UInt8.self),
      Int64(bytes.count),
      Int64(bytes.count),
      UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    )
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code) }
  }

  /// The file as bytes, of a database in memory too.
  func serialized() throws(SQLiteError) -> [UInt8] {
    var count: Int64 = 0
    guard let bytes = sqlite3_serialize(handle.pointer, "main", &count, 0) else {
      // An empty database in memory has no pages and gives no pointer.
      guard count == 0 else {
        throw SQLiteError(extendedCode: SQLITE_NOMEM, message: "out of memory")
      }
      return []
    }
    defer { sqlite3_free(bytes) }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
