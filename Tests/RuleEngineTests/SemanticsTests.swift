import Diagnostics
import FoundationEssentials
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Testing

/// The numbered sentences of docs/RuleLanguage.md about rules.
///
/// Layers (L), ties (R), and what of null (N) and types (T) needs rules to be seen. A test of ArchitectureTests compares
/// the numbers.
struct RuleSemanticsTests {
  /// The rules of several layers, each text named as its layer.
  private func load(_ layers: [(Layer, String)]) -> (model: RuleModel, diagnostics: [Diagnostic]) {
    RuleModel.load(
      layers: layers.map { ($0, [SourceText(name: $0.name, text: $1)]) },
      vocabulary: vocabulary
    )
  }

  private func values(_ layers: (Layer, String)...) -> EnvironmentValues {
    EnvironmentValues(resolver: RuleResolver(model: load(layers).model))
  }

  @Test func `N7 A value that does not answer is passed over and null is an answer`() {
    let text = "high: note = object.title\nnote = 'low'"
    #expect(scope(text).note == "low")
    #expect(scope(text).setting(\.object, to: Thing(["title": .null])).note == nil)
    #expect(scope("high: note = null\nnote = 'low'").note == nil)
    #expect(scope("high: note = `{object.title}`\nnote = 'low'").note == "low")
  }

  @Test(arguments: [
    ("high: isObjectEditable = user.mayEdit\nisObjectEditable = true", false),
    ("isObjectEditable = not user.mayEdit", false), ("isObjectEditable = user.name.mayEdit", false),
    ("isObjectEditable = user.name", false), ("isEntityReadOnly = user.isGuest", true),
    ("isObjectEditable = object.isOpen", true),
    ("user.mayEdit => isObjectEditable = false", true),
    ("isObjectEditable = user.mayEdit or user.name = 'Kim'", true),
    ("isObjectEditable = isEntityReadOnly\nisEntityReadOnly = isObjectEditable", true),
  ])
  func `N10 What permits nothing when it cannot be made out`(text: String, expected: Bool) {
    let kim = scope(text).setting(\.user, to: Thing(["name": .string("Kim")]))
    let key: any AnyKey = text.hasPrefix("isEntity") ? keys.isEntityReadOnly : keys.isObjectEditable
    #expect(kim.ruleValue(of: key) == .bool(expected), "\(text)")
    #expect(
      scope("visibleEntityNames = user.some").setting(\.user, to: Thing([:])).visibleEntityNames
        == []
    )
    #expect(scope("title = user.some").setting(\.user, to: Thing([:])).title == "Untitled")
  }

  @Test(arguments: [
    "rows = 'many'", "rows = 1.5", "title = 5", "title = true", "isEntityReadOnly = 'maybe'",
    "displayPropertyKeys = 'name'", "today = 5", "restrictingQualifier = 'x = 1'",
    "platform = 'huge'", "rows = note", "title = ['x']",
  ])
  func `T15 A value of another type leaves the rule out`(text: String) {
    let (model, faults) = RuleModel.load(text, vocabulary: vocabulary)
    #expect(model.rules.isEmpty && faults.count == 1)
    #expect(["wrong-type", "not-allowed"].contains(faults.first?.id), "\(faults.map(\.id))")
  }

  @Test func `L1 A higher layer is asked before a lower one whatever the priorities`() {
    let answer = values(
      (.builtIn, "important: task = 'query' and rows = 10 => title = 'low'"),
      (.application, "fallback: title = 'high'")
    )
    #expect(answer.title == "high")
  }

  @Test func `L2 The layers in their order`() {
    let order: [Layer] = [.builtIn, .derived, .look, .application, .site, .user, .live]
    #expect(Layer.allCases == order && order == order.sorted())
    for count in 1...order.count {
      let layers = order.prefix(count).map { ($0, "title = '\($0.name)'") }
      let resolver = RuleResolver(model: load(layers.reversed()).model)
      #expect(EnvironmentValues(resolver: resolver).title == order[count - 1].name)
    }
  }

  @Test(arguments: [Layer.user, .live])
  func `L3 The layers above the site narrow and never widen`(layer: Layer) {
    #expect(
      load([(layer, "isObjectEditable = true")]).diagnostics.map(\.id) == ["widens-permission"]
    )
    let narrowed = values((.site, "isObjectEditable = true"), (layer, "isObjectEditable = false"))
    #expect(!narrowed.isObjectEditable)
    let widened = values(
      (.site, "isObjectEditable = false"),
      (layer, "isObjectEditable = not isEntityReadOnly")
    )
    #expect(!widened.isObjectEditable)
    let above = values(
      (.site, "isObjectEditable = false"),
      (.application, "isObjectEditable = true")
    )
    #expect(!above.isObjectEditable)
  }

  @Test func `L4 What is set goes before all rules`() {
    let answer = values((.live, "important: title = 'rule'")).setting(\.title, to: "set")
    #expect(answer.title == "set")
  }

  @Test func `R1 The higher priority is asked first`() {
    #expect(scope("task = 'query' and rows = 10 => title = 'a'\n101: title = 'b'").title == "b")
    #expect(scope("-1: title = 'a'\nfallback: title = 'b'").title == "b")
  }

  @Test(arguments: [
    ("task = 'query' => title = 'a'\ntask = 'query' and rows = 10 => title = 'b'", "b"),
    ("task = 'query' or rows = 10 and debug => title = 'a'\nrows = 10 => title = 'b'", "a"),
    ("title = 'a'\ntask = 'query' or *true* => title = 'b'", "a"),
    ("rows = 10 => title = 'a'\nnot (task = 'x' and rows = 1) => title = 'b'", "b"),
    ("task = 'query' => title = 'a'\nwhen rows = 10 { task = 'query' => title = 'b' }", "b"),
    (
      "rows between 1 and 20 => title = 'a'\ntask = 'query' and rows in (10, 11) => title = 'b'",
      "b"
    ),
  ])
  func `R2 The more specific rule is asked first`(text: String, answer: String) {
    #expect(scope(text).title == answer)
  }

  @Test func `R3 Of equals the earlier one is asked first`() {
    #expect(scope("task = 'query' => title = 'a'\nrows = 10 => title = 'b'").title == "a")
    let sources = ["a", "b"].map { SourceText(name: $0, text: "title = '\($0)'") }
    let model = RuleModel.load(layers: [(.application, sources)], vocabulary: vocabulary).model
    #expect(EnvironmentValues(resolver: RuleResolver(model: model)).title == "a")
  }

  @Test func `R4 One rule answers, the first that holds and has a value`() {
    let resolver = resolver(
      "important: task = 'x' => title = 'a'\nhigh: title = object.title\ntitle = 'c'\nlow: title = 'd'"
    )
    let values = EnvironmentValues(resolver: resolver)
    #expect(values.title == "c")
    #expect(resolver.explain(keys.title, in: values).rule?.line == 3)
  }

  @Test func `R5 Without an answer the key has its default`() {
    #expect(
      scope("task = 'x' => rows = 3").rows == 10
        && scope("title = object.title").title == "Untitled"
    )
  }

  @Test func `R6 A value that needs its own key is a fault and is passed over`() {
    let resolver = resolver(
      "high: title = navigationBarTitle\nnavigationBarTitle = title\nlow: title = 'x'"
    )
    #expect(EnvironmentValues(resolver: resolver).title == "x")
    #expect(resolver.faults.map(\.id) == ["cycle"])
    #expect(resolver.faults.first?.message.contains("title -> navigationBarTitle -> title") == true)
  }

  @Test func `R7 A disabled rule is judged and never asked`() {
    #expect(scope("disabled important: title = 'a'\ntitle = 'b'").title == "b")
    #expect(faults("disabled titel = 'a'") == ["unknown-key 1:10"])
  }

  @Test func `R8 Included rules stand where the include stands, once`() {
    let files = ["part.rules": "title = 'part'\nrows = 1"]
    let main = "title = 'main'\ninclude 'part.rules'\nrows = 2\ninclude 'part.rules'"
    let model = RuleModel.load(
      layers: [(.application, [SourceText(name: "main.rules", text: main)])],
      vocabulary: vocabulary
    ) { path, _ in files[path].map { SourceText(name: path, text: $0) } }.model
    let values = EnvironmentValues(resolver: RuleResolver(model: model))
    #expect(values.title == "main" && values.rows == 1 && model.rules.count == 4)
  }

  // MARK: Known defects of the ancestors' rules

  @Test(arguments: [
    // A condition that could not be read made the rule always true.
    ("task='zzz' and task='yyy' => title='fires!'", "Untitled"),
    ("task lke 'q*' => title = 'fires!'", "Untitled"),
    ("taks = 'x' => title = 'fires!'", "Untitled"),
    // `==` never matched; `not` was refused or always false.
    ("task == 'query' => title = 'x'", "x"), ("not task = 'edit' => title = 'x'", "x"),
    ("task = 'query' and not rows = 1 => title = 'x'", "x"),
    // A rule without a condition tied with one that has one.
    ("title = 'a'\ntask = 'query' => title = 'b'", "b"),
    // `or` summed its branches and beat the more special rule.
    (
      "task = 'query' or task = 'list' => title = 'a'\ntask = 'query' and rows = 10 => title = 'b'",
      "b"
    ),
    // The word for an enumeration's case never matched.
    ("platform = 'standard' => title = 'x'", "x"),
    // A context key that holds nothing was not nil.
    ("user = nil => title = 'x'", "x"), ("user is null => title = 'x'", "x"),
    // A path to nothing ended the search.
    ("high: title = object.nope\ntitle = 'lower'", "lower"),
    // Semicolons and arrows in texts; quotes in texts; dictionaries.
    ("title = 'a=>b'", "a=>b"), ("title = 'a;b'; high", "a;b"), ("title = 'it\\'s'", "it's"),
    // Comments, several rules in a file, a fault that costs one rule.
    ("// one\ntitle = # two\n'x'", "x"), ("titel = 'y'\ntitle = 'x'", "x"),
    ("hello\ntitle = 'x'", "x"),
    // Priorities by name.
    ("title = 'a'; low\ntitle = 'b'; high", "b"),
  ])
  func `What the ancestors got wrong is right`(text: String, answer: String) {
    #expect(scope(text).title == answer)
  }

  @Test(arguments: [
    ("title = 'n'; highest", "syntax"), ("title = true", "wrong-type"),
    ("titel = 'x'", "unknown-key"),
    ("title =", "syntax"), ("hello", "syntax"), ("title = 'abc", "syntax"),
    ("a = 'x => title = 'y'", "syntax"), ("title = title", "cycle"),
    ("choices = (Actor, Film)", "unknown-key"),
    ("isEntityReadOnly = TREU", "unquoted-word"), ("title = (x.Unknown)'a'", "syntax"),
  ])
  func `What the ancestors passed over in silence is a fault`(text: String, fault: String) {
    let (model, faults) = RuleModel.load(text, vocabulary: vocabulary)
    #expect(
      (faults + model.lint()).first?.id == fault,
      "\((faults + model.lint()).map(\.rendered))"
    )
  }

  @Test func `Values that the ancestors' text could not write`() {
    let values = scope(
      "rows = 5\nisEntityReadOnly = TRUE\nchoices = [2.5]\ninitialPropertyValues = {a = 1; b = 2;}\n"
        + "note = if rows > 3 then 'many' else null\ntoday = @2024-03-01"
    )
    #expect(values.rows == 5 && values.isEntityReadOnly && values.note == "many")
    #expect(values.choices.map(\.description) == ["2.5"])
    #expect(values.initialPropertyValues == ["a": .int(1), "b": .int(2)])
    #expect(values.today == Date(wallClock: "2024-03-01"))
  }
}
