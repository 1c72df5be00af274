import SceneSupport
import Pages
import EntityStore
import Qualifiers
import SQLite
import Testing

/// What a save reads to find out whether it may be made.
@MainActor
struct WriteGuardTests {
  private static let script = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
    INSERT INTO item SELECT i, 'item ' || i FROM n;
    """

  /// How many statements `d2t set --all` runs under a rule.
  private func statements(_ rule: String) async throws -> Int {
    let scene = try await Scene(Self.script, rules: rule, "--entity Item")
    let store = scene.session.work.store
    let window = try await store.window(
      FetchSpecification(entityName: "Item"),
      from: .start,
      count: 60
    )
    let changes = window.records.compactMap { record in
      record.id.map {
        Change.update($0, values: ["name": .string("x")], original: [:], references: [:])
      }
    }
    #expect(changes.count == 60)
    let before = store.statementCount
    _ = try await store.save(changes)
    #expect(try scene.rows("SELECT count(*) FROM item WHERE name = 'x'") == ["60"])
    return store.statementCount - before
  }

  @Test func `S11: no row is read again where no rule looks at rows`() async throws {
    let free = try await statements("title = 'x'")
    let roleOnly = try await statements("role = 'boss' => isObjectEditable = false")
    #expect(free == roleOnly)
    // Where one does, all rows are read at once, as they are stored.
    let judged = try await statements("object.name = 'boss' => isObjectEditable = false")
    #expect(judged > free && judged <= free + 2, "\(judged) and \(free)")
  }
}
