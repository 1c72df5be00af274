import EntityModel
import EntityStore
import SQLite
import SQLiteStore
import SceneSupport
import TestSupport
import Testing

@testable import CommandLineTool

/// A literal in a link names the object whose key is stored exactly so, whatever its column would make of it.
@MainActor
struct LiteralKeyTests: ShopFile {
  let folder = TemporaryFolder()

  private nonisolated static let columns = [
    "INTEGER PRIMARY KEY", "INT PRIMARY KEY", "REAL PRIMARY KEY", "NUMERIC PRIMARY KEY",
    "TEXT PRIMARY KEY", "TEXT COLLATE NOCASE PRIMARY KEY", "TEXT COLLATE RTRIM PRIMARY KEY",
    "BLOB PRIMARY KEY", "PRIMARY KEY", "COLLATE NOCASE PRIMARY KEY", "BOOLEAN PRIMARY KEY",
    "DECIMAL(9,2) PRIMARY KEY", "DATE PRIMARY KEY", "TIMESTAMP PRIMARY KEY", "UUID PRIMARY KEY",
  ]

  /// Values in SQL, each with the literal of a link for it: every storage class, and texts that some columns convert.
  private nonisolated static let values = [
    ("1", "n'1'"), ("1.0", "n'1.0'"), ("2.5", "n'2.5'"),
    ("9007199254740993", "n'9007199254740993'"), ("'1'", "'1'"), ("'01'", "'01'"),
    ("'1.0'", "'1.0'"), ("' 1'", "' 1'"), ("'2.50'", "'2.50'"),
    ("'abc'", "'abc'"), ("'ABC'", "'ABC'"), ("'abc '", "'abc '"), ("''", "''"),
    ("'2024-01-05'", "'2024-01-05'"), ("'2024-01-05 00:00:00'", "'2024-01-05 00:00:00'"),
    ("x'31'", "x'31'"), ("x''", "x''"), ("CAST(x'31' AS TEXT)", "t'31'"),
    ("CAST(x'ff' AS TEXT)", "t'ff'"), ("NULL", "null"),
  ]

  @Test(arguments: columns)
  func `J5: a literal names the object whose key is stored exactly so, or none`(
    column: String
  ) async throws {
    let connection = try Connection(path: path, mode: .create)
    for (number, value) in Self.values.enumerated() {
      try connection.execute("CREATE TABLE t\(number)(k \(column), v TEXT)")
      // Some columns refuse some values.
      try? connection.execute("INSERT INTO t\(number) VALUES(\(value.0), 'x')")
    }
    let store = try await EntityStore.open(.file(path))
    for (number, value) in Self.values.enumerated() {
      let entity = try #require(store.model.entities.first { $0.tableName == "t\(number)" })
      for (sql, literal) in Self.values {
        // Without affinity and collation.
        let same = try connection.rows(
          "SELECT count(*) FROM t\(number) WHERE +k COLLATE BINARY IS +\(sql)"
        ) { $0.int(0) }
        let found = try await store.record(typed: literal, of: entity, paths: [])
        #expect((found == nil) == (same == [0]), "\(literal), where \(value.0) was inserted")
      }
    }
    await store.close()
  }

  @Test func `J5: each literal of a key with several parts names exactly what is stored`()
    async throws
  {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE pair(a INTEGER, b TEXT COLLATE NOCASE, v TEXT, PRIMARY KEY(a, b));
      INSERT INTO pair VALUES(1, '5', 'five'), (1, 'abc', 'letters'), (1, NULL, 'none');
      """
    )
    for (key, value) in [
      ("1,5", "five"), ("1,'5'", "five"), ("n'1','5'", "five"), ("1,'abc'", "letters"),
      ("1,null", "none"),
    ] {
      #expect(try await run("get", "Pair#\(key)", "v").output == value + "\n", "\(key)")
    }
    for key in ["'1',5", "1,n'5'", "1,'ABC'", "'01','5'", "1,x'35'", "n'1.5','5'"] {
      let outcome = try await run("get", "Pair#\(key)", "v")
      #expect(outcome.code == 1 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.messages.contains("there is no Pair with the id \(key)"), "\(outcome)")
    }
  }

  private nonisolated static let commands = [
    ["get", "Alpha#'01'", "v"], ["export", "Alpha#'1.0'"], ["list", "Alpha#x'31'"],
    ["set", "Alpha#'01'", "v=new"], ["set", "Alpha", "--id", "'1'", "v=new"],
    ["delete", "Alpha#'01'"], ["delete", "Alpha", "--id", "'01'"], ["delete", "Alpha#t'31'"],
    ["insert", "Beta", "alpha='01'"], ["set", "Beta#1", "alpha='01'"],
    ["set", "Beta#1", "alpha='1'"],
  ]

  @Test(arguments: commands)
  func `J5: a literal that names nothing is no such object to every command`(
    words: [String]
  ) async throws {
    try makeFamily()
    let before = try rows("SELECT id, v FROM alpha UNION ALL SELECT id, alpha_id FROM beta")
    let outcome = try await run(all: words)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.messages.contains("there is no Alpha with the id "), "\(outcome)")
    let after = try rows("SELECT id, v FROM alpha UNION ALL SELECT id, alpha_id FROM beta")
    #expect(after == before)
  }

  @Test(arguments: ["'01'", "'1'", "x'31'"])
  func `J5: no page begins with an object that a literal does not name`(key: String) async throws {
    try makeFamily()
    let words = [path, "--task", "inspect", "--entity", "Alpha", "--id", key]
    let program = Program(try Invocation(arguments: words))
    await #expect(throws: MissingObject.self) { _ = try await program.session() }
  }

  private func makeFamily() throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE alpha(id INTEGER PRIMARY KEY, v TEXT);
      CREATE TABLE beta(id INTEGER PRIMARY KEY, alpha_id INTEGER REFERENCES alpha ON DELETE CASCADE);
      INSERT INTO alpha VALUES(1, 'one'), (2, 'two'); INSERT INTO beta VALUES(1, 2);
      """
    )
  }

  @Test func `J5: a file refers by a literal to exactly the object stored so`() async throws {
    try makeFamily()
    for (key, code) in [("'01'", 2), ("'1'", 2), ("x'31'", 2), ("n'1'", 0), ("1", 0)] {
      let file = folder.write(Array("alpha\n\(key)\n".utf8), to: "rows.csv")
      let outcome = try await run("import", "Beta", file)
      #expect(outcome.code == code, "\(key): \(outcome)")
    }
    #expect(try rows("SELECT alpha_id FROM beta ORDER BY id") == ["2", "1", "1"])
  }

  @Test func `J5: a filter compares digits with a column of texts`() async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE home(id INTEGER PRIMARY KEY, zip TEXT, floor INTEGER);
      INSERT INTO home VALUES(1, '80331', 2), (2, '080331', 3), (3, 'none', 4);
      """
    )
    for (filter, ids) in [
      ("zip = 80331", "id\n1\n2\n"), ("zip = '80331'", "id\n1\n"), ("floor = '02'", "id\n1\n"),
    ] {
      #expect(
        try await run("export", "Home?\(filter)", "--columns", "id").output == ids,
        "\(filter)"
      )
    }
  }
}
