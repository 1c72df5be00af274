import Glibc
import Workspace

extension Benchmark {
  static let importing = Self(
    "import",
    "a million rows out of the big table and into an empty one, beside the sqlite3 shell, and the memory for it"
  ) { context in
    guard ProgramRun.exists("sqlite3") else {
      throw UsageError("sqlite3, the shell, is not on PATH: there is nothing to compare with")
    }
    let count = min(context.bigTable.rows, 1_000_000)
    let transfer = try Transfer(from: context.bigTable.file(), count, context)
    defer { transfer.tidy() }
    return try transfer.exporting() + transfer.importing()
  }
}

/// The rows of a table on their way through a file.
private struct Transfer {
  let context: Context
  let source: String
  /// A file of the rows, by the shell.
  let csv: String
  let target: String
  let model: String

  private static let columns = "id, code, name, created, qty, price, customer_id, note"
  private static let memoryBudget = 64.0 * 1024 * 1024

  init(from path: String, _ count: Int, _ context: Context) throws {
    self.context = context
    source = "\(context.folder)/export.sqlite"
    csv = "\(context.folder)/import.csv"
    target = "\(context.folder)/import.sqlite"
    model = "\(context.folder)/import.json"
    unlink(source)
    let copied = try RawDatabase(creating: source)
    try copied.run("ATTACH '\(path)' AS big")
    try copied.run(Self.table)
    try copied.run("INSERT INTO big SELECT \(Self.columns) FROM big.big ORDER BY id LIMIT \(count)")
    _ = try ProgramRun([
      "sqlite3", "-readonly", source, ".mode csv", ".headers on", ".once \(csv)",
      "SELECT \(Self.columns) FROM big",
    ])
  }

  private static let table = """
    CREATE TABLE main.big (
      id INTEGER PRIMARY KEY, code TEXT NOT NULL, name TEXT NOT NULL, created DATE NOT NULL,
      qty INTEGER NOT NULL, price REAL NOT NULL, customer_id INTEGER NOT NULL, note TEXT
    )
    """

  func tidy() { for path in [source, csv, target, model] { unlink(path) } }

  /// Both ways in turns, so that both see the same machine.
  private func alternating(
    _ ours: () throws -> ProgramRun,
    _ theirs: () throws -> ProgramRun
  ) throws -> (ours: [ProgramRun], theirs: [ProgramRun]) {
    var runs: (ours: [ProgramRun], theirs: [ProgramRun]) = ([], [])
    for _ in 0..<3 {
      runs.theirs.append(try theirs())
      runs.ours.append(try ours())
    }
    return runs
  }

  func exporting() throws -> [Figure] {
    var figures: [Figure] = []
    for (format, mode) in [("csv", "csv"), ("json", "json")] {
      let runs = try alternating {
        try ProgramRun([context.program, "export", source, "Big", "--format", format])
      } _: {
        try ProgramRun([
          "sqlite3", "-readonly", source, ".mode \(mode)", "SELECT \(Self.columns) FROM big",
        ])
      }
      figures += Self.figures("export, \(format)", runs, budget: 1.5)
    }
    let list = try (0..<3).map { _ in try ProgramRun([context.program, "list", source, "Big"]) }
    figures.append(Figure("list", list.map(\.duration)))
    figures.append(Self.memory("list", list))
    return figures
  }

  func importing() throws -> [Figure] {
    let runs = try alternating {
      try empty()
      return try ProgramRun([context.program, "import", target, "Big", csv])
    } _: {
      try empty()
      return try ProgramRun(["sqlite3", target, ".mode csv", ".import --skip 1 \(csv) big"])
    }
    return Self.figures("import, csv", runs, budget: 1.3)
      + (try checking(runs.ours))
  }

  /// The same where a model has a pattern for a column, which each value is compared with.
  private func checking(_ plain: [ProgramRun]) throws -> [Figure] {
    guard let file = fopen(model, "w") else { throw UsageError("cannot write '\(model)'") }
    fputs(Self.pattern, file)
    fclose(file)
    let runs = try (0..<3).map { _ in
      try empty()
      return try ProgramRun([context.program, "import", target, "Big", csv, "--model", model])
    }
    let checked = Figure("import, csv, with a pattern: processor time", runs.map(\.work))
    let reference = Figure("import, csv", plain.map(\.work))
    return [checked, checked.ratio(to: reference, "with a pattern : without", budget: 3)]
  }

  private static let pattern = """
    {"entities": [{"name": "Big", "attributes": [{"name": "code", "pattern": "^C[0-9]{8}$"}]}]}
    """

  private func empty() throws {
    unlink(target)
    try RawDatabase(creating: target).run(Self.table)
  }

  private static func figures(
    _ name: String,
    _ runs: (ours: [ProgramRun], theirs: [ProgramRun]),
    budget: Double
  ) -> [Figure] {
    let reference = Figure("\(name): sqlite3 shell", runs.theirs.map(\.work))
    let ours = Figure("\(name): processor time", runs.ours.map(\.work))
    return [
      Figure("\(name), from exec to exit", runs.ours.map(\.duration)), reference, ours,
      ours.ratio(to: reference, "\(name): d2t : shell", budget: budget),
      memory(name, runs.ours),
    ]
  }

  private static func memory(_ name: String, _ runs: [ProgramRun]) -> Figure {
    Figure(
      "\(name): peak memory",
      .bytes,
      runs.map { Double($0.peakMemory) },
      budget: memoryBudget
    )
  }
}
