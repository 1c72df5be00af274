import Glibc

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if let child = options.child {
    try await child.task.run(child.arguments)
  } else if options.lists {
    for benchmark in Benchmark.all { print(benchmark.name.padded(to: 12), benchmark.summary) }
  } else {
    #if DEBUG
    say("a debug build: these figures say nothing; use scripts/bench")
    #endif
    let report = try await Report.running(options.chosen, in: Context(options))
    print(report.text)
    exit(report.isWithinBudgets ? 0 : 1)
  }
} catch {
  say("Benchmarks: \(error)")
  exit(2)
}
