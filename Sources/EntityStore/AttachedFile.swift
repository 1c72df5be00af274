/// A database file beside the main one, whose tables are entities too.
package struct AttachedFile: Sendable, Hashable {
  /// What SQL and rules call it: `archive`.
  package var name: String
  /// Where it is.
  package var path: String

  /// A file under a name.
  package init(name: String, path: String) { (self.name, self.path) = (name, path) }
}
