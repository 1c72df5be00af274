import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import SQLiteStore
import TestSupport
import Testing

/// Columns of days and moments in which values of other kinds stand as well.
struct MixedDaysTests {
  /// Ways to store days, with literals of days and of values that are none.
  private static let forms: [(declaration: String, days: [String], others: [String])] = [
    ("DATE", days, others), ("DATETIME", days, others), ("TEXT", days, others),
    ("", days, others), ("INTEGER", days, others),
    ("INTEGER", counted, ["'2024-03-01'", "'2024-03'", "'soon'", "''", "9223372036854775807"]),
    ("INTEGER", counted, ["0", "-1", "20240301", "19700302", "'1969-07-20'", "'2031'"]),
    ("REAL", counted, ["0", "20240301", "'2024-03-01 10:00:00'", "x'00'"]),
  ]
  private static let days = [
    "'1939-03-13'", "'1967-01-01'", "'1967-05-01'", "'1967-12-31'", "'1970-01-01'", "'2024-03-01'",
    "'2024-03-01 10:30:00'", "'2024-03-02'", "'2025-01-01'",
  ]
  private static let others = [
    "1967", "2024", "1970", "20240301", "19670501", "'1967'", "'1967-05'", "'1971-00-00'",
    "'2001-02-30'", "'soon'", "''", "'21.10.1950'", "5", "1704585600", "2460318.5", "x'31393637'",
    "0", "'0000-00-00'", "'2024-03-01T25:00'",
  ]
  private static let counted = [
    "1709251200", "1709287800", "1500000000", "1700000000", "1709337600",
  ]

  private static let constants: [Value] =
    [
      "1939-03-13", "1967-01-01", "1967-05-01", "1970-01-01", "1971-01-01", "2024-03-01",
      "2024-03-02",
    ]
    .flatMap { day in
      Date(wallClock: day).map { [.date($0), .date($0.addingTimeInterval(37_800)), .string(day)] }
        ?? []
    } + [
      .string("1967"), .string("2024-03"), .string("soon"), .int(1967), .int(20_240_301), .int(5),
    ]

  private static func script(_ random: inout SeededGenerator) -> String {
    var (columns, rows) = (["id INTEGER PRIMARY KEY"], [String]())
    for (index, form) in forms.enumerated() {
      columns.append("day\(index)_at \(form.declaration)")
    }
    for id in 1...60 {
      let values = forms.map { form in
        // Most are days, so that the column is one of days.
        id % 12 == 0
          ? form.others[random.below(form.others.count)] : form.days[random.below(form.days.count)]
      }
      rows.append("(\(id), \(values.joined(separator: ", ")))")
    }
    let indexes = forms.indices.map { "CREATE INDEX i\($0) ON thing(day\($0)_at);" }
    return """
      CREATE TABLE thing(\(columns.joined(separator: ", ")));
      \(indexes.joined(separator: "\n"))
      INSERT INTO thing VALUES \(rows.joined(separator: ", "));
      """
  }

  private static func condition(_ key: String, _ random: inout SeededGenerator) -> Qualifier {
    let value = Qualifiers.Expression(.path(PropertyPath(key)))
    func constant() -> Qualifiers.Expression {
      Expression(.literal(constants[random.below(constants.count)]))
    }
    switch random.below(8) {
    case 0: return .between(value, constant(), constant())
    case 1: return .in(value, Expression(.list([constant(), constant()])))
    case 2: return .not(.comparison(value, .less, constant()))
    default:
      let operators: [Qualifier.Operator] = [
        .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual,
      ]
      return .comparison(value, operators[random.below(operators.count)], constant())
    }
  }

  @Test(arguments: 1...4)
  func `33/3-2: SQL and memory find the same rows where days stand beside other values`(
    seed: Int
  ) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let store = try await EntityStore.open(.script(Self.script(&random), title: "Days"))
    let entity = try #require(store.model.entity(named: "Thing"))
    let all = try await store.window(
      FetchSpecification(entityName: "Thing"),
      from: .start,
      count: 99
    )
    let keys = entity.attributes.map(\.name).filter { $0 != "id" }
    #expect(
      keys.allSatisfy {
        entity.attribute(named: $0).map { [.date, .timestamp].contains($0.type) } == true
      },
      "\(entity.attributes.map { "\($0.name) \($0.type)" })"
    )
    for _ in 0..<120 {
      let key = keys[random.below(keys.count)]
      let condition = Self.condition(key, &random)
      let wanted = all.records.filter { record in
        let values: [String: Value] = [key: record.value(forKey: key) ?? .null]
        return condition.evaluate(with: ValueContext(.dictionary(values))) == true
      }
      let fetch = FetchSpecification(entityName: "Thing", qualifier: condition)
      let found = try await store.window(fetch, from: .start, count: 99)
      #expect(found.records.map(\.id) == wanted.map(\.id), "\(condition)")
    }
    await store.close()
  }
}
