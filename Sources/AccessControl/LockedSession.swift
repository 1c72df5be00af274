/// The user, role, database and models that locked mode restricts a session to.
package nonisolated struct LockedSession: Hashable, Sendable {
  /// The name of the account.
  package let user: String
  /// The role that the site's rules give the account.
  package let role: String
  /// The path of the database, without links.
  package let database: String
  /// The models that the site lays over it.
  package let modelFiles: [String]

  /// Creates a locked session from the values that the site's rules give for a user and a database.
  package init(user: String, role: String, database: String, modelFiles: [String]) {
    (self.user, self.role, self.database) = (user, role, database)
    self.modelFiles = modelFiles
  }
}
