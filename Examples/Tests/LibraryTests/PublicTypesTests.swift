import DirectToTerminal
import DirectToTerminalTesting
import FoundationEssentials
import Testing

/// Rows from elsewhere than a database, in a table of the library's.
@MainActor
private final class Planets: RowSource, CellSource {
  private let names = ["Mercury", "Venus", "Earth"]

  var bounds: RowBounds { RowBounds(0..<names.count) }
  func id(at position: Int) -> AnyID? {
    names.indices.contains(position) ? AnyID(names[position]) : nil
  }
  func position(of id: AnyID) -> Int? {
    id.value(as: String.self).flatMap { names.firstIndex(of: $0) }
  }
  func row(at position: Int) -> TableRow? {
    names.indices.contains(position) ? TableRow([TableCell(names[position])]) : nil
  }
}

private struct PlanetsView: View {
  @State private var planets = Planets()
  @State private var cursor = ListCursor(id: AnyID("Venus"))

  var body: some View {
    VStack {
      Table([TableColumn("name", title: "Planet")], source: planets, cursor: cursor)
      Text("at \(cursor.rowID?.value(as: String.self) ?? "none")")
    }
  }
}

/// A view that asks in three ways.
private struct AskingView: View {
  @State private var answer = "nothing yet"

  var body: some View {
    Text(answer).focusable()
      .command(Self.choose) { context in
        context.present {
          Menu(
            "Which?",
            items: [MenuItem("Tea") { _ in answer = "tea" }, MenuItem("Coffee") { _ in }]
          )
        }
      }
      .command(Self.confirm) { context in
        context.present { Confirm("Sure?", verb: "do it") { _ in answer = "sure" } }
      }
      .command(Self.name) { context in
        context.present(.bottomLine) { Prompt("Who? ") { text, _ in answer = "it is \(text)" } }
      }
      .command(Self.hide) { (context: CommandContext) in
        context.present { Text("soon gone") }
        context.dismiss()
        answer = "gone"
      }
      .onEvent { event, _ in
        guard event == .key(KeyEvent(.function(2))) else { return false }
        answer = "F2"
        return true
      }
  }

  private static let choose = CommandDefinition("choose", "choose", keys: "m", group: "Own")
  private static let confirm = CommandDefinition("confirm", "confirm", keys: "s", group: "Own")
  private static let hide = CommandDefinition("hide", "hide", keys: "h", group: "Own")
  private static let name = CommandDefinition("name", "name", keys: "n", group: "Own")
}

/// What rules say at a place.
private struct TitleView: View {
  @Environment(\.title) private var title
  @Environment(\.isObjectEditable) private var isEditable

  var body: some View { Text("\(title) \(isEditable)") }
}

/// The same database by its key and by the page.
private struct DatabasePage: View {
  @Environment(\.pageContext) private var page
  @Environment(\.database) private var database
  @State private var names: [String] = []

  var body: some View {
    VStack {
      Text("\(page.database?.title ?? "") \(database?.title ?? "") \(names)")
      Text(page.object?.value(forKey: "name")?.string ?? "")
      Text(page.object?.value(forPath: ["maker", "name"])?.string ?? "no maker")
    }
    .focusable()
    .task { page.load { await read([database, page.database]) } }
  }

  private func read(_ databases: [DatabaseReference?]) async {
    do throws(StoreError) {
      for database in databases {
        names +=
          try await database?.fetch(entity: "Part").map { "\($0.value(forKey: "name") ?? .null)" }
          ?? []
        names += database?.model.entities.map(\.name) ?? []
      }
    } catch { page.say(error.sentence, .error) }
  }
}

enum Weight: Int, CaseIterable, PropertyValue { case light = 1, heavy }

extension Properties { var weight: Property<Weight> { Property("weight") } }

/// Writes a typed value through a binding.
private struct WeightEditor: View {
  @Environment(\.form) private var form

  var body: some View {
    if let form {
      let weight = form.binding(for: \.weight)
      Text("weighs \(weight.wrappedValue.map { "\($0)" } ?? "nothing")").focusable()
        .command(Self.change) { _ in weight.wrappedValue = .heavy }
    }
  }

  private static let change = CommandDefinition("heavier", "heavier", keys: "h", group: "Own")
}

/// Public types can be made and used by somebody outside.
@MainActor
struct PublicTypesTests {
  @Test func `P3: rows from elsewhere stand in a table with a cursor`() {
    let scene = SceneTester(width: 30, height: 6) { PlanetsView() }
    #expect(scene.text.contains("Mercury") && scene.text.contains("at Venus"), "\(scene.text)")
    scene.send("down")
    #expect(scene.text.contains("at Earth"), "\(scene.text)")
  }

  @Test func `P3: menus, confirmations and prompts are shown`() {
    let scene = SceneTester(width: 60, height: 12) { AskingView() }
    scene.send("m")
    #expect(scene.text.contains("Which?") && scene.text.contains("Coffee"), "\(scene.text)")
    scene.send("enter")
    #expect(scene.text.contains("tea") && !scene.text.contains("Which?"), "\(scene.text)")
    scene.send("s y")
    #expect(scene.text.contains("sure") && !scene.text.contains("Sure?"), "\(scene.text)")
    scene.send("n")
    scene.type("Ada")
    scene.send("enter")
    #expect(scene.text.contains("it is Ada"), "\(scene.text)")
    scene.send("h")
    #expect(scene.text.contains("gone") && !scene.text.contains("soon"), "\(scene.text)")
    scene.send(.key(KeyEvent(.function(2))))
    #expect(scene.text.contains("F2"), "\(scene.text)")
  }

  @Test(arguments: [("2026-11-27", "today"), ("2026-11-28", "later")])
  func `P3: rules with a clock are tried on a view by itself`(day: String, title: String) throws {
    let rules = RuleModel {
      RuleCondition("today > '2026-11-27'") => \.title <= "later"
      \.title <= "today"
    }
    let now = try #require(Date(wallClock: day))
    let resolver = RuleResolver(model: rules, clock: FixedClock(now))
    let scope = EnvironmentValues(resolver: resolver).setting(\.isObjectEditable, to: false)
    let scene = SceneTester(width: 30, height: 2, environment: scope) { TitleView() }
    #expect(scene.lines[0] == "\(title) false")
  }

  @Test func `P3: a fault in rules is told with its place and what to do`() throws {
    var loading = RuleLoading(
      vocabulary: builtInVocabulary,
      names: Catalog.builtIn.names(with: nil)
    )
    let text = SourceText(name: "own.rules", text: "task = 'edit'\n  => titel = 'Edit'\n")
    loading.add([text], layer: .application)
    let fault = try #require(loading.finish().diagnostics.first)
    #expect(fault.message.contains("titel") && fault.severity == .error, "\(fault)")
    #expect(fault.suggestion?.contains("title") == true && fault.id == "unknown-key")
    #expect(fault.source?.name == "own.rules" && fault.source === text)
    #expect(text.position(at: fault.span.start).line == 2)
    let (qualifier, faults) = Qualifier.parse("name =")
    #expect(qualifier == nil && faults.first?.message.isEmpty == false)
  }

  @Test func `P3: a component is made for any kind of property`() {
    let all: Set<PropertyKind> = [
      .string, .text, .integer, .number, .decimal, .bool, .date, .time, .timestamp, .json, .email,
      .url, .uuid, .password, .blob, .any, .toOne, .toMany,
    ]
    let component = Component("own", types: all) { Text("own") }
    #expect(component.types?.count == 18)
  }

  private func desk(_ arguments: String...) async throws -> ApplicationTester {
    let application = Application("desk") {
      Database(
        script: """
          CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT NOT NULL, weight INTEGER,
            maker_id INTEGER REFERENCES maker (id));
          INSERT INTO maker VALUES (1, 'Acme');
          INSERT INTO part VALUES (1, 'Hinge', 1, 1);
          """,
        title: "Desk"
      )
      PropertyType(Weight.self, "weight")
      Models(
        """
        {"entities": [{"name": "Part", "attributes": [{"name": "weight", "type": "weight"}]}]}
        """
      )
      Component("weights", for: .edit) { WeightEditor() }
      Page("both", about: .object) { DatabasePage() }
      Rules {
        \.task == "inspect" => \.page <= "both"
        \.propertyKey == "weight" => \.component <= "weights"
      }
    }
    return try await ApplicationTester(application, arguments)
  }

  @Test func `P3: a form gives a binding to a typed property`() async throws {
    let desk = try await desk("--entity", "Part", "--id", "1", "--task", "edit")
    #expect(desk.text.contains("weighs light"), "\(desk.text)")
    for _ in 0..<3 where !desk.text.contains("weighs heavy") { try await desk.send("tab h") }
    #expect(desk.text.contains("weighs heavy"), "\(desk.text)")
    await desk.close()
  }

  @Test func `P6: the database of a page and that of the key are one thing`() async throws {
    let desk = try await desk("--entity", "Part", "--id", "1", "--task", "inspect")
    #expect(
      desk.text.contains(
        #"Desk Desk ["Hinge", "Maker", "Part", "Hinge", "Maker", "Part"]"#
      ),
      "\(desk.text)"
    )
    #expect(desk.lines.contains("Hinge"), "\(desk.text)")
    await desk.close()
  }

  @Test func `P6: children are bound by one word, whatever binds them`() {
    let shop = Pair()
    shop.bindTestEnvironment([\.title: "one"], includeChildren: true)
    #expect(shop.title == "one" && shop.other.title == "one")
    shop.unbindEnvironment(includeChildren: true)
    #expect(!shop.other.isEnvironmentBound)
    let scene = SceneTester(width: 20, height: 2) { PairView().environment(\.title, "two") }
    #expect(scene.lines[0] == "two two")
  }
}

@MainActor private final class Single: EnvironmentBindable {
  @Environment(\.title) var title
}

@MainActor private final class Pair: EnvironmentBindable {
  @Environment(\.title) var title
  let other = Single()
}

private struct PairView: View {
  @EnvironmentBound(includeChildren: true) private var pair = Pair()

  var body: some View { Text("\(pair.title) \(pair.other.title)") }
}
