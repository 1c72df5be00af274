import Glibc
import Workspace

extension Benchmark {
  static let see = Self(
    "see",
    "the pages of values, groups and columns over the big table: first picture, exact numbers, keys meanwhile, memory"
  ) { context in
    guard ProgramRun.exists("sqlite3") else {
      throw UsageError("sqlite3, the shell, is not on PATH: there is nothing to compare with")
    }
    let pages = SummaryPage.all.filter { page in
      context.operation.map { page.name.contains($0) } ?? true
    }
    return try pages.flatMap { page in
      say("  \(page.name) …")
      return try page.figures(context)
    }
  }
}

/// A page of the program that summarizes all rows of the big table.
private struct SummaryPage {
  let name: String
  /// The keys that lead to it from the list.
  let keys: String
  /// The text of its first picture.
  let first: String
  /// The text that only exact numbers have.
  let exact: String
  /// The same in SQL.
  let statement: String
  /// The keys that are pressed until then.
  var meanwhile = ["j", "k", "j", "k"]

  /// Column `qty` is the third of the list, `created` the last.
  static let all = [
    Self(
      name: "values of a column",
      keys: "llf",
      first: "values",
      exact: " ∅ 0",
      statement: "SELECT qty, count(*) FROM big GROUP BY qty ORDER BY 2 DESC, 1"
    ),
    Self(
      name: "groups by month",
      keys: ":group yearMonth(created) sum(price) count\r",
      first: "counting",
      // An estimate is not exported, so the command is offered with the exact numbers; only what changes is written anew.
      exact: "to a file",
      statement: """
        SELECT strftime('%Y-%m', created), sum(price), count(*) FROM big GROUP BY 1 ORDER BY 1
        """,
      meanwhile: ["G", "k", "j", "k"]
    ),
    Self(
      name: "total of a column",
      keys: "lll",
      first: "Price",
      exact: "Σ",
      statement: "SELECT sum(price), avg(price), min(price), max(price), count(price) FROM big"
    ),
  ]

  func figures(_ context: Context) throws -> [Figure] {
    let path = try context.bigTable.file()
    let title = "\(name), \(context.bigTable.size)"
    var (pictures, numbers, shell): ([Duration], [Duration], [Duration]) = ([], [], [])
    var (responses, memory): ([Duration], [Double]) = ([], [])
    for _ in 0..<3 {
      shell.append(try ProgramRun(["sqlite3", "-readonly", path, statement]).duration)
      let run = try TerminalRun(
        [context.program, path, "--readonly", "--task", "list", "--entity", "Big"],
        home: context.folder
      )
      try run.wait(for: "Article")
      // The list counts its rows first.
      run.rest(.seconds(12))
      let start = ContinuousClock.now
      run.type(keys)
      try run.wait(for: first)
      pictures.append(ContinuousClock.now - start)
      for key in meanwhile {
        run.rest(.milliseconds(30))
        responses.append(try run.response(to: key))
      }
      try run.wait(for: exact, limit: .seconds(120))
      numbers.append(ContinuousClock.now - start)
      memory.append(Double(run.peakMemory))
    }
    let exact = Figure("\(title): exact", numbers)
    return [
      Figure("\(title): first picture", pictures, budget: 0.1),
      exact, Figure("\(title): sqlite3", shell),
      exact.ratio(to: Figure("", shell), "\(title): exact : sqlite3", budget: 1.2),
      Figure("\(title): a key meanwhile", responses, budget: 0.016),
      Figure(
        "\(title): a key meanwhile, worst",
        .seconds,
        [responses.map(\.inSeconds).max() ?? 0]
      ),
      Figure("\(title): peak memory", .bytes, memory, budget: 60 * 1024 * 1024),
    ]
  }
}
