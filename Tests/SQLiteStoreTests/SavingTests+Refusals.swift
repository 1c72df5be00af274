import EntityModel
import EntityStore
import Glibc
import MemoryStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing

/// Tests further refusals and reports of a save.
extension SavingTests {
  @Test func `A table that would replace rows in silence does not`() async throws {
    try database(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, code TEXT UNIQUE ON CONFLICT REPLACE);
      CREATE TABLE i(id INTEGER PRIMARY KEY, code TEXT UNIQUE ON CONFLICT IGNORE);
      INSERT INTO t VALUES(1, 'a'), (2, 'b'); INSERT INTO i VALUES(1, 'a'), (2, 'b')
      """
    )
    let store = try await open()
    let before = try dump()
    for entity in ["T", "I"] {
      for change in [
        Change.insert(
          entityName: entity,
          values: ["code": .string("a")],
          references: [:],
          token: 1
        ),
        .update(
          RecordID(entityName: entity, values: [.int(2)]),
          values: ["code": .string("a")],
          original: [:]
        ),
      ] {
        let error = await #expect(throws: StoreError.self) { try await store.save([change]) }
        guard case .uniqueViolated(entity, ["code"]) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
    }
    #expect(try dump() == before)
  }

  @Test func `One delete that empties a reference in another row to be deleted is no conflict`()
    async throws
  {
    try database(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, parent INTEGER REFERENCES t(id) ON DELETE SET NULL);
      INSERT INTO t VALUES(1, NULL), (2, 1), (3, 2)
      """
    )
    let store = try await open()
    let entity = try #require(store.model.entity(named: "T"))
    let parent = try #require(entity.attributes.first { $0.columnName == "parent" }).name
    let rows: [(Int64, Value)] = [(1, .null), (2, .int(1)), (3, .int(2))]
    _ = try await store.save(
      rows.map { number, value in
        .delete(RecordID(entityName: "T", values: [.int(number)]), original: [parent: value])
      }
    )
    #expect(try dump()["t"]?.isEmpty != false)
  }

  @Test func `A trigger that leaves a row as it is is told of`() async throws {
    try database(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT);
      INSERT INTO t VALUES(1, 'a');
      CREATE TRIGGER keep BEFORE DELETE ON t BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER stay BEFORE UPDATE ON t BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER none BEFORE INSERT ON t BEGIN SELECT RAISE(IGNORE); END;
      """
    )
    let store = try await open()
    let id = RecordID(entityName: "T", values: [.int(1)])
    for change in [
      Change.delete(id, original: [:]), .delete(id, original: ["v": .string("a")]),
      .update(id, values: ["v": .string("b")], original: ["v": .string("a")]),
      .insert(entityName: "T", values: [:], references: [:], token: 1),
    ] {
      let error = await #expect(throws: StoreError.self) { try await store.save([change]) }
      guard case .refused(let sentence) = error,
        sentence.description.contains("ignored the change")
      else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(try dump()["t"] == ["1integer|'a'text"])
  }

  @Test func `A unique value that nobody gives up is refused, wherever it stands`() async throws {
    try database(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, code TEXT UNIQUE); INSERT INTO t VALUES(1, 'a'), (2, 'b'), (3, 'c')"
    )
    let store = try await open()
    let before = try dump()
    let last = RecordID(entityName: "T", values: [.int(3)])
    for code in ["a", "b"] {
      do throws(StoreError) {
        _ = try await store.save([
          .insert(entityName: "T", values: ["code": .string(code)], references: [:], token: 1),
          .delete(last, original: [:]),
        ])
        Issue.record("saved")
      } catch {
        guard case .uniqueViolated("T", ["code"]) = error else {
          Issue.record("\(error)")
          continue
        }
      }
      #expect(try dump() == before)
    }
  }

  @Test(arguments: [
    // A new row takes the number of the one that is gone, or another row moves there.
    Change.insert(entityName: "T", values: ["v": .string("new")], references: [:], token: 1),
    .update(RecordID(entityName: "T", key: 1), values: ["id": .int(2)], original: [:]),
  ])
  func `A row that took the number of one that is gone is not written in its place`(
    first: Change
  ) async throws {
    try database("CREATE TABLE t(id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES(1, 'a')")
    let store = try await open()
    let before = try dump()
    // Row 2 was read once, and somebody has deleted it since.
    let gone = RecordID(entityName: "T", key: 2)
    for change in [
      Change.update(gone, values: ["v": .string("b")], original: [:]), .delete(gone, original: [:]),
    ] {
      for store in [store, try await store.copiedToMemory()] {
        let error = await #expect(throws: StoreError.self) {
          try await store.save([first, change])
        }
        guard case .notFound(gone) = error else {
          Issue.record("\(change): \(String(describing: error))")
          continue
        }
      }
    }
    #expect(try dump() == before)
  }
}

extension EntityStore {
  /// Returns a memory store with a copy of all rows.
  fileprivate func copiedToMemory() async throws -> EntityStore {
    let rows = try await allRows()
    let memory = EntityStore.inMemory(model)
    _ = try await memory.save(
      rows.enumerated().map { token, row in
        .insert(entityName: row.key.entityName, values: row.value, references: [:], token: token)
      }
    )
    return memory
  }
}
