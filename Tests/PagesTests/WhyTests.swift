import SceneSupport
import TestSupport
import Testing

@MainActor
struct WhyTests {
  private static let rules = """
    propertyKey = 'unitPrice' => formatter = 'currency'
    low: propertyKey = 'unitPrice' => formatter = 'plain'
    """

  @Test func `Why of a cell tells the rule, its source and who lost`() async throws {
    let scene = try await Scene(
      RecordShop.script,
      rules: Self.rules,
      "--entity Track",
      width: 80,
      height: 60
    )
    for _ in 0..<4 { try await scene.send("l") }
    try await scene.send("!")
    #expect(scene.lines[0] == " Why is Track.unitPrice shown as “0.99”? (list)")
    let line = try #require(scene.lines.firstIndex { $0.hasPrefix("  formatter = 'currency'") })
    #expect(scene.lines[line + 1].contains("my.rules:1 · application, 100, specificity 1"))
    #expect(scene.lines[line + 2].hasPrefix("      1 │ propertyKey = 'unitPrice' => formatter"))
    #expect(scene.lines[line + 3].contains("✗ propertyKey = 'unitPrice' => formatter = 'plain'"))
    #expect(scene.lines[line + 4].contains("my.rules:2 · a lower priority: 50, not 100"))
    try await scene.send("esc")
    #expect(scene.lines[0].contains("Track"))
  }

  private static let sales = """
    CREATE TABLE deal(id INTEGER PRIMARY KEY, title TEXT, stage TEXT, value INTEGER);
    INSERT INTO deal VALUES (1, 'Rebrand Q3', 'won', 96500), (2, 'Fleet', 'lost', NULL);
    """
  private static let salesRules = """
    entity.name = 'Deal' and propertyKey = 'value' => formatter = 'integer'
    propertyKey = 'value' and object.stage = 'won' => color = 'green'
    propertyKey = 'value' and object.title like 'F*' => isPropertyEditable = false
    entity.name = 'Deal' => displayNameForEntity = 'Sale'
    """

  /// The lines of what is seen, as far as the first blank one.
  private func seen(_ scene: Scene) -> [String] {
    scene.lines.dropFirst().prefix { !$0.isEmpty }.map { String($0.drop { " ›".contains($0) }) }
  }

  @Test func `Why begins with what is seen, each with its rule and reason`() async throws {
    let scene = try await Scene(
      Self.sales,
      rules: Self.salesRules,
      "--entity Deal",
      width: 120,
      height: 40
    )
    try await scene.send("right right !")
    let defaultLine = seen(scene).last?.split(separator: ":").last ?? ""
    #expect(
      seen(scene) == [
        "text      96 500      formatter = 'integer'                  my.rules:1",
        "colour    green       color = 'green'                        my.rules:2"
          + "  because object.stage = 'won'",
        "width     by content  default",
        "visible   yes         default",
        "editable  yes         isPropertyEditable = isObjectEditable  Default.rules:\(defaultLine)",
      ],
      "\(scene.text)"
    )
    try await scene.send("esc down !")
    let second = seen(scene)
    #expect(second[0].hasPrefix("text      ∅"), "\(second)")
    #expect(second[1] == "colour    plain       default", "\(second)")
    #expect(
      second[4].hasPrefix("editable  no          isPropertyEditable = false  my.rules:3  because"),
      "\(second)"
    )
  }

  @Test(arguments: [80, 40])
  func `Why on narrow screens puts reasons below, and cuts no word`(width: Int) async throws {
    let scene = try await Scene(
      Self.sales,
      rules: Self.salesRules,
      "--entity Deal --id 1 --task inspect",
      width: width,
      height: 80
    )
    try await scene.go(to: "value", by: "j")
    try await scene.send("!")
    let text = seen(scene).joined(separator: " ")
    let words = text.split(separator: " ").joined(separator: " ")
    for part in [
      "text 96 500", "formatter = 'integer'", "my.rules:1", "colour green",
      "because object.stage = 'won'", "editable yes",
    ] { #expect(words.contains(part), "\(part):\n\(scene.text)") }
  }

  @Test func `Why of an entity and of an object begins with title, page and rights`() async throws {
    let scene = try await Scene(
      Self.sales,
      rules: Self.salesRules + "\nentity.name = 'Deal' => isEntityReadOnly = true",
      width: 120,
      height: 40
    )
    try await scene.send("!")
    let lines = seen(scene)
    #expect(lines.map { $0.prefix { $0 != " " } } == ["title", "page", "readable", "editable"])
    #expect(lines[0].contains("Sale") && lines[0].contains("my.rules:4"), "\(lines)")
    #expect(lines[3].hasPrefix("editable  no"), "\(lines)")
    #expect(lines[3].contains("isEntityReadOnly = true") && lines[3].contains("my.rules:5"))
  }

  @Test(arguments: [
    ("--entity Deal --id 1 --readonly", "because database.isReadOnly = true"),
    ("--entity Won", "no"),
  ])
  func `Why of what cannot be written tells the reason`(
    arguments: String,
    reason: String
  ) async throws {
    let script = Self.sales + "CREATE VIEW won AS SELECT title FROM deal WHERE stage = 'won';"
    let scene = try await Scene(script, arguments, width: 120)
    try await scene.send("!")
    let last = try #require(seen(scene).last)
    #expect(last.hasPrefix("editable  no") && last.contains(reason), "\(scene.text)")
    #expect(!last.hasSuffix("default"), "\(scene.text)")
  }

  @Test func `Why in the pane is about its field, and a line of what is seen leads to its rule`()
    async throws
  {
    let scene = try await Scene(Self.sales, rules: Self.salesRules, "--entity Deal", width: 120)
    try await scene.send("I tab")
    try await scene.go(to: "value", by: "j")
    try await scene.send("! down")
    #expect(scene.lines[0].contains("Why is Deal.value shown as “96 500”? (inspect)"))
    #expect(scene.lines.last?.contains("edit rule") == true, "\(scene.text)")
  }

  @Test func `Faults come first, and the page scrolls`() async throws {
    let rules = "titel = 'x'\n*true* => title = title\n" + Self.rules
    let scene = try await Scene(RecordShop.script, rules: rules, "--entity Track", height: 24)
    #expect(scene.status.contains("⚠ 2 rule faults (!)"))
    try await scene.send("!")
    #expect(scene.lines[1].contains("my.rules:1:1: error: unknown key `titel`"))
    #expect(scene.text.contains("these keys need each other: title -> title"))
    let top = scene.lines[1]
    try await scene.send("pgdn")
    #expect(scene.lines[1] != top)
    try await scene.send("c g")
    #expect(scene.text.contains("debug = false"))
  }

  @Test func `Why in a field is asked by a key that types nothing`() async throws {
    let scene = try await Scene(RecordShop.script, "--entity Customer --id 1 --task edit")
    try await scene.go(to: "city")
    try await scene.send("f3")
    #expect(scene.lines[0] == " Why is Customer.city shown as “London”? (edit)")
    #expect(scene.text.contains("component = 'EditString'"))
  }

  @Test func `Why on a page about an object is about the property under the cursor`() async throws {
    let scene = try await Scene(RecordShop.script, "--entity Customer --id 1")
    try await scene.send("j")
    try await scene.send("!")
    #expect(scene.lines[0] == " Why is Customer.firstName shown as “Ada”? (inspect)")
  }

  @Test func `Why in the list of entities is about the entity`() async throws {
    let scene = try await Scene(RecordShop.script)
    try await scene.send("j")
    try await scene.send("!")
    #expect(scene.lines[0] == " Why is Album like this? (query)")
  }
}
