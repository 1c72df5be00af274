public import RuleEnvironment

/// A task that a page serves, such as `list` or `edit`.
///
/// Rules and applications can define more.
///
/// In rules a task is a text: `task = 'edit'`.
public nonisolated struct TaskName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral
{
  /// The name in rules.
  public let rawValue: String
  /// The description of the task in one sentence; two tasks with the same name are equal whatever it says.
  public let summary: String

  /// The task that rules call `name`.
  public init(_ name: String, _ summary: String) { (rawValue, self.summary) = (name, summary) }

  /// The task that rules call `rawValue`.
  public init(rawValue: String) { self.init(rawValue, "") }

  /// The task that rules call `value`.
  public init(stringLiteral value: String) { self.init(value, "") }

  /// Whether rules call both the same.
  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

  /// Feeds the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// Choosing an entity, or saying which of its objects are to be found.
  public static let query = TaskName(
    "query",
    "Choosing an entity, or querying its objects."
  )
  /// Choosing one of all entities.
  public static let queryAll = TaskName("queryAll", "Choosing an entity.")
  /// Looking at the objects of an entity.
  public static let list = TaskName("list", "Listing the objects of an entity.")
  /// Looking at related rows on a page about their owner; rules give it only the columns.
  public static let related = TaskName("related", "Showing related rows on a page of their owner.")
  /// Looking at one object.
  public static let inspect = TaskName("inspect", "Inspecting an object.")
  /// Changing an object.
  public static let edit = TaskName("edit", "Editing an object.")
  /// Making an object.
  public static let create = TaskName("create", "Creating an object.")
  /// Choosing an object for a relationship to one.
  public static let select = TaskName("select", "Choosing an object for a reference.")
  /// Choosing the objects of a relationship to many.
  public static let editRelationship = TaskName(
    "editRelationship",
    "Choosing related rows."
  )
  /// Confirming something.
  public static let confirm = TaskName("confirm", "Confirming something.")
  /// Reading what went wrong.
  public static let error = TaskName("error", "Reading an error message.")
  /// Waiting for long work.
  public static let progress = TaskName("progress", "Waiting for long work.")
  /// Signing in.
  public static let login = TaskName("login", "Logging in.")

  /// Looking through what is pending.
  public static let review = TaskName("review", "Reviewing unsaved changes.")

  /// Looking through what was saved.
  public static let history = TaskName("history", "Browsing the history of saves.")
  /// Looking at what is in a column.
  public static let values = TaskName("values", "Counting the values of a column.")
  /// Looking at what all columns hold.
  package static let describe = TaskName("describe", "Describing the columns of a list.")
  /// Looking at groups of rows.
  package static let group = TaskName("group", "Grouping rows, with counts and sums.")
  /// Looking at a chart.
  package static let chart = TaskName("chart", "Looking at numbers as a chart.")
  /// Saying what is to become of what others have changed meanwhile.
  public static let conflict = TaskName(
    "conflict",
    "Resolving conflicts with changes made elsewhere."
  )
  /// Saying whether an object is to be deleted.
  package static let delete = TaskName("delete", "Deleting objects, with the effects on others.")
  /// Doing the same with many objects.
  public static let bulk = TaskName("bulk", "Changing a property of many objects.")

  /// Putting cells of a spreadsheet into many objects.
  package static let paste = TaskName(
    "paste",
    "Pasting spreadsheet cells into many objects."
  )

  /// Saying what is to become of what a program that ended has left unsaved.
  package static let recover = TaskName(
    "recover",
    "Recovering unsaved changes of an earlier session."
  )

  // MARK: Before the pages

  /// Looking up keys.
  public static let help = TaskName("help", "Looking up keys.")
  /// Reading which rules answered.
  public static let why = TaskName("why", "Explaining a place with rules.")
  /// Finding a command.
  public static let palette = TaskName("palette", "Finding a command by its name.")
  /// Reading a text.
  public static let text = TaskName("text", "Reading a long text.")
  /// Looking at bytes.
  public static let bytes = TaskName("bytes", "Viewing binary data.")
  /// Reading JSON.
  public static let json = TaskName("json", "Reading a JSON document.")
  /// Reading statements.
  public static let statements = TaskName("statements", "Reading the SQL that a save would run.")
  /// Reading what was said.
  package static let messages = TaskName("messages", "Reading the last messages.")
  /// Choosing columns.
  public static let columns = TaskName("columns", "Choosing the columns of a list.")
  /// Choosing a day.
  public static let calendar = TaskName("calendar", "Choosing a day.")

  /// The tasks whose pages stand before the others until Esc.
  package static let inFront: [TaskName] = [
    .help, .why, .palette, .text, .bytes, .json, .statements, .messages, .columns,
    .calendar,
  ]

  /// The tasks that come with the program.
  public static let builtIn: [TaskName] =
    [
      .query, .list, .inspect, .edit, .create, .select, .editRelationship, .related, .queryAll,
      .confirm, .error, .progress, .login, .review, .history, .values, .group, .chart, .conflict,
      .delete,
      .bulk, .paste, .recover,
    ] + inFront

  /// The tasks that are about an entity or one of its objects.
  package static let needingEntity: Set<TaskName> = [.list, .inspect, .edit, .create, .select]

  /// The tasks in which values are entered.
  package static let entering: Set<TaskName> = [.edit, .create]
}

nonisolated extension EnvironmentValues {
  /// Returns a copy of the scope with another task.
  public func scoped(toTask task: TaskName) -> EnvironmentValues {
    scoped(toTask: task.rawValue)
  }

  /// The task of the scope.
  public var taskName: TaskName { TaskName(rawValue: self[TaskKeys.shared.task]) }
}
