import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import TestSupport
import Testing

struct WindowTests {
  static let kinds = [
    "CREATE TABLE t(id INTEGER PRIMARY KEY, a, b TEXT, c REAL)",
    "CREATE TABLE t(id TEXT PRIMARY KEY, a, b TEXT, c REAL)",
    "CREATE TABLE t(id TEXT PRIMARY KEY NOT NULL, a, b TEXT, c REAL) WITHOUT ROWID",
    "CREATE TABLE t(id, x, a, b TEXT COLLATE NOCASE, c REAL, PRIMARY KEY (id, x)); CREATE INDEX i ON t(b)",
    "CREATE TABLE t(id INT NOT NULL, x INT NOT NULL, a, b TEXT, c REAL, PRIMARY KEY (id DESC, x)) WITHOUT ROWID",
    "CREATE TABLE t(id, a, b TEXT, c REAL); CREATE INDEX i ON t(a DESC, b)",
    "CREATE TABLE t(rowid, oid, _rowid_, a, b TEXT, c REAL)",
    "CREATE TABLE s(id INTEGER PRIMARY KEY, a, b TEXT, c REAL); CREATE VIEW t AS SELECT * FROM s",
  ]

  @Test(arguments: [1, 2, 3, 4, 7, 10], [false, true])
  func `Rows of a view that share the key of its triggers are all there, each once`(
    count: Int,
    backwards: Bool
  ) async throws {
    let store = try await EntityStore.open(
      .script(
        """
        CREATE TABLE t(k INT, n INT);
        INSERT INTO t VALUES (1, 1), (1, 2), (1, 3), (2, 4), (2, 5), (3, 6), (3, 7), (3, 8), (3, 9), (4, 10);
        CREATE VIEW v AS SELECT k, n FROM t;
        CREATE TRIGGER u INSTEAD OF UPDATE ON v BEGIN UPDATE t SET n = NEW.n WHERE k = OLD.k; END;
        """,
        title: "Shared"
      )
    )
    let fetch = FetchSpecification(entityName: "V")
    var anchor = backwards ? WindowAnchor.end : .start
    var seen: [Value] = []
    for _ in 0..<20 {
      let window = try await store.window(fetch, from: anchor, count: count)
      let values = window.records.compactMap { $0.value(forKey: "n") }
      seen = backwards ? values + seen : seen + values
      guard backwards ? window.hasMoreBefore : window.hasMoreAfter,
        let place = backwards ? window.cursors.first : window.cursors.last
      else { break }
      anchor = backwards ? .before(place) : .after(place)
    }
    #expect(Set(seen).count == 10 && seen.count == 10, "\(seen)")
  }

  @Test(arguments: kinds, [1, 2, 3, 4])
  func `Windows in any order are stretches of the plain list`(schema: String, seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let store = try await EntityStore.open(
      .script(schema + ";" + Self.rows(for: schema, count: 40, &random), title: "Test")
    )
    let entity = try #require(store.model.entities.first { $0.tableName == "t" })
    for _ in 0..<4 {
      let specification = FetchSpecification(
        entityName: entity.name,
        sortOrderings: Self.randomOrder(&random)
      )
      let all = try await store.window(specification, from: .start, count: 1000)
      #expect(all.records.count == 40)
      #expect(!all.hasMoreBefore && !all.hasMoreAfter)
      #expect(Set(all.cursors).count == 40)
      try await expectPaging(store, specification, all, pageSize: 7)
      try await expectAnchors(store, specification, all)
    }
  }

  private func expectPaging(
    _ store: EntityStore,
    _ specification: FetchSpecification,
    _ all: Window,
    pageSize: Int
  ) async throws {
    var forward: [Record] = []
    var anchor = WindowAnchor.start
    while true {
      let page = try await store.window(specification, from: anchor, count: pageSize)
      forward += page.records
      #expect(page.hasMoreAfter == (forward.count < all.records.count))
      guard page.hasMoreAfter, let last = page.cursors.last else { break }
      anchor = .after(last)
    }
    #expect(forward == all.records)
    var backward: [Record] = []
    anchor = .end
    while true {
      let page = try await store.window(specification, from: anchor, count: pageSize)
      backward = page.records + backward
      #expect(page.hasMoreBefore == (backward.count < all.records.count))
      guard page.hasMoreBefore, let first = page.cursors.first else { break }
      anchor = .before(first)
    }
    #expect(backward == all.records)
  }

  private func expectAnchors(
    _ store: EntityStore,
    _ specification: FetchSpecification,
    _ all: Window
  ) async throws {
    for index in stride(from: 0, to: all.records.count, by: 3) {
      let from = try await store.window(specification, from: .from(all.cursors[index]), count: 5)
      #expect(from.records == Array(all.records[index...].prefix(5)))
      #expect(from.hasMoreBefore == (index > 0))
      #expect(from.hasMoreAfter == (index + 5 < all.records.count))
      guard let id = all.records[index].id else { continue }
      let byID = try await store.window(specification, from: .id(id), count: 5)
      #expect(byID.records == from.records)
      let record = try await store.record(id)
      #expect(record?.values == all.records[index].values)
    }
  }

  /// Rows with many equal values, nulls and mixed types.
  static func rows(
    for schema: String,
    count: Int,
    _ random: inout SeededGenerator
  ) -> String {
    let hasTwoKeys = schema.contains("x,") || schema.contains("x INT")
    let isHidden = schema.contains("oid,")
    let table = schema.contains("VIEW") ? "s" : "t"
    return (0..<count).map { index in
      let key =
        isHidden ? "1, 2, 3" : hasTwoKeys ? "\(index / 4), \(index % 4)" : "\((index * 7) % count)"
      let a = ["NULL", "1", "2.5", "'x'", "x'00'"].randomElement(using: &random) ?? "NULL"
      let b =
        ["NULL", "'a'", "'A'", "'b'", "'é'", "'a10'", "'A2'", "'É'"].randomElement(using: &random)
        ?? "NULL"
      let c = ["NULL", "0", "-1.5", "'text'"].randomElement(using: &random) ?? "NULL"
      return "INSERT INTO \(table) VALUES (\(key), \(a), \(b), \(c))"
    }.joined(separator: ";")
  }

  static func randomOrder(_ random: inout SeededGenerator) -> [SortOrdering] {
    ["a", "b", "c"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)).map {
      SortOrdering(
        PropertyPath($0),
        descending: Bool.random(using: &random),
        comparison: SortOrdering.Comparison.allCases.randomElement(using: &random) ?? .standard,
        nulls: [nil, .first, .last].randomElement(using: &random) ?? nil
      )
    }
  }

  @Test func `Statements seek by key and never skip rows by number`() async throws {
    let store = try await EntityStore.open(
      .script(
        "CREATE TABLE film(film_id INTEGER PRIMARY KEY, year INT); CREATE INDEX y ON film(year DESC);"
          + "INSERT INTO film VALUES(1, 2000), (2, NULL), (3, 2000), (4, 1990)",
        title: "Films"
      )
    )
    let specification = FetchSpecification(
      entityName: "Film",
      sortOrderings: [SortOrdering(PropertyPath("year"), descending: true)],
      paths: [PropertyPath("filmId")]
    )
    let first = try await store.window(specification, from: .start, count: 1)
    let cursor = try #require(first.cursors.first)
    #expect(cursor.values == [.int(2000), .int(1)])
    _ = try await store.window(specification, from: .after(cursor), count: 9)
    let columns = #"SELECT t0."film_id", t0."year" FROM "main"."film" AS t0"#
    let order = #" ORDER BY t0."year" DESC, t0."film_id" LIMIT ?"#
    let expected = [
      columns + order,
      columns + #" WHERE t0."year" = ? AND t0."film_id" > ?"# + order,
      columns + #" WHERE t0."year" < ?"# + order,
      columns + #" WHERE t0."year" IS NULL"# + order,
    ]
    #expect(store.statementLog.map(\.sql).filter { !$0.hasPrefix("EXPLAIN") } == expected)
  }

  @Test func `To-one paths are joined for columns, order and conditions`() async throws {
    let store = try await EntityStore.open(.script(Self.music, title: "Music"))
    let specification = FetchSpecification(
      entityName: "Album",
      sortOrderings: [
        SortOrdering(PropertyPath("artist.name")), SortOrdering(PropertyPath("title")),
      ],
      paths: [
        PropertyPath("title"), PropertyPath("artist.name"), PropertyPath("artist.label.name"),
      ]
    )
    let window = try await store.window(specification, from: .start, count: 10)
    #expect(
      window.records.map(\.values) == [
        [.string("Orphan"), .null, .null],
        [.string("A"), .string("Abba"), .string("Polar")],
        [.string("B"), .string("Abba"), .string("Polar")],
        [.string("C"), .string("Zappa"), .null],
      ]
    )
    let behind = try await store.window(specification, from: .after(window.cursors[1]), count: 10)
    #expect(behind.records == Array(window.records[2...]))
  }

  static let music = """
    CREATE TABLE label(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT, label_id INT REFERENCES label);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, artist_id INT REFERENCES artist);
    INSERT INTO label VALUES(1, 'Polar');
    INSERT INTO artist VALUES(1, 'Abba', 1), (2, 'Zappa', NULL);
    INSERT INTO album VALUES(1, 'B', 1), (2, 'C', 2), (3, 'A', 1), (4, 'Orphan', NULL);
    """

  @Test func `Long cells are cut and say so`() async throws {
    let store = try await EntityStore.open(
      .script(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES(1, 'ééééé'), (2, 'éééé'),"
          + " (3, zeroblob(9)), (4, 12345678)",
        title: "Long"
      )
    )
    let specification = FetchSpecification(
      entityName: "T",
      sortOrderings: [SortOrdering(PropertyPath("x"))],
      maximumLength: 4
    )
    let window = try await store.window(specification, from: .start, count: 9)
    let cells = window.records.map { ($0.value(forKey: "x"), $0.isTruncated(["x"])) }
    #expect(
      cells.map(\.0) == [.int(12_345_678), .string("éééé"), .string("éééé"), .data([0, 0, 0, 0])]
    )
    #expect(cells.map(\.1) == [false, false, true, true])
    let whole = try await store.record(RecordID(entityName: "T", values: [.int(1)]))
    #expect(whole?.value(forKey: "x") == .string("ééééé"))
  }

  @Test func `Text that is not UTF-8 does not stop paging`() async throws {
    let rows = (0..<9).map { "INSERT INTO t VALUES(CAST(x'ff0\($0)' AS TEXT), \($0))" }
    let store = try await EntityStore.open(
      .script(
        "CREATE TABLE t(k TEXT PRIMARY KEY NOT NULL, n INT) WITHOUT ROWID;"
          + rows.joined(separator: ";"),
        title: "Bytes"
      )
    )
    let specification = FetchSpecification(entityName: "T")
    let all = try await store.window(specification, from: .start, count: 100)
    try await expectPaging(store, specification, all, pageSize: 2)
    try await expectAnchors(store, specification, all)
  }

  @Test func `Unknown names are refused with a sentence`() async throws {
    let store = try await EntityStore.open(.script(Self.music, title: "Music"))
    for specification in [
      FetchSpecification(entityName: "Albums"),
      FetchSpecification(entityName: "Album", paths: [PropertyPath("name")]),
      FetchSpecification(entityName: "Album", paths: [PropertyPath("artist.albums.title")]),
      FetchSpecification(entityName: "Album", sortOrderings: [SortOrdering(PropertyPath("x"))]),
    ] {
      await #expect(throws: StoreError.self) {
        try await store.window(specification, from: .start, count: 1)
      }
    }
  }

  @Test func `Counting can end early`() async throws {
    let store = try await EntityStore.open(.script(Self.music, title: "Music"))
    let specification = FetchSpecification(entityName: "Album")
    #expect(try await store.count(specification) == 4)
    #expect(try await store.count(specification, upTo: 3) == 3)
  }

  @Test func `A newer request of a purpose cancels the older`() async throws {
    let store = try await EntityStore.open(
      .script(
        "CREATE VIEW endless AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c)"
          + " SELECT i FROM c ORDER BY i DESC; CREATE TABLE t(x)",
        title: "Endless"
      )
    )
    let endless = try #require(store.model.entities.first { $0.tableName == "endless" })
    let slow = Task {
      try await store.window(
        FetchSpecification(entityName: endless.name),
        from: .start,
        count: 1,
        purpose: "list"
      )
    }
    let canceller = Task {
      while !Task.isCancelled {
        store.cancel(purpose: "list")
        await Task.yield()
      }
    }
    let result = await slow.result
    canceller.cancel()
    await canceller.value
    guard case .failure(let error) = result, case .cancelled = error as? StoreError else {
      Issue.record("the endless request was not cancelled: \(result)")
      return
    }
    _ = try await store.count(FetchSpecification(entityName: "T"), purpose: "list")
  }
}
