/// A database file beside the main one, whose tables are entities too.
package struct AttachedFile: Sendable, Hashable {
  /// The schema name in SQL and rules: `archive`.
  package var name: String
  /// The path of the file.
  package var path: String

  /// A file under a name.
  package init(name: String, path: String) { (self.name, self.path) = (name, path) }
}
