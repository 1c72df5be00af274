/// What locked mode leaves to a person: who that is, and the one database that is open.
nonisolated struct Confinement: Hashable, Sendable {
  /// The name of the account.
  let user: String
  /// What a rule of the site says the person is.
  let role: String
  /// The path of the database, without links.
  let database: String
  /// The models that the site lays over it.
  let modelFiles: [String]
}
