import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import TestSupport
import Testing

struct RowSampleTests {
  private func store(_ ids: String, count: Int = 20_000) async throws -> EntityStore {
    let script = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, kind INTEGER);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO t SELECT \(ids), i % 4 FROM n;
      CREATE TABLE u(name TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE VIEW v AS SELECT * FROM t;
      """
    return try await .open(.script(script, title: "Samples"))
  }

  @Test(arguments: ["i", "i * 7 - 50000", "i * 3 + i % 2"])
  func `A sample is spread over the rows, and its share tells how many there are`(
    ids: String
  ) async throws {
    let store = try await store(ids)
    let entity = try #require(store.model.entities.first { $0.tableName == "t" })
    let sample = try #require(try await store.sample(ofEntityNamed: entity.name, count: 1_280))
    #expect(sample.stretches.count == 64)
    var fetch = FetchSpecification(entityName: entity.name)
    fetch.sample = sample
    #expect(try await store.count(fetch) == 1_280)
    let estimate = 1_280 / sample.share
    #expect(abs(estimate - 20_000) < 400, "\(estimate)")
    let kind = Qualifiers.Expression(.path(PropertyPath("kind")))
    let groups = try await store.groups(Grouping(by: [kind], [.init(.count)]), of: fetch)
    #expect(groups.map(\.aggregates) == Array(repeating: [.int(320)], count: 4))
    fetch.qualifier = Qualifier.parse("kind = 1").qualifier
    #expect(try await store.count(fetch) == 320)
  }

  @Test func `Rows that cannot be spread have no sample`() async throws {
    for ids in ["i + i / 15000 * 1000000", "(i % 2) * 4000000000000000000 + i"] {
      let store = try await store(ids)
      let entity = try #require(store.model.entities.first { $0.tableName == "t" })
      #expect(try await store.sample(ofEntityNamed: entity.name, count: 1_280) == nil)
    }
    let small = try await store("i", count: 2_000)
    for table in ["t", "u", "v"] {
      let entity = try #require(small.model.entities.first { $0.tableName == table })
      #expect(try await small.sample(ofEntityNamed: entity.name, count: 1_280) == nil)
    }
  }
}
