import Glibc
import SQLite
import TestSupport
import Testing

/// The program under limits, with few descriptors, and with what is no file beside a database.
@Suite(.serialized)
struct ProcessLimitsTests {
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO artist VALUES(1, 'Accept'), (2, 'Bach');
    """
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/signalled.db" }

  init() throws {
    try Connection(path: path, mode: .create).execute(Self.script)
    folder.write("*true* => auditsChanges = true", to: "signalled.rules")
    let site = """
      *true* => isLocked = true, databases = ['\(path)'], role = 'clerk'
      *true* => auditLog = '\(folder.path)/audit.jsonl'
      """
    folder.write(site, to: "site/site.rules")
    folder.write("me:x:\(getuid()):0:::\n", to: "site/passwd")
  }

  private var names: [String] {
    let rows = try? Connection(path: path, mode: .readWrite).rows("SELECT name FROM artist") {
      $0.text(0)
    }
    return rows ?? []
  }

  /// Changes a row in locked mode, with a signal at an operation.
  private func change(
    after preparation: String = "",
    _ signal: Int32 = 0,
    at number: Int = 0
  ) throws -> ProgramRun {
    let words = [folder.path + "/counts", "\(signal)", "\(number)", folder.path + "/site"]
    return try ProgramRun(
      words + ["set", path, "Artist#1", "name=Abba"],
      of: ProgramRun.folder + "/SignalledProgram",
      after: preparation,
      in: folder
    )
  }

  @Test(arguments: [
    ("-f 100000", "file size"), ("-t 3600", "CPU time"), ("-v 64000000", "memory"),
    ("-d 64000000", "data"),
  ])
  func `L2: locked mode does not run with hard limits of the person`(
    limit: String,
    name: String
  ) throws {
    let run = try change(after: "ulimit \(limit)")
    #expect(run.code == 3, "\(run)")
    #expect(run.messages.hasPrefix("d2t: locked mode refuses a hard limit on \(name)"))
    #expect(names == ["Accept", "Bach"])
    #expect(folder.text(of: "audit.jsonl").isEmpty)
  }

  @Test func `L2: locked mode raises soft limits, and tells a change before and after`() throws {
    let run = try change(after: "ulimit -S -f 1; ulimit -S -t 5; ulimit -S -n 10")
    #expect(run.code == 0, "\(run)")
    #expect(names == ["Abba", "Bach"])
    let lines = folder.text(of: "audit.jsonl").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#""fields":{"name":["Accept","Abba"]}"#) == true)
    #expect(lines.last?.hasSuffix(#""outcome":"saved"}"#) == true)
    let attempts = lines.compactMap {
      $0.split(separator: #""attempt":""#).last?.prefix { $0 != "\"" }
    }
    #expect(Set(attempts).count == 1 && attempts.count == 2, "\(lines)")
  }

  @Test func `L2: of a locked program that is killed the log knows what it was about to save`()
    throws
  {
    #expect(try change().code == 0)
    let operations = Int(folder.text(of: "counts")) ?? 0
    try #require(operations > 5)
    for number in TestLength.isLong ? Array(1...operations) : [1, operations - 1, operations] {
      folder.remove("audit.jsonl")
      try Connection(path: path, mode: .readWrite).execute(
        "UPDATE artist SET name = 'Accept' WHERE id = 1"
      )
      #expect(try change(SIGKILL, at: number).code == 128 + SIGKILL)
      let lines = folder.text(of: "audit.jsonl").split(separator: "\n")
      let isDone = names.first == "Abba"
      #expect(isDone == (number == operations), "\(number) of \(operations)")
      if isDone { #expect(lines.count == 1) }
      #expect(!lines.contains { $0.contains("outcome") })
    }
  }

  @Test func `L7: a file that may not grow is an error with a sentence`() throws {
    let text = String(repeating: "x", count: 100_000)
    let run = try ProgramRun(
      ["set", path, "Artist#1", "name=\(text)"],
      after: "ulimit -f 20",
      in: folder
    )
    #expect(run.code == 1)
    #expect(run.messages.hasPrefix("d2t: not saved: "), "\(run)")
    #expect(names == ["Accept", "Bach"])
  }

  @Test(arguments: [4, 8, 11, 40])
  func `L7: too few descriptors are told`(count: Int) throws {
    let words = ["list", path, "Artist"]
    let run = try ProgramRun(words, after: "ulimit -n \(count)", in: folder)
    #expect(run.code == 1, "\(run)")
    #expect(run.messages.hasPrefix("d2t: fewer than 64 file descriptors are left"))
    let raised = try ProgramRun(words, after: "ulimit -S -n \(count)", in: folder)
    #expect(raised.code == 0)
  }

  @Test(arguments: ["-journal", "-wal", "-shm"])
  func `L7: what is no file beside a database is told, and waited for by nobody`(suffix: String)
    throws
  {
    for make in ["mkfifo", "mkdir", "ln -s /dev/zero"] {
      let name = "signalled.db" + suffix
      for command in make == "mkfifo" ? ["list Artist", "set Artist#1 name=X"] : ["list Artist"] {
        let words = command.split(separator: " ").map(String.init)
        let run = try ProgramRun(
          [words[0], path] + words.dropFirst(),
          after: "rm -rf \(name); \(make) \(name)",
          in: folder
        )
        #expect(run.code == 3, "\(run)")
        #expect(run.messages.hasPrefix("d2t: \(path)\(suffix): this is not a regular file"))
      }
    }
  }

  @Test func `L7: an argument that is no UTF-8 is told and not taken for another one`() throws {
    let bad = "\"$(printf 'y\\377')\""
    for words in ["list \(bad).db Artist", "set signalled.db Artist#1 name=\(bad)"] {
      let run = try ProgramRun(
        [],
        after: "cp signalled.db \(bad).db; exec \(ProgramRun.path) \(words)",
        in: folder
      )
      #expect(run.code == 2, "\(run)")
      #expect(run.messages.contains(" is not valid UTF-8: "), "\(run)")
    }
    #expect(names == ["Accept", "Bach"])
  }

  @Test func `L7: what is printed to a closed output goes into no file`() throws {
    let run = try ProgramRun(
      [],
      after: "exec \(ProgramRun.path) export signalled.db Artist >&-",
      in: folder
    )
    #expect(run.code == 1)
    #expect(run.messages.contains("Bad file descriptor"), "\(run)")
  }
}
