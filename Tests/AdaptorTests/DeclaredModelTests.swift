import AdaptorSuite
import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Tests the effects of a declared model on a store: kinds, relationships, computed attributes and restrictions.
struct DeclaredModelTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private static let tables = """
    CREATE TABLE vehicle (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT, wheels INT, owner_id INT);
    CREATE TABLE owner (id INTEGER PRIMARY KEY, first TEXT, last TEXT);

    """
  private static let vehicles =
    tables + """
      INSERT INTO owner VALUES (1, 'Ada', 'Byron'), (2, 'Max', NULL);
      INSERT INTO vehicle VALUES (1, 'car', 'Beetle', 4, 1), (2, 'bike', 'Tandem', 2, 1),
        (3, 'van', 'Bulli', 4, 2), (4, 'thing', 'Cart', 1, NULL)
      """

  private static let model = """
    {"entities": [
      {"name": "Vehicle", "table": "vehicle", "attributes": [
        {"name": "ownerLast", "path": "owner.last"},
        {"name": "title", "expression": "`{name} of {owner.first}`", "type": "string"},
        {"name": "isBig", "expression": "wheels > 2", "type": "bool"}],
       "relationships": [{"name": "owner", "destination": "Owner",
        "joins": [{"source": "ownerId", "destination": "id"}]}]},
      {"name": "Car", "parent": "Vehicle", "discriminator": "kind = 'car'"},
      {"name": "Van", "parent": "Car", "discriminator": "kind = 'van'"},
      {"name": "Owner", "attributes": [
        {"name": "fullName", "expression": "`{first} {last}`", "type": "string"}],
       "relationships": [{"name": "vehicles", "destination": "Vehicle", "toMany": true,
        "deleteRule": "RULE", "joins": [{"source": "id", "destination": "ownerId"}]}]}]}
    """

  /// The kinds of databases that answer at once.
  private static let kinds = adaptors.filter(\.isFaultless)

  private func open(
    _ script: String = vehicles,
    _ json: String = model,
    rule: String = "nullify",
    faults expected: [String] = [],
    in kind: AdaptorUnderTest = .sqlite
  ) async throws -> EntityStore {
    try Connection(path: path, mode: .create).execute(script)
    let text = json.split(separator: "RULE", omittingEmptySubsequences: false)
      .joined(separator: rule)
    let file = temporary.write(text, to: "model.json")
    let (declared, faults) = ModelReader().read(file)
    #expect(faults.map { "\($0)" } == [])
    let declaration = try #require(declared)
    let store = try await EntityStore.open(.file(path)) { found in
      let (model, faults) = ModelOverlay.model(
        name: found.name,
        declarations: [declaration],
        over: found
      )
      let told = faults.map { "\($0)" }
      #expect(told.count == expected.count, "\(told)")
      #expect(zip(told, expected).allSatisfy { $0.contains("[\($1)]") }, "\(told)")
      return model
    }
    return try await kind.open(Reference(store, source: .file(path), files: []))
  }

  @Test func `Times with an offset that a relationship joins are the texts that they are`()
    async throws
  {
    let script = """
      CREATE TABLE a(id INTEGER PRIMARY KEY, born TIMESTAMP UNIQUE);
      CREATE TABLE b(id INTEGER PRIMARY KEY, since TIMESTAMP, until TIMESTAMP);
      INSERT INTO a VALUES (1, '2024-05-01T12:00:00+02:00');
      INSERT INTO b VALUES (1, '2024-05-01T12:00:00+02:00', '2024-05-01T12:00:00+02:00');
      """
    let json = """
      {"entities": [{"name": "B", "relationships": [{"name": "parent", "destination": "A",
        "joins": [{"source": "since", "destination": "born"}]}]}, {"name": "A"}]}
      """
    let store = try await open(script, json)
    let b = try #require(store.model.entity(named: "B"))
    let born = try #require(store.model.entity(named: "A")?.attribute(named: "born"))
    #expect(born.type == .string && born.definition.storage == .native)
    #expect(b.attribute(named: "since")?.type == .string)
    #expect(b.attribute(named: "until")?.definition.storage == .isoOffset)
  }

  private func values(
    _ store: EntityStore,
    _ entity: String,
    _ key: String,
    where condition: String? = nil,
    sort: String = "id"
  ) async throws -> [Value] {
    let specification = FetchSpecification(
      entityName: entity,
      qualifier: try condition.map { try #require(Qualifier.parse($0).qualifier) },
      sortOrderings: try #require(SortOrdering.parse(sort).orderings),
      paths: [PropertyPath(key)]
    )
    return try await store.window(specification, from: .start, count: 50).records.map {
      $0.value(forPath: PropertyPath(key).components[...]) ?? .null
    }
  }

  @Test(arguments: kinds)
  func `A parent lists its children's rows, and a child its own alone`(in kind: AdaptorUnderTest)
    async throws
  {
    let store = try await open(in: kind)
    #expect(try await values(store, "Vehicle", "id") == [.int(1), .int(2), .int(3), .int(4)])
    #expect(try await values(store, "Car", "id") == [.int(1), .int(3)])
    #expect(try await values(store, "Van", "name") == [.string("Bulli")])
    #expect(try await store.count(FetchSpecification(entityName: "Car")) == 2)
    #expect(try await store.record(RecordID(entityName: "Van", values: [.int(1)])) == nil)
    #expect(try await values(store, "Van", "ownerLast") == [.null])
  }

  @Test(arguments: kinds)
  func `A new object of a child bears the child's mark`(in kind: AdaptorUnderTest) async throws {
    let store = try await open(in: kind)
    _ = try await store.save([
      .insert(entityName: "Van", values: ["name": .string("T2")], references: [:], token: 1)
    ])
    #expect(try await values(store, "Vehicle", "kind", where: "name = 'T2'") == [.string("van")])
    #expect(try await values(store, "Car", "entityName", where: "name = 'T2'") == [.string("Van")])
  }

  /// How many vehicles the owners have.
  private func vehicleCounts(_ store: EntityStore) async throws -> [Int?] {
    let owners = [1, 2].map { RecordID(entityName: "Owner", values: [.int($0)]) }
    let counts = try await store.counts(of: "vehicles", from: owners)
    return owners.map { counts[$0] }
  }

  @Test(arguments: kinds)
  func `A row that is given another mark is of another entity`(in kind: AdaptorUnderTest)
    async throws
  {
    let store = try await open(in: kind)
    let beetle = RecordID(entityName: "Car", values: [.int(1)])
    _ = try await store.save([
      .update(beetle, values: ["kind": .string("bike")], original: ["kind": .string("car")])
    ])
    #expect(try await values(store, "Car", "id") == [.int(3)])
    #expect(try await store.record(beetle) == nil)
    #expect(
      try await values(store, "Vehicle", "entityName", where: "id = 1") == [.string("Vehicle")]
    )
    #expect(try await vehicleCounts(store) == [2, 1])
  }

  @Test(arguments: kinds)
  func `What has no mark or is abstract cannot be made`(in kind: AdaptorUnderTest) async throws {
    let store = try await open(
      Self.tables,
      """
      {"entities": [
        {"name": "Vehicle", "table": "vehicle", "abstract": true},
        {"name": "Heavy", "parent": "Vehicle", "discriminator": "wheels > 2"},
        {"name": "Bike", "parent": "Vehicle", "discriminator": "kind = 'bike' and wheels = 2"}]}
      """,
      in: kind
    )
    for (name, reason) in [
      ("Vehicle", "is abstract; make one of Heavy, Bike"), ("Heavy", "wheels > 2"),
    ] {
      let change = Change.insert(entityName: name, values: [:], references: [:], token: 1)
      let error = await #expect(throws: StoreError.self) { try await store.save([change]) }
      #expect(error.map { "\($0)".contains(reason) } == true)
    }
    let bike = Change.insert(
      entityName: "Bike",
      values: ["name": .string("Racer")],
      references: [:],
      token: 1
    )
    _ = try await store.save([bike])
    let racer = try await values(store, "Vehicle", "wheels", where: "name = 'Racer'")
    #expect(racer == [.int(2)])
  }

  @Test(arguments: kinds)
  func `Restrictions and kinds narrow the rows together`(in kind: AdaptorUnderTest) async throws {
    let store = try await open(in: kind)
    store.guardAccess(
      by: Restriction(conditions: ["Car": "wheels = 4", "Vehicle": "owner.first = 'Ada'"])
    )
    #expect(try await values(store, "Vehicle", "id") == [.int(1), .int(2)])
    #expect(try await values(store, "Car", "id") == [.int(1), .int(3)])
    #expect(try await vehicleCounts(store) == [2, 0])
    let tandem = RecordID(entityName: "Car", values: [.int(2)])
    #expect(try await store.record(tandem) == nil)
    await #expect(throws: StoreError.self) {
      try await store.save([.update(tandem, values: ["name": .string("x")], original: [:])])
    }
  }

  @Test(arguments: kinds)
  func `Computed attributes are read, compared and ordered`(in kind: AdaptorUnderTest) async throws
  {
    let store = try await open(in: kind)
    #expect(
      try await values(store, "Vehicle", "title") == [
        .string("Beetle of Ada"), .string("Tandem of Ada"), .string("Bulli of Max"),
        .string("Cart of "),
      ]
    )
    #expect(try await values(store, "Vehicle", "id", where: "isBig") == [.int(1), .int(3)])
    #expect(
      try await values(store, "Vehicle", "id", where: "title like '*Ada'") == [.int(1), .int(2)]
    )
    #expect(
      try await values(store, "Vehicle", "ownerLast", where: "ownerLast = 'Byron'").count == 2
    )
    #expect(
      try await values(store, "Vehicle", "id", sort: "-title") == [
        .int(2), .int(4), .int(3), .int(1),
      ]
    )
    #expect(
      try await values(store, "Vehicle", "owner.fullName", where: "id = 1") == [
        .string("Ada Byron")
      ]
    )
    let beyond = try await values(store, "Vehicle", "id", where: "owner.fullName beginsWith 'Max'")
    #expect(beyond == [.int(3)])
  }

  @Test(arguments: kinds)
  func `A row of a parent says of which entity it is`(in kind: AdaptorUnderTest) async throws {
    let store = try await open(in: kind)
    #expect(
      try await values(store, "Vehicle", "entityName") == [
        .string("Car"), .string("Vehicle"), .string("Van"), .string("Vehicle"),
      ]
    )
    #expect(try await values(store, "Car", "entityName") == [.string("Car"), .string("Van")])
    #expect(try await values(store, "Vehicle", "id", where: "entityName = 'Van'") == [.int(3)])
  }

  /// Lets nobody see the family names of owners.
  private struct Discretion: AccessGuard {
    func rights(of entityNames: Set<String>) async -> AccessRights {
      AccessRights(entities: ["Owner": EntityRights(hiddenProperties: ["last": "private"])])
    }
    func refusal(of change: Change) async -> String? { nil }
  }

  @Test(arguments: kinds)
  func `What is computed from hidden properties is hidden too`(in kind: AdaptorUnderTest)
    async throws
  {
    let store = try await open(in: kind)
    store.guardAccess(by: Discretion())
    let all = FetchSpecification(entityName: "Vehicle")
    let record = try #require(try await store.window(all, from: .start, count: 1).records.first)
    #expect(record.value(forKey: "ownerLast") == nil)
    #expect(record.value(forKey: "title") == .string("Beetle of Ada"))
    await #expect(throws: StoreError.self) {
      try await values(store, "Vehicle", "id", where: "ownerLast = 'Byron'")
    }
    await #expect(throws: StoreError.self) {
      try await values(store, "Owner", "id", where: "fullName = 'Ada Byron'")
    }
    await #expect(throws: StoreError.self) {
      try await values(store, "Vehicle", "id", sort: "owner.fullName")
    }
  }

  @Test(arguments: kinds)
  func `An attribute computed from itself is refused and no endless loop`(
    in kind: AdaptorUnderTest
  ) async throws {
    let store = try await open(
      "CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)",
      """
      {"entities": [{"name": "T", "table": "t", "attributes": [
        {"name": "a", "expression": "b"}, {"name": "b", "expression": "a"}]}]}
      """,
      faults: ["cycle", "cycle"],
      in: kind
    )
    #expect(try await values(store, "T", "a") == [.null])
  }

  @Test(arguments: kinds)
  func `A row that is gone is not taken for a new one of another kind with its number`(
    in kind: AdaptorUnderTest
  ) async throws {
    let store = try await open(in: kind)
    let gone = RecordID(entityName: "Vehicle", key: 5)
    let car = Change.insert(
      entityName: "Car",
      values: ["name": .string("Mini")],
      references: [:],
      token: 1
    )
    for change in [
      Change.update(gone, values: ["name": .string("x")], original: [:]),
      .delete(gone, original: [:]),
    ] {
      let error = await #expect(throws: StoreError.self) { try await store.save([car, change]) }
      guard case .notFound(gone) = error else {
        Issue.record("\(change): \(String(describing: error))")
        continue
      }
    }
    #expect(try await values(store, "Vehicle", "id").count == 4)
  }

  @Test(arguments: [("nullify", 4), ("cascade", 2), ("noAction", 4)], kinds)
  func `Declared delete rules are carried out`(
    rule: (name: String, left: Int),
    in kind: AdaptorUnderTest
  ) async throws {
    let store = try await open(rule: rule.name, in: kind)
    _ = try await store.save([
      .delete(RecordID(entityName: "Owner", values: [.int(1)]), original: [:])
    ])
    #expect(try await values(store, "Vehicle", "id").count == rule.left)
    let referring = try await values(store, "Vehicle", "id", where: "ownerId = 1")
    #expect(referring.count == (rule.name == "noAction" ? 2 : 0))
  }

  @Test(arguments: kinds)
  func `A declared rule that denies keeps everything as it was`(in kind: AdaptorUnderTest)
    async throws
  {
    let store = try await open(rule: "deny", in: kind)
    let owner = RecordID(entityName: "Owner", values: [.int(1)])
    await #expect(throws: StoreError.self) { try await store.save([.delete(owner, original: [:])]) }
    #expect(try await values(store, "Owner", "id").count == 2)
  }
}
