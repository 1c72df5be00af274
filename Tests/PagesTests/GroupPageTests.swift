import Glibc
@testable import Pages
import SceneSupport
import Terminal
import Testing
import Workspace
import TestSupport

/// The page of the groups of a list.
@MainActor
struct GroupPageTests {
  private static let shop = """
    CREATE TABLE agent(id INTEGER PRIMARY KEY, name TEXT NOT NULL, pin TEXT);
    CREATE TABLE ticket(id INTEGER PRIMARY KEY, state TEXT, minutes INTEGER, opened_on DATE,
      agent_id INT REFERENCES agent);
    INSERT INTO agent VALUES (1, 'Ada', 'p1'), (2, 'Bea', 'p2');
    INSERT INTO ticket VALUES (1, 'open', 30, '2026-01-05', 1), (2, 'open', 45, '2026-02-07', 2),
      (3, 'closed', 60, '2026-05-03', 2), (4, NULL, 45, '2026-05-31', NULL), (5, 'open', 40, NULL, 2);
    """

  private func scene(
    _ keys: String = "",
    rules: String = "",
    _ options: String = "",
    height: Int = 30
  ) async throws -> Scene {
    let scene = try await Scene(
      Self.shop,
      rules: rules,
      "--entity Ticket --task list \(options)",
      height: height
    )
    try await scene.send(keys)
    return scene
  }

  private func group(_ text: String, in scene: Scene) async throws {
    try await scene.send(":")
    try await scene.type("group \(text)")
    try await scene.send("enter")
  }

  /// The texts of the rows, blanks as one, without bars.
  private func rows(_ scene: Scene) -> [String] {
    scene.lines.dropFirst(2).prefix { !$0.allSatisfy { $0 == " " } }.map { line in
      line.filter { !"›█▉▊▋▌▍▎▏".contains($0) }.split(separator: " ").joined(separator: " ")
    }
  }

  @Test func `B groups by the column under the cursor, with rows, shares and a total`() async throws
  {
    let scene = try await scene("B")
    #expect(
      rows(scene) == ["∅ 1 20.0 %", "closed 1 20.0 %", "open 3 60.0 %", "Total 5 100.0 %"],
      "\(scene.text)"
    )
    scene.expectStatus("3 groups")
  }

  @Test func `What is not saved is not counted, and the page says so`() async throws {
    let scene = try await scene()
    try await scene.send("enter e")
    try await scene.type("new ")
    try await scene.send("esc end enter esc")
    try await group("state count", in: scene)
    #expect(scene.status.contains("1 pending, not counted"), "\(scene.text)")
  }

  @Test func `Dates are grouped by month, and Enter leads to the rows of one`() async throws {
    let scene = try await scene("l l B")
    #expect(
      rows(scene) == [
        "∅ 1 20.0 %", "2026-01 1 20.0 %", "2026-02 1 20.0 %", "2026-05 2 40.0 %", "Total 5 100.0 %",
      ],
      "\(scene.text)"
    )
    try await scene.send("j j j enter")
    #expect(scene.lines[0].contains("Opened on month = 2026-05 ✕"), "\(scene.text)")
    scene.expectStatus("1/2")
    try await scene.send("esc")
    #expect(scene.line(with: "› 2026-05") != nil, "\(scene.text)")
    try await scene.send("home enter")
    #expect(scene.lines[0].contains("Opened on month = ∅ ✕"), "\(scene.text)")
    scene.expectStatus("1/1")
  }

  @Test func `Dates of few weeks are grouped by day`() async throws {
    let scene = try await scene("l l")
    try await scene.send("F")
    try await scene.type("openedOn > '2026-05-01'")
    try await scene.send("enter B")
    #expect(
      rows(scene).map { $0.prefix(10) } == ["2026-05-03", "2026-05-31", "Total 2 10"],
      "\(scene.text)"
    )
    #expect(scene.status.contains("2 groups  ·  only openedOn > '2026-05-01'"), "\(scene.text)")
    try await scene.send("enter")
    #expect(
      scene.lines[0].contains("openedOn > '2026-05-01' ✕   Opened on = 2026-05-03 ✕"),
      "\(scene.text)"
    )
  }

  @Test func `References are grouped by their labels`() async throws {
    let scene = try await scene("l l l B")
    #expect(
      rows(scene) == ["Bea 3 60.0 %", "∅ 1 20.0 %", "Ada 1 20.0 %", "Total 5 100.0 %"],
      "\(scene.text)"
    )
    try await scene.send("enter")
    #expect(scene.lines[0].contains("Agent = Bea ✕"), "\(scene.text)")
    scene.expectStatus("1/3")
  }

  @Test func `Two keys have subtotals, whose rows can be opened, too`() async throws {
    let scene = try await scene()
    try await group("agent, state sum(minutes) count", in: scene)
    #expect(
      rows(scene) == [
        "∅ ∅ 45 1 20.5 %", "∅ Total 45 1 20.5 %", "Ada open 30 1 13.6 %", "Ada Total 30 1 13.6 %",
        "Bea closed 60 1 27.3 %", "Bea open 85 2 38.6 %", "Bea Total 145 3 65.9 %",
        "Total 220 5 100.0 %",
      ],
      "\(scene.text)"
    )
    try await scene.send("end k enter")
    #expect(scene.lines[0].contains("Agent = Bea ✕"), "\(scene.text)")
    scene.expectStatus("1/3")
    try await scene.send("esc end enter")
    #expect(!scene.lines[0].contains("✕"), "\(scene.text)")
    scene.expectStatus("1/5")
  }

  @Test func `A key across makes columns, whose cells lead to their rows`() async throws {
    let scene = try await scene()
    try await group("agent across state sum(minutes)", in: scene)
    #expect(
      scene.lines[1].split(separator: " ") == ["Agent", "∅", "closed", "open", "Total", "Share"]
    )
    #expect(
      rows(scene) == [
        "∅ 45 45 20.5 %", "Ada 30 30 13.6 %", "Bea 60 85 145 65.9 %", "Total 45 60 115 220 100.0 %",
      ],
      "\(scene.text)"
    )
    try await scene.send("j j l l l enter")
    #expect(scene.lines[0].contains("Agent = Bea ✕   State = open ✕"), "\(scene.text)")
    scene.expectStatus("1/2")
    try await scene.send("esc s")
    #expect(
      scene.status.contains("open: sort by a key or by the columns of all rows"),
      "\(scene.text)"
    )
  }

  @Test func `s sorts by the column under the cursor, then the other way`() async throws {
    let scene = try await scene("B l s")
    #expect(rows(scene).first == "open 3 60.0 %", "\(scene.text)")
    #expect(scene.lines[1].contains("Rows ↓"), "\(scene.text)")
    try await scene.send("s")
    #expect(rows(scene).dropLast().last == "open 3 60.0 %", "\(scene.text)")
    try await scene.send("h s s")
    #expect(scene.lines[1].contains("State ↓"), "\(scene.text)")
    #expect(rows(scene).first == "open 3 60.0 %", "\(scene.text)")
  }

  @Test func `The menu adds and takes away keys and sums`() async throws {
    let scene = try await scene("B B")
    try await scene.type("Σ Min")
    try await scene.send("enter")
    #expect(rows(scene).last == "Total 5 220 100.0 %", "\(scene.text)")
    try await scene.send("B")
    #expect(
      scene.line(with: "✓ State") != nil && scene.line(with: "✓ Rows") != nil,
      "\(scene.text)"
    )
    try await scene.type("Rows")
    try await scene.send("enter")
    #expect(rows(scene).last == "Total 220 100.0 %", "\(scene.text)")
    try await scene.send("e")
    #expect(scene.text.contains("group: state sum(minutes)"), "\(scene.text)")
  }

  @Test(arguments: [
    ("stato", "did you mean 'state'?", 6), ("state, minuts count", "did you mean 'minutes'?", 13),
    ("state sum", "'sum' summarizes nothing", 12),
    ("state -sum(id)", "the groups have no 'sum(id)'", 12),
    ("id, state, minutes, agent", "at most three keys", nil),
  ])
  func `A sentence that cannot be read is refused at the place of the fault`(
    text: String,
    reason: String,
    place: Int?
  ) async throws {
    let scene = try await scene(":")
    try await scene.type("group \(text)")
    try await scene.send("enter")
    #expect(scene.text.contains(reason), "\(scene.text)")
    guard let place else { return }
    try await scene.type("#")
    let line = ":group \(text)"
    let start = line.index(line.startIndex, offsetBy: place + 1)
    #expect(scene.text.contains(line[..<start] + "#" + line[start...]), "\(scene.text)")
  }

  @Test func `A sentence is completed`() async throws {
    let scene = try await scene(":")
    try await scene.type("group sta")
    try await scene.send("tab")
    #expect(scene.text.contains(":group state"), "\(scene.text)")
    try await scene.type(" su")
    try await scene.send("tab")
    #expect(scene.text.contains("sum("), "\(scene.text)")
  }

  @Test func `A share is copied as it is shown`() async throws {
    let scene = try await scene("B l l y")
    #expect(scene.terminal.clipboard == "20.0 %", "\(scene.text)")
  }

  @Test func `Weekdays have their names in headings of lists as in groups`() async throws {
    let scene = try await scene(rules: "entity.name = 'Ticket' => groupBy = 'weekday(openedOn)'")
    #expect(scene.line(with: "▾ Monday  1") != nil, "\(scene.text)")
    try await group("weekday(openedOn)", in: scene)
    #expect(scene.line(with: "Monday") != nil, "\(scene.text)")
  }

  @Test(arguments: [
    ("a.TSV", "A\tB\n\"x\ty\"\t\n"), ("a.csv", "A,B\nx\ty,\n"),
    ("a.md", "| A | B |\n| --- | --- |\n| x⇥y |  |\n"),
  ])
  func `A file keeps tabs and leaves missing values out`(path: String, text: String) {
    let file = GroupFile(rows: [["A", "B"], ["x\ty", ""]])
    #expect(String(decoding: file.text(for: path), as: UTF8.self) == text)
  }

  @Test func `A link, a file and a rule reproduce the groups`() async throws {
    let folder = TemporaryFolder()
    let rules = folder.write("", to: "own.rules")
    let scene = try await scene("B l s", "--rules \(rules)")
    scene.session.work.followRules()
    var copied: [String] = []
    scene.session.ui.screen.onCopy = { copied.append($0) }
    try await scene.send("Y")
    #expect(copied == ["Ticket?by=state&sort=-count"])
    try await scene.send("w ctrl-e ctrl-u")
    try await scene.type(folder.path + "/groups.csv")
    try await scene.send("enter")
    #expect(folder.text(of: "groups.csv") == "State,Rows\nopen,3\n,1\nclosed,1\nTotal,5\n")
    try await scene.send("w ctrl-e ctrl-u")
    try await scene.type(folder.path + "/groups.csv")
    try await scene.send("enter")
    #expect(scene.text.contains("exists already"), "\(scene.text)")
    try await scene.send("esc w ctrl-e ctrl-u")
    try await scene.type(folder.path + "/groups.xlsx")
    try await scene.send("enter")
    #expect(scene.text.contains("end the name with .csv, .tsv, .md"), "\(scene.text)")
    #expect(folder.text(of: "groups.xlsx") == "")
    try await scene.send("esc :")
    try await scene.type("grouprule")
    let revision = scene.session.work.rootRevision
    try await scene.send("enter")
    try await scene.wait { scene.session.work.rootRevision != revision }
    #expect(
      folder.text(of: "own.rules").contains("high: *true* => groups = 'state -count'"),
      "\(scene.text)"
    )
    try await scene.send("esc l B")
    #expect(rows(scene).first == "open 3 60.0 %", "\(scene.text)")
  }

  @Test func `A rule that would have a fault is not written`() async throws {
    let folder = TemporaryFolder()
    let rules = folder.write("", to: "own.rules")
    let scene = try await scene("", "--rules \(rules)")
    try await group("State count", in: scene)
    try await scene.send(":")
    try await scene.type("grouprule")
    try await scene.send("enter")
    #expect(scene.status.contains("did you mean 'state'?"), "\(scene.text)")
    #expect(folder.text(of: "own.rules") == "")
  }

  @Test func `A rule for groups that cannot be read is told, and the column is taken`() async throws
  {
    let scene = try await scene("B", rules: "entity.name = 'Ticket' => groups = 'stato count'")
    #expect(scene.text.contains("did you mean 'state'?"), "\(scene.text)")
    #expect(rows(scene).last == "Total 5 100.0 %", "\(scene.text)")
  }

  @Test func `The entity under the cursor of the start page is grouped`() async throws {
    let scene = try await Scene(Self.shop)
    try await scene.send("j")
    try await group("state", in: scene)
    #expect(rows(scene).last == "Total 5 100.0 %", "\(scene.text)")
  }

  @Test(arguments: ["9e999", "1e308), ('x', 1e308"])
  func `Infinite sums are shown without a share`(amount: String) async throws {
    let scene = try await Scene(
      "CREATE TABLE bill(name TEXT, amount REAL); INSERT INTO bill VALUES ('y', 2), ('x', \(amount));",
      "--entity Bill --task list"
    )
    try await group("name sum(amount)", in: scene)
    #expect(!scene.lines[1].contains("Share"), "\(scene.text)")
    #expect(scene.line(with: "› x") != nil && scene.line(with: "Total") != nil, "\(scene.text)")
    try await scene.send("c")
    #expect(scene.text.contains("not drawn: x inf"), "\(scene.text)")
  }

  @Test func `The menu takes the order by a key away with the key`() async throws {
    let scene = try await Scene(
      "CREATE TABLE bill(total INTEGER, grandtotal INTEGER); INSERT INTO bill VALUES (1, 2);",
      "--entity Bill --task list"
    )
    try await group("grandtotal, total -grandtotal", in: scene)
    try await scene.send("B")
    try await scene.type("✓ Grandtotal")
    try await scene.send("enter")
    #expect(rows(scene).last == "Total 1 100.0 %", "\(scene.text)")
    try await scene.send("e")
    #expect(scene.text.contains("group: total"), "\(scene.text)")
    #expect(!scene.text.contains("group: total -"), "\(scene.text)")
  }

  @Test func `What a link leaves out is said`() async throws {
    let scene = try await scene(
      rules: "propertyKey = 'agentId' or propertyKey = 'id' => isPropertyVisible = false"
    )
    var copied: [String] = []
    scene.session.ui.screen.onCopy = { copied.append($0) }
    try await group("agent -count limit 1", in: scene)
    #expect(scene.line(with: "Total of all") != nil, "\(scene.text)")
    try await scene.send("Y")
    #expect(copied == ["Ticket?by=agent&sort=-count"])
    #expect(scene.status.contains("with --limit 1"), "\(scene.text)")
    try await scene.send("enter")
    #expect(scene.lines[0].contains("Agent = Bea ✕"), "\(scene.text)")
    try await group("state count", in: scene)
    try await scene.send("Y")
    #expect(copied.last == "Ticket?by=state&count")
    #expect(scene.text.contains("without the filters"), "\(scene.text)")
  }

  // MARK: Rights

  @Test func `Hidden rows and properties are in no group, heading or sentence`() async throws {
    let rules = """
      entity.name = 'Ticket' => restrictingQualifier = where (id != 1)
      entity.name = 'Agent' and propertyKey = 'pin' => isPropertyVisible = false
      entity.name = 'Agent' => restrictingQualifier = where (name != 'Bea')
      entity.name = 'Ticket' and propertyKey = 'minutes' => isPropertyVisible = false
      """
    let scene = try await scene(rules: rules)
    try await group("state across agent", in: scene)
    #expect(
      scene.lines[1].split(separator: " ") == ["State", "∅", "Total", "Share"],
      "\(scene.text)"
    )
    #expect(rows(scene).last == "Total 4 4 100.0 %", "\(scene.text)")
    for text in [
      "minutes", "state sum(minutes)", "agent.pin", "state across minutes", "state max(agent.pin)",
    ] {
      try await group(text, in: scene)
      #expect(scene.text.contains("is not shown"), "\(text)\n\(scene.text)")
      try await scene.send("esc")
      #expect(rows(scene).last == "Total 4 4 100.0 %", "\(text)\n\(scene.text)")
    }
    try await scene.send("B")
    #expect(!scene.text.contains("Minutes"), "\(scene.text)")
  }

  @Test func `Nothing is drawn any more once a rule hides the property of a key`() async throws {
    let scene = try await scene("B")
    scene.session.work.followRules()
    try await scene.send(":")
    try await scene.type("rule propertyKey = 'state' => isPropertyVisible = false")
    try await scene.send("enter")
    try await scene.wait { scene.text.contains("not shown") }
    #expect(!scene.text.contains("closed"), "\(scene.text)")
  }

  @Test func `Passwords are counted, but no key`() async throws {
    let rules = "entity.name = 'Agent' and propertyKey = 'pin' => component = 'EditPassword'"
    let scene = try await scene(rules: rules)
    try await group("agent.pin", in: scene)
    #expect(scene.text.contains("holds passwords"), "\(scene.text)")
    try await scene.send("esc")
    try await group("state count-distinct(agent.pin)", in: scene)
    #expect(rows(scene).last?.hasPrefix("Total 2") == true, "\(scene.text)")
  }
}
