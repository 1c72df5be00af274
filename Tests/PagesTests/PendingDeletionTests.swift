import Editing
import EntityStore
import Pages
import Qualifiers
import SceneSupport
import Testing
import Workspace

/// Deletions that wait for the save, where rules want that.
@MainActor
struct PendingDeletionTests {
  private static let script = """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT, state TEXT);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, artist_id INT REFERENCES artist);
    INSERT INTO artist VALUES(1, 'Accept', 'open'), (2, 'Aerosmith', 'open'), (3, 'Abba', 'open');
    INSERT INTO album VALUES(1, 'Arrival', 3);
    """
  private static let waiting = "*true* => savesDeletesAtOnce = false"

  private func names(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT name FROM artist ORDER BY id")
  }

  @Test func `Without a rule a deletion asks and goes at once`() async throws {
    let scene = try await Scene(Self.script, "--entity Artist")
    try await scene.send("d")
    #expect(scene.text.contains("It goes at once."), "\(scene.text)")
    try await scene.send("y")
    scene.expectStatus("deleted Accept")
    #expect(try names(scene) == ["Aerosmith", "Abba"])
  }

  @Test func `By rule it stays in the list, marked, until it is saved`() async throws {
    let scene = try await Scene(Self.script, rules: Self.waiting, "--entity Artist")
    try await scene.send("d")
    scene.expectStatus("Accept: deleted with the next save; u keeps it")
    #expect(scene.line(with: "Accept")?.hasPrefix("›-") == true, "\(scene.text)")
    try await scene.send("j d k")
    #expect(scene.status.contains("2 pending"), "\(scene.text)")
    #expect(scene.lines.last?.contains("save 2 changes") == true, "\(scene.text)")
    #expect(try names(scene).count == 3)
    try await scene.send("P")
    #expect(scene.text.contains("- Artist “Accept”  to be deleted"), "\(scene.text)")
    try await scene.send("esc ctrl-s")
    scene.expectStatus("saved 2 objects")
    #expect(try names(scene) == ["Abba"])
    #expect(scene.line(with: "Accept") == nil && !scene.text.contains("pending"), "\(scene.text)")
  }

  @Test func `Undo keeps the object, redo marks it again, dropping its entry keeps it too`()
    async throws
  {
    let scene = try await Scene(Self.script, rules: Self.waiting, "--entity Artist")
    try await scene.send("d u")
    scene.expectStatus("taken back: the deletion of Artist “Accept”")
    #expect(scene.line(with: "Accept")?.contains("-") == false, "\(scene.text)")
    try await scene.send("U")
    #expect(scene.line(with: "Accept")?.hasPrefix("›-") == true, "\(scene.text)")
    try await scene.send("P x esc")
    #expect(!scene.text.contains("pending"), "\(scene.text)")
    #expect(try names(scene).count == 3)
  }

  @Test func `What is to be deleted is neither edited nor deleted again, and its page goes`()
    async throws
  {
    let scene = try await Scene(Self.script, rules: Self.waiting, "--entity Artist --id 1")
    try await scene.send("d")
    #expect(scene.line(with: "Accept")?.hasPrefix("›-") == true, "back in the list\n\(scene.text)")
    for key in ["e", "d"] {
      try await scene.send(key)
      #expect(scene.status.contains("deleted with the next save; u keeps it"))
    }
    try await scene.send("P enter e")
    #expect(scene.status.contains("deleted with the next save"), "\(scene.text)")
  }

  @Test func `What was entered into what goes along keeps nobody from deleting, and is told`()
    async throws
  {
    let script = """
      CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE TABLE chapter(id INTEGER PRIMARY KEY, text TEXT NOT NULL,
        book_id INT NOT NULL REFERENCES book ON DELETE CASCADE);
      INSERT INTO book VALUES(1, 'b1'), (2, 'b2');
      INSERT INTO chapter VALUES(1, 'c1', 1), (2, 'c2', 2);
      """
    let scene = try await Scene(script, rules: Self.waiting, "--entity Book")
    let chapters = { try scene.rows("SELECT text FROM chapter ORDER BY id") }
    func empty(_ key: Int64) async throws -> ManagedObject {
      let id = RecordID(entityName: "Chapter", key: key)
      let record = try #require(try await scene.session.work.store.record(id))
      let chapter = scene.session.work.editing.object(for: record)
      chapter.set(.null, forAttribute: "text")
      return chapter
    }
    _ = try await empty(1)
    try await scene.send("d y")
    #expect(scene.line(with: "b1")?.hasPrefix("›-") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectStatus(
      "saved 2 objects; unsaved changes to Chapter “Chapter 1” are dropped: it was deleted too"
    )
    #expect(try chapters() == ["c2"])
    #expect(!scene.text.contains("pending"), "\(scene.text)")
    try await scene.send("u y")
    #expect(try chapters() == ["c1", "c2"])
    #expect(!scene.text.contains("pending"), "\(scene.text)")
    // What goes nowhere, or was led elsewhere, is to be mended as before.
    try await scene.send("end d y")
    let other = try await empty(1)
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("Chapter “Chapter 1”: Text: needs a value"), "\(scene.text)")
    other.revert()
    try await empty(2).set(.int(1), forAttribute: "bookId")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("Chapter “Chapter 2”: Text: needs a value"), "\(scene.text)")
    #expect(try chapters() == ["c1", "c2"])
  }

  @Test func `What must fail is not even marked`() async throws {
    let scene = try await Scene(Self.script, rules: Self.waiting, "--entity Artist")
    try await scene.send("j j d")
    #expect(scene.text.contains("cannot be deleted"), "\(scene.text)")
    try await scene.send("esc")
    #expect(!scene.text.contains("pending"), "\(scene.text)")
  }

  @Test func `Rights are judged when it is marked and again when it is saved`() async throws {
    let rules = Self.waiting + "\nobject.state = 'closed' => isObjectDeletable = false"
    let scene = try await Scene(Self.script, rules: rules, "--entity Artist")
    try scene.execute("UPDATE artist SET state = 'closed' WHERE id = 2")
    try await scene.send("ctrl-r j d")
    #expect(!scene.text.contains("pending"), "\(scene.text)")
    try await scene.send("k d")
    #expect(scene.line(with: "Accept")?.hasPrefix("›-") == true, "\(scene.text)")
    try scene.execute("UPDATE artist SET state = 'closed' WHERE id = 1")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved: "), "\(scene.text)")
    #expect(try names(scene).count == 3)
  }

  @Test func `One save changes, makes and deletes, or nothing of it`() async throws {
    let scene = try await Scene(
      Self.script + "CREATE UNIQUE INDEX one ON artist(name);",
      rules: Self.waiting,
      "--entity Artist"
    )
    try await scene.send("d j e")
    try await scene.go(to: "name")
    try await scene.retype("Abba")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved: "), "\(scene.text)")
    #expect(try names(scene) == ["Accept", "Aerosmith", "Abba"])
    try await scene.retype("Accept")
    try await scene.send("ctrl-s")
    scene.expectStatus("saved 2 objects")
    #expect(try names(scene) == ["Accept", "Abba"])
  }
}
