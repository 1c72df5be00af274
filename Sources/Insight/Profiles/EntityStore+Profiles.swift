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
  /// Hands a profile of each column over the rows of a fetch to `body`, as soon as it is known.
  ///
  /// One statement counts the rows and values of all columns, one for each column orders its values.
  /// - Throws: ``StoreError/cancelled`` when interrupted, ``StoreError/refused(_:)`` for what may not be seen, and what
  ///   `body` throws.
  package func profiles(
    of columns: [ProfiledColumn],
    in fetch: FetchSpecification,
    _ body: (ColumnProfile) throws -> Void
  ) async throws {
    let rows = Grouping.Aggregate(.count)
    let values = columns.map { Grouping.Aggregate(.count, of: $0.value) }
    let counts = try await groups(Grouping(by: [], [rows] + values), of: fetch)
      .first?.aggregates.map(\.rowCount)
    guard let counts, counts.count == columns.count + 1 else { return }
    for (column, count) in zip(columns, counts.dropFirst()) {
      var profile = ColumnProfile(of: column.name, type: column.type)
      (profile.rows, profile.nulls) = (counts[0], counts[0] - count)
      if !column.isCountedOnly {
        let pass = Mutex(OrderedValues(profile))
        try await groups(Grouping(by: [column.value], [rows]), of: fetch) { groups in
          pass.withLock { pass in
            for group in groups { pass.add(group.keys[0], count: group.aggregates[0].rowCount) }
          }
          return true
        }
        profile = pass.withLock(\.result)
      }
      try body(profile)
    }
  }
}

extension Value {
  /// The number of rows that an aggregate has counted.
  package var rowCount: Int { if case .int(let count) = self { Int(count) } else { 0 } }
}
