import EntityStore
import SceneSupport
import TestSupport
import Testing
import Workspace

@testable import Pages  // the tags of a list

/// The commands for tagged rows of a list.
@MainActor
struct TagCommandsTests {
  private let folder = TemporaryFolder()
  /// A view in which one row has no key.
  private static let script = """
    CREATE TABLE stamp(code TEXT, label TEXT);
    INSERT INTO stamp VALUES (NULL, 'none'), ('a', 'one'), ('b', 'two');
    CREATE VIEW mark AS SELECT code, label FROM stamp;
    """
  private static let model = """
    {"entities": [{"name": "Mark", "table": "mark", "identity": ["code"],
      "attributes": [{"name": "code"}, {"name": "label"}]}]}
    """

  @Test func `Tags are cleared from a row without a key too, where other commands are refused`()
    async throws
  {
    let model = folder.write(Self.model, to: "mark.json")
    let scene = try await Scene(Self.script, "--entity Mark --model \(model)")
    let list = try #require(scene.session.navigator.current.list)
    try await scene.send("j space")
    #expect(list.tags.idCount == 1, "\(scene.text)")
    try await scene.send("g")
    #expect(list.currentRecord?.id == nil, "\(scene.text)")
    try await scene.send("A")
    #expect(scene.status.contains("no key that identifies it"), "\(scene.text)")
    #expect(list.tags.idCount == 1, "\(scene.text)")
    try await scene.send("X")
    #expect(list.tags.isEmpty, "\(scene.text)")
  }
}
