import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Tests that the side effects of SQLite in a save are recorded and undone with it.
struct SaveRecordTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private func open(_ script: String) async throws -> EntityStore {
    try Connection(path: path, mode: .create).execute(script)
    return try await EntityStore.open(.file(path))
  }

  private func dump() throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    let tables = try connection.rows(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY 1"
    ) { $0.text(0) }
    return try tables.flatMap { table in
      try connection.rows("SELECT * FROM \(SQLText.identifier(table)) ORDER BY rowid") { row in
        table + ": "
          + (0..<row.columnCount).map { "\(row.storageClass($0)) \(row.text($0))" }
          .joined(separator: "|")
      }
    }
  }

  private static let audited = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, size REAL, twice AS (size * 2), changes INT DEFAULT 0);
    CREATE TABLE audit(id INTEGER PRIMARY KEY, item_id INT, name TEXT);
    CREATE TABLE latest(only INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO item(name, size) VALUES('a', 1), ('b', 2.5);
    INSERT INTO latest VALUES(1, 'none');
    ALTER TABLE item ADD COLUMN colour TEXT DEFAULT 'red';
    CREATE TRIGGER noted AFTER UPDATE OF name ON item BEGIN
      INSERT INTO audit(item_id, name) VALUES(NEW.id, OLD.name);
      UPDATE item SET changes = changes + 1 WHERE id = NEW.id;
      DELETE FROM latest; INSERT INTO latest VALUES(1, NEW.name);
    END;
    """

  @Test func `A record is written in the bytes of earlier programs, and theirs is taken back`()
    async throws
  {
    let store = try await open(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, n TEXT, r REAL); INSERT INTO t VALUES(7, 'a', NULL)"
    )
    let before = try dump()
    let id = RecordID(entityName: "T", key: 7)
    let change = Change.update(id, values: ["n": .string("ä")], original: [:])
    let record = try #require(try await store.save([change], isRecorded: true).record)
    let layout: [[UInt8]] = [
      [1, 2, 2], Array("T".utf8), [6, 4], Array("id".utf8), [2], Array("n".utf8), [2],
      Array("r".utf8), [2, 0, 12], Array("direct".utf8), [0],
    ]
    let row: [[UInt8]] = [
      [13, 2, 3, 14, 6, 3, 14, 6, 2], Array("a".utf8), [0], [13, 2, 3, 14, 6, 10, 6, 4],
      Array("ä".utf8), [10],
    ]
    let bytes = Array((layout + row).joined())
    #expect([UInt8](record.encoded()) == bytes + [0, 0])
    let earlier = try #require(try SaveRecord(coded: record.encoded(), in: store.model))
    #expect(earlier == record)
    try await store.revert(earlier)
    #expect(try dump() == before)
  }

  @Test func `What triggers write is recorded as theirs, and undone without them`() async throws {
    let store = try await open(Self.audited)
    let before = try dump()
    let saved = try await store.save(
      [
        .update(
          RecordID(entityName: "Item", key: 1),
          values: ["name": .string("c")],
          original: ["name": .string("a")]
        )
      ],
      isRecorded: true
    )
    let record = try #require(saved.record)
    let after = try dump()
    #expect(
      Set(record.rows.map { "\($0.id.entityName) \($0.cause)" }) == [
        "Item direct", "Audit trigger", "Latest trigger",
      ]
    )
    // The number of changes is what the trigger made it; the added column is told with its default.
    let item = try #require(record.rows.first)
    #expect(item.before?.value(forKey: "colour") == .string("red"))
    #expect(item.changedValues == ["name": .string("c"), "changes": .int(1)])
    try await store.revert(record)
    #expect(try dump() == before)
    try await store.revert(record.inverted)
    #expect(try dump() == after)
  }

  @Test func `What replaces other rows is recorded with those`() async throws {
    let store = try await open(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, code TEXT UNIQUE, v);
      CREATE TABLE newest(code TEXT UNIQUE ON CONFLICT REPLACE, n);
      CREATE TRIGGER made AFTER INSERT ON t BEGIN INSERT INTO newest VALUES('one', NEW.id); END;
      INSERT INTO t VALUES(1, 'a', 7);
      """
    )
    let before = try dump()
    let new = Change.insert(
      entityName: "T",
      values: ["code": .string("b"), "v": .double(0.5)],
      references: [:],
      token: 1
    )
    let record = try #require(try await store.save([new], isRecorded: true).record)
    #expect(record.rows.count == 3 && record.unrecorded.isEmpty)
    try await store.revert(record)
    #expect(try dump() == before)
  }

  @Test func `Rows are again exactly as they were stored, whatever columns are declared as`()
    async throws
  {
    let store = try await open(
      """
      CREATE TABLE t(a DATE, b DECIMAL, c BOOLEAN, d, e BLOB, f TIMESTAMP, g TEXT, h REAL);
      INSERT INTO t VALUES('2024-1-1', '1.50', 'maybe', '7', x'00ff', 1714550400, CAST(x'fffe' AS TEXT), 5),
        (20240101, 1e3, 2, 7.0, 'text', '2024-05-01T12:00:00+02:00', 12, 0.5),
        ('2024-02-29', -0.0, 0, 'ä', x'', '2024-05-01', '', NULL);
      ALTER TABLE t ADD COLUMN i DEFAULT 'later';
      """
    )
    let before = try dump()
    let ids = try await store.window(FetchSpecification(entityName: "T"), from: .start, count: 9)
      .records.compactMap(\.id)
    #expect(ids.count == 3)
    for changes in [
      ids.map { Change.delete($0, original: [:]) },
      ids.map { .update($0, values: ["d": .string("x"), "g": .string("y")], original: [:]) },
      ids.map { .update($0, values: ["h": .int(3)], original: [:]) },
    ] {
      let record = try #require(try await store.save(changes, isRecorded: true).record)
      let after = try dump()
      #expect(after != before && record.rows.count == 3)
      // As it is, and as the log gives it.
      for own in [record, try #require(try SaveRecord(coded: record.encoded(), in: store.model))] {
        try await store.revert(own)
        #expect(try dump() == before)
        try await store.revert(own.inverted)
        #expect(try dump() == after)
      }
      try await store.revert(record)
      #expect(try dump() == before)
    }
  }

  @Test func `What cannot be recorded is named, and then nothing is undone`() async throws {
    let store = try await open(
      """
      CREATE TABLE note(id INTEGER PRIMARY KEY, body TEXT);
      CREATE VIRTUAL TABLE words USING fts5(body);
      CREATE TRIGGER indexed AFTER INSERT ON note BEGIN INSERT INTO words VALUES(NEW.body); END;
      """
    )
    let new = Change.insert(
      entityName: "Note",
      values: ["body": .string("hello")],
      references: [:],
      token: 1
    )
    let record = try #require(try await store.save([new], isRecorded: true).record)
    #expect(record.unrecorded.map(\.name) == ["words"] && record.derived.isEmpty)
    let after = try dump()
    let error = await #expect(throws: StoreError.self) { try await store.revert(record) }
    guard case .unsupported(let sentence) = error, sentence.description.contains("'words'") else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try dump() == after)
  }

  @Test func `A save that nobody wants a record of has none, and what fails is recorded nowhere`()
    async throws
  {
    let store = try await open(Self.audited)
    let id = RecordID(entityName: "Item", key: 1)
    let change = Change.update(id, values: ["name": .string("c")], original: [:])
    #expect(try await store.save([change]).record == nil)
    let wrong = Change.update(id, values: ["name": .string("d")], original: ["name": .string("x")])
    await #expect(throws: StoreError.self) { try await store.save([wrong], isRecorded: true) }
    let again = Change.update(id, values: ["size": .int(9)], original: [:])
    let record = try #require(try await store.save([again], isRecorded: true).record)
    #expect(record.rows.map(\.id) == [id])
  }

  @Test func `A key that changes takes its references along, there and back`() async throws {
    let store = try await open(
      """
      CREATE TABLE boss(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE hand(id INTEGER PRIMARY KEY, boss_id INTEGER REFERENCES boss(id) ON UPDATE CASCADE);
      INSERT INTO boss VALUES(1, 'x'); INSERT INTO hand VALUES(1, 1), (2, 1);
      """
    )
    let before = try dump()
    let boss = RecordID(entityName: "Boss", key: 1)
    let saved = try await store.save(
      [.update(boss, values: ["id": .int(9)], original: [:])],
      isRecorded: true
    )
    let record = try #require(saved.record)
    #expect(record.rows.map(\.cause) == [.direct, .cascade, .cascade])
    #expect(record.rows.first?.after?.id == RecordID(entityName: "Boss", key: 9))
    try await store.revert(record)
    #expect(try dump() == before)
  }

  @Test(arguments: [
    "CREATE TRIGGER gone AFTER /* not on update */ DELETE ON\"item\" BEGIN \(removal); END",
    """
    CREATE TRIGGER gone AFTER DELETE ON item BEGIN \(removal); END;
    CREATE TABLE words_log(name TEXT);
    CREATE TRIGGER noted AFTER DELETE ON item BEGIN INSERT INTO words_log VALUES(OLD.name); END
    """,
    """
    CREATE TRIGGER gone AFTER DELETE ON item BEGIN \(removal); END;
    CREATE TABLE counted(name TEXT); CREATE TABLE words_log(name TEXT);
    CREATE TRIGGER counting AFTER INSERT ON item BEGIN INSERT INTO counted VALUES(NEW.name); END;
    CREATE TRIGGER noted AFTER INSERT ON counted BEGIN -- beside words
      INSERT INTO words_log VALUES(NEW.name); END
    """,
  ])
  func `Triggers that keep an index are known however they are written, and from others`(
    script: String
  ) async throws {
    let store = try await open(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT);
      CREATE VIRTUAL TABLE words USING fts5(name, content='item', content_rowid='id');
      CREATE TRIGGER made AFTER INSERT ON item BEGIN
        INSERT INTO words(rowid, name) VALUES(NEW.id, NEW.name); END;
      \(script);
      """
    )
    let before = try dump()
    let new = Change.insert(
      entityName: "Item",
      values: ["name": .string("pear")],
      references: [:],
      token: 1
    )
    let record = try #require(try await store.save([new], isRecorded: true).record)
    #expect(record.unrecorded.isEmpty && record.derived.map(\.name) == ["words"])
    try await store.revert(record)
    #expect(try dump() == before)
  }

  private static let removal =
    "INSERT INTO words(words, rowid, name) VALUES('delete', OLD.id, OLD.name)"

  @Test
  func `What was led elsewhere before its end was deleted is so again when that is done again`()
    async throws
  {
    let store = try await open(
      """
      CREATE TABLE maker(id INTEGER PRIMARY KEY, parts INT DEFAULT 0);
      CREATE TABLE part(id INTEGER PRIMARY KEY, maker_id INT REFERENCES maker(id) ON DELETE CASCADE);
      CREATE TRIGGER counted AFTER INSERT ON part BEGIN
        UPDATE maker SET parts = parts + 1 WHERE id = NEW.maker_id; END;
      INSERT INTO maker(id) VALUES(1), (2); INSERT INTO part VALUES(1, 2);
      """
    )
    let before = try dump()
    // The trigger touches the maker first, and deleted it would take the part along.
    let saved = try await store.save(
      [
        .insert(entityName: "Part", values: ["makerId": .int(2)], references: [:], token: 1),
        .update(RecordID(entityName: "Part", key: 1), values: ["makerId": .int(1)], original: [:]),
        .delete(RecordID(entityName: "Maker", key: 2), original: [:]),
      ],
      isRecorded: true
    )
    let (record, after) = (try #require(saved.record), try dump())
    #expect(after.prefix(2) == ["maker: integer 1|integer 0", "part: integer 1|integer 1"])
    for _ in 0..<2 {
      try await store.revert(record)
      #expect(try dump() == before)
      try await store.revert(record.inverted)
      #expect(try dump() == after)
    }
  }

  /// A table whose key is a text, with what keeps its rows by their rowids.
  private static let coded = """
    CREATE TABLE item(code TEXT PRIMARY KEY, name TEXT);
    CREATE TABLE mark(row INT, note TEXT);
    CREATE VIRTUAL TABLE words USING fts5(name, content='item', content_rowid='rowid');
    CREATE TRIGGER item_in AFTER INSERT ON item BEGIN
      INSERT INTO words(rowid, name) VALUES(NEW.rowid, NEW.name); END;
    CREATE TRIGGER item_out AFTER DELETE ON item BEGIN
      DELETE FROM mark WHERE row = OLD.rowid;
      INSERT INTO words(words, rowid, name) VALUES('delete', OLD.rowid, OLD.name); END;
    INSERT INTO item(rowid, code, name) VALUES(7, 'a', 'apple'), (9, 'b', 'pear'), (20, 'c', 'plum');
    INSERT INTO mark VALUES(9, 'ripe');
    """
  private static let marked = """
    SELECT item.code || ' ' || mark.note FROM item JOIN mark ON mark.row = item.rowid
      UNION ALL SELECT item.code || ' ' || item.rowid FROM words JOIN item ON item.rowid = words.rowid
      WHERE words MATCH 'pear OR kiwi'
    """

  @Test func `A deleted row is there again under the rowid by which others keep it`() async throws {
    let store = try await open(Self.coded)
    let before = try dump()
    let pear = RecordID(entityName: "Item", values: [.string("b")])
    let kiwi = Change.insert(
      entityName: "Item",
      values: ["code": .string("k"), "name": .string("kiwi")],
      references: [:],
      token: 1
    )
    func rows() throws -> Set<String> {
      Set(try Connection(path: path, mode: .readOnly).rows(Self.marked) { $0.text(0) })
    }
    let saved = try await store.save([.delete(pear, original: [:]), kiwi], isRecorded: true)
    let record = try #require(saved.record)
    #expect(try rows() == ["k 21"])
    let after = try dump()
    try await store.revert(record)
    #expect(try rows() == ["b ripe", "b 9"] && dump() == before)
    try await store.revert(record.inverted)
    #expect(try rows() == ["k 21"] && dump() == after)
    let data = record.encoded()
    let read = try #require(try SaveRecord(coded: data, in: store.model))
    #expect(read.rows.map(\.rowNumber) == record.rows.map(\.rowNumber))
    try await store.revert(read)
    #expect(try rows() == ["b ripe", "b 9"])
    try Connection(path: path, mode: .readWrite)
      .execute("INSERT INTO words(words, rank) VALUES('integrity-check', 1)")
  }

  @Test(arguments: ["c", "d"])
  func `An index that hears of rows that come and go only follows one in the place of another`(
    code: String
  ) async throws {
    let store = try await open(
      Self.coded + """
        CREATE UNIQUE INDEX named ON item(name);
        CREATE TABLE swap(id INTEGER PRIMARY KEY, code TEXT, name TEXT);
        CREATE TRIGGER swapped AFTER INSERT ON swap BEGIN
          DELETE FROM item WHERE rowid = 20;
          INSERT INTO item(rowid, code, name) VALUES(20, NEW.code, NEW.name); END;
        """
    )
    let before = try dump()
    let name = code == "c" ? "kiwi" : "plum"
    let new = Change.insert(
      entityName: "Swap",
      values: ["code": .string(code), "name": .string(name)],
      references: [:],
      token: 1
    )
    func found() throws -> [String] {
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.execute("INSERT INTO words(words, rank) VALUES('integrity-check', 1)")
      return try connection.rows(
        """
        SELECT code || item.rowid || item.name FROM words JOIN item ON item.rowid = words.rowid
        WHERE words MATCH 'plum OR kiwi'
        """
      ) { $0.text(0) }
    }
    let record = try #require(try await store.save([new], isRecorded: true).record)
    #expect(record.unrecorded.isEmpty && record.derived.map(\.name) == ["words"])
    #expect(try found() == ["\(code)20\(name)"])
    let after = try dump()
    for _ in 0..<2 {
      try await store.revert(record)
      #expect(try found() == ["c20plum"] && dump() == before)
      try await store.revert(record.inverted)
      #expect(try found() == ["\(code)20\(name)"] && dump() == after)
    }
  }

  @Test func `A rowid that another row has by now is left to that`() async throws {
    let store = try await open(Self.coded)
    let plum = RecordID(entityName: "Item", values: [.string("c")])
    let saved = try await store.save([.delete(plum, original: [:])], isRecorded: true)
    try Connection(path: path, mode: .readWrite).execute(
      "INSERT INTO item(rowid, code) VALUES(20, 'd')"
    )
    try await store.revert(try #require(saved.record))
    let rows = try Connection(path: path, mode: .readOnly).rows(
      "SELECT rowid || code FROM item ORDER BY 1"
    ) { $0.text(0) }
    #expect(rows == ["20d", "21c", "7a", "9b"])
  }

  @Test func `A reference that leads nowhere by now does not come back`() async throws {
    let store = try await open(
      """
      CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE role(id INTEGER PRIMARY KEY, film_id INT REFERENCES film(id), name TEXT);
      INSERT INTO film VALUES(1, 'a'), (2, 'b'); INSERT INTO role VALUES(1, 1, 'x'), (3, 1, 'y');
      """
    )
    let role = Change.insert(
      entityName: "Role",
      values: ["id": .int(2), "filmId": .int(2)],
      references: [:],
      token: 1
    )
    let first = RecordID(entityName: "Role", key: 1)
    let saved = try await store.save([role, .delete(first, original: [:])], isRecorded: true)
    let named = try await store.save(
      [
        .update(RecordID(entityName: "Role", key: 3), values: ["name": .string("z")], original: [:])
      ],
      isRecorded: true
    )
    // Another program that holds to no references.
    try Connection(path: path, mode: .readWrite)
      .execute("PRAGMA foreign_keys=OFF; DELETE FROM film")
    let before = try dump()
    let error = await #expect(throws: StoreError.self) {
      try await store.revert(try #require(saved.record))
    }
    guard case .referenceViolated(let sentence) = error, sentence.description.contains("Film 1")
    else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try dump() == before)
    // What led nowhere already is no business of a change of something else.
    try await store.revert(try #require(named.record))
    #expect(try dump().contains { $0.hasSuffix("text y") })
  }

  @Test func `A reference that led nowhere before the save comes back with its row`() async throws {
    let store = try await open(
      """
      CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE role(id INTEGER PRIMARY KEY, film_id INT REFERENCES film(id), name TEXT,
        twin_id INT REFERENCES role(id) ON DELETE CASCADE);
      PRAGMA foreign_keys=OFF;
      INSERT INTO film VALUES(1, 'a'), (2, 'b');
      INSERT INTO role VALUES(1, 0, 'x', NULL), (2, 0, 'y', 1), (3, 1, 'z', 8), (4, 2, 'w', NULL);
      """
    )
    func role(_ key: Int64) -> RecordID { RecordID(entityName: "Role", key: key) }
    let before = try dump()
    // Two rows gone, of which one goes along, and one that leads elsewhere by now.
    let saved = try await store.save(
      [
        .delete(role(1), original: [:]), .update(role(3), values: ["twinId": .null], original: [:]),
        .update(role(4), values: ["filmId": .int(1)], original: [:]),
      ],
      isRecorded: true
    )
    let record = try #require(saved.record)
    #expect(record.rows.count == 4)
    #expect(Set(record.absent.map(\.values)) == [[.int(0)], [.int(8)]])
    let read = try #require(try SaveRecord(coded: record.encoded(), in: store.model))
    #expect(read == record && read.absent == record.absent)
    let after = try dump()
    try await store.revert(read)
    #expect(try dump() == before)
    try await store.revert(record.inverted)
    #expect(try dump() == after)
    // What was there then, and has gone since, is not referred to again for all that.
    try Connection(path: path, mode: .readWrite)
      .execute("PRAGMA foreign_keys=OFF; DELETE FROM film WHERE id = 2")
    let left = try dump()
    let error = await #expect(throws: StoreError.self) { try await store.revert(record) }
    guard case .referenceViolated(let sentence) = error, sentence.description.contains("Film 2")
    else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try dump() == left)
  }

  @Test func `A table that is gone is told as gone`() async throws {
    let store = try await open(Self.audited)
    let change = Change.update(
      RecordID(entityName: "Item", key: 1),
      values: ["size": .int(9)],
      original: [:]
    )
    let record = try #require(try await store.save([change], isRecorded: true).record)
    let other = try Connection(path: path, mode: .readWrite)
    for (script, what) in [
      ("ALTER TABLE item ADD COLUMN more", "have changed"),
      ("DROP TABLE item", "the table of Item was deleted"),
    ] {
      try other.execute(script)
      let error = await #expect(throws: StoreError.self) { try await store.revert(record) }
      #expect(error?.sentence.contains(what) == true, "\(String(describing: error))")
    }
  }

  @Test func `A table in which all is as it was need not be there when the save is undone`()
    async throws
  {
    let store = try await open(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, v);
      CREATE TABLE counter(id INTEGER PRIMARY KEY, n);
      CREATE TRIGGER touched AFTER UPDATE ON t BEGIN UPDATE counter SET n = n; END;
      INSERT INTO t VALUES(1, 7);
      INSERT INTO counter VALUES(1, 0);
      """
    )
    let change = Change.update(
      RecordID(entityName: "T", key: 1),
      values: ["v": .int(8)],
      original: ["v": .int(7)]
    )
    let record = try #require(try await store.save([change], isRecorded: true).record)
    #expect(record.layouts.map(\.entity.name) == ["T"] && record.rows.count == 1)
    try Connection(path: path, mode: .readWrite).execute("DROP TRIGGER touched; DROP TABLE counter")
    try await store.revert(record)
    #expect(try dump().filter { $0.hasPrefix("t: ") } == ["t: integer 1|integer 7"])
  }
}
