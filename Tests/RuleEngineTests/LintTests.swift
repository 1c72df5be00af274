import Diagnostics
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Testing

struct LintTests {
  private func lint(_ text: String) -> [String] {
    RuleModel.load(text, vocabulary: vocabulary).model.lint().map(\.place)
  }

  @Test func `A rule that stands twice is found once`() {
    #expect(
      lint("task = 'a' and rows = 1 => title = 'x'\nrows = 1 and task = 'a' => title = 'x'") == [
        "duplicate 2:28"
      ]
    )
  }

  @Test func `A rule behind one with the same condition is shadowed`() {
    #expect(lint("title = 'x'\ntitle = 'y'") == ["shadowed 2:1"])
    #expect(
      lint("task = 'a' and rows = 1 => title = 'y'\nhigh: rows = 1 and task = 'a' => title = 'x'")
        == ["shadowed 1:28"]
    )
    #expect(lint("title = object.title\ntitle = 'y'") == [])
  }

  @Test(arguments: [
    "high: title = 'x'\ntask = 'a' => title = 'y'",
    "high: task in ('a', 'b') => title = 'x'\ntask = 'a' and rows = 1 => title = 'y'",
    "high: task in ('a', 'b', 'c') => title = 'x'\ntask = 'a' or task = 'b' => title = 'y'",
    "high: task = 'a' => title = 'x'\nhigh: task = 'b' => title = 'x'\ntask in ('b', 'a') => title = 'y'",
  ])
  func `A rule behind others that hold whenever it does is unreachable`(text: String) {
    let line = text.split(separator: "\n").count
    #expect(lint(text).filter { $0.hasPrefix("unreachable \(line):") }.count == 1)
    #expect(lint(text).count == 1)
  }

  @Test(arguments: [
    "title = 'x'\ntask = 'a' => title = 'y'",
    "high: title = object.title\ntask = 'a' => title = 'y'",
    "high: task = 'a' => title = 'x'\ntask in ('b', 'a') => title = 'y'",
    "high: task != 'b' => title = 'x'\ntask = 'a' => title = 'y'",
  ])
  func `A rule that may answer somewhere is not unreachable`(text: String) {
    #expect(lint(text) == [])
  }

  @Test(arguments: [
    ("role != 'boss' => isObjectEditable = false", true),
    ("task = 'edit' and not (role = 'boss') => isObjectEditable = false", true),
    ("not role in ['boss', 'clerk'] => isEntityReadOnly = true", true),
    ("role < 'c' => visibleEntityNames = ['Movie']", true),
    ("role = 'clerk' => isObjectEditable = false", false),
    ("role is null or role != 'boss' => isObjectEditable = false", false),
    ("role is not null and role != 'boss' => isObjectEditable = false", false),
    ("isObjectEditable = role = 'boss'", false),
    ("role != 'boss' => isObjectEditable = true", false),
    ("role != 'boss' => title = 'x'", false), ("task != 'edit' => isObjectEditable = false", false),
  ])
  func `G7: a rule that forbids all but one role permits to who has none`(
    text: String,
    isOpen: Bool
  ) {
    #expect(lint(text).contains { $0.hasPrefix("open-right") } == isOpen, "\(lint(text))")
  }

  @Test func `Overriding a lower layer is no fault`() {
    let layers = [Layer.builtIn, .application].map { layer in
      (layer, [SourceText(name: "\(layer)", text: "task = 'a' => title = '\(layer)'")])
    }
    #expect(RuleModel.load(layers: layers, vocabulary: vocabulary).model.lint().isEmpty)
  }

  @Test func `Rules of equal rank that can hold at once are ambiguous`() {
    let tie = "task = 'a' => title = 'x'\nrows = 1 => title = 'y'"
    #expect(lint(tie) == ["ambiguous 2:13"])
    #expect(lint(tie + "\ntask = 'a' and rows = 1 => title = 'z'") == [])
    #expect(lint("task = 'a' => title = 'x'\nlow: rows = 1 => title = 'y'") == [])
    #expect(lint("task = 'a' => title = 'x'\nrows = 1 => title = 'x'") == [])
  }

  @Test(arguments: [
    "task = 'a' => title = 'x'\ntask = 'b' => title = 'y'",
    "task = 'a' => title = 'x'\ntask != 'a' => title = 'y'",
    "rows < 5 => title = 'x'\nrows >= 7 => title = 'y'",
    "object.due < today => title = 'x'\nobject.due = today => title = 'y'",
    "propertyKey is null => title = 'x'\npropertyKey = 'a' => title = 'y'",
    "debug => title = 'x'\nnot debug => title = 'y'",
  ])
  func `Rules that exclude each other are not ambiguous`(text: String) {
    #expect(lint(text) == [])
  }

  @Test func `Keys of which one is set at a time keep rules apart`() {
    var names = KnownNames()
    names.exclusiveKeys = [["attribute", "object"]]
    let text = "attribute is not null => title = 'x'\nobject.a = 'b' => title = 'y'"
    #expect(lint(text) == ["ambiguous 2:19"])
    let model = RuleModel.load(
      layers: [(.application, [SourceText(name: "r", text: text)])],
      vocabulary: vocabulary,
      names: names
    ).model
    #expect(model.lint().isEmpty)
  }

  @Test func `An alias to a key that nothing sets is found`() {
    #expect(lint("title = color") == ["dead-alias 1:1"])
    #expect(lint("title = color\ncolor = 'red'") == [])
    #expect(lint("title = propertyKey\ncolor = note") == [])
  }

  @Test func `A priority that is compared with no other has no effect`() {
    #expect(lint("high: title = 'x'") == ["idle-priority 1:7"])
    #expect(lint("high: task = 'a' => title = 'x'\ntitle = 'y'") == [])
  }

  @Test func `A block without rules is found`() {
    #expect(faults("when task = 'a' {\n}") == ["unused-when 1:1"])
    #expect(faults("when task = 'a' { titel = 'x' }") == ["unknown-key 1:19"])
  }

  @Test func `A comment with a reason keeps a warning quiet`() {
    let shadowed = "title = 'x'\n"
    #expect(lint(shadowed + "// allow(shadowed): for later\ntitle = 'y'") == [])
    #expect(lint(shadowed + "title = 'y'  // allow(shadowed, cycle): for later") == [])
    #expect(lint(shadowed + "// allow(duplicate): for later\ntitle = 'y'") == ["shadowed 3:1"])
    #expect(lint(shadowed + "// allow(shadowed)\ntitle = 'y'") == ["shadowed 3:1"])
    #expect(faults("// allow(shadowed)\ntitle = 'y'") == ["bad-allow 1:1"])
    #expect(faults("// allow(shadowd): why\ntitle = 'y'") == ["bad-allow 1:1"])
    let text = "// Said of it.\n// allow(shadowed): for later\ntitle = 'y'"
    let rule = RuleModel.load(text, vocabulary: vocabulary).model.rules.first
    #expect(rule?.documentation == "Said of it.")
  }

  @Test(arguments: ["disabled title = 'x'", "disabled high: task = 'a' => title = 'x'"])
  func `A disabled rule is kept and never asked`(text: String) {
    let (model, faults) = RuleModel.load(text + "\ntitle = 'y'", vocabulary: vocabulary)
    #expect(faults.isEmpty && model.rules.map(\.line) == [2])
    #expect(model.allRules.map(\.isEnabled) == [false, true])
    #expect(scope(text + "\ntitle = 'y'").title == "y" && model.lint().isEmpty)
  }

  @Test func `A condition that cannot change is found`() {
    #expect(lint("task = 'a' and task = 'b' => title = 'x'") == ["constant-condition 1:30"])
    #expect(lint("1 = 1 => title = 'x'") == ["constant-condition 1:10"])
    #expect(lint("task = 'a' or task = 'b' => title = 'x'\n*true* => title = 'y'") == [])
  }

  private struct OwnKeys: KeyNamespace {
    static let shared = Self()
    let shade = Key<String?>(nil, "For rules.", forRules: true)
    let tint = Key<String?>(nil, "For the program.")
  }

  @Test(arguments: [
    ("shade = 'x'", ["unread-key 1:1"]), ("tint = 'x'", []),
    ("task = 'a' => shade = 'x'\ntask = 'b' => shade = 'y'", ["unread-key 1:15"]),
    ("shade = 'x' => shade = 'y'", ["unread-key 1:16"]),
    ("shade = 'x'\nshade = 'y' => title = 'z'", []),
    ("shade = 'x'\ntitle = `<{shade}>`", []),
    ("shade = 'x'\nrestrictingQualifier = where (a = $shade)", []),
    ("shade = 'x'\ndisabled title = shade", []),
    ("shade = 'x'\nrestrictingQualifier = where (shade = 1)", ["unread-key 1:1"]),
    ("disabled shade = 'x'", []),
    ("// allow(unread-key): for the next version\nshade = 'x'", []),
  ])
  func `A key for rules that no other rule reads is told of at its first rule`(
    text: String,
    found: [String]
  ) {
    let own = Vocabulary(MovieKeys.shared, OwnKeys.shared)
    let model = RuleModel.load(text, vocabulary: own).model
    #expect(model.lint().filter { $0.id == "unread-key" }.map(\.place) == found)
    // Those that come with the program are there for rules to come.
    let looks = RuleModel.load(text, layer: .look, vocabulary: own).model.lint()
    #expect(!looks.map(\.id).contains("unread-key"))
  }

  @Test func `Nothing is told of unread keys beside a closure, which may read any`() {
    var loading = RuleLoading(vocabulary: Vocabulary(MovieKeys.shared, OwnKeys.shared))
    loading.add([SourceText(name: "rules", text: "shade = 'x'")], layer: .application)
    #expect(loading.finish().model.lint().map(\.id) == ["unread-key"])
    loading.add(layer: .application) { \.title <= { $0.task } }
    #expect(loading.finish().model.lint().isEmpty)
  }

  @Test func `Cycles are found without running`() {
    let certain = RuleModel.load(
      "title = navigationBarTitle\nnavigationBarTitle = title\nnote = note",
      vocabulary: vocabulary
    ).model.lint()
    #expect(certain.map(\.id) == ["cycle", "cycle"])
    #expect(certain.allSatisfy { $0.severity == .error })
    #expect(
      lint("task = 'a' => title = navigationBarTitle\ntask = 'b' => navigationBarTitle = title")
        == []
    )
    #expect(
      lint("title = 'x' => navigationBarTitle = 'y'\nnavigationBarTitle = 'y' => title = 'x'")
        .count == 1
    )
  }
}
