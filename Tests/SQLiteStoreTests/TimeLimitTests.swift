import EntityStore
import SQLiteStore
import Testing

struct TimeLimitTests {
  private static let script = """
    CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
    CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT);
    INSERT INTO film VALUES (1, 'Vertigo');
    """

  private func store() async throws -> EntityStore {
    try await EntityStore.open(.script(Self.script, title: "test"))
  }

  @Test func `What takes longer than its limit is given up, and the store goes on`() async throws {
    let store = try await store()
    let endless = FetchSpecification(entityName: "Endless")
    await #expect {
      _ = try await store.window(endless, from: .end, count: 10, timeLimit: .milliseconds(20))
    } throws: { error in
      if case StoreError.timedOut(.milliseconds(20)) = error { true } else { false }
    }
    let films = FetchSpecification(entityName: "Film")
    #expect(try await store.count(films, timeLimit: .seconds(30)) == 1)
    let window = try await store.window(endless, from: .start, count: 10, timeLimit: .seconds(30))
    #expect(window.records.count == 10)
  }

  @Test func `Cancelling is not mistaken for a time that ran out`() async throws {
    let store = try await store()
    let endless = FetchSpecification(entityName: "Endless")
    let task = Task { try await store.count(endless, timeLimit: .seconds(60)) }
    task.cancel()
    await #expect {
      _ = try await task.value
    } throws: { error in
      if case StoreError.cancelled = error { true } else { false }
    }
  }
}
