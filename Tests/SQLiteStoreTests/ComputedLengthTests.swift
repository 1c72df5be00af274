import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import TestSupport
import Testing

/// A stranger's file computes values up to a limit, and stores values of any length.
struct ComputedLengthTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/x.db" }

  private static let sentence = "makes too long values"

  @Test(arguments: [
    "CREATE VIEW v AS SELECT 1 AS id, randomblob(1000000000) AS b",
    "CREATE VIEW v AS SELECT 1 AS id, zeroblob(900000000) || 'x' AS b",
    "CREATE VIEW v AS SELECT 1 AS id, hex(zeroblob(60000000)) AS b",
    "CREATE VIEW w AS SELECT randomblob(500000000) AS b; CREATE VIEW v AS SELECT 1 AS id, length(b) AS b FROM w",
    "CREATE VIEW v AS SELECT 1 AS id, replace(hex(zeroblob(9000000)), '0', '0123456789') AS b",
    "CREATE TABLE v(id INTEGER PRIMARY KEY, n INTEGER, b BLOB AS (zeroblob(n * 1000000) || 'x')); INSERT INTO v(n) VALUES(900)",
    "CREATE TABLE v(id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO v VALUES(1, 900); CREATE VIEW b AS SELECT zeroblob(n * 1000000) || 'x' AS b FROM v",
  ])
  func `L5: a long value that the schema of a file computes is refused in a sentence`(
    script: String
  ) async throws {
    try Connection(path: path, mode: .create).execute(script)
    let store = try await EntityStore.open(.file(path))
    let names = store.model.entities.map(\.name)
    var refusals = 0
    for name in names {
      let fetch = FetchSpecification(entityName: name, auxiliaryQualifier: nil)
      do {
        let rows = try await store.window(fetch, from: .start, count: 10).records
        let length = rows.compactMap { $0.value(forKey: "b")?.description.utf8.count }.max() ?? 0
        #expect(length < Int(Connection.longestComputed))
      } catch {
        refusals += 1
        #expect(error.sentence.contains(Self.sentence), "\(error.sentence)")
      }
      for text in ["b like '*x'", "b > 'a'"] {
        guard let condition = Qualifier.parse(text).qualifier,
          store.model.entity(named: name)?.attribute(named: "b") != nil
        else { continue }
        let asked = FetchSpecification(entityName: name, auxiliaryQualifier: condition)
        do { _ = try await store.count(asked) } catch {
          refusals += 1
          #expect(error.sentence.contains(Self.sentence), "\(error.sentence)")
        }
      }
    }
    #expect(refusals > 0)
    await store.close()
  }

  @Test func `L5: what is stored is read and written whatever its length`() async throws {
    let long = Int(Connection.longestComputed) + 1_000
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE plain(id INTEGER PRIMARY KEY, note TEXT, b BLOB);
      INSERT INTO plain VALUES(1, 'a', x'01'), (2, 'b', zeroblob(\(long))), (3, 'c', NULL);
      CREATE TABLE keyed(k TEXT PRIMARY KEY, note TEXT, b TEXT) WITHOUT ROWID;
      INSERT INTO keyed VALUES('1', 'a', 'x'), ('2', 'b', CAST(zeroblob(\(long)) AS TEXT)), ('3', 'c', 'y');
      CREATE VIEW other AS SELECT randomblob(1000000000) AS b;
      """
    )
    let store = try await EntityStore.open(.file(path))
    for (name, key) in [("Plain", Value.int(2)), ("Keyed", .string("2"))] {
      let rows = try await store.window(
        FetchSpecification(entityName: name),
        from: .start,
        count: 9
      )
      .records
      let lengths = rows.map { record -> Int in
        switch record.value(forKey: "b") {
        case .data(let bytes): bytes.count
        case .string(let text): text.utf8.count
        default: 0
        }
      }
      #expect(lengths == [1, long, name == "Plain" ? 0 : 1], "\(name)")
      let id = RecordID(entityName: name, values: [key])
      _ = try await store.save([
        .update(id, values: ["note": .string("new")], original: ["note": .string("b")])
      ])
    }
    await #expect(throws: StoreError.self) {
      try await store.window(FetchSpecification(entityName: "Other"), from: .start, count: 1)
    }
    await store.close()
    let connection = try Connection(path: path, mode: .readOnly)
    for table in ["plain", "keyed"] {
      let found = try connection.rows(
        "SELECT note, length(CAST(b AS BLOB)) FROM \(table) WHERE note = 'new'"
      ) { $0.int(1) }
      #expect(found == [Int64(long)], "\(table)")
    }
  }
}
