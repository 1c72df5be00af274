package import EntityModel
package import EntityStore
package import Qualifiers
import Synchronization

/// A property to be profiled.
package struct ProfiledColumn: Sendable {
  package let name: String
  package let value: Qualifiers.Expression
  /// The name of its type, `any` of computed values.
  package let type: String
  /// Whether values are only counted, as bytes and passwords are.
  fileprivate let isCountedOnly: Bool

  /// A property of an entity, or another expression over its objects.
  package init(_ name: String, value: Qualifiers.Expression, of entity: Entity?, isSecret: Bool) {
    var attribute: Attribute?
    if case .path(let path) = value.kind {
      attribute = entity?.fetchableAttribute(at: path.components)
    }
    (self.name, self.value) = (name, value)
    type = attribute?.typeName ?? "any"
    isCountedOnly = isSecret || attribute?.type.kind == .blob || attribute?.type == .password
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
