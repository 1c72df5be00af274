package import EntityModel
package import EntityStore
import Glibc
import SQLite

extension EntityStore {
  /// Opens a database and reads its schema.
  ///
  /// The tables of `files` are entities too. With `readOnly` nothing is written to any file, whatever is asked later. Only
  /// with `create` a missing file is made, never one of `files`. While the store's thread opens them, `work` is done where
  /// the caller is. `conventions` know the databases of other programs.
  /// `shape` makes another model of the one that reflection found: that of a model file laid over it.
  /// - Throws: ``StoreError/cannotOpen(_:)`` with a sentence that names the file and says what to do.
  package static func open(
    _ source: DatabaseSource,
    attaching files: [AttachedFile] = [],
    readOnly: Bool = false,
    create: Bool = false,
    conventions: [any SchemaConvention] = [],
    shape: (@Sendable (Model) -> Model)? = nil,
    meanwhile work: () -> Void = {}
  ) async throws(StoreError) -> EntityStore {
    try await open(
      source,
      isReadOnly: readOnly,
      by: { () throws(StoreError) in
        try SQLiteAdaptor(
          opening: source,
          attaching: files,
          readOnly: readOnly,
          create: create,
          conventions: conventions,
          shape: shape
        )
      },
      meanwhile: work
    )
  }

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
