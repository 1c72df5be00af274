import EntityModel
import Qualifiers
import SQLite
import Testing
import TestSupport

import EntityStore
@testable import SQLiteStore

struct CheckConstraintEvaluatorTests {
  private let temporary = TemporaryFolder()
  private var path: String { temporary.path + "/test.db" }

  private func open(_ script: String) async throws -> EntityStore {
    try Connection(path: path, mode: .create).execute(script)
    return try await EntityStore.open(.file(path))
  }

  private static let trips = """
    CREATE TABLE trip(
      id INTEGER PRIMARY KEY, start_date DATE, "end" DATE, seats INT, price REAL, note TEXT COLLATE NOCASE,
      other TEXT, kind TEXT DEFAULT 'short', made TEXT DEFAULT (lower(hex(randomblob(2)))),
      total REAL AS (seats * price), text TEXT,
      CONSTRAINT order_of_dates CHECK ("end" >= start_date),
      CHECK (seats * price <= 1000), CHECK (note <> other /* ) */ ), CHECK (kind <> 'long' OR seats > 9),
      CHECK (length(made) + coalesce(length(kind), 0) < 20), CHECK (json_extract(text, '$.a') > 1)
    );
    INSERT INTO trip(id, start_date, "end", seats, price, note, other)
    VALUES(1, '2024-05-01', '2024-05-09', 10, 50, 'a', 'b');
    """

  private let trip = RecordID(entityName: "Trip", values: [.int(1)])

  private func failure(_ store: EntityStore, _ changes: [Change]) async -> String? {
    do throws(StoreError) {
      _ = try await store.save(changes)
      return nil
    } catch {
      guard case .checkViolated(let entity, let constraint, let attributes) = error else {
        return "\(error)"
      }
      return "\(entity) \(attributes.joined(separator: ",")): \(constraint)"
    }
  }

  @Test(
    arguments: [
      (["end": .string("2024-04-01")], #"Trip startDate,end: "end" >= start_date"#),
      (["end": .string("2024-05-01")], nil),
      (["end": .null], nil),
      (["seats": .int(21)], "Trip seats,price: seats * price <= 1000"),
      (["seats": .int(20)], nil),
      (["seats": .int(21), "price": .int(1)], nil),
      (["other": .string("A")], "Trip note,other: note <> other /* ) */"),
      (["other": .string("c"), "note": .string("C")], "Trip note,other: note <> other /* ) */"),
      (["kind": .string("long")], nil),
      (
        ["kind": .string("long"), "seats": .int(9)], "Trip seats,kind: kind <> 'long' OR seats > 9"
      ),
      (["text": .string(#"{"a": 2}"#)], nil),
      (
        ["text": .string("no")],
        "Trip text: json_extract(text, '$.a') > 1, and says: malformed JSON"
      ),
      (
        ["kind": .string("123456789 123456")],
        "Trip kind,made: length(made) + coalesce(length(kind), 0) < 20"
      ),
    ] as [([String: Value], String?)]
  )
  func `A check between columns refuses a row before anything is written, and names what it reads`(
    values: [String: Value],
    expected: String?
  ) async throws {
    let store = try await open(Self.trips)
    let found = await failure(store, [.update(trip, values: values, original: [:])])
    #expect(found == expected)
    let writes = store.statementLog.filter { $0.sql.hasPrefix("UPDATE") }
    #expect(writes.isEmpty == (expected != nil))
  }

  @Test func `A new row is judged with its defaults, as far as they are literals`() async throws {
    let store = try await open(Self.trips)
    func insert(_ values: [String: Value]) async -> String? {
      await failure(store, [.insert(entityName: "Trip", values: values, references: [:], token: 1)])
    }
    #expect(await insert([:]) == nil)
    #expect(await insert(["seats": .int(3)]) == nil)
    #expect(
      await insert(["kind": .string("long"), "seats": .int(3)])
        == "Trip seats,kind: kind <> 'long' OR seats > 9"
    )
    let before = store.statementLog.filter { $0.sql.hasPrefix("INSERT") }.count
    // What the default of `made` is only the database knows: the statement itself is refused.
    #expect(
      await insert(["kind": .string("1234567890 1234567890")])
        == "Trip kind,made: length(made) + coalesce(length(kind), 0) < 20"
    )
    #expect(store.statementLog.filter { $0.sql.hasPrefix("INSERT") }.count == before + 1)
  }

  @Test func `A row that breaks a check already can be changed elsewhere`() async throws {
    let store = try await open(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a INT, lower INT, b TEXT, CHECK (a < lower), CHECK (lower(b) = b));
      PRAGMA ignore_check_constraints = ON;
      INSERT INTO t VALUES(1, 5, 4, 'X');
      """
    )
    let id = RecordID(entityName: "T", values: [.int(1)])
    #expect(
      await failure(store, [.update(id, values: ["lower": .int(3)], original: [:])])
        == "T a,lower: a < lower"
    )
    #expect(await failure(store, [.update(id, values: ["lower": .int(9)], original: [:])]) == nil)
    #expect(
      await failure(store, [.update(id, values: ["b": .string("Y")], original: [:])])
        == "T b: lower(b) = b"
    )
  }

  @Test func `The check of a table that a trigger writes is told of that table`() async throws {
    let store = try await open(
      """
      CREATE TABLE sale(id INTEGER PRIMARY KEY, count INT);
      CREATE TABLE stock(id INTEGER PRIMARY KEY, left_over INT, least INT, CHECK (left_over >= least));
      INSERT INTO stock VALUES(1, 5, 2);
      CREATE TRIGGER sold AFTER INSERT ON sale BEGIN UPDATE stock SET left_over = left_over - NEW.count; END;
      """
    )
    let sale = Change.insert(
      entityName: "Sale",
      values: ["count": .int(4)],
      references: [:],
      token: 1
    )
    #expect(await failure(store, [sale]) == "Stock leftOver,least: left_over >= least")
  }

  @Test func `What keeps a table from being written at all is told first`() async throws {
    let store = try await open(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, v INT CHECK (v > id), other REFERENCES gone(id));"
    )
    let change = Change.insert(
      entityName: "T",
      values: ["id": .int(2), "v": .int(1)],
      references: [:],
      token: 1
    )
    let failure = await failure(store, [change])
    #expect(
      failure?.contains("main.gone") == true && failure?.contains("the missing table") == true
    )
  }

  @Test func `What another change of the save makes of a row is not foreseen`() async throws {
    let store = try await open(
      """
      CREATE TABLE a(id INTEGER PRIMARY KEY, v INT);
      CREATE TABLE b(id INTEGER PRIMARY KEY, v INT, w INT, CHECK (v > w));
      INSERT INTO a VALUES(1, 1); INSERT INTO b VALUES(1, 2, 1);
      CREATE TRIGGER t AFTER UPDATE ON a BEGIN UPDATE b SET v = 100; END;
      """
    )
    func update(_ name: String, _ values: [String: Value]) -> Change {
      .update(RecordID(entityName: name, values: [.int(1)]), values: values, original: [:])
    }
    let changes = [update("A", ["v": .int(2)]), update("B", ["w": .int(50)])]
    #expect(await failure(store, changes) == nil)
  }

  @Test(arguments: [
    ("a INT CHECK (a > 1)", ["a > 1: a > 1"]),
    ("a INT CONSTRAINT c NOT NULL CHECK (a > 1), b INT CHECK (b)", ["c: a > 1", "b: b"]),
    (
      "a INT DEFAULT (1), CHECK ( \"a\" > ')' ), CONSTRAINT [x y] CHECK (a)",
      ["a: \"a\" > ')'", "x y: a"]
    ),
    ("\"check\" INT, b INT", []),
  ])
  func `The checks of a table are called as SQLite calls them`(columns: String, expected: [String])
  {
    let checks = CheckExpression.all(in: "CREATE TABLE t(\(columns))")
    #expect(checks.map { "\($0.name): \($0.sql)" } == expected)
  }
}
