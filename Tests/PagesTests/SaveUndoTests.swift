import Editing
import FoundationEssentials
import Pages
import RuleFiles
import SceneSupport
import TestSupport
import Testing
import Workspace

/// Tests that the undo and redo keys also undo and redo saves, after a question and as far as rights allow.
@MainActor
struct SaveUndoTests {
  private static let script = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating TEXT, length INT, updated TIMESTAMP);
    CREATE TABLE role(id INTEGER PRIMARY KEY, film_id INT REFERENCES film(id) ON DELETE CASCADE, name TEXT);
    INSERT INTO film VALUES (1, 'ALIEN', 'R', 117, NULL), (2, 'BRAZIL', 'PG', 132, NULL);
    INSERT INTO role VALUES (1, 1, 'Ripley'), (2, 1, 'Ash');
    """

  private func edited(_ rules: String = "", _ arguments: String = "") async throws -> Scene {
    let scene = try await Scene(
      Self.script,
      rules: rules,
      "--entity Film --task edit --id 1 \(arguments)",
      width: 140
    )
    try await scene.go(to: "rating")
    try await scene.retype("X")
    try await scene.go(to: "length")
    try await scene.retype("99")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    return scene
  }

  @Test func `Undo asks about a save before it brings back what was discarded before that`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Film")
    try await scene.send("o")
    try await scene.go(to: "title")
    try await scene.type("Nobody")
    try await scene.send("esc down down enter e")
    try await scene.go(to: "rating")
    try await scene.retype("X")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    try await scene.send("u")
    #expect(scene.line(with: "Take back the save of ") != nil, "\(scene.text)")
    try await scene.send("y")
    #expect(try scene.rows("SELECT rating FROM film") == ["R", "PG"])
    #expect(!scene.session.work.editing.hasChanges && !scene.session.work.editing.canUndo)
  }

  @Test func `On the edit page a save is taken back after asking, and made again`() async throws {
    let scene = try await edited()
    let after = try scene.dump()
    try await scene.send("ctrl-_")
    let question = try #require(scene.line(with: "Take back the save of "))
    #expect(question.contains(":") && question.contains("(2 changes of Film “ALIEN”)?"))
    try await scene.send("n")
    #expect(try scene.dump() == after, "any other key does nothing")
    try await scene.send("esc")
    try await scene.send("ctrl-_ y")
    #expect(scene.status.contains("taken back: the save of "), "\(scene.text)")
    #expect(try scene.rows("SELECT rating, length FROM film WHERE id = 1") == ["R|117"])
    #expect(scene.line(with: "Rating ")?.contains("R") == true, "\(scene.text)")
    #expect(scene.line(with: "Length ")?.contains("117") == true, "\(scene.text)")
    #expect(!scene.session.work.editing.hasChanges)
    try await scene.send("alt-_")
    #expect(scene.line(with: ", which was taken back?") != nil, "\(scene.text)")
    try await scene.send("y")
    #expect(scene.status.contains("saved again: the save of "), "\(scene.text)")
    #expect(try scene.dump() == after)
    #expect(scene.line(with: "Length ")?.contains("99") == true, "\(scene.text)")
    try await scene.send("e ctrl-_ y")
    #expect(try scene.rows("SELECT rating, length FROM film WHERE id = 1") == ["R|117"])
    #expect(scene.lines[0].contains("edit"))
    #expect(scene.line(with: "Length ")?.contains("117") == true, "\(scene.text)")
  }

  @Test func `In a list what was deleted, with what went along, is there again`() async throws {
    let scene = try await Scene(Self.script, "--entity Film", width: 140)
    let before = try scene.dump()
    #expect(!scene.lines[scene.lines.count - 1].contains("undo"))
    try await scene.send("d y")
    #expect(try scene.rows("SELECT count(*) FROM role") == ["0"])
    #expect(scene.line(with: "BRAZIL") != nil && scene.line(with: "117") == nil)
    try await scene.send("u")
    #expect(scene.text.contains("(Film “ALIEN” deleted)?"), "\(scene.text)")
    try await scene.send("y")
    #expect(try scene.dump() == before)
    #expect(scene.line(with: "117") != nil, "\(scene.text)")
    try await scene.send("U y")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["1"])
    #expect(scene.line(with: "117") == nil, "\(scene.text)")
  }

  @Test func `The page of a new object goes with the save that made it`() async throws {
    let scene = try await Scene(Self.script, "--entity Film", width: 140)
    let before = try scene.dump()
    try await scene.send("o")
    try await scene.go(to: "title")
    try await scene.type("CUBE")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["3"])
    try await scene.send("u y")
    #expect(try scene.dump() == before)
    #expect(!scene.text.contains("CUBE”) is gone") && scene.line(with: "BRAZIL") != nil)
    #expect(scene.status.contains("taken back: the save of "), "\(scene.text)")
  }

  @Test func `Saves are taken back one after the other, steps that are not saved before them`()
    async throws
  {
    let scene = try await edited()
    try await scene.send("e")
    try await scene.go(to: "rating")
    try await scene.retype("Y")
    try await scene.send("ctrl-s e")
    try await scene.go(to: "rating")
    try await scene.retype("Z")
    try await scene.send("esc end enter u")
    scene.expectStatus("taken back: Rating of Film “ALIEN”")
    try await scene.send("u y")
    #expect(try scene.rows("SELECT rating, length FROM film WHERE id = 1") == ["X|99"])
    try await scene.send("u y")
    #expect(try scene.rows("SELECT rating, length FROM film WHERE id = 1") == ["R|117"])
    try await scene.send("U y")
    #expect(try scene.rows("SELECT rating, length FROM film WHERE id = 1") == ["X|99"])
    try await scene.send("U y")
    #expect(try scene.rows("SELECT rating, length FROM film WHERE id = 1") == ["Y|99"])
    try await scene.send("U")
    scene.expectStatus("done again: Rating of Film “ALIEN”")
    #expect(scene.session.work.editing.hasChanges)
  }

  @Test(arguments: [false, true])
  func `What one makes again under a newer change is one's own, what others write is not`(
    isVisited: Bool
  ) async throws {
    let scene = try await edited()
    try await scene.send("ctrl-_ y e")
    try await scene.go(to: "rating")
    try await scene.retype("Z")
    try await scene.send("esc end enter U")
    #expect(scene.text.contains("Redo the save of"), "\(scene.text)")
    try await scene.send("y")
    #expect(try scene.rows("SELECT rating, length FROM film WHERE id = 1") == ["X|99"])
    if isVisited { try scene.execute("UPDATE film SET rating = 'O' WHERE id = 1") }
    try await scene.send("ctrl-s")
    let rating = isVisited ? "O" : "Z"
    #expect(try scene.rows("SELECT rating, length FROM film WHERE id = 1") == ["\(rating)|99"])
    #expect(scene.text.contains("was changed elsewhere") == isVisited, "\(scene.text)")
  }

  @Test func `What was changed since is named, and nothing is written`() async throws {
    let scene = try await edited()
    try scene.execute("UPDATE film SET length = 7 WHERE id = 1")
    let before = try scene.dump()
    try await scene.send("ctrl-_ y")
    scene.expectStatus("✗ not taken back: Film “ALIEN” was changed since: Length")
    #expect(scene.text.contains("y leave it"), "\(scene.text)")
    #expect(try scene.dump() == before)
    try scene.execute("DELETE FROM film WHERE id = 1")
    try await scene.send("esc ctrl-_ y")
    scene.expectStatus("✗ not taken back: Film “ALIEN” was deleted or is hidden from you")
  }

  @Test func `3-15: What the save did not write stays as others left it, and the page shows both`()
    async throws
  {
    let scene = try await edited(
      "entity.name = 'Film' => updateTimestampPropertyKey = 'updated'"
    )
    try scene.execute("UPDATE film SET title = 'Theirs', updated = '2030-01-01' WHERE id = 1")
    let row = "SELECT title, rating, length, updated FROM film WHERE id = 1"
    try await scene.send("ctrl-_ y")
    #expect(scene.status.contains("taken back: the save of "), "\(scene.text)")
    #expect(try scene.rows(row) == ["Theirs|R|117|2030-01-01"])
    #expect(scene.text.contains("Theirs"), "\(scene.text)")
    try await scene.send("U y")
    #expect(try scene.rows(row) == ["Theirs|X|99|2030-01-01"], "\(scene.text)")
    try await scene.send("e")
    try await scene.go(to: "length")
    try await scene.retype("98")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(!scene.text.contains("was changed elsewhere"), "\(scene.text)")
  }

  @Test func `3-15: Of several fields that a save wrote only those that others changed are named`()
    async throws
  {
    let scene = try await edited()
    try scene.execute("UPDATE film SET title = 'Theirs', length = 7 WHERE id = 1")
    let before = try scene.dump()
    try await scene.send("ctrl-_ y")
    #expect(scene.status.hasSuffix("was changed since: Length"), "\(scene.text)")
    #expect(try scene.dump() == before)
  }

  @Test func `Nothing is taken back while something is written`() async throws {
    let scene = try await edited()
    let lock = try scene.lock()
    try await scene.send("ctrl-_")
    scene.press("y")
    scene.draw()
    scene.press("ctrl-_")
    scene.draw()
    #expect(scene.status.contains("changes are still being written"), "\(scene.text)")
    lock.release()
    try await scene.settle()
    #expect(try scene.rows("SELECT rating FROM film WHERE id = 1") == ["R"])
  }

  @Test(
    arguments: [
      ("entity.name = 'Film' => isEntityReadOnly = true", "cannot be changed"),
      ("propertyKey = 'length' => isPropertyEditable = false", "Length cannot be changed"),
      ("object.length < 100 => isObjectEditable = false", "cannot be changed"),
      (
        "propertyKey = 'length' => isPropertyVisible = false",
        "would write values hidden from you"
      ),
    ]
  )
  func `Rights are judged anew for whoever takes a save back`(rule: String, reason: String)
    async throws
  {
    let scene = try await edited("// none\n")
    let before = try scene.dump()
    scene.session.work.followRules()
    scene.save(rules: rule + "\nentity.name = 'Film' => displayNameForEntity = 'Picture'\n")
    try await scene.wait { scene.text.contains("Picture") }
    try await scene.send("ctrl-_ y")
    #expect(scene.status.contains("not taken back: "), "\(scene.text)")
    #expect(scene.status.contains(reason), "\(scene.status)")
    #expect(try scene.dump() == before)
  }

  @Test func `A save of what is not shown any more is neither named nor taken back`() async throws {
    let scene = try await edited("// none\n")
    let before = try scene.dump()
    scene.session.work.followRules()
    scene.save(
      rules: """
        entity.name = 'Film' => restrictingQualifier = where (length > 100)
        entity.name = 'Film' => displayNameForEntity = 'Picture'

        """
    )
    try await scene.wait { scene.text.contains("Picture") }
    try await scene.send("ctrl-_")
    #expect(scene.status.contains("has only rows hidden from you"), "\(scene.text)")
    #expect(!scene.status.contains("ALIEN"), "\(scene.text)")
    #expect(try scene.dump() == before)
  }

  @Test func `The time of the update, which nobody enters, keeps nothing from being taken back`()
    async throws
  {
    let scene = try await edited(
      """
      entity.name = 'Film' => updateTimestampPropertyKey = 'updated'
      propertyKey in ['updated', 'id'] => isPropertyEditable = false
      propertyKey = 'id' => isPropertyVisible = false
      """
    )
    #expect(try scene.rows("SELECT updated IS NULL FROM film WHERE id = 1") == ["0"])
    try await scene.send("ctrl-_ y")
    #expect(try scene.rows("SELECT rating, updated IS NULL FROM film WHERE id = 1") == ["R|1"])
    let list = try await Scene(
      Self.script,
      rules: "propertyKey = 'id' => isPropertyVisible = false",
      "--entity Film"
    )
    let before = try list.dump()
    try await list.send("d y u y")
    #expect(try list.dump() == before, "\(list.text)")
  }

  @Test func `The audit log tells of what is taken back as of any other change`() async throws {
    let folder = TemporaryFolder()
    let scene = try await Scene(
      Self.script,
      rules: "*true* => auditsChanges = true",
      "--entity Film",
      before: { $0.work.settings.surroundings.variables = ["XDG_STATE_HOME": folder.path] }
    )
    try await scene.send("d y u y")
    let text = {
      String(
        decoding: try Data(contentsOf: URL(filePath: "\(folder.path)/d2t/audit.jsonl")),
        as: UTF8.self
      )
    }
    let log = try text()
    let actions = log.split(separator: "\n").map { line in
      (line.contains(#""action":"delete""#) ? "-" : "+")
        + (line.contains(#""entity":"Film""#) ? "Film" : "Role")
    }
    #expect(actions.prefix(3).sorted() == ["-Film", "-Role", "-Role"], "\(log)")
    #expect(actions.dropFirst(3).sorted() == ["+Film", "+Role", "+Role"], "\(log)")
    let lines = log.split(separator: "\n")
    #expect(lines.prefix(3).allSatisfy { !$0.contains("takesBack") })
    #expect(lines.dropFirst(3).allSatisfy { $0.contains(#""takesBack":{"save":null,"time":"20"#) })
    try await scene.send("U y")
    let again = try text().split(separator: "\n").dropFirst(6)
    #expect(again.count == 3 && again.allSatisfy { $0.contains(#""savesAgain":{"#) })
  }

  @Test func `What is not restored is said, and nothing of the save is taken back`() async throws {
    let scene = try await Scene(
      Self.script
        + """
        CREATE VIRTUAL TABLE words USING fts5(title);
        CREATE TRIGGER fed AFTER INSERT ON film BEGIN INSERT INTO words(title) VALUES(NEW.title); END;
        """,
      "--entity Film --task create",
      width: 140
    )
    try await scene.go(to: "title")
    try await scene.type("CUBE")
    try await scene.send("ctrl-s")
    #expect(
      scene.status.contains(
        "some changes in 'words' are not recorded, so this save could not be"
      ),
      "\(scene.text)"
    )
    #expect(try scene.rows("SELECT count(*) FROM film") == ["2"], "it is said before")
    try await scene.send("ctrl-s u")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["3"], "\(scene.text)")
    #expect(scene.text.contains("some of its changes are not recorded"))
    // It is said once.
    try await scene.send("esc o")
    try await scene.go(to: "title")
    try await scene.type("DUNE")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["4"], "\(scene.text)")
  }

  @Test func `A save that cannot be taken back is passed over, and the one before it is next`()
    async throws
  {
    let scene = try await edited()
    try await scene.send("e")
    try await scene.go(to: "rating")
    try await scene.retype("Y")
    try await scene.send("ctrl-s")
    try scene.execute("UPDATE film SET rating = 'theirs' WHERE id = 1")
    try await scene.send("u y")
    #expect(scene.text.contains("Film “ALIEN” was changed since: Rating"), "\(scene.text)")
    try await scene.send("esc u")
    #expect(scene.text.contains("(1 change of Film “ALIEN”)?"), "it is still the next")
    try await scene.send("y y")
    #expect(scene.text.contains("Take back the save of "), "\(scene.text)")
    #expect(scene.text.contains("(2 changes of Film “ALIEN”)?"), "\(scene.text)")
    try await scene.send("esc")
    try scene.execute("UPDATE film SET rating = 'X' WHERE id = 1")
    try await scene.send("u y")
    #expect(try scene.rows("SELECT rating, length FROM film WHERE id = 1") == ["R|117"])
    // What was passed over stands in the history, to be taken back from there.
    try await scene.send("H")
    #expect(scene.lines.filter { $0.contains("of Film “ALIEN”") }.count == 2, "\(scene.text)")
  }

  @Test func `The question names an object by what a computed column holds now`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INT,
        label TEXT AS (title || ' of ' || year) VIRTUAL);
      INSERT INTO film(title, year) VALUES ('ALIEN', 1978);
      """,
      rules: "entity.name = 'Film' => labelKey = 'label'",
      "--entity Film --task edit --id 1",
      width: 140
    )
    try await scene.go(to: "year")
    try await scene.retype("1979")
    try await scene.send("ctrl-s ctrl-_")
    #expect(scene.text.contains("(1 change of Film “ALIEN of 1979”)?"), "\(scene.text)")
  }

  @Test func `Rows that are gone are called by columns that the database computes`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE sum(id INTEGER PRIMARY KEY, a INT, b INT, name TEXT AS ('sum ' || (a + b)));
      INSERT INTO sum(a, b) VALUES(1, 2), (3, 4);
      """,
      "--entity Sum",
      width: 120
    )
    try await scene.send("d y u")
    #expect(scene.text.contains("(Sum “sum 3” deleted)"), "\(scene.text)")
    try await scene.send("esc H enter")
    #expect(scene.line(with: "- Sum “sum 3”") != nil, "\(scene.text)")
  }

  @Test func `The first page counts anew what was saved and taken back`() async throws {
    let scene = try await Scene(
      "CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT); INSERT INTO film VALUES(1, 'ALIEN');"
    )
    #expect(scene.line(with: "Film")?.contains(" 1") == true, "\(scene.text)")
    try await scene.send("enter o")
    try await scene.type("HEAT")
    try await scene.send("ctrl-s esc esc")
    #expect(scene.line(with: "Film")?.contains(" 2") == true, "\(scene.text)")
    try await scene.send("u y")
    #expect(scene.line(with: "Film")?.contains(" 1") == true, "\(scene.text)")
  }

  @Test func `3-10: the question names what a save has written besides, by entity`() async throws {
    let script = """
      CREATE TABLE publisher(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT,
        publisher_id INT REFERENCES publisher ON DELETE CASCADE);
      CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT,
        book_id INT REFERENCES book ON DELETE SET NULL);
      CREATE TABLE log(id INTEGER PRIMARY KEY, what TEXT);
      CREATE TRIGGER gone AFTER DELETE ON publisher BEGIN
        INSERT INTO log(what) VALUES (OLD.name);
      END;
      INSERT INTO publisher VALUES (1, 'Ace'), (2, 'Penguin');
      INSERT INTO book VALUES (1, 'One', 1), (2, 'Two', 1), (3, 'Three', 2);
      INSERT INTO note VALUES (1, 'n', 3);
      """
    let scene = try await Scene(script, "--entity Publisher", width: 120)
    let before = try scene.dump()
    try await scene.send("A d y u")
    #expect(scene.text.contains("” and 1 more deleted)?"), "\(scene.text)")
    #expect(scene.text.contains("3 others come back with it (Book)."), "\(scene.text)")
    #expect(scene.text.contains("2 others go with it (Log)."), "\(scene.text)")
    #expect(scene.text.contains("1 other is changed back with it (Note)."), "\(scene.text)")
    try await scene.send("y")
    #expect(try scene.dump() == before, "\(scene.text)")
    try await scene.send("U")
    #expect(scene.text.contains("3 others are deleted with it (Book)."), "\(scene.text)")
    #expect(scene.text.contains("2 others are made with it (Log)."), "\(scene.text)")
  }
}
