import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Rows in whatever form other programs have stored their values: nobody else has changed them.
struct StoredFormsTests {
  private let temporary = TemporaryFolder()

  /// Types that columns are declared with, and names that say what they hold.
  static let columns = [
    "at DATETIME", "at TIMESTAMP", "at DATE", "at TIME", "created_at TEXT", "created_at INTEGER",
    "created_at REAL", "created_at NUMERIC", "created_at", "at TIMESTAMP WITH TIME ZONE",
    "n DECIMAL(10,2)", "n NUMERIC", "n INTEGER", "n REAL", "is_n BOOLEAN", "t TEXT",
    "t VARCHAR(20)",
    "d JSON", "u UUID", "b BLOB", "x", "link URL",
  ]

  /// Values as they stand in files, in SQL, by what they are.
  static let forms: [[String]] = [
    // Moments with an offset, by themselves and among others.
    [
      "'2024-05-01T12:00:00+02:00'", "'2024-05-01 12:00:00-05:30'", "'2024-05-01T12:00+02'",
      "'2024-05-01T12:00:00.123456+02:00'", "'2024-05-01 12:00:00.1234567 +0200'",
    ],
    [
      "'2024-05-01T12:00:00Z'", "'2024-05-01T12:00:00.5Z'", "'2024-05-01T12:00:00.123456789Z'",
      "'2024-05-01 12:00Z'", "'2024-05-01T12:00:00z'",
    ],
    [
      "'2024-05-01'", "'2024-05-01 12:00'", "'2024-05-01 12:00:00'", "'2024-05-01 12:00:00.000'",
      "'2024-05-01 12:00:00.1234567'", "'2024-05-01T12:00:00'", "'-0044-03-15'", "'+12024-05-01'",
    ],
    ["'12:00'", "'12:00:00'", "'9:05'", "'12:00:00.25'", "'12:00:00Z'", "'12:00:00+02:00'"],
    [
      "'0000-00-00'", "''", "'soon'", "'20240501'", "'20240501120000'", "20240501",
      "20240501120000",
    ],
    [
      "0", "-1", "1714557600", "1714557600.25", "1714557600123", "1714557600123456",
      "1714557600123456789",
    ],
    [
      "736250400", "736250400.123456", "13359031200123456", "133590312001234567", "2460431.5",
      "2460432.0001", "9223372036854775807", "-9223372036854775808",
    ],
    [
      "1", "1.0", "0.1", "1e300", "-0.0", "1.005", "'1.50'", "'1e3'", "'007'", "12345678901234567",
      "0.30000000000000004", "9e999", "-9e999",
    ],
    [
      "'{\"a\": 1}'", "'{a:'", "x''", "x'00ff'", "CAST(x'ff61' AS TEXT)", "'a' || char(0) || 'b'",
      "'a' || char(13, 10) || 'b'", "NULL",
    ],
    ["'yes'", "'true'", "2", "'Y'", "'1'"],
  ]

  private func open(_ column: String, _ forms: [String], _ number: Int) async throws -> EntityStore
  {
    let path = "\(temporary.path)/\(number).db"
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE r(id INTEGER PRIMARY KEY, \(column), other TEXT);
      INSERT INTO r VALUES \(forms.map { "(NULL, \($0), 'before')" }.joined(separator: ", "));
      """
    )
    return try await EntityStore.open(.file(path))
  }

  @Test func `J8: a row is changed elsewhere only when another writer's bytes differ`() async throws
  {
    var random = SeededGenerator(seed: 8)
    let all = Self.forms.flatMap(\.self)
    var number = 0
    for column in Self.columns {
      // Each form by itself decides what the column is taken for; others it only tells among them.
      let mixed = (0..<(TestLength.isLong ? 20 : 1)).map { _ in
        (0..<12).map { _ in all[random.below(all.count)] }
      }
      let alone = TestLength.isLong ? Self.forms : [Self.forms[random.below(Self.forms.count)]]
      // Most forms are of moments.
      let moments = Self.forms[random.below(3)]
      for forms in alone + mixed + [moments] {
        number += 1
        let store = try await open(column, forms, number)
        try await saveTwice(store, column, number)
        await store.close()
      }
    }
  }

  private func saveTwice(_ store: EntityStore, _ column: String, _ number: Int) async throws {
    let fetch = FetchSpecification(entityName: "R")
    let path = "\(temporary.path)/\(number).db"
    let before = try rawValues(path)
    for value in ["first", "second"] {
      for record in try await store.window(fetch, from: .start, count: 50).records {
        let id = try #require(record.id)
        let original = values(of: record)
        let change = Change.update(
          id,
          values: ["other": .string(value)],
          original: original,
          references: [:]
        )
        await #expect(throws: Never.self, "\(column): \(original)") {
          try await store.save([change])
        }
      }
    }
    #expect(try rawValues(path) == before)
    // And when somebody else has changed them.
    let records = try await store.window(fetch, from: .start, count: 50).records
    guard let record = records.first, let id = record.id else { return }
    try Connection(path: path, mode: .readWrite).execute("UPDATE r SET other = 'theirs'")
    let change = Change.delete(id, original: values(of: record))
    do {
      _ = try await store.save([change])
      Issue.record("\(column): what somebody else has changed was deleted")
    } catch .changedByOther {}
  }

  private func values(of record: Record) -> [String: Value] {
    let attributes = record.entity.attributes.filter { $0.type != .blob }
    return Dictionary(
      uniqueKeysWithValues: attributes.map { ($0.name, record.value(forKey: $0.name) ?? .null) }
    )
  }

  /// All values but those that are changed, byte for byte.
  private func rawValues(_ path: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    let column = try connection.rows("SELECT name FROM pragma_table_info('r') WHERE cid = 1") {
      $0.text(0)
    }
    return try connection.rows(
      "SELECT typeof(\"\(column[0])\") || hex(CAST(\"\(column[0])\" AS BLOB)) FROM r ORDER BY id"
    ) { $0.text(0) }
  }
}
