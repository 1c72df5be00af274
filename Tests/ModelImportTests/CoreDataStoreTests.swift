import Diagnostics
import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

@testable import ModelImport

/// Databases that Core Data made, without its model.
struct CoreDataStoreTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private static let films = """
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Film', 0, 0), (2, 'SpokenLanguage', 0, 0), (3, 'Tag', 0, 0);
    CREATE TABLE ZFILM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLENGTH INTEGER,
      ZSPOKENLANGUAGE INTEGER, ZORIGINALSPOKENLANGUAGE INTEGER, ZLASTUPDATE TIMESTAMP, ZRELEASEYEAR VARCHAR);
    CREATE TABLE ZSPOKENLANGUAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
    CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
    CREATE TABLE Z_1TAGS (Z_1FILMS INTEGER, Z_3TAGS INTEGER, PRIMARY KEY (Z_1FILMS, Z_3TAGS));
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    """

  private func schema(_ script: String) throws -> Schema {
    let connection = try Connection()
    try connection.execute(script)
    return try SchemaReflection.schema(of: connection, conventions: [CoreDataConvention()])
  }

  @Test func `A Core Data store shows the names of its model`() throws {
    let model = Model(name: "test", schema: try schema(Self.films))
    let film = try #require(model.entity(named: "Film"))
    #expect(film.identity == ["pk"])
    #expect(film.toOneNames == ["spokenLanguage", "originalSpokenLanguage"])
    #expect(film.toManyNames.contains("tags"))
    let updated = try #require(film.attribute(named: "lastUpdate")?.definition)
    #expect(updated.type == .timestamp)
    #expect(updated.storage == .referenceSeconds)
    #expect(film.attribute(named: "releaseYear") != nil)
    #expect(!film.inspectPropertyKeys.contains("zEnt"))
    let hidden = model.entities.filter(\.definition.isHidden).map(\.tableName)
    #expect(hidden == ["Z_PRIMARYKEY", "Z_METADATA"])
  }

  @Test func `O5: a word that ends like another is not cut`() throws {
    let columns = ["ACCOUNTTYPEDESCRIPTION", "DISCOUNTRATE", "SURNAME", "TYPE", "ITEMCOUNT"]
    let script = """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Film', 0, 0);
      CREATE TABLE ZFILM (Z_PK INTEGER PRIMARY KEY, \(columns.map { "Z\($0) VARCHAR" }.joined(separator: ", ")));
      """
    let film = try #require(Model(name: "t", schema: try schema(script)).entity(named: "Film"))
    let headings = ["Account type description", "Discount rate", "Surname", "Type", "Item count"]
    #expect(film.attributes.dropFirst().map(\.displayName) == headings)
  }

  @Test func `A Core Data store that is attached shows the same names`() throws {
    let alone = try schema(Self.films)
    try Connection(path: path, mode: .create).execute(Self.films)
    let main = try Connection()
    try main.attach(path: path, mode: .readWrite, as: "other")
    let attached = try SchemaReflection.schema(
      of: main,
      named: "other",
      conventions: [CoreDataConvention()]
    )
    #expect(Self.names(in: attached) == Self.names(in: alone))
  }

  /// Returns the names of tables and properties, with the entity numbers of Core Data.
  private static func names(in schema: Schema) -> [String] {
    schema.tables.flatMap { table in
      ["\(table.entityName ?? "") \(table.managedColumns?.discriminatorValue ?? 0)"]
        + table.columns.map { $0.propertyName ?? $0.name }
    }
  }

  @Test(
    .enabled(if: ModelCorpus.isExpected, "needs the corpus; CI requires it"),
    arguments: ModelCorpus.models(in: "coredata", endingIn: ".sqlite")
  )
  func `A Core Data store of the corpus makes a model, attached or not`(name: String) throws {
    let copy = try temporary.copyDatabase(ModelCorpus.path(name))
    let connection = try Connection(path: copy, mode: .readWrite)
    let alone = try SchemaReflection.schema(of: connection, conventions: [CoreDataConvention()])
    let model = Model(name: "corpus", schema: alone)
    #expect(!model.listedEntities.isEmpty)
    #expect(model.entities.contains { $0.definition.managedColumns != nil })
    for entity in model.entities {
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      #expect(Set(names.map { $0.lowercased() }).count == names.count, "\(entity.name): \(names)")
      for relationship in entity.relationships {
        let destination = try #require(relationship.destination)
        for join in relationship.definition.joins {
          #expect(entity.attribute(named: join.source) != nil)
          #expect(destination.attribute(named: join.destination) != nil)
        }
        guard let inverse = relationship.definition.inverseName else { continue }
        let back = destination.relationship(named: inverse)?.definition
        #expect(back?.destinationName == entity.name && back?.inverseName == relationship.name)
      }
    }
    let main = try Connection()
    try main.attach(path: copy, mode: .readWrite, as: "other")
    let attached = try SchemaReflection.schema(
      of: main,
      named: "other",
      conventions: [CoreDataConvention()]
    )
    #expect(Self.names(in: attached) == Self.names(in: alone))
  }

  @Test(arguments: [
    "CREATE VIEW Z_PRIMARYKEY AS SELECT 1 AS Z_ENT, 'Film' AS Z_NAME, 0 AS Z_SUPER",
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER, Z_NAME VARCHAR)",
    "CREATE TABLE Z_PRIMARYKEYS (Z_ENT INTEGER, Z_NAME VARCHAR, Z_SUPER INTEGER)",
  ])
  func `A database with a similar table is no Core Data store`(table: String) throws {
    let found = try schema(table + "; CREATE TABLE ZFILM (Z_PK INTEGER PRIMARY KEY, ZTITLE TEXT)")
    #expect(found.listedEntities == [])
    #expect(found.tables.allSatisfy { $0.entityName == nil && !$0.isHidden })
  }

  @Test func `Objects of a Core Data store are counted as Core Data counts`() async throws {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE ZCAR (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZMAKER VARCHAR);
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Car', 0, 7), (2, 'SportCar', 1, 0);
      INSERT INTO ZCAR VALUES (7, 1, 1, 'VW')
      """
    )
    let declaration = ModelDeclaration(name: "m", isComplete: false)
    let store = try await EntityStore.open(.file(path), conventions: [CoreDataConvention()]) {
      ModelOverlay.model(name: $0.name, declarations: [declaration], over: $0).model
    }
    let result = try await store.save([
      .insert(entityName: "Car", values: ["maker": .string("BMW")], references: [:], token: 1),
      .update(
        RecordID(entityName: "Car", values: [.int(7)]),
        values: ["maker": .string("Audi")],
        original: ["maker": .string("VW")]
      ),
    ])
    #expect(result.inserted[1] == RecordID(entityName: "Car", values: [.int(8)]))
    let connection = try Connection(path: path, mode: .readOnly)
    let rows = try connection.rows(
      "SELECT Z_PK || ' ' || Z_ENT || ' ' || Z_OPT || ' ' || ZMAKER FROM ZCAR"
    ) {
      $0.text(0)
    }
    #expect(rows == ["7 1 2 Audi", "8 1 1 BMW"])
    #expect(try connection.scalar("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1") == .int(8))
  }

  @Test func `What Core Data manages is written in a model's JSON and read again`() throws {
    let found = Model(name: "test", schema: try schema(Self.films))
    let file = temporary.write(found.json.text(pretty: true), to: "model.json")
    let (declaration, faults) = ModelReader(formats: [CoreDataFormat()]).read(file)
    #expect(faults.map(\.rendered) == [])
    let managed = declaration?.entities.map(\.managedColumns)
    #expect(managed == found.entities.map(\.definition.managedColumns))
    #expect(managed?.contains(.coreData(entity: 2, root: 2)) == true)
    let text = temporary.text(of: "model.json")
    #expect(text.contains("\"coreDataEntity\": 2"))
    let wrong = text.split(separator: "coreDataRoot").joined(separator: "coreDataRot")
    let (_, found2) = ModelReader(formats: [CoreDataFormat()])
      .read(temporary.write(wrong, to: "wrong.json"))
    #expect(found2.first?.message == "a source of keys has no \"coreDataRot\"")
    #expect(found2.first?.suggestion == "did you mean \"coreDataRoot\"?")
  }

  /// A store with cars, the keys of which are counted up to `last`.
  private func cars(countedTo last: Int64) async throws -> EntityStore {
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE ZCAR (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZMAKER VARCHAR);
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Car', 0, \(last))
      """
    )
    return try await EntityStore.open(.file(path), conventions: [CoreDataConvention()])
  }

  /// A new car, with a key or without.
  private static func car(_ key: Value?, token: Int) -> Change {
    var values: [String: Value] = ["maker": .string("BMW")]
    values["pk"] = key
    return .insert(entityName: "Car", values: values, references: [:], token: token)
  }

  private func counter() throws -> SQLiteValue? {
    try Connection(path: path, mode: .readOnly).scalar("SELECT Z_MAX FROM Z_PRIMARYKEY")
  }

  @Test func `A18: a key that is given to a row of a Core Data store is kept and counted`()
    async throws
  {
    let store = try await cars(countedTo: 7)
    let keys: [Value?] = [.int(99), nil, .int(3), .null]
    let changes = keys.enumerated().map { Self.car($1, token: $0) }
    let made = try await store.save(changes).inserted
    #expect((0..<4).map { made[$0]?.values } == [[.int(99)], [.int(100)], [.int(3)], [.int(101)]])
    #expect(try counter() == .int(101))
    let car = try #require(store.model.entity(named: "Car"))
    let insertion = try await store.beginInserting(
      car,
      attributes: ["pk", "maker"],
      tellsIdentities: true
    )
    let ids = try await insertion.insert([
      [.int(500), .string("VW")], [.int(50), .string("VW")], [nil, .string("VW")],
    ])
    try await insertion.finish()
    #expect(ids.map(\.values) == [[.int(500)], [.int(50)], [.int(501)]])
    #expect(try counter() == .int(501))
  }

  @Test func `A18: the last key that Core Data can count is the last, and the counter stays whole`()
    async throws
  {
    let store = try await cars(countedTo: .max)
    let error = await #expect(throws: StoreError.self) {
      try await store.save([Self.car(nil, token: 1)])
    }
    #expect(error.map { "\($0)" }?.contains("enter a free key") == true)
    #expect(try counter() == .int(.max))
    let made = try await store.save([Self.car(.int(5), token: 1)]).inserted
    #expect(made[1]?.values == [.int(5)])
    #expect(try counter() == .int(.max))
  }

  @Test func `A18: of entities that differ in letter case alone the first has the table`() throws {
    var script = """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      """
    for number in 0..<12 {
      let letter = UnicodeScalar(UInt8(65 + number))
      script += """
        CREATE TABLE ZFOO\(letter) (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
        INSERT INTO Z_PRIMARYKEY VALUES
          (\(2 * number + 1), 'Foo\(letter)', 0, 0), (\(2 * number + 2), 'FOO\(letter)', 0, 0);
        """
    }
    let tables = try schema(script).tables.filter { $0.name != "Z_PRIMARYKEY" }
    #expect(tables.compactMap(\.entityName) == tables.map { "Foo\($0.name.suffix(1))" })
    let numbers = tables.compactMap { $0.managedColumns?.discriminatorValue }
    #expect(numbers == (0..<12).map { Int64(2 * $0 + 1) })
  }

  private static let versions = ["V", "V 2", "V 10", "V 9"]

  @Test(
    arguments: [
      (versions, nil, "V 10", "no version is marked as current; 'V 10.xcdatamodel' is used"),
      (versions, "V 2.xcdatamodel", "V 2", nil),
      (
        versions, "V 3.xcdatamodel", "V 10",
        "the current version 'V 3.xcdatamodel' is missing; 'V 10.xcdatamodel' is used"
      ),
      (versions, "", "V 10", "no current version is named; 'V 10.xcdatamodel' is used"),
      (["V", "V 0"], nil, "V", "no version is marked as current; 'V.xcdatamodel' is used"),
      (
        ["V 1.10", "V 1.9", "V"], nil, "V 1.10",
        "no version is marked as current; 'V 1.10.xcdatamodel' is used"
      ),
      (["V"], nil, "V", nil),
    ] as [([String], String?, String, String?)]
  )
  func `Of the versions of a Core Data model the marked one is read, else the newest`(
    versions: [String],
    mark: String?,
    expected: String,
    warning: String?
  ) {
    for version in versions {
      temporary.write(
        "<model><entity name=\"E\"><attribute name=\"\(version)\" attributeType=\"String\"/></entity></model>",
        to: "V.xcdatamodeld/\(version).xcdatamodel/contents"
      )
    }
    if let mark {
      let entry =
        mark.isEmpty ? "" : "<key>_XCCurrentVersionName</key><string>\(mark)</string>"
      temporary.write(
        "<plist version=\"1.0\"><dict>\(entry)</dict></plist>",
        to: "V.xcdatamodeld/.xccurrentversion"
      )
    }
    let (model, faults) = ModelReader(formats: [CoreDataFormat()])
      .read(temporary.path + "/V.xcdatamodeld")
    #expect(model?.entities.first?.attributes.map(\.name) == [expected])
    #expect(faults.map(\.message) == (warning.map { [$0] } ?? []))
  }

  /// Returns the messages about a declared key source over a database made by `script`.
  private func faults(ofKeySource source: String, over script: String) throws -> [String] {
    let text = #"{"entities": [{"name": "E", "table": "e", "keySource": \#(source)}]}"#
    let (declaration, faults) = ModelReader(formats: [CoreDataFormat()])
      .read(temporary.write(text, to: "keys.json"))
    let (model, found) = ModelOverlay.model(
      name: "m",
      declarations: [try #require(declaration)],
      over: Model(name: "m", schema: try schema(script))
    )
    let managed = try #require(model.entity(named: "E")).definition.managedColumns
    #expect((managed == nil) == !(faults + found).isEmpty)
    #expect((faults + found).allSatisfy { $0.position != nil })
    return (faults + found).map(\.message)
  }

  @Test(arguments: [
    ("id INTEGER PRIMARY KEY", "", "the table 'e' has no column 'Z_PK'"),
    ("Z_PK INTEGER PRIMARY KEY, Z_OPT INTEGER", "", "the table 'e' has no column 'Z_ENT'"),
    (
      "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER", "",
      "the database has no table 'Z_PRIMARYKEY'"
    ),
    (
      "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER",
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER)", "the table 'Z_PRIMARYKEY' has no column 'Z_MAX'"
    ),
  ])
  func `A18: a source of keys that the database has not is told with its place and left out`(
    columns: String,
    counters: String,
    missing: String
  ) throws {
    let script = "CREATE TABLE e (\(columns), title TEXT); \(counters)"
    let found = try faults(
      ofKeySource: #"{"coreDataEntity": 1, "coreDataRoot": 1}"#,
      over: script
    )
    #expect(found == ["'E' cannot have keys of Core Data: \(missing)"])
  }

  @Test func `A18: half a source of keys is told`() throws {
    let script = """
      CREATE TABLE e (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER, Z_MAX INTEGER)
      """
    func found(_ source: String) throws -> [String] {
      try faults(ofKeySource: source, over: script)
    }
    #expect(try found(#"{"coreDataEntity": 1, "coreDataRoot": 1}"#) == [])
    let root = "a source of keys needs \"coreDataRoot\""
    let entity = "a source of keys needs \"coreDataEntity\""
    #expect(try found(#"{"coreDataEntity": 1}"#) == [root])
    #expect(try found(#"{"coreDataEntity": 1, "coreDataRoot": null}"#) == [root])
    #expect(try found(#"{"coreDataRoot": 1}"#) == [entity])
    #expect(try found("{}") == [entity])
  }

  @Test func `What is called like a folder of WebObjects and is none is told by its own name`() {
    let formats: [any ModelFormat] = [CoreDataFormat(), EOModelFormat()]
    let index = temporary.write(
      "{ EOModelVersion = 2; entities = (); }",
      to: "Shop.eomodeld/index.eomodeld"
    )
    let wrong = temporary.write("nothing", to: "Shop.eomodeld/Other.eomodeld")
    let reader = ModelReader(formats: formats)
    let (model, faults) = reader.read(index)
    #expect(model?.name == "Shop" && faults.isEmpty)
    let (other, found) = reader.read(wrong)
    #expect(other == nil && found.first?.source?.name == wrong)
  }
}
