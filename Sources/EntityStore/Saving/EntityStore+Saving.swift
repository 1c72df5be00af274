import Qualifiers
import Synchronization

extension EntityStore {
  /// Writes all changes in one transaction, or none of them; the guard is asked for all before the first statement.
  ///
  /// Without a guard of its own a save is judged by that of the store. The result of a save that is recorded has by what it
  /// can be undone, which `witness` hears of first. A trial does all but commit, and its result has the statements.
  package func save(
    _ changes: [Change],
    guardedBy writeGuard: (any WriteGuard)? = nil,
    isRecorded: Bool = false,
    isTrial: Bool = false,
    witness: SaveRecord.CommitObserver? = nil
  ) async throws(StoreError) -> SaveResult {
    if let readOnlyReason { throw .refused("\(readOnlyReason)") }
    // A search that reads keeps others from writing.
    searcher.cancel()
    let number = saves.add(1, ordering: .relaxed).newValue
    let accessGuard = accessGuard.withLock { $0 }
    var restrictions: [String: Qualifier] = [:]
    if let accessGuard { restrictions = try await self.restrictions(on: changes, accessGuard) }
    let writeGuard = writeGuard ?? accessGuard
    if let writeGuard { try await judge(changes, by: writeGuard, number) }
    // What goes with deleted rows is only known once the other changes are made: it is asked about between attempts.
    var deletable: Set<RecordID>? = await writeGuard?.mayRefuseDeletions == true ? [] : nil
    for _ in 0..<Self.attempts {
      let outcome = try await performSave(number) {
        [restrictions, deletable] adaptor throws(StoreError) in
        try adaptor.save(
          changes,
          restrictions: restrictions,
          deletable: deletable,
          isRecorded: isRecorded,
          isTrial: isTrial,
          witness: witness
        )
      }
      switch outcome {
      case .saved(let result): return result
      case .unasked(let rows):
        try await checkDeletion(of: rows, in: number, by: writeGuard, accessGuard)
        deletable?.formUnion(rows.map(\.id))
      }
    }
    throw .refused("the rows that would be deleted too keep changing; try again")
  }

  /// Undoes a save, all of it or nothing; the guard is asked for each row that is written, as for any other change.
  ///
  /// - Parameters:
  ///   - record: What the save did.
  ///   - stamps: The attributes of entities that every save sets: they stay where others have set them since.
  ///   - writeGuard: Says what may be written.
  ///   - witness: Hears of the way back before it is committed.
  /// - Returns: The record with the values of fields that the save did not write as they are stored by now.
  /// - Throws: ``StoreError/changedByOther(_:)`` for a row in which a field that the save wrote has another value since.
  @discardableResult
  package func revert(
    _ record: SaveRecord,
    besides stamps: [String: Set<String>] = [:],
    guardedBy writeGuard: (any WriteGuard)? = nil,
    witness: SaveRecord.CommitObserver? = nil
  ) async throws(StoreError) -> SaveRecord {
    if let readOnlyReason { throw .refused("\(readOnlyReason)") }
    searcher.cancel()
    let number = saves.add(1, ordering: .relaxed).newValue
    let accessGuard = accessGuard.withLock { $0 }
    let way = record.inverted
    let changes = writeGuard ?? accessGuard == nil ? [] : way.changes
    var restrictions: [String: Qualifier] = [:]
    if let accessGuard {
      // What goes along is in tables that the person may not even know of.
      let further = way.rows.filter { $0.cause != .direct }.map(\.id.entityName)
      let rights = await accessGuard.rights(of: Set(further))
      guard !rights.entities.values.contains(where: { $0.refusal != nil }) else {
        throw Self.hiddenEffects
      }
      restrictions = try await self.restrictions(on: changes, accessGuard)
    }
    if let writeGuard = writeGuard ?? accessGuard {
      try await judge(changes, by: writeGuard, number)
    }
    do throws(StoreError) {
      return try await performSave(number) { [restrictions] adaptor throws(StoreError) in
        try adaptor.revert(
          record,
          besides: stamps,
          restrictions: restrictions,
          witness: witness
        )
      }
    } catch {
      guard case .notFound(let id) = error,
        way.rows.contains(where: { $0.id == id && $0.cause != .direct })
      else { throw error }
      throw Self.hiddenEffects
    }
  }

  /// Whether a save is done of which that was never heard, by what its rows are now; `nil` where they do not tell.
  package func isDone(_ record: SaveRecord) async throws(StoreError) -> Bool? {
    try await worker.perform(Ticket(alone: "settle")) { adaptor throws(StoreError) in
      try adaptor.isDone(record)
    }
  }

  private static let hiddenEffects = StoreError.refused(
    "that would change hidden objects"
  )

  /// - Throws: ``StoreError/refused(_:)`` for the first that is not allowed.
  private func judge(
    _ changes: [Change],
    by writeGuard: any WriteGuard,
    _ number: Int
  ) async throws(StoreError) {
    for start in stride(from: 0, to: changes.count, by: Self.judgedTogether) {
      if isSaveCancelled(number) { throw .cancelled }
      let part = Array(changes[start..<min(start + Self.judgedTogether, changes.count)])
      if let reason = await writeGuard.refusal(ofAny: part) { throw .refused("\(reason)") }
    }
  }

  /// How many changes are judged before it is asked again whether the save goes on.
  private static let judgedTogether = 200

  /// How often what goes with deleted rows may have changed while it was asked about.
  private static let attempts = 8

  /// Runs a part of a save, unless it was called off before.
  private func performSave<Result: Sendable>(
    _ number: Int,
    _ body: @escaping @Sendable (any Adaptor) throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    try await worker.perform(Ticket(alone: Self.savePurpose + "\(number)")) {
      [self] adaptor throws(StoreError) in
      if isSaveCancelled(number) { throw .cancelled }
      return try body(adaptor)
    }
  }

  /// Asks the guards about rows that go with those to be deleted, as if each were deleted for itself.
  ///
  /// - Throws: ``StoreError/refused(_:)``; of rows that do not exist for the person it says no more than that there are some.
  private func checkDeletion(
    of rows: [CascadedDeletions.Row],
    in number: Int,
    by writeGuard: (any WriteGuard)?,
    _ accessGuard: (any AccessGuard)?
  ) async throws(StoreError) {
    let rights =
      await accessGuard?.rights(of: Set(rows.map(\.id.entityName))) ?? AccessRights()
    let restrictions = rights.restrictions
    let hidden = try await performSave(number) {
      adaptor throws(StoreError) -> CascadedDeletions.Row? in
      for row in rows where restrictions[row.id.entityName] != nil {
        if adaptor.isCancelled() { throw .cancelled }
        if try adaptor.record(row.id, paths: [], restrictions: restrictions) == nil,
          try adaptor.record(row.id, paths: [], restrictions: [:]) != nil
        {
          return row
        }
      }
      return rows.first { rights.entities[$0.id.entityName]?.refusal != nil }
    }
    if let hidden {
      throw .refused(
        "\(entityNamed: hidden.rootName) cannot be deleted: that would delete hidden objects"
      )
    }
    guard let writeGuard else { return }
    // Those that go with one object are asked about together, so that their rows are read at once.
    var rest = rows[...]
    while let first = rest.first {
      if Task.isCancelled || isSaveCancelled(number) { throw .cancelled }
      let some = rest.prefix(Self.judgedTogether).prefix { $0.rootName == first.rootName }
      rest = rest[some.endIndex...]
      let changes = some.map { Change.delete($0.id, original: [:]) }
      if let reason = await writeGuard.refusal(ofAny: changes) {
        throw .refused(
          "\(entityNamed: first.rootName) cannot be deleted because of related rows: \(reason)"
        )
      }
    }
  }

  /// Calls off the saves that run or wait for another program; nothing of them is written.
  package func cancelSaves() {
    cancelPendingSave()
    worker.cancel { $0?.hasPrefix(Self.savePurpose) == true }
  }

  func cancelPendingSave() {
    calledOff.store(
      saves.load(ordering: .sequentiallyConsistent),
      ordering: .sequentiallyConsistent
    )
  }

  /// A save may be called off while the guards are asked and nothing of it runs.
  private func isSaveCancelled(_ number: Int) -> Bool {
    calledOff.load(ordering: .sequentiallyConsistent) >= number
  }

  private static let savePurpose = "save "
}
