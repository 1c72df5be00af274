import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import SQLiteStore
import TestSupport
import Testing

/// Keys of groups, bounds, medians and counts of distinct values follow one order of the values, whatever is stored.
struct OrderedKeysTests {
  /// What columns and expressions may hold: numbers with and without an end, moments in several spellings, and odd values.
  private static let literals: [String: [String]] = [
    "DECIMAL(12,4)": [
      "0", "1", "-1", "1.5", "-0.25", "10.19", "9007199254740993", "1e300", "'odd'", "NULL",
    ],
    "DECIMAL_TEXT": [
      "'1.10'", "'1.1'", "'-3'", "'-3.000'", "'12345678901234567890.12'", "'1e-30'",
      "'12345678901234567890.13'", "'9'", "'odd'", "''", "NULL",
    ],
    "DATETIME": [
      "'2024-01-01'", "'2024-01-01 00:00:00'", "'2024-01-01T00:00:00'", "'2024-01-01 12:00:00'",
      "'1999-12-31T23:59:59.5'", "'odd'", "NULL",
    ],
    "TIMESTAMP": [
      "'2024-01-01T00:00:00+01:00'", "'2023-12-31T23:00:00Z'", "'2024-01-01T00:30:00+05:00'",
      "'2024-01-01T00:00:00-05:00'", "'2023-12-31T12:00:00+00:00'", "NULL",
    ],
    "INTEGER": ["0", "1", "2", "7", "-5", "1000", "NULL"],
    "": ["1", "1.0", "2.5", "'1'", "'b'", "x'01'", "NULL"],
  ]
  private static let expressions = [
    "a", "b", "c", "d", "e", "f", "e / 3", "-e / 7", "a / 3", "coalesce(e / 3, 'none')",
    "if e > 1 then e / 3 else e", "c + 1 day", "p.ts.@sum.e / 7", "p.ts.@sum.e",
    "p.ts[e > 5].@avg.e", "p.ts.@min.c",
  ]

  @Test func `Groups, bounds, medians and distinct values agree`() async throws {
    for seed in 0..<UInt64(TestLength.isLong ? 500 : 12) {
      var random = SeededGenerator(seed: seed)
      let types = ["DECIMAL(12,4)", "DECIMAL_TEXT", "DATETIME", "TIMESTAMP", "INTEGER", ""]
      let columns = zip("abcdef", types).map { "\($0) \($1)" }.joined(separator: ", ")
      var script = """
        CREATE TABLE p(id INTEGER PRIMARY KEY); INSERT INTO p VALUES (1), (2), (3);
        CREATE TABLE t(id INTEGER PRIMARY KEY, p_id INTEGER REFERENCES p(id), \(columns));

        """
      for id in 0..<40 {
        let values = types.map { type -> String in
          let all = Self.literals[type] ?? []
          // Odd values, which sums do not take, are in some worlds only.
          let plain = seed % 3 == 0 ? all : all.filter { !$0.contains("odd") && $0 != "''" }
          return plain[random.below(plain.count)]
        }
        script +=
          "INSERT INTO t VALUES(\(id), \(1 + random.below(2)), \(values.joined(separator: ", ")));\n"
      }
      let store = try await EntityStore.open(.script(script, title: "Keys"))
      let entity = try #require(store.model.entities.first { $0.tableName == "t" }).name
      let fetch = FetchSpecification(entityName: entity)
      for text in Self.expressions {
        let value = try #require(Qualifiers.Expression.parse(text).expression)
        let grouping = Grouping(by: [value], [.init(.count)])
        let keys: [Group]
        do { keys = try await store.groups(grouping, of: fetch) } catch {
          // A fault of a row, in a world with odd values.
          #expect(seed % 3 == 0, "\(text): \(error)")
          continue
        }
        let context: Comment = "world \(seed): \(text): \(keys.map { $0.keys[0] })"
        for (one, other) in zip(keys, keys.dropFirst()) {
          #expect(one.keys[0].isOrdered(before: other.keys[0]), context)
          #expect(!other.keys[0].isOrdered(before: one.keys[0]), context)
        }
        var turned = grouping
        turned.orderings = [.init(.key(0), descending: true)]
        let backwards = try await store.groups(turned, of: fetch)
        let values = keys.map(\.keys).filter { $0 != [.null] }
        #expect(backwards.map(\.keys).filter { $0 != [.null] } == values.reversed(), context)
        let functions: [AggregateFunction] = [.min, .max, .median, .distinct, .count]
        let found = try await store.groups(
          Grouping(by: [], functions.map { .init($0, of: value) }),
          of: fetch
        )
        for (function, result) in zip(functions, try #require(found.first).aggregates) {
          var expected = Aggregation(function)
          for group in keys {
            for _ in 0..<(Int(group.aggregates[0].description) ?? 0) { expected.add(group.keys[0]) }
          }
          #expect(try result == expected.result(of: text), "\(function) \(context)")
        }
      }
    }
  }
}
