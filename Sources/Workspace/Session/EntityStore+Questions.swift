import Diagnostics
import EntityModel
package import EntityStore
import Qualifiers
package import StandardKeys

nonisolated extension EntityStore {
  /// Answers a question about the objects that the user may see.
  ///
  /// - Throws: ``StoreError/unsupported(_:)`` for names that do not exist and for a text that is no condition, and what
  ///   fetching throws.
  package func answer(_ question: DatabaseQuestion) async throws(StoreError) -> DatabaseAnswer {
    var fetch = FetchSpecification(
      entityName: question.entityName,
      qualifier: try question.qualifier
    )
    switch question.wanted {
    case .objects(let keys, let limit):
      fetch.sortOrderings = keys.map(SortOrdering.init(key:))
      var objects: [Record] = []
      try await forEachWindow(of: fetch, limit: limit) { objects += $0 }
      return .objects(objects)
    case .count: return .numbers([.null: .int(Int64(try await count(fetch)))])
    case .counts(let key): return .numbers(try await numbers(.init(.count), by: key, fetch))
    case .sum(let summed):
      return .numbers(try await numbers(.init(.sum, of: .path(summed)), by: nil, fetch))
    case .sums(let summed, let key):
      return .numbers(try await numbers(.init(.sum, of: .path(summed)), by: key, fetch))
    }
  }

  /// The aggregate of the rows by the value of a property; without one that of all rows, by null.
  private func numbers(
    _ aggregate: Grouping.Aggregate,
    by key: String?,
    _ fetch: FetchSpecification
  ) async throws(StoreError) -> [Value: Value] {
    let grouping = Grouping(
      by: [key.map(Qualifiers.Expression.path)].compactMap(\.self),
      [aggregate]
    )
    let groups = try await groups(grouping, of: fetch)
    let numbers = groups.map { ($0.keys.first ?? .null, $0.aggregates.first ?? .null) }
    return Dictionary(numbers) { first, _ in first }
  }
}

nonisolated extension Qualifiers.Expression {
  /// The value at a path.
  fileprivate static func path(_ path: String) -> Self { Self(.path(PropertyPath(path))) }
}

nonisolated extension DatabaseQuestion {
  /// The condition with the values in it; `nil` for all objects.
  fileprivate var qualifier: Qualifier? {
    get throws(StoreError) {
      guard let condition else { return nil }
      let (read, faults) = Qualifier.parse(condition)
      guard let read else {
        throw .unsupported("'\(condition)' is not a condition: \(faults.first?.message ?? "")")
      }
      guard let bound = read.bindingVariables({ values[$0.description] }) else {
        throw .unsupported("'\(condition)': one of its '$' names has no value")
      }
      return bound
    }
  }
}
