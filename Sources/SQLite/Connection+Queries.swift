import CSQLite

extension Connection {
  /// Runs all statements of a script; rows are thrown away.
  package func execute(_ script: String) throws(SQLiteError) {
    guard !script.utf8.contains(0) else {
      throw SQLiteError(extendedCode: SQLITE_ERROR, message: "the script has a NUL in it")
    }
    let code = sqlite3_exec(handle.pointer, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(handle.pointer, code: code, sql: script) }
  }

  /// Runs one statement to its end.
  package func run(_ sql: String, _ parameters: [SQLiteValue] = []) throws(SQLiteError) {
    let statement = try cached(sql)
    defer { statement.reset() }
    try statement.bind(parameters)
    while try statement.step() {}
  }

  /// Runs a query and returns the results of `transform`, one for each row, in order.
  package func rows<Element>(
    _ sql: String,
    _ parameters: [SQLiteValue] = [],
    as transform: (Statement) throws(SQLiteError) -> Element
  ) throws(SQLiteError) -> [Element] {
    let statement = try cached(sql)
    defer { statement.reset() }
    try statement.bind(parameters)
    var result: [Element] = []
    while try statement.step() { result.append(try transform(statement)) }
    return result
  }

  /// The rows as they are stored.
  package func rows(
    _ sql: String,
    _ parameters: [SQLiteValue] = []
  ) throws(SQLiteError) -> [[SQLiteValue]] {
    try rows(sql, parameters) { $0.row }
  }

  /// The first column of the first row; `nil` when there is no row.
  package func scalar(
    _ sql: String,
    _ parameters: [SQLiteValue] = []
  ) throws(SQLiteError) -> SQLiteValue? {
    let statement = try cached(sql)
    defer { statement.reset() }
    try statement.bind(parameters)
    return try statement.step() ? statement[0].value : nil
  }

  // MARK: Transactions and what happened

  /// How a transaction begins.
  package enum TransactionKind: String, Sendable {
    case deferred = "DEFERRED"
    case immediate = "IMMEDIATE"
  }

  /// Begins a transaction.
  package func begin(_ kind: TransactionKind) throws(SQLiteError) {
    try run("BEGIN \(kind.rawValue)")
  }

  /// Makes what was done since ``begin(_:)`` permanent; on failure the transaction is still open.
  package func commit() throws(SQLiteError) { try run("COMMIT") }

  /// Undoes what was done since ``begin(_:)``, if a transaction is open.
  package func rollBack() {
    // An error may have rolled back by itself; any other failure leaves it to closing the file.
    if isInTransaction { sqlite3_exec(handle.pointer, "ROLLBACK", nil, nil, nil) }
  }

  /// How many rows were inserted, changed and deleted since the file was opened, by triggers and references too.
  package var totalChanges: Int64 { sqlite3_total_changes64(handle.pointer) }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle.pointer) == 0 }

  /// Whether something written in the open transaction refers to a row that is not there yet; it must be before the end.
  package var hasDanglingReferences: Bool {
    var (current, highest) = (Int32(0), Int32(0))
    sqlite3_db_status(handle.pointer, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    return current != 0
  }

  /// Whether a database can only be read.
  package func isReadOnly(_ schemaName: String) -> Bool {
    sqlite3_db_readonly(handle.pointer, schemaName) == 1
  }

  /// Whether the main database can only be read.
  package var isReadOnly: Bool { isReadOnly("main") }

  /// How many parameters a statement may have.
  package var parameterLimit: Int {
    Int(sqlite3_limit(handle.pointer, SQLITE_LIMIT_VARIABLE_NUMBER, -1))
  }

  /// Rows changed by the last statement, without those changed by its triggers and foreign keys.
  package var changes: Int { Int(sqlite3_changes64(handle.pointer)) }

  /// The rowid of the last row inserted.
  package var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(handle.pointer) }

  /// A number that changes when another connection changes the file of a database.
  package func dataVersion(of schemaName: String = "main") throws(SQLiteError) -> Int64 {
    try number("data_version", of: schemaName)
  }

  /// A number that changes when the schema of a database changes.
  package func schemaVersion(of schemaName: String) throws(SQLiteError) -> Int64 {
    try number("schema_version", of: schemaName)
  }

  private func number(_ pragma: String, of schemaName: String) throws(SQLiteError) -> Int64 {
    try scalar("PRAGMA \(SQLText.identifier(schemaName)).\(pragma)")?.int ?? 0
  }
}
