import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Files whose schema calls functions of SQLite are healthy in whatever case the functions are written.
struct InnocuousFunctionsTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/functions.db" }

  private func open(_ script: String) async throws -> EntityStore {
    try Connection(path: path, mode: .create).execute(script)
    return try await EntityStore.open(.file(path))
  }

  /// Expects that a row can be written and all entities can be read.
  private func expectHealthy(_ store: EntityStore, _ place: Comment) async throws {
    let entity = try #require(store.model.entity(named: "T"), place)
    #expect(entity.readOnlyReason == nil, place)
    #expect(entity.definition.writeRefusals.isEmpty, place)
    let values: [String: Value] = ["a": .string("{\"x\": 7}")]
    do throws(StoreError) {
      let change = Change.insert(entityName: "T", values: values, references: [:], token: 0)
      _ = try await store.save([change])
    } catch { Issue.record("\(error), \(place)") }
    for entity in store.model.entities {
      #expect(entity.readOnlyReason?.hasPrefix("cannot be read") != true, place)
      let rows = try await store.window(
        FetchSpecification(entityName: entity.name),
        from: .start,
        count: 9
      )
      #expect(!rows.records.isEmpty, place)
    }
  }

  /// Places in a schema that call a function, each with what makes it of a call.
  private static let places = ["check", "virtual", "stored", "index", "view", "trigger"]

  private static func script(_ place: String, _ call: String) -> String {
    let plain = "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT);"
    return switch place {
    case "check": "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT CHECK (\(call) IS NOT NULL));"
    case "virtual": "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b AS (\(call)));"
    case "stored": "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b AS (\(call)) STORED);"
    case "index": plain + "CREATE INDEX i ON t(\(call));"
    case "view": plain + "CREATE VIEW v AS SELECT id, \(call) AS b FROM t;"
    default:
      plain + "CREATE TABLE log(id INTEGER PRIMARY KEY, x);"
        + "CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO log(x) SELECT \(call) FROM t; END;"
    }
  }

  private static let functions = [
    ("json", ""), ("json_valid", ""), ("json_extract", ", '$.x'"), ("json_type", ""),
    ("json_quote", ""), ("json_array_length", ""), ("json_set", ", '$.y', 1"), ("length", ""),
  ]

  private func inAnyCase(_ name: String, _ random: inout SeededGenerator) -> String {
    name.map { random.chance(50) ? $0.uppercased() : String($0) }.joined()
  }

  @Test(arguments: places, functions)
  func `J4: a function is known in whatever case it is written`(
    place: String,
    function: (name: String, arguments: String)
  ) async throws {
    var random = SeededGenerator(seed: UInt64(TestLength.of("D2T_SEED", 0)))
    let names = [function.name.uppercased(), inAnyCase(function.name, &random)]
    for (number, name) in names.enumerated() {
      let script = Self.script(place, "\(name)(a\(function.arguments))")
      let file = "\(temporary.path)/\(number).db"
      try Connection(path: file, mode: .create).execute(script)
      let store = try await EntityStore.open(.file(file))
      try await expectHealthy(store, "\(script)")
      await store.close()
    }
  }

  @Test func `J4: the check that Django makes for a JSON field leaves its table writable`()
    async throws
  {
    let store = try await open(
      """
      CREATE TABLE "t" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
        "a" text NOT NULL CHECK ((JSON_VALID("a") OR "a" IS NULL)));
      """
    )
    try await expectHealthy(store, "Django")
  }

  @Test(arguments: [
    "CREATE VIEW v AS SELECT name FROM PRAGMA_Table_Info('t')",
    "CREATE VIEW v AS SELECT * FROM JSON_Each('[1]')",
    "CREATE VIEW v AS SELECT key FROM t, Json_TREE(t.a)",
    "CREATE VIRTUAL TABLE F USING FTS5(x); INSERT INTO f VALUES('word'); "
      + "CREATE VIEW v AS SELECT x, Bm25(F) AS rank FROM F WHERE F MATCH 'word'",
  ])
  func `J4: a table of SQLite itself is known in whatever case it is written`(
    script: String
  ) async throws {
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT); \(script)"
    )
    let store = try await EntityStore.open(.file(path))
    let view = try #require(store.model.entities.first { $0.tableName == "v" })
    #expect(view.readOnlyReason?.hasPrefix("cannot be read") != true)
    _ = try await store.window(FetchSpecification(entityName: view.name), from: .start, count: 9)
  }

  @Test(arguments: ["LOAD_EXTENSION('/tmp/none.so')", "Load_Extension('/tmp/none.so')"])
  func `J4: a function that reaches out of the file is refused in whatever case it is written`(
    call: String
  ) async throws {
    let store = try await open("CREATE TABLE t(a); CREATE VIEW v AS SELECT \(call) AS x")
    #expect(store.trustReason == nil)
    let view = try #require(store.model.entities.first { $0.tableName == "v" })
    #expect(view.readOnlyReason?.hasPrefix("cannot be read") == true)
  }
}
