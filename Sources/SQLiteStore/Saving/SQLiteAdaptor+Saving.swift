import EntityModel
import EntityStore
import Qualifiers
import SQLite

extension SQLiteAdaptor {
  func save(
    _ changes: [Change],
    restrictions: [String: Qualifier],
    deletable: Set<RecordID>?,
    isRecorded: Bool,
    isTrial: Bool,
    witness: SaveRecord.CommitObserver?
  ) throws(StoreError) -> SaveOutcome {
    guard insertion == nil else { throw .busy }
    guard isTrial else {
      return try save(
        changes,
        within: restrictions,
        deletable: deletable,
        isRecorded: isRecorded,
        witness: witness
      )
    }
    log.beginCapture()
    defer { _ = log.endCapture() }
    let outcome = try save(
      changes,
      within: restrictions,
      deletable: deletable,
      isRecorded: isRecorded,
      isTrial: true
    )
    guard case .saved(var result) = outcome else { return outcome }
    result.statements = log.endCapture().filter { statement in
      ["INSERT", "UPDATE", "DELETE"].contains(where: statement.sql.hasPrefix)
    }
    return .saved(result)
  }

  private func save(
    _ changes: [Change],
    within restrictions: [String: Qualifier],
    deletable: Set<RecordID>?,
    isRecorded: Bool,
    isTrial: Bool = false,
    witness: SaveRecord.CommitObserver? = nil
  ) throws(StoreError) -> SaveOutcome {
    let names = changes.entityNames
    func attempt(
      _ changes: [Change],
      comparesFirst: Bool,
      _ moved: RowIdentityTracker? = nil
    ) throws(StoreError) -> SaveOutcome {
      let isRecorded = isRecorded && capabilities.contains(.recordsSaves)
      let recorder = isRecorded ? SaveRecorder(self, writing: names, expecting: changes.count) : nil
      // What an attempt before has done is no part of it.
      if isTrial { log.beginCapture() }
      func run() throws(StoreError) -> SaveOutcome {
        try save(
          changes,
          of: names,
          restrictions: restrictions,
          deletable: deletable,
          comparesFirst: comparesFirst,
          recorder: recorder,
          witness: witness,
          moved: moved,
          isTrial: isTrial
        )
      }
      guard isRecorded || moved != nil else { return try run() }
      return try connection.observingRowChanges(
        by: {
          recorder?.note($0)
          moved?.note($0)
        },
        run
      )
    }
    // A key of this save may be another row's by then.
    if KeyReassignments.isPossible(changes, in: self) {
      guard Connection.tellsRowChanges else { throw KeyReassignments.untold }
      let ordered = changes.referringFirst(in: model)
      return try attempt(ordered, comparesFirst: true, RowIdentityTracker(self))
    }
    do throws(StoreError) {
      return try attempt(changes, comparesFirst: false)
    } catch {
      // What a save itself has changed along, by a cascade or a trigger, no other program has changed or taken away: then all
      // rows are compared before the first of them is written, and written before those that they refer to.
      guard error.isAboutOtherChanges, changes.count > 1 else { throw error }
      return try attempt(changes.referringFirst(in: model), comparesFirst: true)
    }
  }

  private func save(
    _ changes: [Change],
    of names: Set<String>,
    restrictions: [String: Qualifier],
    deletable: Set<RecordID>?,
    comparesFirst: Bool,
    recorder: SaveRecorder?,
    witness: SaveRecord.CommitObserver?,
    moved: RowIdentityTracker?,
    isTrial: Bool
  ) throws(StoreError) -> SaveOutcome {
    let mayFreeValues = changes.contains { $0.write != .insert }
    var transaction = SaveTransaction(
      adaptor: self,
      mayFreeValues: mayFreeValues,
      restrictions: restrictions,
      recorder: recorder,
      moved: moved
    )
    defer { transaction.endTemplate() }
    // What does not exist and what does not exist for the person are told alike, at the end.
    let isAlone = changes.isOneInsert && restrictions.isEmpty
    let reach = SaveScopeCheck(adaptor: self, restrictions: restrictions)
    try beginWriting(to: model.schemaNames(writtenBy: changes, of: names))
    do throws(StoreError) {
      if !isAlone { try deferReferences() }
      try reach.checkRows(of: changes)
      try checkConstraints.judge(changes)
      if comparesFirst { try transaction.compare(changes) }
      if moved != nil {
        var handover = try KeyReassignments(adaptor: self, changes: changes)
        try handover.check(changes)
      }
      let compared = comparesFirst ? changes.map(\.withoutOriginal) : changes
      // A copy of each would be a good part of what it takes.
      let span = compared.span
      for index in span.indices { try transaction.apply(span[index]) }
      try transaction.followDeletions()
      try transaction.follow(changes)
      let unasked = try transaction.cascaded(besides: deletable, in: self)
      guard unasked.isEmpty else {
        transaction.endTemplate()
        connection.rollBack()
        return .unasked(unasked)
      }
      try transaction.deleteRows()
      try transaction.applyPostponed()
      try transaction.follow(changes)
      try reach.check(changes, written: transaction.result)
      transaction.result.record = recorder?.record()
      if !isTrial { try write(along: try witness?(transaction.result) ?? []) }
      try commit(changes, restrictions, isTrial: isTrial)
      return .saved(transaction.result)
    } catch {
      var error = error
      if case .referenceViolated = error, isAlone, connection.isInTransaction {
        let broken = BrokenReference(adaptor: self, restrictions: restrictions)
        error = broken.error(for: changes) ?? BrokenReference.unnamed
      }
      if case .uniqueViolated = error, connection.isInTransaction {
        do throws(StoreError) { try reach.checkReferences(of: changes) } catch let unseen {
          error = unseen
        }
      }
      connection.rollBack()
      if BrokenReference.isUnnamed(error) {
        let broken = BrokenReference(adaptor: self, restrictions: restrictions)
        error = broken.errorBehind(deletionsIn: changes) ?? error
      }
      throw TriggerErrorAttributes(adaptor: self).naming(checkConstraints.naming(error))
    }
  }

  func write(along changes: [Change]) throws(StoreError) {
    var transaction = SaveTransaction(adaptor: self, mayFreeValues: false, restrictions: [:])
    defer { transaction.endTemplate() }
    for change in changes {
      do throws(StoreError) { try transaction.apply(change) } catch {
        switch error {
        case .busy, .cancelled: throw error
        // None of what the person has entered is to blame.
        default:
          throw .refused("\(change.entityName) could not be written: \(error.sentence)")
        }
      }
    }
  }

  /// Begins a transaction that may write to some of the databases: the others are not locked for programs that write there.
  func beginWriting(to names: Set<String>) throws(StoreError) {
    try openFiles.check()
    // What SQLite locks at once is everything; a statement that could write locks the database of its table.
    let tables = schemaNames.filter(names.contains).compactMap(model.anyTable)
    let isPartial = names.count < schemaNames.count && tables.count == names.count
    try waiting { () throws(SQLiteError) in
      guard isPartial else { return try connection.begin(.immediate) }
      try connection.begin(.deferred)
      do throws(SQLiteError) {
        for table in tables { try connection.run("DELETE FROM \(table.sqlName) WHERE 0") }
      } catch {
        connection.rollBack()
        if error.reason == .busy { throw error }
        // The table has triggers or references that SQLite cannot make sense of; the change may have nothing to do with it.
        try connection.begin(.immediate)
      }
    }
    // The lock may have come free after the save was called off.
    guard isCancelled() else { return }
    connection.rollBack()
    throw .cancelled
  }

  /// Lets order matter to no reference before the end.
  ///
  /// One insert alone has no order; SQLite would refuse it then in a table to which foreign keys of others refer that are
  /// declared wrong.
  func deferReferences() throws(StoreError) {
    try mapped { () throws(SQLiteError) in try connection.run("PRAGMA defer_foreign_keys=ON") }
  }

  /// Commits; a reference that still leads nowhere is named before all is rolled back.
  func commit(
    _ changes: @autoclosure () -> [Change],
    _ restrictions: [String: Qualifier],
    isTrial: Bool = false
  ) throws(StoreError) {
    guard try commitFindsBrokenReference(isTrial: isTrial) else { return }
    let broken = BrokenReference(adaptor: self, restrictions: restrictions)
    throw broken.error(for: changes()) ?? BrokenReference.unnamed
  }

  /// Commits, or takes a trial back, if no reference leads nowhere.
  /// - Returns: Whether one does.
  func commitFindsBrokenReference(isTrial: Bool = false) throws(StoreError) -> Bool {
    guard !isTrial else {
      guard !connection.hasDanglingReferences else { return true }
      connection.rollBack()
      return false
    }
    var isReferenceBroken = false
    try waiting { () throws(SQLiteError) in
      do throws(SQLiteError) { try connection.commit() } catch {
        guard error.reason == .foreignKey else { throw error }
        isReferenceBroken = true
      }
    }
    return isReferenceBroken
  }

  /// Tries again while another program holds the file, until it takes too long or is called off.
  private func waiting(_ body: () throws(SQLiteError) -> Void) throws(StoreError) {
    connection.setBusyTimeout(milliseconds: Self.attemptDuration)
    defer { connection.setBusyTimeout(milliseconds: Connection.standardBusyTimeout) }
    let deadline = ContinuousClock.now + log.lockTimeout
    defer { log.waitEnd = nil }
    while true {
      do throws(SQLiteError) { return try body() } catch {
        if isCancelled() { throw .cancelled }
        guard error.reason == .busy, ContinuousClock.now < deadline else {
          throw StoreError(error, model: model)
        }
        log.waitEnd = deadline
      }
    }
  }

  /// How long a save waits for another program before it asks whether it is still wanted.
  private static let attemptDuration: Int32 = 50
}

extension SQLiteAdaptor {
  /// Returns the conflict clause for INSERT and UPDATE, so that a conflicting row causes an error and is not replaced.
  ///
  /// A table declared `ON CONFLICT REPLACE` would delete other rows silently. Tables with triggers keep their own behaviour,
  /// because the clause would also apply to statements in the triggers.
  func conflictClause(of entity: Entity) -> String {
    let table = entity.definition.table
    if let known = conflictClauses[table] { return known }
    let catalogue = SQLText.table("sqlite_schema", in: table.schemaName)
    let sql = """
      SELECT 1 FROM \(catalogue) WHERE type = 'table' AND name = ?1 AND sql LIKE '%on%conflict%'
      AND NOT EXISTS (SELECT 1 FROM \(catalogue) WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE)
      """
    let found = try? connection.rows(sql, [.text(entity.tableName)]) { row in row.int(0) }
    let clause = found?.isEmpty == true ? "" : " OR ABORT"
    conflictClauses[table] = clause
    return clause
  }

  func hasTriggers(_ table: TableName, on writes: Set<Entity.Write>) -> Bool {
    do throws(SQLiteError) {
      let triggers = try TableTriggers(.ofTable, table, in: self)
      return triggers?.areStarted(by: writes, of: table.name.folded) ?? true
    } catch { return true }
  }
}

extension Model {
  /// The databases to which changes may write: those of their tables, and for deletions those to which delete rules of the
  /// model lead.
  fileprivate func schemaNames(
    writtenBy changes: [Change],
    of entityNames: Set<String>
  ) -> Set<String> {
    let names = Set(entityNames.compactMap { entity(named: $0)?.schemaName })
    var deleted: [Entity] = []
    for change in changes where change.write == .delete {
      guard let entity = entity(named: change.entityName),
        !deleted.contains(where: { $0 === entity })
      else { continue }
      deleted.append(entity)
    }
    var next = 0
    while next < deleted.count {
      for relationship in deleted[next].relationships
      where relationship.definition.isDeleteRuleDeclared {
        guard let destination = relationship.destination,
          !deleted.contains(where: { $0 === destination })
        else { continue }
        deleted.append(destination)
      }
      next += 1
    }
    return names.union(deleted.map(\.schemaName))
  }

  /// A table of a database that can be written.
  fileprivate func anyTable(in schemaName: String) -> Entity? {
    entities.first { entity in
      entity.schemaName == schemaName && entity.definition.kind == .table
        && entity.refusal(of: .delete) == nil
    }
  }
}

extension Change {
  /// The change without its original values, so that it skips the conflict check.
  fileprivate var withoutOriginal: Change {
    var bare = self
    bare.original = [:]
    return bare
  }
}

extension StoreError {
  /// Whether a row is not as it was read, or not there any more.
  fileprivate var isAboutOtherChanges: Bool {
    switch self {
    case .changedByOther, .notFound: true
    default: false
    }
  }
}

extension [Change] {
  /// Returns the changes sorted: inserts first, then updates of referring rows before updates of the rows referred to.
  fileprivate func referringFirst(in model: Model) -> [Change] {
    let order = DeletionOrder(model: model)
    let ranked = enumerated().map { index, change in
      (change.write == .update ? order.rank(change.entityName) : -1, index, change)
    }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  fileprivate var isOneInsert: Bool { count == 1 && self[0].write == .insert }
}
