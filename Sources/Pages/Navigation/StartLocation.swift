package import EntityModel
package import EntityStore
package import Workspace

/// The first page of a session: its task, and the entity, object or link to open.
package struct StartLocation: Sendable {
  /// The task; `nil` for the rule's choice.
  package var task: TaskName?
  /// The entity, by a name that exists.
  package var entity: Entity?
  /// The entity whose list opens after the login.
  package var entityAfterLogin: Entity?
  /// The object.
  package var object: Record?
  /// The page configuration under which rules are asked on the first page; `nil` for the rule's choice.
  package var pageConfiguration: String?
  /// How the list is narrowed and ordered, until it is shown for the first time.
  package var link: LinkedList?

  /// At the page the rules choose.
  package init(task: TaskName? = nil, entity: Entity? = nil, object: Record? = nil) {
    (self.task, self.entity, self.object) = (task, entity, object)
  }
}
