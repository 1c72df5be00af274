public import RuleEngine
public import StandardKeys

// The tasks that have a name in Swift, in rules written in Swift: `\.task == .edit`.

/// Whether the text at a path is the name of a task.
public nonisolated func == (path: RuleKeyPath<String>, task: TaskName) -> RuleCondition {
  path == task.rawValue
}

/// Whether the text at a path is not the name of a task.
public nonisolated func != (path: RuleKeyPath<String>, task: TaskName) -> RuleCondition {
  path != task.rawValue
}

/// Whether the text at a path is the name of one of some tasks.
public nonisolated func ~= (tasks: [TaskName], path: RuleKeyPath<String>) -> RuleCondition {
  tasks.map(\.rawValue) ~= path
}

/// The key is the name of a task.
public nonisolated func <= (key: RuleKeyPath<String>, task: TaskName) -> RuleAssignment {
  key <= task.rawValue
}
