import Editing
import RuleEnvironment
import SceneSupport
import TestSupport
import Testing
import Widgets

@testable import Pages
import Workspace
import StandardKeys

/// A form of an application's own.
private struct OwnForm: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if let object = page.object {
      ObjectForm(object) {
        VStack {
          FieldRow("name")
          FieldRow("books")
        }
      }
      .commands { EditCommands(page: page).all }
    }
  }
}

/// To-many relationships edited in the form of their owner.
@MainActor
struct RelatedEditingTests {
  private static let shop = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE bill(id INTEGER PRIMARY KEY, text TEXT NOT NULL,
      customer_id INT NOT NULL REFERENCES customer);
    CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT NOT NULL, customer_id INT REFERENCES customer);
    INSERT INTO customer VALUES(1, 'Ada'), (2, 'Bob');
    INSERT INTO bill VALUES(1, 'Tea', 1), (2, 'Milk', 1);
    INSERT INTO book VALUES(1, 'Emma', 1), (2, 'Ulysses', NULL), (3, 'Walden', NULL), (4, 'Dune', 2);
    """

  private func books(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT title FROM book WHERE customer_id = 1 ORDER BY id")
  }

  @Test func `A new related row is made from its box on the page of an object`() async throws {
    let scene = try await Scene(Self.shop, "--entity Customer --task inspect --id 1")
    try await scene.go(to: "bills", by: "j")
    try await scene.send("j o")
    #expect(scene.lines[0].contains("Bill › new"), "\(scene.text)")
    #expect(scene.line(with: "Customer")?.contains("Ada") == true, "\(scene.text)")
    try await scene.go(to: "text")
    try await scene.type("Bread")
    try await scene.send("ctrl-s")
    #expect(
      try scene.rows("SELECT text FROM bill WHERE customer_id = 1") == ["Tea", "Milk", "Bread"],
      "\(scene.text)"
    )
  }

  @Test func `Pages about an object show the first related objects below their number`()
    async throws
  {
    let scene = try await Scene(
      Self.shop + "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 40)"
        + "INSERT INTO bill SELECT i + 10, 'bill ' || i, 2 FROM n;",
      "--entity Customer --task inspect --id 2"
    )
    #expect(scene.line(with: "Bills")?.contains("40") == true, "\(scene.text)")
    #expect(scene.text.contains("bill 5") && !scene.text.contains("bill 6"), "\(scene.text)")
    #expect(scene.text.contains("and 35 more"), "\(scene.text)")
    #expect(scene.line(with: "› bill") == nil, "one cursor on the page:\n\(scene.text)")
    try await scene.go(to: "bills", by: "j")
    try await scene.send("j j enter")
    #expect(scene.line(with: "Text")?.contains("bill 2") == true, "\(scene.text)")
  }

  @Test func `A form begins in its first field and not among related objects`() async throws {
    let scene = try await Scene(Self.shop, "--entity Customer --task edit --id 1")
    try await scene.append("!")
    #expect(scene.line(with: "Name")?.contains("Ada!") == true, "\(scene.text)")
    try await scene.send("enter down")
    #expect(scene.line(with: "› Milk") != nil, "\(scene.text)")
    try await scene.send("down x")
    #expect(
      scene.line(with: "-Emma") != nil,
      "the cursor goes on where the rows end:\n\(scene.text)"
    )
  }

  @Test func `Rules choose what is offered to be added`() async throws {
    let scene = try await Scene(
      Self.shop,
      rules:
        "entity.name = 'Customer' and propertyKey = 'books' => choices = where (customer = null)",
      "--entity Customer --task edit --id 1"
    )
    try await scene.go(to: "books")
    try await scene.send("a")
    #expect(
      scene.text.contains("Walden") && scene.text.contains("Ulysses")
        && !scene.text.contains("Dune"),
      "\(scene.text)"
    )
  }

  @Test func `Coming back from a page of a row the cursor is among the rows again`() async throws {
    let scene = try await Scene(Self.shop, "--entity Customer --task edit --id 1")
    try await scene.go(to: "bills")
    try await scene.send("j enter")
    #expect(scene.line(with: "Text")?.contains("Milk") == true, "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.line(with: "› Milk") != nil, "\(scene.text)")
    let page = try await Scene(Self.shop, "--entity Customer --task inspect --id 1")
    try await page.go(to: "bills", by: "j")
    try await page.send("j j enter")
    #expect(page.line(with: "Text")?.contains("Milk") == true, "\(page.text)")
    try await page.send("esc")
    #expect(page.line(with: "› Milk") != nil, "\(page.text)")
  }

  @Test func `Existing objects are tagged and added, taken back by name, and saved`() async throws {
    let scene = try await Scene(Self.shop, "--entity Customer --task edit --id 1")
    try await scene.go(to: "books")
    try await scene.send("a down space space enter")
    #expect(
      scene.status.contains("added Book “Ulysses” and Book “Walden” to Books"),
      "\(scene.status)"
    )
    #expect(
      scene.line(with: "+Ulysses") != nil && scene.line(with: "+Walden") != nil,
      "\(scene.text)"
    )
    #expect(try books(scene) == ["Emma"])
    try await scene.send("u")
    #expect(
      scene.status.contains(
        "taken back: Book “Ulysses” and Book “Walden” in Books of Customer “Ada”"
      ),
      "\(scene.status)"
    )
    #expect(scene.line(with: "+Ulysses") == nil, "\(scene.text)")
    try await scene.send("U ctrl-s")
    #expect(scene.status.contains("saved 2 objects"), "\(scene.text)")
    #expect(try books(scene) == ["Emma", "Ulysses", "Walden"])
  }

  @Test func `An object is taken out where it may be without the owner, and put back`() async throws
  {
    let scene = try await Scene(Self.shop, "--entity Customer --task edit --id 1")
    try await scene.go(to: "books")
    try await scene.send("x")
    #expect(scene.line(with: "-Emma") != nil, "\(scene.text)")
    try await scene.send("x")
    #expect(scene.line(with: "-Emma") == nil, "\(scene.text)")
    #expect(!scene.session.work.editing.hasChanges)
    try await scene.send("x ctrl-s")
    #expect(try scene.rows("SELECT customer_id IS NULL FROM book WHERE id = 1") == ["1"])
    #expect(try scene.rows("SELECT count(*) FROM book") == ["4"])
  }

  @Test func `What needs its owner is not taken out, and the sentence says what to do`()
    async throws
  {
    let scene = try await Scene(Self.shop, "--entity Customer --task edit --id 1")
    try await scene.go(to: "bills")
    try await scene.send("x")
    #expect(
      scene.status.contains(
        "not taken out: Bill “Tea” needs a value in Customer; delete it, or give it another one"
      ),
      "\(scene.status)"
    )
    try await scene.send("d")
    #expect(scene.line(with: "-Tea") != nil, "\(scene.text)")
    try await scene.send("d")
    #expect(scene.line(with: "-Tea") == nil, "\(scene.text)")
    try await scene.send("d ctrl-s")
    #expect(try scene.rows("SELECT text FROM bill") == ["Milk"])
  }

  @Test(arguments: ["x", "d"])
  func `A new object that cannot be without its owner goes when it is taken out, and comes back`(
    key: String
  ) async throws {
    let scene = try await Scene(Self.shop, "--entity Customer --task edit --id 1")
    try await scene.go(to: "bills")
    try await scene.send("o")
    try await scene.go(to: "text")
    try await scene.type("Wine")
    try await scene.send("ctrl-s \(key)")
    let told = key == "x" ? "Bill “Wine” is taken out of Bills and is not made" : "is not made"
    #expect(scene.status.contains(told), "\(scene.text)")
    #expect(scene.line(with: "+Wine") == nil && scene.line(with: "Tea") != nil, "\(scene.text)")
    #expect(!scene.session.work.editing.hasChanges)
    try await scene.send("u")
    #expect(scene.line(with: "+Wine") != nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT text, customer_id FROM bill WHERE id > 2") == ["Wine|1"])
  }

  @Test func `An object made in the form of a new owner is saved with it`() async throws {
    let scene = try await Scene(Self.shop, "--entity Customer --task create")
    try await scene.go(to: "name")
    try await scene.type("Cleo")
    try await scene.go(to: "bills")
    try await scene.send("o")
    #expect(scene.line(with: "Customer *")?.contains("Cleo") == true, "\(scene.text)")
    try await scene.go(to: "text")
    try await scene.type("Wine")
    try await scene.send("ctrl-s ctrl-s")
    #expect(scene.status.contains("saved 2 objects"), "\(scene.text)")
    let made =
      "SELECT c.name, b.text FROM bill b JOIN customer c ON c.id = b.customer_id WHERE b.id > 2"
    #expect(try scene.rows(made) == ["Cleo|Wine"])
  }

  @Test func `An object that was begun and left untouched is not made`() async throws {
    let scene = try await Scene(Self.shop, "--entity Customer --task create")
    try await scene.go(to: "bills")
    try await scene.send("o esc")
    #expect(!scene.text.contains("not saved") && scene.text.contains("none yet"), "\(scene.text)")
    try await scene.send("esc")
    #expect(!scene.text.contains("pending"), "\(scene.text)")
  }

  @Test func `A form that is opened and left untouched takes nothing from what can be done again`()
    async throws
  {
    let scene = try await Scene(Self.shop, "--entity Customer --task edit --id 1")
    try await scene.go(to: "books")
    try await scene.send("x u")
    #expect(scene.line(with: "-Emma") == nil && scene.session.work.editing.redoCount == 1)
    try await scene.send("o esc")
    #expect(scene.session.work.editing.redoCount == 1 && !scene.session.work.editing.hasChanges)
    try await scene.go(to: "books")
    try await scene.send("U")
    #expect(scene.line(with: "-Emma") != nil, "\(scene.text)")
    #expect(!scene.session.work.editing.canRedo)
  }

  @Test func `The relationship is edited alone on a page of its own`() async throws {
    let scene = try await Scene(Self.shop, "--entity Customer --task edit --id 1")
    try await scene.go(to: "books")
    try await scene.send("E")
    #expect(scene.lines[0].contains("Books") && scene.line(with: "Emma") != nil, "\(scene.text)")
    try await scene.send("a down enter")
    #expect(scene.line(with: "+Ulysses") != nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try books(scene) == ["Emma", "Ulysses"])
  }

  @Test func `Objects of the same entity are related like others`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent_id INT REFERENCES part);
      INSERT INTO part VALUES(1, 'Car', NULL), (2, 'Wheel', 1), (3, 'Bolt', NULL);
      """,
      "--entity Part --task edit --id 1"
    )
    try await scene.go(to: "children")
    try await scene.send("a end enter")
    #expect(scene.line(with: "+Bolt") != nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT id, parent_id FROM part WHERE parent_id > 0") == ["2|1", "3|1"])
  }

  @Test func `Keys of several columns link too`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE room(house TEXT, number INT, name TEXT NOT NULL, PRIMARY KEY(house, number));
      CREATE TABLE chair(id INTEGER PRIMARY KEY, name TEXT NOT NULL, house TEXT, room INT,
        FOREIGN KEY(house, room) REFERENCES room(house, number));
      INSERT INTO room VALUES('A', 1, 'Hall'), ('B', 1, 'Bath');
      INSERT INTO chair VALUES(1, 'Stool', 'A', 1), (2, 'Bench', 'B', 1);
      """,
      "--entity Room"
    )
    try await scene.send("e")
    try await scene.go(to: "chairs")
    #expect(scene.line(with: "Stool") != nil && scene.line(with: "Bench") == nil, "\(scene.text)")
    try await scene.send("a down enter ctrl-s")
    #expect(try scene.rows("SELECT house, room FROM chair") == ["A|1", "A|1"])
    try await scene.send("e")
    try await scene.go(to: "chairs")
    try await scene.send("x ctrl-s")
    #expect(try scene.rows("SELECT house, room FROM chair WHERE id = 1") == ["|"])
  }

  @Test func `Objects are put into another order where a rule names the attribute of their places`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE song(id INTEGER PRIMARY KEY, name TEXT NOT NULL, place INT, disc_id INT REFERENCES disc);
      CREATE TABLE disc(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      INSERT INTO disc VALUES(1, 'Low');
      INSERT INTO song VALUES(1, 'Warszawa', 2, 1), (2, 'Speed', 1, 1), (3, 'Subterraneans', 3, 1);
      """,
      rules: "entity.name = 'Disc' and propertyKey = 'songs' => orderAttribute = 'place'",
      "--entity Disc --task edit --id 1"
    )
    func order() -> [String] {
      scene.lines.dropLast(2).compactMap { line in
        ["Warszawa", "Speed", "Subterraneans"].first { line.contains($0) }
      }
    }
    try await scene.go(to: "songs")
    #expect(order() == ["Speed", "Warszawa", "Subterraneans"], "\(scene.text)")
    try await scene.send("alt-down")
    #expect(order() == ["Warszawa", "Speed", "Subterraneans"], "\(scene.text)")
    try await scene.send("alt-down alt-down")
    #expect(
      order() == ["Warszawa", "Subterraneans", "Speed"] && scene.status.contains("this is the last")
    )
    try await scene.send("u")
    #expect(scene.status.contains("taken back: place of Song “Speed” in Songs of Disc “Low”"))
    #expect(order() == ["Warszawa", "Speed", "Subterraneans"], "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT id FROM song ORDER BY place") == ["1", "2", "3"])
  }

  @Test func `What rights forbid of the objects is refused with their reason`() async throws {
    let scene = try await Scene(
      Self.shop,
      rules:
        "entity.name = 'Book' => isPropertyEditable = false; *true* => readOnlyEntityNames = ['Bill']",
      "--entity Customer --task edit --id 1"
    )
    try await scene.go(to: "books")
    try await scene.send("x")
    #expect(
      scene.status.contains("not taken out: ") && scene.status.contains("my.rules:1"),
      "\(scene.status)"
    )
    try await scene.send("a down enter")
    #expect(scene.status.contains("not added: Book “Ulysses”: "), "\(scene.status)")
    try await scene.go(to: "bills")
    for key in ["o", "d"] {
      try await scene.send(key)
      #expect(
        scene.status.contains("readOnlyEntityNames") || scene.status.contains("my.rules:1"),
        "\(scene.status)"
      )
    }
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("nothing has changed"))
  }

  @Test func `Where a rule says so the relationship is only shown in the form`() async throws {
    let scene = try await Scene(
      Self.shop,
      rules: "propertyKey = 'books' => isPropertyEditable = false",
      "--entity Customer --task edit --id 1"
    )
    #expect(scene.line(with: "Emma") != nil, "\(scene.text)")
    try await scene.go(to: "books")
    try await scene.send("x")
    #expect(scene.line(with: "-Emma") == nil, "\(scene.text)")
  }

  @Test func `By rule the objects stand in a small table`() async throws {
    let scene = try await Scene(
      Self.shop,
      rules: "150: propertyKey = 'books' and task = 'edit' => component = 'EditToManyTable'",
      "--entity Customer --task edit --id 1"
    )
    #expect(scene.line(with: "Title") != nil, "\(scene.text)")
    try await scene.go(to: "books")
    try await scene.send("a down enter ctrl-s")
    #expect(try books(scene) == ["Emma", "Ulysses"])
  }

  @Test func `In a form of an application's own the objects are edited alike`() async throws {
    var catalog = Catalog.builtIn
    catalog.pages["own"] = Page("own", "A form.", about: .object, for: .edit) { OwnForm() }
    let scene = try await Scene(
      Self.shop,
      rules: "150: task = 'edit' => page = 'own'",
      "--entity Customer --task edit --id 1",
      catalog: catalog
    )
    #expect(!scene.text.contains("Bills"), "\(scene.text)")
    try await scene.go(to: "books")
    try await scene.send("a down enter")
    #expect(scene.line(with: "+Ulysses") != nil, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try books(scene) == ["Emma", "Ulysses"])
  }

  @Test func `With a new object that is discarded those go that cannot be without it`()
    async throws
  {
    let scene = try await Scene(Self.shop, "--entity Customer")
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Cleo")
    try await scene.go(to: "bills")
    try await scene.send("o")
    try await scene.go(to: "text")
    try await scene.type("Wine")
    try await scene.send("esc end enter")
    #expect(scene.line(with: "+Wine") != nil, "\(scene.text)")
    try await scene.send("esc down down enter")
    #expect(!scene.session.work.editing.hasChanges, "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM bill") == ["2"])
  }

  @Test func `An owner without the key to refer to has no objects, and gets none`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE tag(id INTEGER PRIMARY KEY, name TEXT NOT NULL, code TEXT UNIQUE);
      CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT NOT NULL, tag_code TEXT REFERENCES tag(code));
      INSERT INTO tag VALUES (1, 'Blank', NULL), (2, 'Full', 'f');
      INSERT INTO note VALUES (1, 'theirs', 'f'), (2, 'free', NULL);
      """,
      "--entity Tag --task edit --id 1"
    )
    try await scene.go(to: "notes")
    #expect(scene.text.contains("none yet") && !scene.text.contains("theirs"), "\(scene.text)")
    try await scene.send("a down enter")
    #expect(
      scene.status.contains(
        "not added: Note “free”: Tag 1 has no 'Code', so nothing can refer to it"
      ),
      "\(scene.status)"
    )
    #expect(!scene.session.work.editing.hasChanges)
  }
}
