import EntityModel
import EntityStore
import Qualifiers
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// Keys that arrive before what the one before them asked for is there, as from a slow line or a quick hand.
@MainActor
struct TypedAheadTests {
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, artist_id INT REFERENCES artist);
    INSERT INTO artist VALUES(1, 'Accept'), (2, 'Aerosmith'), (3, 'Abba');
    INSERT INTO album VALUES(1, 'Arrival', 3);
    """

  private func names(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT name FROM artist ORDER BY id")
  }

  @Test func `A save waits for the deletion before it`() async throws {
    let rule = "*true* => savesDeletesAtOnce = false"
    let scene = try await Scene(Self.script, rules: rule, "--entity Artist")
    scene.press("d j d ctrl-s")
    try await scene.settle()
    scene.expectStatus("saved 2 objects")
    #expect(try names(scene) == ["Abba"])
  }

  @Test func `An answer waits for its question`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist")
    scene.press("d y")
    try await scene.settle()
    scene.expectStatus("deleted Accept")
    #expect(try names(scene) == ["Aerosmith", "Abba"])
  }

  @Test func `Keys that arrive in one piece wait as others do`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist")
    scene.arrive("dy")
    try await scene.settle()
    scene.expectStatus("deleted Accept")
    scene.arrive("ddyjd")
    try await scene.settle()
    #expect(try names(scene) == ["Abba"])
    #expect(scene.text.contains("Artist “Abba” cannot be deleted"), "\(scene.text)")
  }

  @Test func `What is typed behind a save is no part of what is saved`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist")
    try await scene.send("e end")
    scene.press("! ctrl-s j j")
    try await scene.settle()
    #expect(try names(scene) == ["Accept!", "Aerosmith", "Abba"], "\(scene.text)")
    #expect(scene.text.contains("› Abba"), "\(scene.text)")
  }

  @Test func `What is typed behind a save that is refused is not done`() async throws {
    let scene = try await Scene(
      "CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT UNIQUE);"
        + "INSERT INTO artist VALUES(1, 'Accept'), (2, 'Abba');",
      "--entity Artist"
    )
    try await scene.send("e end")
    try await scene.retype("Abba")
    scene.press("ctrl-s j j")
    try await scene.settle()
    #expect(scene.text.contains("another row has the same"), "\(scene.text)")
    #expect(!scene.text.contains("Abbaj"), "\(scene.text)")
  }

  @Test(arguments: ["/ A e r o enter", "# 2 enter", "F A e r o enter", "F i d = 2 enter"])
  func `Keys behind what goes to another row are keys of that`(keys: String) async throws {
    let scene = try await Scene(Self.script, "--entity Artist")
    scene.press(keys + " e end !")
    try await scene.settle()
    try await scene.send("ctrl-s")
    #expect(try names(scene) == ["Accept", "Aerosmith!", "Abba"], "\(scene.text)")
  }

  @Test(arguments: ["enter", ": A r t i s t enter"])
  func `Keys behind what leads to a list are keys of that`(keys: String) async throws {
    let scene = try await Scene(
      Self.script,
      rules: "*true* => entityNames = ['Artist', 'Album']"
    )
    scene.press(keys + " j e end !")
    try await scene.settle()
    try await scene.send("ctrl-s")
    #expect(try names(scene) == ["Accept", "Aerosmith!", "Abba"], "\(scene.text)")
  }

  @Test func `What leads to a list and is typed behind it may come in one piece`() async throws {
    let scene = try await Scene(Self.script)
    scene.arrive(":Artist\njeAC")
    try await scene.settle()
    try await scene.send("ctrl-s")
    #expect(try names(scene).contains("AC"), "\(scene.text)")
  }

  @Test func `Keys behind the objects of an object are keys of their list`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist --id 3 --task inspect")
    try await scene.go(to: "albums", by: "j")
    scene.press("enter e end !")
    try await scene.settle()
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT title FROM album") == ["Arrival!"], "\(scene.text)")
  }

  @Test func `Enter that is hit twice answers nothing, in one piece or not`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist")
    for rest in ["\n", "\n\n"] {
      scene.arrive("d" + rest)
      try await scene.settle()
    }
    #expect(try names(scene).count == 3, "\(scene.text)")
  }

  @Test func `Each of many steps to the next object is taken`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist")
    try await scene.send("enter")
    scene.press("J J K J e end !")
    try await scene.settle()
    #expect(scene.text.contains("Abba!"), "\(scene.text)")
  }

  @Test func `Keys after an object that is followed are keys of its page`() async throws {
    let scene = try await Scene(Self.script, "--entity Album --id 1 --task inspect")
    try await scene.go(to: "artist", by: "j")
    scene.press("enter e end !")
    try await scene.settle()
    #expect(scene.text.contains("Abba!") && !scene.text.contains("Arrival!"), "\(scene.text)")
  }

  @Test func `Esc waits for nothing and takes back what is typed ahead`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist")
    try await scene.send("enter")
    scene.press("d y esc")
    try await scene.settle()
    #expect(try names(scene).count == 3, "\(scene.text)")
  }

  @Test func `Saving says that something else is being written`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist --task edit --id 1")
    try await scene.go(to: "name")
    try await scene.append("!")
    scene.session.work.saves.isBusy = true
    try await scene.send("ctrl-s")
    scene.expectStatus("! not saved: changes are still being written")
    scene.session.work.saves.isBusy = false
    try await scene.send("ctrl-s")
    scene.expectSaved()
  }

  @Test func `A count that was begun before a save is not kept after it`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist --task edit --id 1")
    let counts = scene.session.work.counts
    let albums = try #require(
      scene.session.work.model.entity(named: "Artist")?.relationship(named: "albums")
    )
    let id = RecordID(entityName: "Artist", values: [.int(3)])
    let count = scene.session.work.store.statementCount
    _ = counts.text(of: albums, from: id)
    while scene.session.work.store.statementCount == count { await Task.yield() }
    counts.forget()
    while counts.pending > 0 { await Task.yield() }
    #expect(counts.text(of: albums, from: id) == nil)
    while counts.pending > 0 { await Task.yield() }
    #expect(counts.text(of: albums, from: id) == "1")
  }
}
