import SceneSupport
import TestSupport
import Pages
import Glibc
import Testing
import Workspace

/// Rule files saved while the program runs.
@MainActor
struct LiveRulesTests {
  private static let columns =
    "entity.name = 'Track' => displayPropertyKeys = ['name', 'unitPrice']\n"
  private static let otherColumns =
    "entity.name = 'Track' => displayPropertyKeys = ['milliseconds', 'name']\n"

  private func scene(_ rules: String, _ arguments: String) async throws -> Scene {
    let scene = try await Scene(RecordShop.script, rules: rules, arguments)
    scene.session.work.followRules()
    return scene
  }

  @Test func `Other columns are shown, with the cursor on the same row and cell`() async throws {
    let scene = try await scene(Self.columns, "--entity Track")
    try await scene.send("j")
    #expect(scene.lines[1].split(separator: " ") == ["Name", "Unit", "price"])
    scene.save(rules: Self.otherColumns)
    try await scene.wait { scene.lines[1].hasPrefix("  Milliseconds") }
    #expect(scene.lines[3] == "›      307 552  Mirror Mirror")
    unlink(scene.rulesPath)
    try await scene.wait { scene.text.contains("there is no such file") }
    #expect(scene.lines[1].hasPrefix("  Milliseconds"))
  }

  @Test func `A mistake shows its line and a caret, and the rules stay as they were`() async throws
  {
    let scene = try await scene(Self.columns, "--entity Track")
    scene.save(rules: "// columns\n" + Self.otherColumns.replacing("Keys =", with: "Kays ="))
    try await scene.wait {
      scene.text.contains("⚠ my.rules:2:26: unknown key `displayPropertyKays`")
    }
    let line = try #require(scene.lines.firstIndex { $0.contains("⚠ my.rules") })
    #expect(scene.lines[line + 1].hasPrefix("   entity.name = 'Track' => displayPropertyKays"))
    #expect(scene.lines[line + 2] == String(repeating: " ", count: 28) + "^~~~~~~~~~~~~~~~~~~")
    #expect(scene.lines[line + 3].contains("did you mean `displayPropertyKeys`?"))
    #expect(scene.lines[line + 3].contains("the previous version applies"))
    #expect(scene.lines[1].split(separator: " ") == ["Name", "Unit", "price"])
    scene.save(rules: Self.otherColumns)
    try await scene.wait { !scene.text.contains("⚠") }
    #expect(scene.lines[1].hasPrefix("  Milliseconds"))
  }

  @Test
  func `A mistake that was there at the start costs its rule only, also when the file is saved`()
    async throws
  {
    let scene = try await scene("titel = 'x'\n" + Self.columns, "--entity Track")
    #expect(!scene.text.contains("titel"))
    scene.save(rules: "titel = 'x'\n" + Self.otherColumns)
    try await scene.wait { scene.lines[1].hasPrefix("  Milliseconds") }
    #expect(scene.text.contains("unknown key `titel`"))
    #expect(scene.text.contains("the file's other rules apply"))
  }

  @Test func `The caret of a mistake far to the right is in sight`() async throws {
    let scene = try await Scene(RecordShop.script, rules: Self.columns, "--entity Track", width: 60)
    scene.session.work.followRules()
    let condition = "entity.name = 'Track' and task = 'list' and screen.width > 20"
    scene.save(rules: condition + " => colour = 'red'\n")
    try await scene.wait { scene.text.contains("unknown key `colour`") }
    let line = try #require(scene.lines.firstIndex { $0.contains("^~~~~~") })
    let caret = try #require(scene.lines[line].firstIndex(of: "^"))
    let column = scene.lines[line].distance(from: scene.lines[line].startIndex, to: caret)
    #expect(scene.lines[line - 1].dropFirst(column).hasPrefix("colour = 'red'"))
    #expect(scene.lines[line - 1].hasPrefix("   …"))
  }

  @Test func `What is being edited survives other rules, with its steps back`() async throws {
    let scene = try await scene("*true* => locale = 'C'", "--entity Customer --id 1 --task edit")
    try await scene.go(to: "city")
    try await scene.retype("Oxford")
    scene.save(rules: "propertyKey = 'city' => displayNameForProperty = 'Town'\n")
    try await scene.wait { scene.line(with: "Oxford")?.contains("Town") == true }
    try await scene.type("s")
    #expect(scene.line(with: "Town")?.contains("Oxfords") == true)
    scene.save(rules: "propertyKey = 'city' =>\n")
    try await scene.wait { scene.text.contains("⚠ my.rules:") }
    #expect(scene.line(with: "Town")?.contains("Oxfords") == true)
    try await scene.send("ctrl-_ ctrl-_")
    #expect(scene.line(with: "Town")?.contains("London") == true)
    try await scene.retype("Rome")
    scene.save(rules: "propertyKey = 'city' => displayNameForProperty = 'Place'\n")
    try await scene.wait { scene.line(with: "Rome")?.contains("Place") == true }
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT City FROM Customer ORDER BY 1") == ["New York", "Rome"])
  }

  @Test func `A new order of the rules counts unless the person chose one`() async throws {
    let scene = try await scene(Self.columns, "--entity Track")
    scene.save(rules: Self.columns + "*true* => sortOrderings = ['-unitPrice']\n")
    try await scene.wait { scene.lines[0].contains("sort: Unit price ↓") }
    #expect(scene.lines[2].contains("Mirror Mirror"))
    try await scene.send("s")
    #expect(scene.lines[0].contains("sort: Name ↑"))
    scene.save(rules: Self.columns + "*true* => sortOrderings = ['unitPrice'], title = 'Shop'\n")
    try await scene.wait { scene.lines[0].contains("Shop") }
    #expect(scene.lines[0].contains("sort: Name ↑"))
  }

  @Test func `A key that the file declares is added, changed and taken out while it runs`()
    async throws
  {
    func rules(_ value: String) -> String {
      Self.columns + "title = `Shop {discount}`\nkey discount: number = \(value) 'Percent.'\n"
    }
    let scene = try await scene(Self.columns, "--entity Track")
    scene.save(rules: rules("5"))
    try await scene.wait { scene.lines[0].contains("Shop 5") }
    scene.save(rules: rules("6.5"))
    try await scene.wait { scene.lines[0].contains("Shop 6.5") }
    scene.save(rules: rules("'much'"))
    try await scene.wait { scene.text.contains("`discount` takes number, not 'much'") }
    #expect(scene.lines[0].contains("Shop 6.5"))
    scene.save(rules: Self.columns)
    try await scene.wait { !scene.lines[0].contains("Shop") }
  }

  @Test func `The list of entities follows the rules`() async throws {
    let scene = try await scene("*true* => title = 'Shop'", "")
    try await scene.send("j")
    scene.save(rules: "*true* => visibleEntityNames = ['Track', 'Album']")
    try await scene.wait { !scene.text.contains("Artist") }
    #expect(scene.lines[2].hasPrefix("› Album"))
  }

  @Test func `A property that rules begin to read is fetched`() async throws {
    let scene = try await scene(Self.columns, "--entity Track")
    scene.save(
      rules: Self.columns + "*true* => title = 'Shop'\n"
        + "entity.name = 'Track' and propertyKey = 'name' and object.album.artist.name = 'Accept'"
        + " => formatter = 'upper'\n"
    )
    try await scene.wait { scene.lines[0].contains("Shop") }
    try await scene.send("!")
    #expect(scene.text.contains("object.album.artist.name = 'Accept'"))
  }

  @Test func `Rows that a rule begins to hide are gone, and come back`() async throws {
    let scene = try await scene(Self.columns, "--entity Track")
    scene.save(rules: Self.columns + "*true* => restrictingQualifier = where (unitPrice < 1)")
    try await scene.wait { !scene.text.contains("Mirror") && scene.text.contains("Noldor") }
    scene.save(rules: Self.columns)
    try await scene.wait { scene.text.contains("Mirror") }
    scene.save(rules: Self.columns + "*true* => visibleEntityNames = ['Artist']")
    try await scene.wait { !scene.text.contains("Mirror") }
    #expect(scene.text.contains("Track is not shown: a rule hides it"))
    scene.save(rules: Self.columns)
    try await scene.wait { scene.text.contains("Mirror") }
  }

  @Test func `Keys are bound, and bound wrongly, and bound again`() async throws {
    let scene = try await scene("*true* => title = 'x'", "--entity Track")
    scene.save(rules: "*true* => keyBindings = {create: 'f9 f9x'}")
    try await scene.wait { scene.text.contains("⚠ 1 rule fault") }
    scene.save(rules: "*true* => keyBindings = {create: 'f9'}")
    try await scene.wait { scene.lines.last?.contains("f9 new") == true }
    #expect(!scene.text.contains("⚠"))
    scene.save(rules: "*true* => title = 'y'")
    try await scene.wait { scene.lines.last?.contains("o new") == true }
  }
}
