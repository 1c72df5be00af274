import AccessControl
package import Editing
import EntityModel
package import EntityStore
import FoundationEssentials
import Qualifiers
import RuleEnvironment
import RuleFiles
import StandardKeys

extension WorkContext {
  /// Keeps saves in a log of the person's own, which `open` opens at a path, and knows those of it again; not in locked mode,
  /// nor where rules want none.
  package func keepSaves(by open: (String) throws(StoreError) -> any SaveLog) async {
    guard lockedSession == nil, root[EditingKeys.shared.keepsSaves] > 0, let mark = store.mark,
      let state = StateDirectory.make(surroundings.variables)
    else { return }
    let folder = state + "/saves"
    StateDirectory.make(at: folder)
    do throws(StoreError) {
      await saves.begin(with: try open("\(folder)/\(mark).db"), in: self)
    } catch { readFaults.say("the log of saves cannot be used: \(error.sentence)") }
  }
}

extension SaveController {
  /// Writes saves to a log from now on; those of the person that are in it can be taken back.
  package func begin(with log: any SaveLog, in work: WorkContext) async {
    self.log = log
    do throws(StoreError) {
      for save in try log.openSaves() { try await settle(save, log, in: work) }
      var known: [LoggedSave] = []
      var last: Int64?
      repeat {
        let saves = try log.saves(before: last, count: SaveHistory.limit)
        known += saves.filter { $0.state == .done && $0.userName == work.userName }
        last = saves.last?.number
      } while last != nil && known.count < SaveHistory.limit
      for save in known.prefix(SaveHistory.limit).reversed() {
        history.add(save, time: timeText(save.time, in: work))
      }
    } catch { work.readFaults.say("the log of saves cannot be read: \(error.sentence)") }
  }

  /// Finds out by the rows what has become of a save that was left open; one that was never made is forgotten.
  private func settle(
    _ save: LoggedSave,
    _ log: any SaveLog,
    in work: WorkContext
  ) async throws(StoreError) {
    let rows = try log.rows(of: save.number)
    let record = await work.readFaults.value(orSay: "a save cannot be read") {
      () async throws(StoreError) in
      try rows.flatMap { (data) throws(StoreError) in try SaveRecord(coded: data, in: work.model)
      }
    }
    var isDone: Bool?
    if let record = record ?? nil {
      do throws(StoreError) { isDone = try await work.store.isDone(record) } catch {
        switch error {
        // Another program is about to make it, and goes on with it.
        case .busy: return
        // Of tables that are others, or gone, there are no such rows.
        case .unsupported: break
        default: throw error
        }
      }
    }
    // Where the rows do not tell, whoever takes it back is told that they are others.
    if isDone != false { return try log.note(save.number, as: .done) }
    if save.state == .reverting { try log.note(save.number, as: .takenBack) }
    if save.state == .begun { try log.drop(save.number) }
  }

  /// Finds out by the log what has become of the save that a journal was left with.
  package func settle(_ journal: OrphanedJournal, in work: WorkContext) {
    guard let time = journal.contents.openSave?.time, let log else { return }
    do throws(StoreError) {
      let save = try log.saves(before: nil, count: SaveHistory.limit).first { $0.time == time }
      // Of one that another program is about to make, or to take back, nothing is known yet.
      guard save?.omission == nil, save?.state != .begun, save?.state != .reverting else { return }
      journal.contents.settleSave(isDone: save?.state == .done || save?.state == .left)
    } catch { work.readFaults.say("the log of saves cannot be read: \(error.sentence)") }
  }

  /// Returns the record of a save, read from the log if another session made it.
  ///
  /// - Throws: ``StoreError`` when the record is missing or does not fit the tables.
  package func record(of entry: SaveHistory.Entry, in work: WorkContext) throws(StoreError)
    -> SaveRecord
  {
    if let obstacle = entry.obstacle { throw .unsupported("\(obstacle)") }
    if let record = entry.record { return record }
    guard let number = entry.number, let rows = try log?.rows(of: number) else {
      throw .unsupported("it is no longer in the log")
    }
    guard let record = try SaveRecord(coded: rows, in: work.model) else {
      throw .unsupported("the tables have changed since")
    }
    return record
  }

  /// A save that is about to be written to the log; `nil` where there is none.
  package func loggedWrite(_ summary: String, in work: WorkContext) async -> LoggedSaveWrite? {
    let count = work.root[EditingKeys.shared.keepsSaves]
    guard let log, count > 0 else { return nil }
    let names = Set(work.model.entities.map(\.name))
    let rights = await work.rights.accessGuard.rights(of: names)
    let edited = work.root.scoped(toTask: .edit)
    return LoggedSaveWrite(
      newSave(summary, in: work),
      to: log,
      keeping: count,
      rights,
      passwords: work.model.entities.reduce(into: [:]) {
        $0[$1.name] = $1.passwordKeys(in: edited.scoped(to: $1))
      },
      telling: losses
    )
  }

  /// A save that is made now.
  package func newSave(_ summary: String, in work: WorkContext) -> LoggedSave {
    LoggedSave(
      time: Date().timeIntervalSince1970,
      userName: work.userName,
      summary: summary
    )
  }

  /// The time of day, behind the day where that is another.
  package func timeText(_ time: Double, in work: WorkContext) -> String {
    let zone = work.root[EditingKeys.shared.timeZone]
    let now = WallClock.now(in: zone)
    let moment = Date(timeIntervalSince1970: time)
    let shift = now.timeIntervalSince(Date()).rounded()
    let texts = [now, moment.addingTimeInterval(shift)].map { Value.date($0).description }
    let isToday = texts[0].prefix(10) == texts[1].prefix(10)
    return String(isToday ? texts[1].dropFirst(11).prefix(5) : texts[1].prefix(16))
  }
}
