package import EntityStore
package import Qualifiers
import Synchronization

/// A property to be profiled.
package struct ProfiledColumn: Sendable {
  package let name: String
  /// The name of its type.
  package let type: String
  package let value: Qualifiers.Expression
  /// Whether values are only counted, as bytes and passwords are.
  package let isCountedOnly: Bool

  /// A property with its type and the expression of its value.
  package init(
    _ name: String,
    type: String,
    value: Qualifiers.Expression,
    isCountedOnly: Bool
  ) {
    (self.name, self.type) = (name, type)
    (self.value, self.isCountedOnly) = (value, isCountedOnly)
  }
}

extension EntityStore {
  /// Returns profiles of columns that have no more than the numbers of rows and nulls, found by one statement.
  package func countedProfiles(
    of columns: [ProfiledColumn],
    in fetch: FetchSpecification
  ) async throws(StoreError) -> [ColumnProfile] {
    let aggregates = [Grouping.Aggregate(.count)] + columns.map { .init(.count, of: $0.value) }
    let group: [Group] = try await groups(Grouping(by: [], aggregates), of: fetch)
    let counts = group.first?.aggregates.map(\.rowCount) ?? []
    return zip(columns, counts.dropFirst()).map { column, count in
      var profile = ColumnProfile(of: column.name, type: column.type)
      (profile.rows, profile.nulls) = (counts[0], counts[0] - count)
      return profile
    }
  }

  /// Returns a counted profile with all that the values tell, found by one statement that orders them.
  package func completed(
    _ profile: ColumnProfile,
    of column: ProfiledColumn,
    in fetch: FetchSpecification
  ) async throws(StoreError) -> ColumnProfile {
    guard !column.isCountedOnly else { return profile }
    let pass = Mutex(OrderedValues(profile))
    let grouping = Grouping(by: [column.value], [Grouping.Aggregate(.count)])
    try await groups(grouping, of: fetch) { groups in
      pass.withLock { pass in
        for group in groups { pass.add(group.keys[0], count: group.aggregates[0].rowCount) }
      }
      return true
    }
    return pass.withLock(\.result)
  }
}

extension Value {
  /// The number of rows that an aggregate has counted.
  package var rowCount: Int { if case .int(let count) = self { Int(count) } else { 0 } }
}
