import SQLite
import Terminal
import TestSupport
import Testing

/// Editing with the real program on a real terminal.
struct EditingTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/shop.db" }

  private func start(_ arguments: String = "") throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      ProgramRun.path,
      arguments.split(separator: " ").map(String.init) + [path],
      size: Size(width: 100, height: 24),
      environment: ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config"]
    )
    try terminal.settle()
    return terminal
  }

  private func makeDatabase() throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO artist VALUES(1, 'AC/DC'), (2, 'Accept');
      """
    )
  }

  private func names() throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try connection.rows("SELECT name FROM artist ORDER BY id") { $0.text(0) }
  }

  @Test func `A name is changed from the list on and saved`() throws {
    try makeDatabase()
    let terminal = try start()
    try terminal.type("enter j enter e end ctrl-u")
    try terminal.send("Größe 東京")
    try terminal.type("ctrl-s")
    #expect(terminal.lines.contains { $0.contains("saved") }, "\(terminal.lines)")
    #expect(try names() == ["AC/DC", "Größe 東京"])
    try terminal.type("q q q")
    #expect(try terminal.waitForExit() == 0)
    #expect(terminal.isSane)
  }

  @Test func `Quitting with something pending asks, and loses it only when told to`() throws {
    try makeDatabase()
    let terminal = try start("--entity artist --id 2 --task edit")
    try terminal.send("!")
    try terminal.type("ctrl-q")
    #expect(terminal.lines.contains { $0.contains("1 object is not saved") })
    try terminal.type("end enter")
    #expect(try terminal.waitForExit() == 0)
    #expect(try names() == ["AC/DC", "Accept"])
  }
}
