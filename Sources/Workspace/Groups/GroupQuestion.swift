import AccessControl
import EntityModel
package import EntityStore
package import Insight
import Qualifiers
package import RuleEnvironment
import StandardKeys
import FoundationEssentials
import Synchronization

/// A request for groups with its names resolved among the properties that the user may see.
package struct GroupQuestion: Sendable {
  package let request: GroupRequest
  /// The grouping of all keys, the one across last.
  package let grouping: Grouping
  /// The references that keys are, which labels stand for; `nil` for other keys.
  package let references: [LabelledReference?]

  /// The number of keys beside the one across.
  package var keyCount: Int { request.keys.count }

  /// The grouping by the first keys only, without an order and a limit; with the key across if `isAcross`.
  package func grouping(byFirst count: Int, isAcross: Bool = false) -> Grouping {
    let across = isAcross && request.across != nil ? grouping.keys.suffix(1) : []
    return Grouping(by: grouping.keys.prefix(count) + across, grouping.aggregates)
  }
}

extension WorkContext {
  /// Resolves the names of a request; with `isLabelled` a reference may be a key though its stored key is hidden.
  ///
  /// - Throws: ``UsageError`` for what cannot be grouped, ``StoreError/refused(_:)`` for what is not shown.
  package func groupQuestion(
    _ request: GroupRequest,
    in scope: EnvironmentValues,
    isLabelled: Bool = true
  ) throws -> GroupQuestion {
    let names = request.keys + [request.across].compactMap(\.self)
    let references = names.map { isLabelled ? referenceLabel($0, in: scope) : nil }
    let read = try request.expressions.enumerated().map { index, text in
      try scope.value(
        writtenByUser: text,
        isLabelled: index < references.count && references[index] != nil
      )
    }
    let grouping: Grouping
    do throws(GroupRequestFault) { grouping = try request.grouping(of: read) } catch {
      throw UsageError(error.message)
    }
    let shown = grouping.aggregates.filter { ![.count, .distinct].contains($0.function) }
    try scope.checkSecrets(in: grouping.keys + shown.compactMap(\.operand))
    return GroupQuestion(request: request, grouping: grouping, references: references)
  }

  /// The pivot of the rows of a fetch by keys of which the last runs across.
  ///
  /// - Throws: ``UsageError`` for more cells than there is room for, and what fetching throws.
  package func pivot(
    _ grouping: Grouping,
    of rows: FetchSpecification,
    columnLimit: Int = Pivot.limit
  ) async throws -> Pivot {
    let found = Mutex(Pivot())
    try await store.groups(grouping, of: rows) { groups in
      found.withLock { $0.add(groups) && $0.columns.count <= columnLimit }
    }
    var pivot = found.withLock(\.self)
    guard pivot.isComplete, pivot.columns.count <= columnLimit else {
      let limit =
        pivot.isComplete
        ? "\(columnLimit) columns; put a key with fewer values across, or set"
        : "\(Pivot.limit) cells; choose keys with fewer values, or"
      throw UsageError("the pivot has more than \(limit) a filter")
    }
    pivot.finish()
    return pivot
  }
}

extension WorkContext {
  /// The keys of groups by a property: dates by month, by day where those of the rows span at most two months.
  package func groupKeys(
    for property: String,
    of fetch: FetchSpecification,
    in scope: EnvironmentValues
  ) async throws -> [String] {
    let path = PropertyPath(property)
    guard let attribute = scope[ModelKeys.shared.entity]?.property(at: path).attribute,
      attribute.type.kind.isDay
    else { return [property] }
    let value = try scope.value(writtenByUser: property)
    try scope.checkSecrets(in: [value])
    let rows = fetch.unordered
    let ends = Grouping(by: [], [AggregateFunction.min, .max].map { .init($0, of: value) })
    var found = try await store.estimatedGroups(ends, of: rows)
    if found == nil { found = try await store.groups(ends, of: rows) }
    if case .date(let first)? = found?.first?.aggregates.first,
      case .date(let last)? = found?.first?.aggregates.last,
      last.timeIntervalSince(first) <= 62 * 86_400
    {
      return attribute.type.kind == .date
        ? [property] : ["yearMonth(\(property))", "day(\(property))"]
    }
    return ["yearMonth(\(property))"]
  }
}
