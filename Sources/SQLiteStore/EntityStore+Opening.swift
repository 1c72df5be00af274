package import EntityModel
package import EntityStore

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
}
