import SceneSupport
import Terminal
import Testing

@testable import Pages

/// Tests that the program can be used with the mouse alone.
@MainActor
struct MouseTests {
  private static let script = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    INSERT INTO film VALUES(1, 'ALIEN'), (2, 'BRAZIL'), (3, 'CUBE');
    """

  private func scene() async throws -> Scene { try await Scene(Self.script, "--entity Film") }

  /// Presses the first cell of a text on the screen.
  private func press(_ text: String, _ scene: Scene, times: Int = 1) async throws {
    for _ in 0..<times {
      let y = try #require(scene.lines.lastIndex { $0.contains(text) }, "\(scene.text)")
      let line = scene.lines[y]
      let start = try #require(line.indices.first { line[$0...].hasPrefix(text) })
      let x = line.distance(from: line.startIndex, to: start)
      try await scene.mouse(.press(.left), x, y)
      try await scene.mouse(.release(.left), x, y)
    }
  }

  @Test func `One press puts the cursor on a row, and a second one opens it`() async throws {
    let scene = try await scene()
    try await press("BRAZIL", scene)
    #expect(scene.line(with: "› BRAZIL") != nil && scene.status.contains("2/3"), "\(scene.text)")
    try await press("CUBE", scene)
    #expect(scene.line(with: "› CUBE") != nil && scene.status.contains("3/3"), "\(scene.text)")
    try await press("CUBE", scene)
    #expect(scene.text.contains("Film › CUBE") || scene.lines[0].contains("CUBE"), "\(scene.text)")
    #expect(!scene.text.contains("BRAZIL"), "\(scene.text)")
  }

  @Test func `The keys below a question and at the bottom of the screen are pressed`() async throws
  {
    let scene = try await scene()
    try await press("d delete", scene)
    #expect(scene.text.contains("Delete Film “ALIEN”?"), "\(scene.text)")
    try await press("esc keep", scene)
    #expect(!scene.text.contains("Delete Film"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM film") == ["3"])
    try await press("d delete", scene)
    try await press("y delete it", scene)
    #expect(try scene.rows("SELECT id FROM film") == ["2", "3"], "\(scene.text)")
  }

  @Test func `In a menu a second press chooses`() async throws {
    let scene = try await scene()
    try await scene.send("e")
    try await scene.retype("ALIENS")
    try await scene.send("esc")
    try await press("Save the changes and leave", scene, times: 2)
    #expect(try scene.rows("SELECT title FROM film WHERE id = 1") == ["ALIENS"], "\(scene.text)")
  }
}
