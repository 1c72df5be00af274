import SceneSupport
import Testing

/// Tests that messages about deletions, saves and rows are true and use the names that rules give.
@MainActor
struct PlainAnswersTests {
  private static let shop = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE role(id INTEGER PRIMARY KEY, name TEXT, film_id INT REFERENCES film ON DELETE CASCADE);
    CREATE TABLE copy(id INTEGER PRIMARY KEY, code TEXT, film_id INT REFERENCES film);
    CREATE TABLE tag(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE film_tag(film_id INT NOT NULL REFERENCES film, tag_id INT NOT NULL REFERENCES tag,
      PRIMARY KEY(film_id, tag_id));
    INSERT INTO film VALUES(1, 'Alien'), (2, 'Heat');
    INSERT INTO role VALUES(1, 'Ripley', 1), (2, 'Ash', 1);
    INSERT INTO copy VALUES(1, 'A-1', 1), (2, 'A-2', 1);
    INSERT INTO tag VALUES(1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, 'e'), (6, 'f'), (7, 'g'), (8, 'h');
    INSERT INTO film_tag VALUES(1, 8);
    """
  private static let names = "entity.name = 'Role' => displayNameForEntity = 'Credit'"

  @Test func `A deletion that something keeps says what it would do, by the names of rules`()
    async throws
  {
    let scene = try await Scene(Self.shop, rules: Self.names, "--entity Film")
    try await scene.send("d")
    #expect(scene.text.contains("cannot be deleted"), "\(scene.text)")
    #expect(scene.text.contains("Roles (Credit): 2, would be deleted too"), "\(scene.text)")
    #expect(scene.text.contains("Copies: 2, which prevent the deletion"), "\(scene.text)")
  }

  @Test func `A reference that comes while a deletion is asked about is named as on the screen`()
    async throws
  {
    let scene = try await Scene(
      Self.shop,
      rules: "entity.name = 'Copy' => displayNameForEntity = 'Disc'",
      "--entity Film"
    )
    try await scene.send("j d")
    try scene.execute("INSERT INTO copy VALUES(3, 'H-1', 2)")
    try await scene.send("y")
    #expect(
      scene.status.contains(
        "Film “Heat” cannot be deleted: Copies (Disc): 1, which prevents the deletion"
      ),
      "\(scene.text)"
    )
  }

  @Test func `The question about undoing a save names what was deleted first`() async throws {
    let scene = try await Scene(
      Self.shop,
      rules: "*true* => savesDeletesAtOnce = no",
      "--entity Copy"
    )
    try await scene.send("e")
    try await scene.go(to: "code")
    try await scene.retype("B-1")
    try await scene.send("esc end enter j d ctrl-s")
    #expect(scene.status.contains("saved 2 objects"), "\(scene.text)")
    try await scene.send("u")
    #expect(scene.text.contains("Copy “A-2” deleted and 1 more"), "\(scene.text)")
  }

  @Test func `The history shows names of references, as the form does`() async throws {
    let scene = try await Scene(Self.shop, "--entity Copy --task edit --id 1")
    try await scene.go(to: "film")
    try await scene.type("Heat")
    try await scene.send("enter ctrl-s")
    scene.expectSaved()
    try await scene.send("H enter")
    #expect(scene.line(with: "Film: Alien → Heat") != nil, "\(scene.text)")
  }

  @Test func `Ticks below the screen are told`() async throws {
    let scene = try await Scene(Self.shop, "--entity Film --task edit --id 1")
    #expect(scene.text.contains("1 of 8 ticked, none of these"), "\(scene.text)")
    try await scene.go(to: "tags")
    try await scene.send("end space")
    #expect(!scene.text.contains("none of these"), "\(scene.text)")
  }

  @Test func `The key for a whole relationship works where that is only shown`() async throws {
    let scene = try await Scene(Self.shop, "--entity Film --task inspect --id 1")
    try await scene.go(to: "roles")
    try await scene.send("E")
    #expect(scene.lines[0].contains("Roles"), "\(scene.text)")
    #expect(scene.text.contains("new"), "\(scene.text)")
    let copy = try await Scene(Self.shop, "--entity Copy --task inspect --id 1")
    try await copy.go(to: "film")
    try await copy.send("E")
    #expect(copy.status.contains("Film leads to a single object"), "\(copy.text)")
  }
}
