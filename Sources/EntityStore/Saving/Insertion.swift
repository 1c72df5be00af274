package import EntityModel
package import Qualifiers

/// A bulk insertion of rows in one transaction: ``finish()`` makes all of them permanent, and without it none is kept.
///
/// Only one batch of rows is in memory at a time. Other reads of the store already see the inserted rows.
///
///     let insertion = try await store.beginInserting(entity, attributes: ["name"])
///     try await insertion.insert([[.string("Ada")], [.string("Grace")]])
///     try await insertion.finish()
package final class Insertion: Sendable {
  /// The entity and attributes of the insertion.
  package let plan: InsertionPlan
  private let store: EntityStore
  private let writeGuard: (any WriteGuard)?

  init(_ plan: InsertionPlan, into store: EntityStore, judgedBy writeGuard: (any WriteGuard)?) {
    (self.plan, self.store, self.writeGuard) = (plan, store, writeGuard)
  }

  /// Inserts rows, each with a value for each attribute of the plan; `nil` leaves it to the database.
  ///
  /// The guard is asked for all of them before the first statement.
  /// - Returns: their identities where the plan wants them, else nothing.
  /// - Throws: ``InsertionFault`` with the place of the first row among `rows` that cannot be inserted. Those before it are;
  ///   unless the fault is final, the insertion can go on with those behind it.
  @discardableResult
  package func insert(_ rows: [[Value?]]) async throws(InsertionFault) -> [RecordID] {
    guard let refusal = await writeGuard?.refusal(ofInserting: rows, plan) else {
      return try await perform { adaptor throws(InsertionFault) in try adaptor.insert(rows) }
    }
    let allowed = Array(rows[..<refusal.row])
    let ids = try await perform { adaptor throws(InsertionFault) in try adaptor.insert(allowed) }
    throw InsertionFault(row: refusal.row, error: .refused("\(refusal.reason)"), inserted: ids)
  }

  /// Inserts packed rows.
  ///
  /// The guard is asked about each row only where it does not allow the insertion as a whole.
  @discardableResult
  package func insert(_ rows: any PackedRows) async throws(InsertionFault) -> [RecordID] {
    if let writeGuard, await !writeGuard.allows(rows, plan) {
      return try await insert(rows.unpacked)
    }
    return try await perform { adaptor throws(InsertionFault) in try adaptor.insert(rows) }
  }

  /// Updates a row that is there in the same transaction, judged by `writeGuard`, or without one as what is inserted.
  ///
  /// - Throws: ``InsertionFault`` about row 0; unless it is final, nothing of the update is left.
  package func update(
    _ change: Change,
    guardedBy writeGuard: (any WriteGuard)? = nil
  ) async throws(InsertionFault) {
    if let reason = await (writeGuard ?? self.writeGuard)?.refusal(ofAny: [change]) {
      throw InsertionFault(row: 0, error: .refused("\(reason)"))
    }
    try await perform { adaptor throws(InsertionFault) in try adaptor.update(change) }
  }

  /// Writes what is told of the rows elsewhere in the same transaction; no guard is asked.
  package func write(along changes: [Change]) async throws(InsertionFault) {
    guard !changes.isEmpty else { return }
    try await perform { adaptor throws(InsertionFault) in
      do throws(StoreError) { try adaptor.write(along: changes) } catch {
        throw InsertionFault(row: nil, error: error)
      }
    }
  }

  /// Makes the rows permanent; a trial checks all that would, and takes them back.
  ///
  /// - Throws: ``InsertionFault`` with the places of rows among all that were inserted; nothing is inserted then.
  package func finish(isTrial: Bool = false) async throws(InsertionFault) {
    try await perform { adaptor throws(InsertionFault) in
      try adaptor.endInserting(isTrial: isTrial)
    }
  }

  /// Takes all rows back.
  package func abandon() async {
    do throws(StoreError) {
      try await store.worker.perform(nil) { adaptor throws(StoreError) in
        adaptor.abandonInserting()
      }
    } catch {
      // Nothing is read: a store that is closed, or called everything off, has taken the rows back itself.
    }
  }

  private func perform<Value: Sendable>(
    _ body: @escaping @Sendable (any Adaptor) throws(InsertionFault) -> Value
  ) async throws(InsertionFault) -> Value {
    let result: Result<Value, InsertionFault>
    do throws(StoreError) {
      result = try await store.worker.perform(nil) { adaptor throws(StoreError) in
        Result { () throws(InsertionFault) in try body(adaptor) }
      }
    } catch {
      throw InsertionFault(row: nil, error: error)
    }
    return try result.get()
  }
}

extension EntityStore {
  /// Begins to insert rows of `entity`, judged by `writeGuard`, or without one by the guard of the store.
  ///
  /// Until it is finished or abandoned nothing else can be written.
  package func beginInserting(
    _ entity: Entity,
    attributes: [String],
    tellsIdentities: Bool = false,
    guardedBy writeGuard: (any WriteGuard)? = nil
  ) async throws(StoreError) -> Insertion {
    let (restrictions, judge) = try await admission(
      ofInserting: entity.name,
      Set(attributes),
      writeGuard
    )
    let plan = InsertionPlan(
      entityName: entity.name,
      attributes: attributes,
      tellsIdentities: tellsIdentities,
      restrictions: restrictions
    )
    try await worker.perform(nil) { adaptor throws(StoreError) in try adaptor.beginInserting(plan) }
    return Insertion(plan, into: self, judgedBy: judge)
  }
}
