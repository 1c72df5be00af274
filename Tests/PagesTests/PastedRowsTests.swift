import Editing
import EntityModel
import EntityStore
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// Pasted cells that refer to objects, and pasted lines that become new rows.
@MainActor
struct PastedRowsTests {
  private static let script = """
    CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO person VALUES (1, 'Scott'), (2, 'Gilliam');
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, length INT, price DECIMAL(8,2), due DATE,
      rating TEXT CHECK (rating IN ('G', 'PG', 'R')), director_id INT REFERENCES person(id));
    INSERT INTO film VALUES (1, 'ALIEN', 117, 9.99, '2024-01-31', 'R', 1), (2, 'BRAZIL', 132, 5, NULL, 'PG', 2),
      (3, 'CUBE', 90, 2.5, '2024-03-01', 'R', NULL), (4, 'DUNE', 137, NULL, NULL, NULL, 2);
    """
  private static let columns =
    "task = 'list' => displayPropertyKeys = ['title', 'length', 'price', 'due', 'rating', 'director', 'director.name']\n"

  private func scene(
    _ keys: String,
    rules: String = "",
    _ arguments: String = "",
    script: String = script,
    columns: String = columns
  ) async throws -> Scene {
    let scene = try await Scene(
      script,
      rules: columns + rules,
      "--entity Film \(arguments)",
      width: 140,
      height: 40
    )
    #expect(scene.session.work.faults.isEmpty, "\(scene.session.work.faults)")
    try await scene.send(keys)
    return scene
  }

  @Test(arguments: [
    ("Gilliam\nScott\nScott\n\n", ["2", "1", "1", ""]),
    ("2\n1\nPerson 1\nGilliam", ["2", "1", "1", "2"]), ("Scott\nGilliam", ["1", "2", "", "2"]),
  ])
  func `J10: a column of references takes back what lists show and copy`(
    text: String,
    ids: [String]
  ) async throws {
    let scene = try await scene("l l l l l p")
    try await scene.paste(text)
    #expect(!scene.text.contains("✗"), "\(scene.text)")
    try await scene.send("ctrl-s y")
    #expect(try scene.rows("SELECT director_id FROM film ORDER BY id") == ids, "\(scene.text)")
  }

  @Test func `M2: objects named by a text that has changed are not looked for to the end`()
    async throws
  {
    let many = """
      INSERT INTO person WITH n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
        SELECT i, 'person ' || i FROM n;
      """
    let scene = try await scene("l l l l l p", script: Self.script + many)
    let model = try #require(scene.session.navigator.current.paste)
    func statements(for text: String, then other: String? = nil) async throws -> Int {
      model.text = text
      let before = scene.session.work.store.statementCount
      let task = Task { await model.judge() }
      while scene.session.work.store.statementCount == before { await Task.yield() }
      if let other { model.text = other }
      await task.value
      return scene.session.work.store.statementCount - before
    }
    let all = try await statements(for: "Gilliam")
    #expect(all > 8)
    #expect(try await statements(for: "Scott", then: "Scott\nGilliam") < all / 2)
  }

  private static let namesakes =
    script + "INSERT INTO person VALUES (3, 'Scott'), (4, '2'), (5, 'Scott ');"

  @Test(arguments: [
    ("2", "row 1, ALIEN, Director: ‘2’ names several objects; choose one in the form"),
    ("Gilliam\nScott", "row 2, BRAZIL, Director: ‘Scott’ names several objects"),
  ])
  func `J10: a pasted text that names several objects is refused`(text: String, sentence: String)
    async throws
  {
    let scene = try await scene("l l l l l p", script: Self.namesakes)
    let before = try scene.dump()
    try await scene.paste(text)
    try await scene.send("ctrl-s")
    #expect(scene.status.contains(sentence), "\(scene.text)")
    #expect(try scene.dump() == before)
  }

  @Test func `J10: a reference that stays is no question of namesakes`() async throws {
    let scene = try await scene("p", script: Self.namesakes)
    try await scene.paste("ALIENS\t117\t9.99\t2024-01-31\tR\tScott")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT title, director_id FROM film WHERE id = 1") == ["ALIENS|1"])
  }

  @Test(arguments: [
    "entity.name = 'Person' => restrictingQualifier = where (name != 'Gilliam')",
    "propertyKey = 'director' => choices = where (name != 'Gilliam')",
    "entity.name = 'Person' and object.name = 'Gilliam' and propertyKey = 'name' => isPropertyVisible = false",
    "propertyKey = 'director' => isPropertyEditable = false",
    "*true* => visibleEntityNames = ['Film']",
  ])
  func `J10: a pasted text refers to nothing that rules keep back`(rule: String) async throws {
    let scene = try await scene("l l l l l p", rules: rule + "\n")
    let before = try scene.dump()
    try await scene.paste("Gilliam")
    #expect(scene.text.contains("✗"), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.dump() == before, "\(scene.text)")
  }

  @Test func `J10: lines become new rows where that is chosen, in one save`() async throws {
    let scene = try await scene("p")
    let before = try scene.dump()
    try await scene.paste("EARTH\t12\t\t\tPG\tScott\nFARGO\t98\t1.5\t2024-02-03\t\t2")
    try await scene.send("tab right")
    #expect(scene.line(with: "2 rows, 12 cells:") != nil, "\(scene.text)")
    #expect(!scene.text.contains("✗"), "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectStatus("added 2 rows; u takes that back")
    #expect(
      try scene.rows("SELECT title, length, price, due, rating, director_id FROM film WHERE id > 4")
        == ["EARTH|12|||PG|1", "FARGO|98|1.5|2024-02-03||2"]
    )
    #expect(scene.text.contains("FARGO"), "\(scene.text)")
    try await scene.send("u y")
    #expect(try scene.dump() == before)
  }

  @Test func `J10: rows are pasted into an empty list`() async throws {
    let scene = try await scene("p", script: Self.script + "DELETE FROM film;")
    try await scene.paste("EARTH\t12")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT title, length FROM film") == ["EARTH|12"], "\(scene.text)")
  }

  @Test(arguments: [
    ("\t5", "row 1, new, Title: "), ("A\tx", "row 1, new, Length: ‘x’ is not a whole number"),
    ("A\n\nB", "row 2, the line is empty"), ("A\nB\t5\t\t\tX", "row 2, new, Rating: "),
  ])
  func `J10: what can be no new row is told, and nothing is added`(text: String, sentence: String)
    async throws
  {
    let scene = try await scene("p")
    let before = try scene.dump()
    try await scene.paste(text)
    try await scene.send("tab right ctrl-s")
    #expect(scene.status.contains(sentence), "\(scene.text)")
    #expect(try scene.dump() == before)
    #expect(!scene.session.work.editing.hasChanges)
  }

  @Test func `J10: rows pasted into the list of an object refer to it`() async throws {
    let scene = try await Scene(
      Self.script,
      rules: Self.columns,
      "--entity Person --task inspect --id 1",
      width: 140
    )
    try await scene.go(to: "films")
    try await scene.send("enter")
    #expect(scene.session.navigator.current.list?.entity.name == "Film", "\(scene.text)")
    try await scene.send("home p")
    try await scene.paste("EARTH\t12")
    try await scene.send("tab right ctrl-s")
    #expect(
      try scene.rows("SELECT title, director_id FROM film WHERE id > 4") == ["EARTH|1"],
      "\(scene.text)"
    )
  }

  @Test(arguments: [
    "entity.name = 'Film' => isEntityCreatable = false",
    "task = 'create' and propertyKey = 'title' => isPropertyEditable = false",
  ])
  func `J10: no new rows where rules allow none`(rule: String) async throws {
    let scene = try await scene("p", rules: rule + "\n")
    let before = try scene.dump()
    try await scene.paste("EARTH\nB\nC\nD\nE")
    try await scene.send("tab right ctrl-s")
    #expect(try scene.dump() == before, "\(scene.text)")
    #expect(scene.text.contains("✗"), "\(scene.text)")
  }

  // MARK: Bytes

  private static let notes = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, note TEXT, at TIMESTAMP);
    INSERT INTO film VALUES (1, 'ALIEN', 'a' || char(13, 10) || 'b', '1700-05-06 07:08:09.123457'),
      (2, 'BRAZIL', 'a' || char(10) || 'b', '2900-05-06 07:08:09.123457'),
      (3, 'CUBE', 'c', '2024-05-06 07:08:09.123457');
    """
  private static let noteColumns =
    "task = 'list' => displayPropertyKeys = ['title', 'note', 'at']\n"

  @Test func `J7: pasted lines end as those of the text they replace`() async throws {
    let scene = try await scene("l p", script: Self.notes, columns: Self.noteColumns)
    try await scene.paste("\"x\ny\"\r\n\"x\r\ny\"\r\n\"x\ny\"")
    try await scene.send("ctrl-s y")
    #expect(
      try scene.rows("SELECT hex(note) FROM film ORDER BY id") == ["780D0A79", "780A79", "780A79"],
      "\(scene.text)"
    )
  }

  @Test func `J7: lines that come back with other breaks are no change`() async throws {
    let scene = try await scene("l p", script: Self.notes, columns: Self.noteColumns)
    let before = try scene.dump()
    try await scene.paste("\"a\nb\"\n\"a\r\nb\"\nc")
    #expect(scene.line(with: "3 rows, 3 cells: 0 to be changed:") != nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.dump() == before)
  }

  @Test(arguments: [1, 2, 3])
  func `J7: a time far from ours keeps all digits in fields, pages and pasted cells`(id: Int)
    async throws
  {
    let year = [1700, 2900, 2024][id - 1]
    let form = try await scene(
      "",
      "--task edit --id \(id)",
      script: Self.notes,
      columns: Self.noteColumns
    )
    #expect(form.line(with: "\(year)-05-06 07:08:09.123457") != nil, "\(form.text)")
    try await form.go(to: "at")
    try await form.retype("\(year)-05-06 07:08:09.123459")
    try await form.send("ctrl-s")
    let sql = "SELECT at FROM film WHERE id = \(id)"
    #expect(try form.rows(sql) == ["\(year)-05-06 07:08:09.123459"], "\(form.text)")
    let list = try await scene("l l p", script: Self.notes, columns: Self.noteColumns)
    let texts = (1...3).map { "\(year + $0)-05-06 07:08:09.12345\($0)" }
    try await list.paste(texts.joined(separator: "\n"))
    for text in texts { #expect(list.text.contains(text), "\(list.text)") }
    try await list.send("ctrl-s y")
    #expect(try list.rows("SELECT at FROM film ORDER BY id") == texts, "\(list.text)")
    try await list.send("end e")
    try await list.go(to: "at")
    try await list.retype("1700-05-06 soon")
    try await list.send("ctrl-s")
    #expect(try list.rows("SELECT at FROM film ORDER BY id") == texts, "\(list.text)")
  }
}
