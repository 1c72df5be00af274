/// The bookkeeping columns that another program, such as Core Data, maintains in a table: key, discriminator and version.
///
/// A save fills them in new rows, so that the other program can go on using the database.
package struct ManagedColumns: Sendable, Hashable {
  /// A counter for new primary keys, kept in a row of a table in the same database.
  package struct KeyCounter: Sendable, Hashable {
    /// The table of counters.
    package var table: String
    /// Its column for the last key that was given.
    package var column: String
    /// Its column that tells the counters apart.
    package var selector: String
    /// The selector's value in the row of this counter.
    package var number: Int64

    /// The counter in the row of `table` where `selector` is `number`.
    package init(table: String, column: String, selector: String, number: Int64) {
      (self.table, self.column) = (table, column)
      (self.selector, self.number) = (selector, number)
    }
  }

  /// A named whole number in the JSON notation of the managed columns in model files.
  package struct Term: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The number.
    package var number: Int64

    /// A number called `name`.
    package init(_ name: String, _ number: Int64) { (self.name, self.number) = (name, number) }
  }

  /// The program, for messages.
  package var manager: String
  /// The column of the key, a whole number.
  package var key: String
  /// The counter for new keys.
  package var keyCounter: KeyCounter
  /// The column that says of which entity a row is.
  package var discriminator: String
  /// The discriminator value in the rows of this entity.
  package var discriminatorValue: Int64
  /// The column that counts the versions of a row, from 1.
  package var version: String
  /// All of it as the JSON of a model has it.
  package var notation: [Term]

  /// The columns of one entity.
  package init(
    manager: String,
    key: String,
    keyCounter: KeyCounter,
    discriminator: String,
    discriminatorValue: Int64,
    version: String,
    notation: [Term]
  ) {
    (self.manager, self.key, self.keyCounter) = (manager, key, keyCounter)
    (self.discriminator, self.discriminatorValue) = (discriminator, discriminatorValue)
    (self.version, self.notation) = (version, notation)
  }

  /// The names of the columns.
  package var names: [String] { [key, discriminator, version] }
}
