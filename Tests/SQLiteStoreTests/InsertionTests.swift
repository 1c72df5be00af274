import AdaptorSuite
import EntityModel
import EntityStore
import MemoryStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing

/// Rows inserted batch by batch: all of them or none, as if they were saved one by one.
struct InsertionTests {
  private static let script = """
    CREATE TABLE kind(code TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT UNIQUE, kind TEXT REFERENCES kind(code), size INTEGER DEFAULT 5);
    INSERT INTO kind VALUES('a'), ('b');
    """

  private func store() async throws -> EntityStore {
    try await EntityStore.open(.script(Self.script, title: "test"))
  }

  private func count(_ store: EntityStore, _ entity: String = "Item") async throws -> Int {
    try await store.count(FetchSpecification(entityName: entity))
  }

  private static func row(_ name: String, _ kind: String?) -> [Value?] {
    [.string(name), kind.map { .string($0) } ?? .null]
  }

  @Test func `Batches are there when the last is finished, and seen by fetches before`()
    async throws
  {
    let store = try await store()
    let item = try #require(store.model.entity(named: "Item"))
    let kind = try #require(item.attributes.first { $0.columnName == "kind" }).name
    let insertion = try await store.beginInserting(item, attributes: ["name", kind])
    for batch in 0..<3 {
      try await insertion.insert((0..<100).map { Self.row("\(batch) \($0)", "a") })
      #expect(try await count(store) == (batch + 1) * 100)
    }
    await #expect(throws: StoreError.self) {
      try await store.save([.insert(entityName: "Item", values: [:], references: [:], token: 1)])
    }
    try await insertion.finish()
    #expect(try await count(store) == 300)
    // The store writes again.
    _ = try await store.save([.insert(entityName: "Item", values: [:], references: [:], token: 1)])
    #expect(try await count(store) == 301)
  }

  @Test func `A row that cannot be inserted is named, and abandoning takes all back`() async throws
  {
    let store = try await store()
    let item = try #require(store.model.entity(named: "Item"))
    let kind = try #require(item.attributes.first { $0.columnName == "kind" }).name
    let faulty: [(rows: [[Value?]], row: Int)] = [
      ([Self.row("x", "a"), Self.row("y", "zzz"), Self.row("z", "a")], 1),
      ([Self.row("x", "a"), Self.row("y", nil), Self.row("x", "a")], 2),
      ([[.string("q"), .list([.int(1), .int(2)])]], 0),
    ]
    for (rows, row) in faulty {
      let insertion = try await store.beginInserting(item, attributes: ["name", kind])
      try await insertion.insert([Self.row("first", "b")])
      let fault = await #expect(throws: InsertionFault.self) { try await insertion.insert(rows) }
      #expect(fault?.row == row)
      await insertion.abandon()
      #expect(try await count(store) == 0)
    }
  }

  @Test func `What is left out gets the default of the database, whatever the others have`()
    async throws
  {
    let store = try await store()
    let item = try #require(store.model.entity(named: "Item"))
    let insertion = try await store.beginInserting(
      item,
      attributes: ["id", "name", "size"],
      tellsIdentities: true
    )
    let ids = try await insertion.insert([
      [nil, .string("a"), nil], [.int(50), nil, .int(1)], [nil, .null, .null], [nil, nil, nil],
    ])
    #expect(ids.map(\.values) == [[.int(1)], [.int(50)], [.int(51)], [.int(52)]])
    try await insertion.finish()
    let rows = try await store.window(
      FetchSpecification(entityName: "Item", paths: ["name", "size"].map { PropertyPath($0) }),
      from: .start,
      count: 9
    ).records.map(\.values)
    #expect(
      rows == [
        [.string("a"), .int(5)], [.null, .int(1)], [.null, .null], [.null, .int(5)],
      ]
    )
  }

  @Test func `A key without a rowid, a view that takes no rows and an unknown attribute`()
    async throws
  {
    let store = try await store()
    let kind = try #require(store.model.entity(named: "Kind"))
    let insertion = try await store.beginInserting(
      kind,
      attributes: ["code"],
      tellsIdentities: true
    )
    #expect(try await insertion.insert([[.string("c")]]).map(\.values) == [[.string("c")]])
    try await insertion.finish()
    #expect(try await count(store, "Kind") == 3)
    await #expect(throws: StoreError.self) {
      try await store.beginInserting(kind, attributes: ["cod"])
    }
  }

  // MARK: In a file and in memory

  /// The rows of the script in a file and in memory.
  private func stores(_ more: String = "") async throws -> [EntityStore] {
    let file = try await EntityStore.open(.script(Self.script + more, title: "test"))
    let memory = EntityStore.inMemory(file.model)
    let kinds = ["a", "b"].enumerated().map { token, code in
      Change.insert(
        entityName: "Kind",
        values: ["code": .string(code)],
        references: [:],
        token: token
      )
    }
    _ = try await memory.save(kinds)
    return [file, memory]
  }

  @Test func `A store in memory takes and refuses rows as a file does`() async throws {
    for store in try await stores() {
      let item = try #require(store.model.entity(named: "Item"))
      await #expect(throws: StoreError.self) {
        try await store.beginInserting(item, attributes: ["name", "nam"])
      }
      let insertion = try await store.beginInserting(item, attributes: ["id", "name"])
      try await insertion.insert([[.int(.max), .string("last")], [nil, .string("other")]])
      let fault = await #expect(throws: InsertionFault.self) {
        try await insertion.insert([[.int(1), .string("x")], [.int(2), .string("last")]])
      }
      #expect(fault?.row == 1)
      #expect(try await count(store) == 3)
      await insertion.abandon()
      #expect(try await count(store) == 0)
    }
  }

  @Test func `K3: all rows outside what exists for the person are named in the end`() async throws {
    for store in try await stores() {
      store.guardAccess(by: Restriction(conditions: ["Item": "size < 10", "Kind": "code = 'a'"]))
      let item = try #require(store.model.entity(named: "Item"))
      let kind = try #require(item.attributes.first { $0.columnName == "kind" }).name
      let rows: [([Value?], Bool)] = [
        ([.int(1), .string("a")], true), ([.int(2), .null], true),
        ([.int(20), .string("a")], false), ([.int(3), .string("b")], false),
      ]
      for (row, exists) in rows {
        let insertion = try await store.beginInserting(item, attributes: ["size", kind])
        try await insertion.insert([[.int(4), .string("a")]])
        try await insertion.insert([[.int(5), .null], row, [.int(6), .null], row])
        guard !exists else {
          try await insertion.finish()
          continue
        }
        let fault = await #expect(throws: InsertionFault.self) { try await insertion.finish() }
        #expect(fault?.row == 2 && fault?.others.map(\.row) == [4])
      }
      #expect(try await count(store) == 10)
    }
  }

  @Test func `K3: rows behind one that cannot be inserted are inserted, and rows are updated`()
    async throws
  {
    for store in try await stores() {
      store.guardAccess(by: Restriction(conditions: ["Item": "size < 10"]))
      let item = try #require(store.model.entity(named: "Item"))
      let insertion = try await store.beginInserting(
        item,
        attributes: ["id", "size"],
        tellsIdentities: true
      )
      let rows: [[Value?]] = [1, 2, 1, 3].map { [.int($0), .int(4)] }
      let fault = await #expect(throws: InsertionFault.self) { try await insertion.insert(rows) }
      #expect(fault?.row == 2 && fault?.isFinal == false)
      #expect(fault?.inserted.map(\.values) == [[.int(1)], [.int(2)]])
      try await insertion.insert(Array(rows[3...]))
      let ids = [1, 2].map { RecordID(entityName: "Item", values: [.int($0)]) }
      func update(_ id: RecordID, _ values: [String: Value]) async throws(InsertionFault) {
        try await insertion.update(.update(id, values: values, original: ["size": .int(4)]))
      }
      try await update(ids[0], ["size": .int(5)])
      // Nothing is left of a refused row.
      for values in [["size": Value.int(20)], ["id": .int(3)]] {
        let fault = await #expect(throws: InsertionFault.self) { try await update(ids[1], values) }
        #expect(fault?.row == 0 && fault?.isFinal == false)
      }
      try await insertion.finish()
      let found = try await store.records(ids, paths: nil)
      #expect(ids.map { found[$0]?.value(forKey: "size") } == [.int(5), .int(4)])
      #expect(try await count(store) == 3)
    }
  }

  @Test func `What later rows may change is looked at in the end`() async throws {
    for store in try await stores() {
      let item = try #require(store.model.entity(named: "Item"))
      let kind = try #require(item.attributes.first { $0.columnName == "kind" }).name
      let toOne = try #require(item.relationships.first { !$0.isToMany })
      let toMany = try #require(toOne.destination?.relationships.first { $0.isToMany })
      let condition = "\(toOne.name).\(toMany.name).@count = 4"
      store.guardAccess(by: Restriction(conditions: ["Item": condition]))
      for batches in [1, 2] {
        let insertion = try await store.beginInserting(item, attributes: ["name", kind])
        for batch in 0..<batches {
          try await insertion.insert([Self.row("a\(batch)", "a"), Self.row("b\(batch)", "a")])
        }
        guard batches == 1 else {
          try await insertion.finish()
          continue
        }
        let fault = await #expect(throws: InsertionFault.self) { try await insertion.finish() }
        #expect(fault?.row == 0)
      }
      #expect(try await count(store) == 4)
    }
  }

  @Test func `What triggers make of rows is looked at in the end`() async throws {
    let trigger = """
      CREATE TRIGGER shrink AFTER INSERT ON item BEGIN UPDATE item SET size = 0 WHERE id < new.id; END;
      """
    let store = try await stores(trigger)[0]
    store.guardAccess(by: Restriction(conditions: ["Item": "size < 10"]))
    let item = try #require(store.model.entity(named: "Item"))
    let insertion = try await store.beginInserting(item, attributes: ["size"])
    try await insertion.insert([[.int(20)]])
    try await insertion.insert([[.int(1)]])
    try await insertion.finish()
    #expect(try await count(store) == 2)
  }
}
