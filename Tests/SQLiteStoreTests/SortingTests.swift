import EntityModel
import EntityStore
import Glibc
import Qualifiers
import SQLiteStore
import TestSupport
import Testing

struct SortingTests {
  private static let texts = [
    "''", "'a'", "'A'", "'b'", "'é'", "'É'", "'e' || char(769)", "'ß'", "'SS'", "'part 2'",
    "'Part 10'",
    "'part 02'", "'part 2b'", "'9'", "'10'", "'010'", "char(8490)", "'k'", "'a' || char(0) || 'b'",
    "'99999999999999999999999'", "'99999999999999999999998'", "'é9'", "'É10'",
  ]
  private static let values =
    texts + [
      "NULL", "NULL", "1", "2", "-1.5", "2.0", "10", "9007199254740993", "9007199254740992.0",
      "x'00'", "x'61'",
    ]

  /// How many orders are tried; `D2T_SORT_CASES` sets another number.
  static let cases = getenv("D2T_SORT_CASES").flatMap { Int(String(cString: $0)) } ?? 120

  @Test(arguments: 1...4)
  func `SQL sorts as memory does`(seed: Int) async throws {
    for round in 0..<max(1, Self.cases / 40) {
      var random = SeededGenerator(seed: UInt64(seed + 4 * round))
      var script = "CREATE TABLE t(id INTEGER PRIMARY KEY, a, b TEXT, c TEXT);"
      for id in 1...60 {
        let a = Self.values.randomElement(using: &random) ?? "NULL"
        let texts = Self.texts + ["NULL"]
        let b = texts.randomElement(using: &random) ?? "NULL"
        let c = texts.randomElement(using: &random) ?? "NULL"
        script += "INSERT INTO t VALUES(\(id), \(a), \(b), \(c));"
      }
      let store = try await EntityStore.open(.script(script, title: "Sorted"))
      for _ in 0..<10 {
        let order = WindowTests.randomOrder(&random)
        let all = try await store.window(
          FetchSpecification(entityName: "T"),
          from: .start,
          count: 100
        )
        let found = try await store.window(
          FetchSpecification(entityName: "T", sortOrderings: order),
          from: .start,
          count: 100
        )
        let total = order + [SortOrdering(PropertyPath("id"))]
        let expected = all.records.sorted { total.compare($0, $1) == .less }
        #expect(found.records.map(\.id) == expected.map(\.id), "\(order), seed \(seed)")
      }
      await store.close()
    }
  }

  @Test(
    arguments: [
      ("b natural", #" ORDER BY t0."b" COLLATE d2t_natural, t0."id" LIMIT ?"#),
      ("-b caseInsensitive", #" ORDER BY t0."b" COLLATE d2t_caseless DESC, t0."id" LIMIT ?"#),
      ("b nulls last", #" ORDER BY t0."b" NULLS LAST, t0."id" LIMIT ?"#),
      ("-b nulls first", #" ORDER BY t0."b" DESC NULLS FIRST, t0."id" LIMIT ?"#),
      ("-b nulls last", #" ORDER BY t0."b" DESC, t0."id" LIMIT ?"#),
      ("n nulls last", #" ORDER BY t0."n", t0."id" LIMIT ?"#),
    ]
  )
  func `An order is said in SQL`(key: String, sql: String) async throws {
    let store = try await EntityStore.open(
      .script("CREATE TABLE t(id INTEGER PRIMARY KEY, b TEXT, n INT NOT NULL)", title: "Empty")
    )
    let fetch = FetchSpecification(entityName: "T", sortOrderings: [SortOrdering(key: key)])
    _ = try await store.window(fetch, from: .start, count: 1)
    let last = try #require(store.statementLog.last?.sql)
    #expect(last.hasSuffix(sql))
  }

  @Test func `An index serves an order that puts null where it does not stand in the index`()
    async throws
  {
    let store = try await EntityStore.open(
      .script("CREATE TABLE t(id INTEGER PRIMARY KEY, b TEXT); CREATE INDEX i ON t(b)", title: "T")
    )
    let fetch = FetchSpecification(
      entityName: "T",
      sortOrderings: [SortOrdering(key: "b nulls last")]
    )
    #expect(try await !store.numberRows(fetch).isSorted)
  }
}
