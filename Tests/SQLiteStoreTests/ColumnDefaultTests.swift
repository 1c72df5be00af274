import EntityModel
import EntityStore
import Glibc
import Qualifiers
import SQLite
import SQLiteStore
import TestSupport
import Testing

/// The default that is told before a row is written is what SQLite writes.
struct ColumnDefaultTests {
  private let temporary = TemporaryFolder()

  private static let literals = [
    "TEXT DEFAULT 'A'", "TEXT DEFAULT 7", "TEXT DEFAULT 1.5", "INT DEFAULT '7'", "INT DEFAULT -7",
    "INT DEFAULT +7", "INT DEFAULT 'x'", "REAL DEFAULT 1", "REAL DEFAULT 1.5e-3", "DEFAULT 'A'",
    "DEFAULT \"A\"", "TEXT DEFAULT 'it''s'", "BOOLEAN DEFAULT TRUE", "BOOLEAN DEFAULT 0",
    "BLOB DEFAULT x'00ff'", "DATE DEFAULT '2024-03-01'", "DATE DEFAULT 20240301",
    "DATETIME DEFAULT '2024-03-01 12:30:00'", "DECIMAL(10,2) DEFAULT 0.10", "TEXT DEFAULT ''",
    "TEXT DEFAULT ('A')", "TEXT DEFAULT (('A'))", "NUMERIC DEFAULT '1e3'", "INT DEFAULT ( - 5 )",
    "TEXT DEFAULT 0x10", "INT DEFAULT 0x10", "REAL DEFAULT '  7 '", "TEXT DEFAULT 1e20",
    "INT DEFAULT 1.0",
    "TEXT DEFAULT 0.1", "NUMERIC DEFAULT 9007199254740993", "INT DEFAULT 9223372036854775808",
  ]

  private static let computed = [
    "TEXT DEFAULT CURRENT_TIMESTAMP", "INT DEFAULT (1 + 2)", "TEXT DEFAULT (datetime('now'))",
    "TEXT DEFAULT ('a' || 'b')", "TEXT", "INT DEFAULT (-(5))",
  ]

  private func attributes(_ declarations: [String], _ script: String = "") async throws -> (
    EntityStore, Entity, [Attribute]
  ) {
    let path = temporary.path + "/defaults.db"
    let columns = declarations.enumerated().map { "c\($0) \($1)" }.joined(separator: ", ")
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, \(columns));" + script
    )
    let store = try await EntityStore.open(.file(path))
    let entity = try #require(store.model.entity(named: "T"))
    return (
      store, entity,
      try declarations.indices.map { try #require(entity.attribute(named: "c\($0)")) }
    )
  }

  @Test func `A literal is the value that a row gets`() async throws {
    let (store, entity, attributes) = try await attributes(
      Self.literals,
      "INSERT INTO t(id) VALUES (1);"
    )
    let rows = try await store.window(FetchSpecification(entityName: "T"), from: .start, count: 1)
    for (attribute, declaration) in zip(attributes, Self.literals) {
      let stored = try #require(rows.records[0].value(forKey: attribute.name))
      #expect(store.defaultValue(of: attribute, in: entity) == stored, "\(declaration)")
    }
    await store.close()
  }

  @Test func `A column that keeps anything keeps its default as it is`() async throws {
    let path = temporary.path + "/strict.db"
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, x ANY DEFAULT '007', n INT DEFAULT 1.0) STRICT; INSERT INTO t(id) VALUES (1)"
    )
    let store = try await EntityStore.open(.file(path))
    let entity = try #require(store.model.entity(named: "T"))
    let row = try #require(try await store.record(RecordID(entityName: "T", key: 1)))
    for name in ["x", "n"] {
      let attribute = try #require(entity.attribute(named: name))
      #expect(store.defaultValue(of: attribute, in: entity) == row.value(forKey: name), "\(name)")
    }
    #expect(row.value(forKey: "x") == .string("007"))
    await store.close()
  }

  /// SQLite takes the quotes off a type, and any text at all is one.
  @Test func `What a file declares as a type is never run`() async throws {
    let (path, made) = (temporary.path + "/type.db", temporary.path + "/made.db")
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY,
        x "TEXT); ATTACH DATABASE '\(made)' AS e; CREATE TABLE e.run(y); --" DEFAULT 1);
      """
    )
    let store = try await EntityStore.open(.file(path))
    for entity in store.model.entities {
      for attribute in entity.attributes { _ = store.defaultValue(of: attribute, in: entity) }
    }
    await store.close()
    #expect(access(made, F_OK) != 0)
  }

  @Test func `What is computed is no value before`() async throws {
    let (store, entity, attributes) = try await attributes(Self.computed)
    for (attribute, declaration) in zip(attributes, Self.computed) {
      #expect(store.defaultValue(of: attribute, in: entity) == nil, "\(declaration)")
    }
    await store.close()
  }
}
