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
