import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// What SQLite does along with a save is recorded, and undone with it.
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
      CREATE TABLE t(a DATE, b DECIMAL, c BOOLEAN, d, e BLOB, f TIMESTAMP, g TEXT);
      INSERT INTO t VALUES('2024-1-1', '1.50', 'maybe', '7', x'00ff', 1714550400, CAST(x'fffe' AS TEXT)),
        (20240101, 1e3, 2, 7.0, 'text', '2024-05-01T12:00:00+02:00', 12);
      """
    )
    let before = try dump()
    let ids = try await store.window(FetchSpecification(entityName: "T"), from: .start, count: 9)
      .records.compactMap(\.id)
    #expect(ids.count == 2)
    for changes in [
      ids.map { Change.delete($0, original: [:]) },
      ids.map { .update($0, values: ["d": .string("x"), "g": .string("y")], original: [:]) },
    ] {
      let record = try #require(try await store.save(changes, isRecorded: true).record)
      #expect(try dump() != before)
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
    #expect(record.unrecorded.isEmpty && record.derived.map(\.name) == ["words"])
    let after = try dump()
    let error = await #expect(throws: StoreError.self) { try await store.revert(record) }
    guard case .unsupported(let sentence) = error, sentence.contains("'words'") else {
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
}
