import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import TestSupport
import Testing

/// A text index kept by triggers: undoing a save leaves it as the rows are, whatever came and went in between.
struct FeedingTriggersTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private static let tables = """
    CREATE TABLE maker(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT, price INT,
      maker_id INT REFERENCES maker(id) ON DELETE CASCADE);
    CREATE VIRTUAL TABLE words USING fts5(name, content='part', content_rowid='id');
    INSERT INTO maker VALUES(1, 'Acme'), (2, 'Bolt');
    """
  private static let told = """
    CREATE TRIGGER told AFTER INSERT ON part BEGIN
      INSERT INTO words(rowid, name) VALUES(NEW.id, NEW.name); END;
    """
  private static let untold = """
    CREATE TRIGGER untold AFTER DELETE ON part BEGIN
      INSERT INTO words(words, rowid, name) VALUES('delete', OLD.id, OLD.name); END;
    """
  private static let retold = """
    CREATE TRIGGER retold AFTER UPDATE OF "name" ON part BEGIN
      INSERT INTO words(words, rowid, name) VALUES('delete', OLD.id, OLD.name);
      INSERT INTO words(rowid, name) VALUES(NEW.id, NEW.name); END;
    """
  private static let row = "INSERT INTO part VALUES(1, 'nut', 5, 2);"

  private func open(_ script: String) async throws -> EntityStore {
    try Connection(path: path, mode: .create).execute(script)
    return try await EntityStore.open(.file(path))
  }

  private func dump() throws -> [String] {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("INSERT INTO words(words, rank) VALUES('integrity-check', 1)")
    return try connection.rows(
      "SELECT id || name || ifnull(price, '') FROM part UNION SELECT id || name FROM maker ORDER BY 1"
    ) { $0.text(0) }
  }

  /// A part that goes with its maker in the same save.
  private static let passing: [Change] = [
    .insert(
      entityName: "Part",
      values: ["name": .string("gear"), "makerId": .int(1)],
      references: [:],
      token: 1
    ),
    .delete(RecordID(entityName: "Maker", key: 1), original: [:]),
  ]

  private static func change(_ values: [String: Value]) -> Change {
    .update(RecordID(entityName: "Part", key: 1), values: values, original: [:])
  }

  private static let shapes: [(changes: [Change], isFollowed: Bool)] = [
    (passing, false),
    (passing + [change(["price": .int(6)])], false),
    (passing + [change(["name": .string("axle")])], true),
    ([change(["price": .int(6)])], false),
    ([change(["name": .string("nut"), "price": .int(6)])], false),
    ([.delete(RecordID(entityName: "Part", key: 1), original: [:])], true),
  ]

  @Test(arguments: shapes.indices)
  func `What came and went keeps a save from nothing, and the index follows the rows`(
    shape: Int
  ) async throws {
    let (changes, isFollowed) = Self.shapes[shape]
    let store = try await open(Self.tables + Self.told + Self.untold + Self.retold + Self.row)
    let before = try dump()
    let record = try #require(try await store.save(changes, isRecorded: true).record)
    let after = try dump()
    #expect(record.unrecorded.isEmpty && record.derived.isEmpty != isFollowed, "\(record)")
    try await store.revert(record)
    #expect(try dump() == before)
    try await store.revert(record.inverted)
    #expect(try dump() == after)
  }

  @Test(arguments: [
    (told, passing, true), (untold, passing, true), (told + retold, passing, true),
    (told + untold, passing, false), (told + untold, [change(["name": .string("axle")])], false),
    (retold, [change(["name": .string("axle")])], false),
    // What it is tied to is not read out of what it is called.
    (told.replacing("told", with: "\"update on\""), passing, true),
  ])
  func `Of what is fed on one way only no record is kept`(
    triggers: String,
    changes: [Change],
    isLost: Bool
  ) async throws {
    let indexed = "INSERT INTO words(words) VALUES('rebuild');"
    let store = try await open(Self.tables + Self.row + indexed + triggers)
    let record = try #require(try await store.save(changes, isRecorded: true).record)
    #expect(record.unrecorded.map(\.name) == (isLost ? ["words"] : []), "\(triggers)")
  }

  /// The index triggers, extended by writes to tables that are unrelated to the index.
  private static let notingToo = [told, untold, retold].map {
    $0.replacing(
      "END;",
      with: "UPDATE tally SET n = n + 1; DELETE FROM last; INSERT INTO last VALUES('x');"
        + " INSERT INTO trail(what) VALUES('x'); END;"
    )
  }.joined()

  @Test(arguments: [
    [change(["name": .string("axle")])],
    [.delete(RecordID(entityName: "Part", key: 1), original: [:])],
    passing,
    [
      .insert(
        entityName: "Part",
        values: ["name": .string("gear"), "makerId": .int(1)],
        references: [:],
        token: 1
      )
    ],
  ])
  func `What a trigger does besides feeding an index is put back`(changes: [Change]) async throws {
    let store = try await open(
      """
      \(Self.tables) CREATE TABLE tally(n INT); INSERT INTO tally VALUES(0);
      CREATE TABLE trail(id INTEGER PRIMARY KEY, what TEXT); CREATE TABLE last(what TEXT);
      \(Self.notingToo)\(Self.row)
      """
    )
    func noted() throws -> [String] {
      try Connection(path: path, mode: .readOnly).rows(
        "SELECT n FROM tally UNION ALL SELECT what || id FROM trail UNION ALL SELECT what || rowid FROM last"
      ) { $0.text(0) } + dump()
    }
    let before = try noted()
    let record = try #require(try await store.save(changes, isRecorded: true).record)
    let after = try noted()
    #expect(after != before)
    try await store.revert(record)
    #expect(try noted() == before)
    try await store.revert(record.inverted)
    #expect(try noted() == after)
  }

  @Test func `Triggers are counted by what starts them`() async throws {
    let store = try await open(Self.tables + Self.told + Self.retold)
    let part = try #require(store.model.entity(named: "Part"))
    #expect(try await store.hasTriggers(part, on: .insert))
    #expect(try await store.hasTriggers(part, on: .update))
    #expect(try await !store.hasTriggers(part, on: .delete))
  }
}
