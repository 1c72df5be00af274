import CSQLite

extension Connection {
  /// Calls `body` after every so many steps of a statement; when it gives false, the statement is interrupted.
  ///
  /// One such closure is called at a time; it ends with the call of `during`.
  public func watching<Result>(
    every steps: Int32,
    _ body: () -> Bool,
    during: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try withoutActuallyEscaping(body) { (body) throws(SQLiteError) in
      let box = Unmanaged.passRetained(WatchBox(body))
      sqlite3_progress_handler(
        handle.pointer,
        steps,
        { context in
          guard let context else { return 0 }
          return Unmanaged<WatchBox>.fromOpaque(context).takeUnretainedValue().body() ? 0 : 1
        },
        box.toOpaque()
      )
      defer {
        sqlite3_progress_handler(handle.pointer, 0, nil, nil)
        box.release()
      }
      return try during()
    }
  }
}

/// Keeps a closure for as long as SQLite may call it.
private final class WatchBox {
  let body: () -> Bool

  init(_ body: @escaping () -> Bool) { self.body = body }
}

extension Statement {
  /// How many rows it has looked at so far without an index.
  public var scannedRows: Int {
    Int(sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
  }
}
