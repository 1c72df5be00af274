import RuleEnvironment
import SceneSupport
import Terminal
import TestSupport
import Testing
import Widgets

/// The object under the cursor of a list, beside it or below.
@MainActor
struct DetailPaneTests {
  private static let shop = """
    CREATE TABLE maker(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL, size INTEGER,
      maker_id INTEGER REFERENCES maker);
    INSERT INTO maker VALUES(1, 'Acme'), (2, 'Bolt');
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      INSERT INTO part SELECT i, printf('part %03d', i), i / 4.0, i * 7, 1 FROM n;
    """

  private func isBeside(_ scene: Scene) -> Bool { scene.lines[2].contains("│") }

  private func isBelow(_ scene: Scene) -> Bool {
    scene.lines.contains { $0.hasPrefix("──────────") }
  }

  @Test func `37-3: The pane fills its height with the related rows as a table`() async throws {
    let scene = try await Scene(Self.shop, "--entity Maker --task list", width: 130, height: 40)
    #expect(isBeside(scene))
    #expect(scene.line(with: "Parts 60")?.contains("┌") == true, "\(scene.text)")
    let rows = scene.lines.count { $0.contains("part 0") }
    #expect(rows > 25, "\(scene.text)")
    #expect(scene.text.contains("and \(60 - rows) more"), "\(scene.text)")
    #expect(scene.lines.suffix(4).contains { $0.contains("└") }, "\(scene.text)")
    try await scene.send("j")
    #expect(!scene.text.contains("part 0"), "rows of another object:\n\(scene.text)")
  }

  @Test(arguments: [80, 130])
  func `37-3: A key puts the pane beside, below and off, and lists of the entity keep that`(
    width: Int
  ) async throws {
    let scene = try await Scene(Self.shop, "--entity Maker --task list", width: width)
    #expect(isBeside(scene) == (width == 130))
    if width == 80 {
      try await scene.send("I")
      #expect(isBeside(scene), "\(scene.text)")
    }
    try await scene.send("I")
    #expect(!isBeside(scene) && isBelow(scene), "\(scene.text)")
    try await scene.send("I")
    #expect(!isBeside(scene) && !isBelow(scene), "\(scene.text)")
    #expect(!scene.text.contains("⇥ detail"), "\(scene.text)")
    try await scene.send("I")
    #expect(isBeside(scene), "\(scene.text)")
    try await scene.send("I")
    try await scene.run("Part")
    #expect(!isBelow(scene), "another entity:\n\(scene.text)")
    try await scene.run("Maker")
    #expect(isBelow(scene), "\(scene.text)")
  }

  @Test func `37-3: Keys make the pane wider and narrower, and the list stays of use`() async throws
  {
    let scene = try await Scene(Self.shop, "--entity Maker --task list", width: 130)
    func bar() -> Int? {
      scene.lines[2].firstIndex(of: "│").map {
        scene.lines[2].distance(from: scene.lines[2].startIndex, to: $0)
      }
    }
    let first = try #require(bar())
    try await scene.send("alt->")
    #expect(bar() == first - 4, "\(scene.text)")
    try await scene.send("alt-< alt-<")
    #expect(bar() == first + 4, "\(scene.text)")
    for _ in 0..<40 { try await scene.send("alt->") }
    #expect(scene.lines[1].contains("Name"), "\(scene.text)")
    for _ in 0..<60 { try await scene.send("alt-<") }
    #expect(bar() == 130 - 21, "\(scene.text)")
  }

  @Test func `37-3: Rules say where the pane is and how wide`() async throws {
    let scene = try await Scene(
      Self.shop,
      rules: """
        entity.name = 'Maker' => detailPlacement = 'beside'
        entity.name = 'Maker' => detailWidth = 40
        entity.name = 'Part' => detailPlacement = 'below'
        """,
      "--entity Maker --task list",
      width: 90
    )
    let line = scene.lines[2]
    let bar = try #require(line.firstIndex(of: "│"))
    #expect(line.distance(from: line.startIndex, to: bar) == 49, "\(scene.text)")
    try await scene.run("Part")
    #expect(isBelow(scene), "\(scene.text)")
  }

  @Test func `37-4: A pane beside a narrow list takes the room that its columns leave`()
    async throws
  {
    let scene = try await Scene(Self.shop, "--entity Maker --task list", width: 140)
    let line = scene.lines[2]
    let bar = try #require(line.firstIndex(of: "│"))
    #expect(line.distance(from: line.startIndex, to: bar) == 139 - 76, "\(scene.text)")
  }

  @Test(arguments: [100, 120, 140, 170, 220])
  func `37-3: By default the pane takes no column that the list would show without it`(
    width: Int
  ) async throws {
    for count in [1, 4, 8, 14] {
      let columns = (0..<count).map { "wide_column_\($0) TEXT" }.joined(separator: ", ")
      let values = (0..<count).map { _ in "'value with some text'" }.joined(separator: ", ")
      let script =
        "CREATE TABLE thing(id INTEGER PRIMARY KEY, \(columns));"
        + "INSERT INTO thing VALUES (1, \(values));"
      func head(_ rules: String) async throws -> [Substring] {
        let scene = try await Scene(script, rules: rules, "--entity Thing", width: width)
        let line = scene.lines[1].prefix { $0 != "│" }
        return line.split(separator: "  ").map { $0.drop { " ›".contains($0) } }
          .filter { !$0.isEmpty }
      }
      let alone = try await head("*true* => detailPlacement = 'off'")
      #expect(
        try await head("*true* => detailPlacement = 'automatic'").count >= alone.count,
        "\(count)"
      )
    }
  }

  @Test(arguments: [(60, 40, ""), (80, 24, ""), (80, 24, "I"), (130, 40, ""), (130, 40, "I")])
  func `Enter on a related row in the pane opens that object, on their box all of them`(
    width: Int,
    height: Int,
    keys: String
  ) async throws {
    let scene = try await Scene(
      Self.shop,
      "--entity Maker --task list",
      width: width,
      height: height
    )
    try await scene.send(width < 130 ? "I \(keys)" : keys)
    #expect(isBelow(scene) == (keys == "I"), "\(scene.text)")
    func goToRows() async throws {
      if scene.focusedProperty != "id" { try await scene.send("tab") }
      try await scene.go(to: "parts", by: "j")
    }
    try await goToRows()
    try await scene.send("down down enter")
    #expect(scene.lines[0].contains("part 002"), "\(scene.text)")
    try await scene.send("esc enter")
    #expect(scene.lines[0].contains("part 002"), "the cursor is where it was:\n\(scene.text)")
    try await scene.send("esc")
    let row = try #require(scene.lines.firstIndex { $0.contains("part 001") })
    for _ in 0..<2 { try await scene.mouse(.press(.left), width - 15, row) }
    #expect(scene.lines[0].contains("part 001"), "\(scene.text)")
    try await scene.send("esc k enter")
    #expect(scene.lines[0].contains("Parts"), "\(scene.text)")
  }

  @Test(arguments: [(20, 5), (40, 12), (80, 24)])
  func `37-3: The key says so where there is no room, and goes on to where there is`(
    width: Int,
    height: Int
  ) async throws {
    let scene = try await Scene(
      Self.shop,
      "--entity Part --task list",
      width: width,
      height: height
    )
    for _ in 0..<4 {
      try await scene.send("I")
      #expect(scene.text.contains("part 001"), "\(scene.text)")
    }
    if height == 5 { #expect(scene.status.contains("no room"), "\(scene.text)") }
  }
}
