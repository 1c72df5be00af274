import SceneSupport
import EntityModel
import EntityStore
import SQLite
import SQLiteStore
import Testing
import TestSupport

@testable import CommandLineTool  // the conventions that are known

/// Tests how the program shows a database that has no rules and no model.
@MainActor
struct FirstSightTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/unknown.db" }

  private func run(_ words: String...) async throws -> String {
    let outcome = await Program(try Invocation(arguments: words)).run()
    #expect(outcome.code == 0, "\(outcome.messages)")
    return outcome.output
  }

  /// Pages of the web, some without a title, and visits to them, whose dates are microseconds since 1601.
  private static let history = """
    CREATE TABLE pages (id INTEGER PRIMARY KEY, guid TEXT, url TEXT, title TEXT, state TEXT);
    CREATE TABLE visits (id INTEGER PRIMARY KEY, page_id INTEGER REFERENCES pages, visit_time INTEGER);
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 30)
    INSERT INTO pages SELECT i, printf('%016x', i * 7919), 'https://example.org/' || i,
      iif(i % 3, 'Page ' || char(64 + i), NULL), 'ok' FROM n;
    INSERT INTO visits SELECT id, id, iif(id = 5, 0, 13000000000000000 + id * 86400000000) FROM pages;
    """

  @Test func `C1: a to-one whose label is empty shows what stands in for it`() async throws {
    try Connection(path: path, mode: .create).execute(Self.history)
    let lines = try await run("list", path, "Visits", "--limit", "3").split(separator: "\n")
    #expect(lines[1].contains("Page A") && lines[2].contains("Page B"), "\(lines)")
    #expect(lines[3].contains("https://example.org/3"), "\(lines)")
    let scene = try await Scene(Self.history, "--entity Pages --id 3 --task inspect")
    #expect(scene.lines[0].contains("https://example.org/3"), "\(scene.text)")
  }

  @Test func `A12: never is said where no moment is, and a typed one keeps the era`() async throws {
    try Connection(path: path, mode: .create).execute(Self.history)
    let shown = try await run("list", path, "Visits?id = 5")
    #expect(shown.contains("never") && !shown.contains("1601"), "\(shown)")
    _ = try await run("set", path, "Visits#5", "visitTime=2024-03-01 12:30:15")
    let stored = try Connection(path: path, mode: .readOnly)
      .scalar("SELECT visit_time FROM visits WHERE id = 5")
    #expect(stored == .int(13_353_769_815_000_000))
  }

  @Test func `C2: rules init says what decided, in rules that hold`() async throws {
    try Connection(path: path, mode: .create).execute(Self.history)
    let rules = try await run("rules", "init", path)
    #expect(
      rules.contains("// label: title, 66 % filled, 100 % distinct of 30 rows"),
      "\(rules)"
    )
    #expect(rules.contains("labelKey = 'title | url'"), "\(rules)")
    #expect(
      rules.contains("task = 'list' => displayPropertyKeys = ['url', 'title', 'state', 'guid']"),
      "\(rules)"
    )
  }

  @Test func `C1: who sees only some of the rows is shown what names alone say`() async throws {
    try Connection(path: path, mode: .create).execute(Self.history)
    let rules = folder.write(
      Array("entity.name = 'Pages' => restrictingQualifier = where (id < 9)".utf8),
      to: "some.rules"
    )
    let shown = try await run(
      "rules",
      "explain",
      "labelKey",
      path,
      "--entity",
      "Pages",
      "--rules",
      rules
    )
    #expect(shown.hasPrefix("labelKey is 'title'"), "\(shown)")
    let printed = try await run("rules", "init", path, "--rules", rules)
    #expect(!printed.contains("label: title") && !printed.contains("title | url"), "\(printed)")
  }

  @Test func `C1: what rows show of a hidden property names no object`() async throws {
    var titles: Set<String> = []
    for safe in ["'Hotel'", "1000"] {
      let scene = try await Scene(
        """
        CREATE TABLE store(id INTEGER PRIMARY KEY, city TEXT, safe TEXT);
        INSERT INTO store VALUES(1,'Oslo',\(safe)||1),(2,'Oslo',\(safe)||2),(3,'Rome',\(safe)||3);
        """,
        rules: "entity.name = 'Store' and propertyKey = 'safe' => isPropertyVisible = false",
        "--entity Store --task inspect --id 2"
      )
      titles.insert(scene.lines[0])
    }
    #expect(titles.count == 1, "\(titles)")
  }

  @Test func `C1: the same file gives the same answer however large it is`() async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE log (id INTEGER PRIMARY KEY, code TEXT, message TEXT);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO log SELECT i * 1000, 'x', iif(i < 40, NULL, 'Line ' || char(65 + i % 26, 65 + i / 26)) FROM n;
      CREATE VIEW endless AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT i, 'a' AS t
        FROM n WHERE i < 0;
      """
    )
    // The first rows alone would say that the message is empty.
    for _ in 0..<2 {
      let entity = try #require(
        try await EntityStore.open(.file(path)).model.entity(named: "Log")
      )
      #expect(entity.definition.labelKey?.hasPrefix("message") == true)
      #expect(entity.attribute(named: "message")?.evidence?.rowCount == 48)
    }
  }

  @Test func `C4: years stand ungrouped and numbers with their points below each other`()
    async throws
  {
    let script = """
      CREATE TABLE pay (id INTEGER PRIMARY KEY, name TEXT, year INTEGER, amount REAL, heads INTEGER);
      INSERT INTO pay (name, year, amount, heads) VALUES ('a', 1981, 0.1, 1500), ('b', 1990, 0.11, 1600),
        ('c', 2001, 30000, 12), ('d', 2024, NULL, 7);
      """
    let lines = try await Scene(script, "--entity Pay --task list").lines
    func line(_ name: String) -> String { lines.first { (" " + $0).contains(" \(name)  ") } ?? "" }
    #expect(line("a").contains("1981") && !line("a").contains("1 981"), "\(lines)")
    #expect(line("a").contains("1 500"), "\(lines)")
    func place(of text: String, in line: String) -> Int? {
      line.firstRange(of: text).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
    }
    let point = place(of: "0.1", in: line("a"))
    #expect(point != nil && point == place(of: "0.11", in: line("b")), "\(lines)")
    #expect(line("c").contains("30 000   "), "\(lines)")
  }

  @Test
  func `C5: of two columns that would be called alike the one at the end of a path names its way`()
    async throws
  {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE book (id INTEGER PRIMARY KEY, name TEXT, customer_id INTEGER REFERENCES customer);
      INSERT INTO customer VALUES (1, 'Ada'); INSERT INTO book VALUES (1, 'Sums', 1);
      """
    )
    let two = try await run("list", path, "Book", "--columns", "name,customer.name")
    #expect(two.hasPrefix("Name  Customer name\n"), "\(two)")
    let one = try await run("list", path, "Book", "--columns", "customer.name")
    #expect(one.hasPrefix("Name\n"), "\(one)")
  }

  @Test func `C5: a title of nothing but keys shows which of them are empty`() async throws {
    let script = """
      CREATE TABLE node (a INTEGER, b TEXT, c INTEGER, data BLOB, PRIMARY KEY (a, b, c)) WITHOUT ROWID;
      INSERT INTO node VALUES (1, '', 0, x'00');
      """
    let scene = try await Scene(script, "--entity Node --task list", width: 130, height: 20)
    #expect(scene.text.contains("Node 1, '', 0"), "\(scene.text)")
  }

  @Test func `A18: numbers of entities are no references, and a delete takes its links along`()
    async throws
  {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Film', 0, 2), (2, 'Owner', 0, 1), (3, 'Tag', 0, 2);
      CREATE TABLE ZFILM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZOWNER INTEGER,
        Z2_OWNER INTEGER, ZTITLE VARCHAR);
      CREATE TABLE ZOWNER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
      CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
      CREATE TABLE Z_1TAGS (Z_1FILMS INTEGER, Z_3TAGS INTEGER, PRIMARY KEY (Z_1FILMS, Z_3TAGS));
      INSERT INTO ZFILM VALUES (1, 1, 1, 1, 2, 'Metropolis'), (2, 1, 1, 1, 2, 'M');
      INSERT INTO ZOWNER VALUES (1, 2, 1, 'Fritz'), (2, 2, 1, 'Thea');
      INSERT INTO ZTAG VALUES (1, 3, 1, 'mute'), (2, 3, 1, 'loud');
      INSERT INTO Z_1TAGS VALUES (1, 1), (1, 2), (2, 2);
      """
    )
    let model = try await EntityStore.open(.file(path), conventions: SchemaConventions.all).model
    let film = try #require(model.entity(named: "Film"))
    #expect(film.toOneNames == ["owner"])
    let list = try await run("list", path, "Film")
    #expect(list.contains("Fritz") && !list.contains("Thea"), "\(list)")
    _ = try await run("delete", path, "Film#1")
    let links = try Connection(path: path, mode: .readOnly)
      .scalar("SELECT group_concat(Z_1FILMS || '-' || Z_3TAGS) FROM Z_1TAGS")
    #expect(links == .text("2-2"))
  }

  /// A table with six narrow columns, one with six wide ones, and one with a single column.
  private static let films = """
    CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, maker_id INTEGER REFERENCES maker, released DATE,
      rental_duration INTEGER, replacement_cost REAL, rating TEXT);
    CREATE TABLE night (id INTEGER PRIMARY KEY, title TEXT, maker_id INTEGER REFERENCES maker, begins_at DATETIME,
      ends_at DATETIME, opened_at DATETIME, closed_at DATETIME);
    INSERT INTO maker VALUES (1, 'Paramount Pictures'), (2, 'Universum Film');
    INSERT INTO film (title, maker_id, released, rental_duration, replacement_cost, rating) VALUES
      ('A very long title of a film', 1, '1931-05-11', 6, 20.99, 'G'), ('Metropolis', 2, '1927-01-10', 3, 12.49, 'PG'),
      ('Another title that is long', 2, '1922-03-04', 4, 9.99, 'R');
    INSERT INTO night (title, maker_id, begins_at, ends_at, opened_at, closed_at) VALUES
      ('A very long title of a night', 1, '2024-05-11 20:00', '2024-05-11 22:00', '2024-05-11 19:30', '2024-05-11 23:30'),
      ('Another title that is long', 2, '2024-06-11 20:00', '2024-06-11 22:10', '2024-06-11 19:35', '2024-06-11 23:40');
    """

  @Test(arguments: [120, 130, 160])
  func `C3: the object beside a list goes before the list becomes useless`(width: Int) async throws
  {
    func header(_ entity: String, _ isBeside: Bool) async throws -> String {
      let scene = try await Scene(
        Self.films,
        "--entity \(entity) --task list",
        width: width,
        height: 20
      )
      #expect(scene.lines[1].contains("│") == isBeside, "\(scene.text)")
      // What is not there is not offered.
      #expect(scene.text.contains("⇥ detail") == isBeside, "\(scene.text)")
      return scene.lines[1]
    }
    let film = try await header("Film", true)
    for title in ["Title", "Maker", "Released", "Rental du", "Replaceme", "Rating"] {
      #expect(film.contains(title), "\(film)")
    }
    let night = try await header("Night", width == 160)
    for title in ["Title", "Maker", "Begins at", "Ends at", "Opened at", "Closed at"] {
      #expect(night.contains(title), "\(night)")
    }
    _ = try await header("Maker", true)
  }
}
