import Editing
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// Tests that changes by other programs are shown before a save.
@MainActor
struct ChangedElsewhereTests {
  private static let script = """
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, phone TEXT, city TEXT);
    INSERT INTO customer VALUES(1, 'Ada', '1', 'Paris'), (2, 'Bob', '2', 'Rome');
    """
  private func start(_ place: String = "--task edit --id 1") async throws -> Scene {
    try await Scene(Self.script, "--entity Customer \(place)", width: 110)
  }

  private func enter(_ name: String, _ text: String, in scene: Scene) async throws {
    try await scene.go(to: name)
    try await scene.retype(text)
  }

  private func others(_ sql: String, in scene: Scene) async throws {
    try scene.execute(sql)
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
  }

  @Test func `An open form follows others in fields that nobody has touched, and marks them`()
    async throws
  {
    let scene = try await start()
    try await enter("phone", "mine", in: scene)
    try await others("UPDATE customer SET city = 'Bonn' WHERE id = 1", in: scene)
    let city = try #require(scene.line(with: "City "))
    #expect(city.contains("Bonn") && city.contains("changed elsewhere"), "\(scene.text)")
    #expect(scene.line(with: "Phone ")?.contains("mine") == true, "\(scene.text)")
    #expect(scene.line(with: "Phone ")?.contains("elsewhere") == false, "\(scene.text)")
    #expect(!scene.text.contains("⚠ 1 changed elsewhere"), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT phone, city FROM customer WHERE id = 1") == ["mine|Bonn"])
  }

  @Test func `A field in which what was typed is what was stored follows others too`() async throws
  {
    let scene = try await start()
    try await enter("phone", "12", in: scene)
    try await scene.send("backspace")
    try await others("UPDATE customer SET phone = 'theirs' WHERE id = 1", in: scene)
    #expect(scene.line(with: "Phone ")?.contains("theirs") == true, "\(scene.text)")
    #expect(!scene.session.work.editing.hasChanges && !scene.text.contains("saving asks"))
    try await enter("city", "Ghent", in: scene)
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT phone, city FROM customer WHERE id = 1") == ["theirs|Ghent"])
  }

  @Test func `A form to which one comes back shows what a save has changed behind it`() async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE bill(id INTEGER PRIMARY KEY, name TEXT, total INT);
      CREATE TABLE line(id INTEGER PRIMARY KEY, bill_id INT REFERENCES bill, amount INT);
      CREATE TRIGGER summed AFTER INSERT ON line BEGIN UPDATE bill SET total = total + NEW.amount WHERE id = NEW.bill_id; END;
      INSERT INTO bill VALUES(1, 'Ada', 40);
      """,
      "--entity Bill --task edit --id 1"
    )
    try await enter("name", "Bea", in: scene)
    try await scene.go(to: "lines")
    try await scene.send("o")
    try await enter("amount", "2", in: scene)
    try await scene.send("ctrl-s ctrl-s")
    #expect(scene.line(with: "Total ")?.contains("42") == true, "\(scene.text)")
    // What others write while one is on another page is seen too.
    try await scene.send("enter")
    try await others("UPDATE bill SET total = 50", in: scene)
    try await scene.send("esc")
    #expect(scene.line(with: "Bea ")?.contains("50") == true, "\(scene.text)")
  }

  @Test func `Who is chosen once more is nobody's change when that one is deleted`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT NOT NULL, author_id INT REFERENCES author(id) ON DELETE SET NULL);
      INSERT INTO author VALUES(1, 'Ada'), (2, 'Bob'); INSERT INTO book VALUES(1, 'Emma', 1);
      """,
      "--entity Book --task edit --id 1"
    )
    try await scene.go(to: "author")
    try await scene.send("enter enter")
    try scene.execute("PRAGMA foreign_keys = ON; DELETE FROM author WHERE id = 1")
    await scene.session.work.adoptOtherChanges()
    try await scene.settle()
    #expect(!scene.session.work.editing.hasChanges, "\(scene.text)")
    try await scene.go(to: "title")
    try await scene.retype("Persuasion")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT title, author_id IS NULL FROM book") == ["Persuasion|1"])
  }

  @Test func `A field in which both have entered something says so before it is saved`()
    async throws
  {
    let scene = try await start()
    try await enter("phone", "mine", in: scene)
    try await others("UPDATE customer SET phone = 'theirs' WHERE id = 1", in: scene)
    let phone = try #require(scene.line(with: "Phone "))
    #expect(
      phone.contains("mine") && phone.contains("changed elsewhere too: saving asks"),
      "\(scene.text)"
    )
    #expect(scene.status.contains("⚠ 1 changed elsewhere"), "\(scene.text)")
    try await scene.send("ctrl-s t")
    #expect(!scene.text.contains("changed elsewhere"), "\(scene.text)")
    #expect(try scene.rows("SELECT phone FROM customer WHERE id = 1") == ["theirs"])
  }

  @Test func `What waits to be saved on no page is marked in the review`() async throws {
    let scene = try await start("--task list")
    try await scene.send("e")
    try await enter("phone", "mine", in: scene)
    try await scene.send("esc end enter")
    try await others("UPDATE customer SET phone = 'theirs' WHERE id = 1", in: scene)
    #expect(scene.text.contains("⚠ 1 changed elsewhere"), "\(scene.text)")
    try await scene.send("P")
    #expect(
      scene.line(with: "Customer “Ada”")?.contains("changed elsewhere: saving asks") == true,
      "\(scene.text)"
    )
    try await scene.send("ctrl-s m")
    #expect(try scene.rows("SELECT phone FROM customer WHERE id = 1") == ["mine"], "\(scene.text)")
  }

  @Test(arguments: ["inspect", "edit"])
  func `What others add is among the objects of a relationship, at once or when asked for`(
    task: String
  ) async throws {
    let scene = try await Scene(
      """
      CREATE TABLE owner(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO owner VALUES (1, 'Ada');
      CREATE TABLE cat(id INTEGER PRIMARY KEY, name TEXT, owner_id INT REFERENCES owner);
      INSERT INTO cat VALUES (1, 'Tom', 1);
      """,
      "--entity Owner --task \(task) --id 1"
    )
    #expect(scene.line(with: "Tom") != nil, "\(scene.text)")
    try await others("INSERT INTO cat VALUES (2, 'Kit', 1)", in: scene)
    #expect(scene.line(with: "Kit") != nil, "\(scene.text)")
    try scene.execute("INSERT INTO cat VALUES (3, 'Leo', 1)")
    try await scene.send("ctrl-r")
    #expect(scene.line(with: "Leo") != nil, "\(scene.text)")
  }

  @Test func `Ticks follow what others link`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE movie(id INTEGER PRIMARY KEY, title TEXT); INSERT INTO movie VALUES (1, 'Alien');
      CREATE TABLE genre(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO genre VALUES (1, 'Horror'), (2, 'Comedy');
      CREATE TABLE movie_genre(movie_id INT NOT NULL REFERENCES movie, genre_id INT NOT NULL REFERENCES genre,
        PRIMARY KEY(movie_id, genre_id));
      """,
      "--entity Movie --task edit --id 1"
    )
    #expect(scene.line(with: "[ ] Horror") != nil, "\(scene.text)")
    try await others("INSERT INTO movie_genre VALUES (1, 1)", in: scene)
    #expect(scene.line(with: "[x] Horror") != nil, "\(scene.text)")
    #expect(scene.text.contains("1 of 2 ticked"), "\(scene.text)")
  }
}
