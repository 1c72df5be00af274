import EntityModel
import FoundationEssentials
import Qualifiers
import SQLite
import TestSupport
import Testing

@testable import EntityStore

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
      let stored = try coding.encode(.date(date))
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
}
