package import CommandLineTool
package import DirectToTerminalTesting
import EntityStore
package import Pages
import Glibc
import RuleEnvironment
import SQLite
import StandardKeys
package import Terminal
import TestSupport
package import Testing
import Widgets
import Workspace

/// The program on a database file of its own, with a person who types and reads.
@MainActor
package final class Scene {
  package var session: Session { controller.session }
  package let terminal: HeadlessTerminal
  package let path: String
  private let folder = TemporaryFolder()
  private let controller: ScreenController

  /// The scene did not come to rest.
  package typealias Restless = ApplicationTester.Restless

  /// Runs `script` into a new database, or copies the file `original`, or takes that of the scene `other`, and opens it with `rules` and what
  /// `arguments` add to the command line: `--role clerk --entity Artist`; `adjust` may change what they come to, and `start`
  /// is called before the first page is made.
  ///
  /// Rules can name what is in `catalog`.
  package init(
    _ script: String = "",
    copyOf original: String? = nil,
    beside other: Scene? = nil,
    rules: String = "",
    _ arguments: String = "",
    width: Int = 100,
    height: Int = 30,
    catalog: Catalog = .builtIn,
    before start: (Session) -> Void = { _ in },
    adjusting adjust: (inout Invocation) -> Void = { _ in }
  ) async throws {
    if let other {
      path = other.path
    } else if let original {
      path = try folder.copy(original, to: "test.db")
    } else {
      path = folder.path + "/test.db"
      try Connection(path: path, mode: .create).execute(script)
    }
    var words = arguments.split(separator: " ").map(String.init)
    if !rules.isEmpty { words += ["--rules", folder.write(Array(rules.utf8), to: "my.rules")] }
    var invocation = try Invocation(arguments: words + [path])
    adjust(&invocation)
    var application = Application.d2t
    application.catalog = catalog
    let session = try await Program(invocation, application: application).session()
    // Many scenes share a processor: what is counted is not to depend on that.
    session.work.counts.patience = .seconds(3600)
    session.work.reading.totalsPatience = nil
    start(session)
    terminal = HeadlessTerminal(size: Size(width: width, height: height))
    controller = ScreenController(session: session, driver: terminal)
    // A loaded machine makes no single presses of a double one.
    controller.host.doubleClickTime = .seconds(60)
    try await settle()
  }

  /// The lines on the screen.
  package var lines: [String] { terminal.lines }

  /// The screen as one text, for expectations that look for a piece of it.
  package var text: String { lines.joined(separator: "\n") }

  /// The line above the keys; where what is said there takes several, all of them as one.
  package var status: String {
    let last = lines.count - 2
    guard let start = controller.host.message?.text.prefix(12) else { return lines[last] }
    let marks = ["", "✗ ", "! "]
    let first = (max(0, last - 9)...last).last { index in
      marks.contains { lines[index].hasPrefix(" " + $0 + start) }
    }
    return (first.map { lines[$0...last] } ?? lines[last...last]).joined()
  }

  /// Expects the line above the keys to say this, all of it, and nothing else.
  package func expectStatus(
    _ sentence: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(says(sentence), "\(status)\n\(text)", sourceLocation: location)
  }

  /// Whether the line above the keys says this, all of it, and nothing else.
  package func says(_ sentence: String) -> Bool { status == " " + sentence }

  /// Expects that one object was saved and the screen says so: `not saved: …` does not do.
  package func expectSaved(_ location: SourceLocation = #_sourceLocation) {
    expectStatus("saved", location)
  }

  /// The first line with `piece` in it.
  package func line(with piece: String) -> String? { lines.first { $0.contains(piece) } }

  /// Ends the program, so that nothing of it stays in a test that makes many.
  package func end() async {
    await session.close()
    session.release()
  }

  /// Whether the program has ended itself.
  package var isFinished: Bool { controller.isFinished }

  /// Presses keys as ``KeyEvent/sequence(_:)`` reads them, `j j enter ctrl-s`, and waits after each until nothing moves.
  package func send(_ keys: String) async throws {
    guard let events = KeyEvent.sequence(keys) else {
      preconditionFailure("one of the keys '\(keys)' does not exist; to type text use type(_:)")
    }
    for event in events {
      controller.handle(.key(event))
      try await settle()
    }
  }

  /// Says something, as commands do.
  package func say(_ sentence: String) { controller.host.say(sentence) }

  /// Presses keys and waits for nothing: what comes of them is under way.
  package func press(_ keys: String) {
    for event in KeyEvent.sequence(keys) ?? [] { controller.handle(.key(event)) }
  }

  /// Keys that arrive in one piece, without waiting for what comes of them.
  package func arrive(_ text: String) { controller.handle(.typed(text)) }

  /// Takes an event of the terminal, and waits until nothing moves.
  package func arrive(_ event: TerminalEvent) async throws {
    controller.handle(event)
    try await settle()
  }

  /// Uses the mouse at a cell, counted from 0.
  package func mouse(_ action: MouseEvent.Action, _ x: Int, _ y: Int) async throws {
    controller.handle(.mouse(MouseEvent(action, at: Point(x: x, y: y))))
    try await settle()
  }

  /// Changes the size of the window.
  package func resize(width: Int, height: Int) async throws {
    terminal.resize(to: Size(width: width, height: height))
    for event in terminal.pendingEvents() { controller.handle(event) }
    try await settle()
  }

  /// Types a text.
  package func type(_ text: String) async throws {
    for character in text { controller.handle(.key(.character(character))) }
    try await settle()
  }

  /// Gives a text at once, where it does not matter how it came into the field: much quicker than typing it.
  package func paste(_ text: String) async throws {
    controller.handle(.paste(text))
    try await settle()
  }

  /// Types `text` behind what is in the field under the cursor.
  package func append(_ text: String) async throws {
    try await send("end")
    try await type(text)
  }

  /// Empties the field under the cursor and types `text`.
  package func retype(_ text: String) async throws {
    try await send("end ctrl-u")
    try await type(text)
  }

  /// Moves on, as a person looks for a field, until the property `name` has the focus.
  package func go(to name: String, by key: String = "tab") async throws {
    for _ in 0..<60 {
      if focusedProperty == name { return }
      try await send(key)
    }
    throw Restless(screen: "no field of '\(name)' can be reached:\n" + text)
  }

  /// Whether the text cursor of a field is on the screen.
  package var showsCursor: Bool { controller.host.cursor != nil }

  /// The property of the field or column under the cursor.
  package var focusedProperty: String? {
    controller.host.activeCommands.first?.context.environment[ModelKeys.shared.propertyKey]
  }

  /// Types a line behind the colon.
  package func run(_ line: String) async throws {
    try await send(":")
    try await type(line)
    try await send("enter")
  }

  /// Draws a frame of what is there by now.
  package func draw() { controller.draw() }

  /// Draws and lets tasks run until everything has arrived.
  package func settle() async throws { try await controller.settle(on: terminal) }

  /// Draws and lets tasks run until `condition` holds, for what comes from outside, and then until everything has arrived.
  package func wait(until condition: () -> Bool) async throws {
    try await draw(until: condition)
    try await settle()
  }

  /// Draws and lets tasks run until `condition` holds, whatever is still to come.
  package func draw(until condition: () -> Bool) async throws {
    var patience = Patience()
    while !condition() {
      guard patience.lasts else { throw Restless(screen: text) }
      try await Task.sleep(for: .milliseconds(2))
      controller.draw()
    }
  }

  /// The path of the rule file that the scene was opened with.
  package var rulesPath: String { folder.path + "/my.rules" }

  /// Saves those rules anew, as most editors do: in a file that takes the place of the old one.
  package func save(rules: String) {
    rename(folder.write(Array(rules.utf8), to: "my.rules~"), rulesPath)
  }

  // MARK: The file

  /// Returns the rows of a query, columns joined by `|`, read through a separate connection.
  package func rows(_ sql: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try connection.rows(sql) { row in
      (0..<row.columnCount).map { row.text($0) }.joined(separator: "|")
    }
  }

  /// Runs SQL over a connection of its own: another program changes the file.
  package func execute(_ script: String) throws {
    try Connection(path: path, mode: .readWrite).execute(script)
  }

  /// Another program that has begun to write and does not end.
  package func lock(waitedFor patience: Duration = .seconds(3600)) throws -> Lock {
    // Many scenes share a processor: who waits does so until the lock is released.
    session.work.store.lockTimeout = patience
    return try Lock(path: path)
  }

  /// A lock on a database, until it is released.
  package final class Lock {
    private let connection: Connection

    fileprivate init(path: String) throws {
      connection = try Connection(path: path, mode: .readWrite)
      try connection.begin(.immediate)
    }

    package func release() { connection.rollBack() }
  }

  /// Every row of every table, or of one, with its storage classes, to see that nothing else was touched.
  package func dump(of name: String? = nil) throws -> Set<String> {
    let connection = try Connection(path: path, mode: .readOnly)
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    ) { $0.text(0) }
    var rows: Set<String> = []
    for table in tables where table == (name ?? table) {
      let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)]) {
        "typeof(\(SQLText.identifier($0.text(0)))) || quote(\(SQLText.identifier($0.text(0))))"
      }
      let sql = "SELECT \(columns.joined(separator: " || '|' || "))"
      let found = try connection.rows(sql + " FROM \(SQLText.identifier(table))") { $0.text(0) }
      for row in found { rows.insert("\(table): \(row)") }
    }
    return rows
  }
}
