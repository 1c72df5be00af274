import EntityModel
import Formatting
import FoundationEssentials
import Qualifiers
import SQL
import SQLite
import Testing
import TestSupport

import EntityStore
@testable import SQLiteStore

/// Dates go back into the file in the era in which they were found there.
struct DateEraStoreTests {
  private let temporary = TemporaryFolder()

  /// How each era makes a number of seconds since 1970, and how many parts of a second it keeps.
  static let eras: [(sql: String, storage: StorageFormat, parts: Double)] = [
    ("s", .epochSeconds, 1e6), ("s * 1000", .epochMilliseconds, 1e3),
    ("s * 1000000", .epochMicroseconds, 1e6), ("s * 1000000000", .epochNanoseconds, 1e6),
    ("s - 978307200", .referenceSeconds, 1e6),
    ("(s - 978307200) * 1000", .referenceMilliseconds, 1e3),
    ("(s - 978307200) * 1000000000", .referenceNanoseconds, 1e6),
    ("s + 11644473600", .webKitSeconds, 1), ("(s + 11644473600) * 1000", .webKitMilliseconds, 1e3),
    ("(s + 11644473600) * 1000000", .webKitMicroseconds, 1e6),
    ("(s + 11644473600) * 10000000", .fileTime, 1e6),
    ("s / 86400.0 + 2440587.5", .julianDay, 1e3),
    ("CAST(strftime('%Y%m%d%H%M%S', s, 'unixepoch') AS INT)", .digits, 1),
    ("strftime('%Y%m%d%H%M%S', s, 'unixepoch')", .digitText, 1),
  ]

  private func store(of era: (sql: String, storage: StorageFormat, parts: Double)) async throws
    -> EntityStore
  {
    let path = temporary.path + "/eras.db"
    let declared = era.storage == .digitText ? "TEXT" : "NUMERIC"
    let declaration = era.storage == .digitText ? declared : "INTEGER"
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, sent \(declaration));
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 20),
        m(s) AS (SELECT 1300000000 + i * 17000003 FROM n) INSERT INTO t(sent) SELECT \(era.sql) FROM m;
      INSERT INTO t(sent) VALUES (0), (-1), (NULL);
      """
    )
    return try await EntityStore.open(.file(path))
  }

  @Test(arguments: DateEraStoreTests.eras)
  func `A12: a moment is written in the era of its column and read back the same`(
    era: (sql: String, storage: StorageFormat, parts: Double)
  ) async throws {
    let store = try await store(of: era)
    let attribute = try #require(store.model.entity(named: "T")?.attribute(named: "sent"))
    #expect(attribute.type == .timestamp && attribute.definition.storage == era.storage)
    let rows = try await store.window(FetchSpecification(entityName: "T"), from: .start, count: 50)
    let values = rows.records.map { $0.value(forKey: "sent") ?? .null }
    #expect(values.count { if case .date = $0 { true } else { false } } == 21)
    #expect(values.first?.description.hasPrefix("2011-03-13 07:06:40") == true, "\(values[0])")
    // 0 and -1 are no moments.
    let isText = era.storage == .digitText
    #expect(values[21] == (isText ? .string("0") : .int(0)))
    #expect(values[22] == (isText ? .string("-1") : .int(-1)))
    let coding = ColumnCoding(attribute)
    var random = SeededGenerator(seed: 12)
    for _ in 0..<500 {
      let whole = Double(random.below(2_000_000_000)) - 300_000_000
      let part = (Double(random.below(1_000_000)) / 1e6 * era.parts).rounded(.down) / era.parts
      let date = Date(timeIntervalSinceReferenceDate: whole + part)
      let stored = try coding.stored(.date(date))
      let statement = try Connection().prepare("SELECT ?")
      try statement.bind([stored])
      _ = try statement.step()
      guard case .date(let read) = coding.decode(statement[0]) else {
        Issue.record("\(date) is stored as \(stored), which is no date")
        continue
      }
      #expect(abs(read.timeIntervalSince(date)) < 0.9 / max(era.parts, 2), "\(date) \(stored)")
    }
    await store.close()
  }

  @Test func `A12: only what was found by its numbers has moments that mean never`() throws {
    #expect(
      ColumnCoding(.timestamp, .epochSeconds).decode(RowBatch.Scalar.integer(0))
        == .date(Date(timeIntervalSince1970: 0))
    )
    let found = ColumnCoding(.timestamp, .epochSeconds, zeroIsNever: true)
    #expect(found.decode(RowBatch.Scalar.integer(0)) == .int(0))
    #expect(found.decode(RowBatch.Scalar.real(-1)) == .double(-1))
    #expect(found.decode(RowBatch.Scalar.integer(-2)) == .date(Date(timeIntervalSince1970: -2)))
  }

  /// Column values, their displayed texts, and the first value in the file after its day was moved by one.
  static let mixtures: [(values: String, shown: [String], changed: String)] = [
    ("20240229, 20231231", ["2024-02-29", "2023-12-31"], "20240301"),
    ("20240229, 1709208000", ["2024-02-29", "1709208000"], "20240301"),
    ("20240229, 20249999, 20231231", ["2024-02-29", "20249999", "2023-12-31"], "20240301"),
    (
      "1709208000, 20240229, 1709164800, 1609459200",
      ["2024-02-29 12:00", "20240229", "2024-02-29", "2021-01-01"], "1709294400"
    ),
    ("'2024-02-29', 20240229, 1709208000", ["2024-02-29", "20240229", "1709208000"], "2024-03-01"),
    ("20240229, 20240301123000", ["2024-02-29", "2024-03-01 12:30"], "20240301000000"),
  ]

  @Test(arguments: DateEraStoreTests.mixtures.indices)
  func `A12: no value is read in the manner of another, and what is not touched stays`(index: Int)
    async throws
  {
    let (values, shown, changed) = Self.mixtures[index]
    let path = temporary.path + "/mixed.db"
    let rows = values.split(separator: ", ").map { "(\($0))" }.joined(separator: ", ")
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, day DATE); INSERT INTO t(day) VALUES \(rows);"
    )
    let store = try await EntityStore.open(.file(path))
    let window = try await store.window(FetchSpecification(entityName: "T"), from: .start, count: 9)
    let read = window.records.map { $0.value(forKey: "day") ?? .null }
    #expect(read.count == shown.count)
    for (value, text) in zip(read, shown) {
      #expect(value.description == text)
      let isDate = if case .date = value { true } else { false }
      #expect(isDate == text.contains("-"))
    }
    guard case .date(let day) = read[0], let id = window.records[0].id else { return }
    _ = try await store.save([
      .update(id, values: ["day": .date(day + 86_400)], original: ["day": read[0]], references: [:])
    ])
    await store.close()
    let after = try Connection(path: path, mode: .readOnly)
      .rows("SELECT day FROM t ORDER BY id") { $0.text(0) }
    let others = values.split(separator: ", ").dropFirst().map(String.init)
    #expect(after == [changed] + others)
  }
}
