import EntityModel
import EntityStore
@testable import Insight
import Qualifiers
import SQLite
import SQLiteStore
import TestSupport
import Testing

/// Groups as a sample of a table shows them, beside all of its rows.
struct EstimatedGroupsTests {
  private let folder = TemporaryFolder()

  /// A store with 200 000 rows in `big` and few in `small`.
  private func store() async throws -> EntityStore {
    let path = folder.path + "/big.db"
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE big (id INTEGER PRIMARY KEY, state TEXT, minutes INTEGER, price REAL);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
      INSERT INTO big SELECT i, CASE i % 4 WHEN 0 THEN 'open' WHEN 1 THEN NULL ELSE 'closed' END, i % 60, 0.5
      FROM n;
      CREATE TABLE small AS SELECT * FROM big WHERE id <= 500;
      """
    )
    return try await EntityStore.open(.file(path))
  }

  private func grouping(_ aggregates: [Grouping.Aggregate]) -> Grouping {
    Grouping(by: [Expression(.path(PropertyPath("state")))], aggregates)
  }

  @Test func `Counts and sums of a sample are about those of all rows`() async throws {
    let store = try await store()
    let minutes = Expression(.path(PropertyPath("minutes")))
    let grouping = grouping(
      [
        .init(.count), .init(.sum, of: minutes), .init(.avg, of: minutes),
        .init(.distinct, of: minutes),
      ]
    )
    let fetch = FetchSpecification(entityName: "Big")
    let exact: [Group] = try await store.groups(grouping, of: fetch)
    let estimated = try #require(try await store.estimatedGroups(grouping, of: fetch))
    #expect(estimated.map(\.keys) == exact.map(\.keys))
    for (estimate, group) in zip(estimated, exact) {
      for place in 0..<3 {
        let (about, value) = (estimate.aggregates[place].double, group.aggregates[place].double)
        #expect(abs((about ?? 0) / (value ?? 1) - 1) < 0.15, "\(estimate) \(group)")
      }
      #expect(estimate.aggregates[3].isNull)
      #expect(estimate.aggregates.count == 4)
    }
  }

  @Test func `A limit is that of the groups, in their order`() async throws {
    let store = try await store()
    var grouping = grouping([.init(.count)])
    grouping.orderings = [.init(.aggregate(0), descending: true)]
    grouping.limit = 1
    let fetch = FetchSpecification(entityName: "Big")
    let estimated = try await store.estimatedGroups(grouping, of: fetch)
    #expect(estimated?.map(\.keys) == [[.string("closed")]])
  }

  @Test(arguments: [
    ("Small", nil), ("Big", "id <= 50"), ("Big", "price > 1"), ("Big", "id % 2000 = 1"),
  ])
  func `Nothing is estimated of few rows`(entity: String, condition: String?) async throws {
    let store = try await store()
    let qualifier = try condition.map { try #require(Qualifier.parse($0).qualifier) }
    let fetch = FetchSpecification(entityName: entity, qualifier: qualifier)
    #expect(try await store.estimatedGroups(grouping([.init(.count)]), of: fetch) == nil)
  }

  @Test func `Rows that a limit chooses are not estimated`() async throws {
    let store = try await store()
    var fetch = FetchSpecification(entityName: "Big")
    fetch.fetchLimit = 1_000
    #expect(try await store.estimatedGroups(grouping([.init(.count)]), of: fetch) == nil)
  }
}
