import EntityModel
import Qualifiers
import SQLite
import Synchronization
import Testing
import TestSupport

import EntityStore
import SQLiteStore

struct RowNumberingTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private func store(_ script: String) async throws -> EntityStore {
    try Connection(path: path, mode: .create).execute(script)
    return try await EntityStore.open(.file(path))
  }

  /// All windows of a numbered result are stretches of the plain list, as they were before.
  @Test(arguments: WindowTests.kinds, [1, 2])
  func `Numbered windows are stretches of the plain list`(schema: String, seed: UInt64) async throws
  {
    var random = SeededGenerator(seed: seed)
    let store = try await store(
      schema + ";" + WindowTests.rows(for: schema, count: 40, &random)
    )
    let entity = try #require(store.model.entities.first { $0.tableName == "t" })
    for _ in 0..<4 {
      let fetch = FetchSpecification(
        entityName: entity.name,
        qualifier: Bool.random(using: &random) ? Qualifier.parse("b is not null").0 : nil,
        sortOrderings: WindowTests.randomOrder(&random),
        maximumLength: Bool.random(using: &random) ? 1 : nil
      )
      let all = try await store.window(fetch, from: .start, count: 1000)
      let total = all.records.count
      let numbering = try await store.numberRows(fetch)
      #expect(numbering.count == total)
      try await expectStretches(store, fetch, all)
      if total > 0 {
        let last = try await store.window(fetch, from: .fraction(1), count: 1)
        #expect(last.records == Array(all.records.suffix(1)))
        #expect(last.position == total - 1)
      }
    }
  }

  private func expectStretches(
    _ store: EntityStore,
    _ fetch: FetchSpecification,
    _ all: Window
  ) async throws {
    func expect(_ anchor: WindowAnchor, _ range: Range<Int>) async throws -> Window {
      let window = try await store.window(fetch, from: anchor, count: 5)
      let range = range.clamped(to: 0..<all.records.count)
      #expect(window.records == Array(all.records[range]), "\(anchor)")
      #expect(window.hasMoreBefore == (range.lowerBound > 0), "\(anchor)")
      #expect(window.hasMoreAfter == (range.upperBound < all.records.count), "\(anchor)")
      return window
    }
    let count = all.records.count
    _ = try await expect(.start, 0..<5)
    _ = try await expect(.end, max(0, count - 5)..<count)
    for index in stride(from: 0, to: count, by: 4) {
      let there = try await expect(.position(index), index..<(index + 5))
      #expect(there.position == index)
      // A place from before, and one that knows its number.
      for cursor in [all.cursors[index], there.cursors[0]] {
        _ = try await expect(.from(cursor), index..<(index + 5))
        _ = try await expect(.after(cursor), (index + 1)..<max(index + 1, index + 6))
        _ = try await expect(.before(cursor), max(0, index - 5)..<index)
      }
      guard let id = all.records[index].id else { continue }
      _ = try await expect(.id(id), index..<(index + 5))
      #expect(try await store.position(of: id, in: fetch) == index)
    }
  }

  private static let numbers = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, a INT, b TEXT); CREATE INDEX i ON t(b);
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO t SELECT i, i * 7919 % 20011, 'b' || i % 100 FROM n;
    """

  @Test func `An order without an index is sorted once, and pages need no more sorting`()
    async throws
  {
    let store = try await store(Self.numbers)
    let fetch = FetchSpecification(
      entityName: "T",
      sortOrderings: [SortOrdering(PropertyPath("a"), descending: true)]
    )
    let numbering = try await store.numberRows(fetch)
    #expect(numbering.count == 20_000 && numbering.isSorted)
    let before = try await store.window(fetch, from: .position(9_999), count: 3)
    let values = before.records.compactMap { $0.value(forKey: "a") }
    let plain = try Connection(path: path, mode: .readOnly)
      .rows("SELECT a FROM t ORDER BY a DESC LIMIT 3 OFFSET 9999") { Value.int($0.int(0)) }
    #expect(values == plain)
    // The same fetch with other columns is numbered already.
    var other = fetch
    other.paths = [PropertyPath("b")]
    #expect(try await store.window(other, from: .end, count: 3).position == 19_997)
  }

  @Test func `G8: a store keeps few numberings, and says which it has`() async throws {
    let store = try await store(Self.numbers)
    let fetches = ["a", "b", "id"].flatMap { name in
      [false, true].map { descending in
        FetchSpecification(
          entityName: "T",
          sortOrderings: [SortOrdering(PropertyPath(name), descending: descending)]
        )
      }
    }
    for fetch in fetches {
      #expect(try await !store.isNumbered(fetch))
      _ = try await store.numberRows(fetch)
      #expect(try await store.isNumbered(fetch))
    }
    for (index, fetch) in fetches.enumerated() {
      let isKept = index >= fetches.count - 4
      #expect(try await store.isNumbered(fetch) == isKept)
      guard isKept else {
        await #expect(throws: StoreError.self) {
          try await store.window(fetch, from: .position(9), count: 1)
        }
        continue
      }
      #expect(try await store.window(fetch, from: .position(9), count: 1).position == 9)
    }
    _ = try await store.numberRows(fetches[0])
    #expect(try await store.window(fetches[0], from: .position(9), count: 1).position == 9)
  }

  @Test func `In an order of an index rows far away are found from landmarks`() async throws {
    let store = try await store(Self.numbers)
    let fetch = FetchSpecification(
      entityName: "T",
      qualifier: Qualifier.parse("a > 100").0,
      sortOrderings: [SortOrdering(PropertyPath("b"))]
    )
    let all = try await store.window(fetch, from: .start, count: 20_000)
    let numbering = try await store.numberRows(fetch)
    #expect(numbering.count == all.records.count && !numbering.isSorted)
    for position in [0, 1, 511, 512, 513, 12_345, numbering.count - 1, numbering.count + 9] {
      let window = try await store.window(fetch, from: .position(position), count: 2)
      let expected = min(position, numbering.count)
      #expect(
        window.records
          == Array(all.records.dropFirst(min(expected, numbering.count - 1)).prefix(2))
      )
      #expect(window.position == min(position, numbering.count - 1))
    }
    let middle = try await store.window(fetch, from: .fraction(0.5), count: 1)
    #expect(middle.position == numbering.count / 2)
  }

  @Test func `Rows that go or change leave gaps, and the others stay where they were`() async throws
  {
    let store = try await store(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a INT);"
        + "INSERT INTO t VALUES(1, 50), (2, 40), (3, 30), (4, 20), (5, 10)"
    )
    let fetch = FetchSpecification(
      entityName: "T",
      qualifier: Qualifier.parse("a < 100").0,
      sortOrderings: [SortOrdering(PropertyPath("a"))]
    )
    _ = try await store.numberRows(fetch)
    let middle = try await store.window(fetch, from: .position(2), count: 1)
    let old = try #require(middle.cursors.first)
    let version = try await store.dataVersion()
    try Connection(path: path, mode: .readWrite)
      .execute(
        "DELETE FROM t WHERE id IN (3, 5); UPDATE t SET a = 100 WHERE id = 2; INSERT INTO t VALUES(9, 0)"
      )
    #expect(try await store.dataVersion() != version)
    func ids(_ anchor: WindowAnchor) async throws -> [Value?] {
      try await store.window(fetch, from: anchor, count: 9).records.map { $0.value(forKey: "id") }
    }
    #expect(try await ids(.start) == [.int(4), .int(1)])
    #expect(try await ids(.after(old)) == [.int(1)])
    #expect(try await ids(.before(old)) == [.int(4)])
    #expect(try await ids(.from(old)) == [.int(1)])
    _ = try await store.numberRows(fetch)
    #expect(try await ids(.start) == [.int(9), .int(4), .int(1)])
  }

  @Test func `Numbering tells how far it is, ends when it is cancelled, and others go on`()
    async throws
  {
    let store = try await store(Self.numbers)
    let fetch = FetchSpecification(
      entityName: "T",
      sortOrderings: [SortOrdering(PropertyPath("a"))]
    )
    let parts = Mutex<[Double]>([])
    _ = try await store.numberRows(fetch) { done in
      parts.withLock { $0.append(done.part) }
    }
    let told = parts.withLock { $0 }
    #expect(told == told.sorted() && told.last == 1 && told.count > 2)
    // An endless result is numbered until it is cancelled.
    try Connection(path: path, mode: .readWrite).execute(
      "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    )
    let endless = try await EntityStore.open(.file(path))
    let task = Task {
      try await endless.numberRows(FetchSpecification(entityName: "Endless"), purpose: "endless")
    }
    // The first connection answers while the second is busy.
    #expect(try await endless.count(FetchSpecification(entityName: "T")) == 20_000)
    task.cancel()
    await #expect(throws: StoreError.self) { try await task.value }
    #expect(try await endless.numberRows(fetch).count == 20_000)
    await endless.close()
  }

  @Test func `A database in memory is numbered on its only thread`() async throws {
    let store = try await EntityStore.open(.script(Self.numbers, title: "memory"))
    let fetch = FetchSpecification(
      entityName: "T",
      sortOrderings: [SortOrdering(PropertyPath("a"))]
    )
    #expect(try await store.numberRows(fetch).count == 20_000)
    #expect(try await store.window(fetch, from: .position(19_999), count: 2).records.count == 1)
  }

  @Test func `Rows without numbers are not found by number`() async throws {
    let store = try await store(Self.numbers)
    for anchor in [WindowAnchor.position(3), .fraction(0.5)] {
      await #expect(throws: StoreError.self) {
        try await store.window(FetchSpecification(entityName: "T"), from: anchor, count: 1)
      }
    }
  }

  @Test func `The second connection can make temporary tables and nothing else`() throws {
    try Connection(path: path, mode: .create).execute("CREATE TABLE t(x); INSERT INTO t VALUES(1)")
    let connection = try Connection(path: path, mode: .readOnly, temporaryTables: true)
    try connection.execute("CREATE TEMP TABLE o(n); INSERT INTO temp.o SELECT x FROM t")
    #expect(try connection.scalar("SELECT n FROM o") == .int(1))
    for sql in [
      "INSERT INTO t VALUES(2)", "CREATE TABLE u(x)", "DROP TABLE t", "UPDATE t SET x = 2",
      "ATTACH '\(path).other' AS other", "PRAGMA journal_mode = WAL",
    ] {
      #expect(throws: SQLiteError.self, "\(sql)") { try connection.execute(sql) }
    }
  }

  @Test func `An object far down in a numbered fetch knows its number`() async throws {
    let store = try await store(Self.numbers)
    for key in ["id", "-id", "b", "b natural", "-a nulls first"] {
      let fetch = FetchSpecification(entityName: "T", sortOrderings: [SortOrdering(key: key)])
      let id = RecordID(entityName: "T", key: 12_345)
      #expect(try await store.position(of: id, in: fetch) == nil)
      _ = try await store.numberRows(fetch)
      let position = try #require(try await store.position(of: id, in: fetch), "\(key)")
      let window = try await store.window(fetch, from: .position(position), count: 1)
      #expect(window.records.first?.id == id, "\(key)")
      let gone = RecordID(entityName: "T", key: 99_999)
      #expect((try? await store.position(of: gone, in: fetch)) == .some(nil) || key != "id")
    }
  }
}
