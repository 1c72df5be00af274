import Glibc
import SQLite
import TestSupport
import Testing

struct ConnectionTests {
  /// A folder of its own for each test.
  private let temporary = TemporaryFolder()
  private var folder: String { temporary.path }

  @Test func `Values come back as they were bound`() throws {
    let values: [SQLiteValue] = [
      .null, .int(.min), .double(-0.5), .text(""), .text("a\0b"), .text("日本"), .blob([]),
      .blob([0, 255]),
    ]
    let connection = try Connection()
    for value in values {
      #expect(try connection.scalar("SELECT ?", [value]) == value)
    }
    #expect(try connection.scalar("SELECT length(CAST(? AS BLOB))", [.text("a\0b")]) == .int(3))
  }

  @Test func `Text that is not UTF-8 is repaired when it is read and stays in the file`() throws {
    let connection = try Connection()
    try connection.execute("CREATE TABLE t(x); INSERT INTO t VALUES(CAST(x'61ff62' AS TEXT))")
    #expect(try connection.scalar("SELECT x FROM t") == .text("a\u{FFFD}b"))
    #expect(try connection.scalar("SELECT hex(x) FROM t") == .text("61FF62"))
  }

  @Test(arguments: ["plain", "with \" quote", "'", "select", "ü", ""])
  func `Any name can be quoted`(name: String) throws {
    let connection = try Connection()
    let table = SQLText.identifier("t" + name)
    try connection.execute("CREATE TABLE \(table)(\(SQLText.identifier(name)) INT)")
    try connection.run("INSERT INTO \(table)(\(SQLText.identifier(name))) VALUES(7)")
    #expect(try connection.scalar("SELECT * FROM \(table)") == .int(7))
  }

  @Test(arguments: ["SELECT 1; SELECT 2", "SELECT 1; -- 2", "SELECT 1;;", "BEGIN; COMMIT"])
  func `What is prepared is one statement alone`(sql: String) throws {
    let connection = try Connection()
    #expect(throws: SQLiteError.self) { try connection.prepare(sql) }
    #expect(throws: SQLiteError.self) { try connection.run(sql) }
    try connection.execute(sql)
    try connection.run("SELECT 1; \n")
    try connection.run("SELECT 1 -- the end")
  }

  @Test func `A name with a NUL is an error and not a shorter name`() throws {
    let connection = try Connection()
    #expect(throws: SQLiteError.self) { try connection.prepare("SELECT 1 -- \0") }
    #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1; \0") }
    #expect(throws: SQLiteError.self) { try Connection(path: folder + "/a\0b", mode: .create) }
  }

  @Test func `Opening creates a file only when asked`() throws {
    let path = folder + "/new.db"
    for mode in [Connection.Mode.readOnly, .readWrite, .immutable] {
      #expect(throws: SQLiteError.self) { try Connection(path: path, mode: mode) }
      #expect(access(path, F_OK) != 0)
    }
    let created = try Connection(path: path, mode: .create)
    try created.execute("CREATE TABLE t(x)")
    #expect(access(path, F_OK) == 0)
  }

  @Test(arguments: [Connection.Mode.readOnly, .immutable])
  func `A read-only connection writes nothing and cannot be talked out of it`(
    mode: Connection.Mode
  ) throws {
    let path = folder + "/a ?#%.db"
    try Connection(path: path, mode: .create).execute("CREATE TABLE t(x); INSERT INTO t VALUES(1)")
    let connection = try Connection(path: path, mode: mode)
    #expect(try connection.scalar("SELECT x FROM t") == .int(1))
    for sql in [
      "INSERT INTO t VALUES(2)", "DELETE FROM t", "DROP TABLE t", "CREATE TABLE u(x)",
      "PRAGMA query_only=OFF", "PRAGMA journal_mode=WAL", "ATTACH '\(folder)/other.db' AS o",
      "VACUUM INTO '\(folder)/copy.db'", "SELECT load_extension('x')", "PRAGMA user_version=3",
    ] {
      #expect(throws: SQLiteError.self, "\(sql)") { try connection.execute(sql) }
    }
    #expect(access(folder + "/other.db", F_OK) != 0)
    #expect(access(folder + "/copy.db", F_OK) != 0)
    #expect(try connection.scalar("SELECT count(*) FROM t") == .int(1))
    #expect(try !connection.rows("PRAGMA table_info(t)").isEmpty)
  }

  @Test func `An error carries its reason and the statement`() throws {
    let connection = try Connection()
    try connection.execute(
      "CREATE TABLE t(x UNIQUE NOT NULL CHECK (x > 0)); INSERT INTO t VALUES(1)"
    )
    let expected: [(SQLiteValue, SQLiteError.Reason)] = [
      (.int(1), .unique), (.null, .notNull), (.int(-1), .check),
    ]
    for (value, reason) in expected {
      let error = #expect(throws: SQLiteError.self) {
        try connection.run("INSERT INTO t VALUES(?)", [value])
      }
      #expect(error?.reason == reason)
      #expect(error?.sql == "INSERT INTO t VALUES(?)")
    }
  }

  @Test func `Statements are kept and one in use is not given out twice`() throws {
    let connection = try Connection()
    let sql = "SELECT value FROM json_each('[1,2,3]')"
    let outer = try connection.cached(sql)
    var pairs: [[Int64]] = []
    while try outer.step() {
      pairs += try connection.rows(sql) { [outer.int(0), $0.int(0)] }
    }
    #expect(pairs.count == 9)
    #expect(pairs.last == [3, 3])
  }

  @Test func `Interrupting another thread's statement ends it`() async throws {
    let connection = try Connection()
    let interrupter = connection.interrupter
    let task = Task.detached {
      while !Task.isCancelled {
        interrupter.interrupt()
        await Task.yield()
      }
    }
    let error = #expect(throws: SQLiteError.self) {
      try connection.scalar(
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT count(*) FROM c"
      )
    }
    task.cancel()
    await task.value
    #expect(error?.reason == .interrupted)
    #expect(try connection.scalar("SELECT 1") == .int(1))
  }

  @Test func `A closed connection can be interrupted`() throws {
    let interrupter = try Connection().interrupter
    interrupter.interrupt()
  }
}
