import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// A key that one row gives up and another takes in the same save, whatever the model knows of who refers to it.
struct KeyReassignmentsTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private static let references = "REFERENCES shelf ON UPDATE CASCADE"
  private static let trigger = """
    CREATE TRIGGER pass AFTER UPDATE OF code ON shelf BEGIN
      UPDATE line SET code = 'new ' || new.code WHERE code = old.code;
    END;
    CREATE TRIGGER done AFTER UPDATE ON line WHEN new.code LIKE 'new %' BEGIN
      UPDATE line SET code = substr(code, 5) WHERE rowid = new.rowid;
    END;
    """

  /// A store whose model is complete and has the relationships of lines that are given, none from one to many.
  private func store(
    _ type: String,
    _ references: String,
    _ further: String = "",
    relationships: String? = nil
  ) async throws -> EntityStore {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE shelf(code \(type) PRIMARY KEY, name TEXT);
      CREATE TABLE line(code TEXT \(references), n INT, qty INT, PRIMARY KEY(code, n));
      INSERT INTO shelf VALUES ('a', 'Alpha'), ('b', 'Beta');
      INSERT INTO line VALUES ('a', 1, 1), ('b', 1, 1), ('b', 2, 7);
      \(further)
      """
    )
    guard let relationships else { return try await EntityStore.open(.file(path)) }
    let file = temporary.write(
      """
      {"complete": true, "entities": [
        {"name": "Shelf", "table": "shelf", "attributes": [{"name": "code", "primaryKey": true}, {"name": "name"}]},
        {"name": "Line", "table": "line", "attributes": [{"name": "code"}, {"name": "n"}, {"name": "qty"}],
         "relationships": [\(relationships)]}]}
      """,
      to: "model.json"
    )
    let declaration = try #require(ModelReader().read(file).model)
    return try await EntityStore.open(
      .file(path),
      shape: { ModelOverlay.model(name: "test", declarations: [declaration], over: $0).model }
    )
  }

  private static let toOne = """
    {"name": "shelf", "destination": "Shelf", "joins": [{"source": "code", "destination": "code"}]}
    """

  private func rename(_ code: String, to new: String) -> Change {
    .update(
      RecordID(entityName: "Shelf", values: [.string(code)]),
      values: ["code": .string(new)],
      original: ["code": .string(code)]
    )
  }

  private func line(_ code: String, _ number: Int64, _ values: [String: Value]) -> Change {
    .update(
      RecordID(entityName: "Line", values: [.string(code), .int(number)]),
      values: values,
      original: [:]
    )
  }

  private var lines: [String] {
    get throws {
      try Connection(path: path, mode: .readOnly)
        .rows("SELECT code || '|' || n || '|' || qty FROM line ORDER BY rowid") { $0.text(0) }
    }
  }

  @Test(arguments: [(references, ""), ("", trigger)], ["", toOne])
  func `A row is found where its key went, though the model has nothing that leads there`(
    way: (references: String, further: String),
    relationships: String
  ) async throws {
    let store = try await store(
      "TEXT",
      way.references,
      way.further,
      relationships: relationships
    )
    let changes = [rename("a", to: "x"), rename("b", to: "a"), line("a", 1, ["qty": .int(5)])]
    let result = try await store.save(changes)
    #expect(try lines == ["x|1|5", "a|1|1", "a|2|7"])
    let former = RecordID(entityName: "Line", values: [.string("a"), .int(1)])
    #expect(result.changedIDs[former]?.values == [.string("x"), .int(1)])
  }

  @Test(
    arguments: [
      ("TEXT", "a", "a"), ("TEXT COLLATE NOCASE", "A", "a"), ("TEXT COLLATE NOCASE", "a", "A"),
      ("TEXT COLLATE RTRIM", "a ", "a"), ("TEXT COLLATE RTRIM", "a", "a  "),
    ],
    [nil, "", toOne]
  )
  func `What refers to a key that passes on in the save is refused in every spelling of it`(
    key: (type: String, taken: String, written: String),
    relationships: String?
  ) async throws {
    let store = try await store(key.type, Self.references, relationships: relationships)
    let before = try lines
    let changes = [
      rename("a", to: "x"), rename("b", to: key.taken),
      line("b", 2, ["code": .string(key.written)]),
    ]
    await #expect(throws: StoreError.self) { try await store.save(changes) }
    #expect(try lines == before)
  }

  @Test func `A number that a text refers to is the same key`() async throws {
    let store = try await store("INT", Self.references, "DELETE FROM line; DELETE FROM shelf;")
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(
      "INSERT INTO shelf VALUES (1, 'A'), (2, 'B'); INSERT INTO line VALUES ('1', 1, 1), ('2', 1, 1), ('2', 2, 7)"
    )
    let before = try lines
    func rename(_ code: Int64, to new: Int64) -> Change {
      .update(
        RecordID(entityName: "Shelf", key: code),
        values: ["code": .int(new)],
        original: ["code": .int(code)]
      )
    }
    await #expect(throws: StoreError.self) {
      try await store.save([
        rename(1, to: 9), rename(2, to: 1), line("2", 2, ["code": .string("1")]),
      ])
    }
    #expect(try lines == before)
  }

  @Test(arguments: ["code", "name"], [false, true])
  func `A row is found where a trigger put it that passes on what is no key`(
    column: String,
    isView: Bool
  ) async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE shelf(id INTEGER PRIMARY KEY, code TEXT UNIQUE, name TEXT UNIQUE);
      CREATE TABLE line(code TEXT, n INT, qty INT, PRIMARY KEY(code, n));
      INSERT INTO shelf VALUES (1, 'a', 'a'), (2, 'b', 'b');
      INSERT INTO line VALUES ('a', 1, 1), ('b', 1, 1);
      CREATE TRIGGER pass AFTER UPDATE OF \(column) ON shelf BEGIN
        UPDATE line SET code = new.\(column) WHERE code = old.\(column);
      END;
      CREATE VIEW board AS SELECT * FROM shelf;
      CREATE TRIGGER change INSTEAD OF UPDATE ON board BEGIN
        UPDATE shelf SET code = new.code, name = new.name WHERE id = old.id;
      END;
      """
    )
    let store = try await EntityStore.open(.file(path))
    func rename(_ id: Int64, _ old: String, to new: String) -> Change {
      .update(
        RecordID(entityName: isView ? "Board" : "Shelf", key: id),
        values: [column: .string(new)],
        original: [column: .string(old)]
      )
    }
    let changes = [rename(1, "a", to: "x"), rename(2, "b", to: "a")]
    let result = try await store.save(changes + [line("a", 1, ["qty": .int(5)])])
    #expect(try lines == ["x|1|5", "a|1|1"])
    let former = RecordID(entityName: "Line", values: [.string("a"), .int(1)])
    #expect(result.changedIDs[former]?.values == [.string("x"), .int(1)])
  }
}
