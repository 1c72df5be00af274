import EntityModel
import EntityStore
import Qualifiers
import SQL
import TestSupport
import Testing

/// The values of a condition in its statement.
struct BoundValueTests {
  /// The statement of the rows of `Part` that a condition picks.
  private func statement(_ condition: Qualifier?, sort: String? = nil) throws -> SQLFragment {
    var fetch = FetchSpecification(entityName: "Part", qualifier: condition)
    fetch.sortOrderings = sort.flatMap { SortOrdering.parse($0).orderings } ?? []
    fetch.paths = [PropertyPath("name")]
    return try FetchPlan(fetch, entity: try BracketsDialect.part(), dialect: BracketsDialect())
      .statement(where: nil, backwards: false, limit: 5)
  }

  /// Returns the condition after `WHERE` in a statement.
  private func condition(_ sql: String) -> String {
    guard let start = sql.firstRange(of: " WHERE ")?.upperBound else { return "" }
    let end = sql.firstRange(of: " ORDER BY ")?.lowerBound ?? sql.endIndex
    return String(sql[start..<end])
  }

  @Test(arguments: [
    ("name = 'a'", "t0.[name] = ? COLLATE \"C\"", [Value.string("a")]),
    (
      "weight > 3 and weight <= 7", "((t0.[weight] > ? AND TRUE) AND t0.[weight] <= ?)",
      [.int(3), .int(7)]
    ),
    ("name is null", "t0.[name] IS NULL", []),
  ])
  func `A condition is a text of columns, and its values are parameters`(
    text: String,
    sql: String,
    parameters: [Value]
  ) throws {
    let found = try statement(Qualifier.parse(text).qualifier)
    #expect(condition(found.sql) == sql)
    #expect(found.parameters == parameters)
  }

  /// A random condition, with the texts and numbers it compares with.
  private func condition(
    depth: Int,
    _ compared: inout [Value],
    _ random: inout SeededGenerator
  ) -> Qualifier {
    if depth > 0, random.chance(60) {
      let parts = (0...random.below(2)).map { _ in
        condition(depth: depth - 1, &compared, &random)
      }
      return switch random.below(3) {
      case 0: .and(parts)
      case 1: .or(parts)
      default: .not(parts[0])
      }
    }
    let isText = random.chance(50)
    let path = Expression(.path(PropertyPath(isText ? "name" : "weight")))
    func value() -> Expression {
      let number = Int64(1_000 + compared.count)
      // A text that would end a literal and a statement.
      let value = isText ? Value.string("'\(number)'); --") : .int(number)
      compared.append(value)
      return Expression(.literal(value))
    }
    let orders: [Qualifier.Operator] = [.less, .greater, .lessOrEqual, .greaterOrEqual]
    let operators = [.equal, .notEqual] + (isText ? [] : orders)
    return random.chance(20)
      ? .in(path, Expression(.list([value(), value()])))
      : .comparison(path, operators[random.below(operators.count)], value())
  }

  @Test func `No value of a condition stands in its statement, and each has its mark`() throws {
    var answered = 0
    for seed in 0..<UInt64(TestLength.of("D2T_PROPERTY_CASES", 2_000)) {
      var random = SeededGenerator(seed: seed)
      var compared: [Value] = []
      let qualifier = condition(depth: 3, &compared, &random)
      let found: SQLFragment
      // Some texts only the evaluator compares, which this engine cannot call.
      do { found = try statement(qualifier) } catch StoreError.unsupported { continue }
      answered += 1
      let marks = found.sql.count { $0 == "?" }
      #expect(marks == found.parameters.count, "seed \(seed): \(found.sql)")
      for value in compared {
        let text = value.string ?? "\(value)"
        #expect(!found.sql.contains(text), "seed \(seed): \(found.sql)")
        #expect(found.parameters.contains(value), "seed \(seed): \(found.sql)")
      }
      #expect(!found.sql.contains("'") && !found.sql.contains("--"), "seed \(seed): \(found.sql)")
    }
    #expect(answered > 200)
  }

  @Test(arguments: [
    ("weight", false, " ORDER BY t0.[weight] NULLS FIRST, t0.[id]"),
    ("-weight", false, " ORDER BY t0.[weight] DESC NULLS LAST, t0.[id]"),
    ("weight", true, " ORDER BY t0.[weight] DESC NULLS LAST, t0.[id] DESC"),
    (
      "-weight,name", true,
      " ORDER BY t0.[weight] NULLS FIRST, t0.[name] DESC NULLS LAST, t0.[id] DESC"
    ),
  ])
  func `Backwards is the order turned round, the key with it`(
    order: String,
    isBackwards: Bool,
    sql: String
  ) throws {
    var fetch = FetchSpecification(entityName: "Part")
    fetch.sortOrderings = try #require(SortOrdering.parse(order).orderings)
    let plan = try FetchPlan(fetch, entity: try BracketsDialect.part(), dialect: BracketsDialect())
    let found = plan.statement(where: nil, backwards: isBackwards, limit: 5).sql
    let start = try #require(found.firstRange(of: " ORDER BY ")?.lowerBound)
    #expect(found[start...] == sql + " FETCH FIRST 5 ROWS ONLY")
  }
}
