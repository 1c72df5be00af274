import CommandLineTool
import Editing
import EntityStore
import Qualifiers
import SceneSupport
import TestSupport
import Testing
import Widgets

@testable import Pages
import Workspace

/// The page on which many rows are changed alike.
@MainActor
struct BulkTests {
  private static let script = """
    CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO person VALUES (1, 'Scott'), (2, 'Gilliam');
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating TEXT CHECK (rating IN ('G', 'PG', 'R')),
      length INT, price DECIMAL(8,2), due DATE, note TEXT, password TEXT, director_id INT REFERENCES person(id));
    INSERT INTO film VALUES
      (1, 'ALIEN', 'R', 117, 9.99, '2024-01-31', 'a cat', 'p', 1), (2, 'BRAZIL', 'PG', 132, 5, NULL, NULL, NULL, 2),
      (3, 'CUBE', 'R', 90, 2.5, '2024-03-01', 'cat and cat', NULL, NULL), (4, 'DUNE', 'PG', 137, NULL, NULL, '', NULL, 2);
    """

  private func scene(
    _ keys: String,
    rules: String = "",
    _ arguments: String = "",
    script: String = script
  ) async throws -> Scene {
    let scene = try await Scene(
      script,
      rules: rules,
      "--entity Film \(arguments)",
      width: 140,
      height: 40
    )
    #expect(scene.session.work.faults.isEmpty, "\(scene.session.work.faults)")
    try await scene.send(keys)
    return scene
  }

  /// Fills in the bulk change page as a user would.
  private func ask(
    _ scene: Scene,
    _ key: String,
    _ manner: BulkChange.Manner,
    _ text: String = "",
    by replacement: String = ""
  ) async throws {
    let model = try #require(scene.session.navigator.current.bulk, "\(scene.text)")
    model.input = BulkChange.Input(key: key, manner: manner, text: text, replacement: replacement)
    try await scene.settle()
  }

  @Test(arguments: [("gil", "2"), ("Gilliam", "2"), ("2", "2"), ("o", "1"), ("tt SC", "1")])
  func `J10: in many rows an object is found by typing as in a form`(text: String, id: String)
    async throws
  {
    let scene = try await scene("space j space M")
    try await scene.type("direc")
    try await scene.send("tab tab")
    try await scene.type(text)
    try await scene.send("enter")
    let name = id == "1" ? "Scott" : "Gilliam"
    #expect(scene.line(with: "To ")?.contains(name) == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(
      try scene.rows("SELECT director_id FROM film WHERE rating <> 'PG' ORDER BY id LIMIT 1")
        == [id],
      "\(scene.text)"
    )
  }

  @Test func `J10: in many rows typing offers what rules offer, and makes nothing`() async throws {
    let scene = try await scene(
      "M",
      rules: "propertyKey = 'director' => choices = where (name != 'Gilliam')\n"
    )
    try await scene.type("direc")
    try await scene.send("tab tab")
    try await scene.type("gil")
    #expect(scene.text.contains("nothing found") && !scene.text.contains("new "), "\(scene.text)")
    try await scene.send("enter esc")
    try await scene.type("s")
    try await scene.send("enter")
    #expect(scene.line(with: "To ")?.contains("Scott") == true, "\(scene.text)")
    // The page on which one chooses offers the same.
    try await scene.send("enter")
    #expect(scene.text.contains("Scott") && !scene.text.contains("Gilliam"), "\(scene.text)")
  }

  @Test
  func `The tagged rows are shown old and new, changed in one save and taken back in one step`()
    async throws
  {
    let scene = try await scene("space j space M")
    let before = try scene.dump()
    #expect(scene.lines[0].contains("bulk edit"), "\(scene.text)")
    #expect(scene.line(with: "Rows ")?.contains("2 tagged rows of Film") == true, "\(scene.text)")
    try await scene.send("r")
    #expect(scene.line(with: "Property")?.contains("(•) Rating") == true, "\(scene.text)")
    try await scene.send("tab tab g")
    #expect(scene.line(with: "ALIEN")?.contains("R → G") == true, "\(scene.text)")
    #expect(scene.line(with: "CUBE")?.contains("R → G") == true, "\(scene.text)")
    #expect(scene.line(with: "BRAZIL") == nil && scene.line(with: "All 2:") != nil)
    #expect(try scene.dump() == before)
    try await scene.send("ctrl-s")
    scene.expectStatus("changed 2 rows; u takes that back")
    #expect(try scene.rows("SELECT rating FROM film ORDER BY id") == ["G", "PG", "G", "PG"])
    #expect(scene.line(with: "✓ALIEN")?.contains("G") == true, "\(scene.text)")
    try await scene.send("u")
    #expect(scene.text.contains("and 1 more)?"), "\(scene.text)")
    try await scene.send("y")
    #expect(try scene.dump() == before)
  }

  @Test func `Without tags all rows of the filter are meant, after asking`() async throws {
    let scene = try await scene("F")
    try await scene.type("rating = 'PG'")
    try await scene.send("enter M")
    #expect(scene.line(with: "Rows ")?.contains("all 2 rows of Film") == true, "\(scene.text)")
    try await ask(scene, "length", .compute, "length + 1")
    try await scene.send("ctrl-s")
    #expect(scene.text.contains("Change Length of all 2 rows of Film?"), "\(scene.text)")
    try await scene.send("esc")
    #expect(try scene.rows("SELECT sum(length) FROM film") == ["476"])
    try await scene.send("ctrl-s y")
    #expect(try scene.rows("SELECT length FROM film ORDER BY id") == ["117", "133", "90", "138"])
  }

  @Test(arguments: [
    ("note", BulkChange.Manner.clear, "", "", "note = NULL"),
    ("note", .replace, "cat", "dog", "note = replace(note, 'cat', 'dog')"),
    (
      "note", .replace, #"/\b(c)a(t)\b/"#, "$2o$1",
      "note = CASE id WHEN 1 THEN 'a toc' WHEN 3 THEN 'toc and toc' ELSE note END"
    ),
    ("note", .compute, "`{title}, {rating}`", "", "note = title || ', ' || rating"),
    ("note", .compute, "due", "", "note = due"),
    (
      "note", .compute, "concat(upper(title), ' ', length % 100)", "",
      "note = upper(title) || ' ' || (length % 100)"
    ),
    ("note", .compute, "yearMonth(due)", "", "note = strftime('%Y-%m', due)"),
    (
      "length", .compute, "coalesce(length, 0) + length(title)", "",
      "length = coalesce(length, 0) + length(title)"
    ),
    ("length", .set, "5", "", "length = 5"),
    ("length", .compute, "(length - 1) * 2", "", "length = (length - 1) * 2"),
    ("price", .compute, "price * 1.1", "", "price = round(price * 1.1, 2)"),
    ("price", .compute, "-price / 4", "", "price = round(-price / 4.0 - 0.0001, 2)"),
    (
      "due", .compute, "due + 1 month", "",
      "due = CASE id WHEN 1 THEN '2024-02-29' WHEN 3 THEN '2024-04-01' END"
    ),
    ("due", .set, "2.3.2024", "", "due = '2024-03-02'"),
    (
      "rating", .compute, "if length > 120 then 'G' else rating", "",
      "rating = CASE WHEN length > 120 THEN 'G' ELSE rating END"
    ),
  ])
  func `Each way of changing does what SQL would`(
    key: String,
    manner: BulkChange.Manner,
    text: String,
    replacement: String,
    sql: String
  ) async throws {
    let twin = try await scene("")
    try twin.execute("UPDATE film SET \(sql)")
    let scene = try await scene("A M")
    try await ask(scene, key, manner, text, by: replacement)
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("u takes that back"), "\(scene.text)")
    #expect(try scene.dump() == twin.dump())
  }

  @Test(arguments: [
    ("length", BulkChange.Manner.set, "", "type a value"), ("length", .set, "x", "a whole number"),
    ("length", .replace, "1", "in text columns only"),
    ("note", .replace, "/a(/", "at the end of the pattern"),
    ("note", .replace, "/a*)b/", "closes nothing, at character 3"),
    ("length", .compute, "length *", "is missing"),
    ("length", .compute, "wheels * 2", "wheels"), ("length", .compute, "length / 0", "zero"),
    ("length", .compute, "title * 2", "not a number"),
    ("length", .compute, "1" + String(repeating: " + 1", count: 20_000), "too many"),
    ("title", .clear, "", "needs a value"),
    ("length", .compute, "lenght * 2", "did you mean 'length'"),
    ("length", .compute, "rond(length)", "did you mean `round`"),
    ("length", .compute, "length * 9223372036854775807", "beyond 64 bits"),
    ("length", .compute, "length / 7", "Film “ALIEN”: ‘16.714"),
    ("rating", .set, "X", "Rating"), ("length", .compute, "$user", "with a $"),
  ])
  func `What cannot be done is told, and nothing is changed`(
    key: String,
    manner: BulkChange.Manner,
    text: String,
    sentence: String
  ) async throws {
    let scene = try await scene("A M")
    let before = try scene.dump()
    try await ask(scene, key, manner, text)
    try await scene.send("ctrl-s")
    #expect(scene.text.contains(sentence), "\(scene.text)")
    #expect(scene.session.navigator.current.bulk != nil && !scene.session.work.editing.hasChanges)
    #expect(try scene.dump() == before)
  }

  @Test func `An object to refer to is chosen in its list`() async throws {
    let scene = try await scene("A M")
    try await ask(scene, "director", .set)
    try await scene.send("tab tab enter down enter")
    #expect(scene.line(with: "To ")?.contains("Gilliam") == true, "\(scene.text)")
    #expect(scene.line(with: "ALIEN")?.contains("Scott → Gilliam") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectStatus(
      "changed 2 of 4 rows; 1 of them taken from Person “Scott”; u takes that back"
    )
    #expect(try scene.rows("SELECT DISTINCT director_id FROM film") == ["2"])
  }

  private static let clerk = """
    role = 'clerk' and object.rating = 'PG' => isObjectEditable = false
    role = 'clerk' and propertyKey = 'length' and object.rating = 'R' => isPropertyVisible = false
    role = 'clerk' and propertyKey = 'price' => isPropertyEditable = false
    """

  @Test func `A row that may not be changed names itself, and none is changed`() async throws {
    let scene = try await scene("A M", rules: Self.clerk, "--role clerk")
    let before = try scene.dump()
    try await ask(scene, "note", .set, "x")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("nothing was changed: Film “BRAZIL”: "), "\(scene.text)")
    try await ask(scene, "note", .compute, "`{length}`")
    #expect(!scene.text.contains("117"), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("nothing was changed: Film “ALIEN”: "), "\(scene.text)")
    try await ask(scene, "length", .set, "117")
    #expect(!scene.text.contains("117 →") && scene.line(with: "✗ Film “ALIEN”") != nil)
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("Length cannot be changed"), "\(scene.text)")
    #expect(
      BulkModel.keys(in: scene.session.navigator.current.scope(in: scene.session.work.root))
        .contains("note")
    )
    #expect(scene.line(with: "Property")?.contains("Price") == false, "\(scene.text)")
    #expect(scene.line(with: "Property")?.contains("Password") == false, "\(scene.text)")
    #expect(try scene.dump() == before)
    try await scene.send("esc X space M")
    try await ask(scene, "note", .set, "x")
    try await scene.send("ctrl-s")
    scene.expectStatus("changed 1 row; u takes that back")
  }

  @Test func `A row with changes that are not saved is not changed beside them`() async throws {
    let scene = try await scene("e")
    try await scene.go(to: "title")
    try await scene.retype("ALIENS")
    try await scene.send("esc end enter A M")
    try await ask(scene, "note", .set, "x")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("it has unsaved changes"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM film WHERE note = 'x'") == ["0"])
  }

  @Test func `Esc calls the work off, and nothing is changed`() async throws {
    let scene = try await scene("A M")
    try await ask(scene, "note", .set, "x")
    let before = try scene.dump()
    let lock = try scene.lock()
    scene.press("ctrl-s")
    try await scene.draw { scene.session.work.saves.isWriting }
    #expect(scene.text.contains("esc calls it off, and nothing is changed"), "\(scene.text)")
    scene.press("esc")
    try await scene.settle()
    lock.release()
    scene.expectStatus("✗ nothing was changed: called off")
    #expect(try scene.dump() == before)
    #expect(scene.session.navigator.current.bulk?.run.isRunning == false)
    try await scene.send("ctrl-s")
    scene.expectStatus("changed 4 rows; u takes that back")
  }

  @Test func `Ten thousand rows are tagged without being read, and changed in one save`()
    async throws
  {
    let many = """
      CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, length INT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
        INSERT INTO film SELECT i, 'Film ' || i, i % 200 FROM n;
      """
    let scene = try await scene("A space", script: many)
    #expect(scene.status.contains("all but 1 tagged"), "\(scene.text)")
    #expect(scene.session.navigator.current.list?.tags.idCount == 1)
    let before = try scene.dump()
    try await scene.send("M")
    #expect(scene.text.contains("The first 20 of 9 999:"), "\(scene.text)")
    try await ask(scene, "length", .compute, "length + 1000")
    try await scene.send("ctrl-s")
    scene.expectStatus("changed 9 999 rows; u takes that back")
    #expect(try scene.rows("SELECT count(*) FROM film WHERE length < 1000") == ["1"])
    try await scene.send("u y")
    #expect(try scene.dump() == before)
  }

  @Test func `Headless and on the page the same condition changes the same rows`() async throws {
    for (condition, key, value) in [
      ("rating = 'PG'", "note", "x"), ("director.name = 'Gilliam'", "length", "7"),
      ("price > 3 or due is null", "rating", "G"), ("note like '*cat*'", "due", "2024-05-06"),
    ] {
      let twin = try await scene("")
      let words = ["set", twin.path, "Film?\(condition)", "\(key)=\(value)", "--all"]
      let outcome = await Program(try Invocation(arguments: words)).run()
      #expect(outcome.code == 0, "\(outcome.messages)")
      let scene = try await scene("F")
      try await scene.type(condition)
      try await scene.send("enter A M")
      try await ask(scene, key, .set, value)
      try await scene.send("ctrl-s")
      #expect(scene.status.contains("u takes that back"), "\(scene.text)")
      #expect(try scene.dump() == twin.dump())
    }
  }

  @Test func `Whatever is tagged and changed, it is what SQL does with these rows`() async throws {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<12 {
      let scene = try await scene("")
      let twin = try await self.scene("")
      var tagged: Set<Int> = []
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
          try await scene.send("A")
          tagged = [1, 2, 3, 4]
        case 1:
          try await scene.send("*")
          tagged = Set(1...4).subtracting(tagged)
        case 2: try await scene.send("s")
        case 3: try await scene.send("ctrl-r")
        default:
          let id = Int.random(in: 1...4, using: &random)
          let list = try #require(scene.session.navigator.current.list)
          let key = RecordID(entityName: "Film", values: [.int(Int64(id))])
          list.cursor.go(to: try #require(list.result.position(of: key)), in: list)
          try await scene.send("space")
          tagged.formSymmetricDifference([id])
        }
      }
      let list = try #require(scene.session.navigator.current.list)
      let shown = (1...4).filter {
        list.tags.contains(RecordID(entityName: "Film", values: [.int(Int64($0))]))
      }
      #expect(Set(shown) == tagged)
      guard !tagged.isEmpty else { continue }
      let number = Int.random(in: 2...9, using: &random)
      let ids = tagged.map(String.init).joined(separator: ", ")
      try twin.execute("UPDATE film SET length = length * \(number) WHERE id IN (\(ids))")
      try await scene.send("M")
      try await ask(scene, "length", .compute, "length * \(number)")
      try await scene.send("ctrl-s")
      #expect(try scene.dump() == twin.dump(), "\(tagged)")
    }
  }

  @Test(arguments: [BulkChange.Manner.set, .clear, .compute, .replace])
  func `J14: what others change after the preview is shown before it is written over`(
    manner: BulkChange.Manner
  ) async throws {
    let scene = try await scene("space j space M")
    let (key, text) =
      switch manner {
      case .set: ("length", "7")
      case .clear: ("length", "")
      case .compute: ("price", "length / 2")
      case .replace: ("title", "LIEN")
      }
    try await ask(scene, key, manner, text, by: "X")
    let theirs = manner == .replace ? "title = 'ALIEN 2'" : "length = 222"
    try scene.execute("UPDATE film SET \(theirs) WHERE id = 1")
    let before = try scene.dump()
    try await scene.send("ctrl-s")
    #expect(
      scene.status.contains("ALIEN") && scene.status.contains("changed elsewhere"),
      "\(scene.text)"
    )
    #expect(try scene.dump() == before)
    let shown: String =
      switch manner {
      case .set: "222 → 7"
      case .clear: "222 →"
      case .compute: "9.99 → 111.00"
      case .replace: "ALIEN 2 → AX 2"
      }
    #expect(scene.text.contains(shown), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("u takes that back"), "\(scene.text)")
    #expect(try scene.dump() != before)
  }

  @Test func `J14: what others change beside the preview keeps nothing from being written`()
    async throws
  {
    let scene = try await scene("space j space M")
    try await ask(scene, "length", .set, "7")
    try scene.execute(
      "UPDATE film SET note = 'new' WHERE id = 1; UPDATE film SET length = 1 WHERE id = 4"
    )
    try await scene.send("ctrl-s")
    scene.expectStatus("changed 2 rows; u takes that back")
    #expect(
      try scene.rows("SELECT length, note FROM film ORDER BY id")
        == ["7|new", "132|", "7|cat and cat", "1|"]
    )
  }
}
