import DirectToTerminal
import DirectToTerminalTesting
import SceneSupport
import Terminal
import TestSupport
import Testing

/// Says what it is about.
private struct Subject: View {
  @Environment(\.database?.title) private var database
  @Environment(\.object) private var object
  @Environment(\.objectLabel) private var label
  @Environment(\.user) private var user

  var body: some View {
    VStack {
      Text("\(database ?? "none") has \(object?.value(forKey: "name") ?? .null)")
      Text("called \(label ?? "nothing") by a \(user?.role ?? "nobody")")
    }
  }
}

/// Says which part of the model it shows.
private struct Part: View {
  @Environment(\.model) private var model
  @Environment(\.entity?.name) private var entity
  @Environment(\.attribute?.name) private var attribute
  @Environment(\.relationship?.name) private var relationship
  @Environment(\.propertyKey) private var key

  var body: some View {
    Text(
      "\(model?.entities.count ?? 0) \(entity ?? "-") \(attribute ?? "-") \(relationship ?? "-") \(key)"
    )
  }
}

private struct Frame: View {
  @Environment(\.task) private var task

  var body: some View {
    VStack {
      Text("framed \(task)")
      PageBody()
    }
  }
}

private struct Line: View {
  @Environment(\.propertyKey) private var key

  var body: some View {
    HStack(spacing: 1) {
      Text("line of \(key):")
      PropertyComponent()
    }
  }
}

private struct Loud: View {
  @Environment(\.propertyValue) private var value

  var body: some View { Text("\(value)!") }
}

/// The keys that the older systems document, by their groups: each is there, and does what it is for.
@MainActor
struct DocumentedKeysSeedTests {
  private nonisolated static let groups = [
    ["database", "object"],
    ["model", "entity", "attribute", "relationship", "propertyKey"],
    [
      "title", "displayNameForEntity", "displayNameForProperty", "displayStringForNil",
      "hideEmptyProperty", "formatter", "displayPropertyKeys", "visibleEntityNames",
      "navigationBarTitle",
    ],
    ["task", "nextTask", "page", "rowComponent", "component", "pageWrapper", "debugComponent"],
    [
      "user", "isObjectEditable", "isObjectDeletable", "isEntityReadOnly", "readOnlyEntityNames",
    ],
    [
      "look", "platform", "debug", "initialPropertyValues", "creationTimestampPropertyKey",
      "updateTimestampPropertyKey",
    ],
  ]

  @Test(arguments: groups)
  func `Every documented key has its name in rules, a summary and a type`(names: [String]) {
    for name in names {
      let entry = builtInVocabulary.entry(named: name)
      #expect(entry?.summary.isEmpty == false && entry?.typeName.isEmpty == false, "\(name)")
    }
  }

  private func shop(
    _ arguments: String,
    rules: String,
    @ApplicationBuilder parts: () -> [any ApplicationPart] = { [] }
  ) async throws -> ApplicationTester {
    try await ApplicationTester(
      .seed(rules: rules, parts: parts),
      arguments.split(separator: " ").map(String.init)
    )
  }

  @Test func `Objects: a page knows the database, its object and the user`() async throws {
    let page = try await ApplicationTester.page(of: "--entity Artist --id 2 --role clerk") {
      Subject()
    }
    #expect(page.text.contains("Records has Blind Guardian"), "\(page.text)")
    #expect(page.text.contains("called Blind Guardian by a clerk"), "\(page.text)")
    await page.close()
  }

  @Test func `Model: a component knows its entity, property, and what kind of property it is`()
    async throws
  {
    let shop = try await shop(
      "--entity Album --id 2",
      rules: """
        *true* => component = 'part'
        task = 'inspect' => displayPropertyKeys = ['title', 'artist', 'artist.name']
        """
    ) { Component("part") { Part() } }
    for piece in ["4 Album title - title", "4 Album - artist artist", "4 Album name - artist.name"]
    {
      #expect(shop.text.contains(piece), "\(shop.text)")
    }
    await shop.close()
  }

  @Test func `Rendering: what is shown, and in which words`() async throws {
    let rules = """
      task = 'inspect' => navigationBarTitle = 'Bar', displayPropertyKeys = ['firstName', 'city', 'company']
      entity.name = 'Customer' => displayNameForEntity = 'Patron'
      propertyKey = 'city' => displayNameForProperty = 'Town', formatter = 'upper'
      *true* => displayStringForNil = 'nothing', visibleEntityNames = ['Customer', 'Artist']
      """
    let customer = try await shop("--entity Customer --id 1", rules: rules)
    #expect(customer.lines[0].contains("Bar"), "\(customer.text)")
    for piece in ["Ada", "Town", "LONDON", "Company", "nothing"] {
      #expect(customer.text.contains(piece), "\(customer.text)")
    }
    // The title line names the object; below it stands only what the rules list.
    let isBelow = customer.lines.dropFirst().contains { $0.contains("Lovelace") }
    #expect(!isBelow, "\(customer.text)")
    await customer.close()
    let short = try await shop(
      "--entity Customer --id 1",
      rules: rules + "\n*true* => hideEmptyProperty = true"
    )
    #expect(short.text.contains("Town") && !short.text.contains("Company"), "\(short.text)")
    await short.close()
    let menu = try await shop("--task query", rules: rules + "\n*true* => title = 'All'")
    #expect(menu.lines[0].contains("All"), "\(menu.text)")
    #expect(menu.text.contains("Patron") && menu.text.contains("Artist"), "\(menu.text)")
    #expect(!menu.text.contains("Album"), "\(menu.text)")
    await menu.close()
  }

  @Test func `Components and pages: a rule chooses each by its name`() async throws {
    let rules = """
      task = 'list' => pageWrapper = 'frame', nextTask = 'edit', debug = true
      task = 'edit' => page = 'mine'
      task = 'inspect' => rowComponent = 'line', component = 'loud'
      """
    @ApplicationBuilder func parts() -> [any ApplicationPart] {
      PageWrapper("frame") { Frame() }
      Page("mine", about: .object) { Text("a page of mine") }
      RowComponent("line") { Line() }
      Component("loud") { Loud() }
    }
    let list = try await shop("--entity Artist", rules: rules, parts: parts)
    #expect(list.text.contains("framed list"), "\(list.text)")
    #expect(list.text.contains("Artist (Artist)  2 attributes"), "debug: \(list.text)")
    try await list.send("enter")
    #expect(list.text.contains("a page of mine"), "\(list.text)")
    #expect(!list.text.contains("framed"), "\(list.text)")
    await list.close()
    let other = try await shop(
      "--entity Artist",
      rules: rules + "\ntask = 'list' => debugComponent = 'databaseInfo'",
      parts: parts
    )
    #expect(other.text.contains("4 entities"), "\(other.text)")
    await other.close()
    let page = try await shop("--entity Artist --id 3", rules: rules, parts: parts)
    #expect(page.text.contains("line of name: Celtic Frost!"), "\(page.text)")
    await page.close()
  }

  @Test func `Permissions: what may be edited or deleted rules say, of entities and objects`()
    async throws
  {
    let rules = """
      *true* => readOnlyEntityNames = ['Album']
      entity.name = 'Customer' => isEntityReadOnly = true
      object.name = 'Accept' => isObjectEditable = false
      object.name = 'Celtic Frost' => isObjectDeletable = false
      """
    let artists = try await shop("--entity Artist", rules: rules)
    try await artists.send("e")
    #expect(!artists.lines[0].contains("edit"), "\(artists.text)")
    try await artists.send("j e")
    #expect(artists.lines[0].contains("edit"), "\(artists.text)")
    try await artists.send("esc")
    try await artists.send("j d")
    #expect(artists.text.contains("rule") && !artists.text.contains("delete it"), "\(artists.text)")
    await artists.close()
    for entity in ["Album", "Customer"] {
      let list = try await shop("--entity \(entity)", rules: rules)
      try await list.send("e")
      #expect(!list.lines[0].contains("edit"), "\(list.text)")
      await list.close()
    }
  }

  @Test func `Misc: rules choose the look, and layout by how much room there is`() async throws {
    func styles(_ rules: String) async throws -> [Style] {
      let scene = try await Scene(RecordShop.script, rules: rules, "--entity Artist")
      return (0..<30).flatMap { y in
        (0..<100).map { x in scene.terminal.screen[Point(x: x, y: y)].style }
      }
    }
    #expect(try await styles("") != styles("*true* => look = 'light'"))
    let rules = """
      platform = 'narrow' => title = 'small'
      platform = 'standard' => title = 'usual'
      platform = 'wide' => title = 'large'
      """
    for (width, title) in [(50, "small"), (100, "usual"), (140, "large")] {
      let shop = try await ApplicationTester(.seed(rules: rules), width: width)
      #expect(shop.lines[0].contains(title), "\(shop.text)")
      await shop.close()
    }
  }

  @Test func `Misc: new objects begin with values, and know when they were made and changed`()
    async throws
  {
    let scene = try await Scene(
      "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, kind TEXT, made TIMESTAMP, changed TIMESTAMP);",
      rules: """
        entity.name = 'Note' => initialPropertyValues = {kind: 'begun'}
        entity.name = 'Note' => creationTimestampPropertyKey = 'made'
        entity.name = 'Note' => updateTimestampPropertyKey = 'changed'
        """,
      "--entity Note --task create"
    )
    #expect(scene.line(with: "Kind")?.contains("begun") == true, "\(scene.text)")
    try await scene.go(to: "text")
    try await scene.type("hello")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    let rows = try scene.rows("SELECT text, kind, made IS NOT NULL, changed IS NOT NULL FROM note")
    #expect(rows == ["hello|begun|1|1"])
  }
}
