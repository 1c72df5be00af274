import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import Testing

/// Views that stand for far more than they say are found before SQLite plans for them.
struct ViewSizeTests {
  private func store(_ script: String) async throws -> EntityStore {
    try await EntityStore.open(.script(script, title: "Views"))
  }

  private static let tooLarge =
    "cannot be read: it nests too many views for SQLite to plan"

  @Test(arguments: [
    "SELECT * FROM %@ UNION ALL SELECT * FROM %@", "SELECT a.x FROM %@ a, main.%@ b",
    "SELECT x FROM (%@ JOIN \"%@\" USING (x))", "SELECT x FROM '%@' WHERE x IN %@",
    "WITH c(x) AS (SELECT x FROM %@) SELECT c.x FROM c, c AS d",
    "SELECT (SELECT count(*) FROM %@) AS x FROM [%@] GROUP BY 1",
  ])
  func `G8: views that double each other are told and not planned`(form: String) async throws {
    var script =
      "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2); CREATE VIEW v0 AS SELECT x FROM t;"
    for number in 1...30 {
      let statement = form.split(separator: "%@", omittingEmptySubsequences: false)
        .joined(separator: "v\(number - 1)")
      script += "CREATE VIEW v\(number) AS \(statement);"
    }
    let store = try await store(script)
    let reasons = (0...30).map { store.model.entity(named: "V\($0)")?.readOnlyReason }
    #expect(reasons[10]?.hasPrefix("a view") == true, "\(reasons[10] ?? "")")
    #expect(reasons[11...].allSatisfy { $0 == Self.tooLarge })
    let largest = FetchSpecification(entityName: "V30")
    let before = store.statementCount
    await #expect {
      _ = try await store.window(largest, from: .start, count: 1)
    } throws: {
      "\($0)".contains("V30 \(Self.tooLarge).")
    }
    await #expect(throws: StoreError.self) { try await store.count(largest) }
    #expect(store.statementCount == before)
    // What is small enough can be read.
    let rows = try await store.window(FetchSpecification(entityName: "V3"), from: .start, count: 1)
    #expect(rows.records.count == 1)
  }

  @Test func `G8: common tables that double each other are told and not planned`() async throws {
    let common = (1...30).map { "c\($0) AS (SELECT * FROM c\($0 - 1), c\($0 - 1) AS d)" }
    let store = try await store(
      "CREATE VIEW v AS WITH RECURSIVE c0 AS (SELECT 1 AS x), \(common.joined(separator: ", ")) SELECT * FROM c30;"
        + "CREATE TABLE t(id INTEGER PRIMARY KEY, a); CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT x FROM v; END"
    )
    #expect(store.model.entity(named: "V")?.readOnlyReason == Self.tooLarge)
    let refusal = store.model.entity(named: "T")?.definition.writeRefusals[.insert]
    #expect(refusal?.contains("for SQLite to plan") == true)
  }

  @Test func `G8: views in a long row are told and not planned`() async throws {
    let views = (1...400).map { "CREATE VIEW v\($0) AS SELECT * FROM v\($0 - 1);" }
    let store = try await store(
      "CREATE TABLE t(x); CREATE VIEW v0 AS SELECT * FROM t;" + views.joined()
    )
    #expect(store.model.entity(named: "V50")?.readOnlyReason?.hasPrefix("a view") == true)
    #expect(store.model.entity(named: "V400")?.readOnlyReason == Self.tooLarge)
  }

  @Test func `G8: many large views have their place only up to what all may have`() async throws {
    let parts = Array(repeating: "SELECT x FROM t", count: 400).joined(separator: " UNION ALL ")
    let views = (1...300).map { "CREATE VIEW v\($0) AS \(parts);" }
    let store = try await store("CREATE TABLE t(x);" + views.joined())
    let refused = store.model.entities.filter { $0.readOnlyReason == Self.tooLarge }
    #expect(refused.count == 175)
  }

  @Test func `G8: views of many columns with the names of views are read`() async throws {
    var script = "CREATE TABLE t(a, b, c); CREATE VIEW a AS SELECT * FROM t;"
    script += "CREATE VIEW b AS SELECT a, b, c, a || b, max(a, b, c) FROM a GROUP BY a, b, c;"
    script += "CREATE VIEW c AS SELECT a, b, c, b AS d, coalesce(a, b) FROM b ORDER BY a, b, c;"
    for number in 1...20 {
      let last = number == 1 ? "c" : "d\(number - 1)"
      script +=
        "CREATE VIEW d\(number) AS SELECT a, b, c, (a) AS d FROM \(last) WHERE a = b AND c IN (a, b);"
    }
    let store = try await store(script)
    #expect(store.model.entity(named: "D20")?.readOnlyReason?.hasPrefix("a view") == true)
  }
}
