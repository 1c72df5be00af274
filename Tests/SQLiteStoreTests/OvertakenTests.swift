import Dispatch
import EntityModel
import Qualifiers
import Synchronization
import Testing

@testable import EntityStore  // requests that wait
import SQLiteStore

/// A request that was overtaken while rights were asked for neither begins nor ends the newer one.
struct OvertakenTests {
  /// Lets the first who asks wait until it is opened.
  private final class Gate: AccessGuard {
    private struct State {
      var count = 0
      var isOpen = false
      var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func rights(of entityNames: Set<String>) async -> AccessRights {
      let isFirst = state.withLock { state in
        state.count += 1
        return state.count == 1
      }
      guard isFirst else { return AccessRights() }
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.waiting = continuation }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
      return AccessRights()
    }

    var isAsked: Bool { state.withLock { $0.count > 0 } }

    func open() {
      let waiting = state.withLock { state in
        state.isOpen = true
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume()
    }

    func refusal(of change: Change) async -> String? { nil }
  }

  /// A request with the purpose `list`; says how many rows it gave.
  typealias Request = @Sendable (EntityStore) async throws -> Int

  private static let film = FetchSpecification(entityName: "Film")
  private static let id = RecordID(entityName: "Film", key: 1)

  static let requests: [(name: String, request: Request)] = [
    (
      "window", { try await $0.window(film, from: .start, count: 9, purpose: "list").records.count }
    ),
    ("record", { try await $0.record(id, purpose: "list") == nil ? 0 : 1 }),
    ("records", { try await $0.records([id], purpose: "list").count }),
    ("count", { try await $0.count(film, purpose: "list") }),
    ("counts", { try await $0.counts(of: "copies", from: [id], purpose: "list")[id] ?? 0 }),
    ("number", { try await $0.numberRows(film, purpose: "list").count }),
    (
      "find",
      { store in
        let title = SearchColumn.value(
          at: PropertyPath("title"),
          .init(keepsText: true) { $0.description }
        )
        let search = TextSearch(["Ran"], in: [title])
        return try await store.find(search, in: film, from: nil, purpose: "list") == nil ? 0 : 1
      }
    ),
  ]

  @Test(arguments: requests.indices)
  func `B1: an overtaken request ends no newer one, whatever it is`(index: Int) async throws {
    let (name, request) = Self.requests[index]
    let store = try await EntityStore.open(
      .script(
        """
        CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT);
        CREATE TABLE copy(id INTEGER PRIMARY KEY, film_id INTEGER REFERENCES film(id));
        INSERT INTO film VALUES (1, 'Ran');
        INSERT INTO copy VALUES (1, 1);
        """,
        title: "Films"
      )
    )
    let gate = Gate()
    store.guardAccess(by: gate)
    // The thread is busy, so that the newer one waits while the older comes along.
    let isFree = DispatchSemaphore(value: 0)
    let busy = Task.immediate {
      try await store.worker.perform(nil) { _ throws(StoreError) in isFree.wait() }
    }
    let older = Task.immediate { try await request(store) }
    while !gate.isAsked { await Task.yield() }
    let newer = Task.immediate { try await request(store) }
    while store.worker.openRequestCount < 2 { await Task.yield() }
    gate.open()
    // The older one has come as far as it gets: it is refused, or waits behind the newer one.
    let outcome = Mutex(false)
    let end = Task.immediate {
      _ = await older.result
      outcome.withLock { $0 = true }
    }
    while !outcome.withLock({ $0 }), store.worker.openRequestCount < 3 { await Task.yield() }
    isFree.signal()
    try await busy.value
    #expect(try await newer.value == 1, "\(name)")
    await end.value
    await #expect("\(name)") {
      _ = try await older.value
    } throws: { error in
      if case StoreError.cancelled = error { true } else { false }
    }
    #expect(store.worker.openRequestCount == 0)
  }

  @Test func `B1: what is called off before it has begun does not begin`() async throws {
    let store = try await EntityStore.open(
      .script("CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT)", title: "Films")
    )
    let gate = Gate()
    store.guardAccess(by: gate)
    let request = Task.immediate { try await store.count(Self.film, purpose: "list") }
    while !gate.isAsked { await Task.yield() }
    store.cancel(purpose: "list")
    gate.open()
    await #expect(throws: StoreError.self) { _ = try await request.value }
    #expect(try await store.count(Self.film, purpose: "list") == 0)
  }
}
