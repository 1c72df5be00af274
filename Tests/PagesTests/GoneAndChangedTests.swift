import SceneSupport
import Editing
import SQLite
import TestSupport
import Testing

import CommandLineTool
@testable import Pages
import Workspace
import StandardKeys

/// Tests changes that other programs make between a question and its answer.
@MainActor
struct GoneAndChangedTests {
  private static let script = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE "order"(id INTEGER PRIMARY KEY, day TEXT,
      customer_id INTEGER REFERENCES customer ON DELETE CASCADE);
    CREATE TABLE line(id INTEGER PRIMARY KEY, what TEXT,
      order_id INTEGER REFERENCES "order" ON DELETE CASCADE);
    CREATE TABLE invoice(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer);
    INSERT INTO customer VALUES(1, 'Ada'), (2, 'Bob'), (3, 'Cleo');
    INSERT INTO "order" VALUES(1, '2024-01-01', 1), (2, '2024-01-02', 1);
    INSERT INTO line VALUES(1, 'tea', 1), (2, 'jam', 1), (3, 'milk', 2);
    INSERT INTO invoice VALUES(1, 2);
    """

  private func change(_ scene: Scene, _ sql: String) throws {
    try Connection(path: scene.path, mode: .readWrite).execute("PRAGMA foreign_keys=OFF; " + sql)
  }

  private func names(in scene: Scene) throws -> [String] {
    try Connection(path: scene.path, mode: .readOnly)
      .rows("SELECT name FROM customer ORDER BY id") { $0.text(0) }
  }

  @Test func `A5: the question names what goes along on every level`() async throws {
    let scene = try await Scene(Self.script, "--entity Customer --task list")
    try await scene.send("d")
    #expect(scene.text.contains("Orders: 2, deleted too"), "\(scene.text)")
    #expect(scene.text.contains("Orders › Lines: 3, deleted too"), "\(scene.text)")
    try await scene.send("y")
    #expect(try names(in: scene) == ["Bob", "Cleo"])
  }

  /// One customer with 600 orders of one line each, and what refers to the last line.
  private static func many(_ reference: String) -> String {
    """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE "order"(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer ON DELETE CASCADE);
    CREATE TABLE line(id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES "order" ON DELETE CASCADE);
    CREATE INDEX order_customer ON "order"(customer_id);
    CREATE INDEX line_order ON line(order_id);
    INSERT INTO customer VALUES(1, 'Ada');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
    INSERT INTO "order" SELECT i, 1 FROM n;
    INSERT INTO line SELECT id, id FROM "order";
    \(reference)
    """
  }

  @Test func `A5: of more than are looked at the question tells that there may be more`()
    async throws
  {
    let scene = try await Scene(Self.many(""), "--entity Customer --task list", width: 120)
    scene.session.work.counts.mostFollowed = 501
    try await scene.send("d")
    #expect(scene.text.contains("and at least 1 100 more with it."), "\(scene.text)")
    #expect(scene.text.contains("Orders: 600, deleted too"), "\(scene.text)")
    #expect(scene.text.contains("Orders › Lines: ≥ 500, deleted too"), "\(scene.text)")
    #expect(!scene.text.contains("not checked"), "\(scene.text)")
    try await scene.send("y")
    #expect(try names(in: scene) == [])
  }

  @Test(arguments: ["", "ON DELETE RESTRICT"])
  func `A5: what may keep an object is told, and named when it does`(rule: String) async throws {
    let scene = try await Scene(
      Self.many(
        """
        CREATE TABLE slip(id INTEGER PRIMARY KEY, line_id INTEGER REFERENCES line \(rule));
        INSERT INTO slip VALUES(1, 600);
        """
      ),
      "--entity Customer --task list",
      width: 120
    )
    scene.session.work.counts.mostFollowed = 501
    try await scene.send("d")
    #expect(
      scene.text.contains(
        "Orders: rows referring to some of them were not checked, may prevent"
      ),
      "\(scene.text)"
    )
    try await scene.send("y")
    #expect(
      scene.status.contains(
        "Customer 1 cannot be deleted: Slip still refers to Line, which this"
      ),
      "\(scene.text)"
    )
    #expect(try names(in: scene) == ["Ada"])
  }

  @Test func `A5: where deleting must fail nobody is asked`() async throws {
    let scene = try await Scene(Self.script, "--entity Customer --task list")
    try await scene.send("j d")
    #expect(scene.text.contains("“Bob” cannot be deleted"), "\(scene.text)")
    #expect(scene.text.contains("Invoices: 1, which prevents the deletion"))
    #expect(!scene.text.contains("delete it"), "\(scene.text)")
    try await scene.send("y")
    #expect(try names(in: scene) == ["Ada", "Bob", "Cleo"])
  }

  @Test func `A5: an object that was changed between the question and the answer stays`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Customer --task list")
    try await scene.send("j j d")
    try change(scene, "UPDATE customer SET name = 'Clio' WHERE id = 3")
    try await scene.send("y")
    #expect(scene.status.contains("not deleted: Cleo was changed elsewhere"), "\(scene.text)")
    #expect(try names(in: scene) == ["Ada", "Bob", "Clio"])
    try await scene.send("d y")
    #expect(try names(in: scene) == ["Ada", "Bob"])
  }

  @Test func `E5: what was entered into a row that is gone stays until somebody drops it`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Customer --task list")
    try await scene.send("j j e")
    try await scene.go(to: "name")
    try await scene.retype("Cleopatra")
    try change(scene, "DELETE FROM customer WHERE id = 3")
    for _ in 0..<2 {
      try await scene.send("ctrl-s")
      #expect(scene.text.contains("is gone: somebody else has deleted it"), "\(scene.text)")
      try await scene.send("enter")
      #expect(scene.line(with: "Name ")?.contains("Cleopatra") == true, "\(scene.text)")
      #expect(scene.session.work.editing.pendingCount == 1)
    }
    try await scene.send("ctrl-s")
    try await scene.send("end enter")
    #expect(scene.status.contains("unsaved changes to it are dropped"), "\(scene.text)")
    #expect(!scene.text.contains("Cleopatra  "), "\(scene.text)")
    #expect(scene.session.work.editing.pendingCount == 0)
    try await scene.send("ctrl-r")
    #expect(!scene.text.contains("pending") && scene.text.contains("Bob"), "\(scene.text)")
  }

  @Test func `E5: a row that is gone is inserted again with what was entered`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT DEFAULT 'Paris');
      INSERT INTO customer VALUES(1, 'Ada', 'Rome'), (3, 'Cleo', NULL);
      """,
      "--entity Customer --task list"
    )
    try await scene.send("j e")
    try await scene.go(to: "name")
    try await scene.retype("Cleopatra")
    try change(scene, "DELETE FROM customer WHERE id = 3")
    try await scene.send("ctrl-s")
    try await scene.send("down enter")
    #expect(scene.line(with: "Name ")?.contains("Cleopatra") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("saved"), "\(scene.text)")
    #expect(
      try scene.rows("SELECT id, name, quote(city) FROM customer") == [
        "1|Ada|'Rome'", "3|Cleopatra|NULL",
      ]
    )
    #expect(scene.session.work.editing.pendingCount == 0)
  }

  @Test func `J9: an object that is inserted again is edited on in its field`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL,
        city TEXT NOT NULL CHECK(length(city) >= 1));
      INSERT INTO customer VALUES(1, 'Ada', 'Rome'), (3, 'Cleo', 'Oslo');
      """,
      "--entity Customer --task list"
    )
    try await scene.send("j e")
    try await scene.go(to: "city")
    try await scene.retype("Paris")
    try change(scene, "DELETE FROM customer WHERE id = 3")
    try await scene.send("ctrl-s")
    try await scene.send("down enter")
    #expect(scene.focusedProperty == "city", "\(scene.text)")
    #expect(!scene.text.contains("wrong"), "\(scene.text)")
    try await scene.retype("")
    #expect(scene.lines[0].contains("1 wrong"), "\(scene.text)")
    try await scene.send("ctrl-g")
    #expect(scene.status.contains("City: needs a value"), "\(scene.text)")
    try await scene.retype("Bonn")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("saved"), "\(scene.text)")
    #expect(!scene.text.contains("wrong"), "\(scene.text)")
    #expect(try scene.rows("SELECT name, city FROM customer WHERE id <> 1") == ["Cleo|Bonn"])
  }

  @Test func `J9: no fault of an object that is gone is left`() async throws {
    let scene = try await Scene(Self.script, "--entity Customer --task list")
    try await scene.send("j j e")
    try await scene.go(to: "name")
    try await scene.retype("Cleopatra")
    try change(scene, "DELETE FROM customer WHERE id = 3")
    try await scene.send("ctrl-s")
    try await scene.send("end enter")
    try await scene.send("home e")
    try await scene.go(to: "name")
    try await scene.retype("Eda")
    #expect(!scene.text.contains("wrong"), "\(scene.text)")
    try await scene.send("esc")
    #expect(!scene.text.contains("wrong"), "\(scene.text)")
  }

  @Test func `E5: deleting what is gone already takes it off the screen`() async throws {
    let scene = try await Scene(Self.script, "--entity Customer --task list")
    try await scene.send("j j d")
    try change(scene, "DELETE FROM customer WHERE id = 3")
    try await scene.send("y")
    #expect(scene.text.contains("is gone: somebody else has deleted it"), "\(scene.text)")
    #expect(!scene.lines.contains { $0.contains("Cleo ") && !$0.contains("gone") }, "\(scene.text)")
  }

  @Test(arguments: ["enter", "e", "d", "enter e", "tab e"])
  func `E5: a dead row of a list that is not read again says so and leaves it`(keys: String)
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Customer --task list")
    try await scene.send("j j")
    try change(scene, "DELETE FROM customer WHERE id = 3")
    for key in keys.split(separator: " ") where !scene.text.contains("is gone") {
      try await scene.send(String(key))
    }
    #expect(
      scene.status.contains("Customer “Cleo” is gone: somebody else has deleted it"),
      "\(scene.text)"
    )
    #expect(scene.session.navigator.current.task == "list", "\(scene.text)")
    #expect(!scene.lines.dropLast(2).contains { $0.contains("Cleo") }, "\(scene.text)")
    #expect(!scene.text.contains("delete it") && scene.session.work.editing.pendingCount == 0)
    try await scene.send("k j")
    #expect(!scene.text.contains("is gone"), "it is said once:\n\(scene.text)")
  }

  @Test func `E5: a long value of a dead row is not copied`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE note(id INTEGER PRIMARY KEY, name TEXT, text TEXT);
      INSERT INTO note VALUES(1, 'a', printf('%.5000c', 'x')), (2, 'b', printf('%.5000c', 'y'));
      """,
      rules: "entity.name = 'Note' => displayPropertyKeys = ['text', 'name']",
      "--entity Note --task list"
    )
    var copied: [String] = []
    scene.session.ui.screen.onCopy = { copied.append($0) }
    try change(scene, "DELETE FROM note WHERE id = 1")
    try await scene.send("y")
    #expect(copied.isEmpty && scene.text.contains("is gone"), "\(scene.text)")
    try await scene.send("y")
    #expect(copied == [String(repeating: "y", count: 5_000)], "\(scene.text)")
  }

  @Test func `E5: what is being entered into a row that is gone stays until it is to be saved`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Customer --id 3 --task edit")
    try await scene.go(to: "name")
    try await scene.retype("Cleopatra")
    try change(scene, "DELETE FROM customer WHERE id = 3")
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
    #expect(scene.status.contains("saving offers to insert it again"), "\(scene.text)")
    #expect(scene.text.contains("Cleopatra"), "\(scene.text)")
  }

  @Test func `E6: a refused save of several objects names the one that it is refused for`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT UNIQUE, note TEXT);
      INSERT INTO t VALUES(1, 'a', 'u'), (2, 'b', 'v'), (3, 'c', 'w');
      """,
      "--entity T --task list"
    )
    // Only one of the two has another name: where both had, it would be neither's for sure.
    for (keys, name, text) in [("e", "note", "x"), ("j e", "name", "c")] {
      try await scene.send(keys)
      try await scene.go(to: name)
      try await scene.retype(text)
      try await scene.send("esc")
      if scene.text.contains("Leave, and keep the changes unsaved") {
        try await scene.send("end enter")
      }
    }
    try await scene.send("ctrl-s")
    #expect(scene.text.contains("not saved"), "\(scene.text)")
    #expect(scene.status.contains("not saved: T “c”: another T has the same Name"), "\(scene.text)")
  }
}

/// Tables whose triggers need what SQLite does not have here.
@MainActor
struct MissingFunctionTests {
  @Test func `C6: a function missing from triggers is named before anything is entered`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE place(id INTEGER PRIMARY KEY, name TEXT, shape BLOB);
      INSERT INTO place VALUES(1, 'lake', NULL), (2, 'hill', NULL);
      CREATE TRIGGER a AFTER UPDATE ON place BEGIN SELECT ST_IsEmpty(NEW.shape); END;
      CREATE TRIGGER b AFTER DELETE ON place BEGIN SELECT ST_Gone(OLD.shape); END;
      """,
      "--entity Place --task list"
    )
    try await scene.send("e")
    #expect(scene.text.contains("a trigger of the database calls ST_IsEmpty()"), "\(scene.text)")
    try await scene.send("d")
    #expect(!scene.text.contains("delete it"), "\(scene.text)")
    #expect(scene.text.contains("ST_Gone()"), "\(scene.text)")
  }

  @Test(arguments: ["shelf", "book"], [true, false])
  func `J9: a deletion that nothing takes back says so before it is done`(
    table: String,
    isAtOnce: Bool
  ) async throws {
    let scene = try await Scene(
      """
      CREATE TABLE shelf(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE book(id INTEGER PRIMARY KEY, name TEXT, shelf_id INT REFERENCES shelf ON DELETE CASCADE);
      CREATE TABLE free(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO shelf VALUES(1, 'top'); INSERT INTO book VALUES(1, 'Emma', 1); INSERT INTO free VALUES(1, 'x');
      CREATE TRIGGER a AFTER INSERT ON book BEGIN SELECT title_sort(NEW.name); END;
      """,
      "--entity \(table == "book" ? "Book" : "Shelf") --task list --set savesDeletesAtOnce=\(isAtOnce)",
      width: 160,
      height: 24
    )
    try await scene.send("d")
    #expect(
      scene.text.contains(
        "This cannot be taken back: Book cannot be created: a trigger of the database calls title_sort()"
      ),
      "\(scene.text)"
    )
    try await scene.send(isAtOnce ? "y" : "y ctrl-s")
    #expect(try scene.rows("SELECT count(*) FROM \(table)") == ["0"], "\(scene.text)")
    guard isAtOnce else { return }
    try await scene.send("u y")
    #expect(scene.text.contains("not taken back: Book cannot be created"), "\(scene.text)")
  }
}

/// Tests that searching in help runs nothing, and that a count is printed under its name or refused.
@MainActor
struct LookedUpTests: ShopFile {
  let folder = TemporaryFolder()

  init() throws { try makeShop() }

  @Test func `G9: typing into help and Enter runs nothing`() async throws {
    let scene = try await Scene(copyOf: path, "--entity Artist --task list")
    try await scene.send("f1")
    try await scene.type("delete")
    try await scene.send("enter")
    #expect(!scene.text.contains("delete it") && !scene.text.contains("Not deleted"))
    #expect(try rows("SELECT count(*) FROM Artist") == ["3"])
  }

  @Test func `G9: a count is printed by its name or refused`() async throws {
    let counted = try await run(
      "list",
      "Artist?sort=name",
      "--columns",
      "name,albums.@count",
      "--format",
      "csv"
    )
    #expect(counted.output.contains("Accept,1\n"), "\(counted)")
    let refused = try await run("list", "Album", "--columns", "artist.@count")
    #expect(refused.code == 2 && refused.messages.contains("cannot count"), "\(refused)")
  }
}
