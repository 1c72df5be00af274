import CSQLite

extension Connection {
  private typealias Watch = Callback<() -> Bool>

  /// Calls `body` after every so many steps of a statement; when it gives false, the statement is interrupted.
  ///
  /// One such closure is called at a time; it ends with the call of `during`.
  package func watching<Result>(
    every steps: Int32,
    _ body: () -> Bool,
    during: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try withoutActuallyEscaping(body) { (body) throws(SQLiteError) in
      let watch = Watch(body)
      sqlite3_progress_handler(
        handle.pointer,
        steps,
        { $0.map { Watch.at($0) { $0() } } == false ? 1 : 0 },
        watch.pointer
      )
      defer { sqlite3_progress_handler(handle.pointer, 0, nil, nil) }
      return try withExtendedLifetime(watch, during)
    }
  }
}

extension Statement {
  /// How many rows it has looked at so far without an index.
  package var scannedRows: Int {
    Int(sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
  }
}
