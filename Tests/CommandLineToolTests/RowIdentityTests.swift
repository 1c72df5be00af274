import SceneSupport
import EntityModel
import FoundationEssentials
import Glibc
import Qualifiers
import SQLite
import SQLiteStore
import Testing
import TestSupport

@testable import CommandLineTool
import EntityStore

/// Tests that identity, link and commands of a shown row act on exactly that row, and that reports match the file.
@MainActor
struct RowIdentityTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/rows.db" }

  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["D2T_SEED"].flatMap { UInt64($0) } ?? 1
  private static let isLong = environment["D2T_LONG"] == "1"

  private func make(_ script: String) throws {
    for suffix in ["", "-wal", "-journal"] { unlink(path + suffix) }
    try Connection(path: path, mode: .create).execute(script)
  }

  private func make(_ shape: RowIdentityShape) throws {
    try make(shape.script)
    let connection = try Connection(path: path, mode: .readWrite)
    for row in shape.rows { _ = try? connection.execute(row) }
  }

  private func run(_ command: String, _ words: String...) async throws -> Program.Outcome {
    await Program(try Invocation(arguments: [command, path] + words)).run()
  }

  // MARK: A1

  @Test func `A1: whatever is shown in a row is what its identity and its link find`() async throws
  {
    for seed in Self.seed..<Self.seed + (Self.isLong ? 2_000 : 20) {
      try make(RowIdentityShape(seed: seed))
      let store = try await EntityStore.open(.file(path))
      for entity in store.model.entities { try await expectRows(of: entity, in: store, seed) }
      await store.close()
    }
  }

  private func expectRows(of entity: Entity, in store: EntityStore, _ seed: UInt64) async throws {
    let fetch = FetchSpecification(entityName: entity.name)
    let shown = try await store.window(fetch, from: .start, count: 100).records
    for (number, record) in shown.enumerated() {
      let place: Comment = "seed \(seed), row \(number) of \(entity.name)"
      guard let id = record.id else {
        #expect(entity.definition.kind == .view || entity.identity.isEmpty, place)
        continue
      }
      let link = entity.link(to: id)
      let linked = try entity.id(String(link.drop { $0 != "#" }.dropFirst()))
      #expect(linked == id, "\(place): \(link)")
      #expect(link.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }, place)
      do throws(StoreError) {
        let found = try await store.record(linked)
        #expect(found?.values == record.values, place)
        let window = try await store.window(fetch, from: .id(id), count: 1)
        #expect(window.records.first?.values == record.values, place)
      } catch {
        guard case .ambiguous = error else { throw error }
        #expect(shown.count { $0.id == id } > 1, place)
      }
    }
  }

  @Test func `A1: each row whose key holds null is edited itself, by page, pane and link`()
    async throws
  {
    let scene = try await Scene(
      """
      CREATE TABLE place(code TEXT PRIMARY KEY, name TEXT);
      INSERT INTO place VALUES(NULL, 'first'), (NULL, 'second'), ('c', 'third');
      """,
      "--entity Place --task list",
      width: 140
    )
    try await scene.send("j")
    #expect(scene.lines.contains { $0.contains("second") && !$0.contains("first") })
    try await scene.send("e")
    try await scene.go(to: "name")
    try await scene.retype("changed")
    try await scene.send("ctrl-s")
    scene.expectSaved()
    let names = try Connection(path: scene.path, mode: .readOnly)
      .rows("SELECT name FROM place ORDER BY rowid") { $0.text(0) }
    #expect(names == ["first", "changed", "third"])
  }

  @Test func `A1: rows whose key of two parts holds null have the number of the row in links`()
    async throws
  {
    try make(
      """
      CREATE TABLE place(a, b, name TEXT, PRIMARY KEY(a, b));
      INSERT INTO place VALUES(1, NULL, 'one'), (1, NULL, 'two'), (1, NULL, 'three'), (1, 2, 'four');
      """
    )
    #expect(try await run("get", "Place#@2", "name").output == "two\n")
    #expect(try await run("get", "Place#@4", "name").output == "four\n")
    #expect(try await run("set", "Place#@2", "name=zwei").messages == "1 object changed\n")
    #expect(try await run("delete", "Place#@3").messages == "1 object deleted\n")
    #expect(
      try await run("export", "Place?sort=name").output
        == "a,b,name\n1,2,four\n1,,one\n1,,zwei\n"
    )
    let several = try await run("set", "Place#1,null", "name=x")
    #expect(several.code == 1 && several.messages.contains("several rows have"), "\(several)")
  }

  @Test func `A1: what leads from rows whose key holds null is counted and fetched for each`()
    async throws
  {
    let store = try await EntityStore.open(
      .script(
        """
        CREATE TABLE parent(a, b, u INTEGER UNIQUE, PRIMARY KEY(a, b));
        CREATE TABLE child(id INTEGER PRIMARY KEY, p REFERENCES parent(u));
        INSERT INTO parent VALUES(1, NULL, 10), (1, NULL, 20), (1, 3, 30), (NULL, NULL, 40);
        INSERT INTO child VALUES(1, 20), (2, 20), (3, 30), (4, 40);
        """,
        title: "Family"
      )
    )
    let parent = try #require(store.model.entity(named: "Parent"))
    let children = try #require(parent.relationships.first { $0.isToMany })
    var fetch = FetchSpecification(entityName: "Parent")
    fetch.prefetchingKeyPaths = [PropertyPath(children.name)]
    let rows = try await store.window(fetch, from: .start, count: 9).records
    let expected: [Int64: Int] = [10: 0, 20: 2, 30: 1, 40: 1]
    let counts = try await store.counts(of: children.name, from: rows.compactMap(\.id), upTo: 9)
    for row in rows {
      guard case .int(let key)? = row.value(forKey: "u"), let id = row.id else {
        Issue.record("a row without its values")
        continue
      }
      #expect(counts[id] == expected[key])
      guard case .many(let found)? = row.related[children.name] else {
        Issue.record("nothing was fetched along")
        continue
      }
      #expect(found.count == expected[key])
    }
  }

  // MARK: A2

  @Test func `A2: what a command reports is the difference of the file`() async throws {
    var reported = 0
    for seed in Self.seed..<Self.seed + (Self.isLong ? 500 : 5) {
      let shape = RowIdentityShape(seed: seed)
      for name in ["T", "W"] where name == "T" || shape.script.contains("VIEW w") {
        for words in [
          ["set", name, "v=new", "--all"], ["set", "\(name)?v = 'v3'", "v=new"],
          ["delete", "\(name)?v = 'v5'"], ["delete", name, "--all"],
          ["insert", name, "k1=7", "k2=8", "v=new"],
        ] {
          try make(shape)
          reported += try await expectReport(words, "seed \(seed): \(words)")
        }
      }
    }
    #expect(reported > 10)
  }

  /// - Returns: how many objects the command says it changed.
  private func expectReport(_ words: [String], _ place: Comment) async throws -> Int {
    let before = try rows()
    let outcome = await Program(
      try Invocation(arguments: [words[0], path] + words.dropFirst())
    ).run()
    let after = try rows()
    let changed = max(before.values.reduce(0, +), after.values.reduce(0, +)) - common(before, after)
    guard outcome.code == 0 else {
      #expect(changed == 0, "\(place): \(outcome)")
      #expect(!outcome.messages.isEmpty)
      return 0
    }
    let count =
      words[0] == "insert" ? 1 : outcome.messages.split(separator: " ").first.flatMap { Int($0) }
    #expect(count == changed, "\(place): \(outcome)")
    return changed
  }

  private func common(_ left: [String: Int], _ right: [String: Int]) -> Int {
    left.reduce(0) { $0 + min($1.value, right[$1.key] ?? 0) }
  }

  /// The rows of the table with how often each is there.
  private func rows() throws -> [String: Int] {
    let rows = try Connection(path: path, mode: .readOnly)
      .rows("SELECT quote(k1), quote(k2), quote(v) FROM t") { row in
        (0..<3).map { row.text($0) }.joined(separator: "|")
      }
    return rows.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  @Test(arguments: [["set", "W?v = 'a'", "v=new"], ["delete", "W?v = 'a'"]])
  func `A2: a view's trigger that would find more rows than the one meant is not run`(
    words: [String]
  ) async throws {
    try make(
      """
      CREATE TABLE t(k1 TEXT, k2, v);
      INSERT INTO t VALUES('same', 1, 'a'), ('same', 2, 'b'), ('other', 3, 'c');
      CREATE VIEW w AS SELECT * FROM t;
      CREATE TRIGGER u INSTEAD OF UPDATE ON w BEGIN UPDATE t SET v = NEW.v WHERE k1 = OLD.k1; END;
      CREATE TRIGGER d INSTEAD OF DELETE ON w BEGIN DELETE FROM t WHERE k1 = OLD.k1; END;
      """
    )
    let before = try rows()
    let outcome = await Program(
      try Invocation(arguments: [words[0], path] + words.dropFirst())
    ).run()
    #expect(outcome.code == 1 && outcome.messages.contains("2 rows instead of one"), "\(outcome)")
    #expect(try rows() == before)
  }

  @Test func `A2: a write that reaches no row is an error with a sentence`() async throws {
    try make(
      """
      CREATE TABLE t(rowid, _rowid_, oid, v);
      INSERT INTO t VALUES(1, 2, 3, 'a');
      CREATE VIEW w AS SELECT * FROM t;
      """
    )
    for words in [
      ["set", "T", "v=b", "--all"], ["delete", "T", "--all"], ["set", "W", "v=b", "--all"],
      ["delete", "W", "--all"],
    ] {
      let outcome = await Program(
        try Invocation(arguments: [words[0], path] + words.dropFirst())
      ).run()
      #expect(outcome.code == 1, "\(words)")
      #expect(outcome.messages.contains("no key identifies a row"), "\(outcome)")
    }
  }

  // MARK: A9

  @Test func `A9: a key that is null is refused before it is inserted`() async throws {
    try make(
      """
      CREATE TABLE location(k TEXT PRIMARY KEY, name TEXT);
      CREATE TABLE pair(a NUMBER, b NUMBER, PRIMARY KEY(a, b));
      CREATE TABLE counted(id INTEGER PRIMARY KEY, name TEXT);
      """
    )
    for words in [
      ["Location", "name=x"], ["Pair", "a=1"], ["Location", "name=x", "--null", "k"],
    ] {
      let outcome = await Program(try Invocation(arguments: ["insert", path] + words)).run()
      #expect(outcome.code == 1 && outcome.messages.contains("needs a value"), "\(outcome)")
    }
    #expect(try await run("insert", "Counted", "name=x").output == "Counted#1\n")
    let file = folder.write(Array("k,name\na,first\n,second\n".utf8), to: "rows.csv")
    let imported = try await run("import", "Location", file)
    #expect(imported.code != 0 && imported.messages.contains("line 3: k: needs a value"))
    #expect(try await run("export", "Location").output == "k,name\n")
  }

  // MARK: A14, A21

  @Test func `A14: a column declared for numbers or texts takes both, new or stored`() async throws
  {
    try make("CREATE TABLE f(id INTEGER PRIMARY KEY, c INTEGER_OR_TEXT)")
    #expect(try await run("insert", "F", "c=MOON").output == "F#1\n")
    #expect(try await run("insert", "F", "c=7").output == "F#2\n")
    #expect(try await run("set", "F#2", "c=SUN").messages == "1 object changed\n")
    #expect(try await run("export", "F").output == "id,c\n1,MOON\n2,SUN\n")
  }

  @Test
  func `A21: a binary fraction is shown without its noise, and written so that it is read back`()
    async throws
  {
    try make(
      """
      CREATE TABLE p(id INTEGER PRIMARY KEY, price REAL, amount DECIMAL(10,2));
      INSERT INTO p VALUES(1, 0.1 + 0.2, 0.1 + 0.2), (2, 22.990000000000002, 22.990000000000002);
      """
    )
    let shown = try await run("list", "P", "--columns", "price,amount").output
    #expect(!shown.contains("0000"), "\(shown)")
    let digits = "0.30000000000000004"
    #expect(try await run("export", "P#1").output == "id,price,amount\n1,\(digits),\(digits)\n")
    _ = try await run("set", "P", "price=22.99", "amount=22.99", "--all")
    let stored = try Connection(path: path, mode: .readOnly)
      .rows("SELECT count(*) FROM p WHERE price = 22.99 AND amount = 22.99") { $0.int(0) }
    #expect(stored == [2])
  }

  // MARK: A10

  @Test func `A10: keys that a link cannot hold as they are stand in quotes`() async throws {
    try make(
      "CREATE TABLE a(x TEXT, y INTEGER, PRIMARY KEY(x, y)); CREATE TABLE b(k TEXT PRIMARY KEY)"
    )
    #expect(try await run("insert", "A", "x=k,1", "y=2").output == "A#'k,1',2\n")
    #expect(try await run("get", "A#'k,1',2", "y").output == "2\n")
    for (key, link) in [
      ("", "B#''"), ("50%", "B#'50%'"), ("it's", #"B#'it\'s'"#), ("null", "B#'null'"),
      ("@1", "B#'@1'"), ("a\tb", #"B#'a\u{9}b'"#), ("plain", "B#plain"),
    ] {
      #expect(try await run("insert", "B", "k=\(key)").output == link + "\n")
      #expect(try await run("delete", link).messages == "1 object deleted\n", "\(link)")
    }
  }
}
