import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import TestSupport
import Testing

/// Tests that reflection recognises the columns which turn numbers into binary fractions.
struct BinaryFractionTests {
  private let temporary = TemporaryFolder()

  @Test func `A21: a column is known for making binary fractions where SQLite does`() async throws {
    let types = [
      "DECIMAL(30,4)", "REAL", "money", "POINT TEXT", "CHARINT", "TEXT", "NCHAR(30)", "CLOB",
      "BLOB", "",
    ]
    let path = temporary.path + "/fractions.db"
    let columns = types.enumerated().map { "c\($0) \($1)" }.joined(separator: ", ")
    let connection = try Connection(path: path, mode: .create)
    try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, \(columns))")
    let store = try await EntityStore.open(.file(path))
    let entity = try #require(store.model.entity(named: "T"))
    for (index, type) in types.enumerated() {
      try connection.execute(
        "DELETE FROM t; INSERT INTO t(c\(index)) VALUES ('12345678901234567890.5')"
      )
      let stored = try connection.rows("SELECT typeof(c\(index)) FROM t") { $0.text(0) }
      let attribute = try #require(entity.attribute(named: "c\(index)"))
      #expect(attribute.definition.storesBinaryFractions == (stored == ["real"]), "\(type)")
    }
    await store.close()
  }

  @Test(arguments: ["TEXT", "VARCHAR(40)", "CLOB", "DECIMAL(30,4)", "REAL", "BLOB", ""])
  func `K1: a number keeps all digits, also where the column makes a text of it`(
    type: String
  ) async throws {
    let path = temporary.path + "/digits.db"
    let connection = try Connection(path: path, mode: .create)
    try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, c \(type))")
    let store = try await EntityStore.open(.file(path))
    let numbers = [0.12345678901234568, 0.1 + 0.2, 1e300, .leastNonzeroMagnitude, 22.99]
    for number in numbers {
      _ = try await store.save([
        .insert(entityName: "T", values: ["c": .double(number)], references: [:], token: 0)
      ])
    }
    let texts = try connection.rows("SELECT c FROM t ORDER BY id") { row in
      row[0].storageClass == .real ? row[0].double : Double(row.text(0))
    }
    #expect(texts == numbers)
    await store.close()
  }

  @Test(arguments: [
    "REAL", "DOUBLE PRECISION", "FLOAT", "FLOATING POINT", "INT", "BIGINT", "NUMERIC",
    "DECIMAL(20)", "TEXT", "",
  ])
  func `A21: a column is known for making binary fractions of whole numbers where SQLite does`(
    type: String
  ) async throws {
    let path = temporary.path + "/whole.db"
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, c \(type)); INSERT INTO t(c) VALUES (9007199254740993)"
    )
    let store = try await EntityStore.open(.file(path))
    let attribute = try #require(store.model.entity(named: "T")?.attribute(named: "c"))
    let stored = try connection.rows("SELECT typeof(c) FROM t") { $0.text(0) }
    #expect(attribute.definition.storesOnlyBinaryFractions == (stored == ["real"]))
    await store.close()
  }
}
