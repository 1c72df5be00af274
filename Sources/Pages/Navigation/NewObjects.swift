import AccessControl
package import Editing
package import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys

/// Makes objects, begun with what rules and the way to them say.
package enum NewObjects {
  /// A new object, begun with what rules and the relationship that led to it say; pending until it is saved.
  package static func make(
    _ entity: Entity,
    from source: (object: ManagedObject, relationship: Relationship)? = nil,
    in session: Session
  ) -> ManagedObject {
    let scope = session.root.scoped(toTask: "create").scoped(to: entity)
    var keys: [String: Value] = [:]
    if let source {
      for join in source.relationship.definition.joins where source.relationship.isToMany {
        let key = source.object.snapshot.keyValue(forKey: join.source)
        if source.object.state != .inserted { keys[join.destination] = key }
      }
    }
    let values = InitialValues(of: entity, in: scope).values.merging(keys) { $1 }
    let paths = session.fetchPaths(forObjectOf: entity, in: scope)
    let object = session.editing.insert(entity, values: values, paths: paths)
    object.takeChosenKeys(keys)
    if let source, source.object.state == .inserted, let back = source.relationship.wayBack {
      object.begin(referringBy: back, to: source.object, as: .begun)
    }
    return object
  }

  /// The page on which a new object is entered.
  static func page(
    of entity: Entity,
    from source: (object: ManagedObject, relationship: Relationship)? = nil,
    in session: Session
  ) -> PageState {
    PageState(
      task: .create,
      subject: .object(make(entity, from: source, in: session)),
      source: source
    )
  }
}
