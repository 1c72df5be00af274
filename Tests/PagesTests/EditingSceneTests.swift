import SceneSupport
import Testing

/// Editing one object: the file then differs in exactly what was entered.
@MainActor
struct EditingSceneTests {
  private static let artists = """
    CREATE TABLE artist(artist_id INTEGER PRIMARY KEY, name NVARCHAR(120) UNIQUE);
    INSERT INTO artist VALUES(1, 'AC/DC'), (2, 'Accept'), (3, 'Aerosmith');
    """

  @Test func `A changed name is the only change in the file`() async throws {
    let scene = try await Scene(Self.artists, "--entity Artist")
    let before = try scene.dump()
    try await scene.send("j enter e")
    try await scene.go(to: "name")
    try await scene.retype("Accept!")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(
      try scene.dump().symmetricDifference(before) == [
        "artist: integer2|text'Accept'", "artist: integer2|text'Accept!'",
      ]
    )
  }

  @Test func `In a form of 300 fields the one that needs a value is found, and takes it`()
    async throws
  {
    let columns = (1..<300).map { "column_\($0) TEXT\($0 == 250 ? " NOT NULL" : "")" }
      .joined(separator: ", ")
    let scene = try await Scene(
      "CREATE TABLE wide(id INTEGER PRIMARY KEY, \(columns))",
      "--entity Wide"
    )
    try await scene.send("o ctrl-s")
    #expect(scene.line(with: "Column 250 *")?.contains("✗ needs a value") == true, "\(scene.text)")
    try await scene.type("here")
    // What was typed stays when it is scrolled away.
    try await scene.send("pagedown pagedown ctrl-s")
    scene.expectSaved()
    #expect(try scene.dump().contains { $0.contains("text'here'") })
  }

  @Test func `A broken check between columns is told at each field that it reads`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE trip(
        id INTEGER PRIMARY KEY, start_day INT, end_day INT, note TEXT, CHECK (end_day >= start_day));
      INSERT INTO trip VALUES(1, 5, 9, 'x');
      """,
      "--entity Trip --task edit --id 1"
    )
    let before = try scene.dump()
    try await scene.go(to: "endDay")
    try await scene.retype("4")
    try await scene.send("ctrl-s")
    #expect(
      scene.status.contains("not saved: Start day, End day: the database allows only end_day >=")
    )
    for name in ["Start day", "End day"] {
      let line = scene.lines.first { $0.contains(name) && !$0.contains("not saved") }
      #expect(line?.contains("the database allows only end_day >= start_day") == true, "\(name)")
    }
    #expect(try scene.dump() == before)
    try await scene.retype("5")
    try await scene.send("ctrl-s")
    scene.expectSaved()
  }

  nonisolated static let keys:
    [(columns: String, values: String, id: String, removed: String, added: String)] = [
      (
        "a INT, b TEXT, v TEXT, PRIMARY KEY(a, b))", "(1,'x','old'),(1,'y','old'),(2,'x','old')",
        "1,y", "integer1|text'y'|text'old'", "integer1|text'y'|text'new'"
      ),
      (
        "a INT, b TEXT, v TEXT, PRIMARY KEY(a, b)) WITHOUT ROWID", "(1,'x','old'),(1,'y','old')",
        "1,x", "integer1|text'x'|text'old'", "integer1|text'x'|text'new'"
      ),
      (
        "code TEXT PRIMARY KEY, v TEXT)", "('o''n', 'old'), ('two', 'old')",
        "o'n", "text'o''n'|text'old'", "text'o''n'|text'new'"
      ),
    ]

  @Test(arguments: keys)
  func `One row is found again by its key, whatever the key is`(
    table: (columns: String, values: String, id: String, removed: String, added: String)
  ) async throws {
    let scene = try await Scene(
      "CREATE TABLE t(\(table.columns); INSERT INTO t VALUES\(table.values);",
      "--entity T --task edit --id \(table.id)"
    )
    let before = try scene.dump()
    try await scene.go(to: "v")
    try await scene.retype("new")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    let after = try scene.dump()
    #expect(before.subtracting(after) == ["t: \(table.removed)"])
    #expect(after.subtracting(before) == ["t: \(table.added)"])
  }

  @Test func `A key itself can be changed, and is the key from then on`() async throws {
    let scene = try await Scene(
      "CREATE TABLE t(code TEXT PRIMARY KEY, v TEXT); INSERT INTO t VALUES('a', '1'), ('b', '2');",
      "--entity T --task edit --id b"
    )
    try await scene.go(to: "code")
    try await scene.retype("c")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT * FROM t ORDER BY 1") == ["a|1", "c|2"])
    try await scene.send("e")
    try await scene.go(to: "v")
    try await scene.retype("3")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT * FROM t ORDER BY 1") == ["a|1", "c|3"])
  }

  @Test func `Enter goes to the next field and saves nothing`() async throws {
    let scene = try await Scene(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO t VALUES(1, 'x', 'y');",
      "--entity T --task edit --id 1"
    )
    try await scene.go(to: "a")
    try await scene.append("1")
    try await scene.send("enter")
    try await scene.append("2")
    #expect(scene.line(with: "A ")?.contains("x1") == true)
    #expect(scene.line(with: "B ")?.contains("y2") == true)
    #expect(try scene.rows("SELECT a, b FROM t") == ["x|y"])
  }

  @Test func `Esc asks when something was entered, and not when nothing was`() async throws {
    let scene = try await Scene(Self.artists, "--entity Artist --task edit --id 2")
    try await scene.send("esc")
    #expect(!scene.text.contains("not saved"))
    try await scene.send("e")
    try await scene.go(to: "name")
    try await scene.retype("x")
    try await scene.send("esc")
    #expect(scene.text.contains("The changes are not saved"))
    try await scene.send("down down enter")
    #expect(!scene.text.contains("pending"))
    #expect(scene.line(with: "Name")?.contains("Accept") == true)
  }

  @Test func `Leaving lets one look through the changes, and come back to the field`() async throws
  {
    let scene = try await Scene(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT); INSERT INTO t VALUES(1, 'x', 'y', 'z');",
      "--entity T --task edit --id 1"
    )
    try await scene.go(to: "b")
    try await scene.append("1")
    try await scene.send("esc")
    try await scene.send("down down down enter")
    #expect(scene.line(with: "y → y1") != nil, "\(scene.text)")
    try await scene.send("esc")
    try await scene.append("2")
    #expect(scene.line(with: "B ")?.contains("y12") == true, "\(scene.text)")
  }

  @Test func `The field of a reference keeps the focus when its object was chosen on a page`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE city(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO city VALUES (1, 'Ulm'), (2, 'Bonn');
      CREATE TABLE house(id INTEGER PRIMARY KEY, a TEXT, b TEXT, city_id INT REFERENCES city, d TEXT, e TEXT);
      INSERT INTO house VALUES (1, 'a', 'b', 1, 'd', 'e');
      """,
      "--entity House --task edit --id 1"
    )
    try await scene.go(to: "city")
    try await scene.send("enter down enter")
    #expect(scene.line(with: "City")?.contains("Bonn") == true, "\(scene.text)")
    #expect(scene.focusedProperty == "city")
    try await scene.send("tab")
    try await scene.append("1")
    #expect(scene.line(with: "D ")?.contains("d1") == true, "\(scene.text)")
    try await scene.send("backtab enter esc")
    try await scene.send("tab")
    try await scene.append("2")
    #expect(scene.line(with: "D ")?.contains("d12") == true, "\(scene.text)")
  }

  @Test func `Changes left pending are marked, listed, and saved from any page`() async throws {
    let scene = try await Scene(Self.artists, "--entity Artist --task edit --id 2")
    try await scene.go(to: "name")
    try await scene.retype("Pending")
    try await scene.send("esc end enter")
    try await scene.send("esc")
    #expect(scene.line(with: "Pending") != nil)
    #expect(scene.status.contains("1 pending"))
    try await scene.send("j k j j")
    #expect(scene.status.contains("1 pending"), "moving the cursor loses nothing")
    try await scene.send("P")
    #expect(scene.text.contains("→ Pending"))
    try await scene.send("enter")
    #expect(scene.line(with: "Name")?.contains("●") == true)
    try await scene.send("esc end enter ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT name FROM artist WHERE artist_id = 2") == ["Pending"])
  }

  @Test func `Undo and redo take back and do again from any page`() async throws {
    let scene = try await Scene(Self.artists, "--entity Artist --task edit --id 2")
    try await scene.go(to: "name")
    try await scene.retype("Other")
    try await scene.send("esc end enter u")
    #expect(scene.line(with: "Name")?.contains("Accept") == true)
    try await scene.send("U")
    #expect(scene.line(with: "Name")?.contains("Other") == true)
    try await scene.send("u ctrl-q")
    #expect(scene.isFinished, "nothing is pending, so that nothing is asked")
  }

  @Test func `Quitting asks while something is pending`() async throws {
    let scene = try await Scene(Self.artists, "--entity Artist --task edit --id 2")
    try await scene.go(to: "name")
    try await scene.retype("Other")
    try await scene.send("ctrl-q")
    #expect(scene.text.contains("1 object is not saved"))
    try await scene.send("esc")
    #expect(!scene.isFinished)
    try await scene.send("ctrl-q enter")
    #expect(!scene.isFinished, "who presses Enter in haste stays")
    try await scene.send("ctrl-q end enter")
    #expect(scene.isFinished)
    #expect(try scene.rows("SELECT name FROM artist WHERE artist_id = 2") == ["Accept"])
  }

  @Test func `A refused save says what is wrong beside the field and loses nothing`() async throws {
    let scene = try await Scene(Self.artists, "--entity Artist --task edit --id 2")
    try await scene.go(to: "name")
    try await scene.retype("Aerosmith")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved: another Artist has the same Name"))
    #expect(scene.text.contains("✗ another row has the same value\n"), "\(scene.text)")
    try await scene.append("2")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT name FROM artist WHERE artist_id = 2") == ["Aerosmith2"])
  }

  @Test func `G9: a change by somebody else is told, and written over by an answer only`()
    async throws
  {
    let scene = try await Scene(Self.artists, "--entity Artist --task edit --id 2")
    try await scene.go(to: "name")
    try await scene.retype("Mine")
    try scene.execute("UPDATE artist SET name = 'Theirs' WHERE artist_id = 2")
    try await scene.send("ctrl-s")
    let isTold = "was changed elsewhere since it was read: Name is now"
    #expect(scene.status.contains("\(isTold) Theirs"), "\(scene.text)")
    #expect(try scene.rows("SELECT name FROM artist WHERE artist_id = 2") == ["Theirs"])
    #expect(scene.text.contains("was Accept  ·  theirs Theirs  ·  mine Mine"), "\(scene.text)")
    try await scene.send("esc")
    // Who saves again without an answer is asked again, about what is there by then.
    try scene.execute("UPDATE artist SET name = 'Others' WHERE artist_id = 2")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("\(isTold) Others"), "\(scene.text)")
    #expect(try scene.rows("SELECT name FROM artist WHERE artist_id = 2") == ["Others"])
    try await scene.send("esc ctrl-s")
    #expect(try scene.rows("SELECT name FROM artist WHERE artist_id = 2") == ["Others"])
    try await scene.send("m")
    #expect(try scene.rows("SELECT name FROM artist WHERE artist_id = 2") == ["Mine"])
  }

  @Test func `G9: what is stored by others stays where one's own changes are discarded`()
    async throws
  {
    let scene = try await Scene(Self.artists, "--entity Artist --task edit --id 2")
    try await scene.go(to: "name")
    try await scene.retype("Mine")
    try scene.execute("UPDATE artist SET name = 'Theirs' WHERE artist_id = 2")
    try await scene.send("ctrl-s")
    try await scene.send("t")
    #expect(scene.status.contains("nothing is left to save"), "\(scene.text)")
    #expect(scene.line(with: "Name ")?.contains("Theirs") == true, "\(scene.text)")
    try await scene.go(to: "name")
    try await scene.retype("Both")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT name FROM artist WHERE artist_id = 2") == ["Both"])
  }

  @Test
  func `A row that is gone is said, and what was entered into it is dropped by an answer only`()
    async throws
  {
    let scene = try await Scene(Self.artists, "--entity Artist --task edit --id 2")
    try await scene.go(to: "name")
    try await scene.retype("Mine")
    try scene.execute("DELETE FROM artist WHERE artist_id = 2")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved: Artist “Mine” is gone: somebody else has deleted it"))
    try await scene.send("end enter")
    #expect(
      scene.status.contains(
        "“Mine” is gone: somebody else has deleted it; unsaved changes to it are dropped"
      )
    )
    #expect(!scene.lines.contains { $0.contains("Mine") && !$0.contains("gone") }, "\(scene.text)")
    #expect(scene.text.contains("AC/DC") && scene.text.contains("Aerosmith"), "\(scene.text)")
  }

  @Test func `What a table behind a view refuses is told beside the field of the view`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE note(id INTEGER PRIMARY KEY, body TEXT NOT NULL, at TEXT NOT NULL);
      CREATE VIEW page AS SELECT id, body, at FROM note;
      CREATE TRIGGER page_new INSTEAD OF INSERT ON page BEGIN
        INSERT INTO note VALUES (new.id, new.body, new.at);
      END;
      INSERT INTO note VALUES (1, 'one', 'now');
      """,
      "--entity Page"
    )
    try await scene.send("o")
    try await scene.go(to: "body")
    try await scene.type("two")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("At needs a value"), "\(scene.text)")
    #expect(scene.line(with: "✗ needs a value")?.contains("At ") == true, "\(scene.text)")
    try await scene.type("later")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT body, at FROM note") == ["one|now", "two|later"])
  }
}
