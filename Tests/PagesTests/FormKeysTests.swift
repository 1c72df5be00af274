import SceneSupport
import Testing

/// Keys in fields of a form that take no text: they belong to the field, and letters never leave the form.
@MainActor
struct FormKeysTests {
  private static let script = """
    CREATE TABLE kind(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO kind VALUES(1, 'Book'), (2, 'Film');
    CREATE TABLE thing(id INTEGER PRIMARY KEY, is_new BOOLEAN, size TEXT CHECK (size IN ('S', 'M', 'L')),
      kind_id INTEGER REFERENCES kind(id), title TEXT);
    INSERT INTO thing VALUES(1, 1, 'M', 2, 'One'), (2, 0, 'S', 1, 'Two');
    """

  @Test(arguments: ["isNew", "size", "kind"])
  func `E2: no letter, digit or sign in a field leaves the form or runs a command of its page`(
    field: String
  ) async throws {
    let scene = try await Scene(Self.script, "--entity Thing --task edit --id 1")
    try await scene.go(to: field)
    let title = " test › Thing › One › edit "
    for character in "qQuUpP[]+tTjkhlgGxXdDeEoOrRfFvVcC!?:/#&-_." where character != "l" {
      try await scene.type(String(character))
      #expect(scene.lines[0].hasPrefix(title), "\(character)\n\(scene.text)")
      // Letters look for objects, over the field.
      if scene.text.contains("┌") { try await scene.send("esc") }
      #expect(scene.lines.last?.contains("^S save") == true, "\(character)\n\(scene.text)")
    }
    try await scene.send("backspace del ctrl-u ctrl-w ctrl-k ctrl-h ctrl-d ctrl-b ctrl-f")
    #expect(scene.lines[0].hasPrefix(title))
    #expect(try scene.rows("SELECT is_new, size, kind_id FROM thing WHERE id = 1") == ["1|M|2"])
  }

  @Test func `E2: letters answer a truth and pick a choice`() async throws {
    let scene = try await Scene(Self.script, "--entity Thing --task edit --id 1")
    try await scene.go(to: "isNew")
    try await scene.type("n")
    #expect(scene.line(with: "Is new")?.contains("[ ]") == true)
    try await scene.type("y")
    #expect(scene.line(with: "Is new")?.contains("[x]") == true)
    try await scene.go(to: "size")
    try await scene.type("l")
    #expect(scene.line(with: "Size")?.contains("(•) L") == true)
    try await scene.type("s")
    #expect(scene.line(with: "Size")?.contains("(•) S") == true)
    try await scene.send("space")
    #expect(scene.text.contains("┌"), "the menu still opens")
  }
}
