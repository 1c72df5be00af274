import Editing
import Pages
import SceneSupport
import Testing
import Workspace

/// A save that is refused leaves what was entered as it was.
@MainActor
struct RefusedSaveTests {
  private static let script = """
    CREATE TABLE item(id INTEGER PRIMARY KEY, n INT, updated TIMESTAMP);
    INSERT INTO item VALUES (1, 5, NULL);
    CREATE TRIGGER seven BEFORE UPDATE ON item WHEN new.n = 7
      BEGIN SELECT RAISE(ABORT, 'no seven'); END;
    """
  private static let rules = "entity.name = 'Item' => updateTimestampPropertyKey = 'updated'\n"

  @Test(arguments: ["", "propertyKey = 'n' and propertyValue = 7 => validation = 'no seven'"])
  func `The time of the update goes where the save is refused`(rule: String) async throws {
    let scene = try await Scene(
      Self.script,
      rules: Self.rules + rule,
      "--entity Item --id 1 --task edit"
    )
    try await scene.go(to: "n")
    try await scene.retype("7")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved"), "\(scene.text)")
    #expect(scene.line(with: "Updated ")?.contains("20") == false, "\(scene.text)")
    while scene.session.work.editing.canUndo { try await scene.send("ctrl-_") }
    #expect(scene.line(with: "N ")?.contains("5") == true, "\(scene.text)")
    #expect(scene.session.work.editing.pendingObjects.isEmpty)
    try await scene.retype("8")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT n, updated IS NOT NULL FROM item") == ["8|1"])
  }

  @Test func `What is typed while a refused save waited stays`() async throws {
    let scene = try await Scene(
      Self.script + "INSERT INTO item VALUES (2, 6, '2020-01-01 10:00:00');",
      rules: Self.rules,
      "--entity Item --id 2 --task edit"
    )
    try await scene.go(to: "updated")
    try await scene.retype("2021-02-02 11:00")
    try await scene.go(to: "n", by: "backtab")
    try await scene.retype("7")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved"), "\(scene.text)")
    #expect(scene.line(with: "Updated ")?.contains("2021-02-02") == true, "\(scene.text)")
  }
}
