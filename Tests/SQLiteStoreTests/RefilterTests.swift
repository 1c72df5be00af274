import Dispatch
import Qualifiers
import Testing

@testable import EntityStore
@testable import SQLiteStore

struct RefilterTests {
  private static let script = """
    CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
    CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT);
    INSERT INTO film VALUES (1, 'Vertigo');
    """

  @Test func `A hundred quick refilters leave one running statement`() async throws {
    let store = try await EntityStore.open(.script(Self.script, title: "test"))
    var tasks: [Task<Window, any Error>] = []
    for number in 0..<100 {
      let fetch = FetchSpecification(
        entityName: "Endless",
        qualifier: Qualifier.parse("i < \(-number)").0
      )
      // Each has made its request before the next one begins.
      tasks.append(
        Task.immediate { try await store.window(fetch, from: .start, count: 10, purpose: "list") }
      )
    }
    for task in tasks.dropLast() {
      await #expect {
        _ = try await task.value
      } throws: { error in
        if case StoreError.cancelled = error { true } else { false }
      }
    }
    #expect(store.worker.openRequestCount == 1)
    store.cancel(purpose: "list")
    await #expect(throws: StoreError.self) { _ = try await tasks[99].value }
    #expect(store.worker.openRequestCount == 0)
    // An interrupt is not left behind for the next one.
    #expect(try await store.count(FetchSpecification(entityName: "Film")) == 1)
  }

  @Test func `Whatever is interrupted, the connection works afterwards`() async throws {
    let store = try await EntityStore.open(.script(Self.script, title: "test"))
    let endless = FetchSpecification(entityName: "Endless")
    for _ in 0..<20 {
      let task = Task.immediate { try await store.window(endless, from: .end, count: 1) }
      // A request of another kind waits behind it and is not hit.
      let other = Task.immediate { try await store.count(FetchSpecification(entityName: "Film")) }
      task.cancel()
      await #expect(throws: StoreError.self) { _ = try await task.value }
      #expect(try await other.value == 1)
    }
  }

  @Test func `A sort that is called off has ended for who waits, while its thread tidies up`()
    async throws
  {
    let store = try await EntityStore.open(.script(Self.script, title: "test"))
    let (begun, isTidy) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let task = Task.immediate {
      try await store.worker.performUntilCancelled(store.tickets.take("sort")) {
        adaptor throws(StoreError) in
        begun.signal()
        isTidy.wait()
        return adaptor.isCancelled()
      }
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        begun.wait()
        continuation.resume()
      }
    }
    store.cancel(purpose: "sort")
    await #expect {
      _ = try await task.value
    } throws: { error in
      if case StoreError.cancelled = error { true } else { false }
    }
    isTidy.signal()
    #expect(try await store.count(FetchSpecification(entityName: "Film")) == 1)
    #expect(store.worker.openRequestCount == 0)
    // One that nobody calls off gives what it gives.
    let result = try await store.worker.performUntilCancelled(nil) { _ throws(StoreError) in 7 }
    #expect(result == 7)
  }

  @Test func `A sort that takes too long says so`() async throws {
    let store = try await EntityStore.open(.script(Self.script, title: "test"))
    await #expect {
      try await store.worker.performUntilCancelled(nil, within: .milliseconds(1)) {
        adaptor throws(StoreError) in
        while !adaptor.isCancelled() {}
      }
    } throws: { error in
      if case StoreError.timedOut(.milliseconds(1)) = error { true } else { false }
    }
  }
}
