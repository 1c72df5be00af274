import EntityModel
import EntityStore
import Formatting
import FoundationEssentials
import Qualifiers
import SQLite
import SQLiteStore
import TestSupport
import Testing

/// Random groups of random tables beside plain SQL, which this test writes on its own.
struct GroupPropertyTests {
  /// A column or expression of the table under test: as people write it, in SQL, and the kind of its values.
  private struct Operand {
    let text: String
    let sql: String
    let kind: Kind
  }

  private enum Kind: CaseIterable {
    case integer, real, decimal, text, caseless, day, moment, truth, bytes

    var declaration: String {
      switch self {
      case .integer: "INTEGER"
      case .real: "REAL"
      case .decimal: "DECIMAL(12,4)"
      case .text: "TEXT"
      case .caseless: "TEXT COLLATE NOCASE"
      case .day: "DATE"
      case .moment: "DATETIME"
      case .truth: "BOOLEAN"
      case .bytes: "BLOB"
      }
    }

    /// A random value as SQL.
    func literal(_ random: inout SeededGenerator) -> String {
      if random.chance(15) { return "NULL" }
      let number = random.below(7) - 3
      switch self {
      case .integer:
        // Extremes meet only now and then: their sums have no room.
        if random.chance(4) { return random.chance(50) ? "\(Int64.max)" : "-\(Int64.max)" }
        return "\(number)"
      case .real: return "\(Double(number) * [0.25, 1e9, 3.5][random.below(3)])"
      case .decimal:
        return [
          "\(number).5", "\(number)", "\(number).19", "1234567.0001", "0.1", "9007199254740993",
        ][
          random.below(6)
        ]
      case .text, .caseless:
        return "'\(["ash", "Ash", "birch", "", "é", "e\u{301}", "🌲", "10", "9"][random.below(9)])'"
      case .day:
        return "'20\(10 + random.below(3))-0\(1 + random.below(3))-\(10 + random.below(3))'"
      case .moment: return "'2010-01-0\(1 + random.below(3)) 1\(random.below(3)):00:00'"
      case .truth: return "\(random.below(2))"
      case .bytes: return "x'0\(random.below(4))'"
      }
    }

    /// The value of what SQL gives.
    func value(_ stored: SQLiteValue) -> Value {
      switch (self, stored) {
      case (_, .null): return .null
      case (.integer, .int(let number)): return .int(number)
      case (.real, .double(let number)): return .double(number)
      case (.real, .int(let number)): return .double(Double(number))
      case (.decimal, .int(let number)): return .decimal(Decimal(number))
      case (.decimal, .double(let number)):
        return .decimal(Decimal(string: number.description) ?? .nan)
      case (.text, .text(let text)), (.caseless, .text(let text)): return .string(text)
      case (.day, .text(let text)), (.moment, .text(let text)):
        return Date(wallClock: text).map(Value.date) ?? .null
      case (.truth, .int(let number)): return .bool(number != 0)
      case (.bytes, .blob(let bytes)): return .data(bytes)
      default:
        Issue.record("\(self) cannot be \(stored)")
        return .null
      }
    }

    var isNumber: Bool { self == .integer || self == .real || self == .decimal }
  }

  /// A table of random columns and rows, and what can be said of it.
  private struct World {
    var operands: [Operand] = []
    var script: String
    private var columns: [(name: String, kind: Kind)] = []

    init(_ random: inout SeededGenerator) {
      var parents = "CREATE TABLE p(id INTEGER PRIMARY KEY, name TEXT, size INTEGER);\n"
      for id in 1...3 {
        let name = Kind.text.literal(&random)
        parents += "INSERT INTO p VALUES(\(id), \(name), \(Kind.truth.literal(&random)));\n"
      }
      let count = random.below(4) + 2
      for index in 0..<count {
        let kind = Kind.allCases[random.below(Kind.allCases.count)]
        columns.append(("c\(index)", kind))
        operands.append(Operand(text: "c\(index)", sql: "t.c\(index)", kind: kind))
      }
      operands.append(Operand(text: "p.name", sql: "p.name", kind: .text))
      operands.append(Operand(text: "p.size", sql: "p.size", kind: .integer))
      for (name, kind) in columns {
        switch kind {
        case .day, .moment:
          let year = "CAST(strftime('%Y', t.\(name)) AS INTEGER)"
          operands.append(Operand(text: "year(\(name))", sql: year, kind: .integer))
          let month = "strftime('%Y-%m', t.\(name))"
          operands.append(Operand(text: "yearMonth(\(name))", sql: month, kind: .text))
        case .truth:
          let choice = "CASE WHEN t.\(name) = 1 THEN 'x' ELSE 'y' END"
          operands.append(
            Operand(text: "if \(name) then 'x' else 'y'", sql: choice, kind: .text)
          )
        case .text:
          operands.append(
            Operand(
              text: "coalesce(\(name), 'none')",
              sql: "coalesce(t.\(name), 'none')",
              kind: .text
            )
          )
        default: break
        }
      }
      let declared = columns.map { "\($0.name) \($0.kind.declaration)" }.joined(separator: ", ")
      script =
        parents
        + "CREATE TABLE t(id INTEGER PRIMARY KEY, p_id INTEGER REFERENCES p(id), \(declared));\n"
      if random.chance(30) { script += "CREATE INDEX i ON t(c0);\n" }
      for id in 0..<random.below(14) {
        let parent = random.chance(20) ? "NULL" : "\(1 + random.below(3))"
        let values = columns.map { $0.kind.literal(&random) }.joined(separator: ", ")
        script += "INSERT INTO t VALUES(\(id), \(parent), \(values));\n"
      }
    }

    /// A random condition as people write it and in SQL.
    func condition(_ random: inout SeededGenerator, depth: Int = 2) -> (text: String, sql: String) {
      if depth > 0, random.chance(40) {
        let (one, other) = (
          condition(&random, depth: depth - 1), condition(&random, depth: depth - 1)
        )
        let word = random.chance(50) ? "and" : "or"
        return ("(\(one.text) \(word) \(other.text))", "(\(one.sql) \(word) \(other.sql))")
      }
      let (name, kind) = columns[random.below(columns.count)]
      if random.chance(30) { return ("\(name) is null", "t.\(name) IS NULL") }
      let sign = ["<", ">=", "=", "!="][random.below(4)]
      switch kind {
      case .integer, .real:
        let number = random.below(5) - 2
        return ("\(name) \(sign) \(number)", "t.\(name) \(sign) \(number)")
      case .day:
        return ("\(name) \(sign) @2011-02-11", "t.\(name) \(sign) '2011-02-11'")
      default: return ("p.size = 1", "p.size = 1")
      }
    }
  }

  private struct Case {
    let grouping: Grouping
    let keys: [Operand]
    let operands: [Operand?]
    let condition: (text: String, sql: String)?

    init(_ world: World, _ random: inout SeededGenerator) {
      func any(_ isWanted: (Kind) -> Bool = { _ in true }) -> Operand? {
        let found = world.operands.filter { isWanted($0.kind) }
        return found.isEmpty ? nil : found[random.below(found.count)]
      }
      keys = (0..<random.below(3)).compactMap { _ in any() }
      var aggregates: [Grouping.Aggregate] = []
      var operands: [Operand?] = []
      for _ in 0..<random.below(4) {
        let function = AggregateFunction.allCases[random.below(AggregateFunction.allCases.count)]
        let isSum = function == .sum || function == .avg
        let operand = any { !isSum || $0.isNumber }
        guard let operand, function != .count || random.chance(60) else {
          aggregates.append(.init(.count))
          operands.append(nil)
          continue
        }
        aggregates.append(.init(function, of: Self.expression(operand)))
        operands.append(operand)
      }
      self.operands = operands
      var columns = keys.indices.map(Grouping.Column.key)
      columns += aggregates.indices.map(Grouping.Column.aggregate)
      grouping = Grouping(
        by: keys.map(Self.expression),
        aggregates,
        orderings: columns.isEmpty
          ? []
          : (0..<random.below(3)).map { _ in
            .init(columns[random.below(columns.count)], descending: random.chance(50))
          },
        limit: random.chance(15) ? random.below(4) : nil
      )
      condition = random.chance(60) ? world.condition(&random) : nil
    }

    private static func expression(_ operand: Operand) -> Qualifiers.Expression {
      let (read, faults) = Qualifiers.Expression.parse(operand.text)
      if read == nil { Issue.record("\(operand.text): \(faults)") }
      return read ?? .init(.literal(.null))
    }

    /// The rows from which SQL computes everything.
    private var rows: String {
      "FROM t LEFT JOIN p ON p.id = t.p_id" + (condition.map { " WHERE \($0.sql)" } ?? " WHERE 1")
    }

    /// The groups by SQL, with nothing of the program's; `nil` where a whole sum has no room.
    func expected(_ connection: Connection) throws -> [Group]? {
      let grouped = keys.map { "\($0.sql) COLLATE BINARY" }.joined(separator: ", ")
      let columns = keys.map(\.sql) + ["count(*)"]
      let by = keys.isEmpty ? "" : " GROUP BY \(grouped)"
      var groups: [Group] = []
      for row in try connection.rows("SELECT \(columns.joined(separator: ", ")) \(rows)\(by)") {
        let same = zip(keys, row).map { key, value in
          "\(key.sql) IS \(Self.literal(value)) COLLATE BINARY"
        }
        let group = ([rows] + same).joined(separator: " AND ")
        var aggregates: [Value] = []
        for (aggregate, operand) in zip(grouping.aggregates, operands) {
          guard let value = try value(aggregate, operand, group, connection) else { return nil }
          aggregates.append(value)
        }
        groups.append(Group(keys: zip(keys, row).map { $0.kind.value($1) }, aggregates: aggregates))
      }
      return groups
    }

    private static func literal(_ value: SQLiteValue) -> String {
      switch value {
      case .null: "NULL"
      case .int(let number): "\(number)"
      case .double(let number): "\(number)"
      case .text(let text): "'\(text)'"
      case .blob(let bytes): "x'\(bytes.map { "0\($0)" }.joined())'"
      case .malformedText: "NULL"
      }
    }

    private func value(
      _ aggregate: Grouping.Aggregate,
      _ operand: Operand?,
      _ group: String,
      _ connection: Connection
    ) throws -> Value? {
      guard let operand else {
        return .int(try connection.scalar("SELECT count(*) \(group)")?.int ?? 0)
      }
      let (sql, kind) = (operand.sql, operand.kind)
      func number(_ expression: String) throws -> Int128 {
        Int128(try connection.scalar("SELECT coalesce(\(expression), 0) \(group)")?.int ?? 0)
      }
      let count = try number("count(\(sql))")
      switch aggregate.function {
      case .count: return .int(Int64(count))
      case .distinct: return .int(Int64(try number("count(DISTINCT \(sql) COLLATE BINARY)")))
      case .min, .max:
        let bound = try connection.scalar(
          "SELECT \(aggregate.function.rawValue)(\(sql) COLLATE BINARY) \(group)"
        )
        return kind.value(bound ?? .null)
      case .sum, .avg:
        let isAverage = aggregate.function == .avg
        if isAverage, count == 0 { return .null }
        if kind == .real {
          let sum = try connection.scalar("SELECT total(\(sql)) \(group)")?.double ?? 0
          return .double(isAverage ? sum / Double(count) : sum)
        }
        // Halves of whole numbers, or ten-thousandths, add up without an overflow.
        let scale: Int128 = kind == .decimal ? 10_000 : 1
        let units = "CAST(round(\(sql) * \(scale)) AS INTEGER)"
        let exact = "CASE WHEN typeof(\(sql)) = 'integer' THEN 0 ELSE \(units) END"
        let whole = "CASE WHEN typeof(\(sql)) = 'integer' THEN \(sql) ELSE 0 END"
        let total =
          (try number("sum((\(whole)) >> 32)") << 32 + number("sum((\(whole)) & 4294967295)"))
          * scale + (try number("sum(\(exact))"))
        if !isAverage {
          guard kind != .decimal else { return .decimal(Self.decimal(total) / Decimal(10_000)) }
          return Int64(exactly: total).map { .int($0) }
        }
        return .decimal(Self.decimal(total) / Self.decimal(count * scale))
      case .median:
        let sorted = try connection.rows(
          "SELECT \(sql) \(group) AND \(sql) IS NOT NULL ORDER BY \(sql) COLLATE BINARY"
        )
        guard !sorted.isEmpty else { return .null }
        let place = (sorted.count - 1) * 2
        let low = kind.value(sorted[place / 4][0])
        let high = kind.value(sorted[(place + 3) / 4][0])
        let part = place % 4
        switch (low, high) {
        case (.double(let low), .double(let high)):
          return .double(low * Double(4 - part) / 4 + high * Double(part) / 4)
        case (.bool, _), (.date, _), (.string, _), (.data, _): return low
        default:
          guard let low = low.decimal, let high = high.decimal else { return nil }
          return .decimal((low * Decimal(4 - part) + high * Decimal(part)) / 4)
        }
      }
    }

    private static func decimal(_ number: Int128) -> Decimal {
      Decimal(string: number.description) ?? .nan
    }
  }

  /// Whether two values are the same, averages without an end to twenty digits.
  private func isSame(_ left: Value, _ right: Value) -> Bool {
    guard case .decimal(let one) = left, case .decimal(let other) = right, one != other else {
      return left == right
    }
    let difference = one > other ? one - other : other - one
    return one != 0 && difference / (one < 0 ? -one : one) < (Decimal(string: "1e-19") ?? 0)
  }

  @Test func `Groups and their aggregates are those of plain SQL`() async throws {
    let cases = TestLength.isLong ? 100_000 : 3_000
    let seed = UInt64(TestLength.of("D2T_SEED", 0))
    var (groupCount, withoutRoom) = (0, 0)
    for number in 0..<(cases / 20) {
      var random = SeededGenerator(seed: seed &+ UInt64(number))
      let world = World(&random)
      let store = try await EntityStore.open(.script(world.script, title: "Groups"))
      let connection = try Connection()
      try connection.execute(world.script)
      let entity = store.model.entities.first { $0.tableName == "t" }?.name ?? ""
      for _ in 0..<20 {
        let question = Case(world, &random)
        let context: Comment =
          "world \(number): \(question.grouping) \(question.condition?.text ?? "")"
        let fetch = FetchSpecification(
          entityName: entity,
          qualifier: question.condition.flatMap { Qualifier.parse($0.text).qualifier }
        )
        var unlimited = question.grouping
        unlimited.limit = nil
        let all = unlimited
        guard let expected = try question.expected(connection) else {
          withoutRoom += 1
          await #expect(throws: StoreError.self, context) {
            _ = try await store.groups(all, of: fetch)
          }
          continue
        }
        let found = try await store.groups(all, of: fetch)
        groupCount += found.count
        let places = Dictionary(found.enumerated().map { ($1.keys, $0) }) { first, _ in first }
        #expect(found.count == expected.count && places.count == found.count, context)
        for group in expected {
          let aggregates = places[group.keys].map { found[$0].aggregates } ?? []
          #expect(
            aggregates.count == group.aggregates.count
              && zip(aggregates, group.aggregates).allSatisfy(isSame),
            "\(context): \(group.keys): \(aggregates), expected \(group.aggregates)"
          )
        }
        for (one, other) in zip(found, found.dropFirst()) {
          #expect(isOrdered(one, other, all), "\(context): \(one) before \(other)")
        }
        guard let limit = question.grouping.limit else { continue }
        let first = try await store.groups(question.grouping, of: fetch)
        #expect(first == Array(found.prefix(limit)), context)
      }
    }
    #expect(groupCount > cases && withoutRoom > 0)
  }

  private func isOrdered(_ left: Group, _ right: Group, _ grouping: Grouping) -> Bool {
    let orderings =
      grouping.orderings + grouping.keys.indices.map { Grouping.Ordering(.key($0)) }
    for ordering in orderings {
      let values =
        switch ordering.column {
        case .key(let index): (left.keys[index], right.keys[index])
        case .aggregate(let index): (left.aggregates[index], right.aggregates[index])
        }
      let order = SortOrdering(PropertyPath("x"), descending: ordering.isDescending)
      switch order.compare(values.0, values.1) {
      case .less: return true
      case .greater: return false
      case .equal: break
      }
    }
    return grouping.keys.isEmpty
  }
}
