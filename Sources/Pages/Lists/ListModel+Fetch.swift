import AccessControl
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

// The fetch of the rows of a list.
extension ListModel {
  /// Returns the fetch specification for the current filters and sort order.
  func specification() -> FetchSpecification {
    specification(filters: query.filters.map(\.qualifier), sortKeys: query.sortKeys)
  }

  private func specification(filters: [Qualifier], sortKeys: [String]) -> FetchSpecification {
    var specification = FetchSpecification(
      entity,
      named: query.namedFetch,
      filters: filters,
      sortKeys: sortKeys,
      scope: scope
    )
    specification.paths = work.fetchPaths(for: allColumns.map(\.key), of: entity, in: scope)
    specification.maximumLength = CellText.lengthRead
    return specification
  }

  /// The rows of the fetch that are not folded away, in their groups.
  var listed: FetchSpecification {
    guard let groups else { return specification() }
    let own = query.sortKeys.filter { !isOrder($0, byGroupsOf: groups) }
    var rows = specification(
      filters: query.filters.map(\.qualifier) + [groups.condition].compactMap(\.self),
      sortKeys: [groupedOrdering(groups).key] + own
    )
    let paths = groups.ordering.expression.paths.filter { rows.paths?.contains($0) == false }
    rows.paths? += paths.filter(entity.isFetchable)
    return rows
  }

  /// The order of the groups: that of the person where the rows are sorted by them, else that of the rule.
  func groupedOrdering(_ groups: ListGroups) -> SortOrdering {
    var ordering = groups.ordering
    if let key = query.sortKeys.first(where: { isOrder($0, byGroupsOf: groups) }) {
      ordering.isDescending = SortOrdering(key: key).isDescending
    }
    return ordering
  }

  private func isOrder(_ key: String, byGroupsOf groups: ListGroups) -> Bool {
    SortOrdering(key: key, in: entity, scope: scope)?.expression == groups.ordering.expression
  }

  /// A fetch together with the permission rules that restrict it, to detect when the rows must be read again.
  struct Request: Equatable {
    let specification: FetchSpecification
    let restriction: Qualifier?
    let refusal: String?
  }

  func request() -> Request {
    Request(
      specification: listed,
      restriction: scope[PermissionKeys.shared.restrictingQualifier],
      refusal: work.visibilityRefusal(of: entity)
    )
  }

  /// The order that divides the rows of a table on a page of its own into groups.
  var groupOrdering: SortOrdering? {
    guard let key = scope[RenderingKeys.shared.groupBy],
      scope[TaskKeys.shared.task] == TaskName.list.rawValue,
      work.root.catalog.rows[scope[ComponentKeys.shared.rowComponent]]?.listStyle == .columns
    else { return nil }
    guard let ordering = SortOrdering(key: key, in: entity, scope: scope) else { return nil }
    // A password is no heading.
    do { try scope.checkSecrets(in: [ordering.expression]) } catch { return nil }
    return ordering
  }
}
