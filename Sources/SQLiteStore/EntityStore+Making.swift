package import EntityModel
package import EntityStore
import Glibc
import SQLite

extension EntityStore {
  /// Makes a new database file with the tables of a model.
  ///
  /// - Throws: ``StoreError/cannotOpen(_:)`` when there is a file already, or SQLite refuses; nothing is left behind then.
  /// ``StoreError/refused(_:)`` for a default, choice or bound that its column cannot hold.
  package static func make(_ model: Model, at path: String) async throws(StoreError) {
    guard access(path, F_OK) != 0 else {
      throw .cannotOpen(
        "\(path): the file is there already; --create with a model makes a new one."
      )
    }
    let statements = try SchemaScript(model).statements()
    do throws(SQLiteError) {
      let connection = try Connection(path: path, mode: .create)
      try connection.begin(.immediate)
      for statement in statements { try connection.run(statement) }
      try connection.commit()
    } catch {
      unlink(path)
      throw .cannotOpen("\(path): the database cannot be made (\(error.message)).")
    }
  }
}
