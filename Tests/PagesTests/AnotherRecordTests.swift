import SceneSupport
import Editing
import SQLite
import TestSupport
import Testing

@testable import Pages
import Workspace

/// Tests that changes to an object are never saved into another one that has taken over its key.
@MainActor
struct AnotherRecordTests {
  private static let script = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, phone TEXT, city TEXT);
    INSERT INTO customer VALUES(1, 'Ada', NULL, 'Paris'), (2, 'Bob', NULL, 'Rome'), (3, 'Cleo', NULL, 'Oslo');
    """
  private static let replacing = """
    DELETE FROM customer WHERE id = 3; INSERT INTO customer VALUES(3, 'Dora', NULL, 'Oslo')
    """

  private func change(_ scene: Scene, _ sql: String) throws {
    try Connection(path: scene.path, mode: .readWrite).execute(sql)
  }

  private func rows(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT id, name, ifnull(phone, '-'), city FROM customer WHERE id = 3")
  }

  private func edited(_ policy: String) async throws -> Scene {
    let scene = try await Scene(
      Self.script,
      rules: "*true* => lockingPolicy = '\(policy)'",
      "--entity Customer --id 3 --task edit"
    )
    try await scene.go(to: "phone")
    try await scene.type("555")
    return scene
  }

  @Test(arguments: ["changed", "all", "none"], [false, true])
  func `A1: a change is not saved into another record that has the key by now`(
    policy: String,
    isReadAgain: Bool
  ) async throws {
    let scene = try await edited(policy)
    try change(scene, Self.replacing)
    if isReadAgain {
      await scene.session.work.adoptOtherChanges()
      try await scene.settle()
    }
    try await scene.send("ctrl-s")
    #expect(
      scene.status.contains("Cleo is Dora now: renamed elsewhere"),
      "\(scene.text)"
    )
    #expect(scene.status.contains("Dora has its key"), "\(scene.text)")
    #expect(scene.text.contains("“Dora”  is Dora now"), "\(scene.text)")
    #expect(try rows(scene) == ["3|Dora|-|Oslo"])
    // Who has seen it may write over it.
    try await scene.send("m")
    #expect(try rows(scene) == ["3|Dora|555|Oslo"])
  }

  @Test func `A1: a rename by somebody else is told as what it may be`() async throws {
    let scene = try await edited("changed")
    try change(scene, "UPDATE customer SET name = 'Clio' WHERE id = 3")
    try await scene.send("ctrl-s")
    #expect(
      scene.status.contains("Cleo is Clio now: renamed elsewhere"),
      "\(scene.text)"
    )
    #expect(try rows(scene) == ["3|Clio|-|Oslo"])
    try await scene.send("m")
    #expect(try rows(scene) == ["3|Clio|555|Oslo"])
  }

  @Test func `A1: what is taken back and done again is no change of another record`() async throws {
    let scene = try await edited("changed")
    try await scene.send("ctrl-_")
    try change(scene, Self.replacing)
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
    try await scene.send("alt-_ ctrl-s")
    #expect(scene.status.contains("Cleo is Dora now"), "\(scene.text)")
    #expect(try rows(scene) == ["3|Dora|-|Oslo"])
  }

  @Test(arguments: ["changed", "none"])
  func `A1: what others changed elsewhere in the same record stays and nobody is asked`(
    policy: String
  ) async throws {
    let scene = try await edited(policy)
    try change(scene, "UPDATE customer SET city = 'Bergen' WHERE id = 3")
    try await scene.send("ctrl-s")
    scene.expectStatus("saved; merged with changes made elsewhere: City is now Bergen")
    #expect(try rows(scene) == ["3|Cleo|555|Bergen"])
  }

  @Test(arguments: ["changed", "none"])
  func `A1: another record that has the key by now is not deleted`(policy: String) async throws {
    let scene = try await Scene(
      Self.script,
      rules: "*true* => lockingPolicy = '\(policy)'",
      "--entity Customer --task list"
    )
    try await scene.send("j j d")
    try change(scene, Self.replacing)
    try await scene.send("y")
    #expect(scene.status.contains("not deleted: Cleo was changed elsewhere"), "\(scene.text)")
    #expect(try rows(scene) == ["3|Dora|-|Oslo"])
  }

  @Test func `A1: without a label a record is known by what it refers to`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE stock(id INTEGER PRIMARY KEY, part_id INTEGER NOT NULL REFERENCES part, count INTEGER, seen INTEGER);
      INSERT INTO part VALUES(1, 'bolt'), (2, 'nut');
      INSERT INTO stock VALUES(1, 1, 7, NULL);
      """,
      "--entity Stock --id 1 --task edit"
    )
    try await scene.go(to: "seen")
    try await scene.type("4")
    try change(scene, "UPDATE stock SET count = 8; UPDATE stock SET part_id = 2")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT seen IS NULL FROM stock") == ["1"], "\(scene.text)")
  }
}
