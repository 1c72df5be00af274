import Editing
import EntityStore
import Qualifiers
import SceneSupport
import StandardKeys
import Testing

@testable import Pages  // navigator, list cursor
import Workspace

/// Lists of what is related to an object: nothing made or deleted there is something else than it looks.
@MainActor
struct RelatedListTests {
  private static let script = """
    CREATE TABLE movie(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE genre(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE movie_genre(movie_id INT NOT NULL REFERENCES movie, genre_id INT NOT NULL REFERENCES genre,
      PRIMARY KEY(movie_id, genre_id));
    CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE bill(id INTEGER PRIMARY KEY, total INT, customer_id INT NOT NULL REFERENCES customer);
    INSERT INTO movie VALUES(1, 'Alien'), (2, 'Heat');
    INSERT INTO genre VALUES(1, 'Horror'), (2, 'Comedy');
    INSERT INTO movie_genre VALUES(1, 1), (2, 1);
    INSERT INTO customer VALUES(1, 'Ada'), (2, 'Bob');
    INSERT INTO bill VALUES(1, 10, 1);
    """

  @Test
  func
    `A7: what is linked through other rows is neither made nor deleted where only links are shown`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Movie --task inspect --id 1")
    try await scene.go(to: "genres", by: "j")
    try await scene.send("enter")
    #expect(scene.lines.contains { $0.contains("Horror") }, "\(scene.text)")
    try await scene.send("o")
    scene.expectStatus(
      "! new: it would not be linked to Movie “Alien”; create it in the list of Genre"
    )
    try await scene.send("d")
    #expect(
      scene.status.hasPrefix(" ! delete: this would delete the Genre itself, not its link to")
    )
    try await scene.send("y")
    #expect(try scene.rows("SELECT count(*) FROM genre") == ["2"])
    #expect(
      scene.lines.last?.contains("delete") == false && scene.lines.last?.contains("o new") == false
    )
    try await scene.send("enter d")
    #expect(scene.text.contains("Genre “Horror” cannot be deleted"), "\(scene.text)")
  }

  @Test func `A7: a new object made among the related ones names its owner before it is saved`()
    async throws
  {
    let scene = try await Scene(Self.script, "--entity Customer --task inspect --id 1")
    try await scene.go(to: "bills", by: "j")
    try await scene.send("enter o")
    #expect(scene.line(with: "Customer")?.contains("Ada") == true, "\(scene.text)")
    try await scene.send("esc")
    #expect(!scene.text.contains("not saved"), "nothing was entered")
  }

  @Test func `A7: a reference that rules begin with is named too`() async throws {
    let scene = try await Scene(
      Self.script,
      rules: "entity.name = 'Bill' => initialPropertyValues = {customerId: 2}",
      "--entity Bill --task create"
    )
    #expect(scene.line(with: "Customer")?.contains("Bob") == true, "\(scene.text)")
  }

  private static let rental = """
    CREATE TABLE actor(id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL);
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, plot TEXT);
    CREATE TABLE film_actor(actor_id INT NOT NULL REFERENCES actor, film_id INT NOT NULL REFERENCES film,
      PRIMARY KEY(actor_id, film_id));
    CREATE TABLE prize(id INTEGER PRIMARY KEY, name TEXT NOT NULL, actor_id INT NOT NULL REFERENCES actor);
    INSERT INTO actor VALUES(1, 'PENELOPE', 'GUINESS'), (2, 'NICK', 'WAHLBERG');
    INSERT INTO film VALUES(1, 'ACADEMY DINOSAUR', NULL), (2, 'AFRICAN EGG', NULL);
    INSERT INTO film_actor VALUES(1, 1), (1, 2);
    INSERT INTO prize VALUES(1, 'Oscar', 1), (2, 'Palme', 1);
    """

  private func actor() async throws -> Scene {
    try await Scene(Self.rental, "--entity Actor --task inspect --id 1")
  }

  @Test(arguments: [("films", "AFRICAN EGG"), ("prizes", "Palme")])
  func `J15: Enter opens a row of an object's page for reading, and e its form`(
    key: String,
    name: String
  ) async throws {
    let scene = try await actor()
    try await scene.go(to: key, by: "j")
    try await scene.send("j j enter")
    #expect(scene.session.navigator.current.task == .inspect, "\(scene.text)")
    #expect(scene.lines[0].contains("› \(name)"), "\(scene.text)")
    try await scene.send("esc e")
    #expect(scene.session.navigator.current.task == .edit, "\(scene.text)")
    #expect(scene.lines[0].contains("› \(name) › edit"), "\(scene.text)")
    try await scene.send("esc O")
    #expect(scene.session.navigator.current.task == .create, "\(scene.text)")
    #expect(scene.lines.contains { $0.contains(name) }, "\(scene.text)")
  }

  @Test func `J15: a row is deleted among the rows of its owner, a link is not`() async throws {
    let scene = try await actor()
    try await scene.go(to: "prizes", by: "j")
    try await scene.send("j d y")
    #expect(try scene.rows("SELECT name FROM prize") == ["Palme"], "\(scene.text)")
    #expect(scene.lines[0].contains("PENELOPE"), "\(scene.text)")
    try await scene.go(to: "films", by: "j")
    try await scene.send("j d")
    #expect(scene.status.contains("delete: this would delete the Film itself"), "\(scene.text)")
    #expect(try scene.rows("SELECT count(*) FROM actor") == ["2"])
  }

  @Test func `J15: the crumbs name the object of a form, wherever it was opened`() async throws {
    let list = try await Scene(Self.rental, "--entity Actor")
    try await list.send("e")
    #expect(list.lines[0].contains("Actor › PENELOPE GUINESS › edit"), "\(list.text)")
    let form = try await Scene(Self.rental, "--entity Actor --task edit --id 1")
    try await form.go(to: "prizes")
    try await form.send("enter")
    #expect(form.lines[0].contains("› Oscar › edit"), "\(form.text)")
    try await form.send("esc o")
    #expect(form.lines[0].contains("› Prize › new"), "\(form.text)")
  }

  @Test(arguments: ["lastName", "films", "prizes"])
  func `J15: what is typed as a search on an object's page becomes no text`(key: String)
    async throws
  {
    let scene = try await actor()
    try await scene.go(to: key, by: "j")
    if key != "lastName" { try await scene.send("j") }
    try await scene.type("/AFRICAN")
    try await scene.send("enter")
    #expect(!scene.session.work.editing.hasChanges, "\(scene.text)")
    if key == "films" {
      #expect(
        scene.session.navigator.current.list?.currentRecord?.value(forKey: "title")
          == .string("AFRICAN EGG")
      )
    } else {
      #expect(scene.text.contains("'AFRICAN' not found"), "\(scene.text)")
    }
  }

  @Test func `J15: a property of an object's page is found by its name and its value`() async throws
  {
    let scene = try await actor()
    try await scene.type("/guin")
    try await scene.send("enter")
    #expect(scene.session.navigator.current.focusedKey == "lastName", "\(scene.text)")
    try await scene.type("/last GUIN")
    try await scene.send("enter")
    #expect(scene.session.navigator.current.focusedKey == "lastName", "\(scene.text)")
    try await scene.type("/priz")
    try await scene.send("enter")
    #expect(scene.line(with: "›─ Prizes 2") != nil, "\(scene.text)")
  }
}
