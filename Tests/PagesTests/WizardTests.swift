import SceneSupport
import Testing

@testable import Pages
import Workspace

/// The page that a rule chooses to walk through the tabs of a form.
@MainActor
struct WizardTests {
  private static let script = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating TEXT, length INT, note TEXT);
    INSERT INTO film VALUES(1, 'ALIEN', 'R', 117, NULL);
    """
  private static let rules = """
    task in ('create', 'edit') => page = 'wizard', tabs = ['Name', 'Figures', 'Rest']
    tab = 'Name' => displayPropertyKeys = ['title', 'rating']
    tab = 'Figures' => displayPropertyKeys = ['length']
    tab = 'Rest' => displayPropertyKeys = ['note']
    propertyKey = 'rating' => isMandatory = true
    """

  private func scene(_ arguments: String) async throws -> Scene {
    let scene = try await Scene(Self.script, rules: Self.rules, "--entity Film " + arguments)
    #expect(scene.session.work.faults.isEmpty, "\(scene.session.work.faults)")
    return scene
  }

  @Test func `Each step must hold before the next is shown, and the last one saves`() async throws {
    let scene = try await scene("--task create")
    #expect(scene.text.contains("Step 1 of 3") && !scene.text.contains("Length"), "\(scene.text)")
    try await scene.send("f6")
    #expect(scene.status.contains("Title: needs a value"), "\(scene.text)")
    try await scene.type("CUBE")
    try await scene.send("enter enter")
    #expect(
      scene.status.contains("Rating: ") && scene.text.contains("Step 1 of 3"),
      "\(scene.text)"
    )
    try await scene.type("PG")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("2 more steps come before that"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["1"])
    try await scene.send("enter")
    #expect(scene.text.contains("Step 2 of 3") && scene.text.contains("Length"), "\(scene.text)")
    try await scene.type("long")
    try await scene.send("enter")
    #expect(
      scene.text.contains("Step 2 of 3") && scene.status.contains("Length: "),
      "\(scene.text)"
    )
    try await scene.retype("90")
    try await scene.send("enter")
    #expect(scene.text.contains("Step 3 of 3"), "\(scene.text)")
    try await scene.type("cold")
    try await scene.send("f6")
    #expect(scene.status.contains("this is the last step"), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(
      try scene.rows("SELECT title, rating, length, note FROM film WHERE id = 2")
        == ["CUBE|PG|90|cold"],
      "\(scene.text)"
    )
  }

  @Test func `One goes back through the steps, and what was typed is kept`() async throws {
    let scene = try await scene("--task edit --id 1")
    try await scene.retype("ALIENS")
    try await scene.send("f6 f6")
    #expect(scene.text.contains("Step 3 of 3"), "\(scene.text)")
    try await scene.send("f7 f7")
    #expect(scene.text.contains("Step 1 of 3") && scene.text.contains("ALIENS"), "\(scene.text)")
    try await scene.send("f7")
    #expect(scene.status.contains("this is the first step"), "\(scene.text)")
    #expect(try scene.rows("SELECT title FROM film") == ["ALIEN"])
    try await scene.send("f6 f6 ctrl-s")
    #expect(try scene.rows("SELECT title FROM film") == ["ALIENS"], "\(scene.text)")
  }
}
