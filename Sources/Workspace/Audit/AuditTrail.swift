package import AccessControl
import Formatting
import Diagnostics
package import Editing
import EntityModel
package import EntityStore
import FoundationEssentials
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys

/// The audit entries of one save, for changed objects of audited entities.
///
/// Made before the save, which forgets the old values. Lines of the log file are written after the save, in locked mode
/// before its commit (``AuditIntent``). Lines of an audit table are written with the save.
package struct AuditTrail {
  private let changes: [(object: ManagedObject, entry: AuditEntry)]
  private let work: WorkContext
  private let scopes: ObjectScopes
  /// Whether rows may have to be told of that are none of the objects: what goes along with what is deleted.
  private let tellsRows: Bool
  /// Whether no object is known, and all rows are told by what was done to them.
  private let tellsRowsOnly: Bool
  /// The save that is taken back or made again, if that is what is told.
  private var reverted: Reverted?
  /// The lines written before the commit.
  private let intention: AuditIntent?

  /// The save that an audited undo or redo reverts or repeats: its number in the save log, its time, and the direction.
  package struct Reverted {
    package let number: Int64?
    package let moment: Double
    package let isMadeAgain: Bool

    fileprivate var field: (String, JSON) {
      let time = Value.date(Date(timeIntervalSince1970: moment)).description
      let save: [(String, JSON)] = [
        ("save", number.map(JSON.int) ?? .null), ("time", .string(time)),
      ]
      return (isMadeAgain ? "savesAgain" : "takesBack", .object(save))
    }
  }

  /// The changes of those `objects` for which the rules answer `auditsChanges` with true.
  package init(of objects: [ManagedObject], in work: WorkContext, _ scopes: ObjectScopes? = nil) {
    self.work = work
    intention = AuditIntent(in: work)
    let scopes = scopes ?? ObjectScopes(below: work.root)
    self.scopes = scopes
    tellsRows = Self.mayTell(ofWhatGoesWith: objects, in: work)
    tellsRowsOnly = false
    changes = objects.compactMap { object in
      let key = PermissionKeys.shared.auditsChanges
      guard scopes.answer(key, of: object.base, inTask: .edit) else { return nil }
      let scope = scopes.scope(of: object.base, inTask: .edit)
      return (object, AuditEntry(of: object.pendingRow, in: scope))
    }
  }

  /// All changes that the way back from a save makes, where the rules answer `auditsChanges` with true.
  package init(of reverted: Reverted, in work: WorkContext, _ scopes: ObjectScopes) {
    (self.work, self.scopes, changes, self.reverted) = (work, scopes, [], reverted)
    intention = AuditIntent(in: work)
    tellsRows = work.isAnswered(PermissionKeys.shared.auditsChanges)
    tellsRowsOnly = true
  }

  /// Whether changes of what is deleted with some of `objects`, or refers to that, are to be told.
  private static func mayTell(
    ofWhatGoesWith objects: [ManagedObject],
    in work: WorkContext
  ) -> Bool {
    let key = PermissionKeys.shared.auditsChanges
    guard work.isAnswered(key) else { return false }
    let deleted = Set(objects.filter { $0.state == .deleted }.map(\.entity))
    let going = Set(deleted.flatMap { DeletionEffects.entities(deletedWith: $0) })
    let others = going.flatMap(\.relationships).filter(\.isToMany).compactMap(\.destination)
    guard !others.isEmpty else { return false }
    if work.resolver.model.mayLookAtRows(for: [key]) { return true }
    let root = work.root.scoped(toTask: .edit)
    return going.union(others).contains { root.scoped(to: $0)[key] }
  }

  /// Tells what a save did, with its number, before it is committed, asked from the thread that writes.
  ///
  /// - Returns: The lines for a table.
  package typealias Lines = @Sendable (SaveResult, Int64?) throws(StoreError) -> [Change]

  /// The lines written before the commit; `nil` without any.
  ///
  /// - Throws: ``StoreError/refused(_:)`` where nothing may be saved, for it could not be told.
  package func prepare() throws(StoreError) -> Lines? {
    guard !changes.isEmpty || tellsRows else { return nil }
    let table = try AuditTable(in: work)
    try intention?.check()
    guard table != nil || intention != nil else { return nil }
    let lines: @MainActor @Sendable (SaveResult, Int64?) -> Result<[Change], StoreError> = {
      result,
      number in
      Result { () throws(StoreError) in try self.tell(result, number, in: table) }
    }
    return { result, number throws(StoreError) in
      try BlockingMainActorCall.wait { lines(result, number) }.get()
    }
  }

  /// Writes the intention into the log.
  ///
  /// - Returns: The lines for a table.
  private func tell(
    _ result: SaveResult,
    _ number: Int64?,
    in table: AuditTable?
  ) throws(StoreError) -> [Change] {
    let entries = entries(result.record, result)
    try intention?.write(lines(of: entries, number: number, intention?.field))
    guard let table else { return [] }
    let save = number ?? reverted?.number
    return entries.enumerated().map { token, entry in
      table.change(entry, reverted?.field, save: save, token: token, in: work)
    }
  }

  /// Appends the lines to the log, also of what the save did to other rows; where they are there, that it is done.
  ///
  /// - Returns: A sentence about what went wrong; `nil` when all is written.
  package func write(_ record: SaveRecord? = nil, number: Int64? = nil) -> String? {
    guard AuditLog.isWanted(in: work) else { return nil }
    if let intention { return intention.end(isDone: true) }
    let text = lines(of: entries(record), number: number)
    return text.isEmpty ? nil : AuditLog.append(text, for: work)
  }

  /// Says in the log that an intention was given up.
  package func giveUp() { _ = intention?.end(isDone: false) }

  private func lines(
    of entries: [AuditEntry],
    number: Int64?,
    _ attempt: (String, JSON)? = nil
  ) -> String {
    let save = reverted?.field ?? number.map { ("save", .int($0)) }
    let further = [save, attempt].compactMap(\.self)
    return entries.map { AuditLog.line(of: $0, further, in: work) }.joined()
  }

  /// All that is to be told; `result` has the keys of rows of which the objects have not heard yet.
  private func entries(_ record: SaveRecord?, _ result: SaveResult? = nil) -> [AuditEntry] {
    let own = changes.map { object, entry in
      var entry = entry
      entry.id =
        object.base.id.map { result?.changedIDs[$0] ?? $0 } ?? result?.inserted[object.token]
      return entry
    }
    return own + (tellsRows ? record?.rows ?? [] : []).compactMap(entry)
  }

  /// Returns the audit entry for a changed row, if the rule key `auditsChanges` is true for it; else `nil`.
  ///
  /// Rows that the save changed directly are left out unless only rows are audited.
  private func entry(of row: SaveRecord.Row) -> AuditEntry? {
    let key = PermissionKeys.shared.auditsChanges
    guard tellsRowsOnly || row.cause != .direct,
      scopes.answer(key, of: row.known, inTask: .edit)
    else { return nil }
    return AuditEntry(of: row, in: scopes.scope(of: row.known, inTask: .edit))
  }
}
