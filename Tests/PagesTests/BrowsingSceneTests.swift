import SceneSupport
import EntityStore
import Terminal
import Testing

import Pages
import Workspace

/// Going about in a database: what a person sees, key by key.
@MainActor
struct BrowsingSceneTests {
  private static let shop = """
    CREATE TABLE maker(id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT);
    CREATE TABLE part(
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, price NUMERIC(10,2), colour TEXT,
      maker_id INTEGER NOT NULL REFERENCES maker(id));
    CREATE VIEW cheap_part AS SELECT name, price FROM part WHERE price < 10;
    INSERT INTO maker VALUES (1, 'Acme', NULL), (2, 'Bolt & Co', 'old');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO part SELECT i, printf('part %03d', i), i / 4.0,
        CASE WHEN i % 3 THEN 'red' END, 1 + (i > 250) FROM n;
    """

  private func cursorLine(_ scene: Scene) -> String {
    scene.lines.first { $0.hasPrefix("›") } ?? ""
  }

  @Test func `Views stand under a title that the cursor passes over`() async throws {
    let scene = try await Scene(Self.shop, width: 60, height: 12)
    #expect(scene.line(with: "── views ──") != nil)
    try await scene.send("G")
    #expect(cursorLine(scene).contains("Cheap"))
    try await scene.send("k")
    #expect(cursorLine(scene).hasPrefix("› Part"))
    try await scene.send("j")
    #expect(cursorLine(scene).contains("Cheap"))
  }

  @Test func `Objects behind a reference are counted with one statement for a page`() async throws {
    let scene = try await Scene(
      Self.shop + "UPDATE part SET maker_id = 2 WHERE id = 2;",
      rules:
        "task = 'list' and entity.name = 'Part' => displayPropertyKeys = ['name', 'maker.parts']",
      "--entity Part",
      height: 12
    )
    #expect(scene.line(with: "part 001")?.contains("249") == true, "\(scene.lines)")
    #expect(scene.line(with: "part 002")?.contains("51") == true, "\(scene.lines)")
    let counting = scene.session.work.store.statementLog.map(\.sql)
      .filter { $0.hasPrefix("SELECT t0.\"id\", count(*) FROM \"main\".\"maker\"") }
    #expect(counting.count == 1, "\(scene.session.work.store.statementLog.map(\.sql))")
  }

  @Test func `Going back finds row, column, scrolling and filter as they were`() async throws {
    let scene = try await Scene(Self.shop, "--entity Part", height: 20)
    try await scene.send("l l = pgdn pgdn j")
    let before = scene.lines
    #expect(before[0].contains("✕"))
    try await scene.send("enter")
    #expect(scene.lines != before)
    try await scene.send("esc")
    #expect(scene.lines.dropLast() == before.dropLast())
  }

  @Test func `Reading again keeps the row and its place on the screen`() async throws {
    let scene = try await Scene(Self.shop, "--entity Part", height: 20)
    try await scene.send("pgdn pgdn pgdn k k")
    let before = scene.lines
    try await scene.send("ctrl-r")
    #expect(scene.lines == before)
    try scene.execute("DELETE FROM part WHERE id = 1")
    try await scene.send("ctrl-r")
    #expect(cursorLine(scene) == before.first { $0.hasPrefix("›") })
  }

  @Test func `J and K go through the list that led to the object, beyond what is loaded`()
    async throws
  {
    let scene = try await Scene(Self.shop, "--entity Part")
    try await scene.send("K enter K")
    #expect(scene.status.contains("this is the first of the list"))
    for _ in 0..<150 { try await scene.send("J") }
    #expect(scene.lines[0].contains("part 151"))
    #expect(scene.status.contains("151/300"))
    try await scene.send("esc")
    #expect(cursorLine(scene).contains("part 151"))
  }

  @Test func `A page reached by a relationship is no row of the list before`() async throws {
    let scene = try await Scene(Self.shop, "--entity Part")
    try await scene.send("j enter")
    try await scene.go(to: "maker")
    try await scene.send("enter")
    #expect(scene.lines[0].contains("› Acme"))
    #expect(!scene.status.contains("/300"))
    #expect(cursorLine(scene) == scene.lines[1])
    try await scene.send("J")
    #expect(scene.lines[0].contains("› Acme"))
    try await scene.send("esc")
    #expect(scene.lines[0].contains("› part 002"))
    #expect(cursorLine(scene).contains("Maker"))
  }

  @Test func `After what took long Esc goes back again, even when nothing else changed`()
    async throws
  {
    let scene = try await Scene(Self.shop, "--entity Part")
    try await scene.send("enter")
    scene.session.work.loads.run {
      while !scene.status.contains("esc stops") {
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
    try await scene.settle()
    #expect(!scene.text.contains("esc stops"))
    try await scene.send("esc")
    #expect(cursorLine(scene).contains("part 001"))
  }

  @Test func `Tab enters the object beside the list, whose relationships Enter follows`()
    async throws
  {
    let scene = try await Scene(Self.shop, "--entity Part", width: 130)
    #expect(scene.lines[2].contains("│"))
    try await scene.send("j j tab")
    try await scene.go(to: "maker", by: "j")
    try await scene.send("enter")
    #expect(scene.lines[0].contains("› Acme"))
    try await scene.send("esc")
    #expect(cursorLine(scene).contains("part 003"))
    try await scene.send("j")
    #expect(cursorLine(scene).contains("part 004"))
  }

  @Test func `On a narrow screen objects are summaries and links stand in one line`() async throws {
    let scene = try await Scene(Self.shop, "--entity Part", width: 40, height: 14)
    #expect(scene.lines[1] == "› part 001")
    #expect(scene.lines[2].hasPrefix("  Price 0.25"))
    try await scene.send("j enter")
    #expect(scene.lines[0].hasPrefix(" test › Part › part 002"))
    let maker = try #require(scene.line(with: "Maker"))
    #expect(maker.contains("Acme") && maker.contains("›"))
  }

  @Test func `What was searched for is marked where it stands`() async throws {
    let scene = try await Scene(Self.shop, "--entity Part")
    try await scene.send("/")
    // A letter alone belongs to the number behind it.
    try await scene.type("t 1")
    try await scene.send("enter")
    #expect(cursorLine(scene).contains("part 100"))
    try await scene.send("n")
    #expect(cursorLine(scene).contains("part 101"))
    try await scene.send("N N")
    #expect(scene.status.contains("search continued at the end"))
    #expect(cursorLine(scene).contains("part 199"))
  }

  @Test func `A value is put on the clipboard`() async throws {
    let scene = try await Scene(Self.shop, "--entity Part")
    try await scene.send("j y")
    #expect(scene.terminal.clipboard == "part 002")
    #expect(scene.status.contains("copied ‘part 002’"))
  }

  @Test func `The order is told, turned and ended`() async throws {
    let scene = try await Scene(Self.shop, "--entity Part", height: 12)
    try await scene.send("l s")
    #expect(scene.lines[0].hasSuffix("sort: Price ↑"))
    try await scene.send("s")
    #expect(scene.lines[0].hasSuffix("sort: Price ↓"))
    #expect(scene.lines[2].contains("part 300"))
    try await scene.send("s")
    #expect(!scene.lines[0].contains("sort:"))
  }

  @Test func `A heading that is cut keeps the arrow of its order`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a_very_long_name_of_a_column INTEGER, title TEXT);
      INSERT INTO t VALUES(1, 2, 'x'), (2, 1, 'y');
      """,
      rules: "*true* => displayPropertyKeys = ['title', 'aVeryLongNameOfAColumn'], width = 9",
      "--entity T"
    )
    try await scene.send("l s")
    #expect(scene.lines[1].contains("A very… ↑"), "\(scene.text)")
  }

  @Test func `A window that is too small says so, and a larger one shows the row again`()
    async throws
  {
    let scene = try await Scene(Self.shop, "--entity Part")
    try await scene.send("j j j")
    let row = cursorLine(scene)
    try await scene.resize(width: 9, height: 3)
    #expect(scene.text.contains("small"))
    try await scene.resize(width: 20, height: 5)
    #expect(cursorLine(scene).contains("part 004"))
    try await scene.resize(width: 100, height: 30)
    #expect(cursorLine(scene) == row)
  }

  @Test func `A window that was small for a while shows the same rows again`() async throws {
    let scene = try await Scene(Self.shop, "--entity Part", height: 30)
    try await scene.send("pgdn pgdn k k")
    let before = scene.lines
    try await scene.resize(width: 100, height: 12)
    #expect(cursorLine(scene) == before.first { $0.hasPrefix("›") })
    try await scene.resize(width: 100, height: 30)
    #expect(scene.lines == before)
    try await scene.resize(width: 100, height: 12)
    try await scene.send("j")
    try await scene.resize(width: 100, height: 30)
    #expect(scene.lines != before, "who has gone on looks on from there")
  }

  @Test func `Esc on the first page does not leave the program`() async throws {
    let scene = try await Scene(Self.shop)
    try await scene.send("enter esc esc esc")
    #expect(!scene.isFinished)
    #expect(scene.status.contains("^Q quits"))
    try await scene.send("q")
    #expect(scene.isFinished)
  }

  @Test func `The palette goes to an entity by its name`() async throws {
    let scene = try await Scene(Self.shop, "--entity Maker")
    try await scene.send("ctrl-p")
    try await scene.type("cheap")
    try await scene.send("enter")
    #expect(scene.lines[0].contains("› Cheap Part"))
    try await scene.send("esc")
    #expect(scene.lines[0].contains("› Maker"))
  }

  @Test func `What a reference without a label leads to is told by its entity and number`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE lot(id INTEGER PRIMARY KEY, weight REAL);
      CREATE TABLE sort(code TEXT PRIMARY KEY, weight REAL);
      CREATE TABLE crate(id INTEGER PRIMARY KEY, lot_id INTEGER REFERENCES lot, sort_code TEXT REFERENCES sort);
      INSERT INTO lot VALUES (45, 1.5); INSERT INTO sort VALUES ('apple', 2);
      INSERT INTO crate VALUES (1, 45, 'apple'), (2, NULL, NULL);
      """,
      "--entity Crate"
    )
    #expect(cursorLine(scene).hasPrefix("› apple  Lot 45"))
    #expect(scene.lines[3].hasPrefix("  ∅      ∅"))
  }

  @Test func `Binary data is told by kind and whole size, also where a list reads its beginning`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE picture(id INTEGER PRIMARY KEY, name TEXT, content BLOB);
      CREATE VIEW gallery AS SELECT name, content FROM picture;
      INSERT INTO picture VALUES (1, 'small', x'89504E470D0A1A0A0000000D4948445200000010000000200802000000'),
        (2, 'large', x'FFD8FFE0' || zeroblob(5000)), (3, 'odd', zeroblob(3)), (4, 'none', NULL), (5, 'empty', x''), (6, 'number', 259);
      UPDATE picture SET content = CAST(content AS BLOB) WHERE id = 2;
      """,
      "--entity Picture"
    )
    #expect(scene.line(with: "small")?.contains("<PNG 16×32 29 B>") == true, "\(scene.lines)")
    #expect(scene.line(with: "large")?.contains("<JPEG 5 kB>") == true, "\(scene.lines)")
    #expect(scene.line(with: "odd")?.contains("<blob 3 B>") == true)
    #expect(scene.line(with: "empty")?.contains("<blob 0 B>") == true)
    #expect(scene.line(with: "number")?.hasSuffix(" 259") == true, "it is no number of bytes")
    try await scene.send("j enter")
    #expect(scene.line(with: "Content")?.contains("<JPEG 5 kB>") == true)
    try await scene.send(":")
    try await scene.type("gallery")
    try await scene.send("enter")
    #expect(scene.line(with: "  large")?.contains("<JPEG 5 kB>") == true, "\(scene.lines)")
  }

  @Test func `What has nothing but a message is called by its first words`() async throws {
    let long = String(repeating: "word ", count: 40)
    let scene = try await Scene(
      """
      CREATE TABLE message(id INTEGER PRIMARY KEY, sender INTEGER, body TEXT);
      INSERT INTO message VALUES (1, 7, 'Dear Bob,' || char(10) || 'see you'), (2, 8, '\(long)');
      """,
      "--entity Message"
    )
    #expect(scene.line(with: "Dear Bob")?.contains("see you") == true)
    try await scene.send("enter")
    #expect(scene.lines[0].contains("› Dear Bob,…"))
    try await scene.send("J d")
    #expect(scene.text.contains("“\(long.prefix(79))"))
    #expect(!scene.text.contains(long.prefix(90)))
  }

  @Test func `On the first page n goes to the next match, or says what to do`() async throws {
    let scene = try await Scene(Self.shop, width: 100, height: 12)
    try await scene.send("n")
    scene.expectStatus("! next match: nothing searched yet; / searches, o makes a new object")
    try await scene.send("/")
    try await scene.type("pa")
    try await scene.send("enter")
    #expect(cursorLine(scene).hasPrefix("› Part"), "\(scene.text)")
    try await scene.send("n")
    #expect(cursorLine(scene).contains("Cheap Part"), "\(scene.text)")
    try await scene.send("N")
    #expect(cursorLine(scene).hasPrefix("› Part"), "\(scene.text)")
    try await scene.send("enter n")
    scene.expectStatus("! next match: nothing searched yet; / searches, o makes a new object")
  }
}
