import EntityStore
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// Choosing the object at the other end of a relationship by typing what it is called.
@MainActor
struct ToOneAutocompleteTests {
  private static func script(isIndexed: Bool = false) -> String {
    """
    CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT);
    CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist_id INT REFERENCES artist);
    INSERT INTO artist(id, name) VALUES(1, 'Mazzy Star'), (2, 'The Zombies'), (3, 'Zappa'), (4, 'Abba'), (5, 'zz top');
    INSERT INTO album VALUES(1, 'Hot Rats', 4), (2, 'Odessey', NULL);
    \(isIndexed ? "CREATE INDEX artist_name ON artist(name);" : "")
    """
  }

  private func scene(
    isIndexed: Bool = false,
    rules: String = "",
    _ arguments: String = "--entity Album --task edit --id 1"
  ) async throws -> Scene {
    let scene = try await Scene(Self.script(isIndexed: isIndexed), rules: rules, arguments)
    try await scene.go(to: "artist")
    return scene
  }

  /// The lines of the menu, from top to bottom.
  private func offered(_ scene: Scene) -> [String] {
    let names = ["Mazzy Star", "The Zombies", "Zappa", "Abba", "zz top", "new Artist", "Nico"]
    let top = scene.lines.firstIndex { $0.contains("┌") } ?? scene.lines.count
    return scene.lines[top...].dropFirst(2).compactMap { line in
      names.first { line.contains($0) }
    }
  }

  private func artist(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT artist_id FROM album WHERE id = 1")
  }

  @Test func `What is typed is looked for in labels, and Enter takes it`() async throws {
    let scene = try await scene()
    try await scene.type("ZOM")
    #expect(offered(scene) == ["The Zombies", "new Artist"], "\(scene.text)")
    #expect(scene.line(with: "│ ZOM") != nil, "\(scene.text)")
    try await scene.send("enter")
    #expect(scene.line(with: "Artist")?.contains("The Zombies") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try artist(scene) == ["2"])
  }

  @Test func `The page on which one chooses offers what is not saved yet`() async throws {
    let scene = try await Scene(Self.script(), "--entity Artist")
    try await scene.send("o")
    try await scene.go(to: "name")
    try await scene.type("Nico")
    try await scene.send("esc G enter")
    try await scene.run("Album")
    try await scene.send("e")
    try await scene.go(to: "artist")
    try await scene.send("enter")
    #expect(scene.text.contains("+ Artist “Nico”, not saved yet"), "\(scene.text)")
    try await scene.send("+")
    let isChosen = scene.lines.contains { $0.contains("Artist  ") && $0.contains("Nico") }
    #expect(isChosen, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(
      try scene.rows("SELECT name FROM artist, album WHERE artist.id = artist_id AND album.id = 1")
        == ["Nico"],
      "\(scene.text)"
    )
  }

  @Test func `Enter waits for what is found, and makes nothing where nothing is`() async throws {
    let scene = try await scene()
    scene.press("Z O M enter")
    try await scene.settle()
    #expect(scene.line(with: "Artist")?.contains("The Zombies") == true, "\(scene.text)")
    scene.press("x y z z y enter")
    try await scene.settle()
    #expect(offered(scene) == ["new Artist"], "\(scene.text)")
    #expect(scene.line(with: "nothing found")?.contains("›") == true, "\(scene.text)")
    try await scene.send("esc ctrl-s")
    #expect(try artist(scene) == ["2"])
  }

  @Test func `What begins so comes first where an index finds it, in whatever case it is written`()
    async throws
  {
    let indexed = try await scene(isIndexed: true)
    try await indexed.type("z")
    #expect(
      offered(indexed) == ["zz top", "Zappa", "Mazzy Star", "The Zombies", "new Artist"],
      "\(indexed.text)"
    )
    let plain = try await scene()
    try await plain.type("z")
    #expect(
      offered(plain) == ["Mazzy Star", "The Zombies", "Zappa", "zz top", "new Artist"],
      "\(plain.text)"
    )
  }

  @Test(arguments: [
    "code TEXT PRIMARY KEY", "code TEXT NOT NULL PRIMARY KEY", "code INTEGER PRIMARY KEY",
    "code INT PRIMARY KEY", "code UNIQUE",
  ])
  func `J18: an object is found by the beginning of its name, whatever its key is`(key: String)
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE publisher(\(key), name TEXT NOT NULL UNIQUE);
      CREATE TABLE book(id INTEGER PRIMARY KEY, pub REFERENCES publisher(code));
      INSERT INTO publisher VALUES(7, 'Penguin'), (8, 'Ace');
      INSERT INTO book VALUES(1, NULL);
      """,
      "--entity Book --task edit --id 1"
    )
    try await scene.go(to: "pub")
    try await scene.type("pen")
    #expect(scene.line(with: "Penguin") != nil, "\(scene.text)")
    #expect(!scene.text.contains("not all was searched"), "\(scene.text)")
    try await scene.send("enter ctrl-s")
    #expect(try scene.rows("SELECT pub FROM book") == ["7"], "\(scene.text)")
  }

  @Test func `Where an index finds enough nothing else is looked at`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE word(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE text(id INTEGER PRIMARY KEY, title TEXT NOT NULL, word_id INT REFERENCES word);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO word SELECT i, 'Word ' || i FROM n;
      CREATE INDEX word_name ON word(name);
      INSERT INTO text VALUES(1, 'Long', 7);
      """,
      "--entity Text --task edit --id 1"
    )
    try await scene.go(to: "word")
    let before = scene.session.work.store.statementCount
    try await scene.type("word 77")
    #expect(scene.text.contains("Word 7700"), "\(scene.text)")
    let log = scene.session.work.store.statementLog.suffix(
      scene.session.work.store.statementCount - before
    )
    #expect(!log.contains { $0.sql.contains("d2t_search") }, "\(log.map(\.sql))")
  }

  @Test func `A newer key takes the place of the older search`() async throws {
    let scene = try await scene()
    scene.press("m")
    scene.press("a z")
    try await scene.settle()
    #expect(offered(scene) == ["Mazzy Star", "new Artist"], "\(scene.text)")
    try await scene.send("backspace backspace backspace")
    try await scene.type("zap")
    #expect(offered(scene) == ["Zappa", "new Artist"], "\(scene.text)")
  }

  @Test func `The cursor begins on the current value, and what was chosen last comes first`()
    async throws
  {
    let scene = try await scene()
    try await scene.send("space")
    #expect(
      scene.lines.contains { $0.contains("›") && $0.contains("Abba") && $0.contains("│") },
      "\(scene.text)"
    )
    try await scene.send("esc")
    #expect(scene.line(with: "Artist")?.contains("Abba") == true, "\(scene.text)")
    try await scene.type("zap")
    try await scene.send("enter")
    try await scene.go(to: "artist")
    try await scene.type("mazzy")
    try await scene.send("enter")
    try await scene.go(to: "artist")
    try await scene.send("space")
    #expect(Array(offered(scene).prefix(2)) == ["Mazzy Star", "Zappa"], "\(scene.text)")
    #expect(scene.line(with: "Zappa")?.contains("recent") == true, "\(scene.text)")
    try await scene.send("esc ctrl-x ctrl-s")
    #expect(try artist(scene) == [""])
  }

  @Test func `What is not there is made in place, and saved with what points to it`() async throws {
    let scene = try await scene()
    try await scene.type("Nico")
    #expect(offered(scene) == ["new Artist"], "\(scene.text)")
    try await scene.send("down enter")
    #expect(scene.line(with: "Name")?.contains("Nico") == true, "\(scene.text)")
    try await scene.send("ctrl-s ctrl-s")
    #expect(try scene.rows("SELECT name FROM artist WHERE id = 6") == ["Nico"], "\(scene.text)")
    #expect(try artist(scene) == ["6"])
  }

  @Test func `What is made in place and discarded leaves what was there before`() async throws {
    let scene = try await scene()
    try await scene.type("Nico")
    try await scene.send("down enter esc j j enter")
    #expect(scene.line(with: "Artist")?.contains("Abba") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try artist(scene) == ["4"] && scene.rows("SELECT count(*) FROM artist") == ["5"])
  }

  @Test func `What is made in place is offered before it is saved`() async throws {
    let scene = try await scene()
    try await scene.type("Nico")
    try await scene.send("down enter esc j j j j enter")
    try await scene.go(to: "artist")
    #expect(scene.line(with: "Artist")?.contains("Nico") == true, "\(scene.text)")
    try await scene.type("abb")
    try await scene.send("enter")
    try await scene.go(to: "artist")
    try await scene.type("nic")
    #expect(scene.line(with: "Nico")?.contains("new") == true, "\(scene.text)")
    try await scene.send("enter ctrl-s")
    #expect(try artist(scene) == ["6"], "\(scene.text)")
  }

  @Test func `Rules say what is offered, and who makes something`() async throws {
    let scene = try await scene(
      rules: """
        entity.name = 'Artist' => restrictingQualifier = where (name != 'Zappa'), isEntityCreatable = false
        entity.name = 'Album' and propertyKey = 'artist' => choices = where (name != 'zz top')
        """
    )
    try await scene.type("z")
    #expect(offered(scene) == ["Mazzy Star", "The Zombies", "new Artist"], "\(scene.text)")
    #expect(scene.line(with: "new Artist")?.contains("rule ") == true, "\(scene.text)")
    try await scene.send("down down enter")
    #expect(scene.status.contains("my.rules:1"), "\(scene.text)")
  }

  @Test func `Nobody finds by what he may not see`() async throws {
    let scene = try await scene(
      rules: """
        entity.name = 'Artist' and propertyKey = 'name' => isPropertyVisible = false
        """
    )
    try await scene.type("zap")
    #expect(!scene.text.contains("Zappa") && scene.text.contains("new Artist"), "\(scene.text)")
    #expect(!scene.text.contains("“zap”"), "\(scene.text)")
  }

  @Test func `That not all was looked at stands where a new one is made`() async throws {
    let scene = try await scene()
    try scene.execute("ALTER TABLE artist RENAME TO painter")
    try await scene.type("zo")
    #expect(
      scene.line(with: "new Artist")?.contains("not all was searched") == true,
      "\(scene.text)"
    )
  }

  // MARK: Whatever is shown is found

  private static let rental = """
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE copy(id INTEGER PRIMARY KEY, film_id INT NOT NULL REFERENCES film, shelf INT);
    CREATE TABLE customer(id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL);
    CREATE TABLE rental(id INTEGER PRIMARY KEY, note TEXT, copy_id INT REFERENCES copy,
      customer_id INT REFERENCES customer);
    INSERT INTO film VALUES(1, 'Penguin at Midnight'), (2, 'Heat');
    INSERT INTO copy VALUES(501, 2, 7), (502, 1, 7), (503, 2, 8);
    INSERT INTO customer VALUES(1, 'Ada', 'Inkle'), (2, 'Bob', 'Ada'), (3, 'Ina', 'Klee');
    INSERT INTO rental VALUES(1, 'first', NULL, NULL);
    """

  @Test(arguments: [
    ("copy", "Penguin", "502"), ("copy", "midnight PENG", "502"), ("copy", "503", "503"),
    ("copy", "heat 503", "503"), ("customer", "Ada Inkle", "1"), ("customer", "inkle ada", "1"),
    ("customer", "Ink", "1"), ("customer", "3", "3"), ("customer", "Inkle A", "1"),
  ])
  func `J18: whatever a chooser shows of an object finds it, words in any order`(
    key: String,
    text: String,
    id: String
  ) async throws {
    let scene = try await Scene(Self.rental, "--entity Rental --task edit --id 1")
    try await scene.go(to: key)
    try await scene.type(text)
    try await scene.send("enter ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT \(key)_id FROM rental") == [id], "\(scene.text)")
  }

  @Test func `A new object is not offered as what it refers to itself`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, sequel_to INT REFERENCES film);
      INSERT INTO film VALUES(1, 'The Goose', NULL);
      """,
      "--entity Film --task create"
    )
    try await scene.type("The Goose Returns")
    try await scene.go(to: "sequelTo")
    try await scene.type("goose")
    // The menu stands over the field of the title.
    #expect(!scene.text.contains("Goose Returns"), "\(scene.text)")
    try await scene.send("enter ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT sequel_to FROM film WHERE id = 2") == ["1"])
  }
}
