import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Times that are counted in some unit from some beginning.
struct CountedTimeTests {
  private let temporary = TemporaryFolder()

  /// The SQL that converts seconds since 1970 to a column's unit, with the storage format to be recognised.
  static let units: [(sql: String, storage: StorageFormat)] = [
    ("CAST(round(s) AS INT)", .epochSeconds), ("s", .epochSeconds), ("round(s, 2)", .epochSeconds),
    ("CAST(s * 1000 AS INT)", .epochMilliseconds),
    ("CAST(s * 1000000 AS INT)", .epochMicroseconds),
    ("CAST((s + 11644473600) * 1000000 AS INT)", .webKitMicroseconds),
    ("s / 86400 + 2440587.5", .julianDay), ("s - 978307200", .referenceSeconds),
    ("round(s - 978307200, 3)", .referenceSeconds),
  ]

  @Test(arguments: units)
  func `A time is found by what is shown of it, and not by the time before or after`(
    unit: (sql: String, storage: StorageFormat)
  ) async throws {
    var random = SeededGenerator(seed: 7)
    let seconds = (0..<40).map { _ in
      1_400_000_000 + Double(random.below(300_000_000)) + Double(random.below(1_000_000)) / 1e6
    }
    let path = temporary.path + "/times.db"
    let connection = try Connection(path: path, mode: .create)
    try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, at DATETIME)")
    for number in seconds {
      try connection.run(
        "INSERT INTO t(at) SELECT \(unit.sql) FROM (SELECT ? AS s)",
        [.double(number)]
      )
    }
    let store = try await EntityStore.open(.file(path))
    let attribute = try #require(store.model.entity(named: "T")?.attribute(named: "at"))
    #expect(attribute.definition.storage == unit.storage)
    let rows = try await store.window(FetchSpecification(entityName: "T"), from: .start, count: 50)
    let dates = rows.records.map { $0.value(forKey: "at") ?? .null }
    for case .date(let date) in dates {
      let shown = try #require(Date(wallClock: date.wallClockText()))
      for op in [Qualifier.Operator.equal, .less, .greaterOrEqual, .greater] {
        let condition = Qualifier.comparison(
          Expression(.path(PropertyPath("at"))),
          op,
          Expression(.literal(.date(shown)))
        )
        let found = try await store.count(
          FetchSpecification(entityName: "T", qualifier: condition)
        )
        let expected = dates.count { op.test($0, .date(date)) == .yes }
        #expect(found == expected, "\(op) \(date.wallClockText())")
      }
    }
    #expect(dates.count { if case .date = $0 { true } else { false } } == 40)
    await store.close()
  }
}
