import Diagnostics
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Synchronization
import Testing

/// Rules written in Swift are the rules of the language.
struct SwiftRuleTests {
  /// Returns the rules as text, for comparing Swift rules with parsed ones.
  private static func content(_ rules: [Rule]) -> [String] {
    rules.map { "\($0.priority): \($0.condition) => \($0.keyName) = \($0.value)" }
  }

  @Test(arguments: [
    (
      RuleModel { \.task == "edit" && \.entity.name == "Movie" => \.title <= "Edit Movie" },
      "task = 'edit' and entity.name = 'Movie' => title = 'Edit Movie'"
    ),
    (RuleModel { \.title <= "x" }, "*true* => title = 'x'"),
    (RuleModel { when(\.debug) { \.rows <= 3 } }, "debug => rows = 3"),
    (
      RuleModel { !\.debug || \.rows < 5 && \.rows >= 2 => \.rows <= 3 },
      "not debug or rows < 5 and rows >= 2 => rows = 3"
    ),
    (
      RuleModel { \.entity != nil => \.title <= \.entity.name },
      "entity is not null => title = entity.name"
    ),
    (
      RuleModel { \.formatter == nil => \.formatter <= nil }, "formatter = null => formatter = null"
    ),
    (
      RuleModel { ["edit", "create"] ~= \.task => \.component <= "EditText" },
      "task in ('edit', 'create') => component = 'EditText'"
    ),
    (
      RuleModel { 60...100 ~= \.rows => \.platform <= .wide },
      "rows between 60 and 100 => platform = 'wide'"
    ),
    (
      RuleModel { \.entity != nil => \.title <= \.propertyKey },
      "entity is not null => title = propertyKey"
    ),
    (
      RuleModel { \.platform == .narrow => \.isEntityReadOnly <= (\.visibleEntityNames ~= \.task) },
      "platform = 'narrow' => isEntityReadOnly = (task in visibleEntityNames)"
    ),
    (
      RuleModel { \.isObjectEditable <= !\.isEntityReadOnly },
      "isObjectEditable = not isEntityReadOnly"
    ),
    (
      RuleModel { \.choices != [] => \.choices <= [.string("G"), .int(1)] },
      "choices != [] => choices = ['G', 1]"
    ),
    (
      RuleModel { \.object.store.city == "Bonn" && \.object.fee > 10 => \.title <= \.object.name },
      "object.store.city = 'Bonn' and object.fee > 10 => title = object.name"
    ),
    (
      RuleModel {
        \.object.returned == nil && \.object.due < .today - .days(7) => \.color <= "red"
      },
      "object.returned is null and object.due < today - 7 days => color = 'red'"
    ),
    (
      RuleModel { \.note <= .template("\(\.task) of \(\.entity.name)") },
      "note = `{task} of {entity.name}`"
    ),
    (
      RuleModel { like(\.propertyKey, "*Price") || \.task.length > 9 => \.note <= "x" },
      "propertyKey like '*Price' or task.length > 9 => note = 'x'"
    ),
    (
      RuleModel { \.displayPropertyKeys.count == 0 => \.displayPropertyKeys <= ["a", "b"] },
      "displayPropertyKeys.@count = 0 => displayPropertyKeys = ['a', 'b']"
    ),
    (
      RuleModel {
        RuleCondition("task like 'e*'") && \.rows != 3 => \.title <= \.navigationBarTitle
      },
      "task like 'e*' and rows != 3 => title = navigationBarTitle"
    ),
    (
      RuleModel { (\.task == "edit" => \.rows <= 3).priority(.high) },
      "high: task = 'edit' => rows = 3"
    ),
    (
      RuleModel {
        when(\.task == "edit") {
          \.title <= "a"
          \.rows <= 4
        }
        .priority(.high).documentation("said")
        priority(.low) { \.rows <= 3 }
      },
      """
      when task = 'edit' { high: *true* => title = 'a'; high: *true* => rows = 4 }
      low: *true* => rows = 3
      """
    ),
    (
      RuleModel {
        when(\.task == "edit") {
          \.rows <= 3
          when(\.debug) { \.entity.name == "Movie" => \.rows <= 4 }
        }.priority(7)
      },
      "when task = 'edit' { 7: *true* => rows = 3; 7: debug and entity.name = 'Movie' => rows = 4 }"
    ),
  ])
  func `A Swift rule is the rule of the language`(model: RuleModel, text: String) {
    let (loaded, faults) = RuleModel.load(text, vocabulary: vocabulary)
    #expect(faults.map(\.place) == [])
    #expect(Self.content(model.rules) == Self.content(loaded.rules))
    for (rule, other) in zip(model.rules, loaded.rules) {
      #expect(rule.condition == other.condition)
      #expect(rule.value == other.value)
      #expect(rule.specificity == other.specificity)
      #expect(rule.key === other.key)
    }
  }

  @Test func `P7: A key of the scope as a whole is the key`() {
    let (model, faults) = RuleModel.load(
      """
      ruleContext.task = 'edit' and ruleContext.entity.name = 'Movie' => title = ruleContext.task
      when ruleContext.task = 'list' { rows > 3 => title = 'many' }
      """,
      vocabulary: vocabulary
    )
    #expect(faults.map(\.place) == [])
    #expect(
      Self.content(model.rules) == [
        "100: task = 'edit' and entity.name = 'Movie' => title = task",
        "100: task = 'list' and rows > 3 => title = 'many'",
      ]
    )
    let (_, wrong) = RuleModel.load("ruleContext.tusk = 'edit' => rows = 3", vocabulary: vocabulary)
    #expect(wrong.map(\.message) == ["unknown key `tusk`"])
  }

  @Test func `Conditions and loops choose and repeat rules`() {
    func model(isWide: Bool) -> RuleModel {
      RuleModel {
        if isWide { \.rows <= 30 } else { \.rows <= 5 }
        for name in ["Movie", "Actor"] { \.entity.name == name => \.title <= "All of \(name)" }
        if isWide { \.note <= "wide" }
      }
    }
    #expect(
      Self.content(model(isWide: true).rules) == [
        "100: *true* => rows = 30", "100: entity.name = 'Movie' => title = 'All of Movie'",
        "100: entity.name = 'Actor' => title = 'All of Actor'", "100: *true* => note = 'wide'",
      ]
    )
    #expect(model(isWide: false).rules.count == 3)
  }

  @Test func `A Swift rule knows its file and line`() throws {
    let line = #line
    let model = RuleModel {
      \.task == "edit" => \.title <= "Edit"

      (\.task == "list" => \.title <= "List").documentation("What lists are called.").disabled()
    }
    #expect(model.allRules.map(\.line) == [line + 2, line + 4])
    #expect(model.rules.map(\.file) == ["RuleEngineTests/SwiftRuleTests.swift"])
    let rule = try #require(model.allRules.last)
    #expect(rule.text == "task = 'list' => title = 'List'")
    #expect(rule.documentation == "What lists are called.")
    #expect(!rule.isEnabled)
    #expect(rule.json.text().contains("SwiftRuleTests.swift"))
  }

  @Test func `Swift rules and files are layers of one model`() {
    var loading = RuleLoading(vocabulary: vocabulary, names: known)
    loading.add([SourceText(name: "a.rules", text: "*true* => title = 'file'")], layer: .builtIn)
    loading.add(layer: .application) { \.task == "edit" => \.title <= "Swift" }
    loading.add([SourceText(name: "b.rules", text: "rows = 5 => title = 'user'")], layer: .user)
    let (model, faults) = loading.finish()
    #expect(faults.isEmpty)
    var scope = EnvironmentValues(resolver: RuleResolver(model: model))
    #expect(scope.title == "file")
    scope.task = "edit"
    #expect(scope.title == "Swift")
    scope.rows = 5
    #expect(scope.title == "user")
  }
}

struct SwiftRuleClosureTests {
  @Test func `Closures stand in conditions and values`() {
    let model = RuleModel {
      RuleCondition { $0.rows > 3 } && \.task == "edit" => \.title <= { "\($0.rows) rows" }
      \.title <= "few"
    }
    var scope = EnvironmentValues(resolver: RuleResolver(model: model))
    scope.task = "edit"
    scope.rows = 2
    #expect(scope.title == "few")
    scope.rows = 4
    #expect(scope.title == "4 rows")
  }

  @Test func `A closure that gives nothing leaves the answer to the next rule`() {
    let model = RuleModel {
      (true => \.title <= { $0.entity?.name }).priority(.high)
      \.title <= "nothing"
      \.formatter <= { _ in .some(nil) }
    }
    var scope = EnvironmentValues(resolver: RuleResolver(model: model))
    #expect(scope.title == "nothing")
    #expect(scope.origin(of: keys.formatter) == .rule)
    scope.entity = Named("Movie")
    #expect(scope.title == "Movie")
  }

  @Test func `What a closure reads is tracked exactly`() {
    let runs = Mutex(0)
    let model = RuleModel {
      \.title <= { values in
        runs.withLock { $0 += 1 }
        return values.rows > 3 ? values.task : "few"
      }
      \.note <= \.title
    }
    var scope = EnvironmentValues(resolver: RuleResolver(model: model))
    scope.rows = 1
    #expect(scope.note == "few")
    scope.task = "list"
    scope.entity = Named("Movie")
    #expect(scope.note == "few")
    #expect(runs.withLock { $0 } == 1, "the task was not read, so nothing changed")
    scope.rows = 5
    #expect(scope.note == "list")
    scope.task = "edit"
    #expect(scope.note == "edit")
    #expect(scope.title == "edit")
    #expect(runs.withLock { $0 } == 3)
  }

  @Test func `A closure that needs its own key is a cycle, not a crash`() {
    let model = RuleModel {
      \.title <= { $0.title + "!" }
      \.note <= { $0.navigationBarTitle }
      \.navigationBarTitle <= { $0.note ?? "" }
    }
    let resolver = RuleResolver(model: model)
    let scope = EnvironmentValues(resolver: resolver)
    #expect(scope.title == "Untitled!")
    #expect(scope.note != nil)
    #expect(resolver.faults.map(\.id) == ["cycle", "cycle"])
  }

  @Test func `A key with many rules is right although closures read what they like`() {
    let model = RuleModel {
      for number in 0..<40 { \.propertyKey == "p\(number)" => \.title <= "answer \(number)" }
      RuleCondition { $0.title == "Untitled" } => \.note <= "untitled"
    }
    var scope = EnvironmentValues(resolver: RuleResolver(model: model))
    scope.propertyKey = "p17"
    #expect(scope.title == "answer 17")
    scope.propertyKey = "q"
    #expect(scope.note == "untitled")
  }

  @Test func `Explanations tell the place of a Swift rule and what its closures read`() {
    let line = #line
    let model = RuleModel {
      RuleCondition { $0.rows > 3 } && \.task == "edit" => \.title <= { $0.navigationBarTitle }
      \.title <= "few"
    }
    let resolver = RuleResolver(model: model)
    var scope = EnvironmentValues(resolver: resolver)
    scope.task = "edit"
    scope.rows = 4
    #expect(
      resolver.explain(keys.title, in: scope).text == """
        title is 'Bar': RuleEngineTests/SwiftRuleTests.swift:\(line + 2)   application, 100, specificity 2
            \(line + 2) │ { … } and task = 'edit' => title = { … }
        lost:
          title = 'few'   RuleEngineTests/SwiftRuleTests.swift:\(line + 3)   less specific: 0, not 2
        read: task = 'edit', rows = 4, navigationBarTitle = 'Bar'
        """
    )
    scope.rows = 1
    let lost = resolver.explain(keys.title, in: scope).candidates
    #expect(lost.map(\.reason) == ["{ … } is false"])
  }

  @Test func `A user's rule does not widen a permission through a closure`() {
    var loading = RuleLoading(vocabulary: vocabulary)
    loading.add(layer: .application) {
      \.isObjectEditable <= { $0.department == "sales" && $0.task != "list" }
    }
    let text = "*true* => department = 'sales'\n*true* => isObjectEditable = true"
    loading.add([SourceText(name: "mine.rules", text: text)], layer: .user)
    let (model, _) = loading.finish()
    var scope = EnvironmentValues(resolver: RuleResolver(model: model))
    #expect(scope.department == "sales")
    #expect(!scope.isObjectEditable)
    scope.department = "sales"
    #expect(scope.isObjectEditable)
    scope.task = "list"
    #expect(!scope.isObjectEditable)
  }
}

struct SwiftRuleFaultTests {
  private func faults(
    _ layer: Layer = .application,
    @RuleBuilder _ rules: () -> [SwiftRule]
  ) -> [String] {
    var loading = RuleLoading(vocabulary: vocabulary, names: known)
    loading.add(layer: layer, rules)
    return loading.finish().diagnostics.map { "\($0.place): \($0.message)" }
  }

  @Test func `A context key cannot be assigned`() {
    let line = #line
    let found = faults { \.entity <= nil }
    #expect(found.first?.hasPrefix("not-assignable \(line + 1):11:") == true)
  }

  @Test func `A path behind a key cannot be assigned`() {
    #expect(faults { \.object.rating <= .string("PG") }.count == 1)
  }

  @Test func `Names are judged as in files`() {
    let line = #line
    let found = faults {
      \.component <= "EditStrin"
      \.entity.name == "Movy" => \.rows <= 3
      \.entity.name == "Movie" => \.component <= "EditString"
    }
    #expect(
      found == [
        "unknown-component \(line + 2):23: there is no component `EditStrin`",
        "unknown-entity \(line + 3):1: there is no entity `Movy`",
      ]
    )
  }

  @Test func `A key that is not in the vocabulary is unknown`() {
    var loading = RuleLoading(vocabulary: Vocabulary(CoreKeys.shared))
    loading.add(layer: .application) { \.debug == true => \.title <= "x" }
    #expect(loading.finish().diagnostics.map(\.message) == ["unknown key `title`"])
  }

  @Test func `A user's Swift rule may not widen a permission`() {
    #expect(faults(.user) { \.isObjectEditable <= true }.count == 1)
    #expect(faults(.user) { \.isObjectEditable <= false }.isEmpty)
  }

  @Test func `Lints judge Swift rules too`() {
    var loading = RuleLoading(vocabulary: vocabulary)
    let line = #line
    loading.add(layer: .application) {
      \.task == "edit" => \.title <= "a"
      \.task == "edit" => \.title <= "b"
      (\.task == "edit" => \.title <= "c").allowing("shadowed", because: "kept for the tests")
      RuleCondition { $0.rows > 1 } => \.note <= "x"
      RuleCondition { $0.rows > 2 } => \.note <= "y"
    }
    let findings = loading.finish().model.lint().map(\.place)
    #expect(findings.contains("shadowed \(line + 3):18"))
    #expect(!findings.contains { $0.contains("\(line + 4):") })
  }
}
