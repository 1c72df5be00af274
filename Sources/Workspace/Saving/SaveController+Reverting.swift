import AccessControl
package import Editing
package import EntityModel
package import EntityStore
import RuleEnvironment
import StandardKeys

extension SaveController {
  /// Undoes a save in a new transaction, or does it again; rights are judged anew, and the audit log is written.
  ///
  /// Reverts `record`: the changes of the save of `entry`, or their opposite for redo.
  /// - Returns: The record with what others have written since into fields that the save did not write.
  package func revert(
    _ record: SaveRecord,
    of entry: SaveHistory.Entry,
    again isAgain: Bool = false,
    in work: WorkContext
  ) async throws(StoreError) -> SaveRecord {
    let way = record.inverted
    let scopes = ObjectScopes(below: work.root)
    isWriting = true
    defer { isWriting = false }
    let hold = makeHold()
    defer { hold.end() }
    let reverted = AuditTrail.Reverted(
      number: entry.number,
      moment: entry.moment,
      isMadeAgain: isAgain
    )
    let trail = AuditTrail(of: reverted, in: work, scopes)
    let lines = try trail.prepare()
    let writeGuard = RuleWriteGuard(work: work, writing: way, scopes)
    let (log, number) = (log, entry.number)
    let former: LoggedSave.State = isAgain ? .takenBack : history.isLeft(entry) ? .left : .done
    let note = { @Sendable (state: LoggedSave.State) throws(StoreError) in
      guard let log, let number else { return }
      try log.note(number, as: state)
    }
    let done: SaveRecord
    do throws(StoreError) {
      done = try await work.store.revert(
        record,
        besides: stamps(of: record, in: work, scopes),
        guardedBy: writeGuard
      ) { result throws(StoreError) in
        guard hold.begin() else { throw .cancelled }
        try note(.reverting)
        return try lines?(result, nil) ?? []
      }
    } catch {
      // What the log does not hear of is settled by the rows.
      try? note(former)
      trail.giveUp()
      throw error
    }
    auditFault = trail.write(done.inverted)
    do throws(StoreError) { try note(isAgain ? .done : .takenBack) } catch {
      auditFault = auditFault ?? "the log of saves was not written: \(error.sentence)"
    }
    noteWriting(moving: way, in: work)
    work.counts.forget()
    return done
  }

  /// The attributes that rules have every save set: the time of the last change, the count of saves.
  private func stamps(
    of record: SaveRecord,
    in work: WorkContext,
    _ scopes: ObjectScopes
  ) -> [String: Set<String>] {
    let keys = [
      EditingKeys.shared.updateTimestampPropertyKey, EditingKeys.shared.versionPropertyKey,
    ]
    let tables = Dictionary(grouping: work.model.entities, by: \.tableKey)
    var stamps: [String: Set<String>] = [:]
    for entity in record.layouts.map(\.entity) {
      for kind in tables[entity.tableKey] ?? [] {
        let scope = scopes.scope(ofAll: kind, inTask: .edit)
        stamps[entity.name, default: []].formUnion(keys.compactMap { scope[$0] })
      }
    }
    return stamps
  }

  /// Passes a save over that cannot be taken back: the one before it is next.
  ///
  /// - Returns: What went wrong, as a sentence.
  package func leave(_ entry: SaveHistory.Entry) -> String? {
    history.leave(entry)
    guard let log, let number = entry.number else { return nil }
    do throws(StoreError) { try log.note(number, as: .left) } catch {
      return "the log of saves was not written: \(error.sentence)"
    }
    return nil
  }

  /// Keeps what a save did, so that it can be taken back; `number` names it in the log.
  package func keep(_ record: SaveRecord, _ summary: String, number: Int64?, in work: WorkContext) {
    let save = newSave(summary, in: work)
    history.add(record, number: number, of: save, time: timeText(save.time, in: work))
  }

  /// Keeps what names some of the objects that were saved.
  package func name(_ objects: [ManagedObject], in work: WorkContext) {
    let rows = objects.prefix(Self.namedCount).compactMap { object in
      object.base.id.map { (work.model.tableID($0), object.base) }
    }
    history.name(Dictionary(rows) { $1 })
  }

  private static let namedCount = 100
}

extension UnsavedChanges {
  /// Returns a title for a save: `2 changes of Film “ALIEN”` or `a new Film “ALIEN”`, and the number of other objects.
  package func summary(ofSaving objects: [ManagedObject]) -> String {
    let deleted = objects.filter { $0.state == .deleted }
    guard let first = deleted.first ?? objects.first else { return "" }
    return Self.summary(
      of: first.pendingRow.write,
      label(of: first),
      fieldCount: first.changedKeys.count,
      others: (objects.count - 1, deleted.count - 1)
    )
  }

  /// The first of several changes, of which a deletion comes first, and how many others there are:
  /// `Film “ALIEN” deleted and 3 more, 2 of them deleted`; `Film “ALIEN” and 3 more deleted` where all are.
  package static func summary(
    of write: Entity.Write,
    _ label: String,
    fieldCount count: Int,
    others: (count: Int, deleted: Int)
  ) -> String {
    let more = others.count > 0 ? " and \(others.count) more" : ""
    if write == .delete, others.deleted == others.count { return "\(label)\(more) deleted" }
    let what =
      switch write {
      case .insert: label.hasPrefix("a new ") ? label : "new \(label)"
      case .update: "\(count) \(count == 1 ? "change" : "changes") of \(label)"
      case .delete: "\(label) deleted"
      }
    return what + more + (others.deleted > 0 ? ", \(others.deleted) of them deleted" : "")
  }
}
