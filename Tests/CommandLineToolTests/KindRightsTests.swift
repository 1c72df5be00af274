import CommandLineTool
import Pages
import SceneSupport
import SQLite
import TestSupport
import Testing
import Workspace

/// Tests that a rule about one entity holds for its objects through every entity of the same table.
@MainActor
struct KindRightsTests: ShopFile {
  let folder = TemporaryFolder()

  private static let script = """
    CREATE TABLE vehicle(id INTEGER PRIMARY KEY, kind TEXT, name TEXT, load INTEGER);
    INSERT INTO vehicle VALUES (1, 'van', 'V1', 9), (2, 'van', 'V2', 3), (3, 'car', 'X3', 9);
    """
  private static let model = """
    {"entities": [{"name": "Vehicle", "table": "vehicle"},
      {"name": "Van", "parent": "Vehicle", "discriminator": "kind = 'van'",
        "attributes": [{"name": "load", "column": "load"}]},
      {"name": "Car", "parent": "Vehicle", "discriminator": "kind = 'car'"}]}
    """
  private static let locked =
    "entity.name = 'Van' and object.load > 5 => isObjectEditable = false, isObjectDeletable = false"

  /// Runs commands one after the other, each in a file of its own, under `rules`; which of them were refused by a rule.
  private func refused(
    _ rules: String,
    model: String = Self.model,
    before change: String = "",
    _ commands: [String]...
  ) async throws -> [Bool] {
    let file = folder.write(Array(rules.utf8), to: "own.rules")
    let model = folder.write(Array(model.utf8), to: "model.json")
    var refused: [Bool] = []
    for command in commands {
      try script("DROP TABLE IF EXISTS vehicle; " + Self.script + change)
      let before = try rows("SELECT * FROM vehicle")
      let outcome = try await run(all: command + ["--rules", file, "--model", model])
      let after = try rows("SELECT * FROM vehicle")
      let isRefused = outcome.code != 0 && outcome.messages.contains("own.rules:1")
      #expect(isRefused == (before == after), "\(command): \(outcome)")
      refused.append(isRefused)
    }
    return refused
  }

  private func make() throws {
    try Connection(path: path, mode: .create).execute(Self.script)
  }

  @Test func `A rule about objects of a kind holds for its rows reached through the parent`()
    async throws
  {
    try make()
    let found = try await refused(
      Self.locked,
      ["set", "Van#1", "name=X"],
      ["set", "Vehicle#1", "name=X"],
      ["delete", "Vehicle#1"],
      ["set", "Vehicle?id > 0", "name=X", "--all"],
      ["delete", "Vehicle?id in (1, 2)", "--all"],
      ["set", "Vehicle#2", "name=X"],
      ["set", "Vehicle#3", "name=X"],
      ["delete", "Vehicle#2"],
      ["set", "Vehicle?id > 1", "name=X", "--all"]
    )
    #expect(found == [true, true, true, true, true, false, false, false, false])
  }

  @Test func `A kind that is read only is so before and after its mark is changed`() async throws {
    try make()
    let found = try await refused(
      "entity.name = 'Van' => isEntityReadOnly = true",
      ["insert", "Vehicle", "kind=van"],
      ["set", "Vehicle#1", "kind=car"],
      ["set", "Vehicle#3", "kind=van"],
      ["set", "Car#3", "kind=van"],
      ["delete", "Vehicle#1"],
      ["set", "Vehicle?id > 0", "name=X", "--all"],
      ["insert", "Vehicle", "kind=car"],
      ["insert", "Car", "name=n"],
      ["set", "Vehicle#3", "name=X"]
    )
    #expect(found == [true, true, true, true, true, true, false, false, false])
    let csv = folder.write(Array("kind,name\ncar,a\nvan,b\n".utf8), to: "rows.csv")
    let cars = folder.write(Array("kind,name\ncar,a\ncar,b\n".utf8), to: "cars.csv")
    let imported = try await refused(
      "entity.name = 'Van' => isEntityCreatable = false",
      ["import", "Vehicle", csv],
      ["import", "Vehicle", cars],
      ["set", "Vehicle#3", "kind=van"],
      ["set", "Vehicle#1", "name=X"]
    )
    #expect(imported == [true, false, true, false])
  }

  @Test func `Rows of a kind that cannot be made are left out, and those around them imported`()
    async throws
  {
    try make()
    let rule = "entity.name = 'Van' => isEntityCreatable = false"
    let rules = folder.write(Array(rule.utf8), to: "own.rules")
    let model = folder.write(Array(Self.model.utf8), to: "model.json")
    let file = folder.write(Array("kind,name\ncar,a\nvan,b\ncar,c\nvan,d\n".utf8), to: "rows.csv")
    let words = ["import", "Vehicle", file, "--skip-faults", "--rules", rules, "--model", model]
    let outcome = try await run(all: words)
    #expect(
      outcome.messages.hasSuffix("2 rows with faults skipped\n2 objects imported\n"),
      "\(outcome)"
    )
    #expect(try rows("SELECT name FROM vehicle WHERE id > 3 ORDER BY id") == ["a", "c"])
  }

  @Test func `What rules forbid of the parent they forbid of its kinds`() async throws {
    try make()
    let readOnly = try await refused(
      "entity.name = 'Vehicle' => isEntityReadOnly = true",
      ["set", "Van#1", "name=X"],
      ["delete", "Van#1"],
      ["insert", "Car", "name=X"]
    )
    #expect(readOnly == [true, true, true])
    let some = try await refused(
      "entity.name = 'Vehicle' and object.name = 'V1' => isObjectDeletable = false",
      ["delete", "Van#1"],
      ["delete", "Van#2"],
      ["set", "Van#1", "load=1"]
    )
    #expect(some == [true, false, false])
  }

  @Test(arguments: [
    "*true* => readOnlyEntityNames = ['Vehicle']",
    "entity.name = 'Vehicle' => isObjectEditable = false",
    "entity.name = 'Vehicle' and object.load > 5 => isObjectEditable = false",
    "entity.name = 'Vehicle' and propertyKey = 'name' => isPropertyEditable = false",
    "entity.name = 'Vehicle' and propertyKey = 'name' => isPropertyVisible = false",
  ])
  func `Each way to forbid a change of the parent forbids it of its kinds`(rule: String)
    async throws
  {
    try make()
    #expect(try await refused(rule, ["set", "Van#1", "name=X"]) == [true])
  }

  @Test(arguments: [
    "*true* => readOnlyEntityNames = ['Vehicle']",
    "entity.name = 'Vehicle' => isEntityReadOnly = true",
    "entity.name = 'Vehicle' => isEntityCreatable = false",
    "entity.name = 'Vehicle' and object.name = 'X' => isEntityCreatable = false",
  ])
  func `Of a parent of which nothing may be made nothing below is made`(rule: String) async throws {
    try make()
    let csv = folder.write(Array("name\nX\n".utf8), to: "rows.csv")
    let found = try await refused(rule, ["insert", "Van", "name=X"], ["import", "Car", csv])
    #expect(found == [true, true])
  }

  @Test func `What rules permit of a kind does not undo what they forbid of the parent`()
    async throws
  {
    try make()
    let rules = """
      entity.name = 'Vehicle' => isEntityReadOnly = true
      entity.name = 'Van' => isEntityReadOnly = false, isObjectEditable = true
      """
    #expect(try await refused(rules, ["set", "Van#1", "name=X"]) == [true])
  }

  @Test func `What the model says of the parent alone it says of the parent alone`() async throws {
    try make()
    let model = Self.model.replacing(
      "\"table\": \"vehicle\"",
      with: "\"table\": \"vehicle\", \"readOnly\": true"
    )
    let file = folder.write(Array(model.utf8), to: "model.json")
    let rules = folder.write(Array("role = 'x' => isEntityReadOnly = true".utf8), to: "own.rules")
    for (object, isWritten) in [("Van#1", true), ("Vehicle#1", false)] {
      let outcome = try await run(
        all: ["set", object, "name=\(object)", "--model", file, "--rules", rules]
      )
      #expect((outcome.code == 0) == isWritten, "\(outcome)")
    }
  }

  @Test func `What is forbidden is so however many entities lie between`() async throws {
    try make()
    let found = try await refused(
      "entity.name = 'Vehicle' => isObjectDeletable = false",
      model: Self.model.replacing(
        "{\"name\": \"Car\"",
        with:
          "{\"name\": \"Minivan\", \"parent\": \"Van\", \"discriminator\": \"kind = 'mini'\"}, {\"name\": \"Car\""
      ),
      before: "UPDATE vehicle SET kind = 'mini' WHERE id = 2",
      ["delete", "Minivan#2"],
      ["delete", "Van#2"]
    )
    #expect(found == [true, true])
  }

  @Test func `A row of two kinds is judged as both`() async throws {
    try make()
    let found = try await refused(
      "entity.name = 'Car' => isObjectEditable = false",
      model: Self.model.replacing("kind = 'car'", with: "load > 5"),
      ["set", "Van#1", "name=X"],
      ["set", "Van#2", "name=X"],
      ["set", "Van#2", "load=7"]
    )
    #expect(found == [true, false, false])
    let making = try await refused(
      "entity.name = 'Car' => isEntityCreatable = false",
      model: Self.model.replacing("kind = 'car'", with: "load > 5"),
      ["set", "Van#2", "load=7"],
      ["set", "Van#1", "load=7"],
      ["insert", "Van", "load=7"],
      ["insert", "Van", "load=1"]
    )
    #expect(making == [true, false, true, false])
  }

  @Test func `A row that a default makes one of a kind is judged as one`() async throws {
    try make()
    let found = try await refused(
      "entity.name = 'Van' => isEntityCreatable = false",
      before:
        "DROP TABLE vehicle; CREATE TABLE vehicle(id INTEGER PRIMARY KEY, kind TEXT DEFAULT 'van', name TEXT, load INTEGER)",
      ["insert", "Vehicle", "name=X"],
      ["insert", "Vehicle", "name=X", "kind=car"]
    )
    #expect(found == [true, false])
  }

  @Test func `What a kind calls otherwise is judged by its column`() async throws {
    try make()
    let found = try await refused(
      "entity.name = 'Van' and propertyKey = 'cargo' => isPropertyEditable = false",
      model: Self.model.replacing("\"name\": \"load\"", with: "\"name\": \"cargo\""),
      ["set", "Vehicle#1", "load=1"],
      ["set", "Vehicle#1", "name=X"],
      ["insert", "Vehicle", "kind=van", "load=1"]
    )
    #expect(found == [true, false, true])
  }

  @Test(arguments: [
    ("entity.name = 'Van'", "entity.name = 'Vehicle'", true),
    ("entity.name = 'Van' and role = 'x'", "entity.name = 'Vehicle' and role = 'x'", true),
    ("entity.name = 'Van' and role = 'x'", "entity.name in ['Vehicle', 'Car']", true),
    ("entity.name = 'Van'", "entity.name = 'Vehicle' and role = 'x'", false),
    ("entity.name = 'Van'", "entity.name = 'Car'", false),
    ("entity.name = 'Vehicle'", "entity.name = 'Van'", false),
    ("entity.name in ['Van', 'Vehicle'] and role = 'x'", "entity.name = 'Vehicle'", false),
  ])
  func `A rule that permits in vain is told`(permits: String, forbids: String, isTold: Bool)
    async throws
  {
    try make()
    let text = "\(permits) => isEntityReadOnly = false\n\(forbids) => isEntityReadOnly = true"
    let rules = folder.write(Array(text.utf8), to: "own.rules")
    let model = folder.write(Array(Self.model.utf8), to: "model.json")
    let words = ["rules", "check", rules, path, "--model", model]
    let outcome = await Program(try Invocation(arguments: words)).run()
    let said = outcome.output + outcome.messages
    #expect(said.contains("own.rules:2 forbids it for Vehicle") == isTold, "\(outcome)")
    #expect(said.contains("forbidden-above") == isTold, "\(outcome)")
  }

  @Test func `A property that may not be written of a kind is not through another entity`()
    async throws
  {
    try make()
    let below = try await refused(
      "entity.name = 'Van' and propertyKey = 'name' => isPropertyEditable = false",
      ["set", "Vehicle#1", "name=X"],
      ["set", "Vehicle#3", "name=X"],
      ["set", "Vehicle#1", "load=1"]
    )
    #expect(below == [true, false, false])
    let above = try await refused(
      "entity.name = 'Vehicle' and propertyKey = 'name' => isPropertyEditable = false",
      ["set", "Van#1", "name=X"],
      ["set", "Van#1", "load=1"]
    )
    #expect(above == [true, false])
  }

  @Test func `A rule about a kind holds for who may not see the kind`() async throws {
    try make()
    let found = try await refused(
      "entity.name = 'Van' => isEntityReadOnly = true\n*true* => visibleEntityNames = ['Vehicle']",
      ["set", "Vehicle#1", "name=X"],
      ["set", "Vehicle#3", "name=X"]
    )
    #expect(found == [true, false])
  }

  @Test func `A row of a parent's list is edited and deleted as the object that it is`()
    async throws
  {
    let model = folder.write(Array(Self.model.utf8), to: "model.json")
    let scene = try await Scene(
      Self.script,
      rules: Self.locked,
      "--model \(model) --entity Vehicle"
    )
    let reason = "my.rules:1: isObjectEditable = false)"
    try await scene.send("e")
    #expect(scene.status.contains(reason), "\(scene.text)")
    #expect(scene.line(with: "X3") != nil)
    try await scene.send("d")
    #expect(scene.status.contains("isObjectDeletable = false"), "\(scene.text)")
    try await scene.send("j e")
    try await scene.go(to: "name")
    try await scene.retype("V9")
    try await scene.send("ctrl-s")
    #expect(try scene.rows("SELECT name FROM vehicle ORDER BY id") == ["V1", "V9", "X3"])
  }

  @Test func `A rule that is typed about the parent dims the commands of its kinds`() async throws {
    let model = folder.write(Array(Self.model.utf8), to: "model.json")
    let scene = try await Scene(Self.script, rules: "", "--model \(model) --entity Van")
    scene.session.work.followRules()
    try await scene.send(":")
    try await scene.paste("rule entity.name = 'Vehicle' => isObjectEditable = false")
    try await scene.send("enter")
    try await scene.send("e")
    #expect(scene.status.contains("isObjectEditable = false"), "\(scene.text)")
  }

  @Test func `A form in which an object gets the mark of another kind is not saved`() async throws {
    let model = folder.write(Array(Self.model.utf8), to: "model.json")
    let scene = try await Scene(
      Self.script,
      rules: "entity.name = 'Van' => isEntityCreatable = false",
      "--model \(model) --entity Car --task edit --id 3"
    )
    try await scene.go(to: "kind")
    try await scene.retype("van")
    try await scene.send("ctrl-s")
    #expect(scene.text.contains("my.rules:1"), "\(scene.text)")
    #expect(scene.text.contains("van"))
    #expect(try scene.rows("SELECT kind FROM vehicle WHERE id = 3") == ["car"])
  }

  @Test func `The explanation says of which entity it is forbidden`() async throws {
    try make()
    let rules = folder.write(
      Array("entity.name = 'Vehicle' => isObjectEditable = false".utf8),
      to: "own.rules"
    )
    let model = folder.write(Array(Self.model.utf8), to: "model.json")
    for key in ["isObjectEditable", "isPropertyEditable"] {
      let words = [
        "rules", "explain", key, path, "--entity", "Van", "--id", "1", "--property", "name",
        "--rules", rules, "--model", model,
      ]
      let outcome = await Program(try Invocation(arguments: words)).run()
      #expect(outcome.output.hasPrefix("\(key) is false"), "\(outcome)")
      guard key == "isObjectEditable" else { continue }
      #expect(outcome.output.contains("own.rules:1"), "\(outcome)")
      #expect(
        outcome.output.contains("a prohibition for Vehicle applies to its kinds"),
        "\(outcome)"
      )
    }
  }
}
