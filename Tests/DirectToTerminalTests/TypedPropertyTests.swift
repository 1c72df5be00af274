import CommandLineTool
import Diagnostics
import DirectToTerminal
import Editing
import EntityModel
import EntityStore
import Qualifiers
import SceneSupport
import Terminal
import TestSupport
import Testing

/// Chooses the next urgency by a key, as somebody outside writes an entry view.
@MainActor private struct Steps: View {
  let value: Binding<Urgency?>

  var body: some View {
    Text(String(repeating: "!", count: value.wrappedValue?.rawValue ?? 0) + "·")
      .focusable()
      .command(Self.more) { _ in
        value.wrappedValue = Urgency(rawValue: (value.wrappedValue?.rawValue ?? 0) % 3 + 1)
      }
      .command(Self.none) { _ in value.wrappedValue = nil }
  }

  private static let more = CommandDefinition(
    "more",
    "more",
    keys: "+",
    group: "Own",
    importance: 9
  )
  private static let none = CommandDefinition(
    "none",
    "none",
    keys: "-",
    group: "Own",
    importance: 8
  )
}

/// A page of one's own with a view of one's own bound to a property.
@MainActor private struct StepsPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if let object = page.object {
      ObjectForm(object) { Bound() }
        .commands { EditCommands(page: page).all }
    }
  }

  private struct Bound: View {
    @Environment(\.form) private var form

    var body: some View {
      VStack {
        FieldRow("name")
        if let form { Steps(value: form.binding(for: \.kind)) }
        Text("problem: \(form?.problems["kind"] ?? "none")")
      }
    }
  }
}

/// Properties with the Swift type of their values, and views that enter them.
@MainActor
struct TypedPropertyTests {
  private let folder = TemporaryFolder()

  private static let script = """
    CREATE TABLE thing(id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind INTEGER, rating TEXT NOT NULL);
    INSERT INTO thing VALUES (1, 'one', 1, 'PG'), (2, 'two', 77, 'zzz'), (3, 'three', NULL, 'G');
    """

  private func scene(
    _ arguments: String,
    rules: String = "",
    _ change: (inout Catalog) -> Void = {
      $0.add(PropertyType(Urgency.self, "urgency", category: "Work", initial: .normal))
      $0.add(PropertyType(Rating.self, "rating", category: "Opinion", isRequired: true))
    }
  ) async throws -> Scene {
    let model = """
      {"entities": [{"name": "Thing", "table": "thing", "attributes": [
        {"name": "kind", "type": "urgency"}, {"name": "rating", "type": "rating"}]}]}
      """
    var catalog = Catalog.builtIn
    catalog.pages["steps"] = Page("steps", about: .object) { StepsPage() }
    change(&catalog)
    return try await Scene(
      Self.script,
      rules: rules,
      "--model \(folder.write(Array(model.utf8), to: "m.json")) --entity Thing " + arguments,
      catalog: catalog
    )
  }

  private func kinds(_ scene: Scene) throws -> [String] {
    try scene.rows("SELECT quote(kind) FROM thing ORDER BY id")
  }

  private func object(_ scene: Scene, _ id: Int64) async throws -> ManagedObject {
    let paths = ["name", "kind", "rating"].map { PropertyPath($0) }
    let id = RecordID(entityName: "Thing", values: [.int(id)])
    let record = try await scene.session.work.store.record(id, paths: paths)
    return scene.session.work.editing.object(for: try #require(record))
  }

  @Test func `An object's property is read and set with its type`() async throws {
    let scene = try await scene("--task list")
    let object = try await object(scene, 1)
    #expect(object[\.kind] == .low && object[\.rating] == .parental)
    object[\.kind] = .high
    #expect(object[\.kind] == .high && object.changedKeys == ["kind"])
    #expect(object.value(at: PropertyPath("kind")) == .int(3))
    object[\.kind] = nil
    #expect(object[\.kind] == nil && object.value(at: PropertyPath("kind")) == .null)
    _ = scene.session.work.editing.undo()
    #expect(object[\.kind] == .high)
    // What is none of the type is nothing, and stays.
    let other = try await self.object(scene, 2)
    #expect(other[\.kind] == nil && other[\.rating] == nil && !other.hasChanges)
    #expect(other.value(at: PropertyPath("kind")) == .int(77))
  }

  @Test func `A filter is completed by the texts of values`() async throws {
    let scene = try await scene("--task list")
    try await scene.send("F")
    try await scene.type("kind = h")
    try await scene.send("tab")
    #expect(scene.text.contains("kind = 'high'"), "\(scene.text)")
  }

  @Test func `A long value of which a list reads the beginning is not marked`() async throws {
    let scene = try await scene("--task list", rules: "*true* => displayPropertyKeys = ['rating']")
    {
      $0.add(PropertyType(Opening.self, "rating"))
      $0.add(PropertyType(Urgency.self, "urgency"))
    }
    let blanks = String(repeating: " ", count: 3_000)
    try scene.execute(
      """
      DELETE FROM thing;
      INSERT INTO thing(name, rating) VALUES ('a', 'bad'), ('b', '{"from": 1, "to": 2\(blanks)}');
      INSERT INTO thing(name, rating) VALUES ('c', 'bad'), ('d', '{"from": 3, "to": 4}');
      """
    )
    try await scene.send("ctrl-r")
    func style(_ text: String) throws -> Style {
      let y = try #require(scene.lines.firstIndex { $0.contains(text) })
      return scene.terminal.screen[Point(x: 2, y: y)].style
    }
    try await scene.send("j j j")
    let bad = try #require(scene.lines.lastIndex { $0.contains("bad") })
    #expect(try style("{\"from\": 1") != scene.terminal.screen[Point(x: 2, y: bad)].style)
    try await scene.send("k k enter")
    #expect(scene.text.contains("from 1 to 2"), "\(scene.text)")
  }

  @Test func `JSON of several lines keeps them`() async throws {
    let scene = try await scene("--task list") {
      $0.add(PropertyType(Opening.self, "urgency"))
      $0.add(PropertyType(Rating.self, "rating"))
    }
    try scene.execute("UPDATE thing SET kind = '{\n  \"from\": 1,\n  \"to\": 2\n}' WHERE id = 1")
    try await scene.send("ctrl-r enter e")
    try await scene.go(to: "kind")
    try await scene.send("ctrl-end left left")
    try await scene.type("0")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    let text = try kinds(scene)[0]
    #expect(text.hasSuffix("\"to\": 20\n}'"), "\(text)")
  }

  @Test func `A new object begins with what its types say`() async throws {
    let scene = try await scene("--task create")
    #expect(scene.line(with: "Kind")?.contains("(•) normal") == true, "\(scene.text)")
    #expect(scene.line(with: "Rating")?.contains("*") == true, "\(scene.text)")
    try await scene.go(to: "name")
    try await scene.type("four")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved"), "\(scene.text)")
    #expect(scene.text.contains("needs a value"), "\(scene.text)")
    try await scene.go(to: "rating")
    try await scene.send("G ctrl-s")
    #expect(try kinds(scene).last == "2", "\(scene.text)")
  }

  private func entering(_ catalog: inout Catalog) {
    catalog.add(
      PropertyType(Urgency.self, "urgency", validate: { $0 == .normal ? "is dull" : nil })
        .display { Text("<\($0)>") }
        .entry { Steps(value: $0) }
    )
    catalog.add(PropertyType(Rating.self, "rating"))
  }

  @Test func `A view of one's own enters a value, with undo, problems and save`() async throws {
    let scene = try await scene("--task edit --id 1", entering)
    try await scene.go(to: "kind")
    #expect(scene.line(with: "Kind")?.contains("!·") == true, "\(scene.text)")
    try await scene.send("+")
    #expect(scene.line(with: "Kind")?.contains("!!·") == true, "\(scene.text)")
    #expect(scene.line(with: "Kind")?.contains("is dull") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(scene.status.contains("not saved"), "\(scene.text)")
    try await scene.send("+")
    #expect(scene.line(with: "Kind")?.contains("!!!·") == true, "\(scene.text)")
    try await scene.send("ctrl-_")
    #expect(scene.line(with: "Kind")?.contains(" !!·") == true, "\(scene.text)")
    try await scene.send("+ ctrl-s")
    scene.expectSaved()
    #expect(try kinds(scene) == ["3", "77", "NULL"])
  }

  @Test func `A view of one's own shows a value, and not what is none`() async throws {
    let scene = try await scene("--task inspect --id 1", entering)
    #expect(scene.line(with: "Kind")?.contains("<low>") == true, "\(scene.text)")
    let other = try await self.scene("--task inspect --id 2", entering)
    #expect(other.line(with: "Kind")?.contains("77") == true, "\(other.text)")
    // Where a value cannot be read it is entered as a text.
    let edited = try await self.scene("--task edit --id 2", entering)
    #expect(edited.line(with: "Kind")?.contains("77") == true, "\(edited.text)")
    try await edited.go(to: "kind")
    try await edited.retype("low")
    try await edited.send("ctrl-s")
    edited.expectSaved()
    #expect(try kinds(edited) == ["1", "1", "NULL"])
  }

  @Test func `A page of one's own binds a view to a property`() async throws {
    let rules = "task = 'edit' => page = 'steps'"
    let scene = try await scene("--task edit --id 3", rules: rules, entering)
    try await scene.send("tab +")
    #expect(scene.text.contains("!·"), "\(scene.text)")
    try await scene.send("+")
    #expect(scene.text.contains("problem: is dull"), "\(scene.text)")
    try await scene.send("ctrl-_ ctrl-s")
    scene.expectSaved()
    #expect(try kinds(scene) == ["1", "77", "1"])
    try await scene.send("e tab - ctrl-s")
    scene.expectSaved()
    #expect(try kinds(scene) == ["1", "77", "NULL"])
  }

  @Test func `Rules in Swift read what a model says in names of its own`() async throws {
    let model = """
      {"entities": [{"name": "Thing", "table": "thing", "attributes": [
        {"name": "kind", "category": "Size", "userInfo": {"unit": "kg"}}]}]}
      """
    let application = Application("notes") {
      Rules {
        \.attribute.userInfo.unit == "kg" => \.displayNameForProperty <= "Weight in kg"
      }
    }
    let file = folder.write(Array(model.utf8), to: "notes.json")
    let scene = try await Scene(
      Self.script,
      "--model \(file) --entity Thing --task inspect --id 1",
      catalog: application.catalog
    )
    #expect(scene.text.contains("Weight in kg") && scene.text.contains("Size"), "\(scene.text)")
  }

  @Test func `Attributes of a category stand under its name, unless a rule says sections`()
    async throws
  {
    let pages = ["inspect", "edit"]
    for page in pages {
      let scene = try await scene("--task \(page) --id 1")
      let order = ["Name", "Work", "Kind", "Opinion", "Rating"].map { word in
        scene.lines.firstIndex { $0.contains(word) }
      }
      #expect(order.compactMap(\.self) == order.compactMap(\.self).sorted(), "\(scene.text)")
      #expect(!order.contains(nil), "\(scene.text)")
      let ruled = try await self.scene(
        "--task \(page) --id 1",
        rules: "*true* => sections = [['Mine', 'rating', 'kind']]"
      )
      #expect(ruled.text.contains("Mine") && !ruled.text.contains("Opinion"), "\(ruled.text)")
    }
  }

  @Test func `Views that do not fit a type of one's own are told of`() async throws {
    let rules = """
      attribute.type = 'urgency' and task = 'list' => component = 'rating'
      attribute.type = 'urgency' and task in ('edit', 'create') => component = 'EditNumber'
      attribute.category = 'Work' and attribute.userInfo.unit = 'kg' => formatter = unit('kg')
      entity.name = 'Thing' => initialPropertyValues = {kind: 'high'}
      entity.name = 'Thing' and task = 'create' => initialPropertyValues = {kind: 3, rating: 'G'}
      entity.name = 'Thing' and task = 'edit' => initialPropertyValues = {kind: 4}
      """
    let scene = try await scene("--task list", rules: rules)
    let arguments = [
      "rules", "check", scene.path, "--rules", scene.rulesPath, "--model", folder.path + "/m.json",
      "--format", "json",
    ]
    let outcome = await Program(
      try Invocation(arguments: arguments),
      application: .adding(scene.session.ui.catalog)
    ).run()
    let text = SourceText(name: "faults", text: outcome.output)
    let faults = JSONDocument.read(text).document?.root.elements ?? []
    #expect(
      faults.compactMap { $0["message"]?.string }
        == [
          "`rating` is for rating, but the value here is urgency",
          "`kind` cannot be 'high': use the stored value, 3",
          "`kind` cannot be 4: needs one of low, normal, high",
        ],
      "\(outcome)"
    )
  }
}
