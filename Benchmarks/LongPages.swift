import Glibc
import SQLite

extension Benchmark {
  static let longPages = Self(
    "pages",
    "ticks among 100 000 objects, and the review of 10 000 that are to be deleted, key to screen"
  ) { context in
    let path = "\(context.folder)/pages.sqlite"
    try makeFolder(context.folder)
    unlink(path)
    defer { unlink(path) }
    try Connection(path: path, mode: .create).execute(script)
    // What a run that was killed has left in its journal would be offered to the next.
    let home = "\(context.folder)/home"
    _ = try ProgramRun(["rm", "-rf", home])
    try makeFolder(home)
    return try ticks(context, path, home) + review(context, path, home)
  }

  private static let script = """
    CREATE TABLE word(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE text(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE text_word(text_id INT NOT NULL REFERENCES text, word_id INT NOT NULL REFERENCES word,
      PRIMARY KEY(text_id, word_id));
    CREATE TABLE page(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO text VALUES(1, 'Long');
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
      INSERT INTO word SELECT i, 'word ' || i FROM n;
    INSERT INTO word VALUES(100000, 'zenith');
    INSERT INTO text_word SELECT 1, id FROM word WHERE id % 2 = 0;
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO page SELECT i, 'page ' || i FROM n;
    """

  private static func ticks(
    _ context: Context,
    _ path: String,
    _ home: String
  ) throws -> [Figure] {
    let run = try TerminalRun(
      [context.program, path, "--task", "edit", "--entity", "text", "--id", "1"],
      home: home
    )
    try run.wait(for: "ticked")
    run.type("\t")
    run.rest(.milliseconds(300))
    var (ends, ticks): ([Duration], [Duration]) = ([], [])
    for _ in 0..<20 {
      ends.append(try time(run, "G", "zenith"))
      // Whether it is ticked comes after its name.
      run.rest(.milliseconds(200))
      ticks.append(try time(run, " ", "•"))
      run.type(" g")
      run.rest(.milliseconds(200))
    }
    return [
      Figure("to the last of 100 000", ends, budget: 0.2),
      Figure("a tick among them", ticks, budget: 0.1),
    ]
  }

  private static func review(
    _ context: Context,
    _ path: String,
    _ home: String
  ) throws -> [Figure] {
    let run = try TerminalRun(
      [
        context.program, path, "--task", "list", "--entity", "page", "--set",
        "savesDeletesAtOnce=false",
      ],
      home: home
    )
    try run.wait(for: "page 1")
    run.type("A")
    run.rest(.milliseconds(300))
    run.type("d")
    try run.wait(for: "They go with the next save")
    run.type("y")
    try run.wait(for: "to be deleted with the next save")
    var (reviews, ends): ([Duration], [Duration]) = ([], [])
    for _ in 0..<20 {
      reviews.append(try time(run, "P", "to be deleted"))
      ends.append(try time(run, "G", "10000"))
      run.type("q")
      run.rest(.milliseconds(200))
    }
    return [
      Figure("review of 10 000", reviews, budget: 0.2),
      Figure("to the end of it", ends, budget: 0.5),
    ]
  }

  /// How long it takes from keys to a text on the screen.
  private static func time(_ run: TerminalRun, _ keys: String, _ text: String) throws -> Duration {
    let start = ContinuousClock.now
    run.type(keys)
    try run.wait(for: text)
    return ContinuousClock.now - start
  }
}
