import CommandLineTool
import SQLite
import SceneSupport
import Pages
import EntityStore
import Qualifiers
import TestSupport
import Testing
import Workspace

/// Rights of an entity hold for what is of that entity, by whatever name it is asked for.
@MainActor
struct InheritedRightsTests {
  private static let script = """
    CREATE TABLE vehicle(id INTEGER PRIMARY KEY, kind TEXT, plate TEXT, price INTEGER);
    INSERT INTO vehicle VALUES (1, 'car', 'Qcar', 50), (2, 'car', 'Qdear', 900), (3, 'van', 'Qvan', 60),
      (4, 'van', 'Qcostly', 800);
    """
  private static let model = """
    {"entities": [{"name": "Vehicle", "table": "vehicle"},
      {"name": "Van", "parent": "Vehicle", "discriminator": "kind = 'van'"}]}
    """

  private static func plates(_ rules: String, _ entity: String) async throws -> [String] {
    let folder = TemporaryFolder()
    let path = folder.write(Array(model.utf8), to: "model.json")
    let scene = try await Scene(script, rules: rules, "--model \(path)")
    let all = FetchSpecification(entityName: entity)
    let records = try await scene.session.work.store.window(all, from: .start, count: 9).records
    return records.map { $0.value(forKey: "plate")?.description ?? "hidden" }
  }

  @Test func `What does not exist for the parent does not exist for the child`() async throws {
    let rules = "entity.name = 'Vehicle' => restrictingQualifier = where (price < 100)"
    #expect(try await Self.plates(rules, "Vehicle") == ["Qcar", "Qvan"])
    #expect(try await Self.plates(rules, "Van") == ["Qvan"])
  }

  @Test func `What does not exist for the child is no row of the parent`() async throws {
    let rules = "entity.name = 'Van' => restrictingQualifier = where (price < 100)"
    #expect(try await Self.plates(rules, "Vehicle") == ["Qcar", "Qdear", "Qvan"])
    #expect(try await Self.plates(rules, "Van") == ["Qvan"])
  }

  @Test func `A property hidden of the parent is hidden of the child`() async throws {
    let rules = "entity.name = 'Vehicle' and propertyKey = 'plate' => isPropertyVisible = false"
    #expect(try await Self.plates(rules, "Van") == ["hidden", "hidden"])
  }

  private static func outcome(_ rules: String, _ words: [String]) async throws -> (Int32, [String])
  {
    let (outcome, rows) = try await run(rules, words)
    return (outcome.code, rows)
  }

  private static func run(
    _ rules: String,
    _ words: [String]
  ) async throws -> (Program.Outcome, [String]) {
    let folder = TemporaryFolder()
    let path = folder.path + "/test.db"
    try Connection(path: path, mode: .create).execute(script)
    let options = [
      "--model", folder.write(Array(model.utf8), to: "model.json"),
      "--rules", folder.write(Array(rules.utf8), to: "my.rules"),
    ]
    let invocation = try Invocation(arguments: [words[0], path] + words.dropFirst() + options)
    let outcome = await Program(invocation).run()
    let rows = try Connection(path: path, mode: .readOnly)
      .rows("SELECT kind, plate FROM vehicle ORDER BY id") { $0.text(0) + $0.text(1) }
    return (outcome, rows)
  }

  @Test(arguments: [
    ("object.price > 100 => isObjectEditable = false", ["set", "Vehicle#4", "plate=X"], true),
    ("object.price > 100 => isObjectEditable = false", ["set", "Vehicle#3", "plate=X"], false),
    ("object.price > 100 => isObjectEditable = false", ["set", "Vehicle#2", "plate=X"], false),
    ("object.price > 100 => isObjectDeletable = false", ["delete", "Vehicle#4"], true),
    ("object.price > 100 => isObjectDeletable = false", ["delete", "Vehicle#2"], false),
    ("propertyKey = 'plate' => isPropertyEditable = false", ["set", "Vehicle#3", "plate=X"], true),
    (
      "propertyKey = 'plate' => isPropertyEditable = false", ["set", "Vehicle#1", "plate=X"], false
    ),
    (
      "propertyKey = 'plate' => isPropertyEditable = false", ["set", "Vehicle#3", "price=1"], false
    ),
    ("isEntityReadOnly = true", ["set", "Vehicle#3", "kind=car"], true),
    ("isEntityReadOnly = true", ["delete", "Vehicle#3"], true),
    ("isEntityReadOnly = true", ["insert", "Vehicle", "kind=van", "plate=X"], true),
    ("isEntityReadOnly = true", ["insert", "Vehicle", "kind=car", "plate=X"], false),
    ("isEntityCreatable = false", ["insert", "Vehicle", "kind=van", "plate=X"], true),
    ("isEntityCreatable = false", ["set", "Vehicle#3", "plate=X"], false),
    ("formatter = 'plain'", ["insert", "Vehicle", "kind=van", "plate=X"], false),
  ])
  func `What rules forbid of a kind is not written through the entity above`(
    rule: String,
    words: [String],
    isRefused: Bool
  ) async throws {
    let rules =
      rule.contains("=>")
      ? "entity.name = 'Van' and " + rule : "entity.name = 'Van' => " + rule
    let (code, rows) = try await Self.outcome(rules, words)
    let before = ["carQcar", "carQdear", "vanQvan", "vanQcostly"]
    #expect((code != 0) == isRefused, "\(rows)")
    if isRefused {
      #expect(rows == before)
    } else if !words.contains("price=1") {
      #expect(rows != before)
    }
  }

  @Test(arguments: [
    ("propertyKey = 'plate'", ["Qvan", "Qcostly"]),
    ("propertyKey = 'plate' and object.price > 100", ["Qcostly"]),
    ("propertyKey = 'plate' and object.plate = 'Qvan'", ["Qvan"]),
  ])
  func `What is hidden of a kind is hidden of its rows among those of the parent`(
    condition: String,
    hidden: [String]
  ) async throws {
    let all = ["Qcar", "Qdear", "Qvan", "Qcostly"]
    let shown = all.filter { !hidden.contains($0) }
    let rules = "entity.name = 'Van' and \(condition) => isPropertyVisible = false"
    func output(_ words: String...) async throws -> String {
      try await Self.run(rules, words).0.output
    }
    func names(in text: String) -> [String] { all.filter { text.contains($0) } }
    let columns = ["--columns", "id,plate", "--format", "csv"]
    #expect(try await names(in: output("list", "Vehicle")) == shown)
    #expect(try await names(in: output("export", "Vehicle")) == shown)
    #expect(try await names(in: output("export", "Vehicle", "--format", "json")) == shown)
    #expect(
      try await names(in: output("list", "Vehicle", "--columns", "plate", "--distinct")) == shown
    )
    #expect(
      try await names(in: output("list", "Van")) == shown.filter { $0 == "Qvan" || $0 == "Qcostly" }
    )
    for (id, plate) in zip(1..., all) {
      #expect(try await names(in: output("get", "Vehicle#\(id)")) == shown.filter { $0 == plate })
      let found = try await Self.run(rules, ["list", "Vehicle?plate = '\(plate)'"] + columns).0
        .output
      #expect(found.contains("\(id),") == shown.contains(plate), "\(found)")
    }
    let sorted = try await Self.run(rules, ["list", "Vehicle?sort=-plate"] + columns).0.output
    let order = sorted.split(separator: "\n").flatMap { names(in: String($0)) }
    #expect(order == shown.sorted(by: >), "\(sorted)")
    // What is hidden stands behind all that is shown, in no order of its own.
    let ids = sorted.split(separator: "\n").dropFirst().compactMap { $0.first.map(String.init) }
    let last = zip(1..., all).filter { hidden.contains($0.1) }.map { "\($0.0)" }
    #expect(Array(ids.suffix(last.count)).sorted() == last, "\(sorted)")
  }

  @Test func `What is hidden of a kind is not on pages of the parent either`() async throws {
    let rules = "entity.name = 'Van' and propertyKey = 'plate' => isPropertyVisible = false"
    let folder = TemporaryFolder()
    let path = folder.write(Array(Self.model.utf8), to: "model.json")
    let scene = try await Scene(Self.script, rules: rules, "--model \(path) --entity Vehicle")
    #expect(scene.text.contains("Qdear") && !scene.text.contains("Qvan"))
    try await scene.send("/")
    try await scene.type("Qvan")
    try await scene.send("enter")
    #expect(scene.text.contains("not found") || scene.text.contains("nothing"), "\(scene.text)")
    try await scene.send("esc G enter")
    #expect(!scene.text.contains("Qcostly"), "\(scene.text)")
    let page = try await Scene(
      Self.script,
      rules: rules,
      "--model \(path) --entity Vehicle --task inspect --id 3"
    )
    #expect(page.text.contains("60") && !page.text.contains("Qvan"), "\(page.text)")
  }

  @Test func `A column that is hidden of the parent is none of the kind`() async throws {
    let rules = "entity.name = 'Vehicle' and propertyKey = 'plate' => isPropertyVisible = false"
    let folder = TemporaryFolder()
    let path = folder.write(Array(Self.model.utf8), to: "model.json")
    let scene = try await Scene(Self.script, rules: rules, "--model \(path) --entity Van")
    #expect(scene.text.contains("800") && !scene.text.contains("Plate"), "\(scene.text)")
  }

  @Test func `Each entity is seen or not by its own name`() async throws {
    let words = [["list", "Vehicle"], ["list", "Van"]]
    for (names, plates) in [("'Vehicle'", [true, false]), ("'Van'", [false, true])] {
      let rules = "*true* => visibleEntityNames = [\(names)]"
      for (words, isShown) in zip(words, plates) {
        let outcome = try await Self.run(rules, words).0
        #expect(outcome.output.contains("Qvan") == isShown, "\(outcome)")
        #expect(
          (outcome.code == 0) == isShown && outcome.messages.contains("my.rules:1") != isShown
        )
      }
    }
  }
}
