package import Qualifiers

/// The database layout of a certain program, such as Core Data, which adds to a schema what the catalogue does not declare.
package protocol SchemaConvention: Sendable {
  /// The rows to read of a database that the program made; none for any other.
  func requests(for schema: Schema) -> [Schema.RowRequest]

  /// Says in a schema what the catalogue leaves out: for each request its rows, with the values that were asked for.
  func complete(_ schema: inout Schema, with rows: [[[Value]]])
}

extension Schema {
  /// A request of a schema convention to read some columns of all rows of a table while the database is reflected.
  package struct RowRequest: Sendable {
    /// A column to read, by name, and whether its values are wanted as integers or as text.
    package enum Column: Sendable {
      case integer(String), text(String)

      /// Its name, exactly.
      package var name: String {
        switch self {
        case .integer(let name), .text(let name): name
        }
      }
    }

    /// The table, exactly.
    package let tableName: String
    /// The columns to read.
    package let columns: [Column]

    /// The request for columns of a table.
    package init(tableName: String, columns: [Column]) {
      (self.tableName, self.columns) = (tableName, columns)
    }

    /// The request for the names of all indexes.
    package static let indexNames = RowRequest(tableName: "sqlite_master", columns: [.text("name")])
  }
}
