import Editing
import EntityStore
import Qualifiers
import RuleEnvironment
import SceneSupport
import StandardKeys
import Terminal
import TestSupport
import Testing
import Widgets

@testable import Pages
import Workspace

/// Page, row and component of every task, labels, colours, commands and rights, each by a line of a rule file.
@MainActor
struct OverridesTests {
  private static let script = """
    CREATE TABLE studio(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE film(id INTEGER PRIMARY KEY, title TEXT NOT NULL, plot TEXT, released DATE,
      data JSON, poster BLOB, studio_id INTEGER REFERENCES studio(id));
    INSERT INTO studio VALUES (1, 'Ufa'), (2, 'Prana');
    INSERT INTO film VALUES
      (1, 'Metropolis', 'Two halves of a city', '1927-01-10', '{"halves":[1,2]}', x'89504E47', 1),
      (2, 'Nosferatu', 'A guest arrives', '1922-03-04', NULL, NULL, 2);
    """

  /// Holds beside each rule.
  private static let base = """
    entity.name = 'Film' and task in ('list', 'inspect', 'edit', 'create')
      => displayPropertyKeys = ['title', 'plot', 'released', 'data', 'poster', 'studio']

    """

  private static var catalog: Catalog {
    var catalog = Catalog.builtIn
    catalog.pages["own"] = Page(
      "own",
      for: .help,
      .why,
      .palette,
      .text,
      .bytes,
      .json,
      .statements,
      .columns,
      .calendar
    ) { OwnPage() }
    return catalog
  }

  private struct OwnPage: View {
    @Environment(\.pageContext) private var page
    @Environment(\.task) private var task

    var body: some View {
      let said = page.announcement
      VStack {
        Text("Own page of \(task): \(said?.sentence ?? "nothing")")
        Text(said?.text ?? "no text")
      }
    }
  }

  /// The screen of an override's place, with its rule or without.
  private func scene(_ override: Override, isRuled: Bool = true) async throws -> Scene {
    let scene = try await Scene(
      Self.script,
      rules: Self.base + (isRuled ? override.rule : ""),
      override.place,
      catalog: Self.catalog
    )
    #expect(scene.session.work.faults.isEmpty, "\(scene.session.work.faults)")
    if override.isChanged {
      let id = RecordID(entityName: "Film", values: [.int(1)])
      let record = try #require(try await scene.session.work.store.record(id, paths: nil))
      scene.session.work.editing.object(for: record).set(.string("Mabuse"), forAttribute: "title")
      try await scene.settle()
    }
    if !override.property.isEmpty {
      try await scene.go(to: override.property, by: override.place == Override.form ? "tab" : "j")
    }
    if !override.keys.isEmpty { try await scene.send(override.keys) }
    return scene
  }

  /// How the first letter of a text on the screen looks.
  private func style(of text: String, on scene: Scene) throws -> Style {
    let y = try #require(scene.lines.firstIndex { $0.contains(text) }, "\(scene.text)")
    let line = scene.lines[y]
    let start = try #require(line.firstRange(of: text)?.lowerBound)
    return scene.terminal.screen[Point(x: line[..<start].count, y: y)].style
  }

  private func check(_ override: Override) async throws {
    let (ruled, plain) = try await (scene(override), scene(override, isRuled: false))
    if override.isStyle {
      let style = try style(of: override.shown, on: ruled)
      #expect(style.foreground == .red || style.attributes.contains(.bold), "\(style)")
      #expect(try style != self.style(of: override.shown, on: plain))
    } else {
      #expect(ruled.text.contains(override.shown), "\(ruled.text)")
      #expect(!plain.text.contains(override.shown), "\(plain.text)")
    }
    await ruled.end()
    await plain.end()
  }

  @Test(arguments: Override.choices)
  func `Q2: pages, rows, components, labels, colours and rights follow a line of a rule file`(
    override: Override
  ) async throws {
    try await check(override)
  }

  @Test(arguments: Override.rows)
  func `Q1: a rule chooses the row of a field`(override: Override) async throws {
    try await check(override)
  }

  @Test func `Q1: what is typed into a field is kept in whatever row it stands`() async throws {
    for row in ["propertyNameAsTitle", "propertyValue", "propertyNameValue", "namedToManyLink"] {
      let rules = "task = 'edit' => rowComponent = '\(row)'"
      let scene = try await Scene(Self.script, rules: Self.base + rules, Override.form)
      try await scene.go(to: "plot")
      try await scene.retype("Told anew")
      #expect(scene.text.contains("●"), "\(scene.text)")
      try await scene.send("ctrl-s")
      scene.expectSaved()
      #expect(try scene.rows("SELECT plot FROM film WHERE id = 1") == ["Told anew"], "\(row)")
      await scene.end()
    }
  }

  @Test func `Q1: a row of an application edits the property, and marks faults and rights`()
    async throws
  {
    var catalog = Catalog.builtIn
    catalog.rows["own"] = RowComponent("own") {
      FollowableRow {
        HStack {
          Text("own row:")
          PropertyComponent()
        }
      }
    }
    let rules = """
      task = 'edit' => rowComponent = 'own'
      propertyKey = 'released' => isPropertyEditable = false
      """
    let scene = try await Scene(
      Self.script,
      rules: Self.base + rules,
      Override.form,
      catalog: catalog
    )
    #expect(scene.lines.count { $0.contains("own row:") } == 6, "\(scene.text)")
    try await scene.retype("Faust")
    await #expect(throws: Scene.Restless.self) { try await scene.go(to: "released") }
    try await scene.go(to: "data")
    try await scene.retype("{")
    #expect(scene.text.contains("✗"), "\(scene.text)")
    try await scene.retype("[1]")
    #expect(!scene.text.contains("✗"), "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT title, data FROM film WHERE id = 1") == ["Faust|[1]"])
  }

  @Test(arguments: Override.styles)
  func `Q2: colours, styles and actions count on edit and query pages and in the menu`(
    override: Override
  ) async throws {
    try await check(override)
  }

  @Test func `Q2: the review shows values and objects in their colours`() async throws {
    let rules = "propertyKey = 'title' => color = 'red'\nentity.name = 'Film' => style = 'bold'"
    let override = Override(rules, on: "", pressing: "P", changed: true, shows: "Mabuse")
    let scene = try await self.scene(override)
    #expect(try style(of: "Metropolis →", on: scene).foreground == .red, "\(scene.text)")
  }

  @Test(arguments: Override.places)
  func `Q3: rules choose the entity of the first page`(override: Override) async throws {
    try await check(override)
    let scene = try await self.scene(override)
    try await scene.send("esc")
    #expect(scene.text.contains("Studio"), "\(scene.text)")
  }

  @Test
  func `Q3: what the command line names comes first, and nobody begins where he may not look`()
    async throws
  {
    let first = "*true* => firstTask = 'list', firstEntity = 'Film'\n"
    let named = try await Scene(Self.script, rules: first, "--entity Studio")
    #expect(named.text.contains("Prana") && !named.text.contains("Nosferatu"), "\(named.text)")
    let hidden = try await Scene(
      Self.script,
      rules: first + "*true* => visibleEntityNames = ['Studio']"
    )
    #expect(hidden.text.contains("Studio") && !hidden.text.contains("Nosferatu"), "\(hidden.text)")
  }

  @Test(arguments: Override.inFront)
  func `Q4: what stands before the pages has a page that rules choose`(override: Override)
    async throws
  {
    try await check(override)
    let scene = try await self.scene(override)
    try await scene.send("esc")
    #expect(!scene.text.contains(override.shown), "\(scene.text)")
  }

  @Test(arguments: ["nowhere", "list", "edit", "unknown", "calendar"], ["help", "why", "palette"])
  func `Q4: where the page of a rule fails the program's own opens`(page: String, task: String)
    async throws
  {
    let scene = try await Scene(Self.script, rules: "task = '\(task)' => page = '\(page)'")
    try await scene.send(["help": "?", "why": "!", "palette": "ctrl-p"][task] ?? "")
    let title = ["help": "Help", "why": "Why is", "palette": "Commands"][task] ?? ""
    #expect(scene.text.contains(title), "\(scene.text)")
    let sentence = "no page '\(page)' for the task '\(task)'"
    // A page that does not exist is a mistake in the file, and the rule is left out.
    #expect(scene.text.contains(sentence) == (page != "nowhere"), "\(scene.text)")
    try await scene.send("esc")
    #expect(scene.text.contains("Studio") && !scene.text.contains(title), "\(scene.text)")
  }
}
