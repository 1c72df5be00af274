package import EntityModel
package import EntityStore
package import Qualifiers
package import RuleEnvironment

/// Totals of a column over rows: how many rows have no value, the least and the greatest value, of amounts sum and mean.
package struct ColumnTotals: Sendable, Equatable {
  /// The number of rows without a value.
  package let nulls: Int
  /// The least and the greatest value; null without rows.
  package let least: Value
  package let greatest: Value
  /// The sum and the mean; null of values that are no amounts.
  package let sum: Value
  package let mean: Value

  /// The functions whose results make totals.
  fileprivate static func functions(ofAmounts isAmount: Bool) -> [AggregateFunction] {
    [.count, .min, .max] + (isAmount ? [.sum, .avg] : [])
  }

  /// The totals from the results of the functions over so many rows.
  fileprivate init(_ results: [Value], rows: Int) {
    func result(_ index: Int) -> Value { results.count > index ? results[index] : .null }
    nulls = rows - (results.first.map(\.rowCount) ?? 0)
    (least, greatest) = (result(1), result(2))
    (sum, mean) = least.isNull ? (.null, .null) : (result(3), result(4))
  }
}

extension ColumnTotals {
  /// Totals of values that come one by one.
  package struct Pass {
    private var aggregations: [Aggregation]
    private var rows = 0

    /// A pass over values of an attribute.
    package init(over attribute: Attribute, isAmount: Bool) {
      aggregations = functions(ofAmounts: isAmount).map {
        Aggregation($0, of: NumberSum.Kind(attribute.type.kind))
      }
    }

    /// Adds the value of a row.
    package mutating func add(_ value: Value) {
      rows += 1
      for index in aggregations.indices { aggregations[index].add(value) }
    }

    /// The totals of the values added.
    ///
    /// - Throws: A fault where there is no sum.
    package var result: ColumnTotals {
      get throws(ExpressionFault) {
        ColumnTotals(
          try aggregations.map { values throws(ExpressionFault) in try values.result(of: "total") },
          rows: rows
        )
      }
    }
  }
}

extension WorkContext {
  /// The totals of a property over the rows of a fetch, read while nothing else needs the second connection.
  ///
  /// - Throws: ``UsageError`` for what has no totals, and what fetching throws: ``StoreError/cancelled`` where something else
  ///   was more urgent.
  package func totals(
    of key: String,
    isAmount: Bool,
    in fetch: FetchSpecification,
    scope: EnvironmentValues
  ) async throws -> ColumnTotals {
    let value = try scope.value(writtenByUser: key)
    try scope.checkSecrets(in: [value])
    let functions = ColumnTotals.functions(ofAmounts: isAmount)
    let aggregates =
      [Grouping.Aggregate(.count)] + functions.map { Grouping.Aggregate($0, of: value) }
    let group = try await store.groups(
      Grouping(by: [], aggregates),
      of: fetch.unordered,
      purpose: EntityStore.yieldingPurpose,
      timeLimit: scope.fetchTimeLimit
    )
    let results = group.first?.aggregates ?? [.int(0)]
    return ColumnTotals(Array(results.dropFirst()), rows: results[0].rowCount)
  }
}
