import EntityModel
import EntityStore
import Qualifiers
import SQL

/// Rows are found where they are, though each change names them as they were before the save.
extension SaveTransaction {
  var followsRows: Bool { moved != nil }

  var formerIDs: [RecordID: RecordID] { moved?.formerIDs ?? result.formerIDs }

  mutating func write(_ change: Change) throws(StoreError) {
    guard let moved else { return try writeInPlace(change) }
    do throws(StoreError) { try writeInPlace(change) } catch {
      // The statement was taken back, and with it what it did to keys.
      moved.forget()
      throw error
    }
    try moved.settle()
    if change.write == .insert, let id = result.inserted[change.token] {
      moved.name(id, change.token)
    }
  }

  /// Looks whether the rows to be updated or deleted are as they were read, before the first is written.
  func compare(_ changes: [Change]) throws(StoreError) {
    for row in changes where row.write != .insert {
      let entity = try adaptor.entity(row.entityName)
      let isSame = try adaptor.isRow(row.id, of: entity) + rowWriter.sameness(row, of: entity)
      var isFound = false
      try adaptor.rows("SELECT 1 FROM \(entity.sqlName) WHERE " + isSame) { _ in isFound = true }
      if !isFound { try rowWriter.check(row) }
    }
  }

  func check(_ change: Change) throws(StoreError) {
    let place = try place(of: change.id)
    try rowWriter.check(.update(place, values: [:], original: change.original))
  }

  /// The identity now of a row that had one before the save.
  func place(of id: RecordID) throws(StoreError) -> RecordID {
    guard let moved else { return id }
    guard let place = moved.place(of: id) else { throw .notFound(id) }
    return place
  }

  /// The identity now of a row inserted before.
  func id(ofInserted token: Int) -> RecordID? {
    result.inserted[token].map { moved?.place(ofInserted: token, of: $0.entityName) ?? $0 }
  }

  /// Whether it is known where rows of an entity are.
  func follows(_ entity: Entity) -> Bool { moved != nil && entity.definition.kind == .table }

  /// No other row has the identity of one that is gone: it would be taken for that.
  private func checkVacant(_ id: RecordID) throws(StoreError) {
    guard moved?.isTaken(id) == true else { return }
    let key = id.values.map(\.description).joined(separator: ", ")
    throw .refused(
      "\(entityNamed: id.entityName) \(key): this save also deletes it and gives its key to another row;"
        + " discard the change to it and save again"
    )
  }

  /// Takes over the identities that rows have now.
  ///
  /// - Throws: ``StoreError/refused(_:)`` when a row that was changed is gone, and another is in its place.
  mutating func follow(_ changes: [Change]) throws(StoreError) {
    guard let moved else { return }
    for change in changes {
      let token = change.token
      guard change.write != .delete, follows(try adaptor.entity(change.entityName)),
        let id = change.storedID ?? result.inserted[token],
        change.write == .update || !id.values.isEmpty
      else { continue }
      let place =
        change.write == .insert
        ? moved.place(ofInserted: token, of: change.entityName) : moved.place(of: id)
      guard let place else {
        try checkVacant(id)
        continue
      }
      if change.write == .insert {
        result.inserted[token] = place
      } else {
        result.changedIDs[id] = place == id ? nil : place
      }
    }
  }
}
