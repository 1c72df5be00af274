import AccessControl
package import Editing
package import EntityStore
import Observation
import StandardKeys

/// The controller of saving: it validates and stamps unsaved changes, writes them in one transaction, and records audit and
/// undo.
@Observable
package final class SaveController {
  /// Why the last save is not in the audit log, though rules want it there.
  package internal(set) var auditFault: String?
  /// The records as first read of objects that a refused save has read again without a conflict.
  @ObservationIgnored package var readBeforeMerging: [ObjectIdentifier: Record] = [:]
  /// The message about the last save: changes by others kept in its rows, and edits lost with cascaded deletions.
  @ObservationIgnored package var mergedSentence: String?
  /// Counts saves, so that lists know whether they are outdated.
  @ObservationIgnored package private(set) var count = 0
  /// The rows that saves gave another identity, with the number of saves before.
  @ObservationIgnored private var moves: [(count: Int, ids: [RecordID: RecordID])] = []
  /// Whether something is being written; that is not stopped half way.
  @ObservationIgnored package var isWriting = false
  /// Whether a save that a person asked for is under way, what comes of it included; there is one at a time.
  @ObservationIgnored package var isBusy = false
  /// The faults that kept the last save from being done.
  @ObservationIgnored var faults = SaveFaults()
  /// The saves that can be taken back.
  package var history = SaveHistory()
  /// The reported reasons why saves cannot be undone; `nil` when there is no user to tell.
  @ObservationIgnored package var losses: UndoBlockers?
  /// The persistent log of saves; `nil` when saves are not logged.
  package var log: (any SaveLog)?
  /// Makes the hold that keeps signals from ending the process between a commit and the account of it.
  @ObservationIgnored package var makeHold: () -> any CommitHold = { NoHold() }
  /// Why nothing is taken back or deleted meanwhile.
  package static let busySentence = "changes are still being written"

  /// Saves what is pending in `objects`, and the new objects that they refer to; asks the rules for each change.
  ///
  /// They belong to `context`, or to the pages without one; `watched` makes of the guard one that is told of.
  ///
  /// - Throws: ``SaveError``; nothing was written then.
  package func save(
    _ chosen: [ManagedObject],
    of context: EditingContext? = nil,
    watchedBy watched: ((any WriteGuard) -> any WriteGuard)? = nil,
    in work: WorkContext
  ) async throws(SaveError) {
    let context = context ?? work.editing
    let (_, going) = try await excludingCascadeDeleted(among: chosen, in: work) {
      objects throws(SaveError) in
      try await saveAsEntered(objects, of: context, watchedBy: watched, in: work)
    }
    if context === work.editing { await discardDeletedObjects(going, in: work) }
  }

  private func saveAsEntered(
    _ chosen: [ManagedObject],
    of context: EditingContext,
    watchedBy watched: ((any WriteGuard) -> any WriteGuard)?,
    in work: WorkContext
  ) async throws(SaveError) {
    let objects = context.insertionOrder(of: chosen)
    let scopes = ObjectScopes(below: work.root)
    work.journal.note(in: work)
    var stamped = SaveStamps(objects, in: scopes)
    work.journal.skipJournaling(objects)
    do throws(SaveError) {
      let writeGuard = try checked(objects, &stamped, below: scopes, in: work)
      try await write(
        objects,
        of: context,
        guardedBy: watched?(writeGuard) ?? writeGuard,
        below: scopes,
        in: work
      )
    } catch {
      stamped.takeBack()
      throw error
    }
  }

  private func write(
    _ objects: [ManagedObject],
    of context: EditingContext,
    guardedBy writeGuard: any WriteGuard,
    below scopes: ObjectScopes,
    in work: WorkContext
  ) async throws(SaveError) {
    if !work.store.capabilities.contains(.recordsSaves), let loss = losses?.takeAll() {
      throw .store(.unsupported("\(loss.sentence(in: work))"))
    }
    isWriting = true
    defer { isWriting = false }
    let hold = makeHold()
    defer { hold.end() }
    let trail = AuditTrail(of: objects, in: work, scopes)
    let lines = try prepared(trail)
    mergedSentence = nil
    let readings = ConcurrentChanges(of: objects, readBefore: readBeforeMerging)
    let summary = UnsavedChanges(work: work).summary(ofSaving: objects)
    let logged = await loggedWrite(summary, in: work)
    let record: SaveRecord?
    if context === work.editing {
      await work.journal.beginSave(objects, time: logged?.time, in: work)
    }
    defer {
      let fault = context === work.editing ? work.journal.endSave(in: work) : nil
      auditFault = auditFault ?? fault
    }
    do throws(SaveError) {
      record = try await context.write(
        objects,
        guardedBy: writeGuard,
        isRecorded: true
      ) { [losses] result throws(StoreError) in
        guard hold.begin() else { throw .cancelled }
        if let record = result.record {
          try losses?.check(record)
          try logged?.begin(record)
        }
        return try lines?(result, logged?.number) ?? []
      }
    } catch {
      _ = logged?.end(isDone: false)
      trail.giveUp()
      if let loss = losses?.take() { throw .store(.unsupported("\(loss.sentence(in: work))")) }
      throw error
    }
    let logFault = logged?.end(isDone: true)
    if context !== work.editing { work.editing.dropSavedSteps() }
    readBeforeMerging = [:]
    mergedSentence = record.flatMap { readings.sentence(by: $0, in: work) }
    if let record { keep(record, summary, number: logged?.number, in: work) }
    name(objects, in: work)
    auditFault = trail.write(record, number: logged?.number) ?? logFault
    noteWriting(moving: record, in: work)
    work.counts.forget()
  }

  /// Does all that a save would, rights, rules and database included, and leaves everything as it is.
  ///
  /// - Returns: The statements that write.
  /// - Throws: ``SaveError`` as the save would.
  package func tryOut(_ chosen: [ManagedObject], in work: WorkContext) async throws(SaveError)
    -> [LoggedStatement]
  {
    try await excludingCascadeDeleted(among: chosen, in: work) { objects throws(SaveError) in
      try await tryOutAsEntered(objects, in: work)
    }.result
  }

  private func tryOutAsEntered(
    _ chosen: [ManagedObject],
    in work: WorkContext
  ) async throws(SaveError) -> [LoggedStatement] {
    let objects = work.editing.insertionOrder(of: chosen)
    let scopes = ObjectScopes(below: work.root)
    var stamped = SaveStamps(objects, in: scopes)
    defer { stamped.takeBack() }
    let writeGuard = try checked(objects, &stamped, below: scopes, in: work)
    _ = try prepared(AuditTrail(of: objects, in: work, scopes))
    isWriting = true
    defer { isWriting = false }
    return try await work.editing.tryOut(objects, guardedBy: writeGuard)
  }

  private func prepared(_ trail: AuditTrail) throws(SaveError) -> AuditTrail.Lines? {
    do throws(StoreError) { return try trail.prepare() } catch { throw .store(error) }
  }

  /// Validates the objects, hashes their passwords and returns the guard that checks permissions during the save.
  ///
  /// - Throws: ``SaveError`` when an object is invalid.
  fileprivate func checked(
    _ objects: [ManagedObject],
    _ stamped: inout SaveStamps,
    below scopes: ObjectScopes,
    in work: WorkContext
  ) throws(SaveError) -> RuleWriteGuard {
    let judge = RuleProblems(root: work.root, scopes: scopes)
    let problems = objects.flatMap { judge.allProblems(of: $0) }
    guard problems.isEmpty else { throw .invalid(problems) }
    for object in objects {
      let key = EditingKeys.shared.lockingPolicy
      object.lockingPolicy = scopes.answer(key, of: object.base, inTask: .edit)
      object.versionKey =
        object.lockingPolicy == .version
        ? scopes.answer(EditingKeys.shared.versionPropertyKey, of: object.base, inTask: .edit)
        : nil
    }
    try stamped.hashPasswords()
    return RuleWriteGuard(work: work, objects: objects, stamps: stamped.stamps)
  }

  /// Commits rows that were inserted, or takes a trial back, and writes the audit lines about them.
  package func finish(
    _ insertion: Insertion?,
    isTrial: Bool,
    telling audit: AuditSpool?
  ) async throws(InsertionFault) {
    let hold = makeHold()
    defer { hold.end() }
    do throws(InsertionFault) {
      guard hold.begin() else { throw InsertionFault(row: nil, error: .cancelled) }
      if !isTrial {
        do throws(StoreError) { try audit?.announce() } catch {
          throw InsertionFault(row: nil, error: error)
        }
      }
      try await insertion?.finish(isTrial: isTrial)
    } catch {
      audit?.giveUp()
      throw error
    }
    guard !isTrial else { return }
    auditFault = audit?.write()
    noteWriting()
  }

  /// Notes that rows are others than when lists were read.
  package func noteWriting() { count += 1 }

  /// Notes that rows are others than when lists were read, and which of them a save gave another identity.
  package func noteWriting(moving record: SaveRecord?, in work: WorkContext) {
    let model = work.model
    let moved = record?.result.changedIDs ?? [:]
    if !moved.isEmpty {
      let ids = Dictionary(moved.map { (model.tableID($0), model.tableID($1)) }) { first, _ in first
      }
      moves.append((count, ids))
    }
    noteWriting()
  }

  /// Returns the identity that a row has now, if saves gave it another one since there were `seen` saves.
  package func movedID(of id: RecordID, since seen: Int, in work: WorkContext) -> RecordID? {
    let later = moves.drop { $0.count < seen }
    guard !later.isEmpty else { return nil }
    let own = work.model.tableID(id)
    let now = later.reduce(own) { $1.ids[$0] ?? $0 }
    return now == own ? nil : now.named(id.entityName)
  }
}

extension WorkContext {
  /// Saves what is pending in `objects`, or everything; asks the rules for each change.
  ///
  /// - Throws: ``SaveError``; nothing was written then.
  package func save(_ objects: [ManagedObject]? = nil) async throws(SaveError) {
    try await saves.save(objects ?? editing.pendingObjects, in: self)
  }

  /// Does all that saving `objects` would, and leaves everything as it is.
  ///
  /// - Returns: The statements that write.
  /// - Throws: ``SaveError`` as the save would.
  @discardableResult
  package func tryOut(_ objects: [ManagedObject]) async throws(SaveError) -> [LoggedStatement] {
    try await saves.tryOut(objects, in: self)
  }
}

extension WorkContext {
  /// Calls off saves that are not committed yet, and waits until what was committed is told in the audit log.
  package func endSaves() async {
    store.cancelSaves()
    while saves.isWriting { await Task.yield() }
  }

  /// The change that saving an object which is there would write, checked and stamped as by a save, and who judges it.
  ///
  /// - Throws: ``SaveError/invalid(_:)`` for what a save would refuse before it writes.
  package func judgedUpdate(
    of object: ManagedObject
  ) throws(SaveError) -> (change: Change, judge: any WriteGuard)? {
    let scopes = ObjectScopes(below: root)
    var stamped = SaveStamps([object], in: scopes)
    let judge = try saves.checked([object], &stamped, below: scopes, in: self)
    return object.update().map { ($0, judge) }
  }
}
