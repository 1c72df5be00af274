import CSQLite

extension Connection {
  /// How many files can be attached.
  public var attachmentLimit: Int {
    Int(sqlite3_limit(handle.pointer, SQLITE_LIMIT_ATTACHED, -1))
  }

  /// Makes the tables of another file known under `name`; the file must exist unless `mode` says otherwise.
  ///
  /// - Throws: when the file cannot be opened, is no database or stores its texts in another way than the main one.
  public func attach(path: String, mode: Mode, as name: String) throws(SQLiteError) {
    guard !path.utf8.contains(0) else {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "the path has a NUL in it")
    }
    // A connection that only reads lets nobody attach files but its owner.
    if readingContext != nil { sqlite3_set_authorizer(handle.pointer, nil, nil) }
    defer {
      if let readingContext {
        sqlite3_set_authorizer(handle.pointer, authorizeReading, readingContext)
      }
    }
    // The way of locking has to be known before the first look at the file, which attaching takes.
    if mode == .unshared { try execute("PRAGMA locking_mode=EXCLUSIVE") }
    defer { if mode == .unshared { try? execute("PRAGMA locking_mode=NORMAL") } }
    try run("ATTACH DATABASE ? AS ?", [.text(Self.uri(path, mode)), .text(name)])
  }
}
