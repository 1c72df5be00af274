package import RuleEnvironment
package import StandardKeys

nonisolated extension EnvironmentValues {
  /// The task that follows the one of the scope.
  package var nextTaskName: TaskName { TaskName(rawValue: self[ComponentKeys.shared.nextTask]) }
}
