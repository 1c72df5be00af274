import AdaptorSuite
import EntityModel
import EntityStore
import Glibc
import Qualifiers
import SQLite
import SQLiteStore
import TestSupport
import Testing

/// Whatever saves did, undone in order they leave the rows of the start, and of what others wrote meanwhile nothing is lost.
struct UndoneSavesTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  /// The worlds by their seeds; `D2T_PROPERTY_CASES` says how many there are, each for twenty, `D2T_PROPERTY_SEED` which is
  /// the first.
  private static let seeds: Range<Int> = {
    let first = TestLength.of("D2T_PROPERTY_SEED", 0)
    return first..<first + max(1, TestLength.of("D2T_PROPERTY_CASES", 120) / 20)
  }()
  private static let savesOfWorld = 100

  /// Triggers that note, count, put a row in the place of another and feed text indexes, one of which hears of rows that come
  /// and go only; cascades; a generated column; a table without rowids; composite keys, keys that are texts or rowids, all of
  /// which change, and none that is declared.
  private static let script = """
    CREATE TABLE maker(code TEXT PRIMARY KEY, name TEXT UNIQUE, parts INT DEFAULT 0) WITHOUT ROWID;
    CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT, maker_code TEXT REFERENCES maker(code) ON DELETE CASCADE ON UPDATE CASCADE,
      price REAL, double_price AS (price * 2), changed INT DEFAULT 0);
    CREATE TABLE slot(shelf TEXT, place INT, part_id INT REFERENCES part(id) ON DELETE SET NULL, note TEXT,
      PRIMARY KEY(shelf, place));
    CREATE TABLE remark(part_id INT REFERENCES part(id) ON DELETE CASCADE, text TEXT);
    CREATE TABLE trail(id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT);
    CREATE VIRTUAL TABLE words USING fts5(name, content='part', content_rowid='id');
    CREATE TRIGGER part_words_in AFTER INSERT ON part BEGIN
      INSERT INTO words(rowid, name) VALUES(NEW.id, NEW.name); END;
    CREATE TRIGGER part_words_out AFTER DELETE ON part BEGIN
      INSERT INTO words(words, rowid, name) VALUES('delete', OLD.id, OLD.name); END;
    CREATE TRIGGER part_words_changed AFTER UPDATE OF id, name ON part BEGIN
      INSERT INTO words(words, rowid, name) VALUES('delete', OLD.id, OLD.name);
      INSERT INTO words(rowid, name) VALUES(NEW.id, NEW.name); END;
    CREATE TRIGGER part_noted AFTER UPDATE ON part WHEN NEW.changed = OLD.changed BEGIN
      UPDATE part SET changed = changed + 1 WHERE id = NEW.id;
      INSERT INTO trail(what) VALUES('part ' || NEW.id); END;
    CREATE TRIGGER part_counted AFTER INSERT ON part BEGIN
      UPDATE maker SET parts = parts + 1 WHERE code = NEW.maker_code; END;
    CREATE TABLE latest(only INTEGER PRIMARY KEY, text TEXT);
    CREATE VIRTUAL TABLE latest_words USING fts5(text, content='latest', content_rowid='only');
    CREATE TRIGGER latest_in AFTER INSERT ON latest BEGIN
      INSERT INTO latest_words(rowid, text) VALUES(NEW.only, NEW.text); END;
    CREATE TRIGGER latest_out AFTER DELETE ON latest BEGIN
      INSERT INTO latest_words(latest_words, rowid, text) VALUES('delete', OLD.only, OLD.text); END;
    CREATE TRIGGER remark_latest AFTER INSERT ON remark BEGIN
      DELETE FROM latest; INSERT INTO latest VALUES(1, NEW.text); END;
    INSERT INTO maker(code, name) VALUES('a', 'Acme'), ('b', 'Bolt'), ('c', 'Cog');
    INSERT INTO part(name, maker_code, price) VALUES('nut', 'a', 1), ('screw', 'a', 2.5), ('gear', 'b', 9), ('axle', NULL, 3);
    INSERT INTO slot VALUES('A', 1, 1, 'x'), ('A', 2, 2, NULL), ('B', 1, 1, 'y');
    INSERT INTO remark VALUES(1, 'fine'), (1, 'fine'), (3, NULL);
    PRAGMA foreign_keys=OFF;
    INSERT INTO part(name, maker_code, price) VALUES('bolt', 'gone', 2), ('cam', 'gone', NULL);
    INSERT INTO slot VALUES('C', 1, 0, 'z'), ('C', 2, 0, NULL);
    INSERT INTO remark VALUES(0, 'lost'), (0, 'lost'), (99, 'gone');
    """

  private func dump() throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try ["maker", "part", "slot", "remark", "trail", "latest"].flatMap { table in
      try connection.rows("SELECT * FROM \(table)") { row in
        table + ": "
          + (0..<row.columnCount).map { "\(row.storageClass($0)) \(row.text($0))" }
          .joined(separator: "|")
      }
    }.sorted()
  }

  /// The text indexes agree with the rows.
  private func checkIndex() throws {
    let connection = try Connection(path: path, mode: .readWrite)
    for table in ["words", "latest_words"] {
      try connection.execute("INSERT INTO \(table)(\(table), rank) VALUES('integrity-check', 1)")
    }
  }

  @Test func `Random saves undone in order leave every row as it was at the start`() async throws {
    var (saved, absent, kinds) = (0, 0, Set<SaveRecord.Cause>())
    for seed in Self.seeds {
      do {
        let records = try await undoAll(of: seed, &kinds)
        saved += records.count
        absent += records.count { !$0.absent.isEmpty }
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
    #expect(saved > Self.seeds.count * Self.savesOfWorld / 2)
    #expect(kinds == [.direct, .trigger, .cascade])
    #expect(absent > 0)
  }

  /// Saves at random, takes all back in order, and saves again.
  /// - Returns: What the saves did.
  private func undoAll(of seed: Int, _ kinds: inout Set<SaveRecord.Cause>) async throws
    -> [SaveRecord]
  {
    unlink(path)
    try Connection(path: path, mode: .create).execute(Self.script)
    let store = try await EntityStore.open(.file(path))
    var random = SeededGenerator(seed: UInt64(seed))
    var states = [try dump()]
    var records: [SaveRecord] = []
    for step in 0..<Self.savesOfWorld {
      let changes = try await changes(of: store, &random, step)
      do throws(StoreError) {
        let result = try await store.save(changes, isRecorded: true)
        records += [result.record].compactMap(\.self)
      } catch {
        #expect(try dump() == states.last, "seed \(seed): refused and written")
        continue
      }
      states.append(try dump())
      #expect(records.last?.unrecorded == [])
      kinds.formUnion(records.last?.rows.map(\.cause) ?? [])
    }
    let last = states.removeLast()
    for (record, state) in zip(records, states).reversed() {
      do throws(StoreError) { try await store.revert(record) } catch {
        throw Disagreement(text: "\(error)", record: record)
      }
      guard try dump() == state else { throw Disagreement(text: "other rows", record: record) }
    }
    try checkIndex()
    for record in records {
      do throws(StoreError) { try await store.revert(record.inverted) } catch {
        throw Disagreement(text: "again: \(error)", record: record)
      }
    }
    #expect(try dump() == last, "seed \(seed): done again")
    try checkIndex()
    await store.close()
    return records
  }

  private struct Disagreement: Error, CustomStringConvertible {
    let text: String
    let record: SaveRecord

    var description: String {
      text
        + record.rows.map { row in
          func values(_ record: Record?) -> String { record.map { "\($0.values)" } ?? "none" }
          return "\n\(row.cause) \(row.id.entityName) \(values(row.before)) → \(values(row.after))"
        }.joined() + "\n\(record.derived)"
    }
  }

  @Test func `What others wrote meanwhile stays, and keeps what it touches from being undone`()
    async throws
  {
    var (undone, kept) = (0, 0)
    for seed in Self.seeds {
      unlink(path)
      try Connection(path: path, mode: .create).execute(Self.script)
      let store = try await EntityStore.open(.file(path))
      var random = SeededGenerator(seed: UInt64(seed))
      var records: [SaveRecord] = []
      for step in 0..<40 {
        let changes = try await changes(of: store, &random, step)
        guard
          let record = try? await store.save(changes, isRecorded: true).record
        else { continue }
        records.append(record)
      }
      let foreign = try Connection(path: path, mode: .readWrite)
      try foreign.execute(
        """
        UPDATE part SET price = -7 WHERE id = (SELECT max(id) FROM part);
        UPDATE slot SET note = 'theirs' WHERE rowid = (SELECT min(rowid) FROM slot);
        INSERT INTO remark VALUES(NULL, 'theirs');
        """
      )
      let theirs = try foreignValues()
      for record in records.reversed() {
        let before = try dump()
        do throws(StoreError) {
          try await store.revert(record)
          undone += 1
        } catch {
          #expect(try dump() == before, "seed \(seed)")
          kept += 1
        }
      }
      #expect(try foreignValues() == theirs, "seed \(seed)")
      try checkIndex()
      await store.close()
    }
    #expect(undone > 0 && kept > 0, "\(undone) undone, \(kept) kept")
  }

  /// Returns the values that another program wrote.
  private func foreignValues() throws -> [String] {
    try Connection(path: path, mode: .readOnly).rows(
      """
      SELECT 'part ' || id FROM part WHERE price = -7
      UNION ALL SELECT note FROM slot WHERE note = 'theirs'
      UNION ALL SELECT text FROM remark WHERE text = 'theirs'
      """
    ) { $0.text(0) }
  }

  @Test func `3-15: A time that triggers set is left to others, a count is not`() async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE actor(id INTEGER PRIMARY KEY, first TEXT, last TEXT, last_update TEXT);
      CREATE TRIGGER a AFTER UPDATE ON actor BEGIN
        UPDATE actor SET last_update = datetime('now', '+' || abs(random() % 999) || ' days') WHERE id = NEW.id; END;
      CREATE TABLE film(id INTEGER PRIMARY KEY, first TEXT, last TEXT, changed INT DEFAULT 0);
      CREATE TRIGGER f AFTER UPDATE OF first, last ON film BEGIN
        UPDATE film SET changed = changed + 1 WHERE id = NEW.id; END;
      INSERT INTO actor VALUES(1, 'Ann', 'One', 'never'); INSERT INTO film(id, first, last) VALUES(1, 'Ann', 'One');
      """
    )
    let store = try await EntityStore.open(.file(path))
    let foreign = try Connection(path: path, mode: .readWrite)
    for (entity, table) in [("Actor", "actor"), ("Film", "film")] {
      let change = Change.update(
        RecordID(entityName: entity, values: [.int(1)]),
        values: ["first": .string("Eve")],
        original: [:]
      )
      let record = try #require(try await store.save([change], isRecorded: true).record)
      try foreign.execute("UPDATE \(table) SET last = 'Two'")
      #expect(try await store.isDone(record) == true)
      var isUndone = true
      do throws(StoreError) { try await store.revert(record) } catch { isUndone = false }
      #expect(isUndone == (entity == "Actor"))
      let row = "SELECT first || ' ' || last FROM \(table)"
      #expect(try foreign.rows(row) { $0.text(0) } == [isUndone ? "Ann Two" : "Eve Two"])
      if isUndone { #expect(try await store.isDone(record) != true) }
    }
    let last = try foreign.rows("SELECT last_update FROM actor") { $0.text(0) }
    #expect(last != ["never"], "\(last)")
  }

  /// One to three changes of rows that there are.
  private func changes(
    of store: EntityStore,
    _ random: inout SeededGenerator,
    _ step: Int
  ) async throws -> [Change] {
    var changes: [Change] = []
    for turn in 0..<Int.random(in: 1...3, using: &random) {
      let name = ["Maker", "Part", "Part", "Slot", "Remark"].randomElement(using: &random) ?? ""
      let ids = try await store.window(
        FetchSpecification(entityName: name),
        from: .start,
        count: 1_000
      ).records.compactMap(\.id)
      let id = ids.filter { id in !changes.contains { $0.isOf(id) } }.randomElement(using: &random)
      let values = try await values(of: name, store, "\(step).\(turn)", &random)
      switch (Int.random(in: 0..<10, using: &random), id) {
      case (0..<4, _), (_, nil):
        changes.append(.insert(entityName: name, values: values, references: [:], token: turn))
      case (4..<8, let id?):
        // In an order of their own: each run of a seed is the same.
        let names = values.keys.sorted().filter { _ in Bool.random(using: &random) }
        let some = values.filter { names.contains($0.key) }
        changes.append(.update(id, values: some, original: [:]))
      case (_, let id?): changes.append(.delete(id, original: [:]))
      }
    }
    return changes
  }

  private func values(
    of name: String,
    _ store: EntityStore,
    _ tag: String,
    _ random: inout SeededGenerator
  ) async throws -> [String: Value] {
    func key(_ entity: String) async throws -> Value {
      let records = try await store.window(
        FetchSpecification(entityName: entity),
        from: .start,
        count: 1_000
      ).records
      return records.randomElement(using: &random)?.id?.values.first ?? .null
    }
    switch name {
    case "Maker": return ["code": .string("m\(tag)"), "name": .string("Maker \(tag)")]
    case "Part":
      var part: [String: Value] = [
        "name": .string("part \(tag)"), "makerCode": try await key("Maker"),
        "price": .double(Double.random(in: 0...9, using: &random)),
      ]
      if Int.random(in: 0..<3, using: &random) == 0 {
        part["id"] = .int(Int64.random(in: 1...60, using: &random))
      }
      return part
    case "Slot":
      return [
        "shelf": .string("S\(tag)"), "place": .int(1), "partId": try await key("Part"),
        "note": .string(tag),
      ]
    default: return ["partId": try await key("Part"), "text": .string(tag)]
    }
  }

  @Test func `What is not there for the person is neither written nor referred to by the way back`()
    async throws
  {
    try Connection(path: path, mode: .create).execute(Self.script)
    let store = try await EntityStore.open(.file(path))
    let part = RecordID(entityName: "Part", key: 3)
    let record = try #require(
      try await store.save(
        [.update(part, values: ["makerCode": .string("a")], original: [:])],
        isRecorded: true
      ).record
    )
    let before = try dump()
    for condition in ["Part": "id < 3", "Maker": "code <> 'b'"] {
      store.guardAccess(by: Restriction(conditions: [condition.key: condition.value]))
      await #expect(throws: StoreError.self) { try await store.revert(record) }
      #expect(try dump() == before)
    }
    store.guardAccess(by: Blind())
    let error = await #expect(throws: StoreError.self) { try await store.revert(record) }
    #expect(error?.sentence.contains("change hidden objects") == true)
    #expect(try dump() == before)
    store.guardAccess(by: Restriction(conditions: [:]))
    try await store.revert(record)
    #expect(try dump() != before)
  }
}

/// Knows of no trail.
private struct Blind: AccessGuard {
  func rights(of entityNames: Set<String>) async -> AccessRights {
    AccessRights(entities: ["Trail": EntityRights(refusal: "a secret")])
  }

  func refusal(of change: Change) async -> String? { nil }
}

extension Change {
  /// Whether it is a change of a row.
  fileprivate func isOf(_ id: RecordID) -> Bool { storedID == id }
}
