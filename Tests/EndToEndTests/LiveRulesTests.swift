import Glibc
import SQLite
import Terminal
import TestSupport
import Testing

/// Rules edited in another window while the program runs on a terminal.
struct LiveRulesTests {
  private let folder = TemporaryFolder()

  private func start(_ arguments: [String]) throws -> PseudoTerminal {
    try Connection(path: folder.path + "/shop.db", mode: .create).execute(
      """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT, born INTEGER);
      INSERT INTO artist VALUES(1, 'AC/DC', 1973), (2, 'Accept', 1976), (3, 'Ärzte', 1982);
      """
    )
    let terminal = try PseudoTerminal(
      ProgramRun.path,
      [folder.path + "/shop.db"] + arguments,
      size: Size(width: 100, height: 24),
      environment: ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config"]
    )
    try terminal.settle()
    return terminal
  }

  private func save(_ rules: String) { folder.write(rules, to: "shop.rules") }

  @Test func `Columns change, a mistake shows and is mended, and what was edited is still there`()
    throws
  {
    let terminal = try start(["--task", "list", "--entity", "artist"])
    try terminal.type("j e end")
    try terminal.send("ed")
    try terminal.type("esc j j j j enter")
    try terminal.wait { terminal.shows("Accepted") && terminal.shows("1 pending") }
    save("entity.name = 'Artist' => displayPropertyKeys = ['born', 'name']\n")
    try terminal.wait {
      terminal.lines[1].hasPrefix("  Born  Name")
        && terminal.lines[3].hasPrefix("›•1976  Accepted")
    }
    save("entity.name = 'Artist'\n  => displayPropertyKeys = ['name', 'born'\n")
    try terminal.wait {
      terminal.shows("⚠ shop.rules:2:43:") && terminal.shows("previous version applies")
    }
    #expect(terminal.lines.contains { $0.hasPrefix("   => displayPropertyKeys = ['name', 'born'") })
    #expect(terminal.lines.contains { $0.hasSuffix(" ^") })
    #expect(terminal.lines[1].hasPrefix("  Born  Name"))
    #expect(terminal.shows("Accepted"))
    save("entity.name = 'Artist' => displayPropertyKeys = ['name']\n")
    try terminal.wait {
      !terminal.shows("⚠") && !terminal.lines[1].contains("Born")
        && terminal.lines[3].hasPrefix("›•Accepted")
    }
    try terminal.type("ctrl-s")
    #expect(terminal.shows("saved"))
    let connection = try Connection(path: folder.path + "/shop.db", mode: .readOnly)
    #expect(
      try connection.rows("SELECT name FROM artist WHERE id = 2") { $0.text(0) } == ["Accepted"]
    )
    try terminal.type("ctrl-q")
    #expect(try terminal.waitForExit() == 0)
  }
}

extension PseudoTerminal {
  /// Whether `text` stands on the screen.
  fileprivate func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
}
