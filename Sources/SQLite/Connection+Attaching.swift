import CSQLite

extension Connection {
  /// How many files can be attached.
  package var attachmentLimit: Int {
    Int(sqlite3_limit(handle.pointer, SQLITE_LIMIT_ATTACHED, -1))
  }

  /// Makes the tables of another file known under `name`; the file must exist unless `mode` says otherwise.
  ///
  /// - Throws: when the file cannot be opened, is no database or stores its texts in another way than the main one.
  package func attach(path: String, mode: Mode, as name: String) throws(SQLiteError) {
    guard !path.utf8.contains(0) else {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "the path has a NUL in it")
    }
    // A connection that only reads lets no statement attach files but this one.
    if handle.readingContext != nil { sqlite3_set_authorizer(handle.pointer, nil, nil) }
    defer {
      if let readingContext = handle.readingContext {
        sqlite3_set_authorizer(handle.pointer, authorizeReading, readingContext)
      }
    }
    func attach() throws(SQLiteError) {
      try run("ATTACH DATABASE ? AS ?", [.text(Self.uri(path, mode)), .text(name)])
    }
    guard mode == .unshared else { return try attach() }
    // Attaching reads the main schema too, unless that is known; a lock taken on the way would be kept.
    _ = try scalar("SELECT count(*) FROM main.sqlite_schema")
    try lockingExclusively(attach)
  }

  /// Runs `body`, which takes the first look at a file; that one is then never shared, and all others as always.
  func lockingExclusively(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    // The index of a log is made in memory where it need not be shared; which is decided when the log is first read.
    try execute("PRAGMA locking_mode=EXCLUSIVE")
    defer { try? execute("PRAGMA locking_mode=NORMAL") }
    try body()
  }
}
