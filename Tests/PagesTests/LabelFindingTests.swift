import EntityModel
import SceneSupport
import Testing

@testable import Pages
import Workspace

/// Finding objects by what is seen of them, whatever their labels are made of.
@MainActor
struct LabelFindingTests {
  private static let script = """
    CREATE TABLE staff(id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL);
    CREATE TABLE store(id INTEGER PRIMARY KEY, manager_id INT REFERENCES staff, opened DATE, seats INT);
    CREATE TABLE customer(id INTEGER PRIMARY KEY, note TEXT, store_id INT REFERENCES store);
    CREATE TABLE guild(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE guild_store(guild_id INT REFERENCES guild, store_id INT REFERENCES store,
      PRIMARY KEY(guild_id, store_id));
    INSERT INTO staff VALUES(1, 'Ida', 'Plum'), (2, 'Otis', 'Farthing'), (3, 'Otis', 'Quill');
    INSERT INTO store VALUES(1, 1, '2021-03-04', 40), (2, 2, '2021-03-05', 50),
      (3, 2, '2022-03-04', 60), (4, 1, '2022-03-06', 61), (5, 1, '2022-03-07', 62),
      (6, 1, '2022-03-08', 63), (7, 1, '2022-03-09', 64), (8, 1, '2022-03-10', 65),
      (14, 3, '2022-03-05', 70), (15, NULL, NULL, 80);
    INSERT INTO customer VALUES(1, 'first', 1), (2, 'second', 14), (3, 'third', 15);
    INSERT INTO guild VALUES(1, 'left');
    """
  /// Labels: as they are found, through two references, with a number, and with what stands in for an empty one.
  private nonisolated static let rules = [
    "", "entity.name = 'Store' => labelKey = 'manager.lastName · opened'",
    "entity.name = 'Store' => labelKey = 'manager.firstName · seats | seats'",
    "entity.name = 'Store' => labelKey = 'id'", "entity.name = 'Store' => labelKey = ''",
    "entity.name = 'Store' and propertyKey = 'id' => isPropertyVisible = false",
    "entity.name = 'Store' => displayPropertyKeys = ['seats']",
  ]

  /// The stores that a chooser offers for a text, each with what is shown of it.
  private func offered(_ text: String, in session: Session) async throws -> [[String]] {
    let entity = try #require(session.work.model.entity(named: "Store"))
    let search = ToOneSearch(entity, current: nil, from: nil, in: session.work)
    await search.find(text)
    return search.hits.map { hit in
      [search.title(of: hit), search.keyText(of: hit.record) ?? ""]
    }
  }

  @Test(arguments: rules)
  func `J18: what a chooser shows of an object finds it, whatever its label is made of`(
    rule: String
  ) async throws {
    let scene = try await Scene(Self.script, rules: rule + "\n", "--entity Customer")
    #expect(scene.session.work.faults.isEmpty, "\(scene.session.work.faults)")
    let all = try await offered("", in: scene.session)
    #expect(all.count == 10)
    // A key that a rule hides finds nothing.
    for shown in all where !rule.hasSuffix("= false") || !shown[0].hasPrefix("Store") {
      let words = shown[0].split(separator: " ").map(String.init)
      for text in shown + words where text != "·" && !text.isEmpty {
        let found = try await offered(text, in: scene.session)
        #expect(found.contains { $0[1] == shown[1] }, "\(text) finds \(found)")
      }
    }
  }

  @Test(arguments: rules.prefix(5), ["store 14", "STORE 14"])
  func `J18: a row is found by its entity and key where its label is no name of its own`(
    rule: String,
    text: String
  ) async throws {
    let scene = try await Scene(Self.script, rules: rule + "\n", "--entity Customer")
    let found = try await offered(text, in: scene.session)
    #expect(found.map { $0[1] } == ["14"], "\(found)")
  }

  @Test func `J18: a name of its own is what is found, and not the entity’s`() async throws {
    let rule = "entity.name = 'Store' => labelKey = 'name'\n"
    let scene = try await Scene(
      Self.script
        + "ALTER TABLE store ADD name TEXT; UPDATE store SET name = 'Corner ' || id;"
        + "UPDATE store SET name = 'Store 14' WHERE id = 15;",
      rules: rule,
      "--entity Customer"
    )
    let found = try await offered("store 14", in: scene.session)
    #expect(found.map { $0[1] } == ["15"], "\(found)")
  }

  @Test(arguments: [
    ("Otis Farthing", "2021-03-05"), ("2022-03-05", "Quill"), ("Farthing · 2022", "2022-03-04"),
    ("quill otis", "2022-03-05"), ("store 15", "15"),
  ])
  func `J18: labels of references are found in ticks, lists and fields`(text: String, seen: String)
    async throws
  {
    let ticks = try await Scene(Self.script, "--entity Guild --task edit --id 1")
    try await ticks.go(to: "stores")
    try await ticks.send("/")
    try await ticks.type(text)
    let line = ticks.lines.first { $0.contains("[ ]") }
    #expect(line?.contains(seen) == true, "\(ticks.text)")
    let form = try await Scene(Self.script, "--entity Customer --task edit --id 1")
    try await form.go(to: "store")
    try await form.type(text)
    try await form.send("enter")
    #expect(form.line(with: "●›Store")?.contains(seen) == true, "\(form.text)")
    let bulk = try await Scene(Self.script, "--entity Customer")
    try await bulk.send("space j space M")
    try await bulk.type("store")
    try await bulk.send("tab tab")
    try await bulk.type(text)
    try await bulk.send("enter")
    #expect(bulk.line(with: "To ")?.contains(seen) == true, "\(bulk.text)")
  }

  @Test(arguments: ["Otis", "otis quill", "quill · 2022-03-05", "2022-03-05", "store 15"])
  func `J18: a list is searched by the labels that its references show`(text: String) async throws {
    let scene = try await Scene(Self.script, "--entity Customer")
    try await scene.send("/")
    try await scene.type(text)
    try await scene.send("enter")
    let name = text.hasPrefix("store") ? "third" : "second"
    #expect(scene.lines.contains { $0.hasPrefix("›") && $0.contains(name) }, "\(scene.text)")
    // A filter looks at what is stored, and not at what stands for an empty label.
    guard !text.hasPrefix("store") else { return }
    let filtered = try await Scene(Self.script, "--entity Customer")
    try await filtered.send("F")
    try await filtered.type(text)
    try await filtered.send("enter")
    #expect(filtered.text.contains(name) && !filtered.text.contains("first"), "\(filtered.text)")
  }
}
