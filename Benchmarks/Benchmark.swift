/// One thing that is measured.
struct Benchmark: Sendable {
  /// What the command line calls it.
  let name: String
  /// One line for `--list`.
  let summary: String
  /// Measures; throws when it cannot.
  let run: @Sendable (Context) async throws -> [Figure]

  init(
    _ name: String,
    _ summary: String,
    run: @escaping @Sendable (Context) async throws -> [Figure]
  ) {
    (self.name, self.summary, self.run) = (name, summary, run)
  }

  /// All of them, in the order in which they run.
  static let all: [Self] = [
    startup, render, memory, store, scale, sort, fetch, save, pageSaves, undo, journal, importing,
    ask, see, interrupt, search, typeAhead, refilter, longCells, longTexts, longPages, pending,
    shapes, frame, keys, rules, ruleFile, live, computed,
  ]
}

/// What benchmarks need to know of their surroundings.
struct Context: Sendable {
  /// The program under test.
  let program: String
  /// The folder in which databases are made.
  let folder: String
  /// The table of ten million rows.
  let bigTable: BigTable
  /// What the names of the operations to measure have in common; `nil` for all.
  let operation: String?

  init(_ options: Options) {
    program = options.program
    folder = options.folder
    operation = options.operation
    bigTable = BigTable(folder: options.folder, rows: options.rows)
  }
}
