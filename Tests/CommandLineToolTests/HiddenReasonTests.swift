import CommandLineTool
import Pages
import SceneSupport
import SQLite
import TestSupport
import Testing

/// The reason that a property is hidden tells nothing of its value.
@MainActor
struct HiddenReasonTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT, credit INTEGER);
      INSERT INTO person VALUES (1, 'Ada', 50), (2, 'Bob', 500);
      """
    )
  }

  @Test func `A refusal names the rule that hides a property of all objects`() async throws {
    let rules = folder.write(
      Array(
        """
        entity.name = 'Person' and propertyKey = 'credit' => isPropertyVisible = false
        entity.name = 'Person' and propertyKey = 'credit' and object.credit > 100 => isPropertyVisible = false
        """.utf8
      ),
      to: "my.rules"
    )
    let poor = try await run("set", "Person#1", "credit=5", "--rules", rules)
    let rich = try await run("set", "Person#2", "credit=5", "--rules", rules)
    #expect(poor.code == 1 && poor.messages.contains("cannot be changed"), "\(poor.messages)")
    #expect(rich.messages == poor.messages)
  }
}
