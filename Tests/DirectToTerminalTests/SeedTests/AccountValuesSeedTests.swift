import DirectToTerminal
import SceneSupport
import TestSupport
import Testing

/// A kind of value that an application brings: it has a text, and can be counted.
private enum Mood: String, CaseIterable, Codable, PropertyValue {
  case calm, merry
}

/// One that no text stands for.
private struct Span: Codable, PropertyValue {
  static let storage = PropertyStorage<Span>.json
  var from: Int
  var to: Int
}

/// One that is a text.
private struct Motto: RawRepresentable, Codable, PropertyValue {
  let rawValue: String
}

extension Properties {
  fileprivate var mood: Property<Mood> { Property("mood") }
  fileprivate var span: Property<Span> { Property("span") }
}

/// Lengthens a span; says what it was given.
private struct SpanEntry: View {
  let value: Binding<Span?>

  var body: some View {
    Text(value.wrappedValue.map { "open \($0.from) to \($0.to)" } ?? "never open")
      .focusable()
      .command(Self.longer) { _ in
        value.wrappedValue = Span(
          from: value.wrappedValue?.from ?? 9,
          to: (value.wrappedValue?.to ?? 9) + 1
        )
      }
  }

  private static let longer = CommandDefinition("longer", "longer", keys: "+", group: "Own")
}

/// New kinds of values, as an application declares them for the forms and the store that there are.
@MainActor
struct AccountValuesSeedTests {
  private let folder = TemporaryFolder()

  private static let application = Application("people") {
    PropertyType(Mood.self, "mood", category: "Feelings", isRequired: true, initial: .merry)
    PropertyType(Motto.self, "motto", category: "Feelings")
    PropertyType(Span.self, "span", validate: { $0.to > 11 ? "is too long" : nil })
      .display { Text("from \($0.from) to \($0.to)") }
      .entry { SpanEntry(value: $0) }
  }

  private func scene(_ arguments: String, rules: String = "") async throws -> Scene {
    let model = """
      {"entities": [{"name": "Person", "table": "person", "attributes": [
        {"name": "mood", "type": "mood"}, {"name": "motto", "type": "motto"},
        {"name": "span", "type": "span"}]}]}
      """
    return try await Scene(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, mood TEXT, motto TEXT, span TEXT);
      INSERT INTO person VALUES (1, 'Ada', 'calm', 'On we go', '{"from":8,"to":10}');
      INSERT INTO person VALUES (2, 'Bea', 'merry', NULL, NULL);
      """,
      rules: rules,
      "--model \(folder.write(model, to: "m.json")) --entity Person " + arguments,
      catalog: Self.application.catalog
    )
  }

  private func stored(_ column: String, _ scene: Scene) throws -> [String] {
    try scene.rows("SELECT quote(\(column)) FROM person ORDER BY id")
  }

  @Test func `One declaration brings a kind of value to lists, pages, forms and the store`()
    async throws
  {
    let list = try await scene("--task list")
    #expect(list.line(with: "Ada")?.contains("calm") == true, "\(list.text)")
    try await list.send("e")
    try await list.go(to: "mood")
    try await list.send("m ctrl-s")
    list.expectSaved()
    #expect(try stored("mood", list) == ["'merry'", "'merry'"])
    #expect(try stored("motto", list) == ["'On we go'", "NULL"])
  }

  @Test func `It says what new values begin with, whether they are needed, and their group`()
    async throws
  {
    let form = try await scene("--task create")
    let mood = try #require(form.line(with: "Mood"))
    #expect(mood.contains("(•) merry") && mood.contains("*"), "\(form.text)")
    let places = ["Feelings", "Mood", "Motto"].map { word in
      form.lines.firstIndex { $0.contains(word) } ?? -1
    }
    #expect(places == places.sorted() && !places.contains(-1), "\(form.text)")
    try await form.go(to: "name")
    try await form.type("Eve")
    try await form.send("ctrl-s")
    #expect(try stored("mood", form).last == "'merry'", "\(form.text)")
  }

  @Test func `What is like a text needs no view of its own`() async throws {
    let page = try await scene("--id 1 --task inspect")
    #expect(page.line(with: "Motto")?.contains("On we go") == true, "\(page.text)")
    let form = try await scene("--id 1 --task edit")
    try await form.go(to: "motto")
    try await form.retype("Halt")
    try await form.send("ctrl-s")
    form.expectSaved()
    #expect(try stored("motto", form) == ["'Halt'", "NULL"])
  }

  @Test func `Anything else brings a view that shows it and one that enters it`() async throws {
    let page = try await scene("--id 1 --task inspect")
    #expect(page.line(with: "Span")?.contains("from 8 to 10") == true, "\(page.text)")
    let form = try await scene("--id 1 --task edit")
    #expect(form.line(with: "Span")?.contains("open 8 to 10") == true, "\(form.text)")
    try await form.go(to: "span")
    try await form.send("+ ctrl-s")
    form.expectSaved()
    #expect(try stored("span", form) == [#"'{"from":8,"to":11}'"#, "NULL"])
  }

  @Test func `The entry view is given the value, or that there is none, and can begin one`()
    async throws
  {
    let form = try await scene("--id 2 --task edit")
    #expect(form.line(with: "Span")?.contains("never open") == true, "\(form.text)")
    try await form.go(to: "span")
    try await form.send("+")
    #expect(form.line(with: "Span")?.contains("open 9 to 10") == true, "\(form.text)")
    try await form.send("ctrl-_")
    #expect(form.line(with: "Span")?.contains("never open") == true, "\(form.text)")
  }

  @Test func `What is entered is checked at once, and not saved while it is wrong`() async throws {
    let form = try await scene("--id 1 --task edit")
    try await form.go(to: "span")
    try await form.send("+ +")
    #expect(form.line(with: "Span")?.contains("is too long") == true, "\(form.text)")
    try await form.send("ctrl-s")
    #expect(form.status.contains("not saved"), "\(form.text)")
    #expect(try stored("span", form).first == #"'{"from":8,"to":10}'"#)
  }

  @Test func `Texts are checked by rules in the scope of their field`() async throws {
    let form = try await scene(
      "--id 1 --task edit",
      rules: "propertyKey = 'motto' and propertyValue like '*!' => validation = 'is too loud'"
    )
    try await form.go(to: "motto")
    try await form.retype("Halt!")
    try await form.send("ctrl-s")
    #expect(form.status.contains("not saved"), "\(form.text)")
    #expect(form.line(with: "Motto")?.contains("is too loud") == true, "\(form.text)")
    try await form.retype("Halt")
    try await form.send("ctrl-s")
    form.expectSaved()
  }

  @Test func `Values cross actors, are compared and coded, and are stored and read as they were`()
    throws
  {
    func check<Kept: PropertyValue & Sendable & Equatable & Codable>(_ values: [Kept]) {
      for value in values {
        #expect(value.stored.flatMap { Kept(stored: $0) } == value)
        #expect(Kept(stored: .list([])) == nil)
      }
    }
    check(Mood.allCases)
    check([Motto(rawValue: ""), Motto(rawValue: "Halt")])
    check([Span(from: 1, to: 2)])
    #expect(Span(from: 1, to: 2).stored == .string(#"{"from":1,"to":2}"#))
  }

  @Test func `A property is named by its type, and read as a value of an object`() async throws {
    let scene = try await scene("--id 1 --task inspect")
    let path: KeyPath<Properties, Property<Mood>> = \.mood
    #expect(Properties()[keyPath: path].name == "mood")
    let object = try #require(scene.session.work.editing.registeredObject(for: Self.ada))
    #expect(object[\.mood] == .calm && object[\.span] == Span(from: 8, to: 10))
    object[\.mood] = .merry
    #expect(object[\.mood] == .merry && object.changedKeys == ["mood"])
  }

  private static let ada = RecordID(entityName: "Person", values: [.int(1)])

  @Test func `A key is named by its type, and read as a value of the environment`() {
    let key: Key<Int> = SeedKeys.shared.charge
    let path: KeyPath<SeedKeys, Key<Int>> = \.charge
    let values = EnvironmentValues().setting(key, to: 6)
    #expect(values.seed.charge == 6 && values[key] == 6)
    #expect(SeedKeys.shared[keyPath: path] === key)
  }
}
