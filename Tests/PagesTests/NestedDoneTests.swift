import Editing
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// The key that ends a form opened from another form.
@MainActor
struct NestedDoneTests {
  private static let shop = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT NOT NULL);
    CREATE TABLE bill(id INTEGER PRIMARY KEY, title TEXT NOT NULL, number INT NOT NULL,
      customer_id INT NOT NULL REFERENCES customer);
    INSERT INTO customer VALUES(1, 'Ada', 'ada@example.org');
    INSERT INTO bill VALUES(1, 'Tea', 1, 1);
    """

  private func scene(_ task: String = "edit --id 1") async throws -> Scene {
    try await Scene(Self.shop, "--entity Customer --task \(task)")
  }

  @Test func `J16: one key ends a child form and comes back to the half-done parent`() async throws
  {
    let scene = try await scene("create")
    try await scene.type("Eve")
    try await scene.go(to: "bills")
    try await scene.send("o")
    #expect(scene.lines.last?.contains("^S done, back") == true, "\(scene.text)")
    try await scene.type("Wine")
    try await scene.send("enter")
    try await scene.type("7")
    try await scene.send("ctrl-s")
    #expect(scene.line(with: "+Wine") != nil && scene.line(with: "Eve") != nil, "\(scene.text)")
    scene.expectStatus("done: Bill “Wine” will be saved with Customer “Eve”")
    #expect(try scene.rows("SELECT count(*) FROM bill") == ["1"])
    #expect(scene.session.work.editing.pendingCount == 2)
    try await scene.go(to: "mail")
    try await scene.type("eve@example.org")
    try await scene.send("ctrl-s")
    #expect(scene.says("saved 2 objects"), "\(scene.text)")
    #expect(
      try scene.rows("SELECT title, number, customer_id FROM bill WHERE id = 2") == ["Wine|7|2"]
    )
  }

  @Test(arguments: [1, 30, 900], ["", "G"])
  func `J9: the cursor is on the new object when its form is done`(count: Int, way: String)
    async throws
  {
    let more = """
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO bill SELECT i, 'Tea ' || i, i, 1 FROM n WHERE i <= \(count);
      """
    let scene = try await Scene(Self.shop + more, "--entity Customer --task edit --id 1")
    try await scene.go(to: "bills")
    try await scene.send(way.isEmpty ? "o" : way + " o")
    try await scene.type("Wine")
    try await scene.send("enter")
    try await scene.type("7")
    try await scene.send("ctrl-o")
    #expect(scene.line(with: "+Wine") != nil && scene.focusedProperty == "bills", "\(scene.text)")
    try await scene.send("e")
    #expect(scene.line(with: "Title ")?.contains("Wine") == true, "\(scene.text)")
    try await scene.send("esc d")
    #expect(
      scene.session.work.editing.pendingCount == 0 && scene.line(with: "+Wine") == nil,
      "\(scene.text)"
    )
  }

  @Test func `J16: what is changed in a related row goes along, untouched rows are left`()
    async throws
  {
    let scene = try await scene()
    try await scene.go(to: "bills")
    try await scene.send("enter ctrl-s")
    scene.expectStatus("nothing has changed")
    #expect(scene.session.work.editing.pendingCount == 0, "\(scene.text)")
    try await scene.go(to: "bills")
    try await scene.send("enter")
    try await scene.go(to: "title")
    try await scene.append("!")
    try await scene.send("ctrl-o")
    #expect(scene.line(with: "Tea!") != nil && scene.line(with: "Ada") != nil, "\(scene.text)")
  }

  @Test func `J16: what cannot be saved is told before the form is left, and nothing is made`()
    async throws
  {
    let scene = try await scene()
    try await scene.go(to: "bills")
    try await scene.send("o")
    try await scene.type("Wine")
    try await scene.send("ctrl-s")
    #expect(scene.says("! not done: Number: needs a value"), "\(scene.text)")
    #expect(scene.focusedProperty == "number")
    try await scene.send("esc end enter")
    #expect(scene.line(with: "+Wine") != nil, "\(scene.text)")
  }

  @Test func `J16: a form that was opened from no form has no such key`() async throws {
    let scene = try await scene()
    #expect(scene.lines.last?.contains("done") == false, "\(scene.text)")
    #expect(scene.lines.last?.contains("^S save") == true, "\(scene.text)")
    try await scene.go(to: "name")
    try await scene.append("!")
    try await scene.send("ctrl-o")
    #expect(scene.session.work.editing.pendingCount == 1 && scene.line(with: "Ada!") != nil)
  }

  @Test func `J16: Enter in the last field and the question on leaving name the key`() async throws
  {
    let scene = try await scene()
    try await scene.go(to: "bills")
    try await scene.send("o")
    try await scene.type("Wine with a rather long name that fills the line")
    try await scene.send("enter enter")
    #expect(scene.status.contains("^S is done and goes back"), "\(scene.text)")
    try await scene.send("esc")
    let line = scene.line(with: "Keep the changes and go back to")
    #expect(line?.contains("Customer “Ada”") == true, "\(scene.text)")
    #expect(line?.contains("^S") == true, "\(scene.text)")
  }

  @Test
  func `Done and new begins another child, and nothing is written before the parent is saved`()
    async throws
  {
    let scene = try await scene()
    try await scene.go(to: "bills")
    try await scene.send("o")
    for (title, number) in [("Wine", "7"), ("Beer", "8")] {
      #expect(scene.focusedProperty == "title", "\(scene.text)")
      #expect(!scene.lines[0].contains("changed"), "the owner is given\n\(scene.text)")
      try await scene.type(title)
      try await scene.send("enter")
      try await scene.type(number)
      #expect(scene.lines.last?.contains("^N done, new") == true, "\(scene.text)")
      try await scene.send("ctrl-n")
    }
    scene.expectStatus("done: Bill “Beer” will be saved with Customer “Ada”")
    try await scene.send("ctrl-s")
    scene.expectStatus("nothing was entered: a new Bill is not made")
    #expect(scene.line(with: "+Wine") != nil && scene.line(with: "+Beer") != nil, "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM bill") == ["1"])
    try await scene.send("ctrl-s")
    scene.expectStatus("saved 2 objects")
    #expect(try scene.rows("SELECT title FROM bill WHERE id > 1") == ["Wine", "Beer"])
  }
}
