import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import Testing

struct EstimateTests {
  private static let rows = """
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO t SELECT i, i % 7, 'x' FROM n;
    """
  private static let table = "CREATE TABLE t(id INTEGER PRIMARY KEY, a INT, b TEXT);"

  private func estimate(_ script: String, _ qualifier: String? = nil) async throws -> Int? {
    let store = try await EntityStore.open(.script(script, title: "Test"))
    let name = try #require(store.model.entities.first?.name)
    let fetch = FetchSpecification(
      entityName: name,
      qualifier: qualifier.flatMap { Qualifier.parse($0).0 }
    )
    return try await store.estimatedCount(fetch)
  }

  @Test func `The numbers of rows tell about how many there are`() async throws {
    #expect(try await estimate(Self.table + Self.rows) == 3000)
    #expect(
      try await estimate(Self.table + Self.rows + "DELETE FROM t WHERE id BETWEEN 1 AND 9") == 2991
    )
    #expect(try await estimate(Self.table) == 0)
  }

  @Test func `Numbers far apart tell nothing, what was analyzed does`() async throws {
    let far = "INSERT INTO t VALUES (9000000000000, 1, 'y'), (-9223372036854775808, 1, 'z');"
    #expect(try await estimate(Self.table + Self.rows + far) == nil)
    let analyzed = "CREATE INDEX p ON t(b) WHERE a = 1; CREATE INDEX i ON t(a); ANALYZE;"
    #expect(try await estimate(Self.table + Self.rows + far + analyzed) == 3002)
    #expect(
      try await estimate(Self.table + Self.rows + analyzed + "DELETE FROM t WHERE id > 50") == 50
    )
    let keyed = "CREATE TABLE t(k TEXT PRIMARY KEY NOT NULL, a INT, b TEXT) WITHOUT ROWID;"
    #expect(try await estimate(keyed + Self.rows) == nil)
    #expect(try await estimate(keyed + Self.rows + "ANALYZE;") == 3000)
  }

  @Test func `What leaves rows out is not estimated`() async throws {
    #expect(try await estimate(Self.table + Self.rows, "a = 1") == nil)
    let store = try await EntityStore.open(.script(Self.table + Self.rows, title: "Test"))
    store.guardAccess(by: Some())
    #expect(try await store.estimatedCount(FetchSpecification(entityName: "T")) == nil)
  }
}

private struct Some: AccessGuard {
  func rights(of entityNames: Set<String>) async -> AccessRights {
    AccessRights(entities: ["T": EntityRights(restriction: Qualifier.parse("a = 1").0)])
  }
  func refusal(of change: Change) async -> String? { nil }
}
