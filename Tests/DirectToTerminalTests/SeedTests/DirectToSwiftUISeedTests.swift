import DirectToTerminal
import DirectToTerminalTesting
import Testing
import Workspace

private struct TaskText: View {
  @Environment(\.task) private var task

  var body: some View { Text(task) }
}

/// Says what a key of an application is where it stands.
private struct Charge: View {
  @Environment(\.seed.charge) private var charge
  private let place: String

  init(_ place: String) { self.place = place }

  var body: some View { Text("\(place) \(charge)") }
}

/// Says what it finds in the context as a whole.
private struct Whole: View {
  @Environment(\.ruleContext) private var context

  var body: some View {
    Text(
      "\(context.entity?.name ?? "nobody") pays \(context.ruleValue(of: SeedKeys.shared.charge))"
    )
  }
}

/// Tests where views find keys and how keys pass down the view tree, as in Direct to SwiftUI.
@MainActor
struct DirectToSwiftUISeedTests {
  @Test func `A view reads a key by its name and sets it for the views in it`() {
    let scene = SceneTester(width: 20, height: 3) {
      VStack {
        TaskText()
        VStack { HStack { TaskText() } }.environment(\.task, "edit")
        TaskText()
      }
    }
    #expect(scene.lines == ["query", "edit", "query"])
  }

  @Test
  func `A read gives what the nearest scope set, else what the rules say, else the default`()
    async throws
  {
    let rules = "entity.name = 'Artist' => charge = 2"
    let artist = try await ApplicationTester.page(rules: rules) {
      VStack {
        Charge("ruled")
        VStack {
          Charge("set")
          Charge("nearest").environment(\.seed.charge, 4)
        }
        .environment(\.seed.charge, 3)
      }
    }
    for piece in ["ruled 2", "set 3", "nearest 4"] {
      #expect(artist.text.contains(piece), "\(artist.text)")
    }
    await artist.close()
    let album = try await ApplicationTester.page(rules: rules, of: "--entity Album --id 1") {
      Charge("else")
    }
    #expect(album.text.contains("else 1"), "\(album.text)")
    await album.close()
  }

  @Test func `Rules answer from the scope in which a view reads`() async throws {
    let rules = """
      propertyKey = 'name' => charge = 5
      remark = 'dear' => charge = 9
      """
    let page = try await ApplicationTester.page(rules: rules) {
      VStack {
        Charge("outside")
        Charge("inside").environment(\.propertyKey, "name")
        Charge("own").environment(\.seed.remark, "dear")
      }
    }
    for piece in ["outside 1", "inside 5", "own 9"] {
      #expect(page.text.contains(piece), "\(page.text)")
    }
    await page.close()
  }

  @Test func `The context is a key itself, and a view that has it can ask for every other`()
    async throws
  {
    let page = try await ApplicationTester.page(rules: "entity is not null => charge = 7") {
      Whole()
    }
    #expect(page.text.contains("Artist pays 7"), "\(page.text)")
    await page.close()
  }

  @Test(arguments: builtInVocabulary.names)
  func `Every key can stand in a condition, which sees the default where nobody answers`(
    name: String
  ) throws {
    let entry = try #require(builtInVocabulary.entry(named: name))
    let answered = name == "rows" ? "width" : "rows"
    let (model, faults) = RuleModel.load(
      "\(name) is not null => \(answered) = 77",
      vocabulary: builtInVocabulary
    )
    #expect(faults.isEmpty, "\(faults)")
    let values = EnvironmentValues(resolver: RuleResolver(model: model))
    let isThere = entry.defaultValue != .null
    #expect((values.rows == 77 || values.width == 77) == isThere)
    #expect(values.ruleValue(of: entry.key) == (name == answered ? .int(77) : entry.defaultValue))
  }

  @Test func `Defaults are there without rules, and made once`() {
    let values = EnvironmentValues()
    for entry in builtInVocabulary.entries {
      #expect(values.ruleValue(of: entry.key) == entry.defaultValue, "\(entry.name)")
      #expect(values.origin(of: entry.key) == .default)
    }
    #expect(values.screen === EnvironmentValues().screen)
  }

  @Test func `A key is declared in one line, which makes it a word of rule files`() async {
    let application = Application.seed(rules: "charge > 0 and remark is null => title = 'Taxed'")
    let why = await ApplicationTester.run(application, ["rules", "explain", "title"])
    #expect(why.output.contains("Taxed"), "\(why)")
    let check = await ApplicationTester.run(application, ["rules", "check"])
    #expect(check.code == 0, "\(check)")
  }

  @Test func `A key that need not hold anything has an optional type and is null at first`()
    async throws
  {
    let rules = """
      entity.name = 'Artist' => remark = 'sings'
      entity.name = 'Artist' and object.name = 'Accept' => remark = null
      """
    let (model, faults) = RuleModel.load(
      rules,
      vocabulary: Vocabulary(BuiltInKeys.self, adding: [SeedKeys.shared])
    )
    #expect(faults.isEmpty)
    #expect(EnvironmentValues().seed.remark == nil)
    #expect(EnvironmentValues(resolver: RuleResolver(model: model)).seed.remark == nil)
    for (id, remark) in [(1, "nothing"), (2, "sings")] {
      let page = try await ApplicationTester.page(rules: rules, of: "--entity Artist --id \(id)") {
        Remark()
      }
      #expect(page.text.contains("says \(remark)"), "\(page.text)")
      await page.close()
    }
  }
}

private struct Remark: View {
  @Environment(\.seed.remark) private var remark

  var body: some View { Text("says \(remark ?? "nothing")") }
}
