import Glibc
import SQLite
import Workspace

extension Benchmark {
  static let live = Self(
    "live",
    "from a changed rule file to the screen, with an edit pending; written in place, and renamed"
  ) { context in
    let folder = "\(context.folder)/live"
    mkdir(context.folder, 0o755)
    mkdir(folder, 0o755)
    let database = "\(folder)/shop.db"
    unlink(database)
    unlink("\(folder)/shop.rules")
    try Connection(path: database, mode: .create).execute(
      """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO artist VALUES(1, 'AC/DC'), (2, 'Accept'), (3, 'Nena');
      """
    )
    let run = try TerminalRun(
      [context.program, database, "--task", "list", "--entity", "artist"],
      home: folder
    )
    try run.wait(for: "Nena")
    // A name is edited and not saved.
    for keys in ["j", "e", "\u{1B}OF", "ed", "\u{1B}"] {
      run.type(keys)
      run.rest(.milliseconds(150))
    }
    var times: [[Duration]] = [[], []]
    for number in 0..<100 {
      let way = number % 2
      times[way].append(try change(number, "\(folder)/shop.rules", isRenamed: way == 1, run))
    }
    run.type("\u{0C}")
    try run.wait(for: "1 change")
    return [
      Figure("in place", times[0], budget: 0.2), Figure("renamed", times[1], budget: 0.2),
      Figure("the slowest of 100", [max(times[0].max() ?? .zero, times[1].max() ?? .zero)]),
    ]
  }

  /// How long it takes until the label that a rule file gives is on the screen.
  private static func change(
    _ number: Int,
    _ path: String,
    isRenamed: Bool,
    _ run: TerminalRun
  ) throws -> Duration {
    let label = label(number)
    let rule = "propertyKey = 'name' => displayNameForProperty = '\(label)'\n"
    let written = isRenamed ? path + "~" : path
    // At other moments each time, as people do.
    run.rest(.milliseconds(60 + number * 37 % 200))
    let start = ContinuousClock.now
    guard let file = fopen(written, "w") else { throw UsageError("cannot write '\(written)'") }
    fputs(rule, file)
    fclose(file)
    if isRenamed { rename(written, path) }
    try run.wait(for: label)
    return start.duration(to: .now)
  }

  /// Eight letters, none of which is where the label before had it: the terminal is sent what differs only.
  private static func label(_ number: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return String((0..<8).map { letters[(number + $0 * 5) % letters.count] })
  }
}
