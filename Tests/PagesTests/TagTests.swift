import EntityStore
import Qualifiers
import SceneSupport
import Testing
import Widgets

@testable import Pages
import Workspace

/// Rows of a list are tagged, and stay so whatever becomes of the list.
@MainActor
struct TagTests {
  private static let script = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating TEXT);
    CREATE TABLE role(id INTEGER PRIMARY KEY, film_id INT REFERENCES film(id) ON DELETE CASCADE, name TEXT);
    INSERT INTO film VALUES (1, 'ALIEN', 'R'), (2, 'BRAZIL', 'PG'), (3, 'CUBE', 'R'), (4, 'DUNE', 'PG');
    INSERT INTO role VALUES (1, 1, 'Ripley'), (2, 1, 'Ash');
    """

  private func scene(_ keys: String, rules: String = "", _ arguments: String = "") async throws
    -> Scene
  {
    let scene = try await Scene(Self.script, rules: rules, "--entity Film \(arguments)", height: 20)
    try await scene.send(keys)
    return scene
  }

  /// The first letters of the rows that are marked as tagged.
  private func tagged(_ scene: Scene) -> String {
    scene.lines.compactMap { line in
      line.firstIndex(of: "✓").map { String(line[line.index(after: $0)]) }
    }.joined()
  }

  @Test func `Space tags and goes on, other keys tag all, the others and none`() async throws {
    let scene = try await scene("space space")
    #expect(tagged(scene) == "AB" && scene.status.contains("2 tagged"), "\(scene.text)")
    try await scene.send("k space")
    #expect(tagged(scene) == "A" && scene.status.contains("1 tagged"), "\(scene.text)")
    try await scene.send("*")
    #expect(tagged(scene) == "BCD" && scene.status.contains("all but 1 tagged"), "\(scene.text)")
    try await scene.send("A")
    #expect(tagged(scene) == "ABCD" && scene.status.contains("all tagged"), "\(scene.text)")
    try await scene.send("X")
    #expect(tagged(scene) == "" && !scene.status.contains("tagged"), "\(scene.text)")
  }

  @Test func `Tags survive order, filters and reading again, and go with their rows`() async throws
  {
    let scene = try await scene("space j space s s")
    #expect(tagged(scene) == "CA", "\(scene.text)")
    try await scene.send("F")
    try await scene.type("rating = 'PG'")
    try await scene.send("enter")
    #expect(tagged(scene) == "" && scene.status.contains("2 tagged"), "\(scene.text)")
    try await scene.send("x")
    #expect(tagged(scene) == "CA", "\(scene.text)")
    try scene.execute("DELETE FROM film WHERE id = 3")
    try await scene.send("ctrl-r")
    #expect(tagged(scene) == "A" && scene.status.contains("1 tagged"), "\(scene.text)")
  }

  @Test func `All of a filter stay tagged when it is taken away`() async throws {
    let scene = try await scene("F")
    try await scene.type("rating = 'PG'")
    try await scene.send("enter A x")
    #expect(tagged(scene) == "BD" && scene.status.contains("2 tagged"), "\(scene.text)")
    try await scene.send("A space F")
    try await scene.type("rating = 'R'")
    try await scene.send("enter")
    #expect(scene.status.contains("all but 1 tagged"), "\(scene.text)")
  }

  @Test func `The tagged rows are deleted after asking once, and come back in one step`()
    async throws
  {
    let scene = try await scene("space space d")
    let before = try scene.dump()
    #expect(scene.text.contains("Delete 2 tagged rows of Film?"), "\(scene.text)")
    #expect(scene.text.contains("── rows referring to them ──"), "\(scene.text)")
    #expect(scene.text.contains("Roles: "), "\(scene.text)")
    #expect(scene.lines.last?.contains("y delete them") == true, "\(scene.text)")
    try await scene.send("esc")
    #expect(try scene.dump() == before)
    try await scene.send("d y")
    scene.expectStatus("deleted 2 rows")
    #expect(try scene.rows("SELECT title FROM film") == ["CUBE", "DUNE"])
    #expect(tagged(scene) == "", "\(scene.text)")
    try await scene.send("u y")
    #expect(try scene.dump() == before)
  }

  @Test func `A tagged row that may not be deleted names itself, and none is deleted`()
    async throws
  {
    let rules = "role = 'clerk' and object.rating = 'PG' => isObjectDeletable = false"
    let scene = try await scene("A d y", rules: rules, "--role clerk")
    #expect(scene.status.contains("nothing was deleted: Film “DUNE”: "), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["4"])
  }

  @Test func `Deletions that wait for the save mark the tagged rows`() async throws {
    let scene = try await scene("space space d y", rules: "*true* => savesDeletesAtOnce = false")
    scene.expectStatus("2 tagged rows of Film: deleted with the next save; u keeps them")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["4"])
    try await scene.send("u")
    scene.expectStatus("taken back: deletion of 2 tagged rows of Film")
    #expect(!scene.status.contains("pending"), "one step: \(scene.text)")
    try await scene.send("U ctrl-s")
    #expect(try scene.rows("SELECT title FROM film") == ["CUBE", "DUNE"], "\(scene.text)")
  }

  @Test func `Where one of the tagged rows may not be deleted none is marked`() async throws {
    let rules = """
      *true* => savesDeletesAtOnce = false
      role = 'clerk' and object.rating = 'PG' => isObjectDeletable = false
      """
    let scene = try await scene("A d y", rules: rules, "--role clerk")
    #expect(scene.status.contains("no row is marked: Film “BRAZIL”: "), "\(scene.text)")
    #expect(!scene.text.contains("4 pending"), "\(scene.text)")
  }

  @Test(arguments: ["A", "space space space space", "*", "* j j space"])
  func `3-10: rows deleted as tagged are tagged no more, also when they are there again`(
    keys: String
  ) async throws {
    let scene = try await scene(keys)
    let kept = Set(scene.lines.filter { $0.contains("✓") }).isEmpty
    #expect(!kept && scene.lines.last?.contains("delete tagged") == true, "\(scene.text)")
    try await scene.send("d y")
    #expect(scene.status.contains("deleted "), "\(scene.text)")
    #expect(scene.lines.last?.contains("delete tagged") == false, "\(scene.text)")
    try await scene.send("u y")
    #expect(tagged(scene) == "" && !scene.status.contains("tagged"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["4"])
  }

  @Test func `3-10: of a list that another program has emptied nothing is tagged`() async throws {
    let scene = try await scene("A")
    try scene.execute("DELETE FROM film")
    try await scene.send("ctrl-r")
    #expect(!scene.text.contains("tagged"), "\(scene.text)")
    try scene.execute("INSERT INTO film(id, title) VALUES (9, 'NEW')")
    try await scene.send("ctrl-r")
    #expect(tagged(scene) == "" && scene.text.contains("NEW"), "\(scene.text)")
  }
}
