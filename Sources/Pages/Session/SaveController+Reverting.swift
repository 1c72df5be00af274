import AccessControl
import Editing
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys

extension SaveController {
  /// Undoes a save in a new transaction, as whoever is there now may: rights are judged anew, and the audit log is written.
  func revert(_ record: SaveRecord, in session: Session) async throws(StoreError) {
    let way = record.inverted
    let scopes = ObjectScopes(below: session.root)
    isWriting = true
    defer { isWriting = false }
    let trail = AuditTrail(ofAll: way, in: session, scopes)
    if session.confinement != nil, let obstacle = trail.obstacle { throw .refused(obstacle) }
    let writeGuard = RuleWriteGuard(session: session, writing: way, scopes)
    try await session.store.revert(record, guardedBy: writeGuard)
    auditFault = trail.write(way)
    noteWriting()
    session.counts.forget()
  }

  /// Keeps what a save did, so that it can be taken back.
  func keep(_ record: SaveRecord, _ summary: String, in session: Session) {
    let now = Value.date(WallClock.now(in: session.root[EditingKeys.shared.timeZone])).description
    // `2026-11-23 14:03:00`, however that is written behind the hour.
    let time = now.split { $0 == " " || $0 == "T" }.last?.prefix(5) ?? ""
    history.add(record, time: String(time), summary: summary)
  }
}

extension PendingWork {
  /// What is about to be saved: `2 changes of Film “ALIEN”`, `a new Film “ALIEN”`, and how many others.
  func summary(ofSaving objects: [ManagedObject]) -> String {
    guard let first = objects.first else { return "" }
    let label = label(of: first)
    let count = first.changedKeys.count
    let what =
      switch first.state {
      case .inserted: label.hasPrefix("a new ") ? label : "new \(label)"
      case .deleted: "\(label) deleted"
      case .stored: "\(count) \(count == 1 ? "change" : "changes") of \(label)"
      }
    return objects.count == 1 ? what : "\(what) and \(objects.count - 1) more"
  }
}
