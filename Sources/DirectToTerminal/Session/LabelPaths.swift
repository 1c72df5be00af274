import EntityModel
import Qualifiers
import RuleEnvironment

/// The paths that name the objects of an entity for people, asked of the rules once for all rows of a list.
///
/// They depend on the entity, the task and rights alone, so that an answer holds until the outermost scope or the rules
/// change, and a minute at most, as the answers of ``RuleAccessGuard`` do.
final class LabelPaths {
  private struct Place: Hashable {
    let entity: String
    let task: String
  }

  private var known: [Place: [PropertyPath]] = [:]
  private var root: EnvironmentValues?
  private var generation = 0
  private var minute = 0

  /// The paths for objects of `entity` seen from `scope`; empty when nothing names them.
  func paths(of entity: Entity, in scope: EnvironmentValues, root: EnvironmentValues)
    -> [PropertyPath]
  {
    let generation = root.resolver?.generation ?? 0
    let minute = (root[ObjectKeys.shared.session]?.resolver.seconds ?? 0) / 60
    if self.root?.isIdentical(to: root) != true || self.generation != generation
      || self.minute != minute
    {
      known = [:]
      (self.root, self.generation, self.minute) = (root, generation, minute)
    }
    let place = Place(entity: entity.name, task: scope[ComponentKeys.shared.task])
    if let paths = known[place] { return paths }
    let paths = scope.labelKey(of: entity).map { LabelKey($0).paths } ?? []
    known[place] = paths
    return paths
  }
}
