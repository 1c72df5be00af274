import EntityModel
import EntityStore
import Glibc
import MemoryStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// What a store does differently when a model is laid over its database.
struct DeclaredModelTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private static let vehicles = """
    CREATE TABLE vehicle (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT, wheels INT, owner_id INT);
    CREATE TABLE owner (id INTEGER PRIMARY KEY, first TEXT, last TEXT);
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

  /// Where the rows are kept.
  enum Place: CaseIterable {
    case file, memory
  }

  private func open(
    _ script: String = vehicles,
    _ json: String = model,
    rule: String = "nullify",
    in place: Place = .file
  ) async throws -> EntityStore {
    try Connection(path: path, mode: .create).execute(script)
    let text = json.split(separator: "RULE", omittingEmptySubsequences: false)
      .joined(separator: rule)
    let file = temporary.path + "/model.json"
    try text.write(toFile: file)
    let (declared, faults) = ModelReader().read(file)
    #expect(faults.map { "\($0)" } == [])
    let declaration = try #require(declared)
    let store = try await EntityStore.open(.file(path)) { found in
      let (model, faults) = ModelOverlay.model(
        name: found.name,
        declarations: [declaration],
        over: found
      )
      #expect(faults.map { "\($0)" } == [])
      return model
    }
    return place == .file ? store : try await inMemory(store)
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

  /// The same rows in memory.
  private func inMemory(_ store: EntityStore) async throws -> EntityStore {
    var changes: [Change] = []
    for entity in store.model.entities where entity.definition.parentName == nil {
      let names = entity.attributes.filter { $0.definition.derivation == nil }.map(\.name)
      let specification = FetchSpecification(
        entityName: entity.name,
        paths: names.map { PropertyPath($0) }
      )
      for record in try await store.window(specification, from: .start, count: 50).records {
        let values = Dictionary(uniqueKeysWithValues: zip(names, record.values))
        changes.append(
          .insert(entityName: entity.name, values: values, references: [:], token: changes.count)
        )
      }
    }
    let memory = EntityStore.inMemory(store.model)
    _ = try await memory.save(changes)
    return memory
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

  @Test(arguments: Place.allCases)
  func `A parent lists its children's rows, and a child its own alone`(in place: Place) async throws
  {
    let store = try await open(in: place)
    #expect(try await values(store, "Vehicle", "id") == [.int(1), .int(2), .int(3), .int(4)])
    #expect(try await values(store, "Car", "id") == [.int(1), .int(3)])
    #expect(try await values(store, "Van", "name") == [.string("Bulli")])
    #expect(try await store.count(FetchSpecification(entityName: "Car")) == 2)
    #expect(try await store.record(RecordID(entityName: "Van", values: [.int(1)])) == nil)
    #expect(try await values(store, "Van", "ownerLast") == [.null])
  }

  @Test(arguments: Place.allCases)
  func `A new object of a child bears the child's mark`(in place: Place) async throws {
    let store = try await open(in: place)
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

  @Test(arguments: Place.allCases)
  func `A row that is given another mark is of another entity`(in place: Place) async throws {
    let store = try await open(in: place)
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

  @Test(arguments: Place.allCases)
  func `What has no mark or is abstract cannot be made`(in place: Place) async throws {
    let store = try await open(
      Self.vehicles,
      """
      {"entities": [
        {"name": "Vehicle", "table": "vehicle", "abstract": true},
        {"name": "Heavy", "parent": "Vehicle", "discriminator": "wheels > 2"},
        {"name": "Bike", "parent": "Vehicle", "discriminator": "kind = 'bike' and wheels = 2"}]}
      """,
      in: .file
    )
    // In memory rows of an abstract entity cannot be copied one by one: the empty store tells the same.
    let made = place == .file ? store : EntityStore.inMemory(store.model)
    for (name, reason) in [
      ("Vehicle", "is abstract; make one of Heavy, Bike"), ("Heavy", "wheels > 2"),
    ] {
      let change = Change.insert(entityName: name, values: [:], references: [:], token: 1)
      let error = await #expect(throws: StoreError.self) { try await made.save([change]) }
      #expect(error.map { "\($0)".contains(reason) } == true)
    }
    let bike = Change.insert(
      entityName: "Bike",
      values: ["name": .string("Racer")],
      references: [:],
      token: 1
    )
    _ = try await made.save([bike])
    let racer = try await values(made, "Vehicle", "wheels", where: "name = 'Racer'")
    #expect(racer == [.int(2)])
  }

  @Test(arguments: Place.allCases)
  func `Restrictions and kinds narrow the rows together`(in place: Place) async throws {
    let store = try await open(in: place)
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

  @Test(arguments: Place.allCases)
  func `Computed attributes are read, compared and ordered`(in place: Place) async throws {
    let store = try await open(in: place)
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

  @Test(arguments: Place.allCases)
  func `A row of a parent says of which entity it is`(in place: Place) async throws {
    let store = try await open(in: place)
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

  @Test(arguments: Place.allCases)
  func `What is computed from hidden properties is hidden too`(in place: Place) async throws {
    let store = try await open(in: place)
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

  @Test(arguments: Place.allCases)
  func `An attribute computed from itself is refused and no endless loop`(
    in place: Place
  ) async throws {
    let store = try await open(
      "CREATE TABLE t (id INTEGER PRIMARY KEY)",
      """
      {"entities": [{"name": "T", "table": "t", "attributes": [
        {"name": "a", "expression": "b"}, {"name": "b", "expression": "a"}]}]}
      """,
      in: place
    )
    await #expect(throws: StoreError.self) { try await values(store, "T", "a") }
  }

  @Test(arguments: Place.allCases)
  func `A row that is gone is not taken for a new one of another kind with its number`(
    in place: Place
  ) async throws {
    let store = try await open(in: place)
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

  @Test(arguments: [("nullify", 4), ("cascade", 2), ("noAction", 4)], Place.allCases)
  func `Declared delete rules are carried out`(
    rule: (name: String, left: Int),
    in place: Place
  ) async throws {
    let store = try await open(rule: rule.name, in: place)
    _ = try await store.save([
      .delete(RecordID(entityName: "Owner", values: [.int(1)]), original: [:])
    ])
    #expect(try await values(store, "Vehicle", "id").count == rule.left)
    let referring = try await values(store, "Vehicle", "id", where: "ownerId = 1")
    #expect(referring.count == (rule.name == "noAction" ? 2 : 0))
  }

  @Test(arguments: Place.allCases)
  func `A declared rule that denies keeps everything as it was`(in place: Place) async throws {
    let store = try await open(rule: "deny", in: place)
    let owner = RecordID(entityName: "Owner", values: [.int(1)])
    await #expect(throws: StoreError.self) { try await store.save([.delete(owner, original: [:])]) }
    #expect(try await values(store, "Owner", "id").count == 2)
  }

  @Test func `A database made from a model gives the model back`() async throws {
    let file = temporary.path + "/shop.json"
    try """
    {"entities": [
      {"name": "Film", "table": "film", "attributes": [
        {"name": "id", "type": "integer", "primaryKey": true},
        {"name": "title", "type": "string", "width": 40, "nullable": false},
        {"name": "rating", "type": "string", "choices": ["G", "it's"]},
        {"name": "price", "type": "decimal", "minimum": 0, "maximum": 99},
        {"name": "made", "type": "date"}, {"name": "seen", "type": "timestamp"},
        {"name": "isOut", "type": "bool", "initialValue": false},
        {"name": "poster", "type": "blob"}, {"name": "notes", "type": "text"},
        {"name": "studioId", "column": "studio_id", "type": "integer", "nullable": false},
        {"name": "shown", "expression": "title"}],
       "relationships": [{"name": "studio", "destination": "Studio",
         "joins": [{"source": "studioId", "destination": "id"}]}]},
      {"name": "Studio", "table": "studio", "attributes": [
        {"name": "id", "type": "integer", "primaryKey": true},
        {"name": "name", "type": "string", "unique": true}],
       "relationships": [{"name": "films", "destination": "Film", "toMany": true,
         "deleteRule": "cascade", "joins": [{"source": "id", "destination": "studioId"}]}]}]}
    """.write(toFile: file)
    let declaration = try #require(ModelReader().read(file).model)
    let (model, faults) = ModelOverlay.model(name: "shop", declarations: [declaration], over: nil)
    #expect(faults.map { "\($0)" } == [])
    try await EntityStore.make(model, at: path)
    let made = try await EntityStore.open(.file(path)).model
    let film = try #require(made.entity(named: "Film"))
    let expected = try #require(model.entity(named: "Film"))
    let stored = expected.attributes.filter { $0.definition.derivation == nil }
    #expect(film.attributes.map(\.name) == stored.map(\.name))
    #expect(film.attributes.map(\.type) == stored.map(\.type))
    #expect(film.attributes.map(\.isNullable) == stored.map(\.isNullable))
    #expect(film.attribute(named: "rating")?.definition.choices == [.string("G"), .string("it's")])
    #expect(film.attribute(named: "price")?.definition.minimum?.value == .int(0))
    #expect(film.attribute(named: "title")?.definition.width == 40)
    #expect(film.identity == ["id"] && film.relationship(named: "studio") != nil)
    let films = try #require(made.entity(named: "Studio")?.relationship(named: "films"))
    #expect(films.definition.deleteRule == .cascade)
    let check = ModelCheck(declarations: [declaration], reflected: made)
    #expect(check.differences.map { "\($0)" }.filter { !$0.contains("note:") } == [])
    await #expect(throws: StoreError.self) { try await EntityStore.make(model, at: path) }
  }
}

extension String {
  fileprivate func write(toFile path: String) throws {
    let file = try #require(fopen(path, "w"))
    fputs(self, file)
    fclose(file)
  }
}
