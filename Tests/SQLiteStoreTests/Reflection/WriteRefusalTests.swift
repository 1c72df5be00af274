import EntityModel
import EntityStore
import SQLite
import SQLiteStore
import TestSupport
import Testing

/// Tests that writes which SQLite would always refuse are known when a file is opened.
struct WriteRefusalTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private func model(_ script: String) async throws -> Model {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute("PRAGMA foreign_keys=OFF; PRAGMA legacy_alter_table=ON;" + script)
    return try await EntityStore.open(.file(path)).model
  }

  private func refusals(_ model: Model, _ name: String) throws -> [Entity.Write: String] {
    let entity = try #require(model.entity(named: name))
    return Dictionary(
      uniqueKeysWithValues: Entity.Write.allCases.compactMap { write in
        entity.refusal(of: write).map { (write, $0) }
      }
    )
  }

  @Test(arguments: [
    "CREATE TRIGGER x AFTER INSERT ON t BEGIN INSERT INTO gone VALUES(1); END",
    "CREATE TRIGGER x BEFORE INSERT ON t WHEN (SELECT 1 FROM gone) BEGIN SELECT 1; END",
    """
    CREATE TABLE other(a); CREATE TRIGGER y AFTER INSERT ON other BEGIN DELETE FROM gone; END;
    CREATE TRIGGER x AFTER INSERT ON t BEGIN INSERT INTO other VALUES(1); END
    """,
  ])
  func `3-14: No row is offered where a trigger would name a missing table`(script: String)
    async throws
  {
    let model = try await model("CREATE TABLE t(id INTEGER PRIMARY KEY, a);" + script)
    let refusals = try refusals(model, "T")
    #expect(
      refusals == [
        .insert: "a database trigger needs the missing table 'main.gone'"
      ]
    )
  }

  @Test func `3-14: No row is offered where a reference leads to a missing table`() async throws {
    let model = try await model(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a INT REFERENCES gone(id), b TEXT)"
    )
    let refusals = try refusals(model, "T")
    #expect(refusals[.insert] == "a reference needs the missing table 'main.gone'")
    #expect(refusals[.update] == nil, "other columns can be changed")
  }

  @Test func `3-14: What references no key is refused at both ends, and so is what it drags along`()
    async throws
  {
    let model = try await model(
      """
      CREATE TABLE mother(id INTEGER PRIMARY KEY, code TEXT);
      CREATE TABLE child(id INTEGER PRIMARY KEY, code TEXT REFERENCES mother(code));
      CREATE TABLE shelf(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE book(id INTEGER PRIMARY KEY, shelf_id INT REFERENCES shelf ON DELETE CASCADE);
      CREATE TRIGGER x AFTER DELETE ON book BEGIN DELETE FROM gone; END;
      """
    )
    #expect(try refusals(model, "Child")[.insert]?.contains("not unique") == true)
    #expect(try refusals(model, "Mother")[.delete]?.contains("not unique") == true)
    #expect(try refusals(model, "Mother")[.insert] == nil)
    #expect(try refusals(model, "Shelf")[.delete]?.contains("'main.gone'") == true)
    #expect(try refusals(model, "Shelf")[.update] == nil)
  }

  @Test func `3-14: Columns, views and orders that are not there are named beforehand`()
    async throws
  {
    let model = try await model(
      """
      CREATE TABLE a(id INTEGER PRIMARY KEY, x);
      CREATE TABLE b(id INTEGER PRIMARY KEY, x);
      CREATE TRIGGER ta AFTER UPDATE OF x ON a BEGIN INSERT INTO b(y) VALUES(1); END;
      CREATE VIEW v AS SELECT id, x FROM b;
      CREATE TRIGGER tv INSTEAD OF INSERT ON v BEGIN INSERT INTO nowhere VALUES(1); END;
      CREATE TABLE o(id INTEGER PRIMARY KEY, x TEXT);
      CREATE INDEX i ON o(x);
      PRAGMA writable_schema=ON;
      UPDATE sqlite_schema SET sql = 'CREATE INDEX i ON o(x COLLATE LOCALIZED)' WHERE name = 'i';
      """
    )
    #expect(try refusals(model, "A").isEmpty)
    #expect(try refusals(model, "V")[.insert]?.contains("'main.nowhere'") == true)
    #expect(
      try refusals(model, "O")[.insert]
        == "the database sorts text by LOCALIZED, which this SQLite lacks"
    )
    #expect(try refusals(model, "B").isEmpty)
  }

  @Test func `3-14: Tables as most are can be written`() async throws {
    let model = try await model(
      """
      CREATE TABLE m(id INTEGER PRIMARY KEY, code TEXT UNIQUE COLLATE NOCASE,
        n INT CHECK(n > 0 AND abs(n) < 9));
      CREATE TABLE c(id INTEGER PRIMARY KEY, code TEXT REFERENCES M(CODE), m INT REFERENCES m);
      CREATE INDEX e ON c(lower(code) COLLATE RTRIM);
      CREATE TRIGGER x AFTER INSERT ON c BEGIN UPDATE m SET n = n + 1 WHERE id = NEW.m; END;
      CREATE VIEW v AS SELECT id, code FROM c;
      CREATE TRIGGER tv INSTEAD OF INSERT ON v BEGIN INSERT INTO c(code) VALUES(NEW.code); END;
      """
    )
    for name in ["M", "C"] { #expect(try refusals(model, name).isEmpty, "\(name)") }
    #expect(try refusals(model, "V")[.insert] == nil)
  }
}
