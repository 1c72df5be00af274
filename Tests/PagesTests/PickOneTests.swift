import SceneSupport
import Testing

@testable import Pages

/// The keys of every field that picks one of several, on every page.
@MainActor
struct PickOneTests {
  private static let script = """
    CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO person VALUES (1, 'Scott'), (2, 'Gilliam');
    CREATE TABLE film(id INTEGER PRIMARY KEY, director_id INT REFERENCES person(id),
      rating TEXT CHECK (rating IN ('G', 'PG', 'R')), seen BOOLEAN, lent BOOLEAN, title TEXT, price INT);
    INSERT INTO film(id, title, price) VALUES (1, 'ALIEN', 10), (2, 'BRAZIL', 20);
    """

  private func scene(_ arguments: String) async throws -> Scene {
    try await Scene(Self.script, "--entity Film " + arguments, width: 140, height: 40)
  }

  @Test(arguments: [
    ("--task edit --id 1", "director", "gil", "Gilliam"),
    ("--task edit --id 1", "rating", "pg", "(•) PG"),
    ("--task edit --id 1", "seen", "y", "[x]"), ("--task create", "director", "gil", "Gilliam"),
    ("--task query", "rating", "pg", "(•) PG"), ("--task query", "seen", "ye", "yes"),
  ])
  func `J10: letters choose, and Tab goes on in a form`(
    arguments: String,
    property: String,
    letters: String,
    shown: String
  ) async throws {
    for way in ["", "space "] where !(property == "seen" && way == "space " && letters == "y") {
      for key in ["enter tab", "tab"] {
        let scene = try await scene(arguments)
        try await scene.go(to: property)
        if !way.isEmpty { try await scene.send(way) }
        try await scene.type(letters)
        try await scene.send(key)
        let note = "\(way)\(letters) \(key)\n\(scene.text)"
        #expect(scene.text.contains(shown), "\(note)")
        #expect(scene.focusedProperty != nil && scene.focusedProperty != property, "\(note)")
        #expect(!scene.text.contains("┌"), "\(note)")
      }
    }
  }

  @Test(arguments: [
    "p r tab c o m tab", "p r i enter tab c o m tab", "space p r enter tab space c o m tab",
    "enter p tab right right right tab", "p enter tab space right right right enter tab",
  ])
  func `J10: property and change of many rows are chosen by the same keys`(keys: String)
    async throws
  {
    let scene = try await scene("")
    try await scene.send("M")
    try await scene.send(keys)
    try await scene.type("price * 2")
    #expect(scene.line(with: "ALIEN")?.contains("10 → 20") == true, "\(scene.text)")
    try await scene.send("ctrl-s y")
    #expect(try scene.rows("SELECT price FROM film ORDER BY id") == ["20", "40"])
  }

  @Test func `J10: a reference of many rows takes the marked line by Tab`() async throws {
    let scene = try await scene("")
    try await scene.send("M")
    try await scene.type("dir")
    try await scene.send("tab enter")
    #expect(scene.text.contains("┌"), "\(scene.text)")
    try await scene.send("esc tab")
    try await scene.type("gil")
    try await scene.send("tab")
    #expect(scene.line(with: "ALIEN")?.contains("→ Gilliam") == true, "\(scene.text)")
    #expect(!scene.text.contains("┌"), "\(scene.text)")
  }

  @Test func `J10: what cannot be taken keeps the focus`() async throws {
    let scene = try await scene("--task edit --id 1")
    try await scene.go(to: "director")
    try await scene.type("xyz")
    try await scene.send("tab")
    #expect(scene.text.contains("nothing found"), "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.focusedProperty == "director")
  }
}
