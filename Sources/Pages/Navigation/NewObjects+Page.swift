import Editing
import EntityModel
import Workspace

extension NewObjects {
  /// The page on which a new object is entered.
  static func page(
    of entity: Entity,
    from source: (object: ManagedObject, relationship: Relationship)? = nil,
    carryingOver other: ManagedObject? = nil,
    in work: WorkContext
  ) -> PageState {
    let object = make(entity, from: source, carryingOver: other, in: work)
    return PageState(task: .create, subject: .object(object), source: source)
  }
}
