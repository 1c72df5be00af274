import EntityModel
import Formatting
import FoundationEssentials
import Glibc
import Qualifiers
import SQL
import SQLite
import Testing
import TestSupport

import EntityStore
@testable import SQLiteStore

struct TimestampTests {
  private let temporary = TemporaryFolder()

  /// A text of a moment by chance.
  private static func text(_ random: inout SeededGenerator) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let digits = (0..<random.below(7)).map { _ in "\(random.below(10))" }.joined()
    let seconds =
      random.chance(80) ? ":\(two(random.below(60)))" + (digits.isEmpty ? "" : ".\(digits)") : ""
    let offset =
      "\(two(random.below(15)))\(random.chance(50) ? ":" : "")\(random.chance(80) ? "00" : "30")"
    let zone =
      switch random.below(5) {
      case 0: "Z"
      case 1: " UTC"
      case 2: random.chance(50) ? "+\(two(random.below(12)))" : "-\(two(random.below(12)))"
      default: (random.chance(30) ? " " : "") + (random.chance(50) ? "+" : "-") + offset
      }
    return
      "2024-\(two(1 + random.below(3)))-\(two(1 + random.below(28)))\(random.chance(50) ? "T" : " ")"
      + "\(two(random.below(24))):\(two(random.below(60)))" + seconds + zone
  }

  @Test(arguments: [
    ("2024-05-01T12:00:00+02:00", "2024-05-01 10:00"), ("2024-05-01T12:00:00Z", "2024-05-01 12:00"),
    ("2024-05-01 12:00:00.123+0200", "2024-05-01 10:00:00.123"),
    ("2024-05-01 23:30 -02", "2024-05-02 01:30"), ("2024-01-01t00:00:00+14:00", "2023-12-31 10:00"),
    ("2024-05-01 12:00:00 UTC", "2024-05-01 12:00"), ("2024-05-01 12:00:00", "2024-05-01 12:00"),
    ("2024-05-01", "2024-05-01"), ("2024-05-01T12:00:00+25:00", nil), ("2024-05-01T12:00+2", nil),
    ("2024-05-01+02:00", nil), ("12:00+02:00", nil), ("2024-13-01T12:00:00Z", nil),
    ("2024-05-01T12:00:00.Z", nil), ("2024-05-01T12:00:00.1x+02:00", nil),
  ])
  func `A moment is read as the time in UTC`(text: String, expected: String?) {
    #expect(Date(moment: text)?.wallClockText(separator: " ") == expected)
  }

  @Test(arguments: [
    ("2024-05-01T12:00:00+02:00", "2024-05-02 10:30", "2024-05-02T12:30:00+02:00"),
    ("2024-05-01T12:00:00Z", "2024-05-01 12:00:01.5", "2024-05-01T12:00:01.500Z"),
    ("2024-05-01 12:00:00.1234567-0330", "2024-05-01 00:00", "2024-04-30 20:30:00.0000000-0330"),
    ("2024-05-01 12:00 +02", "2024-05-01 10:01", "2024-05-01 12:01 +02"),
    ("2024-05-01 12:00 +02", "2024-05-01 10:00:07", "2024-05-01 12:00:07 +02"),
    ("2024-05-01T12:00:00.250Z", "2024-05-01 12:00:00.125001", "2024-05-01T12:00:00.125001Z"),
    ("2024-12-31T23:59:59.9Z", "2025-01-01", "2025-01-01T00:00:00.0Z"),
    ("1969-07-20T20:17:40Z", "1969-07-20 20:17:39.25", "1969-07-20T20:17:39.250Z"),
    ("2024-05-01T12:00:00+02:00", "9999-12-31", "9999-12-31T02:00:00+02:00"),
    ("2024-05-01 12:00:00Z", "9999-12-31 23:59:59", "9999-12-31 23:59:59Z"),
    ("2024-05-01T12:00:00+02:00", "9999-12-31 23:00", "9999-12-31T23:00:00Z"),
    ("2024-05-01T12:00:00+02:00", "+12024-05-01", "+12024-05-01T00:00:00Z"),
    ("2024-05-01T12:00:00+02:00", "0000-06-01", "0000-06-01T02:00:00+02:00"),
    ("2024-05-01T12:00:00-05:00", "0000-01-01 02:00", "0000-01-01T02:00:00Z"),
    ("2024-05-01T12:00:00+02:00", "-0044-03-15 12:00", "-0044-03-15T12:00:00Z"),
    ("2024-05-01T12:00:00.12Z", "2024-05-01 12:00:00.1234567", "2024-05-01T12:00:00.123457Z"),
    ("2024-05-01T12:00:00Z", "2024-05-01 23:59:59.9999999", "2024-05-02T00:00:00Z"),
    ("+12024-05-01T00:00:00Z", "2024-05-01", nil),
  ])
  func `Another moment is written in the same form`(old: String, new: String, expected: String?)
    throws
  {
    let moment = try #require(Date(wallClock: new))
    let written = TimestampText(old)?.written(for: moment)
    #expect(written == expected)
    guard let written else { return }
    #expect(abs(try #require(Date(moment: written)).timeIntervalSince(moment)) < 1e-6)
  }

  @Test func `A time just before midnight stays before it`() throws {
    let midnight = try #require(Date(wallClock: "1970-01-02"))
    let moment = Date(
      timeIntervalSinceReferenceDate: midnight.timeIntervalSinceReferenceDate.nextDown
    )
    let written = try ColumnCoding(.timestamp, .isoOffset).stored(.date(moment))
    #expect(written == .text("1970-01-01T23:59:59.999999Z"))
  }

  @Test func `A moment of any year is read again as it was written`() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<5_000 {
      let seconds = Double(random.below(800_000_000_000) - 400_000_000_000)
      let moment = Date(timeIntervalSinceReferenceDate: seconds + Double(random.below(1000)) / 1000)
      let old = Self.text(&random)
      let written = try #require(TimestampText(old)).written(for: moment)
      let read = try #require(Date(moment: written), "\(old): \(written)")
      #expect(abs(read.timeIntervalSince(moment)) < 1e-3, "\(old): \(written)")
    }
  }

  @Test func `Any form gives its text back, and reads what it writes`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      let (text, other) = (Self.text(&random), Self.text(&random))
      let (form, moment) = (try #require(TimestampText(text)), try #require(Date(moment: other)))
      #expect(form.written(for: form.moment) == text)
      let written = form.written(for: moment)
      let read = try #require(TimestampText(written), "\(written)")
      #expect(abs(read.moment.timeIntervalSince(moment)) < 1e-6, "\(other) as \(text): \(written)")
      #expect(read.written(for: form.moment).count == text.count || text.count < written.count)
    }
  }

  @Test(
    arguments: [
      (["2024-05-01T10:00:00Z", "2024-06-01T10:00:00Z"], .timestamp, .isoOffset),
      (["2024-05-01T10:00:00Z", "2024-06-01T10:00:00.5Z"], .timestamp, .isoOffset),
      (["2024-05-01T10:00:00Z", "2024-06-01T10:00:00+01:00"], .timestamp, .isoOffset),
      (["2024-05-01 10:00:00", "2024-06-01 10:00:00+0100"], .timestamp, .isoOffset),
      (["2024-05-01 10:00:00", "2024-06-01 10:00:00"], .timestamp, .isoText),
      (["2024-05-01", "2024-06-01T10:00:00+01:00"], .timestamp, .isoOffset),
      (["2024-05-01", "soon", "later"], .string, .native),
    ] as [([String], AttributeType, StorageFormat)]
  )
  func `Values tell whether times have offsets`(
    values: [String],
    type: AttributeType,
    storage: StorageFormat
  ) {
    let found = ColumnType(declared: "TIMESTAMP", columnName: "at").refined(
      by: values.map { .string($0) }
    )
    #expect(found.type == type && found.storage == storage)
  }

  private func store(_ texts: [String], _ path: String) async throws -> EntityStore {
    unlink(path)
    let connection = try Connection(path: path, mode: .create)
    try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, at TIMESTAMP)")
    for text in texts { try connection.run("INSERT INTO t(at) VALUES(?)", [.text(text)]) }
    return try await EntityStore.open(.file(path))
  }

  private func texts(_ path: String) throws -> [String] {
    try Connection(path: path, mode: .readOnly).rows("SELECT at FROM t ORDER BY id") { $0.text(0) }
  }

  @Test func `Rows are sorted and picked by time, whatever their offsets`() async throws {
    let path = temporary.path + "/sorted.db"
    var random = SeededGenerator(seed: 2)
    for _ in 0..<8 {
      let texts = (0..<40).map { _ in Self.text(&random) } + ["2024-01-31T12:00:00+13:00"]
      let store = try await store(texts, path)
      let entity = try #require(store.model.entity(named: "T"))
      #expect(entity.attribute(named: "at")?.definition.storage == .isoOffset)
      for isDescending in [false, true] {
        var fetch = FetchSpecification(entityName: "T")
        fetch.sortOrderings = [SortOrdering(PropertyPath("at"), descending: isDescending)]
        var ids: [Int64] = []
        var window = try await store.window(fetch, from: .start, count: 7)
        while let last = window.cursors.last {
          ids += window.records.compactMap { $0.id?.integerKey }
          window = try await store.window(fetch, from: .after(last), count: 7)
        }
        let expected = texts.indices.sorted {
          let (left, right) = (
            Date(moment: texts[$0]) ?? .distantPast, Date(moment: texts[$1]) ?? .distantPast
          )
          return left == right ? $0 < $1 : isDescending ? left > right : left < right
        }
        #expect(ids == expected.map { Int64($0 + 1) })
      }
      let all = try await store.window(FetchSpecification(entityName: "T"), from: .start, count: 99)
        .records
      for _ in 0..<40 {
        let border = try #require(
          Date(moment: random.chance(50) ? texts[random.below(41)] : Self.text(&random))
        )
        let op = ["<", "<=", "=", "!=", ">=", ">"][random.below(6)]
        let condition = try #require(
          Qualifier.parse("at \(op) \(Value.date(border).literal)").qualifier
        )
        var fetch = FetchSpecification(entityName: "T")
        fetch.qualifier = condition
        let found = try await store.window(fetch, from: .start, count: 99).records.compactMap(\.id)
        let expected = all.filter { condition.evaluate(with: ValueContext(.object($0))) == true }
        #expect(found == expected.compactMap(\.id), "\(condition)")
      }
      await store.close()
    }
  }

  @Test func `A changed time keeps its form, and a new one looks like those beside it`()
    async throws
  {
    let path = temporary.path + "/written.db"
    let texts = [
      "2024-05-01T12:00:00+02:00", "2024-05-01 12:00:00.123Z", "soon", "2024-05-01T12:00:00-05:00",
    ]
    let store = try await store(texts, path)
    func date(_ text: String) throws -> Value { .date(try #require(Date(wallClock: text))) }
    func id(_ number: Int64) -> RecordID { RecordID(entityName: "T", values: [.int(number)]) }
    let noon = try date("2024-07-01 12:00")
    let changes = try [
      Change.update(id(1), values: ["at": noon], original: ["at": date("2024-05-01 10:00")]),
      .update(id(2), values: ["at": noon], original: ["at": date("2024-05-01 12:00:00.123")]),
      .update(id(3), values: ["at": noon], original: ["at": .string("soon")]),
      .insert(entityName: "T", values: ["at": noon], references: [:], token: 1),
    ]
    _ = try await store.save(changes)
    #expect(
      try self.texts(path) == [
        "2024-07-01T14:00:00+02:00", "2024-07-01 12:00:00.000Z", "2024-07-01T12:00:00Z",
        "2024-05-01T12:00:00-05:00", "2024-07-01T07:00:00-05:00",
      ]
    )
    let stale = Change.update(
      id(1),
      values: ["at": .null],
      original: ["at": try date("2024-05-01 10:00")]
    )
    await #expect(throws: StoreError.self) { try await store.save([stale]) }
  }

  @Test func `A year far away is written where it is set, and compared as it is`() async throws {
    let path = temporary.path + "/far.db"
    let texts = ["2024-05-01T12:00:00+02:00", "2024-05-01T12:00:00Z", "9999-12-31T01:00:00+01:00"]
    let store = try await store(texts, path)
    func date(_ text: String) throws -> Value { .date(try #require(Date(wallClock: text))) }
    func id(_ number: Int64) -> RecordID { RecordID(entityName: "T", values: [.int(number)]) }
    let far = try date("9999-12-31")
    _ = try await store.save([
      .update(id(1), values: ["at": far], original: ["at": try date("2024-05-01 10:00")]),
      .insert(entityName: "T", values: ["at": far], references: [:], token: 1),
      .update(id(3), values: ["at": try date("+10000-01-01")], original: ["at": far]),
    ])
    let expected = [
      "9999-12-31T02:00:00+02:00", "2024-05-01T12:00:00Z", "+10000-01-01T00:00:00Z",
      "9999-12-31T01:00:00+01:00",
    ]
    #expect(try self.texts(path) == expected)
    // What another has changed meanwhile is not overwritten.
    let stale = Change.update(id(2), values: ["at": .null], original: ["at": far])
    await #expect(throws: StoreError.self) { try await store.save([stale]) }
    #expect(try self.texts(path) == expected)
    let insertion = try await store.beginInserting(
      try #require(store.model.entity(named: "T")),
      attributes: ["at"]
    )
    _ = try await insertion.insert([[far]])
    try await insertion.finish()
    #expect(try self.texts(path).last == "9999-12-31T01:00:00+01:00")
  }

  @Test func `Rows that were not looked at are sorted by time too`() async throws {
    var texts = (0..<60).map { "2024-05-01T10:00:\($0 < 10 ? "0" : "")\($0)Z" }
    texts += ["2024-05-01T05:00:30-05:00", "2024-05-01T10:00:07.500Z", "2024-05-01T10:00:07.250Z"]
    let store = try await store(texts, temporary.path + "/unlike.db")
    var fetch = FetchSpecification(entityName: "T")
    fetch.sortOrderings = [SortOrdering(PropertyPath("at"))]
    let ids = try await store.window(fetch, from: .start, count: 99).records
      .compactMap { $0.id?.integerKey }
    let expected = texts.indices.sorted {
      let (left, right) = (Date(moment: texts[$0]), Date(moment: texts[$1]))
      return left == right ? $0 < $1 : (left ?? .distantPast) < (right ?? .distantPast)
    }
    #expect(ids == expected.map { Int64($0 + 1) })
  }

  @Test func `The last rows by the key tell the form of new ones, once for a save`() async throws {
    let path = temporary.path + "/keyed.db"
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      "CREATE TABLE t(id TEXT PRIMARY KEY, at TIMESTAMP, seen TIMESTAMP) WITHOUT ROWID"
    )
    for number in 100..<200 {
      let zone = number < 160 ? "Z" : "+02:00"
      try connection.run(
        "INSERT INTO t VALUES(?1, ?2, ?2)",
        [.text("k\(number)"), .text("2024-05-01T12:00:00" + zone)]
      )
    }
    let store = try await EntityStore.open(.file(path))
    let noon = Value.date(try #require(Date(wallClock: "2024-07-01 12:00")))
    let before = store.statementLog.count
    _ = try await store.save(
      (0..<5).map { number in
        let values: [String: Value] = ["id": .string("n\(number)"), "at": noon, "seen": noon]
        return .insert(entityName: "T", values: values, references: [:], token: number)
      }
    )
    let questions = store.statementLog[before...].filter { $0.sql.contains("typeof(") }
    #expect(questions.map(\.count).reduce(0, +) == 2)
    let written = try Connection(path: path, mode: .readOnly)
      .rows("SELECT at || ' ' || seen FROM t WHERE id LIKE 'n%'") { $0.text(0) }
    let text = "2024-07-01T14:00:00+02:00 2024-07-01T14:00:00+02:00"
    #expect(written == Array(repeating: text, count: 5))
  }
}
