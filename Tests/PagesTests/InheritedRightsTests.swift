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
}
