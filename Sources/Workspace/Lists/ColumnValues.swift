import AccessControl
import EntityModel
package import EntityStore
import Insight
package import Qualifiers
package import RuleEnvironment
package import StandardKeys

/// The values of a property among the rows of a fetch, each with the number of its rows, the most frequent first.
package struct ColumnValues: Sendable {
  /// A value with the number of its rows.
  package struct Entry: Sendable, Hashable {
    package let value: Value
    /// The label of the object whose key the value is; `nil` for other values.
    package let label: String?
    package let rows: Int
  }

  /// How many values are read at most, the most frequent.
  package static let limit = 10_000
  /// How many values a sample may show.
  fileprivate static let estimatedLimit = 1_000

  package let entries: [Entry]
  /// The number of all rows, of those that have no value, and of different values.
  package let rows: Int
  package let nulls: Int
  package let distinct: Int
  /// Whether the numbers are estimated from a sample of the rows.
  package let isEstimate: Bool

  /// Whether there are values that were not read.
  package var isCut: Bool { distinct > entries.count { !$0.value.isNull } }
}

extension WorkContext {
  /// The values of a property of the rows of a fetch as a person writes it, handed to `body` first as a sample shows them,
  /// where one does, then exactly.
  ///
  /// - Throws: ``UsageError`` for what has no values to count, and what fetching throws.
  package func countValues(
    of property: String,
    in fetch: FetchSpecification,
    scope: EnvironmentValues,
    _ body: (ColumnValues) -> Void
  ) async throws {
    var rows = fetch
    rows.paths = []
    if rows.fetchLimit == nil { rows.sortOrderings = [] }
    let reference = referenceLabel(property, in: scope)
    let key = try scope.value(writtenByUser: property, isLabelled: reference != nil)
    try scope.checkSecrets(in: [key])
    let grouping = Grouping(
      by: [key],
      [Grouping.Aggregate(.count)],
      orderings: [Grouping.Ordering(.aggregate(0), descending: true)],
      limit: ColumnValues.limit
    )
    // With more values a sample has too few rows of each to tell how many there are.
    if let estimate = try await store.estimatedGroups(grouping, of: rows),
      estimate.count <= ColumnValues.estimatedLimit
    {
      body(ColumnValues(estimate, of: nil, labels: [:], isEstimate: true))
    }
    let groups: [Group] = try await store.groups(grouping, of: rows)
    var counted: [Int]?
    if groups.count == ColumnValues.limit {
      let totals = [
        Grouping.Aggregate(.count), Grouping.Aggregate(.count, of: key), .init(.distinct, of: key),
      ]
      counted = try await store.groups(Grouping(by: [], totals), of: rows).first?.aggregates
        .map(\.rowCount)
    }
    var labels: [Value: String] = [:]
    if let reference {
      labels = try await self.labels(of: reference, by: key, in: rows, limit: ColumnValues.limit)
    }
    body(ColumnValues(groups, of: counted, labels: labels, isEstimate: false))
  }

  /// The label of the objects behind a reference, and its path; `nil` for another property.
  package func referenceLabel(
    _ text: String,
    in scope: EnvironmentValues
  ) -> (path: PropertyPath, label: LabelKey)? {
    guard let entity = scope[ModelKeys.shared.entity],
      let path = try? scope.path(namedByUser: text),
      let destination = entity.property(at: path).relationship?.destination,
      let label = labelPaths.label(of: destination, in: scope, root: root)
    else { return nil }
    return (path, label)
  }

  /// The labels of the objects behind a reference among the rows of a fetch, by its key; with a limit those of most rows.
  package func labels(
    of reference: (path: PropertyPath, label: LabelKey),
    by key: Qualifiers.Expression,
    in fetch: FetchSpecification,
    limit: Int? = nil
  ) async throws(StoreError) -> [Value: String] {
    let label = reference.label
    let parts = label.paths.map {
      Qualifiers.Expression(.path(reference.path.appending($0)))
    }
    var labels: [Value: String] = [:]
    var grouping = Grouping(by: [key] + parts, [], limit: limit)
    if limit != nil {
      grouping.aggregates = [Grouping.Aggregate(.count)]
      grouping.orderings = [Grouping.Ordering(.aggregate(0), descending: true)]
    }
    let found: [Group] = try await store.groups(grouping, of: fetch)
    for group in found {
      let values = Dictionary(zip(label.paths, group.keys.dropFirst())) { first, _ in first }
      labels[group.keys[0].normalized] = label.text { values[$0] }
    }
    return labels
  }
}

extension ColumnValues {
  /// The values of groups by one key; `totals` has the numbers of rows, values and different values where there are more.
  fileprivate init(
    _ groups: [Group],
    of totals: [Int]?,
    labels: [Value: String],
    isEstimate: Bool
  ) {
    entries = groups.map { group in
      let value = group.keys[0]
      return Entry(
        value: value,
        label: labels[value.normalized],
        rows: group.aggregates[0].rowCount
      )
    }
    let known = entries.reduce(0) { $0 + $1.rows }
    let valued = entries.filter { !$0.value.isNull }
    rows = totals?[0] ?? known
    nulls = totals.map { $0[0] - $0[1] } ?? known - valued.reduce(0) { $0 + $1.rows }
    distinct = totals?[2] ?? valued.count
    self.isEstimate = isEstimate
  }
}
