import Diagnostics
import EntityModel
import Insight
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
    case .count:
      return .groups([Group(keys: [], aggregates: [.int(Int64(try await count(fetch)))])])
    case .groups(let wanted): return .groups(try await groups(wanted, of: fetch))
    case .profile(let property):
      let column = ProfiledColumn(
        property,
        value: try .reading(property),
        of: model.entity(named: question.entityName),
        isSecret: false
      )
      guard let counted = try await countedProfiles(of: [column], in: fetch).first else { break }
      return .profile(try await completed(counted, of: column, in: fetch))
    }
    return .groups([])
  }

  private func groups(
    _ wanted: DatabaseQuestion.Groups,
    of fetch: FetchSpecification
  ) async throws(StoreError) -> [Group] {
    var request = GroupRequest()
    (request.keys, request.order, request.limit) = (wanted.keys, wanted.order, wanted.limit)
    request.aggregates = try wanted.aggregates.map(WrittenAggregate.reading)
    let read = try request.expressions.map(Qualifiers.Expression.reading)
    let grouping: Grouping
    do throws(GroupRequestFault) { grouping = try request.grouping(of: read) } catch {
      throw .unsupported("\(error.message).")
    }
    guard wanted.isEstimate else { return try await groups(grouping, of: fetch) }
    return try await estimatedGroups(grouping, of: fetch) ?? []
  }
}

nonisolated extension Qualifiers.Expression {
  /// Reads a property path or another expression.
  fileprivate static func reading(_ text: String) throws(StoreError) -> Self {
    if text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }) {
      return Self(.path(PropertyPath(text)))
    }
    let (read, faults) = Self.parse(text)
    guard let read, faults.isEmpty else {
      throw .unsupported("'\(text)' is not an expression: \(faults.first?.message ?? "")")
    }
    return read
  }
}

nonisolated extension WrittenAggregate {
  fileprivate static func reading(_ text: String) throws(StoreError) -> Self {
    if let read = Self(text) { return read }
    let names = functions.map(\.optionName).joined(separator: ", ")
    throw .unsupported("'\(text)' is not an aggregate; write count, or one of \(names) with (…).")
  }
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
