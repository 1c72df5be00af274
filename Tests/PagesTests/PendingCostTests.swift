import EntityModel
import EntityStore
import Pages
import Qualifiers
import SceneSupport
import Testing

@testable import Editing  // Walks through what is pending are counted there.
import Workspace

/// Tests that handling a key never walks through all unsaved changes; the walks are counted.
@MainActor
struct PendingCostTests {
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, note TEXT);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist_id INT REFERENCES artist);
    CREATE TABLE label(id INTEGER PRIMARY KEY, name TEXT);
    WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      INSERT INTO artist SELECT i, 'artist ' || i, 'note' FROM n;
    INSERT INTO album SELECT id, 'album ' || id, 1 + id % 7 FROM artist;
    INSERT INTO label SELECT id, 'label ' || id FROM artist;
    """

  /// A screen with the albums from 20 on marked, others changed, and new artists, beside 10 labels.
  private func scene(_ arguments: String) async throws -> Scene {
    let scene = try await Scene(
      Self.script,
      rules: "*true* => savesDeletesAtOnce = false",
      arguments
    )
    let editing = scene.session.work.editing
    func object(_ name: String, _ id: Int64) async throws -> ManagedObject {
      let record = try await scene.session.work.store.record(
        RecordID(entityName: name, values: [.int(id)])
      )
      return editing.object(for: try #require(record))
    }
    for id in Int64(20)...50 { editing.delete(try await object("Album", id)) }
    for id in Int64(51)...55 {
      try await object("Album", id).set(.string("other"), forAttribute: "title")
    }
    let artist = try #require(scene.session.work.model.entity(named: "Artist"))
    for number in 0..<5 {
      editing.insert(artist).set(.string("new \(number)"), forAttribute: "name")
    }
    try await scene.send("j")
    return scene
  }

  @Test(
    arguments: [
      ("--entity Album", "j k pgdn G g l h"), ("--entity Artist", "j k pgdn G g"),
      ("--entity Label", "j k space"), ("--entity Artist --id 3", "j j k tab"),
      ("--task edit --entity Artist --id 3", "down x y z tab down q"),
      ("--task edit --entity Label --id 3", "end x y z"),
      ("--task edit --entity Album --id 3", "end x y"),
    ]
  )
  func `M2: a key goes through nothing that is pending`(page: String, keys: String) async throws {
    let scene = try await scene(page)
    for key in keys.split(separator: " ") {
      let before = scene.session.work.editing.account.traversalCount
      try await scene.send(String(key))
      let count = scene.session.work.editing.account.traversalCount - before
      #expect(count == 0, "\(key) on \(page): \(count)\n\(scene.text)")
    }
  }

  @Test func `M2: what is pending is told as before`() async throws {
    let scene = try await scene("--entity Artist")
    #expect(scene.text.contains("41 pending"), "\(scene.text)")
    #expect(scene.text.contains("+ Artist “new 0”, not saved yet"), "\(scene.text)")
    #expect(scene.text.contains("+ 2 more"), "\(scene.text)")
    try await scene.send("u")
    #expect(scene.text.contains("save 40 changes"), "\(scene.text)")
    #expect(scene.text.contains("+ 1 more"), "\(scene.text)")
  }
}
