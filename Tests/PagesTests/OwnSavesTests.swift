import SceneSupport
import StandardKeys
import Testing

@testable import Pages
import Workspace

/// Saves one after the other of rows that nobody else touches, in whatever form their values are stored.
@MainActor
struct OwnSavesTests {
  /// A column, the form in which its values stand, and what rules say.
  nonisolated static let columns: [(type: String, text: String, rules: String)] = [
    ("DATETIME", "2024-05-01T12:00:00+02:00", ""),
    ("DATETIME", "2024-05-01T12:00:00+02:00", "*true* => lockingPolicy = 'all'"),
    ("DATETIME", "2024-05-01T12:00Z", "*true* => updateTimestampPropertyKey = 'createdAt'"),
    ("TEXT", "2024-05-01 12:00:00.1234567 +0200", ""), ("DATETIME", "2024-05-01T12:00:00", ""),
    ("DATETIME", "2024-05-01 12:00", "*true* => lockingPolicy = 'all'"),
    ("DATETIME", "1714557600123", ""),
  ]

  @Test(arguments: OwnSavesTests.columns)
  func `J8: nobody is told of somebody else where there is only oneself`(
    type: String,
    text: String,
    rules: String
  ) async throws {
    let scene = try await Scene(
      """
      CREATE TABLE r(id INTEGER PRIMARY KEY, name TEXT, created_at \(type), note TEXT);
      INSERT INTO r VALUES (1, 'Ada', '\(text)', 'a'), (2, 'Bob', '2024-05-02 10:00:00', 'b');
      """,
      rules: rules,
      "--entity R --task edit --id 1",
      width: 120
    )
    for (name, text) in [
      ("note", "one"), ("note", "two"), ("createdAt", "2025-02-03 04:05:06.5"), ("note", "three"),
      ("createdAt", "2025-02-03"), ("name", "Adele"),
    ] {
      if scene.text.contains("Created at"), rules.contains("update"), name == "createdAt" {
        continue
      }
      try await scene.go(to: name)
      try await scene.retype(text)
      try await scene.send("ctrl-s")
      #expect(scene.says("saved"), "\(scene.text)")
      #expect(!scene.text.contains("elsewhere"), "\(scene.text)")
      if scene.session.navigator.current.task != .edit { try await scene.send("e") }
    }
    #expect(try scene.rows("SELECT note FROM r WHERE id = 1") == ["three"], "\(scene.text)")
  }
}
