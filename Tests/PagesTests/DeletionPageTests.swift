import SceneSupport
import Testing

@testable import Pages
import Workspace

/// The page on which a deletion is asked about that concerns others: what goes, is cleared, or forbids it.
@MainActor
struct DeletionPageTests {
  private static let script = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, agent_id INT REFERENCES customer ON DELETE SET NULL);
    CREATE TABLE bill(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer ON DELETE CASCADE);
    CREATE TABLE line(id INTEGER PRIMARY KEY, what TEXT, bill_id INTEGER REFERENCES bill ON DELETE CASCADE);
    CREATE TABLE slip(id INTEGER PRIMARY KEY, text TEXT, line_id INTEGER REFERENCES line);
    CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT, customer_id INTEGER REFERENCES customer ON DELETE SET NULL);
    INSERT INTO customer VALUES(1, 'Ada', NULL), (2, 'Bob', 1), (3, 'Cleo', 1), (4, 'Dora', NULL);
    INSERT INTO bill VALUES(1, 1), (2, 1), (3, 2);
    INSERT INTO line VALUES(1, 'tea', 1), (2, 'jam', 1), (3, 'milk', 2), (4, 'salt', 3);
    INSERT INTO slip VALUES(1, 'kept', 4);
    INSERT INTO note VALUES(1, 'calls', 1);
    """

  private func start(_ arguments: String = "", rules: String = "") async throws -> Scene {
    try await Scene(Self.script, rules: rules, "--entity Customer \(arguments)", width: 110)
  }

  /// The lines of the page, without what stands around them.
  private func lines(_ scene: Scene) -> [String] {
    scene.lines.compactMap { line in
      let text = line.drop { " ›".contains($0) }
      return text.isEmpty ? nil : String(text.reversed().drop { " ┃│".contains($0) }.reversed())
    }
  }

  @Test func `What goes and what is cleared stands level by level, and y deletes it`() async throws
  {
    let scene = try await start()
    try await scene.send("d")
    let shown = lines(scene)
    let start = try #require(shown.firstIndex { $0.hasPrefix("Delete Customer “Ada”? It goes at") })
    #expect(
      Array(shown[(start + 1)...].prefix(6)) == [
        "── rows referring to it ──", "Customers by agent: 2, which then refer to nothing",
        "Bills: 2, deleted too", "Notes: 1, which then refers to nothing",
        "── rows referring to rows deleted too ──", "Bills › Lines: 3, deleted too",
      ],
      "\(scene.text)"
    )
    #expect(scene.lines.last?.contains("y delete it") == true, "\(scene.text)")
    try await scene.send("n")
    #expect(try scene.rows("SELECT count(*) FROM customer") == ["4"])
    // Who has typed another letter is asked once more.
    try await scene.send("y")
    #expect(try scene.rows("SELECT count(*) FROM customer") == ["4"])
    try await scene.send("y")
    scene.expectStatus("deleted Ada")
    #expect(try scene.rows("SELECT count(*), count(agent_id) FROM customer") == ["3|0"])
    #expect(try scene.rows("SELECT count(*) FROM line") == ["1"])
    #expect(scene.line(with: "Bob") != nil && !scene.text.contains("rows referring to it"))
    try await scene.send("u y")
    #expect(try scene.rows("SELECT count(*), count(agent_id) FROM customer") == ["4|2"])
  }

  @Test func `Enter lists what is concerned, and Esc leads back to the question`() async throws {
    let scene = try await start()
    try await scene.send("d j j j j j enter")
    #expect(scene.lines[0].contains("Bills › Lines"), "\(scene.text)")
    for word in ["tea", "jam", "milk"] { #expect(scene.line(with: word) != nil, "\(scene.text)") }
    #expect(scene.line(with: "salt") == nil, "\(scene.text)")
    // One of them is deleted by hand: the question counts anew.
    try await scene.send("d y")
    #expect(try scene.rows("SELECT count(*) FROM line") == ["3"], "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.text.contains("Bills › Lines: 2, deleted too"), "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.line(with: "Dora") != nil && !scene.text.contains("rows referring to it"))
    #expect(try scene.rows("SELECT count(*) FROM customer") == ["4"])
  }

  @Test func `Where it must fail there is no y, and what forbids it is marked`() async throws {
    let scene = try await start()
    try await scene.send("j d")
    #expect(scene.text.contains("Customer “Bob” cannot be deleted"), "\(scene.text)")
    #expect(
      scene.text.contains("Bills › Lines › Slips: 1, which prevents the deletion"),
      "\(scene.text)"
    )
    #expect(scene.lines.last?.contains("delete it") == false, "\(scene.text)")
    try await scene.send("y")
    #expect(try scene.rows("SELECT count(*) FROM customer") == ["4"])
    // What forbids it is looked at, and taken out of the way.
    try await scene.send("G enter")
    #expect(scene.line(with: "kept") != nil, "\(scene.text)")
    try await scene.send("d y esc y")
    scene.expectStatus("deleted Bob")
  }

  @Test func `What nothing refers to is asked about in a dialog`() async throws {
    let scene = try await start()
    try await scene.send("j j j d")
    #expect(scene.text.contains("Delete Customer “Dora”? It goes at once."), "\(scene.text)")
    #expect(!scene.text.contains("rows referring to it") && scene.line(with: "Ada") != nil)
    try await scene.send("y")
    scene.expectStatus("deleted Dora")
  }

  @Test(arguments: ["film", "shown"])
  func `Triggers that may delete more are told where nothing refers, of views too`(table: String)
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE TABLE art(media INT, kind TEXT);
      CREATE VIEW shown AS SELECT id, title FROM film;
      CREATE TRIGGER gone AFTER DELETE ON film BEGIN DELETE FROM art WHERE media = OLD.id; END;
      CREATE TRIGGER out INSTEAD OF DELETE ON shown BEGIN DELETE FROM film WHERE id = OLD.id; END;
      INSERT INTO film VALUES (1, 'ALIEN'); INSERT INTO art VALUES (1, 'poster');
      """,
      "--entity \(table)"
    )
    try await scene.send("d")
    #expect(scene.text.contains("It goes at once."), "\(scene.text)")
    #expect(scene.text.contains("triggers of the database may delete more"), "\(scene.text)")
    try await scene.send("y")
    #expect(try scene.rows("SELECT count(*) FROM art") == ["0"], "\(scene.text)")
  }

  @Test func `What is not counted in time is told as more`() async throws {
    let scene = try await start()
    scene.session.work.counts.patience = .zero
    try await scene.send("d")
    #expect(scene.text.contains("and more that was not checked in time"), "\(scene.text)")
    #expect(!scene.text.contains("deleted too"), "\(scene.text)")
    try await scene.send("y")
    scene.expectStatus("deleted Ada")
  }

  @Test func `What may not be seen is neither named nor counted nor led to`() async throws {
    let scene = try await start(
      rules: """
        *true* => visibleEntityNames = ['Customer', 'Bill', 'Line']
        entity.name = 'Line' => restrictingQualifier = where (what <> 'jam')
        """
    )
    try await scene.send("d")
    #expect(scene.text.contains("Bills › Lines: 2, deleted too"), "\(scene.text)")
    #expect(!scene.text.contains("Notes") && !scene.text.contains("Slip"), "\(scene.text)")
    try await scene.send("G enter")
    #expect(scene.line(with: "tea") != nil && scene.line(with: "jam") == nil, "\(scene.text)")
    try await scene.send("esc y")
    #expect(scene.status.contains("not deleted: "), "\(scene.text)")
    #expect(scene.status.contains("that would delete hidden objects"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM customer") == ["4"])
  }

  @Test func `The page is a task of its own, also of what nothing refers to`() async throws {
    let scene = try await start("--task delete --id 4")
    #expect(scene.text.contains("Delete Customer “Dora”? It goes at once."), "\(scene.text)")
    #expect(scene.text.contains("Nothing refers to it"), "\(scene.text)")
    try await scene.send("y")
    #expect(try scene.rows("SELECT count(*) FROM customer") == ["3"], "\(scene.text)")
    let waiting = try await start(
      "--task delete --id 1",
      rules: "*true* => savesDeletesAtOnce = false"
    )
    #expect(
      waiting.text.contains("It goes with the next save, and 5 more with it."),
      "\(waiting.text)"
    )
    try await waiting.send("y")
    waiting.expectStatus("Ada: deleted with the next save; u keeps it")
    let kept = try await start(
      "--task delete --id 1",
      rules: "entity.name = 'Customer' => isObjectDeletable = false"
    )
    try await kept.send("y")
    #expect(try kept.rows("SELECT count(*) FROM customer") == ["4"], "\(kept.text)")
  }

  @Test func `A deletion of what was changed since is refused, and asked about anew`() async throws
  {
    let scene = try await start()
    try await scene.send("d")
    try scene.execute("UPDATE customer SET name = 'Adele' WHERE id = 1")
    try await scene.send("y")
    #expect(scene.status.contains("not deleted: Ada was changed elsewhere"), "\(scene.text)")
    #expect(scene.line(with: "Adele") != nil && !scene.text.contains("rows referring to it"))
    try await scene.send("d y")
    scene.expectStatus("deleted Adele")
  }

  @Test func `Who hits the key twice is asked once, and who has gone on is not asked`() async throws
  {
    let scene = try await start()
    scene.press("d d")
    try await scene.settle()
    try await scene.send("esc")
    #expect(!scene.text.contains("rows referring to it"), "\(scene.text)")
    try await scene.send("enter")
    scene.press("d esc")
    try await scene.settle()
    #expect(!scene.text.contains("rows referring to it"), "\(scene.text)")
    try await scene.send("j j j")
    scene.press("d d")
    try await scene.settle()
    #expect(scene.text.contains("Delete Customer “Dora”?"), "\(scene.text)")
    try await scene.send("esc")
    #expect(!scene.text.contains("Delete Customer"), "\(scene.text)")
  }

  @Test func `Others of the same table keep it, but it does not keep itself`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, title TEXT, parent INT REFERENCES item ON DELETE RESTRICT);
      INSERT INTO item VALUES(1, 'Alpha', NULL), (2, 'Beta', 1), (3, 'Own', 3);
      """,
      "--entity Item"
    )
    try await scene.send("d")
    #expect(scene.text.contains("Item “Alpha” cannot be deleted"), "\(scene.text)")
    #expect(scene.lines.last?.contains("y delete it") == false, "\(scene.text)")
    try await scene.send("esc j j d y")
    #expect(try scene.rows("SELECT count(*) FROM item") == ["2"], "\(scene.text)")
  }
}
