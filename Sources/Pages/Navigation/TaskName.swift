public import RuleEnvironment
import StandardKeys

/// What a person does on a page: `list`, `edit`; rules and applications may name others.
///
/// In rules a task is a text: `task = 'edit'`.
public nonisolated struct TaskName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral
{
  /// The name in rules.
  public let rawValue: String

  /// The task that rules call `rawValue`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The task that rules call `value`.
  public init(stringLiteral value: String) { rawValue = value }

  /// Choosing an entity.
  public static let query: TaskName = "query"
  /// The same, of all entities.
  public static let queryAll: TaskName = "queryAll"
  /// Looking at the objects of an entity.
  public static let list: TaskName = "list"
  /// Looking at one object.
  public static let inspect: TaskName = "inspect"
  /// Changing an object.
  public static let edit: TaskName = "edit"
  /// Making an object.
  public static let create: TaskName = "create"
  /// Choosing an object for a relationship to one.
  public static let select: TaskName = "select"
  /// Choosing the objects of a relationship to many.
  public static let editRelationship: TaskName = "editRelationship"
  /// Confirming something.
  public static let confirm: TaskName = "confirm"
  /// Reading what went wrong.
  public static let error: TaskName = "error"
  /// Saying who one is.
  public static let login: TaskName = "login"

  /// The tasks that come with the program.
  public static let builtIn: [TaskName] = [
    .query, .list, .inspect, .edit, .create, .select, .editRelationship, .queryAll, .confirm,
    .error, .login,
  ]

  /// The tasks in which values are entered.
  static let entering: Set<TaskName> = [.edit, .create]
}

nonisolated extension EnvironmentValues {
  /// The same place with another task.
  public func scoped(toTask task: TaskName) -> EnvironmentValues {
    scoped(toTask: task.rawValue)
  }

  /// The task of the scope.
  public var taskName: TaskName { TaskName(rawValue: self[TaskKeys.shared.task]) }

  /// The task that follows the one of the scope.
  var nextTaskName: TaskName { TaskName(rawValue: self[ComponentKeys.shared.nextTask]) }
}
