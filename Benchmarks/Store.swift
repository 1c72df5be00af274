import EntityStore
import Qualifiers
import SQLiteStore
import Workspace

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
  static let memory = Self(
    "memory",
    "peak memory of scrolling through a tenth of the big table, all of it, and all of it sorted"
  ) { context in
    var figures: [Figure] = []
    let runs: [(String, ChildTask, BigTable)] = [
      ("\(context.bigTable.tenth.size) rows", .scroll, context.bigTable.tenth),
      ("\(context.bigTable.size) rows", .scroll, context.bigTable),
      ("\(context.bigTable.size) rows sorted without an index", .scrollSorted, context.bigTable),
    ]
    for (name, task, table) in runs {
      let run = try task.start([try table.file()])
      figures += [
        Figure("\(name): 50 000 rows down, 50 000 up", [run.duration]),
        Figure("\(name): peak memory", .bytes, [Double(run.peakMemory)], budget: 40 * 1_048_576),
      ]
    }
    return figures
  }

  /// What ``memory`` does in a child.
  static func scroll(_ path: String) async throws {
    try await scroll(EntityStore.open(.file(path), readOnly: true), Fetches.byKey)
  }

  /// What ``memory`` does in a child.
  static func scrollSorted(_ path: String) async throws {
    let store = try await EntityStore.open(.file(path), readOnly: true)
    _ = try await store.numberRows(Fetches.byPrice)
    try await scroll(store, Fetches.byPrice)
  }

  /// Five hundred pages from the start, and as many from the end.
  private static func scroll(_ store: EntityStore, _ fetch: FetchSpecification) async throws {
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
