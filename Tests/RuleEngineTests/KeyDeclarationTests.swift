import Diagnostics
import Qualifiers
import RuleEnvironment
import RuleTestSupport
import Testing

import RuleEngine

/// Keys that rule files declare.
struct KeyDeclarationTests {
  private static let discount = "key discount: number = 0 \"Percent taken off for members.\"\n"

  private func faults(_ text: String) -> [String] {
    RuleModel.load(text, vocabulary: vocabulary).diagnostics.map(\.place)
  }

  private func load(
    _ files: [(Layer, String)]
  ) -> (model: RuleModel, diagnostics: [Diagnostic]) {
    let layers = files.map { layer, text in
      (layer, [SourceText(name: "\(layer).rules", text: text)])
    }
    return RuleModel.load(layers: layers, vocabulary: vocabulary)
  }

  /// Returns the value of a key for the role `boss`, as a literal.
  private func answer(_ name: String, _ model: RuleModel) throws -> String {
    var values = EnvironmentValues(resolver: RuleResolver(model: model))
    values[MovieKeys.shared.role] = "boss"
    return values.ruleValue(of: try #require(model.vocabulary[name])).literal
  }

  @Test func `A declared key is set by rules and read in conditions, values and templates`() throws
  {
    let (model, faults) = RuleModel.load(
      Self.discount
        + """
        role = 'boss' => discount = 12.5
        discount > 10 => title = `{discount} % off`, rows = 3
        note = if discount > 0 then 'member' else 'guest'
        """,
      vocabulary: vocabulary
    )
    #expect(faults.map(\.rendered) == [])
    #expect(try answer("discount", model) == "12.5")
    #expect(try answer("title", model) == "'12.5 % off'")
    #expect(try answer("note", model) == "'member'")
    #expect(model.vocabulary.entry(named: "discount")?.typeName == "number")
    #expect(model.lint().map(\.rendered) == [])
    let (plain, _) = RuleModel.load(Self.discount + "title = `{discount}`", vocabulary: vocabulary)
    #expect(try answer("title", plain) == "'0'")
  }

  @Test func `A rule may use a key before its declaration, in whatever file and layer`() throws {
    let (model, faults) = load([
      (.application, "discount > 10 => title = 'off'\ndiscount = 20"), (.site, Self.discount),
      (.user, "role = 'boss' => rows = 4"),
    ])
    #expect(faults.map(\.rendered) == [])
    #expect(try answer("title", model) == "'off'")
    #expect(model.declarations.map(\.place) == ["site.rules:1"])
  }

  @Test func `An included file may declare the keys, and be included by two layers`() throws {
    let layers =
      [(Layer.application, "include 'keys.rules'\ntitle = `{discount}`")]
      + [(.user, "include 'keys.rules'\nnote = `{discount}`")]
    let (model, faults) = RuleModel.load(
      layers: layers.map { ($0, [SourceText(name: "\($0).rules", text: $1)]) },
      vocabulary: vocabulary
    ) { name, _ in SourceText(name: name, text: Self.discount) }
    #expect(faults.map(\.rendered) == [])
    #expect(try answer("title", model) == "'0'" && answer("note", model) == "'0'")
    #expect(model.declarations.count == 1)
  }

  @Test(arguments: [
    ("text", "'x'"), ("string", "'x'"), ("number", "1.5"), ("whole number", "3"), ("integer", "3"),
    ("true or false", "yes"), ("boolean", "true"), ("date", "@2024-03-01"), ("any value", "null"),
    ("list of text", "['a', 'b']"), ("list", "[1, 'b']"), ("text or null", "null"),
    ("list of whole number or null", "[1]"), ("dictionary of number", "{a: 1}"), ("Number", "-2"),
  ])
  func `Types are called as keys and models call them`(type: String, value: String) {
    #expect(faults("key a: \(type) = \(value) \"x\"") == [])
  }

  @Test(arguments: [
    ("key a: nummer = 0 'x'", "unknown-type 1:8", "did you mean `number`?"),
    ("key a: number = 'b' 'x'", "wrong-type 1:17", nil),
    ("key a: text = 1 'x'", "wrong-type 1:15", "write: key a: text = '1'"),
    ("key a: date = null 'x'", "wrong-type 1:15", "write: key a: date or null = null"),
    ("key a: whole number = 1.5 'x'", "wrong-type 1:23", nil),
    ("key a: text = title 'x'", "wrong-type 1:15", nil),
    ("key a: text = 'b' ' '", "unexplained-key 1:19", nil),
    ("key title: text = 'b' 'x'", "declared-twice 1:5", nil),
    ("key isObjectEditable: boolean = true 'x'", "declared-twice 1:5", nil),
    ("key object: text = 'b' 'x'", "declared-twice 1:5", nil),
    ("key a: text = 'b' 'x'\nkey a: number = 1 'x'", "declared-twice 2:5", "remove one of them"),
    ("key contains: text = 'b' 'x'", "syntax 1:5", nil),
    ("key true: text = 'b' 'x'", "syntax 1:5", nil),
    ("key expect: text = 'b' 'x'", "syntax 1:5", nil),
    ("key a.b: text = 'b' 'x'", "syntax 1:5", nil),
    ("key a = 1 'x'", "syntax 1:7", nil), ("key a: = 1 'x'", "syntax 1:8", nil),
    ("key a: text 'x'", "syntax 1:16", nil), ("key a: text = 'b'", "syntax 1:18", nil),
    ("key a: text = 'b' 'x' rows = 3", "syntax 1:23", nil),
    (
      "when debug {\n  key a: text = 'b' 'x'\n  rows = 3\n}", "syntax 2:3",
      "move it to the top of the file"
    ),
  ])
  func `A mistake in a declaration is one fault at its place`(
    text: String,
    place: String,
    suggestion: String?
  ) throws {
    let faults = RuleModel.load(text + "\nnote = 'n'", vocabulary: vocabulary).diagnostics
    #expect(faults.map(\.place) == [place])
    if let suggestion { #expect(faults.first?.suggestion == suggestion) }
    #expect(
      try answer("note", RuleModel.load(text + "\nnote = 'n'", vocabulary: vocabulary).model)
        == "'n'"
    )
  }

  @Test func `A key that is called key is one still`() {
    struct OddKeys: KeyNamespace {
      static let shared = Self()
      let key = Key("x", "A key.")
    }
    let words = Vocabulary(MovieKeys.shared, OddKeys.shared)
    for text in [
      "key = 'a'", "key = 'a' => rows = 1", "key like 'a*' => rows = 1", "key is null => rows = 1",
      "key in ['a'] => rows = 1", "key not in ['a'] => rows = 1", "title = key",
    ] {
      #expect(RuleModel.load(text, vocabulary: words).diagnostics.map(\.rendered) == [], "\(text)")
    }
  }

  @Test func `Values of another type are refused`() {
    #expect(faults(Self.discount + "discount = 'much'") == ["wrong-type 2:12"])
    #expect(faults(Self.discount + "discunt = 3") == ["unknown-key 2:1"])
  }

  @Test func `What a user declares is there for the rules of the user only`() throws {
    let own = "key isVip: boolean = true \"I am.\"\nisVip => rows = 7"
    let (model, faults) = load([
      (.application, "isEntityReadOnly = true\nhigh: isVip => isEntityReadOnly = false"),
      (.user, own),
    ])
    #expect(faults.map(\.place) == ["unknown-key 2:7"])
    #expect(try answer("isEntityReadOnly", model) == "true")
    #expect(try answer("rows", model) == "7")
    // In whatever order the layers are read.
    let (other, _) = load([
      (.user, own),
      (.application, "isEntityReadOnly = true\nhigh: isVip => isEntityReadOnly = false"),
    ])
    #expect(try answer("isEntityReadOnly", other) == "true")
  }

  @Test func `What a user says of a key does not widen what rules make of it`() throws {
    let (model, faults) = load([
      (.application, "key isVip: boolean = false \"x\"\nisEntityReadOnly = not isVip"),
      (.user, "isVip = true\nisVip => title = 'vip'"),
    ])
    #expect(faults.map(\.rendered) == [])
    #expect(try answer("isEntityReadOnly", model) == "true")
    #expect(try answer("title", model) == "'vip'")
  }

  @Test func `A mistake in a declaration is not told again of the rules that use the key`() throws {
    for mistake in ["key a: number = 'x' 'y'", "key a: nummer = 1 'y'", "key a: number = 1"] {
      let text = "a > 3 => rows = 1\nnote = a\ntitle = `{a}`\n\(mistake)\na = 5\ncolor = 'red'"
      let (model, faults) = RuleModel.load(text, vocabulary: vocabulary)
      #expect(
        faults.map(\.place).count { $0.contains(" 4:") } == 1 && faults.count == 1,
        "\(faults)"
      )
      #expect(model.rules.map(\.keyName) == ["color"])
    }
  }

  @Test func `A right that reads a key with a fault permits nothing`() throws {
    let (model, faults) = RuleModel.load(
      "key isVip: boolean = 'no'\nisObjectEditable = isVip",
      vocabulary: vocabulary
    )
    #expect(faults.map(\.place) == ["syntax 1:26"])
    #expect(try answer("isObjectEditable", model) == "false")
  }

  @Test func `A key that is declared as before stays the same key`() throws {
    func read(_ text: String, _ former: [KeyDeclaration]) -> RuleModel {
      var loading = RuleLoading(vocabulary: vocabulary)
      loading.reuse(former)
      loading.add([SourceText(name: "a.rules", text: text)], layer: .application)
      return loading.finish().model
    }
    let first = read(Self.discount + "rows = discount", [])
    let second = read("// moved\n" + Self.discount + "rows = discount", first.declarations)
    #expect(first.vocabulary["discount"] === second.vocabulary["discount"])
    #expect(second.declarations.map(\.place) == ["a.rules:2"])
    let third = read("key discount: number = 1 'x'", second.declarations)
    #expect(third.vocabulary["discount"] !== second.vocabulary["discount"])
  }

  @Test func `An explanation says where the key is declared`() throws {
    let (model, _) = RuleModel.load(Self.discount + "rows = discount", vocabulary: vocabulary)
    let values = EnvironmentValues(resolver: RuleResolver(model: model))
    let why = try #require(RuleResolver(model: model).explain("discount", in: values))
    #expect(
      why.text == "discount is 0: no rule sets it: the default declared in rules:1"
    )
    #expect(why.json.text(pretty: false).contains("\"declared\":\"rules:1\""))
  }

  @Test func `A key that no rule reads is told at its declaration, once`() {
    func lint(_ text: String) -> [String] {
      RuleModel.load(text, vocabulary: vocabulary).model.lint().map(\.place)
    }
    #expect(lint(Self.discount + "discount = 3") == ["unread-declaration 1:1"])
    #expect(lint(Self.discount + "discount = 3\nrows = discount") == [])
    #expect(lint(Self.discount + "title = `{discount}`") == [])
    #expect(lint("// allow(unread-declaration): for files to come\n" + Self.discount) == [])
  }

  @Test func `A declaration is laid out, and stays what it is`() {
    let text =
      "key  discount :number=0   \"Percent.\"   // why\nkey b:list of text  or null=null\n\"Of\"\n"
    let laid = RuleFormatter.format(SourceText(name: "a", text: text)).text
    #expect(
      laid
        == "key discount: number = 0 \"Percent.\"  // why\nkey b: list of text or null = null\n  \"Of\"\n"
    )
    #expect(laid.flatMap { RuleFormatter.format(SourceText(name: "a", text: $0)).text } == laid)
  }
}
