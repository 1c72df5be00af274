import Editing
import EntityStore
import Pages
import SceneSupport
import Testing
import Workspace

/// Tables whose triggers and references name tables that are not in the file.
@MainActor
struct MissingTableTests {
  private static let contacts = """
    PRAGMA foreign_keys=OFF;
    CREATE TABLE contact(id INTEGER PRIMARY KEY, name TEXT, raw_id INT REFERENCES raw_contact(id));
    INSERT INTO contact VALUES(1, 'Ann', NULL), (2, 'Bob', NULL);
    CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT);
    INSERT INTO note VALUES(1, 'one');
    CREATE TRIGGER a AFTER DELETE ON note BEGIN DELETE FROM gone; END;
    CREATE TRIGGER b AFTER UPDATE ON note BEGIN DELETE FROM lost; END;
    """

  @Test func `3-14: No form is opened for a row that no statement could write`() async throws {
    let scene = try await Scene(Self.contacts, "--entity Contact --task list")
    let count = scene.session.work.store.statementCount
    try await scene.send("o")
    #expect(
      scene.text.contains("a reference needs the missing table 'main.raw_contact'"),
      "\(scene.text)"
    )
    #expect(!scene.session.work.editing.hasChanges, "\(scene.text)")
    scene.draw()
    #expect(scene.session.work.store.statementCount == count, "nothing is asked for that")
    try await scene.send("e")
    try await scene.go(to: "name")
    try await scene.retype("Eve")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT name FROM contact") == ["Eve", "Bob"], "\(scene.text)")
  }

  @Test func `3-14: Neither e nor d begins what a trigger would refuse`() async throws {
    let scene = try await Scene(Self.contacts, "--entity Note --task list")
    try await scene.send("d")
    #expect(scene.text.contains("needs the missing table 'main.gone'"), "\(scene.text)")
    #expect(!scene.text.contains("It goes at once"), "\(scene.text)")
    try await scene.send("e")
    #expect(scene.text.contains("needs the missing table 'main.lost'"), "\(scene.text)")
  }
}
