import EntityModel
import EntityStore
import Glibc
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

struct SavingTests {
  let temporary = TemporaryFolder()
  var path: String { temporary.path + "/test.db" }

  func database(_ script: String) throws {
    try Connection(path: path, mode: .create).execute(script)
  }

  func open() async throws -> EntityStore { try await EntityStore.open(.file(path)) }

  /// All rows of all tables, exactly as stored.
  func dump() throws -> [String: Set<String>] {
    let connection = try Connection(path: path, mode: .readOnly)
    let tables = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") {
      $0.text(0)
    }
    var result: [String: Set<String>] = [:]
    for table in tables {
      let name = SQLText.identifier(table)
      let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)]) {
        "quote(\(SQLText.identifier($0.text(0)))) || typeof(\(SQLText.identifier($0.text(0))))"
      }
      let sql = "SELECT \(columns.joined(separator: " || '|' || ")) FROM \(name)"
      result[table] = Set(try connection.rows(sql) { $0.text(0) })
    }
    return result
  }

  @Test(arguments: [false, true])
  func `What a save changes along with a row is no change by somebody else`(
    isChangedElsewhere: Bool
  ) async throws {
    try database(
      """
      CREATE TABLE parent(code TEXT PRIMARY KEY, name TEXT);
      CREATE TABLE child(id INTEGER PRIMARY KEY, note TEXT, stamp TEXT,
        parent TEXT REFERENCES parent(code) ON UPDATE CASCADE);
      CREATE TRIGGER s AFTER UPDATE ON parent BEGIN UPDATE child SET stamp = 'later'; END;
      INSERT INTO parent VALUES('a', 'A');
      INSERT INTO child VALUES(1, 'x', 'early', 'a'), (2, 'y', 'early', 'a');
      """
    )
    let store = try await open()
    if isChangedElsewhere {
      try Connection(path: path, mode: .readWrite).execute("UPDATE child SET stamp = 'other'")
    }
    let before = try dump()
    let changes: [Change] =
      [
        .update(
          RecordID(entityName: "Parent", values: [.string("a")]),
          values: ["code": .string("b")],
          original: ["code": .string("a")]
        )
      ]
      + (1...2).map { number in
        .update(
          RecordID(entityName: "Child", values: [.int(Int64(number))]),
          values: ["note": .string("new")],
          original: [
            "note": .string(number == 1 ? "x" : "y"), "parentCode": .string("a"),
            "stamp": .string("early"),
          ]
        )
      }
    guard isChangedElsewhere else {
      _ = try await store.save(changes)
      #expect(try dump()["child"]?.count == 2)
      #expect(try dump() != before)
      return
    }
    let error = await #expect(throws: StoreError.self) { try await store.save(changes) }
    guard case .changedByOther(let id) = error else { throw error ?? StoreError.busy }
    #expect(id == RecordID(entityName: "Child", values: [.int(1)]))
    #expect(try dump() == before)
  }

  static let keys = [
    ("id INTEGER PRIMARY KEY, v TEXT", "VALUES(1, 'a'), (2, 'b'), (3, 'a')"),
    ("id TEXT PRIMARY KEY, v TEXT", "VALUES('x', 'a'), ('y', 'b'), ('z', NULL)"),
    (
      "a INT, b TEXT, v TEXT, PRIMARY KEY(a, b)",
      "VALUES(1, 'x', 'a'), (1, 'y', 'b'), (2, 'x', 'a')"
    ),
    ("id TEXT, v TEXT", "VALUES('same', 'a'), ('same', 'a'), ('same', 'a')"),
    ("id BLOB PRIMARY KEY, v TEXT", "VALUES(x'00', 'a'), (x'01', 'b'), (x'', 'c')"),
    ("id REAL PRIMARY KEY, v TEXT", "VALUES(0.1, 'a'), (0.2, 'b'), (1e300, 'c')"),
    ("\"weird \"\" key\" DATE PRIMARY KEY, v TEXT", "VALUES('2024-03-01', 'a'), ('2024-3-1', 'b')"),
    ("id TEXT PRIMARY KEY, v TEXT", "VALUES(CAST(x'ff' AS TEXT), 'a'), (CAST(x'fe' AS TEXT), 'b')"),
    ("rowid TEXT, v TEXT, w DATE", "VALUES('1', 'a', '2024-03-01'), ('1', 'a', 'soon')"),
  ]

  @Test(arguments: keys, ["", " WITHOUT ROWID"])
  func `An update changes one row and nothing else`(
    table: (columns: String, rows: String),
    suffix: String
  ) async throws {
    guard suffix.isEmpty || table.columns.contains("PRIMARY") else { return }
    guard suffix.isEmpty || !table.rows.contains("NULL, ") else { return }
    try database("CREATE TABLE t(\(table.columns))\(suffix); INSERT INTO t \(table.rows)")
    let store = try await open()
    let rows = try await store.window(FetchSpecification(entityName: "T"), from: .start, count: 9)
    for record in rows.records {
      let id = try #require(record.id)
      let before = try dump()
      let original = Dictionary(
        uniqueKeysWithValues: zip(record.layout.paths.map(\.description), record.values)
      )
      let result = try await store.save([
        .update(id, values: ["v": .string("new \(id)")], original: original)
      ])
      #expect(result.changedIDs.isEmpty)
      let read = try await store.record(id)
      #expect(read?.value(forKey: "v") == .string("new \(id)"))
      let after = try dump()
      #expect(after["t"]?.subtracting(before["t"] ?? []).count == 1)
      let equalRows = table.rows.contains("same") ? 0 : 1
      #expect((before["t"]?.subtracting(after["t"] ?? []).count ?? 0) >= equalRows)
    }
    for record in rows.records.dropLast() {
      let id = try #require(record.id)
      _ = try await store.save([.delete(id, original: [:])])
      #expect(try await store.record(id) == nil)
    }
    #expect(try await store.count(FetchSpecification(entityName: "T")) == 1)
  }

  @Test func `Only the changed columns are written and locked`() async throws {
    try database("CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES(1, 2, 3)")
    let store = try await open()
    let id = RecordID(entityName: "T", values: [.int(1)])
    let before = store.statementLog.count
    _ = try await store.save([.update(id, values: ["a": .int(9)], original: ["a": .int(2)])])
    #expect(
      store.statementLog[before...].map(\.sql) == [
        #"UPDATE "main"."t" SET "a" = ? WHERE "t"."id" = ? AND "a" COLLATE BINARY IS ?"#
      ]
    )
  }

  @Test func `A key can be changed`() async throws {
    try database(
      """
      CREATE TABLE t(a INT, b TEXT, v, PRIMARY KEY(a, b)) WITHOUT ROWID;
      CREATE TABLE u(id INTEGER PRIMARY KEY, v);
      INSERT INTO t VALUES(1, 'x', 'v'); INSERT INTO u VALUES(1, 'v')
      """
    )
    let store = try await open()
    let t = RecordID(entityName: "T", values: [.int(1), .string("x")])
    let u = RecordID(entityName: "U", values: [.int(1)])
    let result = try await store.save([
      .update(t, values: ["b": .string("y"), "a": .string("7")], original: [:]),
      .update(u, values: ["id": .int(5)], original: ["v": .string("v")]),
    ])
    #expect(
      result.changedIDs == [
        t: RecordID(entityName: "T", values: [.int(7), .string("y")]),
        u: RecordID(entityName: "U", values: [.int(5)]),
      ]
    )
    #expect(try dump()["t"] == ["7integer|'y'text|'v'text"])
  }

  @Test func `A row changed or deleted by somebody else is not overwritten`() async throws {
    try database(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT COLLATE NOCASE); INSERT INTO t VALUES(1, 'a'), (2, 'a')"
    )
    let store = try await open()
    let (first, second) = (
      RecordID(entityName: "T", values: [.int(1)]), RecordID(entityName: "T", values: [.int(2)])
    )
    try Connection(path: path, mode: .readWrite)
      .execute("UPDATE t SET v = 'A' WHERE id = 1; DELETE FROM t WHERE id = 2")
    let before = try dump()
    for change in [
      Change.update(first, values: ["v": .string("b")], original: ["v": .string("a")]),
      .delete(first, original: ["v": .string("a")]),
    ] {
      let error = await #expect(throws: StoreError.self) { try await store.save([change]) }
      guard case .changedByOther(first) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    for change in [
      Change.update(second, values: ["v": .string("b")], original: ["v": .string("a")]),
      .delete(second, original: [:]),
    ] {
      let error = await #expect(throws: StoreError.self) { try await store.save([change]) }
      guard case .notFound(second) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(try dump() == before)
  }

  @Test func `Values read are compared as what was read`() async throws {
    try database(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, d DATETIME, m DECIMAL(10,2), v TEXT);
      INSERT INTO t VALUES(1, '2024-03-01T10:00', 1.10, CAST(x'61ff' AS TEXT)),
        (2, '2024-03-01 10:00:00', 7, 'x')
      """
    )
    let store = try await open()
    let rows = try await store.window(FetchSpecification(entityName: "T"), from: .start, count: 9)
    for record in rows.records {
      let id = try #require(record.id)
      let original = Dictionary(
        uniqueKeysWithValues: zip(record.layout.paths.map(\.description), record.values)
      )
      _ = try await store.save([
        .update(id, values: ["m": .int(5)], original: original)
      ])
    }
    #expect(
      try Connection(path: path, mode: .readOnly).rows("SELECT d, m, hex(v) FROM t") { $0.row } == [
        [.text("2024-03-01T10:00"), .int(5), .text("61FF")],
        [.text("2024-03-01 10:00:00"), .int(5), .text("78")],
      ]
    )
  }

  @Test func `Inserts give back their keys and take those of rows before them`() async throws {
    try database(
      """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE album(code TEXT PRIMARY KEY DEFAULT 'generated', artist_id INT NOT NULL REFERENCES artist);
      CREATE TABLE place(a INT, b INT DEFAULT 7, PRIMARY KEY(a, b)) WITHOUT ROWID;
      CREATE TABLE note(text TEXT);
      CREATE TABLE log(id INTEGER PRIMARY KEY, what TEXT);
      INSERT INTO log(id, what) VALUES(500, 'first');
      CREATE TRIGGER artist_log AFTER INSERT ON artist BEGIN INSERT INTO log(what) VALUES(NEW.name); END;
      """
    )
    let store = try await open()
    let result = try await store.save([
      .insert(entityName: "Artist", values: ["name": .string("Abba")], references: [:], token: 1),
      .insert(entityName: "Album", values: [:], references: ["artistId": 1], token: 2),
      .insert(entityName: "Place", values: ["a": .string("3")], references: [:], token: 3),
      .insert(entityName: "Note", values: [:], references: [:], token: 4),
    ])
    #expect(
      result.inserted == [
        1: RecordID(entityName: "Artist", values: [.int(1)]),
        2: RecordID(entityName: "Album", values: [.string("generated")]),
        3: RecordID(entityName: "Place", values: [.int(3), .int(7)]),
        4: RecordID(entityName: "Note", values: [.int(1)]),
      ]
    )
    #expect(try dump()["album"] == ["'generated'text|1integer"])
  }

  @Test func `A failing save leaves the file byte for byte as it was`() async throws {
    try database(
      """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE CHECK (length(name) > 1));
      CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, artist_id INT REFERENCES artist,
        UNIQUE(title, artist_id));
      INSERT INTO artist VALUES(1, 'Abba'), (2, 'Zappa');
      INSERT INTO album VALUES(1, 'Waterloo', 1);
      CREATE TRIGGER keep BEFORE DELETE ON album BEGIN SELECT RAISE(ABORT, 'albums are kept'); END;
      """
    )
    let store = try await open()
    let before = try bytes()
    let good = Change.insert(
      entityName: "Artist",
      values: ["name": .string("Good")],
      references: [:],
      token: 0
    )
    let (artist, album) = (
      RecordID(entityName: "Artist", values: [.int(1)]),
      RecordID(entityName: "Album", values: [.int(1)])
    )
    let waterloo: [String: Value] = ["title": .string("Waterloo"), "artistId": .int(1)]
    let failing: [(Change, String)] = [
      (
        .update(artist, values: ["name": .string("Zappa")], original: [:]),
        #"uniqueViolated(entityName: "Artist", attributes: ["name"])"#
      ),
      (
        .insert(entityName: "Album", values: waterloo, references: [:], token: 1),
        #"uniqueViolated(entityName: "Album", attributes: ["title", "artistId"])"#
      ),
      (
        .update(artist, values: ["name": .null], original: [:]),
        #"nullViolated(entityName: "Artist", attribute: "name")"#
      ),
      (
        .update(artist, values: ["name": .string("x")], original: [:]),
        #"checkViolated(entityName: "Artist", constraint: "length(name) > 1", attributes: ["name"])"#
      ),
      (
        .update(album, values: ["artistId": .int(99)], original: [:]),
        #"referenceViolated("Album.artist refers to Artist 99, which does not exist.")"#
      ),
      (
        .delete(artist, original: [:]),
        #"referenceViolated("Artist 1 cannot be deleted: Album still refers to it.")"#
      ),
      (
        .delete(album, original: [:]),
        #"refusedByTrigger(message: "albums are kept", entityName: "Album", attributes: [])"#
      ),
      (
        .update(artist, values: ["nam": .null], original: [:]),
        #"unsupported("Artist has no property \'nam\'.")"#
      ),
      (
        .insert(entityName: "Album", values: [:], references: ["artistId": 77], token: 1),
        #"unsupported("Album.artistId refers to a new object that is not yet inserted.")"#
      ),
    ]
    for (change, expected) in failing {
      let error = await #expect(throws: StoreError.self) { try await store.save([good, change]) }
      #expect(error.map { "\($0)" } == expected)
      #expect(try bytes() == before)
    }
    #expect(temporary.names == ["test.db"])
  }

  func bytes() throws -> [UInt8] {
    let descriptor = Glibc.open(path, O_RDONLY)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  @Test func `A broken reference of several columns is named, whichever of them was written`()
    async throws
  {
    try database(
      """
      CREATE TABLE place (shop INT, shelf INT, PRIMARY KEY (shop, shelf));
      CREATE TABLE box (id INTEGER PRIMARY KEY, shop INT, shelf INT,
        FOREIGN KEY (shop, shelf) REFERENCES place DEFERRABLE INITIALLY DEFERRED);
      INSERT INTO place VALUES (1, 1), (1, 2);
      INSERT INTO box VALUES (7, 1, 2);
      """
    )
    let store = try await open()
    let box = RecordID(entityName: "Box", values: [.int(7)])
    let place = RecordID(entityName: "Place", values: [.int(1), .int(2)])
    let failing: [(Change, String)] = [
      (
        .update(box, values: ["shelf": .int(9)], original: [:]),
        "Box.place refers to Place 1, 9, which does not exist."
      ),
      (
        .update(place, values: ["shelf": .int(3)], original: [:]),
        "Place 1, 2 cannot be renamed: Box still refers to it."
      ),
    ]
    for (change, sentence) in failing {
      let error = await #expect(throws: StoreError.self) { try await store.save([change]) }
      #expect(error.map { "\($0)" } == "referenceViolated(\"\(sentence)\")")
    }
  }

  @Test func `Rows that refer to others are deleted first, cascades are no surprise`() async throws
  {
    try database(
      """
      CREATE TABLE a(id INTEGER PRIMARY KEY, parent INT REFERENCES a ON DELETE CASCADE);
      CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INT REFERENCES a ON DELETE RESTRICT);
      INSERT INTO a VALUES(1, NULL), (2, 1), (3, 2), (4, NULL); INSERT INTO b VALUES(1, 1), (2, 3);
      """
    )
    let store = try await open()
    func id(_ entity: String, _ key: Int64) -> RecordID {
      RecordID(entityName: entity, values: [.int(key)])
    }
    _ = try await store.save([
      .delete(id("A", 1), original: [:]), .delete(id("A", 2), original: [:]),
      .delete(id("A", 3), original: [:]), .delete(id("B", 1), original: [:]),
      .delete(id("B", 2), original: [:]),
    ])
    #expect(try dump()["a"] == ["4integer|NULLnull"])
  }

  @Test func `The guard is asked for every change before the first statement`() async throws {
    struct Guard: WriteGuard {
      func refusal(of change: Change) async -> String? {
        if change.write == .delete { "nothing is deleted on Sundays" } else { nil }
      }
    }
    try database("CREATE TABLE t(id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES(1, 2)")
    let store = try await open()
    let count = store.statementCount
    let id = RecordID(entityName: "T", values: [.int(1)])
    let error = await #expect(throws: StoreError.self) {
      try await store.save(
        [.update(id, values: ["v": .int(3)], original: [:]), .delete(id, original: [:])],
        guardedBy: Guard()
      )
    }
    #expect(error.map { "\($0)" } == #"refused("nothing is deleted on Sundays")"#)
    #expect(store.statementCount == count)
  }

  @Test func `A locked database is busy and a read-only one refuses`() async throws {
    try database("CREATE TABLE t(id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES(1, 2)")
    let change = Change.update(
      RecordID(entityName: "T", values: [.int(1)]),
      values: ["v": .int(3)],
      original: [:]
    )
    let store = try await open()
    let other = try Connection(path: path, mode: .readWrite)
    try other.begin(.immediate)
    let error = await #expect(throws: StoreError.self) { try await store.save([change]) }
    guard case .busy = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    other.rollBack()
    _ = try await store.save([change])
    let reading = try await EntityStore.open(.file(path), readOnly: true)
    let refused = await #expect(throws: StoreError.self) { try await reading.save([change]) }
    guard case .refused = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
  }

  // MARK: Values that one row gives up and another takes

  @Test func `A unique value can be deleted and given to another in one save`() async throws {
    try database(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE);
      CREATE TABLE u(id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t(id) ON DELETE CASCADE);
      INSERT INTO t VALUES(1, 'a'), (2, 'b'), (3, 'c'); INSERT INTO u VALUES(1, 1)
      """
    )
    let store = try await open()
    func id(_ number: Int64) -> RecordID { RecordID(entityName: "T", values: [.int(number)]) }
    let result = try await store.save([
      // A new row with the value of the row that goes, and a row that refers to the new one.
      .insert(entityName: "T", values: ["code": .string("a")], references: [:], token: 1),
      .insert(entityName: "U", values: [:], references: ["tId": 1], token: 2),
      // A chain, written in the order in which it cannot be done.
      .update(id(2), values: ["code": .string("c")], original: ["code": .string("b")]),
      .update(id(3), values: ["code": .string("d")], original: ["code": .string("c")]),
      .delete(id(1), original: [:]),
    ])
    #expect(try dump()["t"] == ["2integer|'c'text", "3integer|'d'text", "4integer|'a'text"])
    #expect(try dump()["u"] == ["1integer|4integer"])
    #expect(result.inserted[1] == id(4))
  }

  @Test func `Rows exchange what must be unique in one save, whatever else the table asks for`()
    async throws
  {
    try database(
      """
      CREATE TABLE t(
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL UNIQUE CHECK (length(code) = 2 AND code GLOB '[a-z][0-9]'),
        place INTEGER NOT NULL UNIQUE CHECK (place BETWEEN 1 AND 9),
        nick TEXT UNIQUE);
      CREATE TABLE u(id INTEGER PRIMARY KEY, t_id INTEGER NOT NULL REFERENCES t(id) ON UPDATE CASCADE);
      INSERT INTO t VALUES(1, 'a1', 1, 'x'), (2, 'b2', 2, NULL), (3, 'c3', 3, 'z');
      INSERT INTO u VALUES(1, 1), (2, 2), (3, 3)
      """
    )
    let store = try await open()
    func id(_ number: Int64) -> RecordID { RecordID(entityName: "T", values: [.int(number)]) }
    // Two codes change places, three places go round, a nick moves.
    _ = try await store.save([
      .update(
        id(1),
        values: ["code": .string("b2"), "place": .int(2), "nick": .string("z")],
        original: ["code": .string("a1"), "place": .int(1)]
      ),
      .update(id(2), values: ["code": .string("a1"), "place": .int(3)], original: [:]),
      .update(id(3), values: ["place": .int(1), "nick": .string("x")], original: [:]),
    ])
    let exchanged: Set = [
      "1integer|'b2'text|2integer|'z'text", "2integer|'a1'text|3integer|NULLnull",
      "3integer|'c3'text|1integer|'x'text",
    ]
    #expect(try dump()["t"] == exchanged)
    // Not keys: a row that others refer to would be gone for a while.
    let before = try dump()
    let error = await #expect(throws: StoreError.self) {
      try await store.save([
        .update(id(1), values: ["id": .int(2)], original: ["id": .int(1)]),
        .update(id(2), values: ["id": .int(1)], original: ["id": .int(2)]),
      ])
    }
    guard case .refused(let sentence) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      sentence.description
        == "T: objects cannot exchange their id in one save; give one of them a free value and save, then change the others"
    )
    #expect(try dump() == before)
    // A chain that ends at a row which stays is no exchange.
    let chain = await #expect(throws: StoreError.self) {
      try await store.save([
        .update(id(1), values: ["id": .int(2)], original: [:]),
        .update(id(2), values: ["id": .int(3)], original: [:]),
      ])
    }
    guard case .uniqueViolated(entityName: "T", attributes: ["id"]) = chain else {
      Issue.record("\(String(describing: chain))")
      return
    }
  }

  @Test(arguments: [
    ("REAL NOT NULL UNIQUE", "1.5", "2.5"), ("BLOB NOT NULL UNIQUE", "X'01'", "X'02'"),
    ("BLOB NOT NULL UNIQUE", "X''", "X'00'"),
    ("TEXT NOT NULL UNIQUE CHECK (v IN ('low', 'mid', 'high'))", "'low'", "'high'"),
    ("TEXT NOT NULL UNIQUE CHECK (v IN ('low', 'mid', 'high'))", "'mid'", "'low'"),
    ("INTEGER NOT NULL UNIQUE CHECK (v IN (1, 2, 3))", "1", "2"),
    ("INTEGER NOT NULL UNIQUE CHECK (v BETWEEN 1 AND 3)", "3", "2"),
    ("INTEGER NOT NULL UNIQUE CHECK (v >= 0)", "0", "9223372036854775807"),
  ])
  func `Rows exchange values of every type`(column: String, one: String, other: String)
    async throws
  {
    try database(
      "CREATE TABLE r(id INTEGER PRIMARY KEY, v \(column)); INSERT INTO r VALUES(1, \(one)), (2, \(other))"
    )
    let store = try await open()
    let before = try dump()
    let ids = [1, 2].map { RecordID(entityName: "R", values: [.int($0)]) }
    let rows = try await store.records(ids)
    let values = try ids.map { try #require(rows[$0]?.value(forKey: "v")) }
    let exchange: [Change] = [
      .update(ids[0], values: ["v": values[1]], original: ["v": values[0]]),
      .update(ids[1], values: ["v": values[0]], original: ["v": values[1]]),
    ]
    _ = try await store.save(exchange)
    #expect(try dump() != before)
    let now = try await store.records(ids)
    #expect(now[ids[0]]?.value(forKey: "v") == values[1])
    #expect(now[ids[1]]?.value(forKey: "v") == values[0])
  }

  @Test(arguments: ["reversed", "shifted", "rotated"])
  func `Many rows exchange values in a number of statements that grows with theirs`(
    order: String
  ) async throws {
    let count: Int64 = 200
    try database(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, place INTEGER NOT NULL UNIQUE);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO t SELECT i, i FROM n
      """
    )
    let store = try await open()
    func place(_ number: Int64) -> Int64 {
      switch order {
      case "reversed": count + 1 - number
      case "shifted": number + 1
      default: number % count + 1
      }
    }
    let before = store.statementCount
    _ = try await store.save(
      (1...count).map { number in
        .update(
          RecordID(entityName: "T", values: [.int(number)]),
          values: ["place": .int(place(number))],
          original: ["place": .int(number)]
        )
      }
    )
    let statements = store.statementCount - before
    #expect(statements < 15 * Int(count), "\(statements)")
    let expected = (1...count).map { "\($0)integer|\(place($0))integer" }
    #expect(try dump()["t"] == Set(expected))
  }

  @Test func `A new row with the number of one that is gone is not deleted in its place`()
    async throws
  {
    try database("CREATE TABLE t(id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES(1, 'a')")
    let store = try await open()
    // Row 2 was read once, and somebody has deleted it since.
    let gone = RecordID(entityName: "T", values: [.int(2)])
    let error = await #expect(throws: StoreError.self) {
      try await store.save([
        .insert(entityName: "T", values: ["v": .string("new")], references: [:], token: 1),
        .delete(gone, original: [:]),
      ])
    }
    guard case .notFound(gone) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `A save can be called off while it asks about what a delete takes along`()
    async throws
  {
    struct Asking: WriteGuard {
      let store: EntityStore
      func refusal(of change: Change) async -> String? {
        if change == .delete(RecordID(entityName: "B", values: [.int(2)]), original: [:]) {
          store.cancelSaves()
        }
        return nil
      }
    }
    try database(
      """
      CREATE TABLE a(id INTEGER PRIMARY KEY);
      CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a ON DELETE CASCADE);
      INSERT INTO a VALUES(1); INSERT INTO b VALUES(1, 1), (2, 1), (3, 1)
      """
    )
    let store = try await open()
    let before = try dump()
    let delete = Change.delete(RecordID(entityName: "A", values: [.int(1)]), original: [:])
    let error = await #expect(throws: StoreError.self) {
      try await store.save([delete], guardedBy: Asking(store: store))
    }
    guard case .cancelled = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try dump() == before)
    _ = try await store.save([delete])
    #expect(try dump()["b"]?.isEmpty != false)
  }

  @Test func `A row that another program adds to a cascade is asked about before it goes`()
    async throws
  {
    struct Adding: WriteGuard {
      let path: String
      func refusal(of change: Change) async -> String? {
        guard change.write == .delete, change.entityName == "B" else { return nil }
        if change.id.values == [.int(9)] { return "nine stays" }
        let other = try? Connection(path: path, mode: .readWrite)
        try? other?.execute("INSERT OR IGNORE INTO b VALUES(9, 1)")
        return nil
      }
    }
    try database(
      """
      CREATE TABLE a(id INTEGER PRIMARY KEY);
      CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a ON DELETE CASCADE);
      INSERT INTO a VALUES(1); INSERT INTO b VALUES(1, 1)
      """
    )
    let store = try await open()
    let delete = Change.delete(RecordID(entityName: "A", values: [.int(1)]), original: [:])
    let error = await #expect(throws: StoreError.self) {
      try await store.save([delete], guardedBy: Adding(path: path))
    }
    guard case .refused(let sentence) = error, sentence.description.contains("nine stays") else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try dump()["b"] == ["1integer|1integer", "9integer|1integer"])
  }

  @Test func `An exchange in which a row was changed elsewhere is not carried out`() async throws {
    try database(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, code TEXT UNIQUE); INSERT INTO t VALUES(1, 'a'), (2, 'b')"
    )
    let store = try await open()
    let before = try dump()
    func id(_ number: Int64) -> RecordID { RecordID(entityName: "T", values: [.int(number)]) }
    let error = await #expect(throws: StoreError.self) {
      try await store.save([
        .update(id(1), values: ["code": .string("b")], original: ["code": .string("old")]),
        .update(id(2), values: ["code": .string("a")], original: ["code": .string("b")]),
      ])
    }
    guard case .changedByOther(id(1)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try dump() == before)
  }

  @Test(arguments: [false, true])
  func `A row that a delete takes along is not changed in the shape of another`(isTurned: Bool)
    async throws
  {
    try database(
      """
      CREATE TABLE shelf(id INTEGER PRIMARY KEY);
      CREATE TABLE book(id TEXT PRIMARY KEY, shelf_id INT REFERENCES shelf(id) ON DELETE CASCADE);
      INSERT INTO shelf VALUES(1), (2); INSERT INTO book VALUES('a', 1), ('b', 2);
      """
    )
    let store = try await open()
    let before = try dump()
    func book(_ name: String) -> RecordID {
      RecordID(entityName: "Book", values: [.string(name)])
    }
    func move(_ old: String, to new: String) -> Change {
      .update(book(old), values: ["id": .string(new)], original: ["id": .string(old)])
    }
    let moves = [move("a", to: "b"), move("b", to: "a")]
    let delete = Change.delete(RecordID(entityName: "Shelf", values: [.int(1)]), original: [:])
    let error = await #expect(throws: StoreError.self) {
      try await store.save((isTurned ? moves.reversed() : moves) + [delete])
    }
    guard case .notFound(book("a")) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try dump() == before)
  }

  @Test
  func `Keys of a table that refers to itself are not exchanged, and no broken reference is saved`()
    async throws
  {
    try database(
      """
      CREATE TABLE t(id TEXT PRIMARY KEY NOT NULL, t_id REFERENCES t(id));
      INSERT INTO t VALUES('a', NULL), ('b', 'a'), ('c', 'a')
      """
    )
    let store = try await open()
    let before = try dump()
    func id(_ key: String) -> RecordID { RecordID(entityName: "T", values: [.string(key)]) }
    let exchange: [Change] = [
      .update(id("a"), values: ["id": .string("b")], original: [:]),
      .update(id("b"), values: ["id": .string("a")], original: [:]),
    ]
    let broken = Change.insert(
      entityName: "T",
      values: ["id": .string("z"), "tId": .string("nobody")],
      references: [:],
      token: 1
    )
    for changes in [exchange, exchange + [broken], [broken] + exchange] {
      let error = await #expect(throws: StoreError.self) { try await store.save(changes) }
      guard case .refused(let sentence) = error,
        sentence.description.contains("cannot exchange their id")
      else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(try dump() == before)
    }
  }
}
