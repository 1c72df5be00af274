import CSQLite

// The schema of a file is code: views, triggers, checks, indexes and generated columns run when a person only looks at
// rows. What follows is what SQLite advises for files from strangers.
extension Connection {
  /// Bounds what statements may take, and shuts the ways out of the database; before the first statement.
  func takePrecautions() throws(SQLiteError) {
    try configure(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false)
    // Its argument is an address that is jumped to.
    try configure(SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, false)
    for (limit, value) in Self.limits { sqlite3_limit(handle.pointer, limit, value) }
    MemoryLimits.apply()
  }

  /// The limits for statements: above hand-written SQL, below what could exhaust the machine.
  private static let limits: [(Int32, Int32)] = [
    (SQLITE_LIMIT_SQL_LENGTH, 64 << 20), (SQLITE_LIMIT_EXPR_DEPTH, 1000),
    (SQLITE_LIMIT_COMPOUND_SELECT, 500), (SQLITE_LIMIT_VDBE_OP, 5_000_000),
    (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 10_000), (SQLITE_LIMIT_TRIGGER_DEPTH, 1000),
    (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]

  /// Takes the schema of the files for that of a stranger: it may call nothing but what SQLite holds for innocuous, and no
  /// statement changes the schema or what virtual tables keep, except through them.
  package func distrustSchema() throws(SQLiteError) {
    try configure(SQLITE_DBCONFIG_DEFENSIVE, true)
    try configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, Self.longestComputed)
    MemoryLimits.noteStranger()
    schemaTrust = .refused
  }

  /// Bytes of the longest value that views, generated columns and expressions of a stranger's schema may make.
  package static let longestComputed: Int32 = 64 << 20

  /// Lets the schema call everything again but what is for statements only, as the functions of the program are.
  package func trustSchema(because reason: String) throws(SQLiteError) {
    try configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, true)
    schemaTrust = .needed(reason)
  }

  /// Lets no statement attach further files.
  package func endAttaching() throws(SQLiteError) {
    // The main database and the temporary one are not counted.
    let attached = try rows("SELECT 1 FROM pragma_database_list WHERE seq > 1").count
    sqlite3_limit(handle.pointer, SQLITE_LIMIT_ATTACHED, Int32(attached))
  }

  func configure(_ option: Int32, _ isOn: Bool) throws(SQLiteError) {
    let code = d2t_configure(handle.pointer, option, isOn ? 1 : 0)
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code) }
  }
}
