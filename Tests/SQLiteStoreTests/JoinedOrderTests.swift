import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore
import TestSupport
import Testing

/// Windows in an order that no index has, of rows that show what they refer to.
struct JoinedOrderTests {
  private static let tables = """
    CREATE TABLE category(id INTEGER PRIMARY KEY, title TEXT);
    CREATE TABLE maker(id TEXT PRIMARY KEY, name TEXT);
    """
  private static let columns =
    "category_id INT REFERENCES category(id), maker_id TEXT REFERENCES maker(id), price REAL, note TEXT"
  private static let kinds = [
    "CREATE TABLE item(id INTEGER PRIMARY KEY, \(columns))",
    "CREATE TABLE item(id TEXT PRIMARY KEY, \(columns))",
    "CREATE TABLE item(a INT, id INT, \(columns), PRIMARY KEY (a, id)) WITHOUT ROWID",
    "CREATE TABLE item(id INT PRIMARY KEY, rowid, oid, _rowid_, \(columns))",
  ]
  private static let paths = ["price", "note", "category.title", "maker.name"].map {
    PropertyPath($0)
  }

  private static func script(_ kind: String, count: Int) -> String {
    let key = kind.contains("(a,") ? "i % 3, i" : kind.contains("oid") ? "i, 1, 2, 3" : "i"
    // Some references lead nowhere.
    return "PRAGMA foreign_keys = OFF;" + tables + kind + """
      ;
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
        INSERT INTO category SELECT i, 'title ' || (i * 7 % 5) FROM n;
      INSERT INTO maker SELECT 'm' || id, nullif('name ' || (id * 11 % 50), 'name 0') FROM category;
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO item SELECT \(key), nullif(i * 31 % 50, 3), 'm' || (i * 13 % 60),
          nullif((i * 104729 % 9973) / 7.0, 1.0), 'note ' || (i % 4) FROM n;
      """
  }

  /// The steps that SQLite takes for a statement, in thousands.
  private func steps(_ sql: String, limit: Int, on connection: Connection) throws -> Int {
    let statement = try connection.prepare(sql)
    if sql.contains("?") { try statement.bind([.int(Int64(limit))]) }
    var count = 0
    try connection.watching(every: 1_000) {
      count += 1
      return true
    } during: { () throws(SQLiteError) in
      while try statement.step() {}
    }
    return count
  }

  @Test(arguments: [
    ("price", "SELECT * FROM item ORDER BY price LIMIT 100"),
    ("-note", "SELECT * FROM item ORDER BY note DESC LIMIT 100"),
    (
      "category.title",
      "SELECT item.* FROM item LEFT JOIN category c ON c.id = category_id ORDER BY c.title LIMIT 100"
    ),
  ])
  func `M1: the first rows in an order without an index take the steps of a plain LIMIT`(
    key: String,
    plain: String
  ) async throws {
    let script = Self.script(Self.kinds[0], count: 20_000)
    let store = try await EntityStore.open(.script(script, title: "Shop"))
    let fetch = FetchSpecification(
      entityName: "Item",
      sortOrderings: [SortOrdering(key: key)],
      paths: Self.paths
    )
    let connection = try Connection()
    try connection.execute(script)
    let expected = try steps(plain, limit: 100, on: connection)
    for anchor in [WindowAnchor.start, .end] {
      let window = try await store.window(fetch, from: anchor, count: 99)
      #expect(window.records.count == 99)
      let sql = try #require(store.statementLog.last?.sql)
      let found = try steps(sql, limit: 100, on: connection)
      #expect(Double(found) <= 1.3 * Double(expected), "\(found) : \(expected)\n\(sql)")
    }
    await store.close()
  }

  @Test(arguments: kinds, [1, 2, 3])
  func `M1: windows in an order without an index are stretches of the plain list`(
    kind: String,
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let store = try await EntityStore.open(
      .script(Self.script(kind, count: 60), title: "Shop")
    )
    for _ in 0..<6 {
      let keys = ["price", "note", "category.title", "maker.name"].shuffled(using: &random)
      let isNarrow = Bool.random(using: &random)
      let fetch = FetchSpecification(
        entityName: "Item",
        auxiliaryQualifier: isNarrow ? Qualifier.parse("maker.name != 'name 5'").qualifier : nil,
        sortOrderings: keys.prefix(Int.random(in: 1...2, using: &random)).map {
          SortOrdering(PropertyPath($0), descending: Bool.random(using: &random))
        },
        paths: Self.paths
      )
      // In memory, by the same rule: the order, then the key.
      let unordered = try await store.window(
        FetchSpecification(
          entityName: "Item",
          auxiliaryQualifier: fetch.auxiliaryQualifier,
          paths: Self.paths + [PropertyPath("id")]
        ),
        from: .start,
        count: 1000
      )
      let total = fetch.sortOrderings + [SortOrdering(PropertyPath("id"))]
      let expected =
        kind.contains("(a,") ? nil : unordered.records.sorted { total.compare($0, $1) == .less }
      let all = try await store.window(fetch, from: .start, count: 1000)
      if let expected { #expect(all.records.map(\.id) == expected.map(\.id)) }
      #expect(all.records.count == unordered.records.count)
      var (forward, backward) = ([Record](), [Record]())
      var anchor = WindowAnchor.start
      while true {
        let page = try await store.window(fetch, from: anchor, count: 7)
        forward += page.records
        guard page.hasMoreAfter, let last = page.cursors.last else { break }
        anchor = .after(last)
      }
      #expect(forward == all.records)
      anchor = .end
      while true {
        let page = try await store.window(fetch, from: anchor, count: 7)
        backward = page.records + backward
        guard page.hasMoreBefore, let first = page.cursors.first else { break }
        anchor = .before(first)
      }
      #expect(backward == all.records)
      let place = all.records.count / 2
      let around = try await store.window(fetch, from: .from(all.cursors[place]), count: 5)
      #expect(around.records == Array(all.records[place...].prefix(5)))
    }
    await store.close()
  }
}
