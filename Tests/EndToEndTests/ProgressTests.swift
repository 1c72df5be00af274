import SQLite
import Terminal
import TestSupport
import Testing

/// Tests that the progress of commands is shown on a terminal, and nowhere else.
struct ProgressTests {
  private let folder = TemporaryFolder()

  /// An import that waits for the rest of its rows for longer than half a second.
  private static let slowImport =
    "(printf 'id,name\\n1,a\\n'; sleep 0.8; printf '2,b\\n') | d2t import shop.db Item -"

  init() throws {
    try Connection(path: folder.path + "/shop.db", mode: .create).execute(
      "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT)"
    )
  }

  @Test func `A terminal sees how far an import is, and the line goes`() throws {
    let script = "d2t() { \"$0\" \"$@\"; }; cd \"$1\"; \(Self.slowImport)"
    let terminal = try PseudoTerminal(
      "/bin/sh",
      ["-c", script, ProgramRun.path, folder.path],
      environment: ["HOME": folder.path, "XDG_CONFIG_HOME": "", "LC_ALL": "C.UTF-8"]
    )
    #expect(try terminal.waitForExit() == 0)
    let output = String(decoding: terminal.output, as: UTF8.self)
    let clear = "\r\u{1B}[K"
    #expect(output.contains(clear + "importing for "), "\(output)")
    #expect(output.contains("; ^C stops" + clear + "2 objects imported"), "\(output)")
    #expect(terminal.lines.first { !$0.isEmpty } == "2 objects imported", "\(terminal.lines)")
  }

  @Test func `A pipe gets nothing of it`() throws {
    let run = try ProgramRun(shell: Self.slowImport, in: folder)
    #expect(run.messages == "2 objects imported\n" && run.output.isEmpty, "\(run)")
  }
}
