import AccessControl
package import Editing
package import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys

/// Makes objects, begun with what rules and the way to them say.
package struct NewObjects {
  private let session: Session

  /// Those of a session, pending until they are saved.
  package init(session: Session) { self.session = session }

  /// A new object, begun with what rules and the relationship that led to it say.
  package func make(
    _ entity: Entity,
    from source: (object: ManagedObject, relationship: Relationship)? = nil
  ) -> ManagedObject {
    let scope = session.root.scoped(toTask: "create").scoped(to: entity)
    var values = InitialValues(of: entity, in: scope).values
    if let source {
      for join in source.relationship.definition.joins where source.relationship.isToMany {
        values[join.destination] = source.object.snapshot.value(forKey: join.source)
      }
    }
    let paths = session.fetchPaths(forObjectOf: entity, in: scope)
    return session.editing.insert(entity, values: values, paths: paths)
  }

  /// The page on which a new object is entered.
  func page(
    of entity: Entity,
    from source: (object: ManagedObject, relationship: Relationship)? = nil
  ) -> PageState {
    PageState(task: .create, subject: .object(make(entity, from: source)), source: source)
  }
}
