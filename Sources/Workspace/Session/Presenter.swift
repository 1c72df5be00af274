package import Editing
package import RuleEnvironment

/// The user interface as reading and saving see it: the current page, its edited objects, and functions to reload or show
/// messages.
package protocol Presenter: AnyObject {
  /// Whether there is a screen, and somebody before it.
  var isOnScreen: Bool { get }
  /// The current page; compared by identity.
  var currentPage: AnyObject? { get }
  /// The objects that are edited on the current page.
  var editedObjects: [ManagedObject] { get }
  /// The objects that were linked, unlinked or entered for the forms of the current page.
  var linkedObjects: [ManagedObject] { get }

  /// Whether a list is on a page that can be gone to.
  func shows(_ list: AnyObject) -> Bool
  /// Whether a list is on the current page.
  func isCurrent(_ list: AnyObject) -> Bool
  /// Removes an object that is no more: the pages about it, and its fields on others.
  func removePages(about object: ManagedObject)
  /// Reads the list of the current page again.
  func reloadList()
  /// Reads the current page again: rows are others than those it has read.
  func readAgain()
  /// The text of a property in its scope, as it is shown in one line.
  func text(in property: EnvironmentValues) -> String
  /// Says a sentence in the status line.
  func say(_ sentence: String)
  /// Shows a notice in the status line, or takes it away.
  func note(_ notice: String?)
}
