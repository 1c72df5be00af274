import SQLite
import Terminal
import TestSupport
import Testing

/// Terminals of all kinds: how text arrives, what they can show, where their keys come from.
struct TerminalKindTests {
  private let folder = TemporaryFolder()

  private func start(
    _ arguments: [String] = ["--task", "list", "--entity", "Movie"],
    environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      ProgramRun.path,
      arguments,
      environment: ["HOME": folder.path].merging(environment) { $1 }
    )
    try terminal.settle()
    return terminal
  }

  private func shows(_ text: String, on terminal: PseudoTerminal) -> Bool {
    terminal.lines.contains { $0.contains(text) }
  }

  @Test(arguments: [true, false], [7, 512])
  func `G3: text in pieces that cut characters is saved as it was sent`(
    isPasted: Bool,
    size: Int
  ) throws {
    let path = folder.path + "/shop.db"
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO artist VALUES(1, '');"
    )
    let terminal = try start([path, "--entity", "artist", "--id", "1", "--task", "edit"])
    var sent = Array(String(repeating: "Größe 東京 👍 ", count: 60).utf8)
    sent.insert(0xFF, at: 100)
    var rest =
      ((isPasted ? Array("\u{1B}[200~".utf8) : []) + sent
      + (isPasted ? Array("\u{1B}[201~".utf8) : []))[...]
    while !rest.isEmpty {
      try terminal.write(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
      // The pieces are read one by one.
      try terminal.wait { terminal.hasReadInput }
    }
    try terminal.settle()
    try terminal.type("ctrl-s")
    let name = try Connection(path: path, mode: .readOnly)
      .rows("SELECT name FROM artist") { $0.text(0) }
    #expect(name == [String(decoding: sent, as: UTF8.self)])
  }

  @Test func `E16: a locale that the machine does not have is told of once`() throws {
    let terminal = try start(environment: ["LC_ALL": "zz_ZZ"])
    #expect(shows("LC_ALL=zz_ZZ is not an installed locale", on: terminal))
    try terminal.type("j")
    #expect(!shows("zz_ZZ", on: terminal))
    #expect(!shows("installed locale", on: try start(environment: ["LC_ALL": "zz_ZZ.UTF-8"])))
  }

  @Test func `E16: keys come from the terminal when something is piped in`() throws {
    let terminal = try PseudoTerminal(
      "/bin/sh",
      ["-c", "echo x | \(ProgramRun.path) --task list --entity Movie"],
      environment: ["HOME": folder.path]
    )
    try terminal.wait { terminal.lines.contains { $0.contains("1/220") } }
    try terminal.write("j")
    try terminal.wait { terminal.lines.contains { $0.contains("2/220") } }
    try terminal.write("\u{11}")
    #expect(try terminal.waitForExit() == 0)
    #expect(terminal.isSane)
  }

  @Test(arguments: ["xterm-kitty", "xterm-of-the-future", "alacritty", "foot", "tmux-direct"])
  func `E16: a kind of terminal without a description is taken for the one it is like`(
    type: String
  ) throws {
    let terminal = try start(environment: ["TERM": type, "TERMINFO": "", "TERMINFO_DIRS": ""])
    try terminal.type("down")
    #expect(shows("2/220", on: terminal))
    try terminal.type("ctrl-q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test(arguments: [["LC_ALL": "C"], ["LC_ALL": "", "LC_CTYPE": "", "LANG": "POSIX"]])
  func `E16: where the locale is C only ASCII is written`(environment: [String: String]) throws {
    let terminal = try start(environment: environment)
    #expect(shows(" enter open  ", on: terminal), "\(terminal.lines)")
    try terminal.type("j ? esc enter")
    #expect(terminal.output.allSatisfy { $0 < 0x80 })
    #expect(!shows("?????", on: terminal), "\(terminal.lines)")
  }

  @Test func `E16: commands work with another keyboard layout, or say that they are none`() throws {
    let terminal = try start()
    try terminal.send("ооо")
    #expect(shows("4/220", on: terminal))
    try terminal.send("л")
    #expect(shows("3/220", on: terminal))
    try terminal.send("é")
    #expect(shows("'é' is no command here", on: terminal), "\(terminal.lines)")
  }

  @Test func `E19: the mouse chooses a row, and alt-m gives it back to the terminal`() throws {
    let terminal = try start()
    #expect(terminal.screen.modes.isSuperset(of: [1002, 1006]))
    let first = terminal.lines.firstIndex { $0.hasPrefix("›") } ?? 0
    let row = first + 3
    // Press and release in one piece.
    try terminal.send("\u{1B}[<0;5;\(row + 1)M\u{1B}[<0;5;\(row + 1)m")
    #expect(shows("4/220", on: terminal))
    #expect(terminal.lines[row].hasPrefix("›"))
    try terminal.type("alt-m")
    #expect(terminal.screen.modes.isDisjoint(with: [1002, 1006]))
    #expect(shows("selects text", on: terminal))
    try terminal.type("alt-m")
    #expect(terminal.screen.modes.contains(1002))
    try terminal.type("ctrl-q")
    #expect(try terminal.waitForExit() == 0)
    #expect(terminal.isSane)
  }

  @Test func `E19: what a key did is shown, though a key without meaning came with it`() throws {
    let terminal = try start()
    try terminal.send("j\u{1B}[15;9~X")
    #expect(shows("2/220", on: terminal))
  }

  @Test func `E19: rules leave the mouse to the terminal`() throws {
    let terminal = try start([
      "--task", "list", "--entity", "Movie", "--set", "isMouseEnabled=false",
    ])
    #expect(terminal.screen.modes.isDisjoint(with: [1002, 1006]))
  }
}
