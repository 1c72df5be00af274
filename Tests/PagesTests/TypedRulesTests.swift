import SceneSupport
import TestSupport
import Pages
import RuleEngine
import Testing
import Workspace

/// Rules typed on the command line of the running program.
@MainActor
struct TypedRulesTests {
  private func scene(_ rules: String = "", _ arguments: String = "--entity Track") async throws
    -> Scene
  {
    let scene = try await Scene(RecordShop.script, rules: rules, arguments)
    scene.session.work.followRules()
    return scene
  }

  @Test func `A key is set, explained, and taken back`() async throws {
    let scene = try await scene("important: *true* => displayPropertyKeys = ['name']")
    try await scene.run("set displayPropertyKeys = ['unitPrice', 'name']")
    #expect(scene.status.contains("displayPropertyKeys = ['unitPrice', 'name'] from now on"))
    try await scene.wait { scene.lines[1].hasPrefix("  Unit price  Name") }
    try await scene.run("set displayPropertyKeys")
    #expect(scene.status.contains("displayPropertyKeys = ['unitPrice', 'name']  (live:1)"))
    try await scene.run("set displayPropertyKeys = ['unitPrice']")
    try await scene.wait { !scene.lines[1].contains("Name") }
    try await scene.run("unset displayPropertyKeys")
    try await scene.wait { scene.lines[1].split(separator: " ") == ["Name"] }
    try await scene.run("unset displayPropertyKeys")
    #expect(scene.status.contains("'displayPropertyKeys' was not set; no key is set"))
  }

  @Test func `A key may be declared, and only once`() async throws {
    let scene = try await scene()
    try await scene.run("rule key mood: text = 'good' 'How it is.'")
    #expect(scene.status.contains("the rule applies from now on"))
    try await scene.run("set title = mood")
    try await scene.wait { scene.lines[0].contains("good") }
    try await scene.run("rule key mood: text = 'bad' 'How it is.'")
    #expect(scene.text.contains("a key `mood` already exists"))
    try await scene.send("esc")
    try await scene.run("set mood")
    #expect(scene.status.contains("mood = 'good'"))
  }

  @Test func `A key that a file declares is set as others are`() async throws {
    let scene = try await scene("title = `Shop {discount}`\nkey discount: number = 5 'Percent.'")
    try await scene.run("set discount = 8")
    try await scene.wait { scene.lines[0].contains("Shop 8") }
    try await scene.run("set discunt = 8")
    #expect(scene.text.contains("unknown key 'discunt'; did you mean 'discount'?"))
  }

  @Test func `A text needs no quotes`() async throws {
    let scene = try await scene()
    try await scene.run("set title = The shop")
    try await scene.wait { scene.lines[0].contains("The shop") }
  }

  @Test func `A rule counts until it is taken out`() async throws {
    let scene = try await scene()
    try await scene.run("rule propertyKey = 'name' => displayNameForProperty = 'Song'")
    try await scene.wait { scene.lines[1].hasPrefix("  Song") }
    try await scene.resize(width: 100, height: 60)
    try await scene.send("!")
    #expect(scene.text.contains("live:1 · live, 100, specificity 1"))
    try await scene.send("esc")
    try await scene.run("rule")
    #expect(scene.text.contains("propertyKey = 'name' => displayNameForProperty = 'Song'"))
    try await scene.send("enter")
    try await scene.wait { scene.lines[1].hasPrefix("  Name") }
    try await scene.run("rule")
    #expect(scene.status.contains("no rule typed yet"))
  }

  @Test(arguments: [
    ("set titel = 'x'", "unknown key 'titel'; did you mean 'title'?"),
    ("set rows = 'many'", "takes whole number"),
    ("set role = 'manager'", "only rules of the site set"),
    ("rule *true* => isLocked = false", "only rules of the site set"),
    ("set entity = 'Track'", "is set by the program, not by rules"),
    ("rule task = 'list' => color = 'purpel'", "there is no color `purpel`"),
    ("rule task = 'list' =>", "missing"),
    ("rule // nothing", "this is no rule"),
    ("rule include 'x.rules'", "rules typed here cannot include files"),
    ("set isObjectEditable = true", "may only narrow `isObjectEditable`"),
  ])
  func `What is wrong is said, and the line can be mended`(line: String, problem: String)
    async throws
  {
    let scene = try await scene()
    try await scene.run(line)
    #expect(scene.status.contains(problem), "\(scene.status)")
    #expect(scene.lines.last == ":" + line)
    try await scene.send("esc")
    #expect(scene.session.work.resolver.model.rules.allSatisfy { $0.layer != .live })
  }

  @Test(arguments: [
    (
      "isEntityReadOnly = \"true\" [com.webobjects.directtoweb.BooleanAssignment]",
      "isEntityReadOnly", "true"
    ),
    ("*true* => stylesheet = 'a.css' [com.webobjects.directtoweb.Assignment]", "", ""),
    (
      "propertyKey = 'name' => displayNameForProperty = \"propertyKey\" [KeyValueAssignment]",
      "displayNameForProperty", "'name'"
    ),
  ])
  func `F2: a rule of Direct to Web may be typed`(rule: String, key: String, value: String)
    async throws
  {
    let scene = try await scene()
    try await scene.run("rule " + rule)
    #expect(scene.status.contains("the rule applies from now on"), "\(scene.status)")
    try await scene.wait {
      scene.session.work.resolver.model.rules.contains { $0.layer == .live }
    }
    guard !key.isEmpty else { return }
    try await scene.run("set " + key)
    #expect(scene.status.contains("\(key) = \(value)  (live:1)"), "\(scene.status)")
  }

  @Test(arguments: [
    ("title = \"a.b\" [own.OtherAssignment]", "`own.OtherAssignment` has no counterpart"),
    ("*true* => width = 3 [com.webobjects.directtoweb.Assignment]", "`width` is in pixels there"),
  ])
  func `F2: a typed rule of Direct to Web that does nothing is refused`(
    rule: String,
    problem: String
  ) async throws {
    let scene = try await scene()
    try await scene.run("rule " + rule)
    #expect(scene.status.contains(problem), "\(scene.status)")
    #expect(scene.lines.last == ":rule " + rule)
    try await scene.send("esc")
    #expect(scene.session.work.resolver.model.rules.allSatisfy { $0.layer != .live })
  }

  @Test func `What was typed stays when a file is saved`() async throws {
    let scene = try await scene("*true* => title = 'one'")
    try await scene.run("rule propertyKey = 'name' => displayNameForProperty = 'Song'")
    try await scene.wait { scene.lines[1].hasPrefix("  Song") }
    scene.save(rules: "*true* => title = 'two'")
    try await scene.wait { scene.lines[0].contains("two") }
    #expect(scene.lines[1].hasPrefix("  Song"))
  }

  @Test func `Tab completes keys and their values`() async throws {
    let scene = try await scene()
    try await scene.send(":")
    try await scene.paste("set loo")
    try await scene.send("tab")
    #expect(scene.lines.last == ":set look")
    try await scene.paste(" = 'li")
    try await scene.send("tab")
    #expect(scene.lines.last == ":set look = 'light'")
  }
}
