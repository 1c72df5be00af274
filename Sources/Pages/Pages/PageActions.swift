import RuleEnvironment
import Widgets
import Workspace

/// The filter for a page's commands: only those that the key `actions` names, or all when it is not set.
///
/// Every page passes its commands through it. Commands that a page exists for, such as choosing and saving, are exempt, and so
/// are those that answer what a page asks.
nonisolated struct PageActions: Sendable {
  private let lists: [[String]]

  /// The actions of the page of the view whose commands are made.
  static var current: Self { EnvironmentValues.current[PageKeys.shared.pageActions] }

  /// Creates the filter for a place that belongs to several scopes, such as a detail pane to its list and its object.
  init(in scopes: EnvironmentValues...) {
    lists = scopes.compactMap { $0[ComponentKeys.shared.actions] }
  }

  /// Returns those of `commands` that the filter allows.
  @MainActor func offered(_ commands: [Command]) -> [Command] {
    commands.filter { command in
      let name = command.definition.name.rawValue
      return command.answersPage || lists.allSatisfy { $0.contains(name) }
    }
  }
}
