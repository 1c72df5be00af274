import AccessControl
import Editing
import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// The rule scope of the property at the end of a path such as `boss.name`, in the object that owns it.
///
/// The `why` report uses it to explain a field of another object.
struct PathPropertyScope {
  /// The scope in which that object is edited; where it has not been read, that of its entity.
  let scope: EnvironmentValues

  /// `nil` where the place is none of a path through relationships to one.
  init?(of place: EnvironmentValues, in work: WorkContext) {
    let path = PropertyPath(place[ModelKeys.shared.propertyKey])
    guard path.components.count > 1, var entity = place[ModelKeys.shared.entity] else { return nil }
    var record = place[ObjectKeys.shared.object]
    for name in path.components.dropLast() {
      guard let relationship = entity.relationship(named: name), !relationship.isToMany,
        let destination = relationship.destination
      else { return nil }
      let id = record.flatMap { relationship.destinationID(from: $0) }
      record = id.flatMap {
        work.editing.registeredObject(for: work.forms.key(referredBy: $0))?.judged
      }
      entity = destination
    }
    let root = work.root.scoped(toTask: .edit)
    scope = (record.map { root.scoped(to: $0) } ?? root.scoped(to: entity))
      .scoped(toProperty: path.last)
  }
}
