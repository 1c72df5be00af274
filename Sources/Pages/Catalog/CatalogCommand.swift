import RuleEnvironment
package import Widgets

/// A command of an application in the catalog, made for the page of a scope.
///
/// A `PageCommand` becomes one when it is added.
package struct CatalogCommand {
  /// Name, title and keys.
  package let definition: CommandDefinition
  /// The subject that the command needs.
  package let subject: Page.Subject
  /// Returns the command on the page of a scope; `nil` where it is about more than the page.
  let command: (EnvironmentValues) -> Command?
}
