import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Files from strangers: what is planted in their schema does no harm.
struct StrangersTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/stranger.db" }

  private func open(_ script: String, readOnly: Bool = false) async throws -> EntityStore {
    try Connection(path: path, mode: .create).execute(script)
    return try await EntityStore.open(.file(path), readOnly: readOnly)
  }

  /// Returns the store's error for inserting a row; `nil` when it is inserted.
  private func refusal(_ store: EntityStore, _ values: [String: Value] = ["a": .string("x")]) async
    -> String?
  {
    do throws(StoreError) {
      let change = Change.insert(entityName: "T", values: values, references: [:], token: 0)
      _ = try await store.save([change])
      return nil
    } catch { return "\(error)" }
  }

  static let views = [
    ("load_extension('/tmp/none.so')", "load_extension()"),
    ("load_extension('/tmp/none.so', 'main')", "load_extension()"),
    ("fts3_tokenizer('simple')", "fts3_tokenizer()"),
    ("fts3_tokenizer('simple', x'0000000000000000')", "fts3_tokenizer()"),
    ("writefile('/tmp/none', 'x')", "no such function: writefile"),
    ("edit('x', 'sh')", "no such function: edit"),
    ("(SELECT name FROM dbstat)", "dbstat"),
    ("fts5('x')", "fts5()"),
  ]

  @Test(arguments: views, [false, true])
  func `G10: a planted view calls nothing that reaches out of the file`(
    view: (expression: String, word: String),
    readOnly: Bool
  ) async throws {
    let store = try await open(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES(1, 'x');
      CREATE VIEW v AS SELECT \(view.expression) AS x;
      """,
      readOnly: readOnly
    )
    let entity = try #require(store.model.entity(named: "V"))
    let reason = try #require(entity.readOnlyReason)
    #expect(reason.hasPrefix("cannot be read: ") && reason.contains(view.word), "\(reason)")
    #expect(store.trustReason == nil)
    #expect(try await store.count(FetchSpecification(entityName: "T")) == 1)
  }

  @Test(arguments: ["load_extension('/tmp/none.so')", "fts3_tokenizer('simple', x'00')"])
  func `G10: a planted trigger calls nothing, and that is told before anything is entered`(
    call: String
  ) async throws {
    let store = try await open(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a);
      CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT \(call); END;
      """
    )
    let refusal = try #require(store.model.entity(named: "T")?.definition.writeRefusals[.insert])
    #expect(refusal.contains("a trigger of the database uses"), "\(refusal)")
    #expect(refusal.contains(call.prefix { $0 != "(" }), "\(refusal)")
    #expect(await self.refusal(store) != nil)
    #expect(try await store.count(FetchSpecification(entityName: "T")) == 0)
  }

  @Test(arguments: [
    "a, b DEFAULT (load_extension('/tmp/none.so'))", "a CHECK (load_extension(a))",
    "a CHECK (fts3_tokenizer(a, x'00') IS NULL)", "a, b DEFAULT (fts3_tokenizer('simple'))",
  ])
  func `G10: planted checks and defaults call nothing`(columns: String) async throws {
    let store = try await open("CREATE TABLE t(id INTEGER PRIMARY KEY, \(columns))")
    let refusal = await refusal(store)
    #expect(refusal?.contains("load_extension") == true || refusal?.contains("fts3") == true)
    #expect(store.trustReason == nil)
    #expect(try await store.count(FetchSpecification(entityName: "T")) == 0)
  }

  @Test(arguments: [
    "UPDATE sqlite_schema SET sql = 'CREATE TABLE t(x)'", "DELETE FROM sqlite_schema",
    "DELETE FROM f_data", "UPDATE f_content SET c0 = 'y'",
  ])
  func `G10: a planted trigger changes neither the schema nor what search indexes keep`(
    statement: String
  ) async throws {
    let store = try await open(
      """
      CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f VALUES('word');
      CREATE TABLE t(id INTEGER PRIMARY KEY, a);
      CREATE TRIGGER g AFTER INSERT ON t BEGIN \(statement); END;
      """
    )
    let refusal = await refusal(store)
    #expect(refusal?.contains("may not be modified") == true, "\(refusal ?? "")")
    let after = try Connection(path: path, mode: .readOnly)
    #expect(try after.scalar("SELECT count(*) FROM sqlite_schema") == .int(8))
    #expect(try after.scalar("SELECT count(*) FROM f WHERE f MATCH 'word'") == .int(1))
  }

  @Test func `G10: what virtual tables keep can only be read, with the reason`() async throws {
    let store = try await open(
      """
      CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f VALUES('word');
      CREATE VIRTUAL TABLE r USING rtree(id, a, b);
      """
    )
    let shadows = store.model.entities.filter { $0.tableName.contains("_") }
    #expect(shadows.count == 8)
    for shadow in shadows {
      #expect(shadow.readOnlyReason == "kept by a virtual table", "\(shadow.name)")
      #expect(shadow.definition.isHidden)
    }
  }

  /// Whether this SQLite runs the functions of JSON in files that are not trusted, as newer versions do.
  private func refusesJSON() throws -> Bool {
    let flags = try Connection().scalar(
      "SELECT flags & 0x200000 FROM pragma_function_list WHERE name = 'json_extract'"
    )
    return flags == .int(0)
  }

  static let trusted = [
    (
      "CREATE VIRTUAL TABLE f USING fts5(x); CREATE VIEW v AS SELECT x, bm25(f) AS rank FROM f WHERE f MATCH 'word'",
      "view 'v' uses"
    ),
    (
      "CREATE VIRTUAL TABLE f USING fts5(x); CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO f VALUES(NEW.a); END",
      "trigger 'g' uses"
    ),
    ("CREATE VIEW v AS SELECT name FROM pragma_table_info('t')", "view 'v' uses"),
    ("CREATE TABLE u(id INTEGER PRIMARY KEY, a DEFAULT (json_array(1)))", "table 'u' uses"),
    ("CREATE TABLE u(a, b AS (a ->> 'x'))", "table 'u' uses"),
  ]

  @Test(arguments: trusted)
  func `G10: a file is trusted where it cannot be used otherwise, with the reason`(
    script: String,
    reason: String
  ) async throws {
    let store = try await open("CREATE TABLE t(id INTEGER PRIMARY KEY, a); \(script)")
    // Where this SQLite holds search indexes for innocuous, nothing need be trusted.
    if let trust = store.trustReason { #expect(trust.hasPrefix(reason), "\(trust)") }
    #expect(await refusal(store, ["a": .string("word")]) == nil)
    for entity in store.model.entities where !entity.definition.isHidden {
      let specification = FetchSpecification(entityName: entity.name)
      #expect(entity.readOnlyReason?.hasPrefix("cannot be read") != true)
      let count = try await store.window(specification, from: .start, count: 9).records.count
      // The second connection is trusted as the first.
      #expect(try await store.numberRows(specification) { _ in }.count == count)
    }
  }

  @Test func `G10: JSON in columns and checks works whatever this SQLite holds of it`()
    async throws
  {
    let store = try await open(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT CHECK (json_valid(a)), b AS (json_extract(a, '$.x')));
      CREATE INDEX i ON t(json_extract(a, '$.y'));
      """
    )
    #expect((store.trustReason != nil) == (try refusesJSON()))
    #expect(await refusal(store, ["a": .string("{\"x\": 7}")]) == nil)
    let rows = try await store.window(FetchSpecification(entityName: "T"), from: .start, count: 9)
    #expect(rows.records.map { $0.value(forKey: "b") } == [.int(7)])
    let plain = try await EntityStore.open(.script("CREATE TABLE t(a)", title: "Own"))
    #expect(plain.trustReason == nil)
  }

  @Test func `G10: files attached to a database in memory are strangers too`() async throws {
    try Connection(path: path, mode: .create).execute(
      "CREATE VIEW v AS SELECT load_extension('/tmp/none.so') AS x"
    )
    let store = try await EntityStore.open(
      .script("CREATE TABLE t(id INTEGER PRIMARY KEY, a)", title: "Memory"),
      attaching: [AttachedFile(name: "stranger", path: path)]
    )
    let view = store.model.entities.first { $0.tableName == "v" }
    #expect(view?.readOnlyReason?.contains("load_extension()") == true)
    let second = temporary.path + "/second.db"
    try Connection(path: second, mode: .create).execute(
      "CREATE TABLE u(id INTEGER PRIMARY KEY, b TEXT CHECK (json_valid(b)))"
    )
    let both = try await EntityStore.open(
      .file(path),
      attaching: [AttachedFile(name: "second", path: second)]
    )
    #expect((both.trustReason != nil) == (try refusesJSON()))
    #expect(try await both.count(FetchSpecification(entityName: "U")) == 0)
  }
}
