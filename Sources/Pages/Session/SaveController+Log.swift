import AccessControl
import Editing
import EntityModel
package import EntityStore
import FoundationEssentials
import Qualifiers
import RuleEnvironment
import RuleFiles
import StandardKeys

extension Session {
  /// Keeps saves in a log of the person's own, which `open` opens at a path, and knows those of it again; not in locked mode,
  /// nor where rules want none.
  package func keepSaves(by open: (String) throws(StoreError) -> any SaveLog) async {
    guard confinement == nil, root[EditingKeys.shared.keepsSaves] > 0, let path = store.path,
      let file = FileIdentity(path), let state = StateFolder.make(surroundings.variables)
    else { return }
    let folder = state + "/saves"
    StateFolder.make(at: folder)
    do throws(StoreError) {
      await saves.begin(with: try open("\(folder)/\(file.text).db"), in: self)
    } catch { readFaults.say("the log of saves cannot be used: \(error.sentence)") }
  }
}

extension SaveController {
  /// Writes saves to a log from now on; those of the person that are in it can be taken back.
  package func begin(with log: any SaveLog, in session: Session) async {
    self.log = log
    do throws(StoreError) {
      for save in try log.saves() {
        guard let state = try await settled(save, log, in: session), state == .done,
          save.userName == userName(in: session)
        else { continue }
        history.add(save, time: timeText(save.time, in: session))
      }
    } catch { session.readFaults.say("the log of saves cannot be read: \(error.sentence)") }
  }

  /// What has become of a save, where that was left open by what its rows are now; `nil` where it was never made.
  private func settled(
    _ save: LoggedSave,
    _ log: any SaveLog,
    in session: Session
  ) async throws(StoreError) -> LoggedSave.State? {
    guard save.state == .begun || save.state == .reverting else { return save.state }
    let record = try log.rows(of: save.number).flatMap {
      SaveRecord(coded: $0, in: session.model)
    }
    var isDone: Bool?
    if let record { isDone = try await session.store.isDone(record) }
    guard isDone != false else {
      if save.state == .reverting { try log.note(save.number, as: .takenBack) }
      if save.state == .begun { try log.drop(save.number) }
      return nil
    }
    // Where the rows do not tell, whoever takes it back is told that they are others.
    try log.note(save.number, as: .done)
    return .done
  }

  /// What a save did; from the log, where it was made in another session.
  func record(of entry: SaveHistory.Entry, in session: Session) throws(StoreError) -> SaveRecord {
    if let obstacle = entry.obstacle { throw .unsupported(obstacle) }
    if let record = entry.record { return record }
    guard let number = entry.number, let rows = try log?.rows(of: number) else {
      throw .unsupported("it is not in the log any more")
    }
    guard let record = SaveRecord(coded: rows, in: session.model) else {
      throw .unsupported("the tables are others by now")
    }
    return record
  }

  /// A save that is about to be written to the log; `nil` where there is none.
  func loggedWrite(_ summary: String, in session: Session) async -> LoggedWrite? {
    let count = session.root[EditingKeys.shared.keepsSaves]
    guard let log, count > 0 else { return nil }
    let names = Set(session.model.entities.map(\.name))
    let rights = await session.rights.accessGuard.rights(of: names)
    let save = LoggedSave(
      time: Date().timeIntervalSince1970,
      userName: userName(in: session),
      summary: summary
    )
    return LoggedWrite(save, to: log, keeping: count, rights)
  }

  private func userName(in session: Session) -> String {
    session.root[PermissionKeys.shared.user]?.name ?? ""
  }

  /// The time of day, behind the day where that is another.
  func timeText(_ time: Double, in session: Session) -> String {
    let zone = session.root[EditingKeys.shared.timeZone]
    let now = WallClock.now(in: zone)
    let moment = Date(timeIntervalSince1970: time)
    let shift = now.timeIntervalSince(Date()).rounded()
    let texts = [now, moment.addingTimeInterval(shift)].map { Value.date($0).description }
    let isToday = texts[0].prefix(10) == texts[1].prefix(10)
    return String(isToday ? texts[1].dropFirst(11).prefix(5) : texts[1].prefix(16))
  }
}
