import Diagnostics
import PropertyLists
import Qualifiers
import RuleEnvironment
import RuleTestSupport
import Testing

import DirectToWebRules
@testable import RuleEngine  // which rules go before others

/// Rule files of Direct to Web that nobody has, but might.
struct DirectToWebReadingTests {
  private let vocabulary = Vocabulary(MovieKeys.shared)

  private func load(_ text: String) -> (model: RuleModel, diagnostics: [Diagnostic]) {
    ForeignRules.load(text, name: "a.d2wmodel", vocabulary: vocabulary)
  }

  /// The rules of a text as this language spells them.
  private func spelled(_ text: String) -> [String] {
    load(text).model.allRules.map {
      "\($0.priority): \($0.condition) => \($0.keyName) = \($0.value)"
    }
  }

  /// A rule with this condition.
  private func condition(_ list: String) -> String? {
    let text =
      "{ rules = ({ author = 1; lhs = \(list); rhs = { keyPath = title; value = x; }; }); }"
    guard let rule = load(text).model.allRules.first else { return nil }
    return rule.obstacle ?? rule.condition.description
  }

  /// A rule with this assignment.
  private func assignment(_ className: String, _ value: String?, to key: String = "title")
    -> String?
  {
    let content = value.map { "value = \($0); " } ?? ""
    let text = "({ rhs = { class = \"\(className)\"; keyPath = \(key); \(content)}; })"
    guard let rule = load(text).model.allRules.first else { return nil }
    return rule.obstacle ?? rule.value.description
  }

  @Test(arguments: [
    "{ class = EOKeyValueQualifier; key = task; selectorName = \"isEqualTo:\"; value = edit; }",
    "{ class = com.webobjects.eocontrol.EOKeyValueQualifier; key = task; selectorName = isEqualTo; value = edit; }",
    "{ class = er.extensions.eof.ERXKeyValueQualifier; key = task; selector = isEqualTo; value = \"edit\"; }",
    "\"task = 'edit'\"",
  ])
  func `A comparison reads in the spelling of every era`(list: String) {
    #expect(condition(list) == "task = 'edit'")
  }

  @Test(arguments: [
    ("isNotEqualTo", "!="), ("isLessThan:", "<"), ("isGreaterThan", ">"),
    ("isLessThanOrEqualTo", "<="), ("isGreaterThanOrEqualTo:", ">="), ("isLike", "like"),
    ("isCaseInsensitiveLike:", "ilike"), ("doesContain", "contains"), ("isEqual", "="),
  ])
  func `A selector is an operator`(selector: String, sign: String) {
    let list =
      "{ class = EOKeyValueQualifier; key = task; selectorName = \"\(selector)\"; value = x; }"
    #expect(condition(list) == "task \(sign) 'x'")
  }

  @Test(
    arguments: [
      ("{ class = NSNumber; value = \"1\"; }", "rows = 1"),
      ("{ class = java.lang.Number; value = 1; }", "rows = 1"),
      ("{ class = java.math.BigDecimal; value = \"1.5\"; }", "rows = 1.5"),
      ("{ class = java.lang.Boolean; value = true; }", "rows = true"),
      ("{ class = \"com.webobjects.foundation.NSKeyValueCoding$Null\"; }", "rows is null"),
      ("{ class = EONull; }", "rows is null"), ("\"\"", "rows = ''"), ("1", "rows = '1'"),
      ("{ class = my.Money; value = \"3\"; }", "rows = '3'"), (nil, "rows is null"),
    ] as [(String?, String)]
  )
  func `A typed constant is one of ours`(value: String?, text: String) {
    let content = value.map { "value = \($0); " } ?? ""
    #expect(condition("{ class = EOKeyValueQualifier; key = rows; \(content)}") == text)
  }

  @Test func `And, or, not and comparisons of keys nest as they were`() {
    let list = """
      { class = EOAndQualifier; qualifiers = (
        { class = EONotQualifier; qualifier =
          { class = EOOrQualifier; qualifiers = (
            { class = EOKeyValueQualifier; key = task; selectorName = isEqualTo; value = edit; },
            { class = EOKeyComparisonQualifier; leftKey = title; selectorName = isEqualTo; rightKey = note; }); }; },
        { class = EOAndQualifier; qualifiers = (
          { class = er.directtoweb.qualifiers.ERDNullQualifier; key = look; },
          { class = com.webobjects.directtoweb.NonNullQualifier; key = object; },
          { class = ERDIsKindOfEntityQualifier; entityName = Movie; keyPath = entity; }); }); }
      """
    #expect(
      condition(list)
        == "not (task = 'edit' or title = note) and (look is null and object is not null and entity.name = 'Movie')"
    )
  }

  @Test(arguments: [
    ("{ class = my.Qualifier; }", "its condition has a qualifier of the class `my.Qualifier`"),
    ("{ class = EOAndQualifier; }", "its condition has an `and` or `or` without parts"),
    ("{ class = EONotQualifier; }", "its condition has a `not` without a qualifier"),
    ("{ class = EOKeyValueQualifier; value = x; }", "its condition has a qualifier without `key`"),
    (
      "{ class = EOKeyValueQualifier; key = a; selectorName = isFunny; }",
      "its condition compares by `isFunny`"
    ),
    ("\"a = = b\"", "its condition `a = = b` cannot be read"),
  ])
  func `A condition without counterpart says why, and the rule is kept but never asked`(
    list: String,
    reason: String
  ) {
    #expect(condition(list) == reason)
  }

  @Test(
    arguments: [
      ("com.webobjects.directtoweb.Assignment", "\"a b\"", "'a b'"),
      ("com.webobjects.directtoweb.Assignment", nil, "null"), ("Assignment", "\"\"", "''"),
      ("com.webobjects.directtoweb.BooleanAssignment", "true", "true"),
      ("er.directtoweb.ERDKeyValueAssignment", "note", "note"),
      ("ERDDelayedKeyValueAssignment", "session.user.firstName", "session.user.firstName"),
      (
        "er.directtoweb.assignments.delayed.ERDDelayedLocalizedAssignment", "\"Edit @@note@@!\"",
        "`Edit {note}!`"
      ),
      ("ERDLocalizedAssignment", "\"Table.0\"", "'Table.0'"),
      (
        "ERDDelayedBooleanAssignment", "{ conditionKey = look; trueValue = a; falseValue = b; }",
        "if look then 'a' else 'b'"
      ),
      (
        "ERDDelayedNonNullConditionalAssignment",
        "{ nonNullKeyPath = look; trueValue = a; falseValue = b; }",
        "if look is not null then 'a' else 'b'"
      ),
      (
        "ERDDelayedConditionalAssignment",
        "{ qualifierFormat = \"task = 'edit'\"; trueValue = a; falseValue = b; }",
        "if task = 'edit' then 'a' else 'b'"
      ),
      (
        "er.directtoweb.ERDDefaultDisplayNameAssignment", "x",
        "the assignment class `er.directtoweb.ERDDefaultDisplayNameAssignment` has no counterpart"
      ),
    ] as [(String, String?, String)]
  )
  func `An assignment is an expression`(className: String, value: String?, text: String) {
    #expect(assignment(className, value, to: "custom") == text)
  }

  @Test(arguments: [
    ("rows", "\"40\"", "40"), ("isEntityReadOnly", "\"YES\"", "true"),
    ("isEntityReadOnly", "0", "false"),
    ("displayPropertyKeys", "(a, b)", "['a', 'b']"), ("note", "\"5\"", "'5'"),
    ("rows", "many", "`rows` takes whole number, not 'many'"),
    ("page", "D2WListPage", "'D2WListPage'"), ("entity", "Movie", "only the program sets `entity`"),
    ("width", "700", "`width` is in pixels there, in cells here"),
  ])
  func `A value is read as its key takes it`(key: String, value: String, text: String) {
    #expect(assignment("Assignment", value, to: key) == text)
  }

  @Test func `An order of a list is the one here`() {
    let order = "(name, compareCaseInsensitiveAscending, \"studio.budget\", \"compareDescending:\")"
    let text =
      "({ rhs = { class = Assignment; keyPath = defaultSortOrdering; value = \(order); }; })"
    let keys = "['name caseInsensitive', '-studio.budget']"
    #expect(spelled(text) == ["0: *true* => sortOrderings = \(keys)"])
  }

  @Test func `Row restrictions become a qualifier`() {
    let value = "{ studio = \"session.user.studios\"; id = { ne = \"object.id\"; }; }"
    #expect(
      assignment("ERDDelayedExtraQualifierAssignment", value, to: "extraRestrictingQualifier")
        == "where (studio = $session.user.studios and id != $object.id)"
    )
    let unknown = "{ id = { near = \"object.id\"; }; }"
    #expect(assignment("ERDDelayedExtraQualifierAssignment", unknown) == "it compares with `near`")
  }

  @Test(arguments: [
    "{ class = EOKeyValueQualifier; key = RuleIsDisabled; selectorName = isEqual; value = YES; }",
    """
    { class = EOAndQualifier; qualifiers = (
      { class = EOKeyValueQualifier; key = RuleIsDisabled; selectorName = isEqual; value = YES; },
      { class = EOKeyValueQualifier; key = task; selectorName = isEqualTo; value = edit; }); }
    """,
    """
    { class = EOAndQualifier; qualifiers = (
      { class = EOKeyValueQualifier; key = task; selectorName = isEqualTo; value = edit; },
      { class = EOKeyValueQualifier; key = RuleIsDisabled; selectorName = isEqual; value = YES; }); }
    """,
  ])
  func `A rule that is switched off keeps its condition`(list: String) {
    let text = "{ rules = ({ lhs = \(list); rhs = { keyPath = title; value = x; }; }); }"
    let model = load(text).model
    #expect(model.rules.isEmpty)
    let isBare = !list.contains("EOAndQualifier")
    #expect(spelled(text) == ["0: \(isBare ? "*true*" : "task = 'edit'") => title = 'x'"])
  }

  @Test(arguments: [
    ("{ rules = (x); }", "1:12: a rule is a dictionary, not a string"),
    (
      "{ rules = ({ author = 1; }); }",
      "1:12: this rule has no assignment (`rhs`) and does nothing"
    ),
    (
      "({ rhs = { value = 1; }; })",
      "1:10: this rule's assignment has no `keyPath` and does nothing"
    ),
    (
      "({ author = many; rhs = { keyPath = title; value = x; }; })",
      "1:13: the author of a rule is a whole number, not `many`; 0 is used"
    ),
    (
      "{ rule = (); }",
      "1:3: not a Direct to Web rule file: the dictionary has no `rules`"
    ),
    ("{ rules = x; }", "1:11: `rules` must be an array of rules, not a string"),
    ("x", "1:1: a rule file of Direct to Web is a dictionary with `rules`, not a string"),
    (
      "({ author = 1; author = 2; rhs = { keyPath = title; value = x; }; })",
      "1:16: `author` occurs twice in this rule; the last is used"
    ),
    (
      "{ rules = (\n{ rhs = {",
      "2:10: the file ends inside the dictionary that begins at line 2, column 9"
    ),
  ])
  func `A fault says what and where`(text: String, message: String) {
    let fault = load(text).diagnostics.first
    let place = fault?.position.map { "\($0.line):\($0.column): " } ?? ""
    #expect(place + (fault?.message ?? "") == message)
  }

  @Test(arguments: ["", "{}", "{ rules = (); }", "// nothing\n"])
  func `An empty file has no rules and no faults`(text: String) {
    let found = load(text)
    #expect(found.model.allRules.isEmpty && found.diagnostics.isEmpty)
  }

  @Test func `The same rule in XML has its types`() {
    let found = load(
      """
      <?xml version="1.0"?><plist version="1.0"><dict><key>rules</key><array><dict>
      <key>author</key><integer>100</integer>
      <key>documentation</key><string>Why.</string>
      <key>rhs</key><dict><key>class</key><string>com.webobjects.directtoweb.Assignment</string>
      <key>keyPath</key><string>isEntityReadOnly</string><key>value</key><true/></dict>
      </dict></array></dict></plist>
      """
    )
    #expect(found.diagnostics.isEmpty)
    let rule = found.model.rules.first
    #expect(rule?.value.description == "true" && rule?.priority == 100)
    #expect(rule?.documentation == "Why." && rule?.line == 1)
  }

  @Test func `Rules without counterpart are counted in one note`() {
    let found = load(
      "({ rhs = { class = a.B; keyPath = title; }; }, { rhs = { keyPath = title; value = x; }; })"
    )
    #expect(found.diagnostics.map(\.severity) == [.note])
    #expect(
      found.diagnostics.first?.message == "1 of 2 rules has no counterpart here and does nothing"
    )
    #expect(found.model.allRules.count == 2 && found.model.rules.count == 1)
  }

  @Test func `An alias to a key that nothing sets is no fault when it is read`() {
    let (model, faults) = load(
      "({ author = 9; rhs = { class = ERDKeyValueAssignment; keyPath = rows; value = smartRows; }; }, "
        + "{ rhs = { keyPath = rows; value = 7; }; })"
    )
    let resolver = RuleResolver(model: model)
    #expect(EnvironmentValues(resolver: resolver).rows == 7)
    #expect(faults.isEmpty && resolver.faults.isEmpty)
  }

  @Test func `Keys that only Direct to Web knows answer its other rules`() {
    let (model, _) = load(
      """
      ({ rhs = { keyPath = templateName; value = tabs; }; },
       { lhs = "subTask = 'tab'"; rhs = { class = ERDKeyValueAssignment; keyPath = page; value = templateName; }; },
       { lhs = "task = 'edit'"; rhs = { keyPath = subTask; value = tab; }; })
      """
    )
    let values = EnvironmentValues(resolver: RuleResolver(model: model))
    #expect(values.setting(\.task, to: "edit").page == "tabs")
    #expect(values.setting(\.task, to: "list").page == "list")
    #expect(RuleModel.load("subTask = 'x'", vocabulary: vocabulary).diagnostics.count == 1)
  }

  @Test(arguments: ["restrictingQualifier", "extraRestrictingQualifier"])
  func `A restriction of Direct to Web with a mistake stays as well`(key: String) {
    let text = """
      { rules = ({ author = 1; class = "com.webobjects.directtoweb.Rule";
        rhs = { class = "er.directtoweb.assignments.delayed.ERDDelayedExtraQualifierAssignment"; keyPath = \(key);
          value = { raiting = "user.rating"; }; }; }); }
      """
    let (model, _) = ForeignRules.load(
      text,
      name: "x.d2wmodel",
      vocabulary: vocabulary,
      names: known
    )
    #expect(model.rules.map(\.obstacle) == [nil])
    #expect(model.rules.first?.value.description == "where (raiting = $user.rating)")
  }

  @Test func `The class behind a Direct to Web rule says how its value is read`() {
    let (model, _) = ForeignRules.load(
      """
      (task = 'query') => componentName = "title" [com.webobjects.directtoweb.KeyValueAssignment]
      isEntityReadOnly = "true" [com.webobjects.directtoweb.BooleanAssignment]
      """,
      vocabulary: vocabulary
    )
    let values = EnvironmentValues(resolver: RuleResolver(model: model))
    #expect(values.componentName == "Untitled" && values.isEntityReadOnly)
    let found = ForeignRules.load("title = 'x' [a.OtherAssignment]", vocabulary: vocabulary)
    #expect(found.model.rules.isEmpty && found.diagnostics.map(\.id) == ["unknown-class"])
    #expect(found.diagnostics.first?.severity == .warning)
  }

  @Test func `Of a key of Direct to Web one of ours is suggested when it is nearly that`() throws {
    let rule = { (key: String) in
      "1 : *true* => \(key) = 'x' [com.webobjects.directtoweb.Assignment]"
    }
    let text = ["displayNameForEntty", "stylesheet", "uiTitle"].map(rule).joined(separator: "\n")
    let faults = ForeignRules.load(text, vocabulary: vocabulary).model.lint()
    #expect(faults.map(\.place) == ["unread-key 1:15", "unread-key 2:15", "unread-key 3:15"])
    #expect(
      faults.map(\.suggestion) == [
        "did you mean `displayNameForEntity`?", "`d2t rules report` lists the rules used here",
        "`d2t rules report` lists the rules used here",
      ]
    )
  }
}

/// Direct to Web's own orders.
struct RuleOrderTests {
  private let text = """
    10: task = 'list' and rows = 1 => title = 'ten'
    9: pageConfiguration like '*' => title = 'configuration'
    10: task = 'list' and (rows = 1 and note = 'n') => title = 'nested'
    """

  private func title(_ order: RuleOrder) -> String {
    var vocabulary = Vocabulary(MovieKeys.shared)
    vocabulary.addForeign("pageConfiguration")
    let (model, faults) = ForeignRules.load(
      layers: [
        (.application, [SourceText(name: "rules", text: "pageConfiguration = 'x'\n" + text)])
      ],
      vocabulary: vocabulary,
      ruleOrder: order
    )
    #expect(faults.isEmpty)
    var values = EnvironmentValues(resolver: RuleResolver(model: model))
    values.task = "list"
    values.rows = 1
    values.note = "n"
    return values.title
  }

  @Test(arguments: [
    // Specificity counts every comparison.
    (RuleOrder.d2t, "nested"),
    // 9500 is less than 10002; of equal parts the earlier rule is taken.
    (.wonder, "ten"),
    // A condition on the page configuration is lifted above all others.
    (.apple, "configuration"),
  ])
  func `The order decides which rule answers`(order: RuleOrder, title: String) {
    #expect(self.title(order) == title)
  }

  @Test func `Wonder counts a thousand for the author and 500 for the page configuration`() {
    let rank = { (priority: Int, text: String) in
      RuleOrder.wonder.precedence(
        priority: priority,
        condition: Qualifier.parse(text).qualifier ?? .constant(false)
      )
    }
    #expect(rank(1, "*true*") < rank(1, "a = 1 or b = 2 and c = 3"))
    #expect(rank(1, "a = 1") == rank(1, "a = 1 or b = 2"))
    #expect(rank(1, "a = 1 and b = 2") == rank(1, "a = 1 and (b = 2 and c = 3)"))
    #expect(rank(1, "pageConfiguration = 'x'") > rank(1, "a = 1 and b = 2 and c = 3"))
    #expect(rank(2, "*true*") > rank(1, "pageConfiguration = 'x' and b = 2"))
    #expect(rank(.max, "*true*") > rank(2, "a = 1"))
  }
}
