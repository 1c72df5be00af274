@testable import Pages
import SceneSupport
import Testing
import Workspace

/// The page of the values of a column.
@MainActor
struct ValuesPageTests {
  private static let shop = """
    CREATE TABLE agent(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE ticket(id INTEGER PRIMARY KEY, state TEXT, minutes INTEGER, agent_id INT REFERENCES agent);
    INSERT INTO agent VALUES (1, 'Ada'), (2, 'Bea');
    INSERT INTO ticket VALUES (1, 'open', 30, 1), (2, 'open', 45, 2), (3, 'closed', 60, 2), (4, NULL, 45, NULL),
      (5, 'open', 45, 2);
    """

  private func scene(_ options: String = "", at column: String = "g") async throws -> Scene {
    let scene = try await Scene(Self.shop, "--entity Ticket --task list \(options)")
    try await scene.send(column + " f")
    return scene
  }

  /// The texts of the rows, blanks as one, without bars.
  private func rows(_ scene: Scene) -> [String] {
    scene.lines.dropFirst(2).prefix { !$0.allSatisfy { $0 == " " } }.map { line in
      line.filter { !"›█▉▊▋▌▍▎▏".contains($0) }.split(separator: " ").joined(separator: " ")
    }
  }

  @Test func `Values come with rows and shares, the most frequent first`() async throws {
    let scene = try await scene()
    #expect(scene.lines[0].contains("State: values"), "\(scene.text)")
    #expect(rows(scene) == ["open 3 60.0 %", "∅ 1 20.0 %", "closed 1 20.0 %"], "\(scene.text)")
    #expect(scene.status.contains("5 rows  ·  2 values  ·  ∅ 1"), "\(scene.text)")
  }

  @Test func `Enter keeps the rows with the value from which one came`() async throws {
    let scene = try await scene(at: "j j")
    #expect(scene.line(with: "› closed") != nil, "\(scene.text)")
    try await scene.send("enter")
    #expect(scene.lines[0].contains("State = closed ✕"), "\(scene.text)")
    scene.expectStatus("1/1")
    try await scene.send("u")
    #expect(!scene.lines[0].contains("✕"), "\(scene.text)")
  }

  @Test(arguments: [("-", "State ≠ open ✕", 2), ("j enter", "State = ∅ ✕", 1)])
  func `Rows with other values, or without one, are kept as well`(
    keys: String,
    title: String,
    count: Int
  ) async throws {
    let scene = try await scene()
    try await scene.send(keys)
    #expect(scene.lines[0].contains(title), "\(scene.text)")
    scene.expectStatus("1/\(count)")
  }

  @Test func `Several values are chosen with Space`() async throws {
    let scene = try await scene()
    try await scene.send("space j space enter")
    #expect(scene.lines[0].contains("State = open, closed ✕"), "\(scene.text)")
    scene.expectStatus("1/4")
  }

  @Test func `Only the rows of the filter are counted`() async throws {
    let scene = try await Scene(Self.shop, "--entity Ticket --task list")
    try await scene.send("l =")
    #expect(scene.lines[0].contains("Minutes = 30 ✕"), "\(scene.text)")
    try await scene.send("h f")
    #expect(rows(scene) == ["open 1 100.0 %"], "\(scene.text)")
  }

  @Test func `References are counted by their labels`() async throws {
    let scene = try await scene(at: "l l")
    #expect(rows(scene) == ["Bea 3 60.0 %", "∅ 1 20.0 %", "Ada 1 20.0 %"], "\(scene.text)")
    try await scene.send("home enter")
    #expect(scene.lines[0].contains("Agent = Bea ✕"), "\(scene.text)")
    scene.expectStatus("1/3")
  }

  @Test func `Nothing is counted that may not be seen`() async throws {
    let rules =
      "entity.name = 'Ticket' => restrictingQualifier = where (id != 1)"
      + "\nentity.name = 'Agent' => restrictingQualifier = where (name != 'Bea')"
    let scene = try await Scene(Self.shop, rules: rules, "--entity Ticket --task list")
    try await scene.send("f")
    #expect(rows(scene) == ["open 2 50.0 %", "∅ 1 25.0 %", "closed 1 25.0 %"], "\(scene.text)")
    try await scene.send("esc l l f")
    #expect(rows(scene) == ["∅ 4 100.0 %"], "\(scene.text)")
  }

  @Test func `Values of a column that a rule hides meanwhile are gone, and their chart`()
    async throws
  {
    for keys in ["", "c"] {
      let scene = try await scene()
      if !keys.isEmpty { try await scene.send(keys) }
      #expect(scene.text.contains("closed"), "\(scene.text)")
      let rule = "entity.name = 'Ticket' and propertyKey = 'state' => isPropertyVisible = false"
      #expect(try await scene.apply("rule \(rule)"))
      #expect(!scene.text.contains("closed"), "\(scene.text)")
      if keys.isEmpty { #expect(scene.text.contains("is not shown"), "\(scene.text)") }
    }
  }

  @Test func `An estimate neither leaves the page nor is drawn`() async throws {
    let scene = try await Scene(
      """
      CREATE TABLE ticket(id INTEGER PRIMARY KEY, state TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
      INSERT INTO ticket SELECT i, 'open' FROM n;
      """,
      "--entity Ticket --task list"
    )
    try await scene.send("f")
    let model = try #require(scene.session.navigator.current.summary as? ValuesModel)
    #expect(model.exportRefusal == nil && model.chart != nil)
    model.read.reload(model.follow)
    for _ in 0..<2_000 where model.values?.isEstimate != true {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(model.exportRefusal == "still counting" && model.chart == nil)
    try await scene.settle()
    #expect(model.exportRefusal == nil && model.chart != nil)
  }

  private static let rentals = """
    CREATE TABLE rental(id INTEGER PRIMARY KEY, title TEXT, fee REAL, taken DATETIME, secret INTEGER);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
    INSERT INTO rental SELECT i, CASE WHEN i % 7 = 0 THEN NULL ELSE char(97 + i % 3) || i END,
      nullif(i * 0.5 - 10, 0), datetime('2026-01-01', i || ' days', i || ' minutes'), i FROM n;
    """

  private func rentals(at column: String, rules: String = "") async throws -> Scene {
    let columns =
      "entity.name = 'Rental' => displayPropertyKeys = ['title', 'fee', 'taken', 'secret']"
    let scene = try await Scene(
      Self.rentals,
      rules: columns + "\n" + rules,
      "--entity Rental --task list"
    )
    try await scene.send(column + " f")
    return scene
  }

  @Test func `Many numbers are shown as ranges, and Enter on one keeps exactly its rows`()
    async throws
  {
    let scene = try await rentals(at: "l")
    #expect(
      rows(scene).prefix(3) == ["∅ 1 1.7 %", "-10 – -8 3 5.0 %", "-8 – -6 4 6.7 %"],
      "\(scene.text)"
    )
    #expect(scene.status.contains("60 rows  ·  59 values  ·  step 2  ·  ∅ 1"), "\(scene.text)")
    try await scene.send("home j j enter")
    #expect(scene.lines[0].contains("Fee -8 – -6 ✕"), "\(scene.text)")
    scene.expectStatus("1/4")
    try await scene.send("x f home j -")
    #expect(scene.lines[0].contains("Fee ≠ -10 – -8 ✕"), "\(scene.text)")
    scene.expectStatus("1/57")
  }

  @Test func `Ranges between whole bounds tell both where there are fractions`() async throws {
    let scene = try await rentals(at: "l")
    try await scene.run("step 1")
    #expect(rows(scene)[1].hasPrefix("-10 – -9 "), "\(scene.text)")
  }

  @Test func `The step is changed by keys and by a command, and the cursor stays in its range`()
    async throws
  {
    let scene = try await rentals(at: "l")
    try await scene.send("home j j >")
    #expect(scene.status.contains("step 5"), "\(scene.text)")
    #expect(scene.line(with: "› -10 – -5") != nil, "\(scene.text)")
    try await scene.send("< < <")
    #expect(scene.status.contains("step 0.5"), "\(scene.text)")
    try await scene.run("step 10")
    #expect(
      rows(scene) == [
        "∅ 1 1.7 %", "-10 – 0 19 31.7 %", "0 – 10 19 31.7 %", "10 – 20 20 33.3 %",
        "20 – 30 1 1.7 %",
      ],
      "\(scene.text)"
    )
    try await scene.run("step month")
    #expect(scene.says("! step month divides dates, but 'fee' is a number"), "\(scene.text)")
    try await scene.send("esc r")
    #expect(!scene.status.contains("step"), "\(scene.text)")
    #expect(rows(scene).prefix(1) == ["∅ 1 1.7 %"] || rows(scene).count > 20, "\(scene.text)")
  }

  @Test func `Moments are shown by months and days, and kept as they are counted`() async throws {
    let scene = try await rentals(at: "l l")
    try await scene.run("step month")
    #expect(
      rows(scene) == ["2026-01 30 50.0 %", "2026-02 28 46.7 %", "2026-03 2 3.3 %"],
      "\(scene.text)"
    )
    try await scene.send("home space space enter")
    #expect(scene.lines[0].contains("Taken 2026-01, 2026-02 ✕"), "\(scene.text)")
    scene.expectStatus("1/58")
    try await scene.send("x f r")
    #expect(scene.status.contains("step day"), "\(scene.text)")
  }

  @Test func `Many texts are shown by letters`() async throws {
    let scene = try await rentals(at: "")
    try await scene.send("r")
    #expect(
      rows(scene) == ["∅ 8 13.3 %", "A… 18 30.0 %", "B… 17 28.3 %", "C… 17 28.3 %"],
      "\(scene.text)"
    )
    try await scene.send("home j enter")
    #expect(scene.lines[0].contains("Title A… ✕"), "\(scene.text)")
    scene.expectStatus("1/18")
  }

  @Test func `Values are sorted by count, value and total, and the cursor stays on its value`()
    async throws
  {
    let scene = try await scene()
    try await scene.run("total minutes")
    #expect(scene.text.contains("Σ Minutes"), "\(scene.text)")
    #expect(
      rows(scene) == ["open 3 60.0 % 120", "∅ 1 20.0 % 45", "closed 1 20.0 % 60"],
      "\(scene.text)"
    )
    try await scene.send("s")
    #expect(
      rows(scene) == ["∅ 1 20.0 % 45", "closed 1 20.0 % 60", "open 3 60.0 % 120"],
      "\(scene.text)"
    )
    #expect(scene.line(with: "› open") != nil, "\(scene.text)")
    try await scene.send("s")
    #expect(rows(scene).map { $0.prefix(4) } == ["open", "clos", "∅ 1 "], "\(scene.text)")
    try await scene.send("t end enter")
    #expect(!scene.text.contains("Σ"), "\(scene.text)")
  }

  @Test func `What is hidden is not added up, nor offered for it`() async throws {
    let rules = "entity.name = 'Rental' and propertyKey = 'secret' => isPropertyVisible = false"
    let scene = try await rentals(at: "l", rules: rules)
    try await scene.run("total secret")
    #expect(scene.status.contains("'secret'"), "\(scene.text)")
    #expect(!scene.text.contains("Σ"), "\(scene.text)")
    try await scene.send("esc t")
    #expect(scene.text.contains("Fee") && !scene.text.contains("Secret"), "\(scene.text)")
  }
}
