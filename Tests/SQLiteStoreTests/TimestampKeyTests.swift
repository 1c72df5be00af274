import EntityModel
import FoundationEssentials
import Qualifiers
import SQLite
import Testing
import TestSupport

import EntityStore
import SQLiteStore

/// Times with an offset that tell rows apart.
struct TimestampKeyTests {
  private let temporary = TemporaryFolder()

  private static let script = """
    CREATE TABLE reading(at TIMESTAMP PRIMARY KEY, made TIMESTAMP);
    CREATE TABLE note(id INTEGER PRIMARY KEY, at TIMESTAMP REFERENCES reading(at), seen TIMESTAMP);
    INSERT INTO reading VALUES ('2024-05-01T12:00:00+02:00', '2024-05-01T12:00:00+02:00'),
      ('2024-05-01T10:00:00Z', '2024-05-01T12:00:00Z');
    INSERT INTO note VALUES (1, '2024-05-01T12:00:00+02:00', '2024-05-01T12:00:00+02:00');
    CREATE TABLE unit(id INTEGER PRIMARY KEY, born TIMESTAMP UNIQUE);
    INSERT INTO unit VALUES (1, '2024-05-01T12:00:00+02:00');
    CREATE TABLE part(id INTEGER PRIMARY KEY, born TIMESTAMP REFERENCES unit(born));
    INSERT INTO part VALUES (1, '2024-05-01T12:00:00+02:00');
    """

  private func store(_ script: String) async throws -> EntityStore {
    try Connection(path: temporary.path + "/keys.db", mode: .create).execute(script)
    return try await EntityStore.open(.file(temporary.path + "/keys.db"))
  }

  private func storage(_ store: EntityStore, _ entity: String, _ attribute: String) throws
    -> [String]
  {
    let definition = try #require(
      store.model.entity(named: entity)?.attribute(named: attribute)?.definition
    )
    return ["\(definition.type)", "\(definition.storage)"]
  }

  @Test(arguments: [
    ("Reading", "at", true), ("Note", "at", true), ("Unit", "born", true), ("Part", "born", true),
    ("Reading", "made", false), ("Note", "seen", false),
  ])
  func `A time that tells rows apart is the text that it is`(
    entity: String,
    attribute: String,
    isText: Bool
  ) async throws {
    let store = try await store(Self.script)
    let expected = isText ? ["string", "native"] : ["timestamp", "isoOffset"]
    #expect(try storage(store, entity, attribute) == expected)
  }

  @Test func `A reference takes the text of the key`() async throws {
    let store = try await store(Self.script)
    let id = RecordID(entityName: "Reading", values: [.string("2024-05-01T12:00:00+02:00")])
    let reading = try #require(try await store.record(id, paths: [PropertyPath("at")]))
    let key = try #require(reading.value(forKey: "at"))
    _ = try await store.save([
      .insert(entityName: "Note", values: ["at": key], references: [:], token: 1),
      .insert(
        entityName: "Reading",
        values: ["at": .string("2024-06-01T12:00:00+02:00")],
        references: [:],
        token: 2
      ),
      .insert(entityName: "Note", values: [:], references: ["at": 2], token: 3),
    ])
    let found = try Connection(path: temporary.path + "/keys.db", mode: .readOnly).rows(
      "SELECT at FROM note ORDER BY id"
    ) { $0.text(0) }
    #expect(
      found == [
        "2024-05-01T12:00:00+02:00", "2024-05-01T12:00:00+02:00", "2024-06-01T12:00:00+02:00",
      ]
    )
  }

  @Test func `A reference between such texts is guessed from names`() async throws {
    let store = try await store(
      """
      CREATE TABLE reading(taken_at TIMESTAMP PRIMARY KEY);
      CREATE TABLE note(id INTEGER PRIMARY KEY, taken_at TIMESTAMP);
      INSERT INTO reading VALUES ('2024-05-01T12:00:00+02:00');
      INSERT INTO note VALUES (1, '2024-05-01T12:00:00+02:00');
      """
    )
    let note = try #require(store.model.entity(named: "Note"))
    let relationship = try #require(note.relationships.first { !$0.isToMany })
    #expect(relationship.destination?.name == "Reading" && relationship.definition.isInferred)
    #expect(try storage(store, "Note", "takenAt") == ["string", "native"])
    #expect(try storage(store, "Reading", "takenAt") == ["string", "native"])
  }
}
