import AccessControl
import Editing
import EntityModel
import EntityStore
import Formatting
import FoundationEssentials
import RuleEnvironment
import StandardKeys
import Terminal
import Workspace

extension SaveController {
  /// Undoes a save in a new transaction, or does it again; rights are judged anew, and the audit log is written.
  ///
  /// What is reverted is `record`: what the save of `entry` did, or its opposite to make it again.
  /// - Returns: The record with what others have written since into fields that the save did not write.
  func revert(
    _ record: SaveRecord,
    of entry: SaveHistory.Entry,
    again isAgain: Bool = false,
    in work: WorkContext
  ) async throws(StoreError) -> SaveRecord {
    let way = record.inverted
    let scopes = ObjectScopes(below: work.root)
    isWriting = true
    defer { isWriting = false }
    let hold = SignalHold()
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
    let former: LoggedSave.State =
      isAgain ? .takenBack : history.isLeft(entry) ? .left : .done
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
        let scope = scopes.scope(ofAll: kind, inTask: "edit")
        stamps[entity.name, default: []].formUnion(keys.compactMap { scope[$0] })
      }
    }
    return stamps
  }

  /// Passes a save over that cannot be taken back: the one before it is next.
  ///
  /// - Returns: What went wrong, as a sentence.
  func leave(_ entry: SaveHistory.Entry) -> String? {
    history.leave(entry)
    guard let log, let number = entry.number else { return nil }
    do throws(StoreError) { try log.note(number, as: .left) } catch {
      return "the log of saves was not written: \(error.sentence)"
    }
    return nil
  }

  /// Keeps what a save did, so that it can be taken back; `number` names it in the log.
  func keep(_ record: SaveRecord, _ summary: String, number: Int64?, in work: WorkContext) {
    let save = newSave(summary, in: work)
    history.add(record, number: number, of: save, time: timeText(save.time, in: work))
  }

  /// Keeps what names some of the objects that were saved.
  func name(_ objects: [ManagedObject], in work: WorkContext) {
    let rows = objects.prefix(Self.namedCount).compactMap { object in
      object.base.id.map { (work.model.tableID($0), object.base) }
    }
    history.name(Dictionary(rows) { $1 })
  }

  private static let namedCount = 100
}

extension PendingWork {
  /// What is about to be saved: `2 changes of Film “ALIEN”`, `a new Film “ALIEN”`, and how many others.
  func summary(ofSaving objects: [ManagedObject]) -> String {
    let deleted = objects.filter { $0.state == .deleted }
    guard let first = deleted.first ?? objects.first else { return "" }
    let label = label(of: first)
    let (others, othersDeleted) = (objects.count - 1, deleted.count - 1)
    if first.state == .deleted {
      return Self.deletion(of: label, others: others, deletedCount: othersDeleted)
    }
    let count = first.changedKeys.count
    let what =
      first.state == .inserted
      ? label.hasPrefix("a new ") ? label : "new \(label)"
      : "\(count) \(count == 1 ? "change" : "changes") of \(label)"
    return what + Self.others(count: others, deletedCount: othersDeleted)
  }

  /// `Film “ALIEN” deleted`, and how many others; `Film “ALIEN” and 3 more deleted` where all were.
  static func deletion(of label: String, others count: Int, deletedCount: Int) -> String {
    guard count > 0, deletedCount == count else {
      return "\(label) deleted" + others(count: count, deletedCount: deletedCount)
    }
    return "\(label) and \(count) more deleted"
  }

  /// ` and 3 more, 2 of them deleted`, behind the first of several changes; a deleted object comes first.
  static func others(count: Int, deletedCount: Int) -> String {
    guard count > 0 else { return "" }
    let deleted = deletedCount > 0 ? ", \(deletedCount) of them deleted" : ""
    return " and \(count) more\(deleted)"
  }
}
