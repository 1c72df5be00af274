extension Benchmark {
  static let render = Self(
    "render",
    "first rows of the big table: `d2t render` against the sqlite3 shell"
  ) { context in
    let file = try context.bigTable.file()
    let page = [
      context.program, "render", "--readonly", "--task", "list", "--entity", "Big", "--size",
      "120x40", file,
    ]
    let shell = ["sqlite3", "-readonly", "-box", file, "select * from big limit 38"]
    let hasShell = ProgramRun.exists("sqlite3")
    var ours: [ProgramRun] = []
    var theirs: [ProgramRun] = []
    // In turns, so that both see the same machine.
    for _ in 0..<32 {
      ours.append(try ProgramRun(page))
      if hasShell { theirs.append(try ProgramRun(shell)) }
    }
    let mine = Figure("d2t render", ours.dropFirst(2).map(\.duration))
    let memory = ours.map { Double($0.peakMemory) }
    guard hasShell else {
      return [mine, Figure("peak memory", .bytes, memory, budget: 40 * 1_048_576)]
    }
    let reference = Figure("sqlite3 -box", theirs.dropFirst(2).map(\.duration))
    return [
      mine, reference,
      mine.ratio(to: reference, "d2t : sqlite3 (goal 2.5)", budget: 5),
      Figure("peak memory", .bytes, memory, budget: 40 * 1_048_576),
    ]
  }
}
