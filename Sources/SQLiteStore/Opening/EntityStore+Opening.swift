package import EntityModel
package import EntityStore

extension EntityStore {
  /// Opens a SQLite database and reads its schema, as ``DatabaseKind/sqlite`` does.
  ///
  /// - Throws: ``StoreError/cannotOpen(_:)`` with a sentence that names the file and says what to do.
  package static func open(
    _ source: DatabaseSource,
    attaching files: [AttachedFile] = [],
    readOnly: Bool = false,
    create: Bool = false,
    conventions: [any SchemaConvention] = [],
    shape: (@Sendable (Model) -> Model)? = nil
  ) async throws(StoreError) -> EntityStore {
    try await open(
      source,
      of: [.sqlite],
      OpeningOptions(
        attachedFiles: files,
        isReadOnly: readOnly,
        createsMissing: create,
        conventions: conventions,
        shape: shape
      )
    )
  }
}
