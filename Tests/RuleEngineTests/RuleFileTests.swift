import Diagnostics
import FoundationEssentials
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleTestSupport
import Testing

struct RuleFileTests {
  static let example = """
    // Movies.rules
    entity.name = 'Movie' and attribute.name = 'name'
      => displayNameForProperty = 'Movie'
    *true*
      => displayNameForProperty = attribute.name
    150: task = 'edit' and propertyKey = 'rating' => component = 'EditChoice', choices = ['G', 'PG', 'PG-13', 'R', 'NC-17']
    when entity.name = 'Rental' {
      object.returnDate is null and object.dueDate < today => color = 'warning'
      user.role != 'manager' => isObjectEditable = not (object.closed)
    }
    """

  @Test func `The example of the design loads as printed`() {
    let (model, diagnostics) = RuleModel.load(
      Self.example,
      vocabulary: vocabulary,
      names: known
    )
    #expect(diagnostics.map(\.message) == [])
    #expect(
      model.rules.map { "\($0.keyName) \($0.line) \($0.priority) \($0.specificity)" } == [
        "displayNameForProperty 2 100 2", "displayNameForProperty 4 100 0", "component 6 150 2",
        "choices 6 150 2", "color 8 100 3", "isObjectEditable 9 100 2",
      ]
    )
    #expect(model.rules[0].documentation == "Movies.rules")
  }

  @Test func `The example of the design answers`() {
    var values = scope(Self.example)
    values.entity = Named("Movie")
    values.attribute = Named("name")
    #expect(values.displayNameForProperty == "Movie")
    values.attribute = Named("rating")
    #expect(values.displayNameForProperty == "rating")
    values.task = "edit"
    values.propertyKey = "rating"
    #expect(values.component == "EditChoice" && values.choices.count == 5)
    values.entity = Named("Rental")
    values.object = Thing([
      "returnDate": .null, "dueDate": .date(noon.addingTimeInterval(-90_000)),
      "closed": .bool(true),
    ])
    values.user = Thing(["role": .string("clerk")])
    #expect(values.color == "warning" && !values.isObjectEditable)
    values.user = Thing(["role": .string("manager")])
    #expect(values.isObjectEditable)
  }

  @Test(arguments: [
    "100 : (task = 'edit') => componentName = \"X\" [com.webobjects.directtoweb.Assignment]",
    "task = 'edit' => componentName <= 'X'", "task = 'edit' => componentName = 'X'; high",
    "TASK = 'no' => componentName = 'Y'\ntask == 'edit' => componentName = 'X';",
    "componentName = 'X'", "*true* => componentName = 'X'; very low",
    "very high: componentName = 'X'\nimportant : task = 'list' => componentName = 'Z'",
    "\u{FEFF}componentName = 'X'\r\n// end\r\n", "/* a\n b */ componentName = 'X' # end",
    "task = 'edit' => rows = 3, componentName = 'X'; 99999",
    "when task = 'edit' { when not (rows = 0) { componentName = 'X' } }",
    "when task = 'edit' { componentName = 'X'; rows = 2 }; title = 'x'",
    "-5: componentName = 'Y'\n componentName = 'X'",
  ])
  func `Spellings of a rule`(text: String) {
    let (model, faults) = RuleModel.load(text, vocabulary: vocabulary)
    let expected = text.hasPrefix("TASK") ? ["unknown key `TASK`"] : []
    #expect(faults.map(\.message) == expected)
    let values = EnvironmentValues(resolver: RuleResolver(model: model)).setting(\.task, to: "edit")
    #expect(values.componentName == "X")
  }

  @Test(arguments: [
    ("fallback: title = 'x'", 0), ("low: title = 'x'", 50), ("title = 'x'", 100),
    ("high: title = 'x'", 150), ("important: title = 'x'", 1000), ("7: title = 'x'", 7),
    ("title = 'x'; 12", 12), ("title = 'x'; fallback", 0),
  ])
  func `Priorities by number and name`(text: String, priority: Int) {
    #expect(RuleModel.load(text, vocabulary: vocabulary).model.rules.map(\.priority) == [priority])
  }

  @Test func `A comment directly above a rule is its documentation`() {
    let text = """
      // not this

      /// First line.
      // Second line.
      title = 'x'
      rows = 3 // nor this
      note = 'y'
      /* Block
       * of lines */
      task = 'edit' => title = 'z'
      """
    let rules = RuleModel.load(text, vocabulary: vocabulary).model.rules
    #expect(
      rules.map(\.documentation) == ["First line.\nSecond line.", nil, nil, "Block\nof lines"]
    )
  }
}

struct RuleRecoveryTests {
  @Test func `Ten mistakes are ten faults and lose no other rule`() {
    let text = """
      titel = 'x'
      task = 'edit => title = 'y'
      rows = 'many'
      entity.nam = 'Movie' => title = 'z'
      entity.name = 'Moovie' => title = 'z'
      color = green
      component = 'EditChoise'
      hihg: title = 'p'
      task = = 'x' => title = 'q'
      object = null
      title = 'kept'
      task = 'edit' => rows = 7
      """
    let (model, diagnostics) = RuleModel.load(text, vocabulary: vocabulary, names: known)
    #expect(
      diagnostics.map(\.place) == [
        "unknown-key 1:1", "syntax 2:27", "wrong-type 3:8", "unknown-key 4:1",
        "unknown-entity 5:15", "unquoted-word 6:9", "unknown-component 7:13",
        "syntax 8:1", "syntax 9:8", "not-assignable 10:1",
      ]
    )
    #expect(model.rules.map(\.line) == [11, 12])
    let suggestions = diagnostics.map { $0.suggestion ?? "" }
    #expect(suggestions[0].contains("`title`") && suggestions[3].contains("entity.name"))
    #expect(suggestions[4].contains("'Movie'") && suggestions[5].contains("'green'"))
    #expect(suggestions[6].contains("'EditChoice'") && suggestions[7].contains("`high`"))
  }

  @Test(arguments: [
    "entity.name = = 'Movie' and\n  task = 'x'\n  => title = 'bad'",
    "entity.name = 'Movie\n  => title = 'bad'", "task = 'x'\n  and\n=> title = 'bad'",
    "(task = 'x' => title = 'bad'", "task = 'x' => title", "task = 'x' => = 'bad'", "} ",
    "task 'x' => title = 'bad'", "task = 'x' => title = 'bad' rows", "when { title = 'bad' }",
    "when task = = 'x' { title = 'bad'\n rows = 3 }", "include other", "=> title = 'bad'",
    "title = ['a', 'b'", "title = { a = 'b' ; c",
    "title = title = 'x'", "@ title = 'bad'", "task = 'x' -> title = 'bad'",
  ])
  func `One mistake is one fault and the next rule stands`(text: String) {
    let (model, diagnostics) = RuleModel.load(text + "\nnote = 'kept'", vocabulary: vocabulary)
    #expect(diagnostics.count == 1, "\(diagnostics.map { "\($0.place) \($0.message)" })")
    #expect(model.rules.map(\.keyName) == ["note"])
  }

  @Test(arguments: [
    "'a' in propertyKey => note = 'kept'", "$user.id = 1 => note = 'kept'",
    "`{title}` = 'x' => note = 'kept'",
    "@2024-01-01 < today => note = 'kept'", "!debug => note = 'kept'",
  ])
  func `Behind a mistake a rule may begin with anything`(rule: String) {
    let (model, faults) = RuleModel.load("title = = 'x'\n" + rule, vocabulary: vocabulary)
    #expect(faults.count == 1 && model.rules.map(\.keyName) == ["note"])
    let disabled = RuleModel.load("disabled \(rule)", vocabulary: vocabulary)
    #expect(disabled.diagnostics.isEmpty && disabled.model.allRules.map(\.isEnabled) == [false])
  }

  @Test(arguments: ["title = where (", "title = ('a',", "(task = 'x' or (", "title = ["])
  func `A bracket left open at the end of a line costs no rule behind it`(text: String) {
    let (model, diagnostics) = RuleModel.load(
      text + "\ntask = 'y' => note = 'kept'\n150: (task = 'z') => rows = 2",
      vocabulary: vocabulary
    )
    #expect(diagnostics.count == 1, "\(diagnostics.map { "\($0.place) \($0.message)" })")
    #expect(model.rules.map(\.keyName) == ["note", "rows"])
  }

  @Test func `An open block is one fault and its rules count`() {
    let (model, diagnostics) = RuleModel.load(
      "when task = 'x' {\n title = 'y'\n",
      vocabulary: vocabulary
    )
    #expect(diagnostics.map(\.place) == ["syntax 1:17"])
    #expect(model.rules.map(\.specificity) == [1])
  }

  @Test func `No text crashes the parser`() {
    var random = Seeded(3)
    let pieces = [
      "title", " = ", "'x'", "=>", "when", "{", "}", "(", ")", "[", "]", ",", ";", ":", "150", "\n",
      "and", "not", "include", "`{a}`", "`", "'", "/*", "//", "@2024", "*true*", "*", "$x", "if",
      "then", "else", "where (", "-", "\0", "\u{202E}", "é", "<=", "high",
    ]
    for _ in 0..<3_000 {
      let text = (0..<random.next(25)).map { _ in pieces[random.next(pieces.count)] }
      _ = RuleModel.load(text.joined(separator: " "), vocabulary: vocabulary)
    }
    let bombs = ["(", "[", "{", "not ", "when a {", "if a then ", "`{", "title = "]
    for bomb in bombs {
      let text = String(repeating: bomb, count: 20_000)
      let found = RuleModel.load(text, vocabulary: vocabulary).diagnostics
      #expect(!found.isEmpty)
    }
  }
}
