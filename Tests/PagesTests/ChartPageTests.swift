import Pages
import Charts
import Qualifiers
import RuleEnvironment
import SceneSupport
import TestSupport
import Testing
import Workspace

/// Charts of groups: their page, on the page of an object, and on the start page.
@MainActor
struct ChartPageTests {
  @Test func `Rules may name each kind of chart`() {
    let kinds = Chart.Kind.allCases.map { Value.string($0.rawValue) }
    #expect(RenderingKeys.shared.chart.allowedValues == kinds + [.null])
  }

  private static let shop = """
    CREATE TABLE agent(id INTEGER PRIMARY KEY, name TEXT NOT NULL, secret INTEGER);
    CREATE TABLE ticket(id INTEGER PRIMARY KEY, state TEXT, minutes INTEGER, due DATE, agent_id INT REFERENCES agent);
    INSERT INTO agent VALUES (1, 'Ada', 7), (2, 'Bea', 8);
    INSERT INTO ticket VALUES (1, 'open', 30, '2026-01-05', 1), (2, 'open', 45, '2026-02-07', 2),
      (3, 'closed', 60, '2026-02-09', 2), (4, NULL, 45, '2026-03-01', 2), (5, 'open', 45, '2026-03-02', 2);
    """

  private func scene(
    _ line: String = "group state count",
    _ options: String = "",
    rules: String = ""
  ) async throws -> Scene {
    let scene = try await Scene(Self.shop, rules: rules, "--entity Ticket --task list \(options)")
    try await scene.run(line)
    return scene
  }

  @Test func `c draws the groups, and c again in another kind`() async throws {
    let scene = try await scene()
    try await scene.send("c")
    #expect(scene.lines[0].contains("groups › chart"), "\(scene.text)")
    #expect(scene.lines[1].contains("Rows by State"), "\(scene.text)")
    #expect(scene.line(with: "open   3 ██") != nil, "\(scene.text)")
    #expect(scene.lines.last?.contains("c chart: column") == true, "\(scene.text)")
    try await scene.send("c")
    #expect(scene.line(with: " 0 ┼─") != nil || scene.line(with: "0 ┼─") != nil, "\(scene.text)")
    try await scene.send("esc")
    #expect(
      scene.lines[0].hasSuffix("groups") || !scene.lines[0].contains("chart"),
      "\(scene.text)"
    )
  }

  @Test func `The line chart names a kind, and refuses others`() async throws {
    let scene = try await scene("group yearMonth(due) sum(minutes)")
    try await scene.run("chart scatter")
    #expect(scene.lines[1].contains("Σ Minutes by Due month"), "\(scene.text)")
    #expect(scene.lines.last?.contains("c chart: histogram") == true, "\(scene.text)")
    try await scene.run("chart pie")
    #expect(
      scene.status.contains("there is no chart ‘pie’; take bar, column, line"),
      "\(scene.text)"
    )
    try await scene.send("esc")
    try await scene.run("chart to")
    #expect(scene.status.contains("write ‘chart bar to FILE.svg’"), "\(scene.text)")
  }

  @Test func `Bars that need more rows than the screen are scrolled`() async throws {
    let rows = (1...60).map { "(\($0), 'name \($0)')" }.joined(separator: ", ")
    let scene = try await Scene(
      "CREATE TABLE thing(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO thing VALUES \(rows);",
      "--entity Thing --task list",
      height: 20
    )
    try await scene.run("group name count")
    try await scene.send("c")
    #expect(scene.line(with: "name 1 ") != nil && !scene.text.contains("more"), "\(scene.text)")
    try await scene.send("j j")
    #expect(scene.line(with: "name 1 ") == nil, "\(scene.text)")
    try await scene.send("G")
    #expect(scene.line(with: "name 9 ") != nil, "\(scene.text)")
  }

  @Test func `Groups of a rule are drawn as the rule says`() async throws {
    let rules = """
      entity.name = 'Ticket' => groups = 'state count'
      entity.name = 'Ticket' => chart = 'column'
      """
    let scene = try await scene("group state count", rules: rules)
    try await scene.send("c")
    #expect(scene.lines.last?.contains("c chart: line") == true, "\(scene.text)")
    try await scene.send("esc")
    try await scene.run("group agent count")
    try await scene.send("c")
    #expect(scene.lines.last?.contains("c chart: column") == true, "\(scene.text)")
  }

  @Test func `A fault of the groups is told in the place of their chart`() async throws {
    let scene = try await scene(rules: "entity.name = 'Ticket' => groups = 'state count'")
    try await scene.send("c")
    scene.session.work.followRules()
    scene.save(rules: "propertyKey = 'state' => isPropertyVisible = false")
    try await scene.wait { scene.line(with: "⚠ ") != nil }
    #expect(scene.line(with: "⚠ 'state' is not shown") != nil, "\(scene.text)")
  }

  @Test func `Names have no places for points`() async throws {
    let scene = try await scene()
    try await scene.run("chart scatter")
    #expect(
      scene.status.contains("‘scatter’ cannot show this; take bar, column, line"),
      "\(scene.text)"
    )
  }

  @Test func `A list alone has nothing to draw`() async throws {
    let scene = try await scene("chart bar")
    #expect(scene.status.contains("count values (f) or group rows (B)"), "\(scene.text)")
  }

  @Test func `Without numbers no file is written, and the reason is said`() async throws {
    let folder = TemporaryFolder()
    let scene = try await Scene(Self.shop, "--entity Ticket --task list")
    try await scene.send("F")
    try await scene.type("id > 9")
    try await scene.send("enter")
    try await scene.run("group state count")
    try await scene.run("chart bar to \(folder.path)/c.svg")
    #expect(scene.status.contains("there are no numbers to draw yet"), "\(scene.text)")
    #expect(folder.text(of: "c.svg") == "")
  }

  @Test func `A picture is written to a file, over another only after asking`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/c.svg"
    let scene = try await scene()
    try await scene.run("chart column to \(path)")
    #expect(scene.status.contains("written to"), "\(scene.text)")
    #expect(folder.text(of: "c.svg").hasPrefix("<svg "))
    try await scene.run("chart bar to \(folder.path)/c.png")
    #expect(scene.text.contains("‘c.png’ cannot be written here"), "\(scene.text)")
    try await scene.send("esc")
    try await scene.run("chart bar to \(path)")
    #expect(scene.text.contains("exists already"), "\(scene.text)")
    let before = folder.text(of: "c.svg")
    try await scene.send("esc")
    #expect(folder.text(of: "c.svg") == before)
    try await scene.run("chart bar to \(path)")
    try await scene.send("y")
    #expect(folder.text(of: "c.svg") != before)
  }

  @Test func `An object's related rows are drawn where rules say so`() async throws {
    let rules = """
      high: propertyKey = 'tickets' and task = 'inspect' => component = 'chart'
      propertyKey = 'tickets' => groups = 'state count'
      propertyKey = 'tickets' => chart = 'bar'
      """
    let scene = try await Scene(Self.shop, rules: rules, "--entity Agent --id 2")
    #expect(scene.line(with: "Rows by State") != nil, "\(scene.text)")
    #expect(scene.line(with: "open   2 ██") != nil, "\(scene.text)")
  }

  @Test(arguments: [
    ("groups = 'state of'", "⚠ 'of' is no aggregate"), ("rows = 1", "⚠ no groups to draw"),
    ("groups = 'nonsense count'", "⚠ Ticket has no property 'nonsense'"),
    ("groups = 'agent.secret count'", "⚠"),
  ])
  func `A fault stands in the place of the chart`(rule: String, sentence: String) async throws {
    let rules = """
      task = 'query' => chartEntityNames = ['Ticket']
      entity.name = 'Ticket' => \(rule)
      propertyKey = 'agent.secret' => isPropertyVisible = false
      propertyKey = 'secret' => isPropertyVisible = false
      """
    let scene = try await Scene(Self.shop, rules: rules, "", width: 140)
    #expect(scene.text.contains(sentence), "\(scene.text)")
    #expect(!scene.text.contains("█"), "\(scene.text)")
  }

  @Test(arguments: [140, 70])
  func `The start page draws groups of entities, and Enter opens them`(width: Int) async throws {
    let rules = """
      task = 'query' => chartEntityNames = ('Ticket', 'Agent')
      entity.name = 'Ticket' => groups = 'state count'
      entity.name = 'Agent' => groups = 'name count'
      high: role = 'guest' => visibleEntityNames = ['Ticket']
      """
    let scene = try await Scene(Self.shop, rules: rules, "--role guest", width: width)
    #expect(scene.line(with: "open   3 ██") != nil, "\(scene.text)")
    #expect(!scene.text.contains("Ada") && !scene.text.contains("Rows by Name"), "\(scene.text)")
    try await scene.send("tab enter")
    #expect(scene.lines[0].contains("groups"), "\(scene.text)")
    #expect(scene.line(with: "closed") != nil, "\(scene.text)")
  }

  @Test func `Nothing hidden is drawn`() async throws {
    let rules = "high: propertyKey = 'minutes' => isPropertyVisible = false"
    let scene = try await scene("group state sum(minutes)", rules: rules)
    #expect(!scene.text.contains("75"), "\(scene.text)")
    try await scene.run("chart bar")
    #expect(!scene.text.contains("█"), "\(scene.text)")
  }
}
