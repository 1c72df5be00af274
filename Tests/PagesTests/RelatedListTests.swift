import SceneSupport
import Testing

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
      "! new: it would not be linked to Movie “Alien”; make it in the list of Genre itself"
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
}
