import AccessControl
import SceneSupport
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import SQLite
import StandardKeys
import TestSupport
import Testing

import CommandLineTool
import Pages
import Workspace

/// Tests that the rules derived from a database appear as rules, which other rules can override.
@MainActor
struct DerivedRulesTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/shop.db" }

  /// Orders with dates and numbers of which the declaration says little.
  private static let script = """
    CREATE TABLE "order" (id INTEGER PRIMARY KEY, code TEXT, status TEXT, city TEXT, order_date INTEGER,
      shipped_at INTEGER, is_paid INTEGER, kind TEXT CHECK (kind IN ('a', 'b')));
    CREATE INDEX by_status ON "order" (status);
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
    INSERT INTO "order" SELECT NULL, 'code' || i, iif(i % 3, 'open', 'closed'), 'city' || i,
      1700006400 + 86400 * i, 1700000000 + 777 * i, i % 2, 'a' FROM n;
    INSERT INTO "order" (status) VALUES ('lost');
    ANALYZE;
    """

  private func database() throws {
    try Connection(path: path, mode: .create).execute(Self.script)
  }

  private func explain(_ key: String, _ place: String, _ rules: String = "") async throws -> String
  {
    var arguments = ["rules", "explain", key, path] + place.split(separator: " ").map(String.init)
    if !rules.isEmpty {
      arguments += ["--rules", folder.write(Array(rules.utf8), to: "my.rules")]
    }
    let outcome = await Program(try Invocation(arguments: arguments)).run()
    #expect(outcome.code == 0, "\(outcome.messages)")
    return outcome.output
  }

  @Test(arguments: [
    ("labelKey", "--entity Order", "'code'"),
    ("formatter", "--task list --entity Order --property orderDate", "'date'"),
    ("formatter", "--task list --entity Order --property shippedAt", "'timestamp'"),
    ("formatter", "--task list --entity Order --property isPaid", "'yesNo'"),
    ("choices", "--task create --entity Order --property status", "['closed', 'lost', 'open']"),
    ("choices", "--task create --entity Order --property kind", "['a', 'b']"),
    ("width", "--task create --entity Order --property code", "9"),
  ])
  func `Rules derived from the model say what was found, and a rule overrides them`(
    key: String,
    place: String,
    value: String
  ) async throws {
    try database()
    let text = try await explain(key, place)
    #expect(text.contains(value) && text.contains("Rules/Derived.rules:"), "\(text)")
    let mine = try await explain(
      key,
      place,
      "*true* => \(key) = \(key == "choices" ? "[]" : "null")"
    )
    #expect(mine.contains("my.rules:1"), "\(mine)")
    #expect(mine.contains("derived from the model"), "\(mine)")
  }

  @Test func `What is read from many values is no choice`() async throws {
    try database()
    let text = try await explain("choices", "--task create --entity Order --property city")
    #expect(!text.contains("city1"), "\(text)")
  }

  /// Areas without a name that tells, with an index; `statistics` is what `ANALYZE` may have said long ago.
  private func areas(_ count: Int, _ statistics: String? = nil) throws {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT, area TEXT);
      CREATE INDEX by_area ON shop (area, name);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
      INSERT INTO shop SELECT NULL, 'shop' || i, 'area' || (i % \(count)) FROM n;
      INSERT INTO shop VALUES (NULL, 'last', NULL);
      ANALYZE;
      """
    )
    guard let statistics else { return }
    try connection.run("UPDATE sqlite_stat1 SET stat = ?", [.text(statistics)])
  }

  @Test(arguments: [
    (5, nil, true), (12, nil, true), (13, nil, false), (400, nil, false), (1, nil, false),
    (400, "401 134 1", false), (5, "1000000 333334 1", true), (5, "401 1 1", false),
    (5, "garbage", false), (5, "401", false), (5, "401 0", false), (5, "-9 -3", false),
  ])
  func `Statistics tell where to look for few values, and what is there now decides`(
    count: Int,
    statistics: String?,
    isOffered: Bool
  ) async throws {
    try areas(count, statistics)
    let text = try await explain("choices", "--task create --entity Shop --property area")
    let choices = isOffered ? "choices is ['area0', 'area1', 'area" : "choices is []"
    #expect(text.hasPrefix(choices), "\(text)")
    let others = try await explain(
      "allowsOtherValues",
      "--task create --entity Shop --property area"
    )
    #expect(others.hasPrefix("allowsOtherValues is \(isOffered)"), "\(others)")
  }

  @Test func `A truth stored as text is chosen from the texts that stand there`() async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE member (id INTEGER PRIMARY KEY, active BOOLEAN, paid BOOLEAN,
        vip TEXT CHECK (vip IN ('y', 'n')), born BOOLEAN);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
      INSERT INTO member SELECT NULL, iif(i % 2, 'Y', 'N'), i % 2, 'y', 'yes' FROM n;
      """
    )
    for (key, values) in [
      ("active", "['N', 'Y']"), ("vip", "['y', 'n']"), ("paid", "[]"), ("born", "[]"),
    ] {
      let text = try await explain("choices", "--task create --entity Member --property \(key)")
      #expect(text.hasPrefix("choices is \(values)"), "\(text)")
    }
  }

  @Test func `A comment beside a column is the hint of its field, and of the reference it holds`()
    async throws
  {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE book (
        id INTEGER PRIMARY KEY,
        title TEXT NOT NULL, -- as printed on the back
        shelf_id INTEGER REFERENCES shelf /* where it should stand */
      );
      """
    )
    let title = try await explain("hint", "--task create --entity Book --property title")
    #expect(title.hasPrefix("hint is 'as printed on the back'"), "\(title)")
    let shelf = try await explain("hint", "--task create --entity Book --property shelf")
    #expect(shelf.hasPrefix("hint is 'where it should stand'"), "\(shelf)")
    let none = try await explain("hint", "--task create --entity Shelf --property name")
    #expect(none.hasPrefix("hint is null"), "\(none)")
    let start = await Program(try Invocation(arguments: ["rules", "init", path])).run()
    #expect(start.output.contains("propertyKey = 'title' => hint = 'as printed on the back'"))
  }

  @Test func `Who sees some of the rows only is not told what stands in the others`() async throws {
    try database()
    let rules = "entity.name = 'Order' => restrictingQualifier = where (status = 'open')"
    let text = try await explain("choices", "--task create --entity Order --property status", rules)
    #expect(!text.contains("'lost'"), "\(text)")
  }

  @Test func `A form offers what was found`() async throws {
    try database()
    let scene = try await Scene(Self.script, "--entity Order --id 1 --task edit")
    try await scene.go(to: "status")
    try await scene.send("space")
    #expect(scene.text.contains("closed") && scene.text.contains("lost"), "\(scene.text)")
  }

  @Test func `Beside the values that were found another can be entered`() async throws {
    let scene = try await Scene(Self.script, "--entity Order --id 1 --task edit")
    try await scene.go(to: "status")
    try await scene.send("space")
    try await scene.send("G enter")
    #expect(scene.lines[scene.lines.count - 1].hasPrefix("Status: "), "\(scene.text)")
    try await scene.send("ctrl-u")
    try await scene.type("sent back")
    try await scene.send("enter")
    #expect(scene.line(with: "Status")?.contains("(•) sent back") == true, "\(scene.text)")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT status FROM \"order\" WHERE id = 1") == ["sent back"])
  }

  @Test func `Who lists the choices himself means these and no others`() async throws {
    let rules = "propertyKey = 'status' => choices = ['open', 'closed']"
    let scene = try await Scene(
      Self.script,
      rules: rules,
      "--entity Order --id 1 --task edit",
      width: 80
    )
    let status = try #require(scene.line(with: "Status"))
    #expect(status.contains("(•) ") && !status.contains("…"), "\(status)")
    try await scene.go(to: "status")
    try await scene.send("space")
    #expect(!scene.text.contains("another…"))
  }

  @Test func `One value everywhere is no choice`() async throws {
    let script = """
      CREATE TABLE split(id INTEGER PRIMARY KEY, state TEXT, kind TEXT);
      CREATE INDEX by_kind ON split (kind);
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO split SELECT i, 'n', 'n' FROM n;
      """
    let scene = try await Scene(script, "--entity Split --id 1 --task edit")
    try await scene.go(to: "state")
    try await scene.retype("y")
    try await scene.go(to: "kind")
    try await scene.retype("x")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT state, kind FROM split WHERE id = 1") == ["y|x"])
  }

  @Test(arguments: ["", "sample/chinook.sqlite", "sample/sakila.sqlite", "torture/torture.db"])
  func `The rules that init prints have no faults and answer the same`(name: String) async throws {
    guard name.isEmpty || Corpus.exists || Corpus.isRequired else { return }
    let file = name.isEmpty ? path : try folder.copyDatabase(Corpus.path(name))
    if name.isEmpty { try database() }
    let outcome = await Program(try Invocation(arguments: ["rules", "init", file])).run()
    #expect(outcome.code == 0 && outcome.output.contains("labelKey = "), "\(outcome.messages)")
    let rules = folder.write(Array(outcome.output.utf8), to: "init.rules")
    let check = await Program(
      try Invocation(arguments: ["rules", "check", "--strict", rules, file])
    ).run()
    #expect(check.code == 0, "\(check.output)")
    let formatted = await Program(try Invocation(arguments: ["rules", "format", rules])).run()
    #expect(formatted.output == outcome.output)
    let (plain, ruled) = (try await answers(file, []), try await answers(file, ["--rules", rules]))
    #expect(plain.count > 10)
    for (place, values) in plain { #expect(ruled[place] == values, "\(place)") }
  }

  /// The values of the keys that derived rules answer, everywhere.
  private func answers(_ file: String, _ options: [String]) async throws -> [String: [Value]] {
    let session = try await Program(try Invocation(arguments: [file] + options)).session()
    var answers: [String: [Value]] = [:]
    let (rendering, editing) = (RenderingKeys.shared, EditingKeys.shared)
    for entity in session.work.model.entities {
      try await session.work.store.survey(entity)
      for task in ["list", "inspect", "edit", "create"] {
        let scope = session.work.root.scoped(toTask: task).scoped(to: entity)
        for name in [""] + entity.attributes.map(\.name) + entity.relationships.map(\.name) {
          let place = name.isEmpty ? scope : scope.scoped(toProperty: name)
          answers["\(task) \(entity.name).\(name)"] = [
            place[ModelKeys.shared.labelKey].map { .string($0) } ?? .null,
            place[rendering.formatter].map { .string($0) } ?? .null,
            place[editing.length].map { .int(Int64($0)) } ?? .null,
            place[rendering.width].map { .int(Int64($0)) } ?? .null,
            place[editing.choices].value,
          ]
        }
      }
    }
    await session.close()
    return answers
  }
}
