import SceneSupport
import Testing

/// A file whose own definitions lead to what is not there: the sentence names who needs what, and nobody else is blamed.
@MainActor
struct MissingSchemaObjectTests {
  private static let script = """
    PRAGMA foreign_keys = OFF;
    CREATE TABLE a(id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO a VALUES(1, 'x'), (2, 'y');
    CREATE TABLE child(id INTEGER PRIMARY KEY, name TEXT, gone_id INTEGER REFERENCES gone(id));
    INSERT INTO child VALUES(1, 'c', 1);
    CREATE TABLE logged(id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO logged VALUES(1, 'one');
    CREATE TRIGGER log AFTER UPDATE ON logged BEGIN INSERT INTO journal VALUES(1); END;
    CREATE TABLE loose(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE b(id INTEGER PRIMARY KEY, name TEXT, loose_name TEXT REFERENCES loose(name));
    INSERT INTO b VALUES(1, 'b', 'x');
    CREATE VIEW v AS SELECT * FROM missing;
    CREATE VIEW w AS SELECT id, nosuch FROM a;
    CREATE VIEW ww AS SELECT * FROM w;
    """

  @Test(arguments: [
    ("V", "the view 'v' needs the missing table 'main.missing'"),
    ("W", "the view 'w' needs the missing column 'nosuch'"),
    ("Ww", "the view 'ww' needs the missing column 'nosuch'"),
  ])
  func `A view says what it needs and that is not there`(entity: String, cause: String)
    async throws
  {
    let scene = try await Scene(Self.script, "--entity \(entity)", width: 150)
    #expect(scene.text.contains(cause), "\(scene.text)")
    #expect(!scene.text.contains("tables have changed since"), "\(scene.text)")
  }

  @Test(arguments: [
    ("Child", "'child' or its triggers need the missing table 'main.gone'"),
    ("Logged", "a database trigger needs the missing table 'main.journal'"),
    ("B", "'b' refers to columns of 'loose' that are not unique"),
  ])
  func `A change that needs what is not there says so, and the page does without it`(
    entity: String,
    cause: String
  ) async throws {
    let scene = try await Scene(Self.script, "--entity \(entity) --id 1", width: 150)
    #expect(scene.text.contains("Name"), "\(scene.text)")
    let property = entity == "B" ? "looseName" : entity == "Child" ? "goneId" : "name"
    try await scene.send("e")
    if entity != "Logged" {
      try await scene.go(to: entity == "B" ? "looseName" : property)
      try await scene.retype("7")
      try await scene.send("ctrl-s")
    }
    #expect(scene.text.contains(cause), "\(scene.text)")
    #expect(!scene.text.contains("tables have changed since"), "\(scene.text)")
  }
}
