/// A table by its name and the database that has it.
package struct TableName: Sendable, Hashable, CustomStringConvertible {
  /// SQLite's name for the main database.
  package static let mainSchema = "main"

  /// The database that has the table: `main`, or the name of an attached file.
  package var schemaName: String
  /// The table, exactly.
  package var name: String

  /// A table of a database.
  package init(_ name: String, in schemaName: String = mainSchema) {
    (self.name, self.schemaName) = (name, schemaName)
  }

  /// The name for people: that of the database stands before it where it is an attached one.
  package var description: String {
    schemaName == Self.mainSchema ? name : "\(schemaName).\(name)"
  }

  /// Whether both are the same bytes: names that look alike may be of two tables.
  package static func == (left: Self, right: Self) -> Bool {
    left.name.isExactly(right.name) && left.schemaName.isExactly(right.schemaName)
  }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
    for byte in schemaName.utf8 { hasher.combine(byte) }
  }

  /// The name behind that of its database, whichever that is.
  var qualified: String { "\(schemaName).\(name)" }
}
