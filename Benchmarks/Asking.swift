import Glibc
import Workspace

extension Benchmark {
  static let ask = Self(
    "ask",
    "values, a profile, groups, a pivot and a sum over the big table beside the sqlite3 shell; a million rows beside VisiData"
  ) { context in
    guard ProgramRun.exists("sqlite3") else {
      throw UsageError("sqlite3, the shell, is not on PATH: there is nothing to compare with")
    }
    let questions = Question.all.filter { question in
      context.operation.map { question.name.contains($0) } ?? true
    }
    var figures: [Figure] = []
    for question in questions {
      say("  \(question.name) …")
      figures += try question.besideShell(context)
    }
    guard ProgramRun.exists("vd") else {
      say("  vd is not on PATH: VisiData is not compared with")
      return figures
    }
    for question in questions where !question.keystrokes.isEmpty {
      say("  \(question.name), VisiData …")
      figures += try question.besideVisiData(context)
    }
    return figures
  }
}

/// A question about all rows of the big table, put to the program, in SQL and to VisiData.
private struct Question {
  let name: String
  var runs = 3
  /// The subcommand, what stands before the link, and what stands behind it.
  let command: String
  var condition = ""
  let options: [String]
  /// The same in SQL, as a person would write it.
  let statements: [String]
  /// The commands of VisiData that lead to the answer from the sheet of the table; empty if it is not asked.
  var keystrokes: [String] = []

  /// The exact answer may take as long as the same SQL, and room for the machine's moods.
  private static let asInSQL = 1.2
  private static let memoryBudget = 60.0 * 1024 * 1024

  /// From exec to exit, in turns with the shell.
  func besideShell(_ context: Context) throws -> [Figure] {
    let path = try context.bigTable.file()
    let shell = ["sqlite3", "-readonly", path, statements.joined(separator: ";\n")]
    var (ours, theirs): ([ProgramRun], [ProgramRun]) = ([], [])
    for _ in 0..<runs {
      theirs.append(try ProgramRun(shell))
      ours.append(try ProgramRun(arguments(context.program, path)))
    }
    return figures(ours, theirs, "\(name), \(context.bigTable.size)", "sqlite3", Self.asInSQL)
  }

  /// From exec to exit, loading the table included, in turns with VisiData.
  func besideVisiData(_ context: Context) throws -> [Figure] {
    let table = BigTable(folder: context.folder, rows: min(context.bigTable.rows, 1_000_000))
    let path = try table.file()
    let (log, output) = ("\(context.folder)/ask.vdj", "\(context.folder)/ask.json")
    defer { for path in [log, output] { unlink(path) } }
    guard let file = fopen(log, "w") else { throw UsageError("cannot write '\(log)'") }
    // The first table of the file is the big one.
    let opening = [
      #"{"longname": "open-file", "input": "\#(path)"}"#, #"{"longname": "open-row", "row": 0}"#,
    ]
    fputs((opening + keystrokes).joined(separator: "\n") + "\n", file)
    fclose(file)
    let theirs = try ProgramRun(["vd", "--batch", "--play", log, "--output", output])
    guard access(output, R_OK) == 0 else { throw UsageError("VisiData did not answer") }
    let ours = try (0..<runs).map { _ in try ProgramRun(arguments(context.program, path)) }
    return figures(ours, [theirs], "\(name), \(table.size)", "VisiData", 1)
  }

  private func arguments(_ program: String, _ path: String) -> [String] {
    [program, command, path, "Big\(condition)"] + options + ["--format", "json"]
  }

  /// Processor time, the clock and memory of both.
  private func figures(
    _ ours: [ProgramRun],
    _ theirs: [ProgramRun],
    _ title: String,
    _ other: String,
    _ budget: Double
  ) -> [Figure] {
    let mine = Figure("\(title): processor time", ours.map(\.work))
    let reference = Figure("\(title): \(other)", theirs.map(\.work))
    return [
      Figure("\(title), from exec to exit", ours.map(\.duration)), mine, reference,
      mine.ratio(to: reference, "\(title): d2t : \(other)", budget: budget),
      Figure(
        "\(title): peak memory",
        .bytes,
        ours.map { Double($0.peakMemory) },
        budget: Self.memoryBudget
      ),
      Figure("\(title): peak memory, \(other)", .bytes, theirs.map { Double($0.peakMemory) }),
    ]
  }

  static let all = [
    Question(
      name: "values",
      command: "values",
      options: ["qty"],
      statements: ["SELECT qty, count(*) FROM big GROUP BY qty ORDER BY 2 DESC, 1"],
      keystrokes: [frequency]
    ),
    Question(
      name: "describe",
      // The shell takes minutes.
      runs: 1,
      command: "describe",
      options: [],
      statements: numbers.flatMap { profile(of: $0, isNumber: true) }
        + texts.flatMap { profile(of: $0, isNumber: false) },
      keystrokes: [#"{"longname": "describe-sheet"}"#]
    ),
    Question(
      name: "group by one key",
      command: "group",
      options: ["--by", "qty", "--count", "--sum", "price", "--avg", "price"],
      statements: ["SELECT qty, count(*), sum(price), avg(price) FROM big GROUP BY 1 ORDER BY 1"],
      keystrokes: [
        #"{"longname": "aggregate-col", "col": "price", "input": "sum"}"#,
        #"{"longname": "aggregate-col", "col": "price", "input": "mean"}"#, frequency,
      ]
    ),
    Question(
      name: "group by two keys, one of them an expression",
      command: "group",
      options: ["--by", "yearMonth(created)", "--by", "qty", "--count", "--sum", "price"],
      statements: [
        """
        SELECT strftime('%Y-%m', created), qty, count(*), sum(price) FROM big
        GROUP BY 1, 2 ORDER BY 1, 2
        """
      ]
    ),
    Question(
      name: "medians of groups",
      command: "group",
      options: ["--by", "qty", "--median", "price"],
      statements: [
        """
        WITH r AS (
          SELECT qty, price, row_number() OVER (PARTITION BY qty ORDER BY price) AS n,
            count(*) OVER (PARTITION BY qty) AS c
          FROM big
        )
        SELECT qty, avg(price) FROM r WHERE n IN ((c + 1) / 2, (c + 2) / 2) GROUP BY 1 ORDER BY 1
        """
      ]
    ),
    Question(
      name: "pivot",
      command: "group",
      options: ["--by", "year(created)", "--across", "month(created)", "--sum", "price"],
      statements: [
        """
        WITH g AS (
          SELECT CAST(strftime('%Y', created) AS INTEGER) AS y,
            CAST(strftime('%m', created) AS INTEGER) AS m, sum(price) AS s
          FROM big GROUP BY 1, 2
        )
        SELECT y, \((1...12).map { "max(s) FILTER (WHERE m = \($0))" }.joined(separator: ", "))
        FROM g GROUP BY 1 ORDER BY 1
        """
      ]
    ),
    Question(
      name: "sum under a filter",
      command: "group",
      condition: "?qty < 500 and note is not null",
      options: ["--sum", "price"],
      statements: ["SELECT sum(price) FROM big WHERE qty < 500 AND note IS NOT NULL"]
    ),
  ]

  private static let frequency = #"{"longname": "freq-col", "col": "qty"}"#
  private static let (numbers, texts) = (
    ["id", "qty", "price", "customer_id"], ["code", "name", "created", "note"]
  )

  /// What `describe` tells of a column: quartiles of texts are the lower value, those of numbers lie between two.
  private static func profile(of column: String, isNumber: Bool) -> [String] {
    func quartile(_ quarters: Int) -> String {
      let place = "(c - 1) * \(quarters)"
      guard isNumber else { return "max(v) FILTER (WHERE n = \(place) / 4)" }
      let (low, high) = (
        "max(v) FILTER (WHERE n = \(place) / 4)", "max(v) FILTER (WHERE n = (\(place) + 3) / 4)"
      )
      return "\(low) + (\(high) - \(low)) * (max(\(place)) % 4) / 4.0"
    }
    return [
      """
      SELECT count(*), count(*) - count(\(column)), count(DISTINCT \(column)), min(\(column)),
        max(\(column))\(isNumber ? ", avg(\(column))" : "") FROM big
      """,
      """
      WITH r AS (
        SELECT \(column) AS v, row_number() OVER (ORDER BY \(column)) - 1 AS n, count(*) OVER () AS c
        FROM big WHERE \(column) IS NOT NULL
      )
      SELECT \((1...3).map(quartile).joined(separator: ", ")) FROM r
      """,
      "SELECT \(column), count(*) FROM big GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1",
    ]
  }
}
