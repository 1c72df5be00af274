import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

struct DamagedSchemaTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  /// A database in whose catalogue `damage` was done afterwards.
  private func database(_ damage: String) throws {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      CREATE TABLE good (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO good VALUES (1, 'one'), (2, 'two');
      CREATE TABLE bad (id INTEGER PRIMARY KEY, good_id REFERENCES good);
      CREATE INDEX bad_index ON bad (good_id);
      CREATE VIEW both AS SELECT good.name FROM good JOIN bad ON bad.good_id = good.id;
      PRAGMA writable_schema = ON;
      \(damage);
      """
    )
  }

  static let damages = [
    "UPDATE sqlite_schema SET sql = 'CREATE TABLE bad (id INTEGER' WHERE name = 'bad'",
    "UPDATE sqlite_schema SET sql = 'CREATE TABEL bad (id)' WHERE name = 'bad'",
    "UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'bad'",
    "UPDATE sqlite_schema SET sql = NULL WHERE name = 'bad'",
    "UPDATE sqlite_schema SET sql = 'CREATE INDEX bad_index ON gone (x)' WHERE name = 'bad_index'",
  ]

  @Test(arguments: damages, [false, true])
  func `One bad definition does not spoil the others`(damage: String, readOnly: Bool) async throws {
    try database(damage)
    let store = try await EntityStore.open(.file(path), readOnly: readOnly)
    let sentence = try #require(store.damage)
    #expect(sentence.contains("bad") && sentence.contains("is damaged"), "\(sentence)")
    #expect(store.model.entities.map(\.name).prefix(2) == ["Good", "Bad"])
    #expect(store.model.entity(named: "Both") != nil)
    let good = FetchSpecification(entityName: "Good")
    #expect(try await store.window(good, from: .start, count: 9).records.count == 2)
    let bad = try #require(store.model.entity(named: "Bad"))
    if bad.attributes.isEmpty {
      #expect(bad.readOnlyReason == "cannot be read: its definition is damaged")
      #expect(bad.identity.isEmpty)
    }
  }

  @Test(arguments: ["name", "id", "good_id"])
  func `A column whose name is no text is left out, and the others are read`(name: String)
    async throws
  {
    let table = name == "name" ? "good" : "bad"
    try database(
      """
      INSERT INTO bad VALUES (7, 1);
      UPDATE sqlite_schema SET sql = substr(sql, 1, instr(sql, '\(name)') - 1) || CAST(X'67F6DF65' AS TEXT)
        || substr(sql, instr(sql, '\(name)') + \(name.count)) WHERE name = '\(table)';
      DELETE FROM sqlite_schema WHERE type = 'index'
      """
    )
    let store = try await EntityStore.open(.file(path))
    let entity = try #require(store.model.entities.first { $0.tableName == table })
    #expect(entity.attributes.count == 1 && entity.readOnlyReason?.contains("readable") == true)
    let fetch = FetchSpecification(entityName: entity.name)
    let records = try await store.window(fetch, from: .start, count: 9).records
    #expect(records.count == (table == "good" ? 2 : 1))
    let id = try #require(records.last?.id)
    #expect(try await store.record(id) != nil)
  }

  @Test func `Nothing is written where the schema is damaged`() async throws {
    try database(Self.damages[0])
    let before = FileManager.default.contents(atPath: path)
    let store = try await EntityStore.open(.file(path))
    #expect(store.isReadOnly)
    let id = RecordID(entityName: "Good", values: [.int(1)])
    await #expect(throws: StoreError.self) {
      try await store.save([.update(id, values: ["name": .string("new")], original: [:])])
    }
    await store.close()
    #expect(FileManager.default.contents(atPath: path) == before)
  }

  @Test func `A whole schema has no damage`() async throws {
    try database("SELECT 1")
    let store = try await EntityStore.open(.file(path))
    #expect(store.damage == nil && !store.isReadOnly)
  }
}
