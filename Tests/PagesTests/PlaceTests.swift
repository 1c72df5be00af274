import Editing
import EntityStore
import Qualifiers
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// Tests where the cursor is after navigating: on the field, row or page that the user expects.
@MainActor
struct PlaceTests {
  private static let script = """
    CREATE TABLE maker(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL, note TEXT, maker_id INT REFERENCES maker);
    INSERT INTO maker VALUES(1, 'Acme');
    WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO part SELECT i, printf('part %03d', i), i / 4.0, 'n' || i, 1 FROM n;
    """

  private func cursorLine(_ scene: Scene) -> String {
    scene.lines.first { $0.hasPrefix("›") } ?? ""
  }

  @Test(arguments: [("price", "999", "Price"), ("note", "changed", "Note")])
  func `E14: editing from a list begins at the column under the cursor`(
    column: String,
    text: String,
    label: String
  ) async throws {
    let scene = try await Scene(Self.script, "--entity Part")
    for _ in 0..<8 where scene.session.navigator.current.list?.currentColumn?.key != column {
      try await scene.send("l")
    }
    try await scene.send("e")
    try await scene.retype(text)
    #expect(scene.line(with: "\(label) ")?.contains(text) == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(
      try scene.rows("SELECT \(column) FROM part WHERE id = 1") == [text == "999" ? "999.0" : text]
    )
  }

  @Test func `E14: editing from a page begins at the property under the cursor, on its tab`()
    async throws
  {
    let scene = try await Scene(
      Self.script,
      rules: """
        entity.name = 'Part' and task = 'edit' => tabs = ['one', 'two']
        entity.name = 'Part' and task = 'edit' and tab = 'one' => displayPropertyKeys = ['name', 'price']
        entity.name = 'Part' and task = 'edit' and tab = 'two' => displayPropertyKeys = ['note', 'maker']
        """,
      "--entity Part --task inspect --id 3"
    )
    try await scene.go(to: "note", by: "j")
    try await scene.send("e")
    try await scene.append("!")
    #expect(scene.line(with: "Note ")?.contains("n3!") == true, "\(scene.text)")
  }

  @Test func `E14: after a link to an object J, K and back know its place in the list`()
    async throws
  {
    let scene = try await Scene(Self.script, "--link Part#150")
    #expect(scene.lines[0].contains("part 150"), "\(scene.text)")
    try await scene.send("J")
    #expect(scene.lines[0].contains("part 151"), "\(scene.text)")
    try await scene.send("K K")
    #expect(scene.lines[0].contains("part 149"))
    try await scene.send("esc")
    #expect(cursorLine(scene).contains("part 149"), "\(scene.text)")
    try await scene.send("k")
    #expect(cursorLine(scene).contains("part 148"))
  }

  @Test func `E14: back from an object that was linked to, the cursor is on its row`() async throws
  {
    let scene = try await Scene(Self.script, "--link Part?sort=-name#150")
    try await scene.send("esc")
    #expect(cursorLine(scene).contains("part 150"), "\(scene.text)")
    try await scene.send("j")
    #expect(cursorLine(scene).contains("part 149"))
  }

  @Test
  func `E14: a link to an object that the filter of the list leaves out begins at the first row`()
    async throws
  {
    let scene = try await Scene(Self.script, "--link Part?price<1#150")
    #expect(scene.lines[0].contains("part 150"), "\(scene.text)")
    try await scene.send("J")
    #expect(scene.lines[0].contains("part 150") && scene.status.contains("does not show this"))
    try await scene.send("esc")
    #expect(cursorLine(scene).contains("part 001"), "\(scene.text)")
  }

  @Test func `E14: after making an object the cursor is on its row`() async throws {
    let scene = try await Scene(Self.script, "--entity Part")
    try await scene.send("j j o")
    try await scene.go(to: "name")
    try await scene.type("part 200 and a half")
    try await scene.send("ctrl-s esc")
    #expect(cursorLine(scene).contains("part 200 and a half"), "\(scene.text)")
  }

  @Test func `E3: one new object after the other is entered, and back is the list`() async throws {
    let scene = try await Scene(Self.script, "--entity Maker")
    for name in ["Bolt", "Cog", "Dot"] {
      try await scene.send("o")
      try await scene.go(to: "name")
      try await scene.type(name)
      try await scene.send("ctrl-s")
      scene.expectSaved()
      #expect(scene.lines.last?.contains("o new") == true, "\(scene.text)")
    }
    try await scene.send("esc")
    #expect(cursorLine(scene).contains("Dot"), "\(scene.text)")
    #expect(try scene.rows("SELECT name FROM maker ORDER BY id") == ["Acme", "Bolt", "Cog", "Dot"])
  }

  @Test func `E3: a new object from the page of a related one belongs to the same owner`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Maker --task inspect --id 1")
    try await scene.go(to: "parts", by: "j")
    try await scene.send("enter enter o")
    #expect(scene.line(with: "Maker")?.contains("Acme") == true, "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.lines[0].contains("part 001"), "a page that was there before is gone back to")
  }

  // MARK: Keys that change

  private static let order = """
    CREATE TABLE product(code TEXT PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE bill(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE line(bill_id INT NOT NULL REFERENCES bill ON UPDATE CASCADE,
      product_code TEXT NOT NULL REFERENCES product, amount INT, PRIMARY KEY(bill_id, product_code));
    INSERT INTO product VALUES('a', 'Apple'), ('c', 'Cherry'), ('m', 'Melon'), ('z', 'Zucchini');
    INSERT INTO bill VALUES(1, 'first'), (2, 'second');
    INSERT INTO line VALUES(1, 'a', 1), (1, 'c', 2), (1, 'm', 3), (2, 'c', 4);
    """

  /// Has the line under the cursor be about another product, and saves that, or is done with it in a form within a form.
  private func change(_ scene: Scene, to product: String, isNested: Bool = false) async throws {
    try await scene.go(to: "product")
    try await scene.type(product)
    try await scene.send("enter ctrl-s")
    let isDone = isNested ? scene.status.contains("will be saved with") : scene.says("saved")
    #expect(isDone, "\(scene.text)")
  }

  @Test(arguments: ["zucc", "appl"])
  func `J11: the cursor of a list follows an object whose key was changed`(product: String)
    async throws
  {
    let scene = try await Scene(
      Self.order + "DELETE FROM line WHERE product_code = 'a';",
      "--entity Line"
    )
    try await scene.send("e")
    try await change(scene, to: product)
    let list = try #require(scene.session.navigator.current.list, "\(scene.text)")
    #expect(list.currentRecord?.value(forKey: "amount") == .int(2), "\(scene.text)")
    try await scene.send("u y")
    #expect(list.currentRecord?.value(forKey: "amount") == .int(2), "\(scene.text)")
    #expect(list.currentRecord?.value(forKey: "productCode") == .string("c"), "\(scene.text)")
    try await scene.send("d y")
    #expect(try scene.rows("SELECT amount FROM line") == ["3", "4"], "\(scene.text)")
  }

  @Test(arguments: ["inspect", "edit"])
  func `J11: the cursor among related rows follows an object whose key was changed`(task: String)
    async throws
  {
    let scene = try await Scene(Self.order, "--entity Bill --task \(task) --id 1")
    try await scene.go(to: "lines", by: task == "edit" ? "tab" : "j")
    try await scene.send(task == "edit" ? "j e" : "j j e")
    let isNested = task == "edit"
    try await change(scene, to: "zucc", isNested: isNested)
    #expect(scene.line(with: "›\(isNested ? "•" : " ")Zucchini       2") != nil, "\(scene.text)")
    if isNested { try await scene.send("ctrl-s") }
    let codes = try scene.rows("SELECT product_code FROM line WHERE amount = 2")
    #expect(codes == ["z"], "\(scene.text)")
  }

  @Test func `J11: cursor and tags follow keys that pass from row to row or move along`()
    async throws
  {
    let scene = try await Scene(Self.order, "--entity Line")
    let list = try #require(scene.session.navigator.current.list)
    try await scene.send("j space k")
    let editing = scene.session.work.editing
    func line(_ position: Int) throws -> ManagedObject {
      editing.object(for: try #require(list.record(at: position)))
    }
    let (first, second) = (try line(0), try line(1))
    first.set(.string("z"), forAttribute: "productCode")
    try await scene.session.work.save()
    second.set(.string("a"), forAttribute: "productCode")
    try await scene.session.work.save()
    await list.reload()
    #expect(list.currentRecord?.value(forKey: "amount") == .int(2))
    #expect(list.tags.ids == [second.id])
    let bill = try await scene.session.work.store.record(
      RecordID(entityName: "Bill", key: 1),
      paths: []
    )
    editing.object(for: try #require(bill)).set(.int(9), forAttribute: "id")
    try await scene.session.work.save()
    await list.reload()
    #expect(list.currentRecord?.value(forKey: "amount") == .int(2))
    #expect(list.currentRecord?.value(forKey: "billId") == .int(9))
    #expect(list.tags.ids == [list.currentRecord?.id])
  }
}
