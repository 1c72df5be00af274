import EntityModel
import EntityStore
import SQLite
import Testing

@testable import DirectToTerminal

/// What the program shows of a database that it has never seen.
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
    let page = try await run("render", path, "--entity", "Pages", "--id", "3", "--task", "inspect")
    #expect(page.contains("https://example.org/3"), "\(page)")
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
      rules.contains("// label: title, 67 % filled, 100 % distinct of 30 rows")
        || rules.contains("// label: title, 66 % filled, 100 % distinct of 30 rows"),
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
    #expect(shown.hasPrefix("labelKey is 'title'\n"), "\(shown)")
    let printed = try await run("rules", "init", path, "--rules", rules)
    #expect(!printed.contains("label: title") && !printed.contains("title | url"), "\(printed)")
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
      #expect(entity.attribute(named: "message")?.definition.evidence?.rowCount == 48)
    }
  }
}
