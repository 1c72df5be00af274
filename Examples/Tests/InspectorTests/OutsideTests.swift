import DirectToTerminal
import DirectToTerminalTesting
import Testing

/// Two forms on one page: the people that were fetched, each with its own fields.
private struct PairPage: View {
  @Environment(\.pageContext) private var page
  @State private var people: [ManagedObject] = []

  var body: some View {
    VStack {
      ForEach(Array(people.indices)) { index in
        ObjectForm(people[index]) {
          VStack {
            FieldRow("name")
            FieldRow("age")
            FieldRow("boss.name")
          }
        }
      }
    }
    .commands { EditCommands(page: page).all }
    .task { page.load { await read() } }
  }

  private func read() async {
    guard let database = page.database, let editing = page.editing else { return }
    do throws(StoreError) {
      people = try await database.fetch(entity: "Person", where: "id > 1", sort: ["id"], limit: 2)
        .map { editing.object(for: $0) }
    } catch { page.say(error.sentence, .error) }
  }
}

/// What is pending, and commands that change it without a form.
private struct PendingPage: View {
  @Environment(\.pageContext) private var page
  @Environment(\.ruleObjectContext) private var context
  @Environment(\.database) private var database
  @State private var eldest = ""

  var body: some View {
    let names = (context?.pendingObjects ?? []).map { object in
      "\(object.value(forKey: "name") ?? .null) \(object.state)"
    }
    VStack {
      Text("pending: \(names.joined(separator: ", "))")
      Text(eldest)
      Text("undo \(context?.canUndo == true), redo \(context?.canRedo == true)")
    }
    .focusable()
    .command(Self.add) { _ in
      guard let context, let person = page.database?.model.entity(named: "Person"),
        let boss = person.relationship(named: "boss")
      else { return }
      let chief = context.insert(person, values: ["name": .string("Chief")])
      let aide = context.insert(person, values: ["name": .string("Aide")])
      aide.setToOne(boss, toNew: chief)
    }
    .command(Self.drop) { _ in page.object.map { context?.delete($0) } }
    .command(Self.undo) { _ in context?.undo() }
    .command(Self.redo) { _ in context?.redo() }
    .command(Self.revert) { _ in context?.revertAll() }
    .command(Self.store) { _ in page.save() }
    .task {
      do throws(StoreError) {
        let found = try await database?.fetch(entity: "Person", sort: ["-age"], limit: 1)
        eldest = "eldest: \(found?.first?.value(forKey: "name") ?? .null)"
      } catch { page.say(error.sentence, .error) }
    }
  }

  private static let add = CommandDefinition("add", "add", keys: "a", group: "Own")
  private static let drop = CommandDefinition("drop", "drop", keys: "x", group: "Own")
  private static let undo = CommandDefinition("back", "back", keys: "b", group: "Own")
  private static let redo = CommandDefinition("again", "again", keys: "r", group: "Own")
  private static let revert = CommandDefinition("none", "none", keys: "w", group: "Own")
  private static let store = CommandDefinition("store", "store", keys: "s", group: "Own")
}

/// What a person outside can do to objects, with the one import.
@MainActor
struct OutsideTests {
  private func people(_ arguments: String...) async throws -> ApplicationTester {
    let application = Application("people") {
      Database(
        script: """
          CREATE TABLE person (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, boss_id INTEGER REFERENCES person (id));
          INSERT INTO person VALUES (1, 'Ada', 50, NULL), (2, 'Bea', 40, 1), (3, 'Cy', 30, 1);
          """,
        title: "People"
      )
      Page("pair", about: .entity) { PairPage() }
      Page("pending", about: .object) { PendingPage() }
      Rules {
        \.task == "list" && \.role == "pair" => \.page <= "pair"
        \.role == "fetching" => \.navigationBarTitle <= { values in
          values.database?.fetch(entity: "Person", where: "age > 35").map { "\($0.count) of age" }
        }
        \.task == "inspect" && \.role == "pending" => \.page <= "pending"
      }
    }
    return try await ApplicationTester(application, arguments)
  }

  @Test func `Forms of several objects have their own drafts, problems and undo`() async throws {
    let people = try await people("--entity", "Person", "--role", "pair")
    try await people.send("tab")
    try await people.retype("old")
    try await people.send("tab tab")
    try await people.retype("Dee")
    try await people.send("tab")
    try await people.retype("young")
    let faulty = people.lines.filter { $0.contains("✗") }
    #expect(faulty.count >= 2 && faulty[0].contains("old") && faulty[1].contains("young"))
    try await people.retype("31")
    #expect(people.text.contains("old") && people.text.contains("31"), "\(people.text)")
    try await people.send("ctrl-s")
    #expect(people.text.contains("not saved"), "\(people.text)")
    try await people.retype("41")
    try await people.send("ctrl-s")
    #expect(people.text.contains("saved 2 objects"), "\(people.text)")
    await people.close()
  }

  @Test func `A rule fetches`() async throws {
    let people = try await people("--entity", "Person", "--role", "fetching")
    #expect(people.lines[0].contains("2 of age"), "\(people.text)")
    await people.close()
  }

  @Test func `A field along a path edits the object at its end`() async throws {
    let people = try await people("--entity", "Person", "--role", "pair")
    try await people.send("tab tab")
    try await people.retype("Eve")
    #expect(people.lines.count { $0.contains("Eve") } == 2, "\(people.text)")
    try await people.send("ctrl-s")
    #expect(people.text.contains("saved"), "\(people.text)")
    await people.close()
  }

  @Test func `What is pending is inserted, deleted, undone, done again, taken back and saved`()
    async throws
  {
    let people = try await people(
      "--entity",
      "Person",
      "--id",
      "3",
      "--task",
      "inspect",
      "--role",
      "pending"
    )
    #expect(people.text.contains("eldest: Ada"), "\(people.text)")
    try await people.send("a")
    #expect(people.text.contains("pending: Chief inserted, Aide inserted"), "\(people.text)")
    try await people.send("w")
    #expect(people.lines[1] == "pending:", "\(people.text)")
    #expect(people.text.contains("undo false, redo false"), "\(people.text)")
    try await people.send("x")
    #expect(people.text.contains("pending: Cy deleted"), "\(people.text)")
    try await people.send("b")
    #expect(people.text.contains("undo false, redo true"), "\(people.text)")
    try await people.send("r")
    #expect(people.text.contains("pending: Cy deleted"), "\(people.text)")
    try await people.send("b a s")
    #expect(people.text.contains("saved 2 objects"), "\(people.text)")
    await people.close()
  }
}
