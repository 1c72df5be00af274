import EntityModel
package import EntityStore
import Formatting
import Qualifiers
import StandardKeys
import Synchronization

/// The writing of one save to the save log: the record is written before the commit, and marked as done after it.
///
/// Saves with passwords, or with values that the user may not see, are logged without their contents.
package nonisolated final class LoggedSaveWrite: Sendable {
  /// The result of writing a save to the log: its log number once written, and the error if writing failed.
  private struct Outcome {
    var number: Int64?
    var fault: String?
  }

  private let log: any SaveLog
  private let save: LoggedSave
  private let count: Int
  private let rights: AccessRights
  /// The attributes that hold passwords, by entity.
  private let passwords: [String: Set<String>]
  private let losses: UndoBlockers?
  private let outcome = Mutex(Outcome())

  /// A save that is about to be made; the log keeps `count`.
  package init(
    _ save: LoggedSave,
    to log: any SaveLog,
    keeping count: Int,
    _ rights: AccessRights,
    passwords: [String: Set<String>],
    telling losses: UndoBlockers?
  ) {
    (self.save, self.log, self.count, self.rights) = (save, log, count, rights)
    (self.passwords, self.losses) = (passwords, losses)
  }

  /// When the save was begun, in seconds since 1970: by that it is found in the log.
  package var time: Double { save.time }

  /// The number of the save in the log; `nil` until it is written.
  package var number: Int64? { outcome.withLock { $0.number } }

  /// Writes what is about to be committed; a fault that was told before is told afterwards, and keeps nothing from being
  /// saved.
  package func begin(_ record: SaveRecord) throws(StoreError) {
    let reason = omission(of: record)
    let rows = reason == nil ? record.encodedParts() : nil
    let save = LoggedSave(
      time: save.time,
      userName: save.userName,
      summary: save.summary,
      omission: reason
    )
    do throws(StoreError) {
      // What is tried once more is one save.
      if let number { try log.drop(number) }
      let number = try log.begin(save, rows: rows, keeping: count)
      outcome.withLock { $0.number = number }
    } catch {
      try losses?.check(logFault: error.sentence)
      outcome.withLock { $0.fault = error.sentence }
    }
  }

  /// Marks the save as done, or forgets it.
  /// - Returns: What went wrong, as a sentence.
  package func end(isDone: Bool) -> String? {
    if let number {
      do throws(StoreError) {
        if isDone { try log.note(number, as: .done) } else { try log.drop(number) }
      } catch { outcome.withLock { $0.fault = error.sentence } }
    }
    return outcome.withLock { $0.fault }.map {
      "saved, but not in the log of saves: \($0); it can be taken back until the program ends"
    }
  }

  private func omission(of record: SaveRecord) -> String? {
    guard record.unrecorded.isEmpty else {
      return "some of its changes are not recorded"
    }
    guard record.entries.count <= Self.rowLimit else { return "it has changed too many rows" }
    guard record.bytes.count <= Self.byteLimit else {
      return "it has changed rows that are too large"
    }
    // What is said of one row is said of all with the same values and cause.
    var passed: [SaveRecord.Cause: Set<Int>] = [:]
    for row in record.entries
    where passed[row.cause, default: []].insert(row.known.layout).inserted {
      let known = record.layouts[row.known.layout]
      let entity = known.entity
      let own = rights.entities[entity.name] ?? EntityRights()
      let isOutside = row.cause != .direct && own.restriction != nil
      if own.refusal != nil || isOutside { return Self.hidden }
      for name in known.paths.map(\.first) where !entity.identity.contains(name) {
        if passwords[entity.name]?.contains(name) == true { return "it holds a password" }
        let isHidden = entity.propertyNames(writing: name).allSatisfy {
          own.hiddenProperties[$0] != nil || own.partlyHiddenProperties[$0] != nil
        }
        if isHidden { return Self.hidden }
      }
    }
    return nil
  }

  private static let hidden = "it holds values hidden from you"
  private static let rowLimit = 20_000
  /// The maximum size of a logged save, in bytes; a larger one would displace earlier saves from the log.
  private static let byteLimit = 16 << 20
}
