/// A part of a benchmark that runs in a process of its own, so that its memory is seen apart.
enum ChildTask: String {
  /// Makes the big table: at a path, with so many rows.
  case makeTable
  /// Scrolls through the big table at a path.
  case scroll

  /// Does it in this process.
  func run(_ arguments: [String]) async throws {
    switch (self, arguments.count) {
    case (.makeTable, 2): try BigTable.make(at: arguments[0], rows: Int(arguments[1]) ?? 0)
    case (.scroll, 1): try await Benchmark.scroll(arguments[0])
    default: throw UsageError("'\(rawValue)' cannot run with \(arguments)")
    }
  }

  /// Does it in a child of this process, to its end.
  func start(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun(["/proc/self/exe", "--child", rawValue] + arguments)
  }
}
