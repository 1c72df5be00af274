import EntityModel
import EntityStore
import MemoryStore
import Qualifiers
import SQLiteStore
import TestSupport
import Testing

/// Limits and distinct rows: all windows, counts and numberings are of what is left.
struct LimitTests {
  @Test(arguments: WindowTests.kinds, [1, 2])
  func `A limit leaves the first rows, of which windows are stretches`(schema: String, seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let store = try await EntityStore.open(
      .script(schema + ";" + WindowTests.rows(for: schema, count: 40, &random), title: "Test")
    )
    let entity = try #require(store.model.entities.first { $0.tableName == "t" })
    for limit in [0, 1, 17, 40, 99] {
      var fetch = FetchSpecification(
        entityName: entity.name,
        qualifier: Bool.random(using: &random) ? Qualifier.parse("b is not null").0 : nil,
        sortOrderings: WindowTests.randomOrder(&random)
      )
      let all = try await store.window(fetch, from: .start, count: 100).records
      fetch.fetchLimit = limit
      try await expect(store, fetch, Array(all.prefix(limit)))
      _ = try await store.numberRows(fetch)
      try await expect(store, fetch, Array(all.prefix(limit)))
      try await expectRefinement(store, fetch, &random)
    }
  }

  private func expect(
    _ store: EntityStore,
    _ fetch: FetchSpecification,
    _ rows: [Record]
  ) async throws {
    #expect(try await store.count(fetch) == rows.count)
    #expect(try await store.count(fetch, upTo: 5) == min(5, rows.count))
    let whole = try await store.window(fetch, from: .start, count: 100)
    #expect(whole.records == rows)
    #expect(!whole.hasMoreAfter && !whole.hasMoreBefore)
    let end = try await store.window(fetch, from: .end, count: 7)
    #expect(end.records == Array(rows.suffix(7)))
    #expect(end.hasMoreBefore == (rows.count > 7) && !end.hasMoreAfter)
    for (index, cursor) in whole.cursors.enumerated() where index % 5 == 0 {
      let behind = try await store.window(fetch, from: .after(cursor), count: 6)
      #expect(behind.records == Array(rows[(index + 1)...].prefix(6)))
      #expect(behind.hasMoreAfter == (index + 7 < rows.count))
      let before = try await store.window(fetch, from: .before(cursor), count: 6)
      #expect(before.records == Array(rows[..<index].suffix(6)))
    }
  }

  /// A further condition and order are for the rows that the limit has left.
  private func expectRefinement(
    _ store: EntityStore,
    _ fetch: FetchSpecification,
    _ random: inout SeededGenerator
  ) async throws {
    let condition = try #require(Qualifier.parse("a is not null").0)
    let rows = try await store.window(fetch, from: .start, count: 100).records
    let kept = rows.filter { $0.value(forKey: "a")?.isNull == false }
    let refined = fetch.refined(by: condition)
    try await expect(store, refined, kept)
    var turned = refined
    turned.refinement?.sortOrderings = WindowTests.randomOrder(&random)
    let found = try await store.window(turned, from: .start, count: 100).records
    #expect(Set(found.map(\.values)) == Set(kept.map(\.values)) && found.count == kept.count)
    try await expect(store, turned, found)
  }

  private static let shop = """
    CREATE TABLE sale(id INTEGER PRIMARY KEY, city TEXT, amount INT, note TEXT);
    INSERT INTO sale VALUES (1, 'Rome', 3, 'long text'), (2, 'Oslo', 5, 'x'), (3, 'Rome', 3, 'y'), (4, NULL, 1, 'z'),
      (5, 'Oslo', 9, 'x'), (6, NULL, 2, 'long text');
    CREATE VIEW place AS SELECT city FROM sale;
    """

  @Test func `Distinct values are there once, counted, paged and cut by SQL`() async throws {
    let store = try await EntityStore.open(.script(Self.shop, title: "Shop"))
    var fetch = FetchSpecification(
      entityName: "Sale",
      sortOrderings: [SortOrdering(key: "-city")],
      paths: [PropertyPath("city")],
      maximumLength: 2
    )
    fetch.fetchesDistinctValues = true
    let window = try await store.window(fetch, from: .start, count: 2)
    #expect(window.records.map(\.values) == [[.string("Ro")], [.string("Os")]])
    #expect(window.records.allSatisfy { $0.id == nil && $0.isTruncated(["city"]) })
    #expect(window.hasMoreAfter)
    let rest = try await store.window(fetch, from: .after(window.cursors[1]), count: 2)
    #expect(rest.records.map(\.values) == [[.null]] && !rest.hasMoreAfter)
    #expect(try await store.count(fetch) == 3)
    #expect(try await store.numberRows(fetch).count == 3)
    fetch.fetchLimit = 2
    #expect(try await store.count(fetch) == 2)
    let end = try await store.window(fetch, from: .end, count: 9)
    #expect(end.records.count == 2 && !end.hasMoreBefore)
    fetch.paths = [PropertyPath("city"), PropertyPath("amount")]
    fetch.fetchLimit = nil
    #expect(try await store.count(fetch) == 5)
  }

  @Test func `However many distinct values there are, one statement reads them`() async throws {
    let many =
      "WITH RECURSIVE n(i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 20009) "
      + "INSERT INTO sale(id, city) SELECT i, 'c' || (i % 10000) FROM n;"
    let store = try await EntityStore.open(.script(Self.shop + many, title: "Shop"))
    var fetch = FetchSpecification(
      entityName: "Sale",
      sortOrderings: [SortOrdering(key: "-city")],
      paths: [PropertyPath("city")]
    )
    await #expect(throws: StoreError.self) { try await store.distinctValues(fetch, count: 9) }
    fetch.fetchesDistinctValues = true
    let before = store.statementCount
    let all = try await store.distinctValues(fetch, count: .max)
    #expect(store.statementCount == before + 1)
    #expect(all.count == 10_003 && !all.hasMore)
    let expected = try await store.window(fetch, from: .start, count: 20_000).records
    let values = all.batches.flatMap { $0.map(\.values) }
    #expect(values == expected.map(\.values))
    let some = try await store.distinctValues(fetch, from: 9_000, count: 17)
    #expect(some.batches.flatMap { $0.map(\.values) } == Array(values[9_000..<9_017]))
    fetch.fetchLimit = 12
    #expect(try await store.distinctValues(fetch, from: 10, count: 17).count == 2)
    #expect(try await store.distinctValues(fetch, from: 12, count: 17).count == 0)
    let memory = EntityStore.inMemory(store.model)
    await #expect(throws: StoreError.self) { try await memory.distinctValues(fetch, count: 9) }
  }

  @Test func `Equal rows of a view are one where that is asked for, objects never`() async throws {
    let store = try await EntityStore.open(.script(Self.shop, title: "Shop"))
    var places = FetchSpecification(entityName: "Place")
    #expect(try await store.count(places) == 6)
    places.isDistinct = true
    #expect(try await store.count(places) == 3)
    #expect(try await store.window(places, from: .start, count: 9).records.count == 3)
    var sales = FetchSpecification(entityName: "Sale", paths: [PropertyPath("city")])
    sales.isDistinct = true
    #expect(try await store.count(sales) == 6)
    #expect(
      try await store.window(sales, from: .start, count: 9).records.allSatisfy { $0.id != nil }
    )
  }

  @Test func `A limit counts what the person may see`() async throws {
    let store = try await EntityStore.open(.script(Self.shop, title: "Shop"))
    store.guardAccess(by: RomeOnly())
    var fetch = FetchSpecification(
      entityName: "Sale",
      sortOrderings: [SortOrdering(key: "-amount")]
    )
    fetch.fetchLimit = 2
    let found = try await store.window(fetch, from: .start, count: 9).records
    #expect(found.map { $0.value(forKey: "id") } == [.int(1), .int(3)])
    #expect(try await store.count(fetch) == 2)
    let hidden = try #require(Qualifier.parse("note = 'x'").0)
    for refused in [
      fetch.refined(by: hidden),
      FetchSpecification(entityName: "Sale", sortOrderings: [SortOrdering(key: "note natural")]),
    ] {
      await #expect(throws: StoreError.self) { try await store.count(refused) }
    }
  }
}

private struct RomeOnly: AccessGuard {
  func rights(of entityNames: Set<String>) async -> AccessRights {
    let restriction = Qualifier.parse("city = 'Rome'").0
    return AccessRights(
      entities: [
        "Sale": EntityRights(restriction: restriction, hiddenProperties: ["note": "a rule says so"])
      ]
    )
  }
  func refusal(of change: Change) async -> String? { nil }
}

extension FetchSpecification {
  /// The fetch with a further condition for its rows.
  fileprivate func refined(by condition: Qualifier) -> Self {
    var copy = self
    var refinement = refinement ?? Refinement()
    refinement.qualifier = .all([refinement.qualifier, condition].compactMap(\.self))
    copy.refinement = refinement
    return copy
  }
}
