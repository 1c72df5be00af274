import RuleEnvironment
import Widgets
import Workspace

/// Which commands of its own a page offers: those that the key `actions` names, all when it names none.
///
/// Every page takes its commands through here. What is the page's very purpose, as choosing and saving, is always there.
nonisolated struct PageActions: Sendable {
  private let lists: [[String]]

  /// The actions of the page of the view whose commands are made.
  static var current: Self { EnvironmentValues.current[ViewKeys.shared.pageActions] }

  /// What is offered in a place that belongs to all of `scopes`: a pane to its list and to its object.
  init(in scopes: EnvironmentValues...) {
    lists = scopes.compactMap { $0[ComponentKeys.shared.actions] }
  }

  /// Those of `commands` that are offered.
  @MainActor func offered(_ commands: [Command]) -> [Command] {
    commands.filter { command in
      let name = command.definition.name.rawValue
      return lists.allSatisfy { $0.contains(name) }
    }
  }
}
