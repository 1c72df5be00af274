import EntityModel
import Qualifiers
import SQLite

extension SQLiteAdaptor {
  func save(
    _ changes: [Change],
    restrictions: [String: Qualifier],
    isCancelled: () -> Bool
  ) throws(StoreError) -> SaveResult {
    let mayFreeValues = changes.contains { if case .insert = $0 { false } else { true } }
    var transaction = SaveTransaction(adaptor: self, mayFreeValues: mayFreeValues)
    let reach = SaveReach(adaptor: self, restrictions: restrictions)
    defer { transaction.endTemplate() }
    try waiting(isCancelled) { () throws(SQLiteError) in try connection.begin(.immediate) }
    do throws(StoreError) {
      // Order matters to no reference before the end.
      try mapped(nil) { () throws(SQLiteError) in
        try connection.run("PRAGMA defer_foreign_keys=ON")
      }
      try reach.checkRows(of: changes)
      for change in changes { try transaction.apply(change) }
      try transaction.deleteRows()
      try transaction.applyPostponed()
      try reach.check(changes, written: transaction.result)
      try commit(changes, isCancelled)
      return transaction.result
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Commits; a reference that still leads nowhere is named before all is rolled back.
  private func commit(_ changes: [Change], _ isCancelled: () -> Bool) throws(StoreError) {
    var isReferenceBroken = false
    try waiting(isCancelled) { () throws(SQLiteError) in
      do throws(SQLiteError) { try connection.commit() } catch {
        guard error.reason == .foreignKey else { throw error }
        isReferenceBroken = true
      }
    }
    guard isReferenceBroken else { return }
    throw .referenceViolated(BrokenReference(adaptor: self).sentence(for: changes))
  }

  /// Tries again while another program holds the file, until it takes too long or is called off.
  private func waiting(
    _ isCancelled: () -> Bool,
    _ body: () throws(SQLiteError) -> Void
  ) throws(StoreError) {
    connection.setBusyTimeout(milliseconds: Self.attemptDuration)
    defer { connection.setBusyTimeout(milliseconds: Connection.standardBusyTimeout) }
    let deadline = ContinuousClock.now + Self.patience
    while true {
      do throws(SQLiteError) { return try body() } catch {
        if isCancelled() { throw .cancelled }
        guard error.reason == .busy, ContinuousClock.now < deadline else {
          throw StoreError(error, model: model)
        }
      }
    }
  }

  /// How long a save waits for another program in all, and how long before it asks whether it is still wanted.
  private static let patience = Duration.seconds(2)
  private static let attemptDuration: Int32 = 50
}
