import EntityStore
import Qualifiers
import Workspace

extension Benchmark {
  static let interrupt = Self(
    "interrupt",
    "calling off statements that take seconds, and using the connection afterwards"
  ) { context in
    let site = try await Site(context.bigTable)
    let pattern = Fetches.filtered("name matches '(a|r)+(t|x)icle 9{5,}'")
    // As `/` asks, in all columns with text.
    let search = Fetches.filtered(
      ["code", "name", "note"].map { "\($0) ilike '*nowhere*'" }.joined(separator: " or ")
    )
    let joined = Fetches.filtered("customer.city = 'nowhere'", of: "Shipment")
    let existing = Fetches.filtered("parcels.weight < 0 or labels.name = 'none'", of: "Shipment")
    func window(_ fetch: FetchSpecification) -> @Sendable () async throws -> Void {
      { _ = try await site.store.window(fetch, from: .start, count: 38, purpose: "it") }
    }
    let endings = [
      ("search", window(search)), ("regular expression", window(pattern)),
      ("filter through a join", window(joined)), ("filter by what exists", window(existing)),
      ("count", { _ = try await site.store.count(search, purpose: "it") }),
      ("sort", { _ = try await site.store.numberRows(Fetches.byPrice, purpose: "it") }),
    ]
    var figures: [Figure] = []
    for (name, body) in endings {
      let alone = try await measure(2, warmUp: 0) { try await body() }
      let shortest = alone.min() ?? .zero
      let (ends, next) = try await interruptions(of: body, lasting: shortest, on: site)
      figures += [
        Figure("\(name), left alone", alone),
        Figure("\(name) interrupted", ends, budget: 0.1),
        Figure(
          "\(name) interrupted, worst",
          .seconds,
          [ends.map(\.inSeconds).max() ?? 0],
          budget: 0.1
        ),
        Figure("first rows after it", next, budget: 0.1),
      ]
    }
    return figures
  }

  /// How long twenty runs took to end once they were called off at different times, and the page asked for next.
  private static func interruptions(
    of body: @escaping @Sendable () async throws -> Void,
    lasting whole: Duration,
    on site: Site
  ) async throws -> (ends: [Duration], next: [Duration]) {
    let clock = ContinuousClock()
    var (ends, next): ([Duration], [Duration]) = ([], [])
    // No statement of half a minute is waited for.
    var longest = min(whole, .seconds(10))
    while ends.count < 20 {
      let task = Task { try await body() }
      // From its beginning to beyond its middle.
      try await Task.sleep(for: longest * (0.03 + 0.03 * Double(ends.count)))
      let start = clock.now
      site.store.cancel(purpose: "it")
      do {
        try await task.value
        // The machine has become quicker meanwhile.
        longest = longest * 0.7
        guard longest > .milliseconds(100) else {
          throw UsageError("a statement ends before it is called off; use more rows")
        }
        continue
      } catch StoreError.cancelled {
        ends.append(clock.now - start)
      }
      next.append(
        try await clock.measure {
          let window = try await site.store.window(Fetches.byKey, from: .id(site.id), count: 38)
          guard window.records.count == 38 else { throw UsageError("a page has too few rows") }
        }
      )
    }
    return (ends, next)
  }

  static let refilter = Self(
    "refilter",
    "a hundred filters in a hurry: the last one only is answered"
  ) { context in
    let site = try await Site(context.bigTable)
    let filters = (0..<100).map { Fetches.filtered("name contains 'nowhere \($0)'") }
    let alone = try await measure(3, warmUp: 1) {
      _ = try await site.store.window(filters[99], from: .start, count: 38, purpose: "filter")
    }
    var (all, started): ([Duration], [Double]) = ([], [])
    for _ in 0..<3 {
      let before = site.store.statementCount
      let clock = ContinuousClock()
      let start = clock.now
      var tasks: [Task<Window, any Error>] = []
      for filter in filters {
        tasks.append(
          Task.immediate {
            try await site.store.window(filter, from: .start, count: 38, purpose: "filter")
          }
        )
        // As fast as keys repeat.
        try await Task.sleep(for: .milliseconds(2))
      }
      var answered = 0
      for task in tasks {
        do { answered += try await task.value.records.isEmpty ? 1 : 0 } catch StoreError.cancelled {
        }
      }
      guard answered == 1 else { throw UsageError("\(answered) of a hundred filters were run") }
      all.append(clock.now - start)
      started.append(Double(site.store.statementCount - before))
    }
    let one = Figure("one filter of all rows", alone)
    let hundred = Figure("a hundred, 2 ms apart, to the last one's rows", all)
    return [
      one, hundred, hundred.ratio(to: one, "a hundred : one", budget: 3),
      Figure("statements begun", .count, started),
    ]
  }
}
