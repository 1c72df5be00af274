import CommandLineTool
import Glibc
import RuleFiles
import SceneSupport
import TestSupport
import Testing
import Workspace

@testable import Pages  // the session's rules

/// Columns and order of lists that stay for the next start, and filters that stay while the program runs.
@MainActor
struct KeptListsTests {
  private static let script = """
    CREATE TABLE deal(id INTEGER PRIMARY KEY, title TEXT, stage TEXT, price INTEGER);
    INSERT INTO deal VALUES (1, 'Rebrand', 'won', 30), (2, 'Fleet', 'lost', 10), (3, 'Site', 'won', 20);
    """
  private let state = TemporaryFolder()

  private func scene(
    beside first: Scene? = nil,
    rules: String = "",
    _ arguments: String = "--entity Deal",
    in path: String? = nil,
    keeps: Bool = true
  ) async throws -> Scene {
    let variables = ["XDG_STATE_HOME": path ?? state.path]
    return try await Scene(
      first == nil ? Self.script : "",
      beside: first,
      rules: rules,
      arguments,
      height: 80,
      adjusting: {
        $0.keepsLists = keeps
        $0.surroundings.variables = variables
      }
    )
  }

  private func heading(_ scene: Scene) -> String { scene.lines[1] }

  /// The rule files that were written, with their texts.
  private func files(of scene: Scene) throws -> [(path: String, text: String)] {
    let folder = try #require(scene.session.work.settings.keptLists?.folder)
    return try TemporaryFolder.names(in: folder).map { name in
      let path = "\(folder)/\(name)"
      return (path, try TemporaryFolder.text(at: path))
    }
  }

  @Test(arguments: ["", "--user sara "])
  func `A hidden column, a width and an order stay for the next start, for this user`(
    user: String
  ) async throws {
    let first = try await scene("\(user)--entity Deal")
    #expect(heading(first).contains("Stage"))
    // Hides the stage; the price stands first then, is wide, and gives the order.
    try await first.send("right - right alt-left > >")
    try await first.send("s")
    try await first.send("s")
    let shown = (heading(first), first.lines[2])
    #expect(!shown.0.contains("Stage") && shown.0.contains("↓"), "\(first.text)")
    await first.end()
    let second = try await scene(beside: first, "\(user)--entity Deal")
    #expect((heading(second), second.lines[2]) == shown, "\(second.text)")
    // The reason is a rule like any other.
    try await second.send("!")
    #expect(second.text.contains("/lists/") && second.text.contains("=> width ="), "\(second.text)")
    for other in [
      try await scene(beside: first, "--user ada --entity Deal"),
      try await scene(beside: first, keeps: false),
    ] {
      #expect(heading(other).contains("Stage"), "\(other.text)")
    }
  }

  @Test func `What is kept is made a rule for everybody, and forgotten as such`() async throws {
    let first = try await scene()
    try await first.send("right - end")
    await first.end()
    let second = try await scene(beside: first, rules: "*true* => sortOrderings = ['price']")
    try await second.send("c")
    #expect(second.line(with: "Stage")?.contains("hidden") == true, "\(second.text)")
    try await second.send("end up enter")
    #expect(second.status.contains("written to \(second.rulesPath)"), "\(second.status)")
    #expect(try files(of: second).isEmpty)
    let rules = try TemporaryFolder.text(at: second.rulesPath)
    #expect(rules.contains("hiddenColumns = ['stage']") && !rules.contains("user.name"))
    let other = try await scene(beside: first, rules: rules, "--user ada --entity Deal")
    #expect(!heading(other).contains("Stage"), "\(other.text)")
  }

  @Test func `What is made a rule again stands in the place of the rule of before`() async throws {
    let scene = try await scene(rules: "// mine\n*true* => sortOrderings = ['price']\n")
    scene.session.work.followRules()
    try await scene.send("right - $ alt-left")
    try await scene.send("c end up enter")
    let first = try TemporaryFolder.text(at: scene.rulesPath)
    #expect(first.contains("hiddenColumns = ['stage']"), "\(first)")
    #expect(first.contains("columnOrder"), "\(first)")
    try await scene.send("c")
    let lines = scene.lines.filter { $0.contains("hidden") || $0.contains("shown") }
    let stage = try #require(lines.firstIndex { $0.contains("Stage") })
    for _ in 0..<stage { try await scene.send("down") }
    try await scene.send("enter c end up enter")
    let second = try TemporaryFolder.text(at: scene.rulesPath)
    #expect(
      second == first.replacing("hiddenColumns = ['stage']", with: "hiddenColumns = []"),
      "\(second)"
    )
  }

  @Test func `The arrangement of the rules comes back, and again goes by undo`() async throws {
    let first = try await scene()
    try await first.send("right - s")
    await first.end()
    let second = try await scene(beside: first)
    second.session.work.followRules()
    #expect(!heading(second).contains("Stage") && heading(second).contains("↑"))
    try await second.send("c end enter")
    try await second.wait { heading(second).contains("Stage") }
    #expect(!heading(second).contains("↑"), "\(second.text)")
    #expect(try files(of: second).isEmpty)
    try await second.send("u")
    #expect(!heading(second).contains("Stage") && heading(second).contains("↑"), "\(second.text)")
    #expect(try files(of: second).count == 1)
  }

  @Test(arguments: ["", "--user sara "])
  func `37-3: The pane's place and width stay for the next start, and reset as columns do`(
    user: String
  ) async throws {
    let entity = "\(user)--entity Deal"
    let first = try await scene(entity)
    func pane(_ scene: Scene) -> String? {
      let row = scene.lines[2]
      if let bar = row.firstIndex(of: "│") {
        return "beside \(row.distance(from: row.startIndex, to: bar))"
      }
      return scene.lines.contains { $0.hasPrefix("─────") } ? "below" : nil
    }
    let ruled = pane(first)
    try await first.send("I alt-> alt->")
    let wide = pane(first)
    #expect(wide != ruled && wide?.hasPrefix("beside") == true, "\(first.text)")
    await first.end()
    let second = try await scene(beside: first, entity)
    #expect(pane(second) == wide, "\(second.text)")
    try await second.send("! / d e t a i l W")
    #expect(second.text.contains("/lists/") && second.text.contains("detailWidth ="))
    // Another choice keeps those of before.
    try await second.send("enter esc I right -")
    #expect(pane(second) == "below", "\(second.text)")
    await second.end()
    let third = try await scene(beside: first, entity)
    third.session.work.followRules()
    #expect(pane(third) == "below" && !heading(third).contains("Stage"), "\(third.text)")
    let text = try #require(try files(of: third).first?.text)
    #expect(text.contains("detailPlacement = 'below'") && text.contains("detailWidth ="), "\(text)")
    #expect(pane(try await scene(beside: first, "--user ada --entity Deal")) == ruled)
    try await third.send("c end enter")
    #expect(pane(third) == ruled && heading(third).contains("Stage"), "\(third.text)")
    #expect(try files(of: third).isEmpty)
    try await third.send("u")
    #expect(pane(third) == "below", "\(third.text)")
    try await third.send("I I")
    let beside = try #require(pane(third)?.dropFirst(7)).description
    try await third.send("alt-<")
    #expect(pane(third) == "beside \(Int(beside).map { $0 + 4 } ?? 0)", "\(third.text)")
  }

  @Test func `A bad file is a fault among others, and the next change puts it right`() async throws
  {
    let first = try await scene()
    try await first.send("right -")
    let path = try #require(try files(of: first).first?.path)
    await first.end()
    for text in [
      "when entity.name = {\n  high: *true* => hiddenColumns", "\u{1}\u{FF}",
      "*true* => nothing = 5",
    ] {
      _ = state.write(Array(text.utf8), to: "bad")
      rename(state.path + "/bad", path)
      let next = try await scene(beside: first)
      #expect(heading(next).contains("Stage"), "\(next.text)")
      #expect(next.text.contains("rule fault"), "\(next.text)")
      try await next.send("right -")
      #expect(try files(of: next).first?.text.contains("hiddenColumns = ['stage']") == true)
      await next.end()
    }
  }

  @Test func `Where nothing can be written, nothing is said`() async throws {
    let file = state.write([], to: "file")
    let scene = try await scene(in: file + "/state")
    try await scene.send("right -")
    #expect(!heading(scene).contains("Stage") && scene.session.work.faults.isEmpty)
    #expect(scene.status.contains("1/3"), "\(scene.status)")
  }

  @Test func `A filter stays while the program runs, and no longer`() async throws {
    let first = try await scene("--user sara")
    try await first.send("enter F")
    try await first.type("stage = 'won'")
    try await first.send("enter")
    #expect(first.line(with: "Fleet") == nil && first.lines[0].contains("✕"), "\(first.text)")
    try await first.send("esc enter")
    #expect(first.line(with: "Fleet") == nil && first.lines[0].contains("✕"), "\(first.text)")
    try await first.run("Deal")
    #expect(first.line(with: "Fleet") != nil, "a name means all of it: \(first.text)")
    try await first.send("esc x esc enter")
    #expect(first.line(with: "Fleet") != nil && !first.lines[0].contains("✕"), "\(first.text)")
    try await first.send("F")
    try await first.type("stage = 'won'")
    try await first.send("enter")
    await first.end()
    let second = try await scene(beside: first)
    #expect(second.line(with: "Fleet") != nil)
  }

  @Test func `A filter stays for the next start where one says so`() async throws {
    let first = try await scene("--user sara")
    try await first.send("enter F")
    try await first.type("stage = 'won'")
    try await first.send("enter c end enter")
    await first.end()
    let text = try #require(try files(of: first).first?.text)
    #expect(text.contains("startFilter = where (stage = 'won')"))
    for (user, isKept) in [("sara", true), ("ada", false)] {
      let other = try await scene(beside: first, "--user \(user)")
      try await other.send("enter")
      #expect((other.line(with: "Fleet") == nil) == isKept, "\(other.text)")
      #expect(other.lines[0].contains("stage = 'won' ✕") == isKept, "\(other.text)")
      await other.end()
    }
    let second = try await scene(beside: first, "--user sara")
    try await second.send("enter x")
    #expect(second.line(with: "Fleet") != nil, "\(second.text)")
    try await second.send("esc enter")
    #expect(second.line(with: "Fleet") != nil, "it stays away until the next start: \(second.text)")
    try await second.send("c end up up")
    #expect(second.line(with: "begin without the kept filter")?.contains("›") == true)
    try await second.send("enter")
    #expect(try files(of: second).isEmpty)
  }
}
