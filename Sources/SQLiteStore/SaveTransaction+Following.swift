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
    if case .insert(_, _, _, let token) = change, let id = result.inserted[token] {
      moved.name(id, token)
    }
  }

  /// Looks whether the rows to be updated or deleted are as they were read, before the first is written.
  func compare(_ changes: [Change]) throws(StoreError) {
    for change in changes {
      switch change {
      case .insert: continue
      case .update(let id, let values, let original, _):
        try compare(RowWrite(id: id, original: original, values: values))
      case .delete(let id, let original): try compare(RowWrite(id: id, original: original))
      }
    }
  }

  private func compare(_ row: RowWrite) throws(StoreError) {
    let entity = try adaptor.entity(row.id.entityName)
    let isSame = try adaptor.isRow(row.id, of: entity) + rowWriter.sameness(row, of: entity)
    var isFound = false
    try adaptor.rows("SELECT 1 FROM \(entity.sqlName) WHERE " + isSame) { _ in isFound = true }
    if !isFound { try rowWriter.check(row) }
  }

  func check(_ id: RecordID, _ original: [String: Value]) throws(StoreError) {
    try rowWriter.check(RowWrite(id: try place(of: id), original: original))
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
      "\(entityNamed: id.entityName) \(key): another change of the same save takes it away, and its key goes to another;"
        + " save without the change to it"
    )
  }

  /// Takes over the identities that rows have now.
  ///
  /// - Throws: ``StoreError/refused(_:)`` when a row that was changed is gone, and another is in its place.
  mutating func follow(_ changes: [Change]) throws(StoreError) {
    guard let moved else { return }
    for change in changes {
      switch change {
      case .insert(let name, _, _, let token):
        guard follows(try adaptor.entity(name)), let id = result.inserted[token], !id.values.isEmpty
        else { continue }
        guard let place = moved.place(ofInserted: token, of: name) else {
          try checkVacant(id)
          continue
        }
        result.inserted[token] = place
      case .update(let id, _, _, _):
        guard follows(try adaptor.entity(id.entityName)) else { continue }
        guard let place = moved.place(of: id) else {
          try checkVacant(id)
          continue
        }
        result.changedIDs[id] = place == id ? nil : place
      case .delete: continue
      }
    }
  }
}
