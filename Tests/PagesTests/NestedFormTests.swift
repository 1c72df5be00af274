import Editing
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// Forms that are opened from forms: what is entered there is one step of the form that it was opened from, or has never been.
@MainActor
struct NestedFormTests {
  private static let shop = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE bill(id INTEGER PRIMARY KEY, text TEXT NOT NULL, number INT,
      customer_id INT NOT NULL REFERENCES customer);
    CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL,
      bill_id INT NOT NULL REFERENCES bill);
    INSERT INTO customer VALUES(1, 'Ada'), (2, 'Bob');
    INSERT INTO bill VALUES(1, 'Tea', 1, 1), (2, 'Milk', 2, 1);
    INSERT INTO item VALUES(1, 'Cup', 1);
    """

  private func scene() async throws -> Scene {
    try await Scene(Self.shop, "--entity Customer --task edit --id 1")
  }

  /// Begins a related object in the form and names it.
  private func make(_ name: String, _ key: String, in list: String, _ scene: Scene) async throws {
    try await scene.go(to: list)
    try await scene.send("o")
    try await scene.go(to: key)
    try await scene.type(name)
  }

  @Test func `What is given up in it leaves pending changes and steps as they were`() async throws {
    let scene = try await scene()
    let editing = scene.session.work.editing
    try await scene.append("!")
    try await scene.go(to: "bills")
    try await scene.send("d u")
    #expect(editing.pendingCount == 1 && editing.redoCount == 1)
    try await make("Wine", "text", in: "bills", scene)
    try await scene.send("esc")
    #expect(scene.text.contains("Keep the changes and go back to Customer “Ada!”"), "\(scene.text)")
    try await scene.send("down down enter")
    #expect(scene.line(with: "Wine") == nil && scene.line(with: "Ada!") != nil, "\(scene.text)")
    #expect(editing.pendingCount == 1 && editing.redoCount == 1)
    try await scene.go(to: "bills")
    try await scene.send("U")
    #expect(scene.status.contains("done again: deletion of Bill “Tea”"), "\(scene.status)")
    try await scene.send("u u")
    #expect(scene.status.contains("taken back: Name"), "\(scene.status)")
    #expect(!editing.hasChanges && !editing.canUndo)
  }

  @Test func `What is taken over is one step of the form, taken back as a whole`() async throws {
    let scene = try await scene()
    try await make("Wine", "text", in: "bills", scene)
    try await scene.go(to: "number")
    try await scene.type("7")
    try await scene.send("esc end enter")
    #expect(scene.line(with: "+Wine") != nil, "\(scene.text)")
    try await scene.go(to: "bills")
    try await scene.send("u")
    scene.expectStatus("taken back: new Bill “Wine”")
    #expect(scene.line(with: "+Wine") == nil, "\(scene.text)")
    #expect(!scene.session.work.editing.hasChanges)
    try await scene.send("U")
    scene.expectStatus("done again: new Bill “Wine”")
    #expect(scene.line(with: "+Wine") != nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT text, number FROM bill WHERE id > 2") == ["Wine|7"])
  }

  @Test func `What is changed in a related object is a step, or has never been`() async throws {
    let scene = try await scene()
    try await scene.go(to: "bills")
    try await scene.send("enter")
    try await scene.go(to: "text")
    try await scene.append("!")
    try await scene.send("esc down down enter")
    #expect(
      !scene.session.work.editing.hasChanges && !scene.session.work.editing.canUndo,
      "\(scene.text)"
    )
    try await scene.go(to: "bills")
    try await scene.send("enter")
    try await scene.go(to: "text")
    try await scene.append("?")
    try await scene.send("esc end enter")
    try await scene.go(to: "bills")
    try await scene.send("u")
    scene.expectStatus("taken back: changes of Bill “Tea?”")
    #expect(!scene.session.work.editing.hasChanges, "\(scene.text)")
  }

  @Test func `Two deep, the form in the middle takes over or gives up the inner one with its own`()
    async throws
  {
    let scene = try await scene()
    let editing = scene.session.work.editing
    for key in ["down down enter", "end enter"] {
      try await make("Wine", "text", in: "bills", scene)
      try await make("Cork", "name", in: "items", scene)
      try await scene.send("esc end enter")
      #expect(scene.line(with: "+Cork") != nil, "\(scene.text)")
      #expect(editing.pendingCount == 2)
      try await scene.send("esc")
      #expect(scene.text.contains("Bill “Wine”, Item “Cork”"), "\(scene.text)")
      try await scene.send(key)
      if key != "end enter" { #expect(editing.pendingCount == 0 && !editing.canUndo) }
    }
    #expect(editing.pendingCount == 2)
    try await scene.go(to: "bills")
    try await scene.send("u")
    scene.expectStatus("taken back: new Bill “Wine”")
    #expect(!editing.hasChanges && !editing.canUndo)
    try await scene.send("U ctrl-s")
    #expect(scene.status.contains("saved 2 objects"), "\(scene.text)")
    let made = "SELECT i.name, b.text FROM item i JOIN bill b ON b.id = i.bill_id WHERE i.id > 1"
    #expect(try scene.rows(made) == ["Cork|Wine"])
  }

  @Test func `The inner one is given up and the one in the middle goes on`() async throws {
    let scene = try await scene()
    try await make("Wine", "text", in: "bills", scene)
    try await make("Cork", "name", in: "items", scene)
    try await scene.send("esc down down enter")
    #expect(scene.line(with: "Cork") == nil && scene.line(with: "Wine") != nil, "\(scene.text)")
    #expect(scene.session.work.editing.pendingCount == 1)
    try await scene.send("esc end enter")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT text FROM bill WHERE id > 2") == ["Wine"])
    #expect(try scene.rows("SELECT count(*) FROM item") == ["1"])
  }

  @Test func `Steps of the form it was opened from are not taken back in it`() async throws {
    let scene = try await scene()
    try await scene.append("!")
    try await scene.go(to: "bills")
    try await scene.send("enter")
    try await scene.go(to: "text")
    try await scene.append("?")
    try await scene.go(to: "items")
    // Once it was taken back the cursor is in the field.
    try await scene.send("u ctrl-_")
    try await scene.send("ctrl-_")
    #expect(scene.status.contains("what was done before it was opened"), "\(scene.text)")
    #expect(scene.session.work.editing.pendingCount == 1)
    try await scene.send("esc")
    #expect(!scene.text.contains("not saved") && scene.line(with: "Ada!") != nil, "\(scene.text)")
    try await scene.go(to: "bills")
    try await scene.send("u")
    #expect(!scene.session.work.editing.hasChanges, "\(scene.text)")
  }

  @Test func `A new object that is taken back in it can be made again as a whole`() async throws {
    let scene = try await scene()
    try await make("Wine", "text", in: "bills", scene)
    try await scene.go(to: "items")
    // Once it was taken back the cursor is in the field.
    try await scene.send("u ctrl-_")
    scene.expectStatus("taken back: Bill “new” is not created")
    #expect(
      scene.line(with: "Ada") != nil && !scene.session.work.editing.hasChanges,
      "\(scene.text)"
    )
    try await scene.go(to: "bills")
    try await scene.send("U")
    scene.expectStatus("done again: new Bill “new”")
    #expect(scene.line(with: "+Wine") != nil, "\(scene.text)")
  }

  @Test func `The save of the form it was opened from saves both`()
    async throws
  {
    let scene = try await scene()
    try await scene.append("!")
    try await make("Wine", "text", in: "bills", scene)
    try await scene.send("ctrl-s")
    scene.expectStatus("done: Bill “Wine” will be saved with Customer “Ada!”")
    #expect(scene.text.contains("save 2 changes"), "\(scene.text)")
    #expect(try scene.rows("SELECT name FROM customer WHERE id = 1") == ["Ada"])
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("saved 2 objects"), "\(scene.text)")
    #expect(!scene.session.work.editing.hasChanges && !scene.session.work.editing.canUndo)
    #expect(try scene.rows("SELECT name FROM customer WHERE id = 1") == ["Ada!"])
    #expect(try scene.rows("SELECT text FROM bill WHERE id > 2") == ["Wine"])
  }

  @Test func `What is no value goes with the form in which it was typed`() async throws {
    let scene = try await scene()
    try await scene.go(to: "bills")
    try await scene.send("enter")
    try await scene.go(to: "number")
    try await scene.retype("many")
    try await scene.send("esc")
    #expect(scene.text.contains("are not saved"), "\(scene.text)")
    try await scene.send("down down enter")
    #expect(scene.session.work.forms.unreadable.isEmpty)
    try await scene.go(to: "bills")
    try await scene.send("enter")
    #expect(scene.line(with: "many") == nil, "\(scene.text)")
  }
}
