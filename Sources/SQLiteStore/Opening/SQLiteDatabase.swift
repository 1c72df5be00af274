package import EntityModel
package import EntityStore
import Glibc
import SQLite

extension DatabaseKind {
  /// SQLite: files, and databases in memory that a script makes.
  package static let sqlite = DatabaseKind(
    "sqlite",
    isInFiles: true,
    attachesFiles: true,
    recognizes: SQLiteDatabase.isDatabase,
    make: { model, path throws(StoreError) in try SQLiteDatabase.make(model, at: path) },
    open: { source, options throws(StoreError) in
      try SQLiteAdaptor(opening: source, options)
    }
  )
}

/// A SQLite database for others than a store.
package enum SQLiteDatabase {
  /// Gives what files compute, and do not store, 256 MB, for the rest of the process.
  package static func boundMemory() { MemoryLimits.narrowForStrangers() }

  /// Whether the file at a path begins as databases of SQLite do.
  static func isDatabase(_ path: String) -> Bool { DatabaseFileCheck.header(of: path).isOfSQLite }

  /// Makes a new database file with the tables of a model.
  ///
  /// - Throws: ``StoreError/cannotOpen(_:)`` when there is a file already, or SQLite refuses; nothing is left behind then.
  /// ``StoreError/refused(_:)`` for a default, choice or bound that its column cannot hold.
  package static func make(_ model: Model, at path: String) throws(StoreError) {
    guard access(path, F_OK) != 0 else {
      throw .cannotOpen(
        "\(path): the file already exists; --create with a model needs a new name."
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
      throw .cannotOpen("\(path): the database cannot be created (\(error.message)).")
    }
  }
}
