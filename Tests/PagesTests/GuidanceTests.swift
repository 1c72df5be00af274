import Editing
@testable import Pages
import SQLite
import SceneSupport
import StandardKeys
import Terminal
import Testing
import Widgets
import Workspace

/// Tests that help, palette, footer and messages show what can be done.
@MainActor
struct GuidanceTests {
  private static let script = """
    CREATE TABLE maker(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE track(id INTEGER PRIMARY KEY, title TEXT, maker_id INT REFERENCES maker);
    CREATE TABLE playlist_track(id INTEGER PRIMARY KEY, track_id INT REFERENCES track, note TEXT);
    INSERT INTO maker VALUES(1, 'Acme');
    INSERT INTO track VALUES(1, 'One', 1), (2, 'Two', NULL);
    """

  @Test func `E11: help begins with what is done most here, motions come behind`() async throws {
    let scene = try await Scene(Self.script, "--entity Track", width: 100, height: 40)
    try await scene.send("?")
    #expect(scene.text.contains("Help · Track"), "\(scene.text)")
    let first = try #require(scene.lines.firstIndex { $0.contains("This page") })
    let own = ["Open", "Edit", "Tag", "New object", "Delete", "Search"]
    for (offset, label) in own.enumerated() {
      #expect(scene.lines[first + 1 + offset].contains(" \(label) "), "\(scene.text)")
    }
    #expect(scene.text.contains("Open: Open what is under the cursor (⏎)"), "\(scene.text)")
    try await scene.send("end")
    #expect(scene.text.contains("Moving"), "\(scene.text)")
    try await scene.type("sort")
    #expect(scene.line(with: "│ Sort: Sort by this column") != nil, "\(scene.text)")
    try await scene.send("enter")
    #expect(scene.lines[0].contains("sort: "), "\(scene.text)")
  }

  @Test(arguments: [
    ("total", "B groups by a column"), ("sum", "f counts its values"),
    ("csv", " --format csv"), ("export", "d2t export "), ("sql", ":review, then :showSQL"),
    ("month", "F filters: day >= "), ("settings", ":set look = 'light'"),
  ])
  func `The palette says what to do for what there is no command for`(word: String, way: String)
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Track", width: 140)
    try await scene.send("ctrl-p")
    #expect(!scene.text.contains("Sums and groups"), "only where it is looked for")
    try await scene.type(word)
    #expect(scene.text.contains(way), "\(scene.text)")
    #expect(!scene.text.contains("To detail"), "\(scene.text)")
  }

  @Test(arguments: [
    ("quit", "Quit"), ("delete", "Delete"), ("remove", "Delete"), ("order", "Sort"),
    ("find", "Search"),
  ])
  func `The palette puts a command before others by any of its words`(word: String, label: String)
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Track")
    try await scene.send("ctrl-p")
    try await scene.type(word)
    #expect(scene.line(with: "│ ›")?.contains(label) == true, "\(scene.text)")
  }

  @Test func `The palette tells the command line that exports the rows of this list`() async throws
  {
    let scene = try await Scene(Self.script, "--entity Track", width: 200)
    try await scene.send("F")
    try await scene.type("title = 'One'")
    try await scene.send("enter s s ctrl-p")
    try await scene.type("export")
    try await scene.send("enter")
    let link = "'Track?title = '\\''One'\\''&sort=-title' --format csv"
    let line = try #require(scene.terminal.clipboard)
    #expect(line.hasPrefix("d2t export ") && line.hasSuffix(link), "\(line)")
  }

  @Test func `E11: the palette says of each command what it does`() async throws {
    let scene = try await Scene(Self.script, "--entity Track", width: 120)
    try await scene.send("ctrl-p")
    let line = try #require(scene.line(with: "Find rows by text"))
    #expect(line.contains(" Search "), "\(scene.text)")
    #expect(line.contains(" / │"), "\(line)")
    try await scene.type("cursor")
    #expect(scene.text.contains("nothing matches"), "names are searched, not sentences")
  }

  @Test(arguments: [
    "--entity Track", "--entity Track --task inspect --id 1", "--entity Track --task edit --id 1",
  ])
  func `Help shows the label of every command whole on 80 columns`(
    place: String
  ) async throws {
    let scene = try await Scene(Self.script, place, width: 80, height: 60)
    try await scene.send("f1")
    let lines = scene.lines.filter { $0.contains("│") }
    #expect(lines.count > 15, "\(scene.text)")
    #expect(lines.allSatisfy { !$0.contains("…") }, "\(scene.text)")
    #expect(lines.contains { $0.split(separator: "│").count > 1 }, "two columns\n\(scene.text)")
    #expect(!scene.text.contains("Stay"), "an internal command")
  }

  @Test func `The palette finds a command by another word for it and runs it`() async throws {
    let scene = try await Scene(Self.script, "--entity Track")
    try await scene.send("ctrl-p")
    try await scene.type("remove")
    #expect(scene.line(with: "│ ›")?.contains("Delete") == true, "\(scene.text)")
    try await scene.send("enter")
    #expect(scene.text.contains("Delete Track “One”?"), "\(scene.text)")
  }

  @Test(arguments: ["columns", "Columns", "visible columns"])
  func `The command line runs a command by its name, its label or another word for it`(
    text: String
  ) async throws {
    let scene = try await Scene(Self.script, "--entity Track")
    try await scene.send(":")
    try await scene.type(text)
    try await scene.send("enter")
    #expect(scene.text.contains("Columns ─"), "\(scene.text)")
  }

  @Test func `Tab completes another word or a label of a command to its name`() async throws {
    let scene = try await Scene(Self.script, "--entity Track")
    for (typed, name) in [
      ("remo", "delete"), ("new obj", "create"), ("filter by", "filterByValue"),
    ] {
      try await scene.send(":")
      try await scene.type(typed)
      try await scene.send("tab")
      #expect(scene.lines.last == ":" + name, "\(scene.text)")
      try await scene.send("esc")
    }
  }

  @Test func `A word for several commands names them and runs none`() async throws {
    let scene = try await Scene(Self.script, "--entity Track")
    try await scene.send(":")
    try await scene.type("where")
    try await scene.send("enter")
    scene.expectStatus("! 'where' may be several commands: 'filter', 'filterByValue'")
  }

  @Test func `E11: a search among the entities finds by letters as the palette does`() async throws
  {
    let scene = try await Scene(Self.script)
    try await scene.send("/")
    try await scene.type("plt")
    try await scene.send("enter")
    #expect(scene.line(with: "›")?.hasPrefix("› Playlist Track") == true, "\(scene.text)")
    try await scene.send("/")
    try await scene.type("trk")
    try await scene.send("enter")
    #expect(scene.line(with: "›")?.hasPrefix("› Track") == true, "\(scene.text)")
    try await scene.send("/")
    try await scene.type("xyz")
    try await scene.send("enter")
    scene.expectStatus("! 'xyz' not found")
    #expect(scene.lines.last == "/xyz")
  }

  @Test func `E15: following is offered only where it leads somewhere`() async throws {
    let scene = try await Scene(Self.script, "--entity Track --task inspect --id 1")
    try await scene.go(to: "maker", by: "j")
    #expect(scene.lines.last?.contains("⏎ follow") == true)
    try await scene.send("J")
    try await scene.go(to: "maker", by: "j")
    #expect(scene.lines[0].contains("Two"), "\(scene.text)")
    #expect(scene.lines.last?.contains("follow") == false)
    try await scene.send("enter")
    scene.expectStatus("! follow: there is no object to go to")
  }

  @Test func `E15: following is not offered to what may not be seen`() async throws {
    let scene = try await Scene(
      Self.script,
      rules: "*true* => visibleEntityNames = ['Track']",
      "--entity Track --task inspect --id 1"
    )
    for _ in 0..<8 {
      #expect(scene.lines.last?.contains("follow") == false, "\(scene.text)")
      try await scene.send("j")
    }
  }

  @Test func `E15: a message wider than the screen goes on in the next line`() async throws {
    let scene = try await Scene(
      "CREATE TABLE t(a TEXT); INSERT INTO t VALUES ('a long name of something that is long');",
      "--entity T",
      width: 40,
      height: 20
    )
    try await scene.send("y")
    let message = scene.status
    #expect(message.count > 40 && !message.contains("…"), "\(scene.text)")
    #expect(scene.lines.allSatisfy { $0.count <= 40 })
    #expect(scene.lines.last?.contains("? help") == true, "the keys stay")
    try await scene.send("?")
    try await scene.send("esc")
    #expect(!scene.text.contains(message.prefix(20)))
  }

  @Test(arguments: ["messages", "last message"])
  func `The last messages are read in full, the newest first`(name: String) async throws {
    let scene = try await Scene(Self.script, width: 60)
    for word in ["nowhere", "neverwhere"] {
      try await scene.send("/")
      try await scene.type(word)
      try await scene.send("enter")
      try await scene.send("esc")
    }
    try await scene.send("j")
    #expect(!scene.text.contains("neverwhere"), "\(scene.text)")
    try await scene.run(name)
    let lines = scene.lines.filter { $0.contains("  warning  ") }
    #expect(lines.count == 2 && lines[0].contains("neverwhere"), "\(scene.text)")
    #expect(lines.allSatisfy { $0.contains(#/\d\d:\d\d:\d\d  warning  /#) }, "\(scene.text)")
    try await scene.send("esc f9")
    #expect(scene.text.contains("neverwhere"), "\(scene.text)")
  }

  @Test func `A warning stays until the next key, whatever is said and wherever the wheel turns`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Track")
    let host = try #require(scene.session.ui.screen.host)
    host.say("that is wrong", .warning)
    host.say("a note")
    try await scene.mouse(.scrollDown, 3, 3)
    scene.expectStatus("! that is wrong")
    host.say("saved", .success)
    scene.draw()
    scene.expectStatus("saved")
    try await scene.send("j")
    #expect(!scene.text.contains("saved"), "\(scene.text)")
    try await scene.run("messages")
    #expect(scene.text.contains("note     a note"), "what was not shown is read here")
  }

  @Test func `A message that is cut names the key that shows all of it`() async throws {
    let scene = try await Scene(Self.script, "--entity Track", width: 60, height: 24)
    let long = (1...120).map { "word\($0)" }.joined(separator: " ")
    try #require(scene.session.ui.screen.host).say(long, .error)
    scene.draw()
    #expect(scene.line(with: "… f9 shows all") != nil, "\(scene.text)")
    try await scene.send("f9")
    #expect(scene.text.contains("word120"), "\(scene.text)")
  }

  @Test func `E15: who waits to write is not told that something is read`() async throws {
    let scene = try await Scene(Self.script, "--entity Maker --task edit --id 1")
    try await scene.go(to: "name")
    try await scene.retype("Mine")
    let lock = try scene.lock()
    scene.press("ctrl-s")
    func rest() -> Int? {
      let said = scene.status.firstMatch(
        of: #/locked by another program; retrying for (\d+) s, esc calls it off/#
      )
      return said.flatMap { Int($0.1) }
    }
    try await scene.draw { rest() != nil }
    let first = try #require(rest())
    try await scene.draw { rest().map { $0 < first } ?? false }
    lock.release()
    try await scene.settle()
    scene.expectSaved()
    #expect(!scene.text.contains("locked"), "\(scene.text)")
  }

  @Test func `Esc stops a save that waits, as the status says, and nothing is written`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Maker --task edit --id 1")
    try await scene.go(to: "name")
    try await scene.retype("Mine")
    let before = try scene.dump()
    let lock = try scene.lock()
    scene.press("ctrl-s")
    try await scene.draw { scene.status.contains("esc calls it off") }
    #expect(scene.lines.last?.contains("stop") == true, "\(scene.text)")
    scene.press("esc")
    scene.draw()
    #expect(!scene.text.contains("are not saved"), "\(scene.text)")
    lock.release()
    try await scene.settle()
    #expect(scene.status.contains("not saved"), "\(scene.text)")
    #expect(scene.line(with: "Name")?.contains("Mine") == true, "\(scene.text)")
    #expect(try scene.dump() == before)
    try await scene.send("esc down down enter ctrl-q")
    #expect(scene.isFinished)
    #expect(try scene.dump() == before)
  }

  @Test func `Who discards and quits while a save waits has nothing written`() async throws {
    let scene = try await Scene(Self.script, "--entity Maker --task edit --id 1")
    try await scene.go(to: "name")
    try await scene.retype("Mine")
    let before = try scene.dump()
    let lock = try scene.lock()
    scene.press("ctrl-s")
    try await scene.draw { scene.status.contains("esc calls it off") }
    scene.press("ctrl-q")
    scene.draw()
    scene.press("end enter")
    #expect(scene.isFinished)
    lock.release()
    await scene.end()
    #expect(try scene.dump() == before)
  }

  @Test func `Nothing is taken back while it is being written`() async throws {
    let scene = try await Scene(Self.script, "--entity Maker --task edit --id 1")
    try await scene.go(to: "name")
    try await scene.retype("Mine")
    let lock = try scene.lock()
    scene.press("ctrl-s")
    try await scene.draw { scene.status.contains("esc calls it off") }
    let page = PageContext(scene.session.navigator.current, in: scene.session.ui)
    page.rollBack()
    scene.draw()
    #expect(scene.status.contains("changes are still being written"), "\(scene.text)")
    #expect(scene.line(with: "Name")?.contains("Mine") == true, "\(scene.text)")
    lock.release()
    try await scene.settle()
    #expect(try scene.rows("SELECT name FROM maker WHERE id = 1") == ["Mine"])
  }

  @Test func `A deletion that is being written is not undone`() async throws {
    let scene = try await Scene(Self.script, "--entity PlaylistTrack")
    try scene.execute("INSERT INTO playlist_track VALUES (1, 1, 'a'), (2, 2, 'b')")
    try await scene.send("ctrl-r d")
    let lock = try scene.lock()
    scene.press("y")
    try await scene.draw { scene.text.contains("esc calls it off") }
    scene.press("u")
    scene.draw()
    #expect(scene.text.contains("changes are still being written"), "\(scene.text)")
    lock.release()
    try await scene.settle()
    #expect(try scene.rows("SELECT count(*) FROM playlist_track") == ["1"])
  }

  @Test func `With a new object that is taken back its page is left`() async throws {
    let scene = try await Scene(Self.script, "--entity Maker")
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Zora")
    let page = PageContext(scene.session.navigator.current, in: scene.session.ui)
    page.rollBack()
    try await scene.settle()
    #expect(scene.session.navigator.current.task == .list, "\(scene.text)")
    #expect(!scene.text.contains("Zora") && scene.session.work.editing.pendingCount == 0)
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `Another program can write while a form is open, at any time`(mode: String) async throws {
    let scene = try await Scene(
      "PRAGMA journal_mode=\(mode); " + Self.script,
      "--entity Maker",
      width: 120
    )
    let other = try Connection(path: scene.path, mode: .readWrite)
    other.setBusyTimeout(milliseconds: 0)
    var count = 0
    // No lock is left behind by anything that was read.
    func write() throws {
      count += 1
      try other.execute("UPDATE track SET title = 'theirs \(count)' WHERE id = 2")
      if mode == "WAL" {
        let state = try other.rows("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) }
        #expect(state == [0], "a reader keeps the log")
      }
    }
    try write()
    for keys in ["/", "esc", "e", "tab", "tab", "x", "esc", "P", "esc", "H"] {
      try await scene.send(keys)
      try write()
    }
    #expect(try scene.rows("SELECT title FROM track WHERE id = 2") == ["theirs \(count)"])
  }
}
