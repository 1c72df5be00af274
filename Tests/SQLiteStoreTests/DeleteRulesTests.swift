import EntityModel
import EntityStore
import Glibc
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Delete rules that only a model knows, where rows refer to each other in long chains or in circles, and where not all of
/// them may be seen.
struct DeleteRulesTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  /// A tree of parts whose model has a rule for what is below one.
  private static let parts = """
    {"entities": [{"name": "Part", "relationships": [
      {"name": "below", "destination": "Part", "toMany": true, "deleteRule": "RULE",
       "joins": [{"source": "id", "destination": "aboveId"}]}]}]}
    """

  private func open(_ script: String, _ json: String) async throws -> EntityStore {
    try Connection(path: path, mode: .create).execute(script)
    let file = temporary.path + "/model.json"
    let stream = try #require(fopen(file, "w"))
    fputs(json, stream)
    fclose(stream)
    let (declared, faults) = ModelReader().read(file)
    #expect(faults.map { "\($0)" } == [])
    let declaration = try #require(declared)
    return try await EntityStore.open(.file(path)) { found in
      let (model, faults) = ModelOverlay.model(
        name: found.name,
        declarations: [declaration],
        over: found
      )
      #expect(faults.map { "\($0)" } == [])
      return model
    }
  }

  private func parts(_ rule: String, _ rows: String) async throws -> EntityStore {
    try await open(
      "CREATE TABLE part(id INTEGER PRIMARY KEY, above_id INT); \(rows)",
      Self.parts.split(separator: "RULE").joined(separator: rule)
    )
  }

  private func delete(_ entity: String, _ key: Int64, in store: EntityStore) async throws {
    _ = try await store.save([.delete(RecordID(entityName: entity, key: key), original: [:])])
  }

  @Test func `A cascade goes down a chain of any length`() async throws {
    let store = try await parts(
      "cascade",
      """
      CREATE INDEX above ON part(above_id);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO part SELECT i, nullif(i - 1, 0) FROM n
      """
    )
    try await delete("Part", 2, in: store)
    #expect(try await store.count(FetchSpecification(entityName: "Part")) == 1)
  }

  @Test func `A cascade that comes back to where it began deletes everything on its way`()
    async throws
  {
    let store = try await parts("cascade", "INSERT INTO part VALUES(1, 2), (2, 1), (3, 2), (4, 4)")
    try await delete("Part", 1, in: store)
    try await delete("Part", 4, in: store)
    #expect(try await store.count(FetchSpecification(entityName: "Part")) == 0)
  }

  // MARK: What is not seen

  private struct Blind: AccessGuard {
    func rights(of entityNames: Set<String>) async -> AccessRights {
      AccessRights(entities: ["Passport": EntityRights(restriction: .constant(false))])
    }
    func refusal(of change: Change) async -> String? { nil }
  }

  @Test(arguments: [false, true])
  func `A key that a delete would empty is named only where its row may be seen`(isSeen: Bool)
    async throws
  {
    let store = try await open(
      """
      CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE passport(person_id INTEGER PRIMARY KEY, number TEXT);
      INSERT INTO person VALUES(1, 'Ada'); INSERT INTO passport VALUES(1, 'X1')
      """,
      """
      {"entities": [{"name": "Person", "relationships": [
        {"name": "passports", "destination": "Passport", "toMany": true, "deleteRule": "nullify",
         "joins": [{"source": "id", "destination": "personId"}]}]}]}
      """
    )
    if !isSeen { store.guardAccess(by: Blind()) }
    let error = await #expect(throws: StoreError.self) {
      try await delete("Person", 1, in: store)
    }
    guard case .refused(let sentence) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let holder = isSeen ? "Passport" : "an object that you may not see"
    #expect(
      sentence.description == "Person cannot be deleted: \(holder) takes its key from it"
        + " (the model would set it to null)"
    )
  }
}
