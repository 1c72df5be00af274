import EntityModel
import EntityStore
import FoundationEssentials
import Glibc
import Qualifiers
import SQLiteStore
import TestSupport
import Testing

struct QualifierSQLTests {
  static let schema = """
    CREATE TABLE parent(id INTEGER PRIMARY KEY, name TEXT, n INT, r REAL, m DECIMAL(9,2), d DATE, at DATETIME,
      flag BOOLEAN, x, nick VARCHAR(20) COLLATE NOCASE);
    CREATE INDEX parent_name ON parent(name); CREATE INDEX parent_d ON parent(d);
    CREATE INDEX parent_n ON parent(n);
    CREATE TABLE child(id INTEGER PRIMARY KEY, parent_id INT REFERENCES parent, name TEXT, n INT);
    CREATE TABLE kind(code TEXT PRIMARY KEY NOT NULL, name TEXT, n INT);
    CREATE TABLE note(id INTEGER PRIMARY KEY, child_id INT REFERENCES child, kind TEXT REFERENCES kind, n INT);
    CREATE TABLE tag(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE parent_tag(parent_id INT REFERENCES parent, tag_id INT REFERENCES tag,
      PRIMARY KEY(parent_id, tag_id));
    """

  static let texts = [
    "NULL", "'a'", "'A'", "'abc'", "'a*c'", "'a?c'", "'a[c'", "'a%c'", "'é'", "'e' || char(769)",
    "'Abé'", "'ß'", "'SS'", "'5'", "'05'", "'true'", "'2024-03-01'", "''", "'a' || char(0) || 'b'",
    "x'6162'", "CAST(x'61ff' AS TEXT)", "'[a]'", "'K'", "char(8490)",
  ]
  static let numbers = [
    "NULL", "0", "1", "2", "-1.5", "2.5", "'text'", "x'01'", "9007199254740993",
  ]
  static let dates = [
    "NULL", "'2024-03-01'", "'2024-03-01 00:00:00'", "'2024-03-01T10:30'", "'2024-02-29'", "'soon'",
    "'2024-03-02 23:59:59.5'", "17", "2024", "20240301", "'2024-03'", "'2024-02-30'",
  ]

  /// Returns a script with random rows, the same for the same seed.
  static func script(_ random: inout SeededGenerator) -> String {
    func pick(_ values: [String]) -> String { values.randomElement(using: &random) ?? "NULL" }
    var statements = [schema]
    for id in 1...30 {
      let values = [
        "\(id)", pick(texts), pick(numbers), pick(numbers), pick(numbers + ["1.10", "'1.10'"]),
        pick(dates), pick(dates), pick(["NULL", "0", "1", "2", "'true'"]), pick(texts + numbers),
        pick(texts),
      ]
      statements.append("INSERT INTO parent VALUES(\(values.joined(separator: ", ")));")
    }
    for id in 1...40 {
      let parent = ["NULL", "\(Int.random(in: 1...15, using: &random))"]
      statements.append(
        "INSERT INTO child VALUES(\(id), \(pick(parent)), \(pick(texts)), \(pick(numbers)));"
      )
    }
    statements.append("PRAGMA foreign_keys=OFF;")
    for code in ["a", "A", "5", ""] {
      statements.append("INSERT INTO kind VALUES('\(code)', \(pick(texts)), \(pick(numbers)));")
    }
    for id in 1...60 {
      // Some lead nowhere.
      let child = ["NULL", "\(Int.random(in: 1...50, using: &random))"]
      let kind = ["NULL", "'a'", "'A'", "'5'", "5", "''", "'none'"]
      statements.append(
        "INSERT INTO note VALUES(\(id), \(pick(child)), \(pick(kind)), \(pick(numbers)));"
      )
    }
    statements.append("PRAGMA foreign_keys=ON;")
    statements.append("INSERT INTO tag VALUES(1, 'a'), (2, NULL), (3, 'é');")
    for id in 1...10 {
      statements.append(
        "INSERT INTO parent_tag VALUES(\(id), \(id % 3 + 1)), (\(id), \((id + 1) % 3 + 1));"
      )
    }
    return statements.joined(separator: "\n")
  }

  /// How many conditions are tried; `D2T_QUALIFIER_CASES` sets another number.
  static let cases =
    getenv("D2T_QUALIFIER_CASES").flatMap { Int(String(cString: $0)) } ?? 1800

  @Test(arguments: 1...6)
  func `SQL picks the rows that the evaluator picks`(seed: Int) async throws {
    // Each 300 have rows of their own.
    for round in 0..<max(1, Self.cases / 1800) {
      guard try await agree(on: ["Parent", "Child"], seed: UInt64(seed + round * 6)) else { return }
    }
  }

  @Test(arguments: 1...3)
  func `B4: A filter through a join picks the rows that the evaluator picks`(
    seed: Int
  ) async throws {
    for round in 0..<max(1, Self.cases / 1800) {
      guard try await agree(on: ["Note"], seed: UInt64(seed + round * 3)) else { return }
    }
  }

  @Test(arguments: ["not (name in (%))", "d in (%)", "x in (%)", "not (n in (%) or name in (%))"])
  func `Of a condition with thousands of values SQL picks the same rows`(
    form: String
  ) async throws {
    var random = SeededGenerator(seed: 7)
    let store = try await EntityStore.open(.script(Self.script(&random), title: "Random"))
    let memory = try await MemoryCopy(store)
    let list = (["abc", "5", "2024-03-01"] + (0..<3_000).map { "n\($0)" }).map { "'\($0)'" }
      .joined(separator: ", ")
    let parts = (0..<3_000).map { "name like '*\($0)*'" } + ["name = 'a'"]
    for text in [
      form.replacing("%", with: list), parts.joined(separator: " or "),
      "not (\(parts.joined(separator: " and ")))",
    ] {
      let qualifier = try #require(Qualifier.parse(text).0)
      let specification = FetchSpecification(entityName: "Parent", qualifier: qualifier)
      let rows = try await store.window(specification, from: .start, count: 1000)
      let found = rows.records.compactMap { $0.id?.values.first }
      #expect(found == memory.ids(of: "Parent", qualifier), "\(form)")
    }
    await store.close()
  }

  private static let byKeys =
    #"FROM "main"."note" AS t0 WHERE t0."child_id" IN (SELECT t1."id" FROM"#

  @Test(
    arguments: [
      ("child.n = 1", #"\(byKeys) "main"."child" AS t1 WHERE t1."n" = ?)"#),
      (
        "child.parent.n in (1, 2)",
        #"\(byKeys) "main"."child" AS t1 WHERE t1."parent_id" IN (SELECT t2."id" FROM "main"."parent" AS t2 "#
          + #"WHERE t2."n" IN (?, ?)))"#
      ),
      // Of nobody they are true, or looked at together with the row.
      ("child.n is null", "LEFT JOIN"), ("not (child.n = 1)", "LEFT JOIN"),
      ("child.n = n", "LEFT JOIN"), ("child.parent.children.@count = 0", "LEFT JOIN"),
    ]
  )
  func `B4: What is asked of another object is asked of all objects there once`(
    text: String,
    sql: String
  ) async throws {
    let store = try await EntityStore.open(.script(Self.schema, title: "Empty"))
    let qualifier = try #require(Qualifier.parse(text).0)
    let specification = FetchSpecification(
      entityName: "Note",
      qualifier: qualifier,
      paths: [PropertyPath("id")]
    )
    let expected = sql.replacing(#"\(byKeys)"#, with: Self.byKeys)
    for anchor in [WindowAnchor.start, .end] {
      _ = try await store.window(specification, from: anchor, count: 1)
      #expect(store.statementLog.last?.sql.contains(expected) == true)
    }
    _ = try await store.count(specification)
    #expect(store.statementLog.last?.sql.contains(expected) == true)
  }

  private func agree(on entityNames: [String], seed: UInt64) async throws -> Bool {
    var random = SeededGenerator(seed: seed)
    let store = try await EntityStore.open(.script(Self.script(&random), title: "Random"))
    let memory = try await MemoryCopy(store)
    for entityName in entityNames {
      for _ in 0..<150 {
        let qualifier = QualifierMaker.qualifier(of: entityName, depth: 2, &random)
        let specification = FetchSpecification(entityName: entityName, qualifier: qualifier)
        let rows = try await store.window(specification, from: .start, count: 1000)
        let expected = memory.ids(of: entityName, qualifier)
        let found = rows.records.compactMap { $0.id?.values.first }
        #expect(found == expected, "\(qualifier), seed \(seed)")
        #expect(try await store.count(specification) == expected.count)
        if found != expected { return false }
      }
    }
    await store.close()
    return true
  }

  @Test(
    arguments: [
      ("name = 'abc'", #"t0."name" = ? COLLATE BINARY"#),
      ("n >= 5", #"(t0."n" >= ? AND typeof(t0."n") IN ('integer', 'real'))"#),
      ("n in (1, 2)", #"t0."n" IN (?, ?)"#),
      ("name like 'ab*'", #"(t0."name" GLOB ? AND d2t_test(?, t0."name"))"#),
      ("d = @2024-03-01", #"(t0."d" >= ? AND t0."d" < ? AND d2t_test(?, t0."d"))"#),
      ("name is null", #"t0."name" IS NULL"#),
      (
        "children.@count > 1",
        #"(SELECT count(*) FROM "main"."child" AS t1 WHERE t0."id" = t1."parent_id") > ?"#
      ),
      (
        "children.n = 1",
        #"EXISTS (SELECT 1 FROM "main"."child" AS t1 WHERE t0."id" = t1."parent_id" AND t1."n" = ?)"#
      ),
    ]
  )
  func `Conditions that an index can answer are plain SQL`(text: String, sql: String) async throws {
    let store = try await EntityStore.open(.script(Self.schema, title: "Empty"))
    let qualifier = try #require(Qualifier.parse(text).0)
    _ = try await store.window(
      FetchSpecification(
        entityName: "Parent",
        qualifier: qualifier,
        paths: [PropertyPath("id")]
      ),
      from: .start,
      count: 1
    )
    #expect(
      store.statementLog.last?.sql
        == #"SELECT t0."id" FROM "main"."parent" AS t0 WHERE \#(sql) ORDER BY t0."id" LIMIT ?"#
    )
  }

  @Test(
    arguments: [
      "nothing = 1", "children = 1", "name matches '('", "n = $user.id",
      "children.name = ('a', 'b')",
      "parent.name = 'x'", "where (n = 1) = 2",
    ]
  )
  func `What cannot be said in SQL is refused`(text: String) async throws {
    let store = try await EntityStore.open(.script(Self.schema, title: "Empty"))
    guard let qualifier = Qualifier.parse(text).0 else { return }
    let error = await #expect(throws: StoreError.self) {
      try await store.count(FetchSpecification(entityName: "Parent", qualifier: qualifier))
    }
    guard case .unsupported = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}

/// All rows of a store, with relationships followed in memory.
private struct MemoryCopy {
  private var records: [String: [Record]] = [:]

  init(_ store: EntityStore) async throws {
    for entity in store.model.entities {
      let specification = FetchSpecification(entityName: entity.name)
      records[entity.name] = try await store.window(specification, from: .start, count: 1000)
        .records
    }
  }

  func ids(of entityName: String, _ qualifier: Qualifier) -> [Value] {
    (records[entityName] ?? []).filter {
      qualifier.evaluate(with: Context(copy: self, record: $0)) == true
    }.compactMap { $0.id?.values.first }
  }

  private func value(_ record: Record?, _ entity: Entity, _ path: ArraySlice<String>) -> Value? {
    guard let name = path.first else { return nil }
    guard let relationship = entity.relationship(named: name),
      let destination = relationship.destination
    else { return record.map { $0.value(forKey: name) } ?? .null }
    let rest = path.dropFirst()
    if !relationship.definition.path.isEmpty {
      if rest == ["@count"] {
        return value(record, entity, [relationship.definition.path[0], "@count"])
      }
      return value(record, entity, relationship.definition.path + rest)
    }
    let others = (records[destination.name] ?? []).filter { other in
      relationship.definition.joins.allSatisfy { join in
        let pair = (record?.value(forKey: join.source), other.value(forKey: join.destination))
        return pair.0 == pair.1 && pair.0?.isNull == false
      }
    }
    guard relationship.isToMany else { return value(others.first, destination, rest) }
    if rest == ["@count"] { return .int(Int64(others.count)) }
    return .list(others.compactMap { value($0, destination, rest) })
  }

  private struct Context: EvaluationContext {
    let copy: MemoryCopy
    let record: Record

    func value(at path: PropertyPath) -> Value? {
      copy.value(record, record.entity, path.components[...])
    }
    func value(ofVariable path: PropertyPath) -> Value? { nil }
    var now: Date { Date(timeIntervalSinceReferenceDate: 0) }
  }
}

/// Makes conditions that a person could write, and worse.
private enum QualifierMaker {
  static let paths = [
    "Parent": [
      "id", "name", "n", "r", "m", "d", "at", "flag", "x", "nick", "children.name", "children.n",
      "children.@count", "tags.name", "tags.@count",
    ],
    "Child": [
      "id", "name", "n", "parent.name", "parent.n", "parent.d", "parent.flag", "parent.children.n",
      "parent.tags.name",
    ],
    "Note": [
      "id", "n", "child.name", "child.n", "child.parentId", "child.parent.name", "child.parent.d",
      "child.parent.flag", "child.parent.x", "child.parent.nick", "child.parent.children.n",
      "child.parent.children.@count", "child.notes.@count", "kind.name", "kind.n", "kind.code",
    ],
  ]
  static let constants: [Value] = [
    .null, .int(0), .int(1), .int(2), .int(5), .double(2.5), .double(-1.5), .bool(true),
    .bool(false),
    .string("a"), .string("A"), .string("abc"), .string("é"), .string("e\u{301}"), .string("5"),
    .string("true"), .string("2024-03-01"), .string(""), .string("SS"), .string("K"), .string("17"),
    .date(Date(wallClock: "2024-03-01") ?? Date()),
    .date(Date(wallClock: "2024-03-01 10:30") ?? Date()),
    .data([0x61, 0x62]), .int(9_007_199_254_740_993), .string("1.10"), .string("text"),
    .decimal(Decimal(string: "1.1") ?? 0), .string("Abé"), .int(2024), .string("2024-03"),
  ]
  static let patterns = [
    "a*", "*c", "*b*", "a?c", "*é*", "?", "*", "A*", "*[*", "a%c", "SS", "k", "é*", "\\a*",
  ]

  static func qualifier(
    of entity: String,
    depth: Int,
    _ random: inout SeededGenerator
  ) -> Qualifier {
    let kind = Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random)
    switch kind {
    case 0, 1, 2: return comparison(of: entity, &random)
    case 3: return .isNull(path(of: entity, &random))
    case 4:
      let members = (0..<Int.random(in: 0...3, using: &random)).map { _ in constant(&random) }
      return .in(path(of: entity, &random), Expression(.list(members)))
    case 5:
      return Bool.random(using: &random)
        ? .truth(path(of: entity, &random))
        : .between(path(of: entity, &random), constant(&random), constant(&random))
    case 6: return .not(qualifier(of: entity, depth: depth - 1, &random))
    case 7:
      return .and((0..<2).map { _ in qualifier(of: entity, depth: depth - 1, &random) })
    default:
      return .or((0..<2).map { _ in qualifier(of: entity, depth: depth - 1, &random) })
    }
  }

  private static func comparison(
    of entity: String,
    _ random: inout SeededGenerator
  ) -> Qualifier {
    let op = Qualifier.Operator.allCases.randomElement(using: &random) ?? .equal
    let left = path(of: entity, &random)
    switch op {
    case .like, .ilike:
      let pattern = patterns.randomElement(using: &random) ?? "*"
      return .comparison(left, op, Expression(.literal(.string(pattern))))
    case .matches:
      let pattern = ["a", "^a.*c$", "[0-9]+", "é"].randomElement(using: &random) ?? "a"
      return .comparison(left, op, Expression(.literal(.string(pattern))))
    default: break
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .comparison(constant(&random), op, left)
    case 1:
      let own = (paths[entity] ?? []).filter { !$0.contains(".") }
      return .comparison(
        left,
        op,
        Expression(.path(PropertyPath(own.randomElement(using: &random) ?? "id")))
      )
    default: return .comparison(left, op, constant(&random))
    }
  }

  private static func path(
    of entity: String,
    _ random: inout SeededGenerator
  ) -> Qualifiers.Expression {
    Expression(.path(PropertyPath((paths[entity] ?? []).randomElement(using: &random) ?? "id")))
  }

  private static func constant(_ random: inout SeededGenerator) -> Qualifiers.Expression {
    Expression(.literal(constants.randomElement(using: &random) ?? .null))
  }
}
