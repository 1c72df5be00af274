import SceneSupport
import Editing
import SQLite
import TestSupport
import Testing

import Pages
import Workspace

/// A row that somebody else has deleted is inserted again as a new object is made: rights hold for what was known of it too.
@MainActor
struct InsertedAgainTests {
  private static let script = """
    CREATE TABLE shop(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE claim(id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT DEFAULT 'none', credit INTEGER, approved BOOLEAN,
      maker TEXT, shop_id INTEGER REFERENCES shop(id));
    INSERT INTO shop VALUES (1, 'Oslo'), (2, 'Rome');
    INSERT INTO claim VALUES (1, 'Ada', 'n', 5, 0, 'x', 1), (3, 'Cleo', NULL, 9000, 1, 'boss', 2);
    """

  /// The claim of Cleo, renamed, gone, and about to be inserted again.
  private func scene(_ rules: String, toggling property: String? = nil) async throws -> Scene {
    let scene = try await Scene(Self.script, rules: rules, "--entity Claim --task list", width: 160)
    try await scene.send("j e")
    try await scene.go(to: "name")
    try await scene.retype("Cleopatra")
    if let property {
      try await scene.go(to: property)
      try await scene.send("space")
    }
    try scene.execute("DELETE FROM claim WHERE id = 3")
    try await scene.send("ctrl-s")
    try await scene.send("down enter")
    return scene
  }

  private func last(_ scene: Scene) throws -> [String] {
    try scene.rows(
      "SELECT id, name, quote(note), quote(credit), quote(approved), maker, quote(shop_id) FROM claim"
    ).suffix(1)
  }

  @Test(arguments: ["", " and object.name = 'Cleopatra'", " and object.credit > 100"])
  func `E5: what may not be entered into a new object is not inserted again either, and named`(
    condition: String
  ) async throws {
    let rules = """
      entity.name = 'Claim' and propertyKey in ['approved', 'credit', 'maker', 'shop']\(condition) => isPropertyEditable = false
      entity.name = 'Claim' => initialPropertyValues = {maker: 'tom', credit: 101}
      """
    let scene = try await scene(rules)
    scene.expectStatus(
      "a new object with your changes, but for Credit, Approved, Maker, Shop, which may not be entered; saving inserts it"
    )
    #expect(scene.line(with: "Name ")?.contains("Cleopatra") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try last(scene) == ["3|Cleopatra|NULL|101|NULL|tom|NULL"])
  }

  @Test func `E5: what may be entered is inserted again as it was, in one step`() async throws {
    let scene = try await scene("entity.name = 'Claim' => initialPropertyValues = {credit: 101}")
    scene.expectStatus("a new object with your changes; saving inserts it")
    let editing = scene.session.work.editing
    #expect(editing.pendingCount == 1)
    editing.undo()
    #expect(editing.pendingCount == 0 && !editing.canUndo)
    editing.redo()
    #expect(scene.line(with: "Shop ")?.contains("Rome") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try last(scene) == ["3|Cleopatra|NULL|9000|1|boss|2"])
  }

  @Test func `E5: what is hidden is left to the database, and not named`() async throws {
    let scene = try await scene(
      "entity.name = 'Claim' and propertyKey in ['note', 'credit'] => isPropertyVisible = false"
    )
    scene.expectStatus("a new object with your changes; saving inserts it")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try last(scene) == ["3|Cleopatra|'none'|NULL|1|boss|2"])
  }

  @Test func `G1: what the row hid is not inserted again by a change that would show it`()
    async throws
  {
    let scene = try await scene(
      "entity.name = 'Claim' and propertyKey = 'credit' and object.approved = true => isPropertyVisible = false",
      toggling: "approved"
    )
    #expect(!scene.text.contains("9000") && !scene.text.contains("9 000"), "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT quote(credit) FROM claim WHERE id = 3") == ["NULL"])
  }
}
