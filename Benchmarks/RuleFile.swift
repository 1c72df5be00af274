import Glibc
import SQLite
import Workspace

extension Benchmark {
  static let ruleFile = Self(
    "rulefile",
    "a database with a rule file of 50 MB: what its reading takes by the byte, and when the terminal says so"
  ) { context in
    let folder = "\(context.folder)/rulefile"
    try makeFolder(folder)
    let database = "\(folder)/shop.db"
    let rules = "\(folder)/shop.rules"
    unlink(database)
    try Connection(path: database, mode: .create).execute(
      "CREATE TABLE item(id INTEGER PRIMARY KEY, code TEXT); INSERT INTO item VALUES(1, 'A1')"
    )
    defer { for path in [database, rules] { unlink(path) } }
    let page = [context.program, "render", database, "--entity", "Item", "--size", "80x6"]
    try write(5_000_000, to: rules)
    let short = try (0..<3).map { _ in try ProgramRun(page) }
    try write(50_000_000, to: rules)
    let long = try (0..<2).map { _ in try ProgramRun(page) }
    var notices: [Duration] = []
    for _ in 0..<3 {
      let start = ContinuousClock.now
      let run = try TerminalRun([context.program, database], home: folder)
      try run.wait(for: "reading rules")
      notices.append(ContinuousClock.now - start)
    }
    let (few, many) = (
      Figure("5 MB of rules", short.map(\.work)), Figure("50 MB of rules", long.map(\.work))
    )
    return [
      few, many, many.ratio(to: few, "50 MB : 5 MB", budget: 13),
      Figure("50 MB: peak memory", .bytes, long.map { Double($0.peakMemory) }),
      Figure("until the terminal says what is read", notices, budget: 1),
    ]
  }

  /// Writes a file of so many bytes of rules about one key.
  private static func write(_ size: Int, to path: String) throws {
    guard let file = fopen(path, "w") else { throw UsageError("cannot write '\(path)'") }
    defer { fclose(file) }
    var (written, number) = (0, 0)
    while written < size {
      let rule =
        "entity.name = 'Item' and object.code = 'A\(number)' and task = 'list' => color = 'error'\n"
      fputs(rule, file)
      written += rule.utf8.count
      number += 1
    }
  }
}
