package import AccessControl
import RuleFiles

/// The list of databases and folders that the site allows, against which a database name is checked.
///
/// Files are compared by identity with links resolved, not by name.
package nonisolated struct AllowedDatabases {
  private let paths: [String]

  /// - Throws: ``SiteRefusal`` for a path that is not absolute.
  package init(_ paths: [String]) throws(SiteRefusal) {
    if let relative = paths.first(where: { !$0.hasPrefix("/") }) {
      throw .opening("databases: '\(relative)' must be an absolute path")
    }
    self.paths = paths
  }

  /// Returns the real path of the database called `name`, if it is on the site's list or in a listed folder; otherwise `nil`.
  ///
  /// All links are resolved: no link that the user controls is part of the returned path.
  package func path(of name: String) -> String? {
    guard let wanted = FileIdentity(name), !wanted.isFolder, let own = DirectoryEntryPath.real(name)
    else {
      return nil
    }
    let folder = FileIdentity(DirectoryEntryPath(own).folder)
    for path in paths {
      guard let listed = FileIdentity(path), let real = DirectoryEntryPath.real(path) else {
        continue
      }
      if listed == wanted { return real }
      if listed.isFolder, listed == folder { return own }
    }
    return nil
  }
}
