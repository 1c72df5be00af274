import Editing
import Pages
import SceneSupport
import Testing
import Workspace

/// New objects into which nothing was entered, and texts that are empty.
@MainActor
struct UntouchedFormTests {
  private static let items = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, number TEXT, part TEXT, amount INTEGER, note TEXT);
    CREATE TABLE note(id INTEGER PRIMARY KEY, title TEXT NOT NULL, tags TEXT NOT NULL,
      data TEXT NOT NULL);
    """

  @Test func `An untouched new object is saved only by a person who is asked`() async throws {
    let scene = try await Scene(Self.items, "--entity Item")
    try await scene.send("o ctrl-s")
    #expect(scene.text.contains("Nothing was entered. Save a new Item as it is?"), "\(scene.text)")
    try await scene.send("esc")
    #expect(try scene.rows("SELECT count(*) FROM item") == ["0"])
    try await scene.send("ctrl-s y")
    scene.expectSaved()
    #expect(try scene.rows("SELECT count(*) FROM item") == ["1"])
  }

  @Test func `The untouched form behind the last entered object goes with the save`() async throws {
    let scene = try await Scene(Self.items, "--entity Item")
    try await scene.send("o")
    try await scene.type("X1")
    try await scene.send("ctrl-n ctrl-s")
    #expect(!scene.text.contains("Nothing was entered"), "\(scene.text)")
    #expect(!scene.lines[0].contains("new"), "\(scene.text)")
    #expect(try scene.rows("SELECT number FROM item") == ["X1"])
    #expect(scene.session.work.editing.pendingObjects.isEmpty)
  }

  @Test func `Other changes are saved without an untouched new object`() async throws {
    let scene = try await Scene(
      Self.items + "INSERT INTO item VALUES(1, 'A', 'B', 1, NULL);",
      "--entity Item --task edit --id 1"
    )
    try await scene.go(to: "number")
    try await scene.retype("C")
    try await scene.send("esc end enter o ctrl-s")
    scene.expectStatus("saved; not a new Item: nothing was entered")
    #expect(try scene.rows("SELECT number FROM item") == ["C"])
  }

  @Test func `A text typed and erased is an empty one where there must be a text`() async throws {
    let scene = try await Scene(Self.items, "--entity Note --task create")
    try await scene.type("Tea")
    try await scene.go(to: "tags")
    try await scene.type("a")
    try await scene.send("backspace")
    #expect(scene.line(with: "Tags")?.contains("= '', an empty text") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("Data: needs a value"), "\(scene.text)")
    #expect(scene.line(with: "Data")?.contains("^X: an empty text") == true, "\(scene.text)")
    try await scene.send("ctrl-x ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT title, tags, data FROM note") == ["Tea||"])
  }

  @Test func `The status names each fault of a form, and the title counts the marks`() async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT NOT NULL, size INTEGER NOT NULL,
        weight INTEGER NOT NULL);
      """,
      "--entity Part --task create"
    )
    try await scene.go(to: "weight")
    try await scene.type("1")
    try await scene.send("ctrl-s")
    scene.expectStatus("✗ not saved: Name: needs a value; Size: needs a value")
    try await scene.go(to: "size")
    try await scene.type("x")
    let count = scene.lines.count { $0.contains("✗ ") && !$0.contains("not saved") }
    #expect(count == 2)
    #expect(scene.lines[0].contains("2 wrong"), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("Name: "), "\(scene.text)")
    #expect(scene.status.contains("Size: needs a whole number"), "\(scene.text)")
  }
}
