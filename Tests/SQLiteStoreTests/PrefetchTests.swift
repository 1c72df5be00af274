import EntityModel
import MemoryStore
import Qualifiers
import SQL
import Testing

import EntityStore
@testable import SQLiteStore

/// Tests prefetching: each relationship of a window is read for all rows with one statement.
struct PrefetchTests {
  private static let shop = """
    CREATE TABLE city(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE store(a INT, b TEXT COLLATE NOCASE, city_id INT REFERENCES city, PRIMARY KEY(a, b)) WITHOUT ROWID;
    CREATE TABLE customer(id TEXT PRIMARY KEY, name TEXT, store_a INT, store_b TEXT, boss TEXT REFERENCES customer,
      photo BLOB, FOREIGN KEY(store_a, store_b) REFERENCES store(a, b));
    CREATE TABLE tag(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE customer_tag(customer_id TEXT REFERENCES customer, tag_id INT REFERENCES tag,
      PRIMARY KEY(customer_id, tag_id));
    CREATE TABLE visit(id INTEGER PRIMARY KEY, customer_id TEXT REFERENCES customer, day TEXT);
    CREATE INDEX visit_customer ON visit(customer_id);
    CREATE VIEW place AS SELECT name FROM city;
    INSERT INTO city VALUES (1, 'Rome'), (2, 'Oslo');
    INSERT INTO store VALUES (1, 'x', 1), (1, 'y', 2), (2, 'x', NULL);
    INSERT INTO customer VALUES ('a', 'Ann', 1, 'x', NULL, x'0102030405'), ('b', 'Bob', 1, 'X', 'a', NULL),
      ('c', 'Cy', 2, 'x', 'a', NULL), ('d', 'Di', NULL, NULL, 'gone', NULL);
    INSERT INTO tag VALUES (1, 'new'), (2, 'old'), (3, 'rich');
    INSERT INTO customer_tag VALUES ('a', 2), ('a', 1), ('b', 2), ('c', 9);
    INSERT INTO visit VALUES (1, 'a', 'mo'), (2, 'b', 'tu'), (3, 'a', 'we'), (4, NULL, 'th');
    """

  private func store(_ more: String = "") async throws -> EntityStore {
    let script = "PRAGMA foreign_keys=OFF;" + Self.shop + more + "PRAGMA foreign_keys=ON;"
    return try await EntityStore.open(.script(script, title: "Shop"))
  }

  /// The statements of one window.
  private func statements(
    _ store: EntityStore,
    _ body: () async throws -> Void
  ) async throws -> [String] {
    let before = store.statementCount
    try await body()
    let count = store.statementCount - before
    return store.statementLog.suffix(count).map(\.sql).filter { !$0.hasPrefix("EXPLAIN") }
  }

  @Test func `Each relationship is fetched with one statement for the whole window`() async throws {
    let store = try await store()
    let customer = try #require(store.model.entity(named: "Customer"))
    let names = customer.relationships.map(\.name)
    let (shop, boss) = (
      "store", customer.relationships.first { !$0.isToMany && $0.destination == customer }?.name
    )
    let bossName = try #require(boss)
    var fetch = FetchSpecification(
      entityName: "Customer",
      paths: [PropertyPath("name")],
      maximumLength: 3
    )
    fetch.prefetchingKeyPaths = [
      PropertyPath("\(shop).city"), PropertyPath(bossName), PropertyPath("\(bossName).\(shop)"),
      PropertyPath("visits"), PropertyPath("tags"), PropertyPath("name"),
    ]
    #expect(names.contains("tags") && names.contains("visits"), "\(names)")
    var window: Window?
    let sql = try await statements(store) {
      window = try await store.window(fetch, from: .start, count: 9)
    }
    // The window, store, its city, boss, the boss's store, visits, tags.
    #expect(sql.count == 7, "\(sql)")
    let records = try #require(window?.records)
    func values(_ path: String) -> [Value?] {
      records.map { $0.value(forPath: PropertyPath(path).components[...]) }
    }
    #expect(values("\(shop).city.name") == [.string("Rom"), .string("Rom"), .null, .null])
    #expect(values("\(bossName).name") == [.null, .string("Ann"), .string("Ann"), .null])
    #expect(values("\(bossName).\(shop).b") == [.null, .string("x"), .string("x"), .null])
    #expect(
      values("visits.day") == [
        .list([.string("mo"), .string("we")]), .list([.string("tu")]), .list([]), .list([]),
      ]
    )
    #expect(
      values("tags.name") == [
        .list([.string("new"), .string("old")]), .list([.string("old")]), .list([]), .list([]),
      ]
    )
    #expect(values("visits.@count") == [.int(2), .int(1), .int(0), .int(0)])
    // One object is one record, and long values are cut as in the rows.
    guard case .one(let first?)? = records[1].related[bossName],
      case .one(let second?)? = records[2].related[bossName]
    else { return #expect(Bool(false), "the boss is not there") }
    #expect(first === second)
    #expect(first.isTruncated(["photo"]) && first.value(forKey: "photo") == .data([1, 2, 3]))
  }

  @Test func `An object that is joined twice is one object, whatever the adaptor`() async throws {
    let script = """
      CREATE TABLE film(id INTEGER PRIMARY KEY);
      CREATE TABLE actor(a INT, b TEXT, PRIMARY KEY(a, b)) WITHOUT ROWID;
      CREATE TABLE genre(id INTEGER PRIMARY KEY);
      CREATE TABLE film_actor(film_id INT REFERENCES film, a INT, b TEXT, FOREIGN KEY(a, b) REFERENCES actor);
      CREATE TABLE film_genre(film_id INT REFERENCES film, genre_id INT REFERENCES genre);
      INSERT INTO film VALUES (1), (2), (3);
      INSERT INTO actor VALUES (1, 'x'), (1, 'y');
      INSERT INTO genre VALUES (1), (2);
      INSERT INTO film_actor VALUES (1, 1, 'x'), (1, 1, 'y'), (1, 1, 'x'), (3, 1, 'x');
      INSERT INTO film_genre VALUES (1, 1), (1, 1), (1, 2), (3, 2), (3, 2);
      """
    let indexes = "CREATE INDEX fa ON film_actor(film_id); CREATE INDEX fg ON film_genre(film_id);"
    let scanning = try await EntityStore.open(.script(script, title: "Films"))
    let searching = try await EntityStore.open(.script(script + indexes, title: "Films"))
    let names = ["Film", "Actor", "Genre", "FilmActor", "FilmGenre"]
    let memory = try await Self.memory(with: names, of: scanning) { _, values in values }
    var fetch = FetchSpecification(entityName: "Film", paths: [PropertyPath("id")])
    fetch.prefetchingKeyPaths = [PropertyPath("actors"), PropertyPath("genres")]
    for store in [scanning, searching, memory] {
      let films = try await store.window(fetch, from: .start, count: 9).records
      #expect(
        films.map { $0.value(forPath: ["actors", "b"]) } == [
          .list([.string("x"), .string("y")]), .list([]), .list([.string("x")]),
        ]
      )
      #expect(
        films.map { $0.value(forPath: ["genres", "@count"]) } == [.int(2), .int(0), .int(1)]
      )
      let ids = films.compactMap(\.id)
      for name in ["actors", "genres"] {
        let counts = try await store.counts(of: name, from: ids)
        #expect(ids.map { counts[$0] } == [2, 0, 1], "\(name)")
        let few = try await store.counts(of: name, from: ids, upTo: 1)
        #expect(ids.map { few[$0] } == [1, 0, 1], "\(name)")
        var two = FetchSpecification(entityName: "Film", paths: [PropertyPath("id")])
        two.qualifier = Qualifier.parse("\(name).@count = 2").0
        #expect(try await store.count(two) == 1, "\(name)")
      }
    }
  }

  /// A database in memory with the rows of another.
  private static func memory(
    with entityNames: [String],
    of store: EntityStore,
    _ change: (String, [String: Value]) -> [String: Value]?
  ) async throws -> EntityStore {
    let memory = EntityStore.inMemory(store.model)
    var changes: [Change] = []
    for name in entityNames {
      let all = FetchSpecification(entityName: name)
      for record in try await store.window(all, from: .start, count: 99).records {
        let values = Dictionary(
          zip(record.layout.paths.map(\.first), record.values)
        ) { first, _ in first }
        guard let values = change(name, values) else { continue }
        changes.append(
          .insert(entityName: name, values: values, references: [:], token: changes.count)
        )
      }
    }
    _ = try await memory.save(changes)
    return memory
  }

  @Test func `Another adaptor fetches the same along`() async throws {
    let store = try await store()
    var fetch = FetchSpecification(entityName: "Customer", paths: [PropertyPath("name")])
    fetch.prefetchingKeyPaths = [PropertyPath("visits"), PropertyPath("tags")]
    let names = ["City", "Store", "Tag", "Customer", "Visit", "CustomerTag"]
    let memory = try await Self.memory(with: names, of: store) { _, values in
      guard values["tagId"] != .int(9) else { return nil }
      var values = values
      if values["bossId"] == .string("gone") { values["bossId"] = .null }
      if values["boss"] == .string("gone") { values["boss"] = .null }
      if values["storeB"] == .string("X") { values["storeB"] = .string("x") }
      return values
    }
    let expected = try await store.window(fetch, from: .start, count: 9).records
    let found = try await memory.window(fetch, from: .start, count: 9).records
    func spelled(_ records: [Record]) -> [String] {
      records.map { record in
        ["visits.day", "tags.name"].map {
          "\(String(describing: record.value(forPath: PropertyPath($0).components[...])))"
        }.joined()
      }
    }
    #expect(spelled(found) == spelled(expected))
    let ids = expected.compactMap(\.id)
    for name in ["visits", "tags"] {
      #expect(try await memory.counts(of: name, from: ids) == store.counts(of: name, from: ids))
    }
  }

  @Test func `More rows than a statement has parameters for are fetched in parts`() async throws {
    let store = try await store(
      "WITH RECURSIVE n(i) AS (VALUES (5) UNION ALL SELECT i + 1 FROM n WHERE i < 70000) "
        + "INSERT INTO visit SELECT i, char(97 + i % 4), 'fr' FROM n;"
    )
    var fetch = FetchSpecification(entityName: "Visit", paths: [PropertyPath("id")])
    fetch.prefetchingKeyPaths = [PropertyPath("customer")]
    var window: Window?
    let sql = try await statements(store) {
      window = try await store.window(fetch, from: .start, count: 100_000)
    }
    #expect(sql.count { $0.contains(" IN (?") } <= 3)
    let records = try #require(window?.records)
    #expect(records.count == 70_000)
    let wrong = records.first { record in
      guard case .int(let id)? = record.value(forKey: "id"), id > 4 else { return false }
      let name = ["Ann", "Bob", "Cy", "Di"][Int(id % 4)]
      return record.value(forPath: ["customer", "name"]) != .string(name)
    }
    #expect(wrong == nil)
  }

  @Test func `More than can be held is refused with a sentence, not taken in part`() async throws {
    let store = try await store(
      "DELETE FROM visit; WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < "
        + "\(RelatedRowsSQL.maximumCount)) INSERT INTO visit SELECT i, iif(i < 3, 'b', 'a'), 'fr' FROM n;"
    )
    var fetch = FetchSpecification(entityName: "Customer", paths: [PropertyPath("name")])
    fetch.prefetchingKeyPaths = [PropertyPath("visits")]
    let error = await #expect(throws: StoreError.self) {
      try await store.window(fetch, from: .start, count: 9)
    }
    #expect("\(String(describing: error))".contains("too many related rows to prefetch"))
    // Each other window is there, and this one without them.
    fetch.qualifier = Qualifier.parse("name = 'Bob'").0
    let bob = try await store.window(fetch, from: .start, count: 9).records
    #expect(bob.map { $0.value(forPath: ["visits", "@count"]) } == [.int(3)])
    (fetch.qualifier, fetch.prefetchingKeyPaths) = (nil, [])
    #expect(try await store.window(fetch, from: .start, count: 9).records.count == 4)
  }

  @Test func `What may not be seen is not fetched along`() async throws {
    let store = try await store()
    store.guardAccess(by: HalfBlind())
    var fetch = FetchSpecification(entityName: "Customer", paths: [PropertyPath("name")])
    fetch.prefetchingKeyPaths = [
      PropertyPath("visits"), PropertyPath("store.city"), PropertyPath("tags"),
    ]
    let ann = try #require(try await store.window(fetch, from: .start, count: 1).records.first)
    #expect(ann.value(forPath: ["visits", "@count"]) == .int(1))
    #expect(ann.value(forPath: ["visits", "day"]) == nil)
    #expect(ann.related["store"] == nil && ann.value(forPath: ["store", "city"]) == nil)
    #expect(ann.value(forPath: ["tags", "name"]) == .list([.string("old")]))
    let ids = [try #require(ann.id), RecordID(entityName: "Customer", values: [.string("b")])]
    #expect(try await store.counts(of: "visits", from: ids) == [ids[0]: 1, ids[1]: 0])
    await #expect(throws: StoreError.self) { try await store.counts(of: "store", from: ids) }
  }

  @Test func `Objects of many rows are counted with one statement, by an index up to a limit`()
    async throws
  {
    let store = try await store()
    let ids = ["a", "b", "c", "d", "z"].map {
      RecordID(entityName: "Customer", values: [.string($0)])
    }
    var counts: [RecordID: Int] = [:]
    let sql = try await statements(store) {
      counts = try await store.counts(of: "visits", from: ids, upTo: 1)
    }
    #expect(sql.count == 1 && !sql[0].contains("GROUP BY"), "\(sql)")
    #expect(ids.map { counts[$0] } == [1, 1, 0, 0, 0])
    let tags = try await store.counts(of: "tags", from: ids)
    #expect(ids.map { tags[$0] } == [2, 1, 0, 0, 0])
    // Nothing finds those who have a boss but looking at all.
    let customer = try #require(store.model.entity(named: "Customer"))
    let staff = try #require(
      customer.relationships.first { $0.isToMany && $0.destination == customer }
    )
    let scanned = try await statements(store) {
      counts = try await store.counts(of: staff.name, from: ids)
    }
    #expect(scanned.count == 1 && scanned[0].contains("GROUP BY"))
    #expect(ids.map { counts[$0] } == [2, 0, 0, 0, 0])
  }

  @Test func `What is counted before the counting is stopped is told`() throws {
    let many = """
      WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
      INSERT INTO visit SELECT i, 'b', 'x' FROM n;
      """
    let script = "PRAGMA foreign_keys=OFF;" + Self.shop + many
    let adaptor = try SQLiteAdaptor(
      opening: .script(script, title: "Shop"),
      OpeningOptions()
    )
    let ids = ["a", "b"].map { RecordID(entityName: "Customer", values: [.string($0)]) }
    var counted: [RecordID: Int] = [:]
    #expect(throws: StoreError.self) {
      try adaptor.counts(
        of: "visits",
        from: ids,
        upTo: .max,
        restrictions: [:],
        progress: { id, count in
          counted[id] = count
          adaptor.interrupt()
        }
      )
    }
    #expect(counted == [ids[0]: 2])
  }

  @Test func `What leads nowhere, and rows that nothing identifies, are refused with a sentence`()
    async throws
  {
    let store = try await store()
    for path in ["stores", "store.cities", "name.x"] {
      var fetch = FetchSpecification(entityName: "Customer")
      fetch.prefetchingKeyPaths = [PropertyPath(path)]
      await #expect(throws: StoreError.self) {
        try await store.window(fetch, from: .start, count: 1)
      }
    }
    var places = FetchSpecification(entityName: "Place")
    #expect(try await store.window(places, from: .start, count: 9).records.count == 2)
    places.prefetchingKeyPaths = [PropertyPath("name")]
    #expect(try await store.window(places, from: .start, count: 9).records.count == 2)
  }
}

private struct HalfBlind: AccessGuard {
  func rights(of entityNames: Set<String>) async -> AccessRights {
    AccessRights(entities: [
      "Visit": EntityRights(
        restriction: Qualifier.parse("day = 'mo'").0,
        hiddenProperties: ["day": "a rule says so"]
      ),
      "City": EntityRights(refusal: "a rule says so"),
      "Store": EntityRights(refusal: "a rule says so"),
      "Tag": EntityRights(restriction: Qualifier.parse("name = 'old'").0),
    ])
  }
  func refusal(of change: Change) async -> String? { nil }
}
