import SceneSupport
import CommandLineTool
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Values that are stored in another form than their column is declared for, and keys that others make.
@MainActor
struct StoredFormsTests: ShopFile {
  let folder = TemporaryFolder()

  @Test(arguments: ["INTEGER", "REAL", "DECIMAL(10,2)"])
  func `A14: text is taken where the column holds text, whatever it is declared for`(
    type: String
  ) async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE f(id INTEGER PRIMARY KEY, c \(type), d \(type));
      INSERT INTO f VALUES(1, 'MOON', 5), (2, 7, 6);
      """
    )
    #expect(try await run("insert", "F", "c=SUN", "d=1").output == "F#3\n")
    #expect(try await run("set", "F#2", "c=STAR").messages == "1 object changed\n")
    #expect(try await run("set", "F#1", "c=STAR").messages == "1 object changed\n")
    #expect(try await run("set", "F#3", "c=12").messages == "1 object changed\n")
    #expect(
      try rows("SELECT typeof(c) FROM f") == ["text", "text", type == "REAL" ? "real" : "integer"]
    )
    // Where there are only numbers a text is a slip.
    #expect(try await run("insert", "F", "d=SUN").messages.contains("d takes a"))
    let scene = try await Scene(copyOf: path, "--entity F --id 2 --task edit")
    try await scene.go(to: "c")
    try await scene.retype("Pluto")
    try await scene.send("ctrl-s")
    scene.expectSaved()
  }

  // MARK: A9

  nonisolated static let movedKeys = [
    ("a(id INTEGER PRIMARY KEY, name TEXT)", "UPDATE a SET id = id + 1000 WHERE id = NEW.id"),
    (
      "a(id TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID",
      "UPDATE a SET id = 'K' || id WHERE id = NEW.id"
    ),
    (
      "a(id TEXT PRIMARY KEY, name TEXT)",
      "UPDATE a SET rowid = rowid + 9, id = 'K' || id WHERE id = NEW.id"
    ),
    (
      "a(id INTEGER PRIMARY KEY, name TEXT)",
      "DELETE FROM a WHERE id = NEW.id; INSERT INTO a VALUES(NEW.id + 1000, NEW.name)"
    ),
  ]

  @Test(arguments: movedKeys)
  func `A9: a new object whose key a trigger changes is saved, and that is said`(
    table: String,
    trigger: String
  ) async throws {
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE \(table); CREATE TRIGGER t AFTER INSERT ON a BEGIN \(trigger); END;"
    )
    let outcome = try await run("insert", "A", "id=1", "name=Ada")
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.messages.contains("A: saved, but a trigger of the database"), "\(outcome)")
    let scene = try await Scene(copyOf: path, "--entity A --task create")
    if table.contains("TEXT PRIMARY") {
      try await scene.go(to: "id")
      try await scene.type("2")
    }
    try await scene.go(to: "name")
    try await scene.type("Bob")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("a trigger of the database"), "\(scene.text)")
    #expect(try scene.rows("SELECT name FROM a ORDER BY name") == ["Ada", "Bob"])
  }

  @Test func `A9: a key that a trigger makes is read back where the row is still found`()
    async throws
  {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE a(k TEXT PRIMARY KEY, name TEXT);
      CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET k = 'K' || k WHERE k = NEW.k; END;
      """
    )
    let outcome = try await run("insert", "A", "k=1", "name=Ada")
    #expect(outcome.output == "A#K1\n" && outcome.messages.isEmpty, "\(outcome)")
  }

  @Test func `A9: a new object without a key is referred to by nothing in the same save`()
    async throws
  {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE a(k TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
      CREATE TABLE b(id INTEGER PRIMARY KEY, a_k TEXT REFERENCES a);
      CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET k = 'K' || k WHERE k = NEW.k; END;
      """
    )
    let store = try await EntityStore.open(.file(path))
    await #expect(throws: StoreError.self) {
      try await store.save([
        .insert(entityName: "A", values: ["k": .string("1")], references: [:], token: 0),
        .insert(entityName: "B", values: [:], references: ["aK": 0], token: 1),
      ])
    }
    await store.close()
    #expect(try rows("SELECT count(*) FROM a") == ["0"])
  }

  @Test
  func `A21: a field shows an amount with its declared places, and no digit is lost`() async throws
  {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE p(id INTEGER PRIMARY KEY, a DECIMAL(10,2), b REAL(10,2), c DECIMAL(10,2), d REAL);
      INSERT INTO p VALUES(1, 22.990000000000002, 22.990000000000002, 0.125, 22.990000000000002);
      """
    )
    let scene = try await Scene(copyOf: path, "--entity P --id 1 --task edit")
    let fields = ["A", "B", "C", "D"].map { name in
      scene.lines.map { $0.replacing("›", with: " ") }.first { $0.contains(" \(name) ") }?
        .split(separator: " ").last
    }
    #expect(fields == ["22.99", "22.99", "0.125", "22.990000000000002"], "\(scene.text)")
    // What nobody has touched stays as it is to the last bit.
    try await scene.go(to: "c")
    try await scene.retype("7.5")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(
      try scene.rows("SELECT a = 22.990000000000002, b = 22.990000000000002, c = 7.5 FROM p") == [
        "1|1|1"
      ]
    )
  }
}
