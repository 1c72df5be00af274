/// A save in which a change may have to wait until another row has given up the value that it wants.
protocol PostponingTransaction {
  /// Changes that wait, and inserts that refer to those.
  var postponed: [Change] { get set }
  /// Writes one change.
  mutating func write(_ change: Change) throws(StoreError)
  /// Whether the transaction goes on after a change that failed.
  var isAlive: Bool { get }
}

extension PostponingTransaction {
  /// Writes a change, or keeps it for later.
  /// - Returns: why a unique value keeps it back.
  mutating func postponing(_ change: Change) throws(StoreError) -> StoreError? {
    if change.refers(toInsertsAmong: postponed) {
      postponed.append(change)
      return nil
    }
    do throws(StoreError) {
      try write(change)
      return nil
    } catch {
      guard case .uniqueViolated = error, isAlive else { throw error }
      postponed.append(change)
      return error
    }
  }

  /// Writes what had to wait, as long as each round gets on.
  ///
  /// - Throws: ``StoreError/uniqueViolated(entityName:attributes:)`` when nothing gives the value up.
  mutating func applyPostponed() throws(StoreError) {
    while !postponed.isEmpty {
      let waiting = postponed
      postponed = []
      var first: StoreError?
      for change in waiting {
        let failure = try postponing(change)
        first = first ?? failure
      }
      if postponed.count == waiting.count, let first { throw first }
    }
  }
}
