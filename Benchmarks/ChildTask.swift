import Workspace

/// A part of a benchmark that runs in a process of its own, so that its memory is seen apart.
enum ChildTask: String {
  /// Makes the big table: at a path, with so many rows.
  case makeTable
  /// Makes a table with long cells: at a path, of a kind, so many bytes long.
  case makeCells
  /// Scrolls through the big table at a path.
  case scroll
  /// Sorts the big table at a path by a column without an index, and scrolls through it.
  case scrollSorted

  /// Does it in this process.
  func run(_ arguments: [String]) async throws {
    switch (self, arguments.count) {
    case (.makeTable, 2): try BigTable.make(at: arguments[0], rows: Int(arguments[1]) ?? 0)
    case (.makeCells, 3):
      guard let kind = CellKind(rawValue: arguments[1]) else {
        throw UsageError("no \(arguments[1])")
      }
      try kind.make(at: arguments[0], cellSize: Int(arguments[2]) ?? 0)
    case (.scroll, 1): try await Benchmark.scroll(arguments[0])
    case (.scrollSorted, 1): try await Benchmark.scrollSorted(arguments[0])
    default: throw UsageError("'\(rawValue)' cannot run with \(arguments)")
    }
  }

  /// Does it in a child of this process, to its end.
  func start(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun(["/proc/self/exe", "--child", rawValue] + arguments)
  }
}
