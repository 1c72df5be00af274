import Editing
import EntityStore
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// The page on which cells of a spreadsheet are pasted into rows.
@MainActor
struct PasteTests {
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

  @Test
  func `Cells go to the columns from the current one on and to tagged rows in order, in one step`()
    async throws
  {
    let scene = try await scene("j space k k space l p")
    let before = try scene.dump()
    #expect(scene.lines[0].contains("paste"), "\(scene.text)")
    #expect(scene.line(with: "Columns")?.contains("Length · Price · Due") == true, "\(scene.text)")
    try await scene.paste("100\t7.5\t3.4.2024\n101\t\t2025-01-02\n")
    #expect(
      scene.line(with: "2 rows, 6 cells: 6 to be changed:") != nil,
      "\(scene.text)"
    )
    let brazil = try #require(scene.line(with: "BRAZIL"))
    #expect(brazil.contains("1  BRAZIL"), "\(brazil)")
    #expect(brazil.contains("132 → 100") && brazil.contains("5.00 → 7.50"), "\(brazil)")
    #expect(try scene.dump() == before)
    try await scene.send("ctrl-s")
    scene.expectStatus("changed 2 rows; u takes that back")
    #expect(
      try scene.rows("SELECT length, price, due FROM film WHERE id < 3 ORDER BY id") == [
        "101||2025-01-02", "100|7.5|2024-04-03",
      ]
    )
    try await scene.send("u y")
    #expect(try scene.dump() == before)
  }

  @Test func `Where none is tagged rows from the cursor on are meant, which is asked`()
    async throws
  {
    let scene = try await scene("s j j l p")
    #expect(scene.line(with: "Rows")?.contains("from the cursor on") == true, "\(scene.text)")
    try await scene.paste("1\n2")
    #expect(scene.line(with: "CUBE")?.contains("90 → 1") == true, "\(scene.text)")
    #expect(scene.line(with: "DUNE")?.contains("137 → 2") == true, "\(scene.text)")
    let before = try scene.dump()
    try await scene.send("ctrl-s")
    #expect(scene.text.contains("Change 2 rows from “CUBE” on? No row is tagged."))
    #expect(scene.lines.last?.contains("y change them  esc keep") == true, "\(scene.text)")
    try await scene.send("esc")
    #expect(try scene.dump() == before)
    try await scene.send("ctrl-s y")
    #expect(try scene.rows("SELECT length FROM film ORDER BY id") == ["117", "132", "1", "2"])
  }

  @Test func `Texts are read as they are typed in the language`() async throws {
    let scene = try await scene("l p", rules: "*true* => locale = 'de'\n")
    try await scene.paste("1.234\t1.234,50\t3.4.24\tPG")
    try await scene.send("ctrl-s")
    scene.expectStatus("changed 1 row; u takes that back")
    #expect(
      try scene.rows("SELECT length, price, due, rating FROM film WHERE id = 1") == [
        "1234|1234.5|2024-04-03|PG"
      ]
    )
  }

  @Test func `3-13: a fault that takes several lines stays beside the number of its row`()
    async throws
  {
    let scene = try await Scene(
      Self.script,
      rules: Self.columns,
      "--entity Film",
      width: 70,
      height: 30
    )
    try await scene.send("l l l p")
    try await scene.paste("3/4/1969\tXXXXXXXX\tNobody Whatever\n1/1/1969\tPG\tScott")
    let start = try #require(scene.lines.firstIndex { $0.hasPrefix("  1  ALIEN") }, "\(scene.text)")
    let next = try #require(scene.lines.firstIndex { $0.hasPrefix("  2  BRAZIL") }, "\(scene.text)")
    #expect(next > start + 1, "\(scene.text)")
    for line in scene.lines[(start + 1)..<next] {
      #expect(line.hasPrefix("     "), "\(scene.text)")
    }
    #expect(scene.text.contains("a date like 1969-04-03 or"), "\(scene.text)")
  }

  @Test func `Esc leaves everything as it was, with nothing pending`() async throws {
    let scene = try await scene("p")
    let before = try scene.dump()
    try await scene.paste("x\t5")
    try await scene.send("esc")
    #expect(scene.session.navigator.current.list != nil && !scene.session.work.editing.hasChanges)
    #expect(try scene.dump() == before)
  }

  @Test(arguments: [
    ("l p", "x", "row 1, ALIEN, Length: ‘x’ is not a whole number"),
    ("p", "A\t1\nB\tx", "row 2, BRAZIL, Length: ‘x’ is not a whole number"),
    ("p", "", "there are no cells yet; paste some"),
    ("l l l l p", "X", "Rating: "),
    ("l l l l l p", "Nolan", "Director: ‘Nolan’ names no object, by label or key"),
    ("l l l l l p", "scott", "Director: ‘scott’ names no object, by label or key"),
    ("l l l l l l p", "Nolan", "is not a property of these rows"),
    (
      "l l l l l p", "Scott\tScott\tx",
      "the text has 3 columns, and the list has 2 from Director on"
    ),
    ("l p", "1\n2\n3\n4\n5", "the text has 5 rows, and 4 are from the cursor on"),
    ("space l p", "1\n2", "the text has 2 rows, and 1 are tagged"),
  ])
  func `What cannot be put there is marked and told, and nothing is changed`(
    keys: String,
    text: String,
    sentence: String
  ) async throws {
    let scene = try await scene(keys)
    let before = try scene.dump()
    try await scene.paste(text)
    if !text.isEmpty { #expect(scene.text.contains("✗"), "\(scene.text)") }
    try await scene.send("ctrl-s")
    #expect(scene.status.contains(sentence), "\(scene.text)")
    #expect(scene.session.navigator.current.paste != nil && !scene.session.work.editing.hasChanges)
    #expect(try scene.dump() == before)
  }

  @Test func `What a spreadsheet gives back unchanged stands in no way`() async throws {
    let scene = try await scene("p")
    try await scene.paste("ALIEN\t118\t9.99\t2024-01-31\tR\tScott\tScott")
    #expect(scene.line(with: "1 row, 7 cells: 1 to be changed:") != nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectStatus("changed 1 row; u takes that back")
    #expect(try scene.rows("SELECT length FROM film WHERE id = 1") == ["118"])
  }

  private static let clerk = """
    role = 'clerk' and object.rating = 'PG' => isObjectEditable = false
    role = 'clerk' and propertyKey = 'length' and object.rating = 'R' => isPropertyVisible = false
    role = 'clerk' and propertyKey = 'price' => isPropertyEditable = false
    """

  @Test func `What may not be written is marked with why, whatever was pasted`() async throws {
    let scene = try await scene("p", rules: Self.clerk, "--role clerk")
    let before = try scene.dump()
    try await scene.paste("A\t117\t9.99\nB\t132\t5\nC\t90\t3")
    let alien = try #require(scene.line(with: "ALIEN"))
    // That it is the same is not told of what is hidden.
    #expect(alien.contains("ALIEN → A") && alien.contains("Length: ✗"), "\(alien)")
    #expect(!alien.contains("117") && !alien.contains("Price"), "\(alien)")
    #expect(scene.line(with: "BRAZIL")?.contains("Title: ✗") == true, "\(scene.text)")
    #expect(scene.line(with: "CUBE")?.contains("Price: ✗") == true, "\(scene.text)")
    #expect(scene.text.contains("4 cannot be"), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("nothing was changed: row 1"), "\(scene.text)")
    #expect(try scene.dump() == before)
  }

  @Test func `Nothing is pasted where nothing may be written`() async throws {
    let scene = try await scene("p", rules: "*true* => isEntityReadOnly = true\n")
    #expect(scene.session.navigator.current.paste == nil, "\(scene.text)")
    #expect(scene.status.contains("paste: "), "\(scene.text)")
  }

  @Test func `A row with changes that are not saved is not changed beside them`() async throws {
    let scene = try await scene("e")
    try await scene.retype("ALIENS")
    try await scene.send("esc end enter l p")
    try await scene.paste("5")
    #expect(scene.text.contains("it has unsaved changes"), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT count(*) FROM film WHERE length = 5") == ["0"])
  }

  @Test func `Of many rows the first twenty are shown, with those in which something is wrong`()
    async throws
  {
    let many = """
      CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT, length INT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        INSERT INTO film SELECT i, 'Film ' || i, i % 200 FROM n;
      """
    let columns = "task = 'list' => displayPropertyKeys = ['title', 'length']\n"
    let scene = try await scene("A l p", script: many, columns: columns)
    var numbers = (1...1000).map(String.init)
    numbers[698] = "many"
    try await scene.paste(numbers.joined(separator: "\n"))
    #expect(scene.text.contains("1 000 rows, 1 000 cells"), "\(scene.text)")
    #expect(scene.text.contains("1 cannot be; the first 20:"), "\(scene.text)")
    #expect(scene.line(with: "Film 699")?.contains("✗ ‘many’ is not a whole number") == true)
    #expect(scene.line(with: "Film 21 ") == nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("row 699, "), "\(scene.text)")
    try await scene.send("esc p")
    numbers[698] = "699"
    try await scene.paste(numbers.joined(separator: "\n"))
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("rows; u takes that back"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM film WHERE length = id") == ["1000"])
  }

  @Test func `Esc calls the work off, and nothing is changed`() async throws {
    let scene = try await scene("l p")
    try await scene.paste("1\n2")
    let before = try scene.dump()
    let lock = try scene.lock()
    try await scene.send("ctrl-s")
    scene.press("y")
    try await scene.draw { scene.session.work.saves.isWriting }
    scene.press("esc")
    try await scene.settle()
    lock.release()
    scene.expectStatus("✗ nothing was changed: called off")
    #expect(try scene.dump() == before)
  }

  @Test func `What a column shows is no change when it comes back`() async throws {
    let scene = try await scene(
      "l l p",
      rules: "propertyKey = 'price' => formatter = number('0.0')\n",
      script: Self.script + "UPDATE film SET price = 9.96 WHERE id = 1;"
    )
    try await scene.paste("10.0\n5.1\n")
    #expect(scene.line(with: "2 rows, 2 cells: 1 to be changed:") != nil, "\(scene.text)")
    try await scene.send("ctrl-s y")
    #expect(try scene.rows("SELECT price FROM film WHERE id < 3") == ["9.96", "5.1"])
  }

  @Test(arguments: ["component = 'EditPassword'", "component = 'DisplayPassword'"])
  func `What rules call a password is neither pasted nor changed in many rows`(
    rule: String
  ) async throws {
    let scene = try await scene("p", rules: "propertyKey = 'title' => \(rule)\n")
    try await scene.paste("x")
    #expect(scene.line(with: "Title: ✗ cannot be pasted") != nil, "\(scene.text)")
    try await scene.send("esc M")
    #expect(scene.line(with: "Property")?.contains("Title") == false, "\(scene.text)")
  }

  @Test func `J10: an empty cell is null where that may be, and else refused`() async throws {
    let scene = try await scene(
      "p",
      script: """
        CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, note TEXT);
        INSERT INTO film VALUES(1, 'ALIEN', 'a cat');
        """,
      columns: "task = 'list' => displayPropertyKeys = ['title', 'note']\n"
    )
    try await scene.paste("\t")
    #expect(scene.text.contains("✗ needs a value; the cell is empty"), "\(scene.text)")
    try await scene.send("ctrl-s esc p")
    try await scene.paste("ALIENS\t")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT title, note IS NULL FROM film") == ["ALIENS|1"], "\(scene.text)")
  }

  @Test func `J14: a paste over what others have changed shows that first`() async throws {
    let scene = try await scene("l p")
    try await scene.paste("100\t9.99\n101\t6")
    #expect(scene.text.contains("117 → 100"), "\(scene.text)")
    // Of the second column nothing is to be changed in the first row.
    for theirs in ["length = 222", "price = 3"] {
      try scene.execute("UPDATE film SET \(theirs) WHERE id = 1")
      let before = try scene.dump()
      try await scene.send("ctrl-s y")
      #expect(scene.status.contains("Film “ALIEN” was changed elsewhere"), "\(scene.text)")
      #expect(try scene.dump() == before)
    }
    #expect(scene.text.contains("222 → 100") && scene.text.contains("3.00 → 9.99"), "\(scene.text)")
    try scene.execute("UPDATE film SET title = 'ALIENS' WHERE id = 1")
    try await scene.send("ctrl-s y")
    scene.expectStatus("changed 2 rows; u takes that back")
    #expect(
      try scene.rows("SELECT title, length, price FROM film WHERE id < 3 ORDER BY id")
        == ["ALIENS|100|9.99", "BRAZIL|101|6"]
    )
  }
}
