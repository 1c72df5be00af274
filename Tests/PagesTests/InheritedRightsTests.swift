import CommandLineTool
import SQLite
import SceneSupport
import Pages
import EntityStore
import Qualifiers
import TestSupport
import Testing

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
    let records = try await scene.session.store.window(all, from: .start, count: 9).records
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
    return (outcome.code, rows)
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
}
