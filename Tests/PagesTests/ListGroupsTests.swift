import SceneSupport
import Terminal
import TestSupport
import Testing

/// Lists whose rules say `groupBy`: headings with numbers and totals, which fold their rows away.
@MainActor
struct ListGroupsTests {
  private static let shop = """
    CREATE TABLE sale(id INTEGER PRIMARY KEY, item TEXT NOT NULL, kind TEXT, price DECIMAL(8,2));
    INSERT INTO sale VALUES (1, 'Lamp', 'light', 10.50), (2, 'Desk', 'table', 120), (3, 'Chair', NULL, 7),
      (4, 'Bulb', 'light', 2.25), (5, 'Bench', 'table', NULL);
    """

  private func scene(
    _ groupBy: String = "kind",
    rules: String = "",
    width: Int = 100,
    height: Int = 30
  ) async throws -> Scene {
    try await Scene(
      Self.shop,
      rules: "entity.name = 'Sale' => groupBy = '\(groupBy)'\n" + rules,
      "--entity Sale --task list",
      width: width,
      height: height
    )
  }

  /// The first words of the rows, headings with their mark and number.
  private func rows(_ scene: Scene) -> [String] {
    scene.lines.dropFirst(2).dropLast(2).prefix { !$0.allSatisfy { $0 == " " } }.map { line in
      let words = line.split(whereSeparator: { " ›".contains($0) })
      return words.prefix("▾▸".contains(words[0]) ? 3 : 1).joined(separator: " ")
    }
  }

  private static let all = [
    "▾ ∅ 1", "Chair", "▾ light 2", "Bulb", "Lamp", "▾ table 2", "Bench", "Desk",
  ]

  @Test func `Each group has a heading with its number and totals`() async throws {
    let scene = try await scene(rules: "entity.name = 'Sale' => sortOrderings = ['item']")
    #expect(rows(scene) == Self.all, "\(scene.text)")
    #expect(scene.line(with: "▾ light")?.contains("12.75") == true, "\(scene.text)")
    #expect(scene.line(with: "› Chair") != nil, "\(scene.text)")
  }

  @Test func `A minus puts the greatest group first, and a computed value divides as well`()
    async throws
  {
    var scene = try await scene("-kind")
    #expect(
      rows(scene).filter { "▾▸".contains($0.first ?? " ") } == ["▾ table 2", "▾ light 2", "▾ ∅ 1"]
    )
    scene = try await self.scene("length(item)")
    #expect(
      rows(scene).filter { "▾▸".contains($0.first ?? " ") } == ["▾ 4 3", "▾ 5 2"],
      "\(scene.text)"
    )
  }

  @Test func `Enter folds a group and unfolds it, with the cursor on its heading`() async throws {
    let scene = try await scene(rules: "entity.name = 'Sale' => sortOrderings = ['item']")
    try await scene.send("j enter")
    #expect(
      rows(scene) == ["▾ ∅ 1", "Chair", "▸ light 2", "▾ table 2", "Bench", "Desk"],
      "\(scene.text)"
    )
    #expect(scene.line(with: "› ▸ light") != nil, "\(scene.text)")
    try await scene.send("enter")
    #expect(rows(scene) == Self.all, "\(scene.text)")
    #expect(scene.line(with: "› ▾ light") != nil, "\(scene.text)")
    try await scene.send("Z")
    #expect(rows(scene) == ["▸ ∅ 1", "▸ light 2", "▸ table 2"], "\(scene.text)")
    #expect(scene.status.contains("3 groups"), "\(scene.text)")
    try await scene.send("z")
    #expect(rows(scene) == Self.all, "\(scene.text)")
  }

  @Test func `Rows are opened, edited, tagged and searched between the headings`() async throws {
    let scene = try await scene(rules: "entity.name = 'Sale' => sortOrderings = ['item']")
    try await scene.send("/")
    try await scene.arrive(.typed("Desk"))
    try await scene.send("enter")
    #expect(scene.line(with: "› Desk") != nil, "\(scene.text)")
    #expect(scene.status.contains("5/5"), "\(scene.text)")
    try await scene.send("space")
    #expect(scene.line(with: "✓Desk") != nil, "\(scene.text)")
    try await scene.send("enter")
    #expect(scene.lines[0].contains("Desk"), "\(scene.text)")
  }

  @Test func `The rows under the headings are those of a plain list, wherever one scrolls`()
    async throws
  {
    var random = SeededGenerator(seed: 20_261_129)
    let values = (0..<700).map { _ in random.below(9) }
    let script =
      "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, kind INTEGER);"
      + "INSERT INTO t VALUES "
      + values.enumerated().map { "(\($0 + 1), 'n\($0 + 1)', \($1))" }.joined(separator: ", ")
    let scene = try await Scene(
      script,
      rules: "entity.name = 'T' => groupBy = 'kind'",
      "--entity T --task list",
      height: 24
    )
    let wanted = (0..<9).flatMap { kind -> [String] in
      let members = values.indices.filter { values[$0] == kind }
      return members.isEmpty
        ? [] : ["▾ \(kind) \(members.count)"] + members.map { "n\($0 + 1)" }
    }
    var seen: [String] = []
    var last = ""
    try await scene.send("g")
    for _ in 0..<80 where scene.text != last {
      last = scene.text
      for row in rows(scene) where !seen.contains(row) { seen.append(row) }
      try await scene.send("pagedown")
    }
    #expect(seen == wanted)
    // And back, where rows were given up meanwhile.
    seen = []
    last = ""
    for _ in 0..<80 where scene.text != last {
      last = scene.text
      for row in rows(scene).reversed() where !seen.contains(row) { seen.append(row) }
      try await scene.send("pageup")
    }
    #expect(seen.reversed() == wanted)
  }

  @Test func `A value hidden in some rows names no group`() async throws {
    let scene = try await scene(
      rules: "propertyKey = 'kind' and object.item = 'Desk' => isPropertyVisible = false"
    )
    #expect(scene.line(with: "▾ table  1") != nil, "\(scene.text)")
    #expect(scene.line(with: "▾ ∅  2") != nil, "\(scene.text)")
  }

  @Test func `On a narrow screen the list has summaries and no headings`() async throws {
    let scene = try await scene(width: 38)
    #expect(!scene.text.contains("▾"), "\(scene.text)")
    #expect(scene.text.contains("Chair"), "\(scene.text)")
  }
}

/// Lists in groups, where commands mean what the screen shows.
@MainActor
struct ListGroupsCommandTests {
  private static let shop = """
    CREATE TABLE sale(id INTEGER PRIMARY KEY, item TEXT NOT NULL, kind TEXT, password TEXT);
    INSERT INTO sale VALUES (1, 'n1', 'b', 'x'), (2, 'n2', 'a', 'y'), (3, 'n3', 'b', 'x'), (4, 'n4', 'a', 'x'),
      (5, 'n5', 'a', 'y');
    """

  private func scene(_ groupBy: String = "kind") async throws -> Scene {
    try await Scene(
      Self.shop,
      rules: "entity.name = 'Sale' => groupBy = '\(groupBy)', sortOrderings = ['id']",
      "--entity Sale --task list"
    )
  }

  @Test(arguments: ["password", "upper(password)"])
  func `Passwords are no headings`(groupBy: String) async throws {
    let scene = try await scene(groupBy)
    #expect(!scene.text.contains("▾"), "\(scene.text)")
    #expect(scene.text.contains("n1"), "\(scene.text)")
  }

  @Test(arguments: [("1", "n2"), ("3", "n5"), ("4", "n1"), ("5", "n3")])
  func `A row is gone to by its number among rows, headings not counted`(
    number: String,
    item: String
  ) async throws {
    let scene = try await scene()
    try await scene.send("#")
    try await scene.type(number)
    try await scene.send("enter")
    #expect(scene.line(with: "› \(item)") != nil, "\(scene.text)")
    #expect(scene.status.contains("\(number)/5"), "\(scene.text)")
  }

  @Test func `On an object the next one is that below, also behind a heading`() async throws {
    let scene = try await scene()
    try await scene.send("j j enter")
    #expect(scene.lines[0].contains("n5"), "\(scene.text)")
    try await scene.send("J")
    #expect(scene.lines[0].contains("n1"), "\(scene.text)")
    try await scene.send("K")
    #expect(scene.lines[0].contains("n5"), "\(scene.text)")
  }

  @Test func `All rows are those that are not folded away`() async throws {
    let scene = try await scene()
    try await scene.send("k enter j j A k k")
    #expect(scene.line(with: "✓n1") != nil && scene.line(with: "n2") == nil, "\(scene.text)")
    try await scene.send("enter")
    #expect(scene.line(with: "✓n1") != nil, "\(scene.text)")
    #expect(scene.line(with: "✓n2") == nil && scene.line(with: "n2") != nil, "\(scene.text)")
  }

  @Test func `Sorting by the grouped column turns the groups`() async throws {
    let scene = try await scene()
    try await scene.send("l s s")
    let headings = scene.lines.filter { $0.contains("▾") }
    #expect(headings.map { $0.contains("▾ b") } == [true, false], "\(scene.text)")
    #expect(scene.line(with: "n1") != nil, "\(scene.text)")
  }

  @Test func `A search tells that folded groups were not searched`() async throws {
    let scene = try await scene()
    try await scene.send("Z /")
    try await scene.type("n3")
    try await scene.send("enter")
    #expect(scene.text.contains("folded groups are not searched"), "\(scene.text)")
    try await scene.send("z /")
    try await scene.type("n3")
    try await scene.send("enter")
    #expect(scene.line(with: "› n3") != nil, "\(scene.text)")
  }
}
