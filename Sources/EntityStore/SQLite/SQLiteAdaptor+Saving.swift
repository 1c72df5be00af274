import EntityModel
import Qualifiers
import SQLite

extension SQLiteAdaptor {
  func save(
    _ changes: [Change],
    restrictions: [String: Qualifier]
  ) throws(StoreError) -> SaveResult {
    var transaction = SaveTransaction(adaptor: self)
    let reach = SaveReach(adaptor: self, restrictions: restrictions)
    defer { transaction.endTemplate() }
    try mapped("BEGIN IMMEDIATE") { () throws(SQLiteError) in try connection.begin(.immediate) }
    do throws(StoreError) {
      // Order matters to no reference before the end.
      try mapped(nil) { () throws(SQLiteError) in
        try connection.run("PRAGMA defer_foreign_keys=ON")
      }
      try reach.checkRows(of: changes)
      for change in changes { try transaction.apply(change) }
      try transaction.deleteRows()
      try reach.check(changes, written: transaction.result)
      try commit(changes)
      return transaction.result
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Commits; a reference that still leads nowhere is named before all is rolled back.
  private func commit(_ changes: [Change]) throws(StoreError) {
    do throws(SQLiteError) {
      try connection.commit()
    } catch {
      guard error.reason == .foreignKey else { throw StoreError(error, model: model) }
      throw .referenceViolated(BrokenReference(adaptor: self).sentence(for: changes))
    }
  }
}
