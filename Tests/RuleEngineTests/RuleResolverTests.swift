import Diagnostics
import FoundationEssentials
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Testing

struct RuleChoiceTests {
  @Test(arguments: [
    ("title = 'a'\ntask = 'query' => title = 'b'", "b"),
    ("title = 'a'\ntitle = 'b'", "a"),
    ("title = 'a'\nhigh: title = 'b'", "b"),
    ("high: title = 'a'\ntask = 'query' and rows = 10 => title = 'b'", "a"),
    ("task = 'query' or rows = 10 => title = 'a'\nrows = 10 => title = 'b'", "a"),
    ("task = 'query' => title = 'a'\n(task = 'query' or *true*) => title = 'b'", "a"),
    ("not (task = 'x' and rows = 1) => title = 'a'\nrows = 10 => title = 'b'", "a"),
    ("title = 'a'\ntask = 'edit' => title = 'b'", "a"),
  ])
  func `Priority, then specificity, then the place in the file`(text: String, answer: String) {
    #expect(scope(text).title == answer)
  }

  @Test func `A higher layer wins whatever the priorities say`() {
    let texts = zip(Layer.allCases, ["a", "b", "c", "d", "e", "f", "g"]).map { layer, letter in
      (layer, [SourceText(name: letter, text: "\(1000 - layer.rawValue): title = '\(letter)'")])
    }
    for count in 1...texts.count {
      let model = RuleModel.load(layers: Array(texts.prefix(count)), vocabulary: vocabulary).model
      let values = EnvironmentValues(resolver: RuleResolver(model: model))
      #expect(values.title == String("abcdefg".prefix(count).suffix(1)))
    }
  }

  @Test(arguments: [
    ("task = 'query' => title = super + '!'\ntitle = 'a'", "a!"),
    ("task = 'query' => title = super + '!'", "Untitled!"),
    ("high: title = `<{super}>`\ntask = 'query' => title = super + '!'\nlow: title = 'a'", "<a!>"),
    ("high: title = super\ntitle = object.title\nlow: title = 'a'", "a"),
    ("title = if super = 'a' then 'b' else 'c'\nlow: title = 'a'", "b"),
    ("title = upper(super)\nlow: title = navigationBarTitle\nnavigationBarTitle = 'x'", "X"),
  ])
  func `Super is the answer of the next rule or the default of the key`(
    text: String,
    answer: String
  ) {
    #expect(scope(text).title == answer)
  }

  @Test func `Super of a rule of the user is the answer of the layers below`() {
    let layers: [(Layer, [SourceText])] = [
      (.application, [SourceText(name: "a", text: "title = 'app'\nisObjectEditable = rows > 3")]),
      (.user, [SourceText(name: "u", text: "title = super + ' mine'\nisObjectEditable = super")]),
    ]
    let model = RuleModel.load(layers: layers, vocabulary: vocabulary).model
    let values = EnvironmentValues(resolver: RuleResolver(model: model))
    #expect(values.title == "app mine" && values.isObjectEditable)
    #expect(!values.setting(\.rows, to: 1).isObjectEditable)
  }

  @Test func `An answer that reads super is new when what the next rule read changes`() {
    var values = scope("title = super + '!'\nlow: title = navigationBarTitle")
    values.navigationBarTitle = "a"
    #expect(values.title == "a!")
    values.navigationBarTitle = "b"
    #expect(values.title == "b!")
  }

  @Test func `An aggregate is new when a related row changes`() {
    var values = scope("rows = object.items[state = 'open'].@sum.count")
    func object(_ state: String) -> Thing {
      Thing(["items": .list([.object(Thing(["state": .string(state), "count": .int(3)]))])])
    }
    values.object = object("open")
    #expect(values.rows == 3)
    values.object = object("done")
    #expect(values.rows == 0)
  }

  @Test func `A null answers null and a path that leads nowhere does not answer`() {
    #expect(scope("note = null\nlow: note = 'low'").note == nil)
    #expect(scope("note = object.title\nlow: note = 'low'").note == "low")
    #expect(scope("note = object.title").note == "none")
    let found = scope("note = object.title\nlow: note = 'low'")
    #expect(found.setting(\.object, to: Thing(["title": .null])).note == nil)
    #expect(found.setting(\.object, to: Thing(["title": .string("T")])).note == "T")
  }

  @Test func `An alias is asked again through the rules in the scope of the read`() {
    let values = scope(
      "title = navigationBarTitle\nnavigationBarTitle = 'x'\ntask = 'edit' => navigationBarTitle = 'e'"
    )
    #expect(values.title == "x")
    #expect(values.setting(\.task, to: "edit").title == "e")
    #expect(values.setting(\.navigationBarTitle, to: "set").title == "set")
  }

  @Test func `Values are literals, paths, conditions, templates, choices and dates`() {
    var values = scope(
      """
      title = `{object.name} ({rows})`
      isObjectEditable = not isEntityReadOnly and rows > 3
      note = if task = 'edit' then 'E' else title
      today = today - 7 days
      choices = [1, 'two', object.name]
      rows = 12
      """
    )
    values.object = Thing(["name": .string("Ada")])
    #expect(values.title == "Ada (12)" && values.note == "Ada (12)" && values.isObjectEditable)
    #expect(values.choices == [.int(1), .string("two"), .string("Ada")])
    #expect(values.today == noon.startOfDay.addingTimeInterval(-7 * 86_400))
    values.task = "edit"
    #expect(values.note == "E")
  }

  @Test func `A qualifier is a value whose variables come from the context`() throws {
    var values = scope("restrictingQualifier = where (store.id = $user.store)")
    #expect(values.restrictingQualifier == .constant(false))
    values.user = Thing(["store": .int(3)])
    let qualifier = try #require(values.restrictingQualifier)
    #expect("\(qualifier)" == "store.id = 3")
  }

  @Test func `A value of the wrong type is a fault and the next rule answers`() {
    let resolver = resolver("rows = object.count\nlow: rows = 5")
    var values = EnvironmentValues(resolver: resolver)
    values.object = Thing(["count": .string("many")])
    #expect(values.rows == 5 && values.setting(\.task, to: "x").rows == 5)
    #expect(resolver.faults.map(\.place) == ["wrong-type 1:1"])
  }

  @Test func `Answers that read the day hold until midnight, those that read the time do not`() {
    let resolver = resolver(
      "object.due < today => color = 'late'\nobject.due < now => note = 'late'"
    )
    let due = Value.date(noon.addingTimeInterval(-90_000))
    let values = EnvironmentValues(resolver: resolver).setting(\.object, to: Thing(["due": due]))
    #expect(values.color == "late" && values.note == "late")
    #expect(values.setting(\.object, to: Thing(["due": .null])).color == nil)
  }

  @Test func `Replacing the model answers anew and forgets old faults`() {
    let resolver = resolver("title = title")
    let values = EnvironmentValues(resolver: resolver)
    #expect(values.title == "Untitled" && resolver.faults.count == 1)
    resolver.model = RuleModel.load("title = 'new'", vocabulary: vocabulary).model
    #expect(values.title == "new" && resolver.faults.isEmpty)
  }
}

struct RuleCycleTests {
  @Test func `A key that reads itself is one fault and falls to the next rule`() {
    let resolver = resolver("title = title\nlow: title = 'low'")
    let values = EnvironmentValues(resolver: resolver)
    #expect(values.title == "low" && values.setting(\.rows, to: 1).title == "low")
    #expect(resolver.faults.map(\.message) == ["these keys need each other: title -> title"])
    #expect(resolver.faults.map(\.place) == ["cycle 1:1"])
  }

  @Test func `Mutual aliases are one fault that names the chain`() {
    let resolver = resolver("title = navigationBarTitle\nnavigationBarTitle = title")
    let values = EnvironmentValues(resolver: resolver)
    #expect(values.title == "Untitled" && values.navigationBarTitle == "Bar")
    #expect(
      resolver.faults.map(\.message) == [
        "these keys need each other: title -> navigationBarTitle -> title"
      ]
    )
  }

  @Test func `A cycle through conditions is one fault`() {
    let resolver = resolver(
      "title = 'x' => navigationBarTitle = 'y'\nnavigationBarTitle = 'y' => title = 'x'"
    )
    let values = EnvironmentValues(resolver: resolver)
    #expect(values.title == "Untitled" && values.navigationBarTitle == "Bar")
    #expect(resolver.faults.count == 1)
  }

  @Test func `A user's alias of a default's alias falls to the default`() {
    let text = "high: title = navigationBarTitle\nnavigationBarTitle = title\ntitle = 'T'"
    #expect(scope(text).title == "T" && scope(text).navigationBarTitle == "T")
  }
}

struct PermissionTests {
  private func values(_ user: String, _ site: String = "") -> (EnvironmentValues, RuleResolver) {
    let base =
      "visibleEntityNames = ['A', 'B']\nisObjectEditable = department = 'x'\nrole = 'guest'\n"
      + site
    let model = RuleModel.load(
      layers: [
        (.builtIn, [SourceText(name: "base", text: base)]),
        (.user, [SourceText(name: "user", text: user)]),
      ],
      vocabulary: vocabulary
    ).model
    let resolver = RuleResolver(model: model)
    return (EnvironmentValues(resolver: resolver), resolver)
  }

  @Test func `A user may narrow`() {
    let (values, resolver) = values(
      "isEntityReadOnly = true, visibleEntityNames = ['B'], isObjectEditable = task != 'query'"
    )
    #expect(values.isEntityReadOnly && values.visibleEntityNames == ["B"])
    #expect(!values.isObjectEditable && resolver.faults.isEmpty)
  }

  @Test func `A user who tries to widen gets a fault and nothing else`() {
    let (values, resolver) = values(
      "task = 'query' => isObjectEditable = not isEntityReadOnly\nvisibleEntityNames = ['B', 'C']"
    )
    #expect(!values.isObjectEditable && values.visibleEntityNames == ["B"])
    #expect(resolver.faults.map(\.place) == ["widens-permission 1:19", "widens-permission 2:1"])
  }

  @Test func `A constant that widens is a fault when it is loaded`() {
    let text = "isObjectEditable = true\nisEntityReadOnly = false\nrole = 'manager'"
    #expect(
      faults(text, layer: .user) == [
        "widens-permission 1:20", "widens-permission 2:20", "widens-permission 3:8",
      ]
    )
    #expect(faults(text, layer: .site) == [])
  }

  @Test func `A permission is not widened through another key`() {
    let (values, _) = values("department = 'x'")
    #expect(values.department == "x" && !values.isObjectEditable)
  }

  @Test func `A user's qualifier is added to the one that is there`() throws {
    let (values, _) = values(
      "restrictingQualifier = where (age > 3)",
      "restrictingQualifier = where (store = 1)"
    )
    #expect("\(try #require(values.restrictingQualifier))" == "store = 1 and age > 3")
  }
}
