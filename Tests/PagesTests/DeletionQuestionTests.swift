import SceneSupport
import Testing

/// Tests that a deletion does what its question announced.
@MainActor
struct DeletionQuestionTests {
  @Test func `What refers to objects that go along and goes along itself keeps nothing`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE department(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE employee(id INTEGER PRIMARY KEY, name TEXT,
        department_id INT REFERENCES department ON DELETE CASCADE, boss_id INT REFERENCES employee);
      INSERT INTO department VALUES (1, 'Sales');
      INSERT INTO employee VALUES (1, 'Anna', 1, NULL), (2, 'Bert', 1, 1);
      """,
      "--entity Department",
      width: 120
    )
    try await scene.send("d")
    #expect(!scene.text.contains("keeps it"), "\(scene.text)")
    #expect(scene.text.contains("1, which may prevent the deletion"), "\(scene.text)")
    try await scene.send("y")
    #expect(scene.status.contains("deleted Sales"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM employee") == ["0"])
  }

  private static let guessed = """
    CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT, author_id INT);
    INSERT INTO author VALUES (1, 'Anna'), (2, 'Bert');
    INSERT INTO book VALUES (1, 'One', 1), (2, 'Two', 1);
    """

  @Test func `A word that is typed on the page deletes nothing by a letter of it`() async throws {
    let scene = try await Scene(Self.guessed, "--entity Author", width: 120)
    try await scene.send("d")
    for key in ["n", "o", " ", "w", "a", "y"] { try await scene.send(key) }
    #expect(scene.status.contains("Press again, other keys came before"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM author") == ["2"])
    try await scene.send("y")
    #expect(try scene.rows("SELECT count(*) FROM author") == ["1"], "\(scene.text)")
  }

  @Test func `Where triggers run nothing is said to refer to what is gone`() async throws {
    let plain = try await Scene(Self.guessed, "--entity Author", width: 120)
    try await plain.send("d")
    #expect(plain.text.contains("2, which then refer to a deleted row"), "\(plain.text)")
    #expect(!plain.text.contains("triggers"), "\(plain.text)")
    let trigger = """
      CREATE TRIGGER gone AFTER DELETE ON author BEGIN
        DELETE FROM book WHERE author_id = OLD.id;
      END;
      """
    let scene = try await Scene(Self.guessed + trigger, "--entity Author", width: 120)
    try await scene.send("d")
    #expect(!scene.text.contains("which then refer to a deleted row"), "\(scene.text)")
    #expect(
      scene.text.contains("2, which triggers of the database may delete or change"),
      "\(scene.text)"
    )
    #expect(scene.text.contains("triggers of the database may delete more"), "\(scene.text)")
    try await scene.send("y")
    #expect(try scene.rows("SELECT count(*) FROM book") == ["0"])
  }

  @Test func `3-8: What triggers do not reach stays, and is said to refer to what is gone`()
    async throws
  {
    let triggers = """
      CREATE TABLE mark(id INTEGER PRIMARY KEY, writer INT);
      CREATE TRIGGER gone AFTER DELETE ON author BEGIN DELETE FROM mark WHERE writer = OLD.id; END;
      """
    let scene = try await Scene(Self.guessed + triggers, "--entity Author", width: 120)
    try await scene.send("d")
    #expect(scene.text.contains("2, which then refer to a deleted row"), "\(scene.text)")
    #expect(scene.text.contains("triggers of the database may delete more"), "\(scene.text)")
    let chain = "CREATE TRIGGER more AFTER DELETE ON mark BEGIN UPDATE book SET author_id = 0; END;"
    let reached = try await Scene(Self.guessed + triggers + chain, "--entity Author", width: 120)
    try await reached.send("d")
    #expect(
      reached.text.contains("2, which triggers of the database may delete or change"),
      "\(reached.text)"
    )
  }

  @Test func `What may be hidden is hinted at only where rules hide something`() async throws {
    for (rule, isHinted) in [
      ("", false),
      ("entity.name = 'Book' => restrictingQualifier = where (id > 9)", true),
      ("*true* => visibleEntityNames = ['Author']", true),
    ] {
      let scene = try await Scene(
        Self.guessed,
        rules: rule,
        "--entity Author --id 2 --task delete",
        width: 120
      )
      #expect(scene.text.contains("Nothing refers to it"), "\(scene.text)")
      #expect(scene.text.contains("as far as you may see") == isHinted, "\(scene.text)")
    }
  }
}
