extension Benchmark {
  static let startup = Self(
    "startup",
    "from exec to exit of `d2t --version`, and the size of the binary"
  ) { context in
    let durations = try (0..<30).map { _ in try ProgramRun([context.program, "--version"]).duration
    }
    return [
      Figure("d2t --version", durations, budget: 0.010),
      Figure(
        "size of the binary",
        .bytes,
        [Double(try fileSize(context.program))],
        budget: 30 * 1_048_576
      ),
    ]
  }
}
