import DirectToTerminal
import DirectToTerminalTesting
import FoundationEssentials
import Testing

// What the texts of docs/Applications.md and docs/SwiftRules.md name beside their blocks of code.

/// Rows by their numbers.
@MainActor private final class Shelves: RowSource {
  let bounds = RowBounds(0..<2)

  func id(at position: Int) -> AnyID? { AnyID(position) }
  func position(of id: AnyID) -> Int? { id.value(as: Int.self) }
}

/// The views that documents name.
private struct ViewsPage: View {
  @Environment(\.pageContext) private var page
  @Environment(\.ruleContext) private var scope
  @State private var isOn = false
  @State private var text = ""
  @State private var one: Int?
  @State private var many: Set<Int> = []
  @State private var seen = 0
  @State private var shelves = Shelves()

  var body: some View {
    ScrollView {
      VStack {
        Form {
          FormRow("Toggle") { Toggle("on", isOn: $isOn) }
          FormRow("TextField") { TextField("a line", text: $text) }
          FormRow("TextEditor") { TextEditor("lines", text: $text, rows: 2) }
          FormRow("ChoiceField") {
            ChoiceField([Choice(1, "one"), Choice(2, "two")], selection: $one)
          }
          FormRow("MultipleChoiceField") {
            MultipleChoiceField([Choice(1, "one"), Choice(2, "two")], selection: $many)
          }
        }
        PropertyRow("name")
        Divider()
        Text("in a frame").padding(1).border("Shelf")
        Sparkline([1, 2, 3])
        List(shelves) { Text("shelf \($0)") }.frame(height: 2)
        BarPlot([BarPlot.Bar("tea", value: 3, text: "3 boxes")])
        HStack {
          Text("top").frame(width: 8, height: 2, alignment: .topLeading)
          Text("mid").frame(width: 8, height: 2, alignment: .center)
          Text("low").frame(width: 8, height: 2, alignment: Alignment(.trailing, .bottom))
        }
        ForEach(colors, id: \.self) { color in Text("■").style(Style(foreground: color)) }
        Text("seen \(seen), \(scope.task)")
          .onAppear { seen += 1 }
          .onDisappear { seen -= 1 }
      }
    }
  }

  private var colors: [Color] {
    [.black, .red, .green, .yellow, .blue, .magenta, .cyan, .white, .red.bright, .indexed(208)]
  }
}

/// A page that holds pages of the program, by what it is about.
private struct HolderPage: View {
  @Environment(\.task) private var task

  var body: some View {
    VStack {
      Text("held").role(.title)
      switch task {
      case "list": ListPage()
      case "query": QueryPage()
      case "select": SelectPage()
      case "edit": EditPage()
      default: InspectPage()
      }
    }
  }
}

/// Asks, and shows what is asked.
private struct SurePage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    let asked = page.announcement
    VStack {
      Text("really: \(asked?.sentence ?? "")")
      ForEach(asked?.details ?? [], id: \.self) { Text($0) }
      Text(asked?.text ?? "")
    }
    .focusable()
    .command(CommandDefinition("really", "really", keys: "!", group: "Own")) { _ in
      if let first = page.announcement?.answers.first { page.answer(first) }
    }
  }
}

/// The calendar of somebody outside: it always takes one day, and counts how often.
private struct CalendarPage: View {
  final class Tally { var count = 0 }
  @Environment(\.pageContext) private var page

  var body: some View {
    let tally = page.model { Tally() }
    Text("a day, \(tally.count) times").focusable()
      .command(CommandDefinition("take", "take", keys: "!", group: "Own")) { _ in
        tally.count += 1
        if let day = Date(wallClock: "2026-11-28") { page.announcement?.take(day) }
      }
  }
}

/// Something that rules read by its members.
private struct Shelf: RuleReadable {
  struct RuleMembers: Sendable { let size = RuleMember<Int>("size") }
  static let ruleMembers = RuleMembers()
}

@MainActor private let rest = RuleModel {
  (\.task == "list" => \.rows <= 2).disabled().allowing("ambiguous", because: "it is an example")
  matches(\.propertyKey, "a+") || \.object.anything == 3 => \.hint <= "found"
  \.object.made < .now => \.color <= "dim"
}

/// A class that is `Sendable` by itself keeps its key and reads its bound value.
@MainActor private final class Reader: @MainActor EnvironmentBindable {
  let title = Environment(\.title)
  private(set) var count = 0

  func environmentDidBind() { count += 1 }
}

private struct BoundView: View {
  let reader: Reader

  var body: some View {
    Text("\(reader.title.boundValue) \(reader.isEnvironmentBound)").bindEnvironment(to: reader)
  }
}

@MainActor
struct DocumentedNamesTests {
  private func desk(_ arguments: [String]) async throws -> ApplicationTester {
    let application = Application("desk") {
      Database(
        script: """
          CREATE TABLE tea (id INTEGER PRIMARY KEY, name TEXT NOT NULL, made DATE);
          INSERT INTO tea VALUES (1, 'Grey', '2024-01-01');
          """,
        title: "Desk"
      )
      RootValue(\.look, "mono")
      PageWrapper("framed") {
        VStack {
          Text("around it")
          PageBody()
        }
      }
      Page("views") { ViewsPage() }
      Page("holder", about: .entity) { HolderPage() }
      Page("sure", for: "confirm") { SurePage() }
      Page("day", for: "calendar") { CalendarPage() }
      Rules {
        \.role == "views" => \.page <= "views"
        \.role == "holder" && ["list", "query", "inspect", "edit", "select"] ~= \.task => \.page
          <= "holder"
        \.role == "framed" => \.pageWrapper <= "framed"
        \.task == "confirm" => \.page <= "sure"
      }
    }
    return try await ApplicationTester(application, arguments, height: 40)
  }

  @Test func `The views that documents name are shown`() async throws {
    let desk = try await desk(["--entity", "Tea", "--task", "list", "--role", "views"])
    for piece in [
      "TextEditor", "MultipleChoiceField", "3 boxes", "shelf 1", "Shelf", "in a frame", "mid",
      "seen 1, list",
    ] {
      #expect(desk.text.contains(piece), "\(piece)\n\(desk.text)")
    }
    await desk.close()
  }

  @Test(arguments: ["list", "query", "inspect", "edit"])
  func `A page may hold each page of the program`(task: String) async throws {
    let key = ["inspect", "edit"].contains(task) ? ["--id", "1"] : []
    let desk = try await desk(["--entity", "Tea", "--task", task, "--role", "holder"] + key)
    #expect(desk.text.contains("held"), "\(desk.text)")
    await desk.close()
  }

  @Test func `What is asked stands on a page of one's own`() async throws {
    let desk = try await desk(["--entity", "Tea"])
    try await desk.send("d")
    #expect(desk.text.contains("really:"), "\(desk.text)")
    await desk.close()
    let framed = try await self.desk(["--entity", "Tea", "--role", "framed"])
    #expect(framed.text.contains("around it"), "\(framed.text)")
    await framed.close()
  }

  @Test func `Rules, files and objects that documents name`() async {
    #expect(rest.rules.count == 2)
    #expect(Shelf.ruleMembers.size.name == "size")
    let reader = Reader()
    let scene = SceneTester(width: 30, height: 2) {
      BoundView(reader: reader).environment(\.title, "bound")
    }
    #expect(scene.text.contains("bound") && reader.count > 0, "\(scene.text)")
    #expect(!WriteResult.unchanged.isSaved && WriteResult.saved(1).isSaved)
    let application = Application("desk") {
      Database("shop.db")
      Rules(file: "/nowhere/shop.rules")
      Models(file: "/nowhere/shop.json")
    }
    let outcome = await ApplicationTester.run(application, ["rules", "list"])
    #expect(outcome.code != 0, "\(outcome)")
  }
}
