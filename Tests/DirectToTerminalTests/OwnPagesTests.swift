import DirectToTerminal
import SceneSupport
import TestSupport
import Testing

/// A page as somebody outside writes it: the first two tracks, each with its own fields.
private struct PairPage: View {
  @Environment(\.pageContext) private var page
  @State private var objects: [ManagedObject] = []

  var body: some View {
    VStack {
      ForEach(Array(objects.indices)) { index in
        Text("Track \(index + 1)").role(.header)
        ObjectForm(objects[index]) {
          VStack {
            FieldRow("name")
            FieldRow("milliseconds")
            FieldRow("album.title")
            FieldRow("album.artist.name")
          }
        }
      }
    }
    .commands { EditCommands(page: page).all }
    .task { page.load { await read() } }
  }

  private func read() async {
    guard let database = page.database, let editing = page.editing else { return }
    do throws(StoreError) {
      objects = try await database.fetch(entity: "Track", limit: 2).map { editing.object(for: $0) }
    } catch {
      page.say("\(error)", .error)
    }
  }
}

/// A page that shows its context and has commands that lead to other pages, prompts and messages.
private struct SignPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    VStack {
      Text("task \(page.task?.rawValue ?? "none"), about \(page.entity?.name ?? "nothing")")
      Text("object \(page.object?.id.map { "\($0.values)" } ?? "none")")
    }
    .focusable()
    .command(Self.go) { _ in page.follow(task: .edit) }
    .command(Self.leave) { _ in page.pop() }
    .command(Self.ask) { _ in page.prompt("Who? ") { page.say("It is \($0).") } }
    .command(Self.sure) { _ in page.confirm("Sure?", verb: "say so") { page.say("Sure.") } }
  }

  private static let go = CommandDefinition("go", "go", keys: "g", group: "Own", importance: 9)
  private static let leave = CommandDefinition("up", "up", keys: "u", group: "Own", importance: 8)
  private static let ask = CommandDefinition("ask", "ask", keys: "a", group: "Own", importance: 7)
  private static let sure = CommandDefinition(
    "sure",
    "sure",
    keys: "s",
    group: "Own",
    importance: 6
  )
}

/// An edit page of one's own: the fields that it wants, in its own words around them.
private struct OwnEditPage: View {
  @Environment(\.pageContext) private var page
  @Environment(\.displayPropertyKeys) private var keys

  var body: some View {
    if let object = page.object {
      ObjectForm(object) {
        VStack {
          Text("My own page").role(.title)
          ForEach(keys, id: \.self) { FieldRow($0) }
        }
      }
      .commands { EditCommands(page: page).all }
    }
  }
}

/// A list page of one's own: the program's list below a heading.
private struct HeadedListPage: View {
  var body: some View {
    VStack {
      Text("All there are").role(.title)
      ListPage()
    }
  }
}

/// A page that keeps something of its own: how often a key was pressed on it.
private struct TallyPage: View {
  final class Tally { var count = 0 }
  @Environment(\.pageContext) private var page

  var body: some View {
    let tally = page.model { Tally() }
    Text("Tallied \(tally.count)")
      .focusable()
      .command(Self.tally) { context in
        tally.count += 1
        context.say("Now \(tally.count).")
      }
      .command(Self.go) { _ in page.follow(task: .edit) }
  }

  private static let tally = CommandDefinition(
    "tally",
    "tally",
    keys: "t",
    group: "Own",
    importance: 9
  )
  private static let go = CommandDefinition("go", "go", keys: "g", group: "Own", importance: 8)
}

/// A page of two of the program's, each with what it keeps.
private struct DoublePage: View {
  var body: some View {
    VStack {
      QueryPage().frame(height: 8)
      ListPage()
    }
  }
}

/// Tests the pages, forms and fields that an application can build.
@MainActor
struct OwnPagesTests {
  private static var catalog: Catalog {
    var catalog = Catalog.builtIn
    catalog.pages["pair"] = Page("pair", about: .entity) { PairPage() }
    catalog.pages["headed"] = Page("headed", about: .entity) { HeadedListPage() }
    catalog.pages["tally"] = Page("tally", about: .object) { TallyPage() }
    catalog.pages["double"] = Page("double", about: .entity) { DoublePage() }
    catalog.pages["sign"] = Page("sign") { SignPage() }
    catalog.pages["ownEdit"] = Page("ownEdit", about: .object) { OwnEditPage() }
    return catalog
  }

  private func scene(_ rules: String, _ arguments: String) async throws -> Scene {
    try await Scene(
      RecordShop.script,
      rules: rules,
      arguments,
      height: 24,
      catalog: Self.catalog
    )
  }

  private func pair() async throws -> Scene {
    try await scene("entity.name = 'Track' and task = 'list' => page = 'pair'", "--entity Track")
  }

  private func tracks(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT Name, Milliseconds FROM Track ORDER BY TrackId LIMIT 2")
  }

  @Test func `Two forms on one page show and save their own objects`() async throws {
    let scene = try await pair()
    #expect(scene.text.contains("Fast as a Shark") && scene.text.contains("Mirror Mirror"))
    try await scene.retype("First")
    try await scene.send("tab tab tab tab")
    try await scene.retype("Second")
    #expect(scene.text.contains("First") && scene.text.contains("Second"), "\(scene.text)")
    #expect(scene.lines[0].contains("2 changed"), "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectStatus("saved 2 objects")
    #expect(try tracks(scene) == ["First|230619", "Second|307552"])
    // The page is the same, and what is entered next is saved too.
    try await scene.retype("Third")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try tracks(scene) == ["First|230619", "Third|307552"])
  }

  @Test func `Each form has its own drafts, problems and undo`() async throws {
    let scene = try await pair()
    try await scene.send("tab")
    try await scene.retype("long")
    try await scene.send("tab tab tab tab")
    try await scene.retype("short")
    let faulty = scene.lines.filter { $0.contains("✗") }
    #expect(faulty.count == 2 && faulty[0].contains("long") && faulty[1].contains("short"))
    #expect(scene.lines[0].contains("2 wrong"), "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved") && scene.status.contains("Milliseconds"))
    #expect(try tracks(scene) == ["Fast as a Shark|230619", "Mirror Mirror|307552"])
    // The save went to the first of both fields, and undo is that field's.
    try await scene.send("ctrl-_")
    #expect(!scene.text.contains("long") && scene.text.contains("short"), "\(scene.text)")
    // What it is emptied of is told while one types.
    let left = scene.lines.filter { $0.contains("✗") }
    #expect(left.count == 2 && left[0].contains("needs a value"), "\(scene.text)")
  }

  @Test func `What keeps one of two objects from being saved is marked in its own form`()
    async throws
  {
    let scene = try await scene(
      """
      entity.name = 'Track' and task = 'list' => page = 'pair'
      entity.name = 'Track' and propertyKey = 'name' and object.name = 'Bad'
        => validation = 'is no name'
      """,
      "--entity Track"
    )
    try await scene.retype("Good")
    try await scene.send("tab tab tab tab")
    try await scene.retype("Bad")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved"), "\(scene.text)")
    let faulty = scene.lines.dropLast(2).indices.filter { scene.lines[$0].contains("✗") }
    let second = try #require(scene.lines.firstIndex { $0.contains("Track 2") })
    #expect(faulty.count == 1 && faulty[0] == second + 2, "\(scene.text)")
  }

  @Test func `A field along a path edits the object that it leads to, once for all fields of it`()
    async throws
  {
    let scene = try await Scene(
      RecordShop.script + "UPDATE Track SET AlbumId = 2;",
      rules: "entity.name = 'Track' and task = 'list' => page = 'pair'",
      "--entity Track",
      height: 24,
      catalog: Self.catalog
    )
    try await scene.send("tab tab")
    try await scene.retype("Twilight")
    #expect(scene.lines.count { $0.contains("Twilight") } == 2, "\(scene.text)")
    try await scene.send("tab")
    try await scene.retype("The Guardian")
    try await scene.send("ctrl-s")
    scene.expectStatus("saved 2 objects")
    #expect(
      try scene.rows("SELECT Title FROM Album ORDER BY 1") == ["Balls to the Wall", "Twilight"]
    )
    #expect(
      try scene.rows("SELECT Name FROM Artist ORDER BY 1")
        == ["Accept", "Celtic Frost", "The Guardian"]
    )
    #expect(try tracks(scene) == ["Fast as a Shark|230619", "Mirror Mirror|307552"])
  }

  @Test(arguments: [
    "entity.name = 'Album' => isObjectEditable = false",
    "entity.name = 'Album' and propertyKey = 'title' => isPropertyEditable = false",
    "entity.name = 'Album' => isEntityReadOnly = true",
  ])
  func `A field along a path is only shown where rules forbid to change that object`(
    right: String
  ) async throws {
    let scene = try await scene(
      "entity.name = 'Track' and task = 'list' => page = 'pair'\n" + right,
      "--entity Track"
    )
    try await scene.send("tab tab")
    try await scene.retype("The Guardian")
    try await scene.send("ctrl-s")
    #expect(
      try scene.rows("SELECT Title FROM Album ORDER BY 1") == ["Balls to the Wall", "Nightfall"]
    )
    #expect(scene.text.contains("Balls to the Wall"), "\(scene.text)")
  }

  @Test func `Leaving a page with forms asks about all of them`() async throws {
    let scene = try await pair()
    try await scene.send("tab tab tab tab")
    try await scene.retype("Second")
    try await scene.send("esc")
    #expect(scene.text.contains("The changes are not saved"), "\(scene.text)")
    try await scene.send("j j enter")
    #expect(scene.session.work.editing.pendingObjects.isEmpty)
    #expect(try tracks(scene) == ["Fast as a Shark|230619", "Mirror Mirror|307552"])
  }

  @Test func `A page knows what it is about, goes on, asks and says`() async throws {
    let scene = try await scene(
      "task = 'inspect' => page = 'sign'",
      "--entity Artist --id 2"
    )
    #expect(scene.text.contains("task inspect, about Artist"), "\(scene.text)")
    try await scene.send("a")
    try await scene.type("me")
    try await scene.send("enter")
    scene.expectStatus("It is me.")
    try await scene.send("s y")
    scene.expectStatus("Sure.")
    try await scene.send("g")
    #expect(scene.text.contains("› edit") && scene.text.contains("Blind Guardian"), "\(scene.text)")
    try await scene.send("esc u")
    #expect(scene.text.contains("Celtic Frost"), "\(scene.text)")
  }

  @Test func `An edit page of one's own has every editor, draft, problem, command and save`()
    async throws
  {
    let scene = try await scene(
      "task in ('edit', 'create') => page = 'ownEdit'",
      "--entity Track --id 1"
    )
    try await scene.send("e")
    #expect(scene.text.contains("My own page"), "\(scene.text)")
    try await scene.go(to: "milliseconds")
    try await scene.retype("many")
    #expect(scene.text.contains("✗ needs a whole number"), "\(scene.text)")
    try await scene.retype("7")
    try await scene.go(to: "album")
    // The object at the other end is chosen on its page, and the field has the focus again.
    try await scene.send("enter")
    #expect(scene.text.contains("Nightfall"), "\(scene.text)")
    try await scene.send("down enter")
    #expect(scene.text.contains("My own page") && scene.text.contains("Nightfall"), "\(scene.text)")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    #expect(try scene.rows("SELECT AlbumId, Milliseconds FROM Track WHERE TrackId = 1") == ["2|7"])
    #expect(!scene.text.contains("My own page"))
  }

  @Test func `A page of one's own may hold a page of the program with its commands`() async throws {
    let scene = try await scene("task = 'list' => page = 'headed'", "--entity Artist")
    #expect(scene.lines[1] == "All there are" && scene.lines[3].contains("Accept"), "\(scene.text)")
    try await scene.send("G enter")
    #expect(scene.text.contains("› Celtic Frost"), "\(scene.text)")
  }

  @Test func `A page of one's own keeps its model while others are before it`() async throws {
    let scene = try await scene("task = 'inspect' => page = 'tally'", "--entity Artist --id 2")
    try await scene.send("t t")
    scene.expectStatus("Now 2.")
    try await scene.send("g")
    #expect(scene.text.contains("› edit"), "\(scene.text)")
    try await scene.send("esc t")
    scene.expectStatus("Now 3.")
    #expect(scene.text.contains("Tallied"), "\(scene.text)")
  }

  @Test func `A page of a query and a list has what each of them keeps`() async throws {
    let scene = try await scene("task = 'list' => page = 'double'", "--entity Artist")
    #expect(scene.text.contains("Accept"), "\(scene.text)")
    // The list has the focus first, as on a page of its own.
    try await scene.send("tab")
    try await scene.type("Celtic")
    #expect(scene.text.contains("Celtic") && scene.text.contains("Accept"), "\(scene.text)")
    #expect(scene.text.contains("Blind Guardian"), "\(scene.text)")
  }

  @Test func `Outside of a page nothing is known and nothing is done`() {
    let page = EnvironmentValues().pageContext
    #expect(!page.isOpen && page.object == nil && page.form == nil && page.database == nil)
    page.follow(task: .edit)
    page.pop()
    page.say("nothing")
    page.save()
    #expect(EditCommands(page: page).all.isEmpty && ObjectCommands(page: page).all.isEmpty)
    #expect(ApplicationCommands(page: page).all.isEmpty)
    #expect(page.model { TallyPage.Tally() }.count == 0)
  }
}
