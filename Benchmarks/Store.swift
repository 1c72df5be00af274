import EntityStore
import Qualifiers

extension Benchmark {
  static let store = Self(
    "store",
    "windows of the big table: first, last, next, jump; by key and by index"
  ) { context in
    let file = try context.bigTable.file()
    let opening = try await measure(20) {
      _ = try await EntityStore.open(.file(file), readOnly: true)
    }
    let store = try await EntityStore.open(.file(file), readOnly: true)
    var figures = [Figure("open and reflect", opening, budget: 0.005)]
    let orders = [
      ("by key", []),
      ("by indexed date", [SortOrdering(PropertyPath(components: ["created"]), descending: true)]),
    ]
    for (name, orderings) in orders {
      let fetch = FetchSpecification(entityName: "Big", sortOrderings: orderings)
      figures += try await windows(of: store, fetch, name, middle: context.bigTable.rows / 2)
    }
    return figures
  }

  private static func windows(
    of store: EntityStore,
    _ fetch: FetchSpecification,
    _ name: String,
    middle: Int
  ) async throws -> [Figure] {
    let id = RecordID(entityName: "Big", values: [.int(Int64(middle))])
    guard let place = try await store.window(fetch, from: .id(id), count: 38).cursors.last else {
      throw UsageError("the big table has no row \(middle)")
    }
    let anchors: [(String, WindowAnchor)] = [
      ("first rows", .start), ("last rows", .end), ("page down", .after(place)),
      ("page up", .before(place)), ("jump", .id(id)),
    ]
    var figures: [Figure] = []
    for (what, anchor) in anchors {
      let durations = try await measure(50) {
        let window = try await store.window(fetch, from: anchor, count: 38)
        guard window.records.count == 38 else { throw UsageError("\(what) gave too few rows") }
      }
      figures.append(Figure("\(what) \(name)", durations, budget: 0.005))
    }
    return figures
  }
}

extension Benchmark {
  static let memory = Self("memory", "peak memory of scrolling through the big table") { context in
    let run = try ChildTask.scroll.start([try context.bigTable.file()])
    return [
      Figure("scrolling 50 000 rows down, 50 000 up", [run.duration]),
      Figure("peak memory", .bytes, [Double(run.peakMemory)], budget: 40 * 1_048_576),
    ]
  }

  /// What ``memory`` does in a child: five hundred pages from the start, and as many from the end.
  static func scroll(_ path: String) async throws {
    let store = try await EntityStore.open(.file(path), readOnly: true)
    let fetch = FetchSpecification(entityName: "Big")
    var anchor = WindowAnchor.start
    for _ in 0..<500 {
      guard let last = try await store.window(fetch, from: anchor, count: 100).cursors.last else {
        break
      }
      anchor = .after(last)
    }
    anchor = .end
    for _ in 0..<500 {
      guard let first = try await store.window(fetch, from: anchor, count: 100).cursors.first else {
        break
      }
      anchor = .before(first)
    }
  }
}
