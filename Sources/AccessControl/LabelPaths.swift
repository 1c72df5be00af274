package import EntityModel
package import RuleEnvironment
package import StandardKeys

/// A cache of the label keys of entities, reduced to what the user may see.
///
/// A label depends on the entity, the task and rights, not on the row. A list asks for it in each cell, and finding one
/// walks each of its paths for its visibility; the rule resolver's own cache holds only answers of single keys.
package final class LabelPaths {
  /// The key of the label cache: an entity, the task, and whether the object itself is shown rather than referred to.
  private struct Place: Hashable {
    let entity: String
    let task: String
    /// Whether the object itself is shown, so that whether its entity is was asked before.
    let isOwn: Bool
  }

  private let known = RuleAnswerCache<Place, LabelKey?>()

  /// Returns the label key for objects of `entity` as seen from `scope`; `nil` when there is none.
  package func label(of entity: Entity, in scope: EnvironmentValues, root: EnvironmentValues)
    -> LabelKey?
  {
    label(of: entity, isOwn: false, in: scope, root: root) { scope.labelKey(of: entity) }
  }

  /// The label of an object of `entity` on its own page and row; `nil` where it has none.
  func ownLabel(of entity: Entity, in scope: EnvironmentValues, root: EnvironmentValues)
    -> LabelKey?
  {
    label(of: entity, isOwn: true, in: scope, root: root) {
      scope.scoped(to: entity).shownLabelKey
    }
  }

  private func label(
    of entity: Entity,
    isOwn: Bool,
    in scope: EnvironmentValues,
    root: EnvironmentValues,
    _ find: () -> String?
  ) -> LabelKey? {
    let place = Place(entity: entity.name, task: scope[TaskKeys.shared.task], isOwn: isOwn)
    return known.answer(to: place, in: root) { find().map { LabelKey($0) } }
  }

  /// Keeps nothing any more.
  func forget() { known.forget() }
}
