import EntityStore
import SceneSupport
import TestSupport
import Testing

@testable import Pages
import Workspace

/// How often rows are read for a save.
@MainActor
struct ReadBackTests {
  private static let script = """
    CREATE TABLE maker(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, rating TEXT, maker_id INT REFERENCES maker);
    INSERT INTO maker VALUES(1, 'Fox'), (2, 'Gaumont');
    INSERT INTO film VALUES(1, 'ALIEN', 'R', 1), (2, 'BRAZIL', 'PG', 2);
    """

  /// How often one row is read whole while `body` runs; lists read no more than the beginning of long texts.
  private func reads(of scene: Scene, _ body: () async throws -> Void) async throws -> Int {
    let store = scene.session.work.store
    let start = store.statementLog.count
    try await body()
    return store.statementLog[start...].filter {
      $0.sql.hasPrefix("SELECT t0.") && !$0.sql.contains("WHEN 'text' THEN ''")
    }.reduce(0) { $0 + $1.count }
  }

  @Test func `A saved row is read once`() async throws {
    let scene = try await Scene(Self.script, "--entity Film --id 2 --task edit", width: 120)
    try await scene.go(to: "title")
    try await scene.retype("BRAZIL!")
    let reads = try await reads(of: scene) {
      try await scene.send("ctrl-s")
      scene.expectSaved()
    }
    #expect(reads == 1)
  }

  @Test func `A saved row of a list is read once, besides by the list`() async throws {
    let scene = try await Scene(Self.script, "--entity Film", width: 120)
    try await scene.send("j e")
    try await scene.go(to: "title")
    try await scene.retype("BRAZIL!")
    let reads = try await reads(of: scene) {
      try await scene.send("ctrl-s")
      scene.expectSaved()
    }
    #expect(reads == 1)
  }

  @Test func `A new row is read once`() async throws {
    let scene = try await Scene(Self.script, "--entity Film", width: 120)
    try await scene.send("o")
    try await scene.go(to: "title")
    try await scene.type("CUBE")
    let reads = try await reads(of: scene) {
      try await scene.send("ctrl-s")
      scene.expectSaved()
    }
    #expect(reads == 1)
  }

  @Test func `Under a policy that compares all, what is not shown is read with the row`()
    async throws
  {
    let scene = try await Scene(
      Self.script,
      rules: "*true* => lockingPolicy = 'all'",
      "--entity Film",
      width: 120
    )
    try await scene.send("j e")
    try await scene.go(to: "title")
    try await scene.retype("BRAZIL!")
    let reads = try await reads(of: scene) {
      try await scene.send("ctrl-s")
      scene.expectSaved()
    }
    #expect(reads == 2)
  }
}
