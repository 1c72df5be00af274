import SceneSupport
import Testing

/// Tests that unsaved changes are announced, saved and discarded together, and never lost without a question.
@MainActor
struct UnsavedChangesTests {
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT, since INT);
    CREATE TABLE label(id INTEGER PRIMARY KEY, title TEXT);
    INSERT INTO artist VALUES(1, 'Accept', 1976), (2, 'Aerosmith', 1970), (3, 'Abba', 1972);
    INSERT INTO label VALUES(1, 'Polar'), (2, 'Sony');
    """

  /// Artist 1 and label 1 are changed and pending; the list of labels is on screen.
  private func twoPending() async throws -> Scene {
    let scene = try await Scene(Self.script, "--entity Artist --task edit --id 1")
    try await scene.go(to: "name")
    try await scene.retype("Mine")
    try await scene.send("esc end enter : ")
    try await scene.type("Label")
    try await scene.send("enter e")
    try await scene.go(to: "title")
    try await scene.retype("Ours")
    return scene
  }

  @Test func `S17: who saves and leaves has left, whatever the task of the page`() async throws {
    let scene = try await Scene(
      Self.script,
      rules: "task = 'inspect' => page = 'edit'",
      "--entity Artist"
    )
    try await scene.send("enter")
    try await scene.go(to: "name")
    try await scene.retype("Mine")
    try await scene.send("esc down enter")
    #expect(try scene.rows("SELECT name FROM artist WHERE id = 1") == ["Mine"])
    #expect(scene.text.contains("Aerosmith") && scene.text.contains("Mine"), "\(scene.text)")
  }

  @Test func `S5: a status that says why nothing was saved does not pass for saved`() async throws {
    let scene = try await Scene(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT UNIQUE); INSERT INTO t VALUES(1,'x'),(2,'y');",
      "--entity T --task edit --id 2"
    )
    try await scene.go(to: "a")
    try await scene.retype("x")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("saved") && scene.status.hasPrefix(" ✗ not saved: "))
    #expect(!scene.says("saved"))
    try await scene.retype("z")
    try await scene.send("ctrl-s")
    scene.expectSaved()
  }

  @Test func `E4: saving in a form writes all that is pending, and footer and status say so`()
    async throws
  {
    let scene = try await twoPending()
    #expect(scene.lines.last?.contains("^S save 2 changes") == true, "\(scene.text)")
    #expect(scene.status.contains("1 more pending"), "\(scene.status)")
    try await scene.send("ctrl-s")
    scene.expectStatus("saved 2 objects")
    #expect(try scene.rows("SELECT name FROM artist WHERE id = 1") == ["Mine"])
    #expect(try scene.rows("SELECT title FROM label WHERE id = 1") == ["Ours"])
    try await scene.send("j")
    #expect(!scene.text.contains("pending"))
  }

  @Test func `S7: the save key means the same from a list, a form and the command line`()
    async throws
  {
    for way in ["ctrl-s", "esc end enter ctrl-s", "esc end enter : w enter"] {
      let scene = try await twoPending()
      try await scene.send(way)
      scene.expectStatus("saved 2 objects")
      #expect(
        try scene.rows(
          "SELECT name FROM artist WHERE id = 1 UNION SELECT title FROM label WHERE id = 1"
        )
          == ["Mine", "Ours"]
      )
    }
  }

  @Test
  func `E4: a text that is no value in another form keeps all from being saved, and is named`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Artist --task edit --id 2")
    try await scene.go(to: "since")
    try await scene.retype("19x")
    try await scene.send("esc end enter esc g e")
    try await scene.go(to: "name")
    try await scene.retype("Other")
    let before = try scene.dump()
    try await scene.send("ctrl-s")
    scene.expectStatus(
      "✗ not saved: Artist “Aerosmith”: Since: needs a whole number, for example 42"
    )
    #expect(try scene.dump() == before)
  }

  @Test func `E4: a new object that nobody touched is not saved along from another page`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Artist")
    try await scene.send("o ctrl-p")
    try await scene.type("Label")
    try await scene.send("enter e")
    try await scene.go(to: "title")
    try await scene.retype("Ours")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT count(*) FROM artist") == ["3"])
  }

  @Test func `E7: who quits can save, review, discard or stay`() async throws {
    let scene = try await twoPending()
    try await scene.send("ctrl-q")
    #expect(scene.text.contains("2 objects are not saved"))
    for choice in ["Stay here and go on", "Save all 2 changes and quit", "Review", "Discard"] {
      #expect(scene.text.contains(choice), "\(choice)")
    }
    try await scene.send("down down enter")
    #expect(scene.text.contains("Artist “Mine”") && scene.text.contains("Label “Ours”"))
    try await scene.send("enter")
    #expect(!scene.isFinished && scene.lines[0].contains("Mine"), "\(scene.text)")
    try await scene.send("ctrl-q down enter")
    #expect(scene.isFinished)
    #expect(try scene.rows("SELECT name FROM artist WHERE id = 1") == ["Mine"])
    #expect(try scene.rows("SELECT title FROM label WHERE id = 1") == ["Ours"])
  }

  @Test func `E7: who wants to save and quit stays when the save is refused`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist --task edit --id 2")
    try await scene.go(to: "since")
    try await scene.type("x")
    try await scene.send("ctrl-q down enter")
    #expect(!scene.isFinished)
    scene.expectStatus("✗ not saved: Since: needs a whole number, for example 42")
    try await scene.send("ctrl-q down down enter")
    #expect(scene.text.contains("typed, not a value yet"), "\(scene.text)")
    try await scene.send("esc ctrl-q end enter")
    #expect(scene.isFinished)
  }

  @Test func `A8: what is taken back on another page is named`() async throws {
    let scene = try await twoPending()
    try await scene.send("esc end enter j d y")
    #expect(scene.status.contains("deleted Sony"))
    try await scene.send("u")
    scene.expectStatus("taken back: Title of Label “Polar”")
    try await scene.send("u")
    scene.expectStatus("taken back: Name of Artist “Accept”")
    try await scene.send("U")
    scene.expectStatus("done again: Name of Artist “Mine”")
    #expect(try scene.rows("SELECT count(*) FROM label") == ["1"], "what was deleted stays deleted")
  }

  @Test func `A8: a form shows what was taken back, not what was typed before`() async throws {
    let scene = try await twoPending()
    try await scene.send("esc end enter u e")
    #expect(scene.line(with: "Title ")?.contains("Polar") == true, "\(scene.text)")
    #expect(scene.line(with: "Title ")?.contains("●") == false)
  }

  @Test func `A8: a new object that is taken back leaves the screen and is not made`() async throws
  {
    let scene = try await Scene(Self.script, "--entity Artist")
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("New")
    try await scene.send("esc end enter u")
    scene.expectStatus("taken back: Name of Artist “new”")
    try await scene.send("u")
    scene.expectStatus("taken back: Artist “new” is not created")
    try await scene.send("ctrl-q")
    #expect(scene.isFinished, "nothing is pending")
    #expect(try scene.rows("SELECT count(*) FROM artist") == ["3"])
  }

  @Test func `A8: in a form steps are taken back in the order in which they were made`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Artist --task edit --id 1")
    try await scene.go(to: "name")
    try await scene.append("1")
    try await scene.go(to: "since")
    try await scene.append("7")
    try await scene.go(to: "name", by: "backtab")
    try await scene.append("2")
    func shows(_ name: String, _ since: String) -> Bool {
      scene.line(with: "Name ")?.hasSuffix(" " + name) == true
        && scene.line(with: "Since ")?.hasSuffix(" " + since) == true
    }
    var seen = [shows("Accept12", "19767")]
    for (name, since) in [("Accept1", "19767"), ("Accept1", "1976"), ("Accept", "1976")] {
      try await scene.send("ctrl-_")
      seen.append(shows(name, since))
    }
    #expect(seen == [true, true, true, true], "\(scene.text)")
    #expect(scene.status.contains("taken back: Name"), "\(scene.status)")
  }

  @Test func `A8: a text that is no value is taken back before what is another's`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist --task edit --id 1")
    try await scene.go(to: "name")
    try await scene.append("1")
    try await scene.go(to: "since")
    try await scene.retype("x")
    try await scene.go(to: "name", by: "backtab")
    try await scene.go(to: "since")
    try await scene.send("ctrl-_")
    scene.expectStatus("taken back: typing in Since")
    #expect(scene.line(with: "Name ")?.contains("Accept1") == true)
  }

  @Test func `E3: Enter on the last field stops there and says what saves`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist --task edit --id 1")
    try await scene.go(to: "since")
    try await scene.send("enter")
    scene.expectStatus(
      "this is the last field; ^S saves, ^N saves and begins a new one, M-j saves and goes on to the next"
    )
    try await scene.append("0")
    #expect(scene.line(with: "Since ")?.contains("19760") == true)
    #expect(scene.line(with: "Name ")?.contains("Accept") == true)
  }

  @Test func `New objects stand above the list that they will be in, until they are saved`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating TEXT);
      INSERT INTO film VALUES(1, 'ALIEN', 'R'), (2, 'BRAZIL', 'PG');
      """,
      "--entity Film"
    )
    for (title, rating) in [("CUBE", "R"), ("DUNE", "PG"), ("EDEN", "PG"), ("FARGO", "R")] {
      try await scene.send("o")
      try await scene.type(title)
      try await scene.go(to: "rating")
      try await scene.type(rating)
      try await scene.send("esc end enter")
    }
    #expect(scene.line(with: "+ Film “CUBE”, not saved yet") != nil, "\(scene.text)")
    #expect(scene.text.contains("+ 1 more; P lists unsaved changes"), "\(scene.text)")
    try await scene.send("j l =")
    #expect(scene.text.contains("DUNE") && scene.text.contains("EDEN"), "\(scene.text)")
    #expect(!scene.text.contains("CUBE") && !scene.text.contains("more; P"), "\(scene.text)")
    try await scene.send("x ctrl-s")
    #expect(!scene.text.contains("not saved yet"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["6"])
  }

  @Test func `What is taken back on the page of a list has the cursor there`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      INSERT INTO film VALUES(1, 'ALIEN'), (2, 'BRAZIL'), (3, 'CUBE');
      """,
      "--entity Film"
    )
    try await scene.send("j e")
    try await scene.retype("DUNE")
    try await scene.send("esc end enter g u")
    #expect(scene.status.contains("taken back: Title of Film “BRAZIL”"), "\(scene.text)")
    #expect(scene.line(with: "› BRAZIL") != nil, "\(scene.text)")
  }
}
