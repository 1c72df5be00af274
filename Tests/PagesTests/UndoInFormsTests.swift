import Editing
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// In a form undo and redo are about what is entered there, and the footer offers undo exactly where it does something.
@MainActor
struct UndoInFormsTests {
  private static let script = """
    CREATE TABLE studio(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, length INT, released DATE,
      studio_id INT REFERENCES studio(id));
    INSERT INTO studio VALUES (1, 'Fox'), (2, 'Ealing');
    INSERT INTO film VALUES (1, 'METROPOLIS', 153, '1927-01-10', 1), (2, 'BRAZIL', 142, NULL, 1),
      (3, 'ALIEN', 117, NULL, 1);
    """

  private func scene(_ arguments: String = "--entity Film", width: Int = 140) async throws -> Scene
  {
    try await Scene(Self.script, arguments, width: width)
  }

  private func offersUndo(_ scene: Scene) -> Bool {
    scene.lines.last?.contains("^_ undo") == true
  }

  private func isSorted(_ scene: Scene) -> Bool { scene.text.contains("Title ↑") }

  @Test(arguments: ["e", "o", "Q", "M r", "p"])
  func `Where something is entered nothing of the list before is taken back`(keys: String)
    async throws
  {
    let scene = try await scene()
    try await scene.send("s")
    try #require(isSorted(scene), "\(scene.text)")
    try await scene.send(keys)
    try #require(!isSorted(scene) || keys == "M r", "\(scene.text)")
    let place = scene.lines[0]
    // What is new is taken back first, and its form with it.
    if keys == "o" { try await scene.append("x") }
    #expect(offersUndo(scene) == (keys == "o"), "\(scene.text)")
    for _ in 0..<5 where offersUndo(scene) { try await scene.send("ctrl-_") }
    if keys != "o" {
      try await scene.send("ctrl-_")
      scene.expectStatus("nothing to undo in this form")
      #expect(scene.lines[0] == place, "\(scene.text)")
      try await scene.send("alt-_")
      scene.expectStatus("nothing to do again in this form")
      #expect(scene.lines[0] == place, "\(scene.text)")
      try await scene.send("esc")
    }
    #expect(isSorted(scene), "\(scene.text)")
    try await scene.send("u")
    #expect(scene.status.contains("taken back: "), "\(scene.text)")
  }

  @Test func `From the start page undo goes to the list, for nothing is entered there`()
    async throws
  {
    let scene = try await scene("")
    try await scene.send("enter s")
    try #require(scene.text.contains("Name ↑"), "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.lines.last?.contains("u undo") == true, "\(scene.text)")
    try await scene.send("u")
    #expect(scene.status.contains("taken back: sort Studio"), "\(scene.text)")
  }

  @Test func `What was taken back of a list is not done again in a form`() async throws {
    let scene = try await scene()
    try await scene.send("s u e alt-_")
    scene.expectStatus("nothing to do again in this form")
    try await scene.send("esc U")
    scene.expectStatus("done again: sort Film by Title")
  }

  @Test func `In a form opened from a form the order of a list before is nothing to be undone`()
    async throws
  {
    let scene = try await scene("--entity Studio")
    try await scene.send("s e")
    try await scene.go(to: "films")
    try await scene.send("enter")
    let place = scene.lines[0]
    try await scene.send("ctrl-_")
    scene.expectStatus("nothing to undo in this form")
    #expect(scene.lines[0] == place, "\(scene.text)")
  }

  @Test func `What is entered is taken back past the order of a list`() async throws {
    let scene = try await scene()
    try await scene.send("e")
    try await scene.go(to: "title")
    try await scene.append("!")
    try await scene.send("esc end enter s j e")
    #expect(offersUndo(scene), "\(scene.text)")
    try await scene.send("ctrl-_")
    #expect(scene.status.contains("taken back: Title of"), "\(scene.text)")
    #expect(!scene.session.work.editing.hasChanges && scene.lines[0].contains("edit"))
    #expect(!offersUndo(scene), "\(scene.text)")
    try await scene.send("esc")
    #expect(isSorted(scene), "\(scene.text)")
  }

  @Test(arguments: [false, true])
  func `Undo is offered for each text that is typed, value or not, until it is taken back`(
    isLeft: Bool
  ) async throws {
    let scene = try await scene("--entity Film --id 1 --task edit", width: 160)
    for (property, text, shown) in [
      ("title", "New", "METROPOLIS"), ("length", "many", "153"), ("released", "abc", "1927-01-10"),
    ] {
      #expect(!offersUndo(scene), "\(scene.text)")
      try await scene.go(to: property)
      try await scene.retype(text)
      if isLeft { try await scene.send("tab") }
      #expect(scene.text.contains(text), "\(scene.text)")
      var steps = 0
      while offersUndo(scene), steps < 5 {
        try await scene.send("ctrl-_")
        steps += 1
      }
      #expect(steps > 0 && !scene.text.contains(text), "\(scene.text)")
      #expect(scene.text.contains(shown) && !scene.text.contains("fault"), "\(scene.text)")
      try await scene.send("ctrl-_")
      scene.expectStatus("nothing to undo in this form")
    }
  }
}
