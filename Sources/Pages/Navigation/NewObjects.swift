import AccessControl
package import Editing
package import EntityModel
import EntityStore
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
    var values = InitialValues(of: entity, in: scope).values
    if let source {
      for join in source.relationship.definition.joins where source.relationship.isToMany {
        values[join.destination] = source.object.snapshot.keyValue(forKey: join.source)
      }
    }
    let paths = session.fetchPaths(forObjectOf: entity, in: scope)
    return session.editing.insert(entity, values: values, paths: paths)
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
