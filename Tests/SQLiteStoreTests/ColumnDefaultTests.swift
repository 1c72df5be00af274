import EntityModel
import EntityStore
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
  ]

  private static let computed = [
    "TEXT DEFAULT CURRENT_TIMESTAMP", "INT DEFAULT (1 + 2)", "TEXT DEFAULT (datetime('now'))",
    "TEXT DEFAULT ('a' || 'b')", "TEXT", "INT DEFAULT (-(5))",
  ]

  private func attributes(_ declarations: [String], _ script: String = "") async throws -> (
    EntityStore, [Attribute]
  ) {
    let path = temporary.path + "/defaults.db"
    let columns = declarations.enumerated().map { "c\($0) \($1)" }.joined(separator: ", ")
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, \(columns));" + script
    )
    let store = try await EntityStore.open(.file(path))
    let entity = try #require(store.model.entity(named: "T"))
    return (store, try declarations.indices.map { try #require(entity.attribute(named: "c\($0)")) })
  }

  @Test func `A literal is the value that a row gets`() async throws {
    let (store, attributes) = try await attributes(Self.literals, "INSERT INTO t(id) VALUES (1);")
    let rows = try await store.window(FetchSpecification(entityName: "T"), from: .start, count: 1)
    for (attribute, declaration) in zip(attributes, Self.literals) {
      let stored = try #require(rows.records[0].value(forKey: attribute.name))
      #expect(store.defaultValue(of: attribute) == stored, "\(declaration)")
    }
    await store.close()
  }

  @Test func `What is computed is no value before`() async throws {
    let (store, attributes) = try await attributes(Self.computed)
    for (attribute, declaration) in zip(attributes, Self.computed) {
      #expect(store.defaultValue(of: attribute) == nil, "\(declaration)")
    }
    await store.close()
  }
}
