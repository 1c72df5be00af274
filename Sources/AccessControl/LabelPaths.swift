package import EntityModel
package import RuleEnvironment
package import StandardKeys

/// The paths that name the objects of an entity for people, asked of the rules once for all rows of a list: they depend on
/// the entity, the task and rights alone.
///
/// They are kept beside the resolver's own cache, which holds answers of single keys: each path of a label is walked for what
/// may be seen of it, and a list asks in each cell.
package final class LabelPaths {
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
