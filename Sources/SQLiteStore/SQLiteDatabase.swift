package import EntityModel
package import EntityStore
import SQLite

/// A SQLite database for others than a store.
package enum SQLiteDatabase {
  /// Gives what files compute, and do not store, 256 MB, for the rest of the process.
  package static func boundMemory() { MemoryBounds.narrowForStrangers() }

  /// Opens a database without a store, as ``EntityStore/EntityStore/open(_:attaching:readOnly:create:conventions:shape:meanwhile:)`` does
  /// for one: to be used from one thread at a time.
  package static func adaptor(
    opening source: DatabaseSource,
    attaching files: [AttachedFile] = [],
    shape: (@Sendable (Model) -> Model)? = nil
  ) throws(StoreError) -> sending any Adaptor {
    try SQLiteAdaptor(
      opening: source,
      attaching: files,
      readOnly: false,
      create: false,
      shape: shape
    )
  }
}
