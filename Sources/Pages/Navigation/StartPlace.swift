public import EntityModel
public import EntityStore

/// Where a session begins.
public struct StartPlace: Sendable {
  /// The task; `nil` for the rule's choice.
  public var task: TaskName?
  /// The entity, by a name that exists.
  public var entity: Entity?
  /// The object.
  public var object: Record?
  /// The page configuration under which rules are asked on the first page; `nil` for the rule's choice.
  package var pageConfiguration: String?
  /// How the list is narrowed and ordered, until it is shown for the first time.
  package var link: LinkedList?

  /// At the page the rules choose.
  public init(task: TaskName? = nil, entity: Entity? = nil, object: Record? = nil) {
    (self.task, self.entity, self.object) = (task, entity, object)
  }
}
