import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import Testing

/// Lists read the beginning of long cells, whatever kind of table those are in.
struct LongCellTests {
  static let kinds = [
    "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b BLOB, c, d INT)",
    "CREATE TABLE t(id TEXT PRIMARY KEY, a TEXT, b BLOB, c, d INT)",
    "CREATE TABLE t(id INT PRIMARY KEY, a TEXT, b BLOB, c, d INT) WITHOUT ROWID",
    "CREATE TABLE t(id, a TEXT, b BLOB, c, d INT)",
    "CREATE TABLE t(rowid, a TEXT, b BLOB, c, d INT)",
    "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b BLOB, c, d INT, e TEXT AS (a || a))",
    "CREATE TABLE s(id INTEGER PRIMARY KEY, a TEXT, b BLOB, c, d INT); CREATE VIEW t AS SELECT * FROM s",
    "PRAGMA encoding='UTF-16'; CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b BLOB, c, d INT)",
    "CREATE TABLE \"we\"\"ird\"(x); CREATE TABLE t(id INTEGER PRIMARY KEY, \"a\" TEXT, b BLOB, c, d INT)",
  ]

  static let values = [
    "NULL", "''", "'abcd'", "'abcde'", "'éöü€'", "'éöü€😀x'", "'😀😀😀😀'", "'😀😀😀😀😀'", "x''",
    "x'00010203'", "x'0001020304'", "12345678", "1.25", "zeroblob(300)",
    "'a' || char(0) || 'bcdef'",
    "replace(hex(zeroblob(5000)), '0', 'é')",
  ]

  @Test(arguments: kinds, [0, 1, 4])
  func `A cell is the beginning of what the whole row has`(schema: String, limit: Int) async throws
  {
    let table = schema.contains("CREATE TABLE s") ? "s" : "t"
    let rows = Self.values.enumerated().map { index, value in
      "INSERT INTO \(table) VALUES(\(index + 1), \(value), \(value), \(value), \(value))"
    }
    let store = try await EntityStore.open(
      .script(([schema] + rows).joined(separator: ";"), title: "Long")
    )
    let entity = try #require(store.model.entities.first { $0.tableName == "t" })
    for sort in [[], [SortOrdering(PropertyPath("a"), descending: true)]] {
      var fetch = FetchSpecification(entityName: entity.name, sortOrderings: sort)
      let whole = try await store.window(fetch, from: .start, count: 100)
      fetch.maximumLength = limit
      let cut = try await store.window(fetch, from: .start, count: 100)
      #expect(cut.cursors == whole.cursors)
      #expect(cut.records.map(\.id) == whole.records.map(\.id))
      for (cut, whole) in zip(cut.records, whole.records) {
        for path in whole.layout.paths {
          // What is a key is read whole, and shown like the others.
          let value = try #require(whole.value(forKey: path.first))
          let expected = Self.beginning(of: value, limit)
          #expect(cut.value(forKey: path.first) == expected, "\(path) \(value)")
          #expect(cut.isTruncated(path.components) == (expected != value), "\(path) \(value)")
        }
        #expect(whole.truncatedPositions.isEmpty)
      }
    }
  }

  @Test func `A20: rows from before a column with a default was added are read`() async throws {
    let store = try await EntityStore.open(
      .script(
        """
        CREATE TABLE t(id INTEGER PRIMARY KEY, value INT);
        INSERT INTO t VALUES (1, 2), (2, 4);
        ALTER TABLE t ADD COLUMN link TEXT NOT NULL DEFAULT 'abcdefgh';
        INSERT INTO t VALUES (3, 6, 'ijklmnop');
        """,
        title: "Old"
      )
    )
    var fetch = FetchSpecification(entityName: "T")
    fetch.maximumLength = 4
    let rows = try await store.window(fetch, from: .start, count: 100).records
    #expect(rows.map { $0.value(forKey: "link") } == ["abcd", "abcd", "ijkl"].map(Value.string))
    #expect(rows.allSatisfy { $0.isTruncated(["link"]) })
  }

  @Test func `B2: one row too can be read with the beginnings of its long values`() async throws {
    let store = try await EntityStore.open(
      .script(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t VALUES(1, 'abcdef')",
        title: "Long"
      )
    )
    let id = RecordID(entityName: "T", values: [.int(1)])
    let cut = try await store.record(id, maximumLength: 3)
    #expect(cut?.value(forKey: "a") == .string("abc"))
    #expect(cut?.isTruncated(["a"]) == true)
    let whole = try await store.record(id)
    #expect(whole?.value(forKey: "a") == .string("abcdef"))
    #expect(whole?.isTruncated(["a"]) == false)
  }

  @Test(arguments: kinds) func `G8: of a film in a cell the size is asked for and no more`(
    schema: String
  ) async throws {
    let table = schema.contains("CREATE TABLE s") ? "s" : "t"
    let store = try await EntityStore.open(
      .script(
        schema + "; INSERT INTO \(table) VALUES(1, 'text', zeroblob(3000000), NULL, NULL)",
        title: "Film"
      )
    )
    let entity = try #require(store.model.entities.first { $0.tableName == "t" })
    let fetch = FetchSpecification(entityName: entity.name, maximumByteCount: 100)
    var records = try await store.window(fetch, from: .start, count: 9).records
    let statement = try #require(store.statementLog.last?.sql)
    #expect(statement.contains("WHEN 'blob' THEN x''") || statement.contains("> 1048576 THEN x''"))
    #expect(!statement.contains("substr") || statement.contains("length("))
    if let id = records.first?.id {
      let one = try await store.record(id, maximumByteCount: 100)
      let some = try await store.records([id], maximumByteCount: 100)
      records += [one, some[id]].compactMap(\.self)
    }
    for record in records {
      #expect(record.value(forKey: "a") == .string("text") && !record.isTruncated(["a"]))
      #expect(record.isTruncated(["b"]) && record.size(ofBytesAt: ["b"]) == 3_000_000)
      guard case .data(let bytes)? = record.value(forKey: "b") else {
        Issue.record("\(record.values)")
        continue
      }
      #expect(bytes.count <= 100)
    }
    // What the first is not cut from is whole.
    let whole = try await store.window(
      FetchSpecification(entityName: entity.name, maximumByteCount: 4_000_000),
      from: .start,
      count: 1
    )
    #expect(whole.records.first?.isTruncated(["b"]) == false)
  }

  private static func beginning(of value: Value, _ limit: Int) -> Value {
    switch value {
    case .string(let text):
      .string(String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit))))
    case .data(let bytes): .data([UInt8](bytes.prefix(limit)))
    default: value
    }
  }

  @Test func `Values of other tables are cut too, and missing ones are null`() async throws {
    let store = try await EntityStore.open(
      .script(
        """
        PRAGMA foreign_keys = OFF;
        CREATE TABLE author(id INTEGER PRIMARY KEY, life TEXT);
        CREATE TABLE book(id INTEGER PRIMARY KEY, author_id INT REFERENCES author, text TEXT);
        INSERT INTO author VALUES(7, 'born and died');
        INSERT INTO book VALUES(1, 7, 'It was'), (2, NULL, 'a'), (3, 8, 'night');
        PRAGMA foreign_keys = ON;
        """,
        title: "Books"
      )
    )
    let fetch = FetchSpecification(
      entityName: "Book",
      paths: [PropertyPath("text"), PropertyPath("author.life")],
      maximumLength: 4
    )
    let window = try await store.window(fetch, from: .start, count: 9)
    #expect(
      window.records.map(\.values) == [
        [.string("It w"), .string("born")], [.string("a"), .null], [.string("nigh"), .null],
      ]
    )
    #expect(window.records.map(\.truncatedPositions) == [[0, 1], [], [0]])
    #expect(store.statementLog.last?.count == 1)
  }

  @Test func `Many rows are read in batches and none is lost`() async throws {
    let store = try await EntityStore.open(
      .script(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b, c, d, e, f, g, h, i, j);"
          + " WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
          + " INSERT INTO t SELECT i, 'text ' || i, i, i, i, i, i, i, i, i, -i FROM n",
        title: "Many"
      )
    )
    let fetch = FetchSpecification(entityName: "T")
    for anchor in [WindowAnchor.start, .end] {
      let window = try await store.window(fetch, from: anchor, count: 4999)
      #expect(window.records.count == 4999 && window.hasMoreAfter == (anchor == .start))
      let first = anchor == .start ? 1 : 2
      for (offset, record) in window.records.enumerated() {
        let number = first + offset
        #expect(record.id == RecordID(entityName: "T", values: [.int(Int64(number))]))
        #expect(record.value(forKey: "a") == .string("text \(number)"))
        #expect(record.value(forKey: "j") == .int(Int64(-number)))
      }
      #expect(Set(window.cursors).count == 4999)
    }
  }

  @Test func `Rows are read by their identities with one statement`() async throws {
    let store = try await EntityStore.open(
      .script(
        "CREATE TABLE t(a INT, b TEXT, v, PRIMARY KEY(a, b));"
          + "INSERT INTO t VALUES(1, 'x', 10), (1, 'y', 20), (NULL, 'z', 30)",
        title: "Keys"
      )
    )
    func id(_ a: Value, _ b: String) -> RecordID {
      RecordID(entityName: "T", values: [a, .string(b)])
    }
    let wanted = [id(.int(1), "y"), id(.int(2), "x"), id(.int(1), "x"), id(.int(1), "y")]
    let before = store.statementLog.count
    let found = try await store.records(wanted, paths: [PropertyPath("v")])
    #expect(
      found.mapValues { $0.value(forKey: "v") } == [wanted[0]: .int(20), wanted[2]: .int(10)]
    )
    #expect(store.statementLog[before...].map(\.count) == [4])
    let null = try await store.records([id(.null, "z")])
    #expect(null.values.map { $0.value(forKey: "v") } == [.int(30)])
    #expect(null.keys.map(\.rowNumber) == [3])
    #expect(try await store.records([]).isEmpty)
  }

  @Test(arguments: [
    "t(id INTEGER PRIMARY KEY, b BLOB)", "t(id INTEGER PRIMARY KEY, b BLOB) WITHOUT ROWID",
    "t(id INTEGER PRIMARY KEY, b BLOB DEFAULT x'00')",
  ])
  func `Of a long blob any part is read alone`(schema: String) async throws {
    let store = try await EntityStore.open(
      .script(
        """
        CREATE TABLE \(schema);
        INSERT INTO t VALUES(1, CAST(zeroblob(2000000) || x'0102030405' AS BLOB)), (2, NULL), (3, 'text');
        """,
        title: "Parts"
      )
    )
    func part(_ key: Int64, _ start: Int, _ count: Int) async throws -> [UInt8]? {
      try await store.bytes(
        of: RecordID(entityName: "T", key: key),
        at: PropertyPath(components: ["b"]),
        from: start,
        atMost: count
      )
    }
    #expect(try await part(1, 0, 3) == [0, 0, 0])
    #expect(try await part(1, 1_999_999, 4) == [0, 1, 2, 3])
    #expect(try await part(1, 2_000_003, 40) == [4, 5])
    #expect(try await part(1, 3_000_000, 4) == [])
    #expect(try await part(2, 0, 4) == nil)
    #expect(try await part(9, 0, 4) == nil)
  }
}
