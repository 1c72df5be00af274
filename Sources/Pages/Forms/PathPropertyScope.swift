import AccessControl
import Editing
import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// The property to which the path of a place leads, as one of the object that it belongs to.
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
    let root = work.root.scoped(toTask: TaskName.edit)
    scope = (record.map { root.scoped(to: $0) } ?? root.scoped(to: entity))
      .scoped(toProperty: path.last)
  }
}
