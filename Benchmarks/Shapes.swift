import EntityModel
import EntityStore
import Glibc
import SQLite
import SQLiteStore
import Workspace

extension Benchmark {
  static let shapes = Self(
    "shapes",
    "500 tables, 1 000 columns in one table, a file of a gigabyte: opening, pages, what samples tell"
  ) { context in
    var figures: [Figure] = []
    for shape in Shape.allCases {
      let file = try shape.file(in: context.bigTable.folder)
      figures += try await derivation(shape.title, file, shape.entity, opening: 0.1)
      for arguments in shape.pages {
        let command =
          [context.program, "render", "--readonly", "--size", "120x40"] + arguments + [file]
        let runs = try (0..<8).map { _ in try ProgramRun(command).duration }
        let name =
          arguments.isEmpty
          ? "first page" : arguments.filter { !$0.hasPrefix("-") }.joined(separator: " ")
        figures.append(
          Figure("\(shape.title): \(name)", Array(runs.dropFirst(2)), budget: shape.page)
        )
      }
    }
    let name = "\(context.bigTable.size) rows"
    return figures + (try await derivation(name, try context.bigTable.file(), "Big", opening: 0.05))
  }

  /// Reading the schema and looking at samples, with the file in memory and without.
  private static func derivation(
    _ name: String,
    _ file: String,
    _ entity: String,
    opening: Double
  ) async throws -> [Figure] {
    let clock = ContinuousClock()
    var (warm, cold, looks, coldLooks): ([Duration], [Duration], [Duration], [Duration]) = (
      [], [], [], []
    )
    for run in 0..<16 {
      let isCold = run % 2 == 1
      if isCold { try forget(file) }
      let start = clock.now
      let store = try await EntityStore.open(.file(file), readOnly: true)
      let opened = clock.now
      guard let entity = store.model.entity(named: entity) else {
        throw UsageError("\(file) has no \(entity)")
      }
      if isCold { try forget(file) }
      let before = clock.now
      try await store.survey(entity)
      let end = clock.now
      if isCold {
        cold.append(opened - start)
        coldLooks.append(end - before)
      } else {
        warm.append(opened - start)
        looks.append(end - before)
      }
    }
    return [
      Figure("\(name): open and reflect", warm, budget: opening),
      Figure("\(name): open and reflect, file not in memory", cold, budget: opening),
      Figure("\(name): samples of one entity", looks, budget: 0.05),
      Figure("\(name): samples, file not in memory", coldLooks, budget: 0.05),
    ]
  }

  /// Lets the system drop what it keeps of a file in memory.
  private static func forget(_ path: String) throws {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw UsageError("cannot read '\(path)'") }
    defer { close(file) }
    fsync(file)
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
  }
}

/// Databases of unusual shape.
enum Shape: String, CaseIterable {
  case manyTables, manyColumns

  var title: String {
    switch self {
    case .manyTables: "500 tables"
    case .manyColumns: "1 000 columns"
    }
  }

  var entity: String {
    switch self {
    case .manyTables: "Table250"
    case .manyColumns: "Wide"
    }
  }

  /// The most that a page may take from exec to exit: one with a thousand fields builds them all.
  var page: Double {
    switch self {
    case .manyTables: 0.15
    case .manyColumns: 0.35
    }
  }

  /// What is asked for beside the first page.
  var pages: [[String]] {
    [[]]
      + ["list", "query", "create"].map { ["--task", $0, "--entity", entity] }
      + ["inspect", "edit"].map { ["--task", $0, "--entity", entity, "--id", "7"] }
  }

  /// Such a database, which is made when it is not there.
  func file(in folder: String) throws -> String {
    let path = "\(folder)/\(rawValue).sqlite"
    if access(path, R_OK) == 0 { return path }
    try makeFolder(folder)
    let connection = try Connection(path: "\(path).unfinished", mode: .create)
    try connection.execute("PRAGMA synchronous = OFF; BEGIN; \(script); COMMIT")
    guard rename("\(path).unfinished", path) == 0 else {
      throw UsageError("cannot write '\(path)'")
    }
    return path
  }

  private var script: String {
    let numbers = "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
    switch self {
    case .manyTables:
      return (1...500).map { number in
        """
        CREATE TABLE table_\(number) (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT, amount DECIMAL(10, 2), made DATE,
          parent_id INTEGER REFERENCES table_\(max(1, number - 1))
        );
        CREATE INDEX table_\(number)_parent ON table_\(number) (parent_id);
        \(numbers) INSERT INTO table_\(number)
        SELECT i, 'Row ' || i, 'kind ' || i % 5, i / 4.0, date(1e9 + i * 86400, 'unixepoch'), i FROM n;
        """
      }.joined(separator: "\n")
    case .manyColumns:
      let types = ["INTEGER", "TEXT", "REAL", "DATE", ""]
      let values = ["i", "'text ' || i", "i / 8.0", "date(1e9 + i * 86400, 'unixepoch')", "i"]
      let columns = (1..<1000).map { "column_\($0) \(types[$0 % 5])" }.joined(separator: ", ")
      let row = (1..<1000).map { values[$0 % 5] }.joined(separator: ", ")
      return
        "CREATE TABLE wide (id INTEGER PRIMARY KEY, \(columns)); \(numbers) INSERT INTO wide SELECT i, \(row) FROM n"
    }
  }
}
