import SQLite
import Testing

/// Tests the precautions that SQLite recommends for untrusted files.
struct PrecautionsTests {
  @Test func `G10: statements load no extensions and make no tokenizers`() throws {
    let connection = try Connection()
    #expect(throws: SQLiteError.self) { try connection.scalar("SELECT load_extension('none')") }
    #expect(throws: SQLiteError.self) {
      try connection.scalar("SELECT fts3_tokenizer('mine', x'0000000000000000')")
    }
    // The address of a tokenizer is told nobody.
    #expect(try connection.scalar("SELECT fts3_tokenizer('simple')") == .null)
  }

  @Test func `G10: functions of the program are called from no schema, trusted or not`() throws {
    let connection = try Connection()
    var calls = 0
    try connection.defineFunction("own") { _ in
      calls += 1
      return .int(1)
    }
    try connection.defineTest("asked") { _ in
      calls += 1
      return true
    }
    try connection.execute(
      """
      CREATE TABLE t(a); CREATE VIEW v AS SELECT own() AS x; CREATE VIEW w AS SELECT asked() AS x;
      CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT own(); END;
      """
    )
    for statement in ["SELECT * FROM v", "SELECT * FROM w", "INSERT INTO t VALUES (1)"] {
      #expect(throws: SQLiteError.self) { try connection.run(statement) }
    }
    #expect(calls == 0)
    #expect(try connection.scalar("SELECT own()") == .int(1))
  }

  @Test func `G10: a schema that is not trusted is not changed behind SQLite's back`() throws {
    let connection = try Connection()
    try connection.execute("CREATE TABLE t(a); CREATE VIRTUAL TABLE f USING fts5(x)")
    try connection.distrustSchema()
    #expect(connection.schemaTrust == .refused)
    try connection.execute("PRAGMA writable_schema = ON")
    for statement in ["DELETE FROM sqlite_schema", "DELETE FROM f_data"] {
      #expect(throws: SQLiteError.self) { try connection.run(statement) }
    }
    try connection.run("INSERT INTO f VALUES('word')")
    try connection.execute("CREATE VIEW v AS SELECT name FROM pragma_table_info('t')")
    #expect(throws: SQLiteError.self) { try connection.rows("SELECT * FROM v") }
    try connection.trustSchema(because: "a test asks for it")
    #expect(connection.schemaTrust == .needed("a test asks for it"))
    #expect(try connection.rows("SELECT * FROM v") == [[.text("a")]])
    #expect(throws: SQLiteError.self) { try connection.run("DELETE FROM f_data") }
  }

  @Test func `G10: after the last file no other is attached`() throws {
    let connection = try Connection()
    try connection.run("ATTACH ':memory:' AS one")
    try connection.endAttaching()
    #expect(throws: SQLiteError.self) { try connection.run("ATTACH ':memory:' AS two") }
  }
}
