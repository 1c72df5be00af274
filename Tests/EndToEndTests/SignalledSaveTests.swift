import Glibc
import SQLite
import TestSupport
import Testing

/// Signals that arrive while the program saves, at each operation on the database's files.
@Suite(.serialized)
struct SignalledSaveTests {
  private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGALRM]
  private static let program = ProgramRun.folder + "/SignalledProgram"
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL, since INT);
    INSERT INTO artist VALUES(1, 'Accept', 1976), (2, 'Bach', 1685), (3, 'Cale', 1942);
    """
  private static let rules = """
    *true* => auditsChanges = true, savesDeletesAtOnce = false
    entity.name = 'Artist' => displayPropertyKeys = ('name', 'since')
    """
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/signalled.db" }

  /// Makes the database anew, and removes what runs before have left.
  private func prepare() throws -> [String] {
    for name in ["signalled.db", "signalled.db-journal", "state/d2t/audit.jsonl", "counts"] {
      unlink("\(folder.path)/\(name)")
    }
    let journals = folder.path + "/state/d2t/journals"
    for name in TemporaryFolder.names(in: journals) { unlink("\(journals)/\(name)") }
    try Connection(path: path, mode: .create).execute(Self.script)
    folder.write("name,since\nDylan,1941\nEno,1948\n", to: "new.csv")
    return ["--rules", folder.write(Self.rules, to: "my.rules"), path]
  }

  private func rows() throws -> [String] {
    // The journal of a run that was ended is rolled back first.
    try Connection(path: path, mode: .readWrite).rows("SELECT * FROM artist") { row in
      (0..<3).map { row.text($0) }.joined(separator: "|")
    }
  }

  private var auditCount: Int {
    folder.text(of: "state/d2t/audit.jsonl").split(separator: "\n").count
  }

  private var count: Int { Int(folder.text(of: "counts")) ?? 0 }

  private var environment: [String: String] {
    [
      "HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
      "XDG_STATE_HOME": folder.path + "/state",
    ]
  }

  private func run(_ command: [String], _ signal: Int32, at number: Int) throws -> ProgramRun {
    let words = [folder.path + "/counts", "\(signal)", "\(number)", folder.path + "/none"]
    return try ProgramRun(
      words + [command[0]] + (try prepare()) + command.dropFirst(),
      of: Self.program,
      in: folder,
      environment: environment
    )
  }

  @Test(arguments: [
    (["set", "Artist", "--all", "since=1"], 3), (["insert", "Artist", "name=Fela"], 1),
    (["delete", "Artist", "--all"], 3), (["import", "Artist", "new.csv"], 2),
  ])
  func `L3: a command that a signal ends has saved and told all, or nothing`(
    command: [String],
    changes: Int
  ) throws {
    let whole = try run(command, SIGTERM, at: 0)
    #expect(whole.code == 0 && auditCount == changes, "\(whole)")
    let (after, operations) = (try rows(), count)
    _ = try prepare()
    let before = try rows()
    try #require(operations > 5 && after != before, "\(whole)")
    var (undone, done) = (0, 0)
    // All commands save alike: each operation has its turn with one of them.
    let isWhole = TestLength.isLong || command[0] == "set"
    for number in isWhole ? Array(1...operations) : [1, operations] {
      // Each operation has another signal, and the last one, which is behind the commit, all of them.
      let isEach = TestLength.isLong || number == operations
      let signals = isEach ? Self.signals : [Self.signals[(number + changes) % Self.signals.count]]
      for signal in signals {
        let place: Comment = "\(command) signal \(signal), operation \(number) of \(operations)"
        let result = try run(command, signal, at: number)
        let now = try rows()
        #expect(now == before || now == after, place)
        #expect(auditCount == (now == after ? changes : 0), place)
        // The first operation begins the transaction, the last one is behind its commit.
        #expect(number > 1 || now == before, place)
        #expect(number < operations || now == after, place)
        if now == after { done += 1 } else { undone += 1 }
        if signal == SIGPIPE {
          #expect(result.code == 128 + SIGPIPE, place)
        } else if now == after {
          #expect(result.code == 0, "\(place): \(result)")
        } else {
          #expect(result.code == 128 + signal, place)
          #expect(result.messages == "d2t: interrupted; nothing was changed\n", place)
        }
      }
    }
    #expect(done >= Self.signals.count && undone > 0)
  }

  /// Edits on the screen and saves.
  /// - Returns: The exit code.
  private func edit(_ signal: Int32, at number: Int) throws -> Int32 {
    let words = [folder.path + "/counts", "\(signal)", "\(number)", folder.path + "/none"]
    let terminal = try PseudoTerminal(
      Self.program,
      words + ["--entity", "Artist"] + (try prepare()),
      environment: environment
    )
    try terminal.settle()
    try terminal.type("e end")
    try terminal.send("!")
    try terminal.send("\u{13}")
    if number == 0 || signal == SIGPIPE {
      try terminal.settle()
      try terminal.signal(SIGTERM)
    }
    return try terminal.waitForExit()
  }

  @Test func `L3: a screen that a signal ends has saved and told all, or nothing`() throws {
    #expect(try edit(SIGTERM, at: 0) == 128 + SIGTERM)
    #expect(auditCount == 1)
    let (after, operations) = (try rows(), count)
    _ = try prepare()
    let before = try rows()
    try #require(operations > 5 && after != before)
    let signals = TestLength.isLong ? Self.signals : [SIGHUP, SIGPIPE, SIGALRM]
    for number in TestLength.isLong ? Array(1...operations) : [1, operations] {
      for signal in number == operations || TestLength.isLong ? signals : [SIGTERM] {
        let code = try edit(signal, at: number)
        let now = try rows()
        let comment: Comment = "signal \(signal), operation \(number) of \(operations)"
        #expect(now == before || now == after, comment)
        #expect(number < operations || now == after, comment)
        #expect(auditCount == (now == after ? 1 : 0), comment)
        #expect(code == 128 + ([SIGPIPE, SIGALRM].contains(signal) ? SIGTERM : signal), comment)
      }
    }
  }
}
