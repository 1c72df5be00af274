/// A database file beside the main one, whose tables are entities too.
public struct AttachedFile: Sendable, Hashable {
  /// What SQL and rules call it: `archive`.
  public var name: String
  /// Where it is.
  public var path: String

  /// A file under a name.
  public init(name: String, path: String) { (self.name, self.path) = (name, path) }
}
