import AccessControl
package import EntityModel
package import Qualifiers
package import RuleEnvironment
import StandardKeys

nonisolated extension SortOrdering {
  /// The order a key of `sortOrderings` stands for; a to-one relationship is ordered by its label.
  ///
  /// `nil` for what is hidden, or has no order.
  @MainActor package init?(key: String, in entity: Entity, scope: EnvironmentValues) {
    self.init(key: key)
    guard !isComputed, path.last != "@count" else {
      let scope = scope.scoped(to: entity)
      let paths = expression.paths.map { path in
        PropertyPath(components: path.components.filter { $0 != "@count" })
      }
      guard paths.allSatisfy({ entity.property(at: $0) != (nil, nil) && scope.shows($0) }) else {
        return nil
      }
      return
    }
    let (attribute, relationship) = entity.property(at: path)
    guard scope.scoped(to: entity).shows(path) else { return nil }
    if attribute != nil, entity.isFetchable(path) { return }
    guard let relationship, !relationship.isToMany, let destination = relationship.destination,
      let label = scope.labelKey(of: destination),
      let first = LabelKey(label).paths.first
    else { return nil }
    path = PropertyPath(components: path.components + first.components)
  }
}
