/// What locked mode leaves to a person: who that is, and the one database that is open.
package nonisolated struct Confinement: Hashable, Sendable {
  /// The name of the account.
  package let user: String
  /// What a rule of the site says the person is.
  package let role: String
  /// The path of the database, without links.
  package let database: String
  /// The models that the site lays over it.
  package let modelFiles: [String]

  /// What the site's rules say of a person who opens a database.
  package init(user: String, role: String, database: String, modelFiles: [String]) {
    (self.user, self.role, self.database) = (user, role, database)
    self.modelFiles = modelFiles
  }
}
