import EntityModel
package import EntityStore

/// A kind of database that the adaptor tests run on.
package struct AdaptorUnderTest: Sendable, CustomStringConvertible {
  /// The name in test results.
  package let name: String
  /// Whether an error is one that such a database makes up now and then: the same is asked again.
  let isPassing: @Sendable (StoreError) -> Bool
  /// Whether it never makes up an error.
  package let isFaultless: Bool
  /// Opens a database of the kind with the model and the rows of another.
  package let open: @Sendable (Reference) async throws -> EntityStore

  /// A kind of database.
  package init(
    _ name: String,
    isPassing: (@Sendable (StoreError) -> Bool)? = nil,
    open: @escaping @Sendable (Reference) async throws -> EntityStore
  ) {
    (self.name, self.open) = (name, open)
    self.isPassing = isPassing ?? { _ in false }
    isFaultless = isPassing == nil
  }

  package var description: String { name }
}

/// A database whose like is to be opened.
package struct Reference: Sendable {
  /// The open store of the reference database.
  package let store: EntityStore
  /// The location of the database; ``files`` lists the files attached to it.
  package let source: DatabaseSource
  package let files: [AttachedFile]

  package init(_ store: EntityStore, source: DatabaseSource, files: [AttachedFile]) {
    (self.store, self.source, self.files) = (store, source, files)
  }

  /// Returns the changes that insert all of its rows, in no particular order of references.
  package func insertions() async throws(StoreError) -> [Change] {
    var changes: [Change] = []
    for entity in store.model.entities where entity.definition.parentName == nil {
      let names = entity.attributes.filter { $0.definition.derivation == nil }.map(\.name)
      for record in try await store.rows(of: entity.name, names) {
        changes.append(
          .insert(
            entityName: entity.name,
            values: Dictionary(uniqueKeysWithValues: zip(names, record.values)),
            references: [:],
            token: changes.count
          )
        )
      }
    }
    return changes
  }
}
