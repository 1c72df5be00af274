package import EntityStore

extension WorkContext {
  /// Hands the objects of a fetch to `body`, a window of them at a time, until `body` returns `false`.
  ///
  /// No window has more than `length` objects, for a caller that wants only so many.
  package func forEachWindow(
    of specification: FetchSpecification,
    from start: WindowAnchor = .start,
    length: Int? = nil,
    timeLimit: Duration? = nil,
    _ body: ([Record]) async throws -> Bool
  ) async throws {
    let most = max(length ?? .max, 0)
    var count = min(Self.windowLength, most)
    guard count > 0 else { return }
    var anchor = start
    while true {
      let window = try await store.window(
        specification,
        from: anchor,
        count: count,
        timeLimit: timeLimit
      )
      guard try await body(window.records), window.hasMoreAfter, let last = window.cursors.last
      else { return }
      // Without an index each window would be a sort of its own.
      if case .start = anchor, !specification.sortOrderings.isEmpty {
        _ = try await store.numberRows(specification)
      }
      anchor = .after(last)
      // Each window is a statement and a way to the store's thread and back; of short rows one takes many.
      let isSmall = window.contentSize < Self.windowSize
      count = min(isSmall ? min(count * 2, Self.longestWindow) : Self.windowLength, most)
    }
  }

  private static let windowLength = 500
  private static let longestWindow = 4000
  /// Windows smaller than this, in bytes, let the next one be twice as long.
  private static let windowSize = 1 << 20
}
