package import FoundationEssentials

/// An entry of the persistent save log, which keeps a save for undo in later sessions.
package struct LoggedSave: Sendable {
  /// The state of a logged save: commit begun, done, undone, being undone or redone, or skipped by the user.
  package enum State: Int, Sendable {
    /// The commit was about to start; its result is not in the log.
    case begun
    case done
    case takenBack
    /// An undo or redo of the save was about to start; its result is not in the log.
    case reverting
    /// The save is done, and the user chose to skip it so that undo continues with earlier saves.
    case left
  }

  /// The number of the save in its log.
  package let number: Int64
  package let state: State
  /// When it was made, in seconds since 1970.
  package let time: Double
  package let userName: String
  /// A summary of the changes, in a few words.
  package let summary: String
  /// Why its rows are not in the log; `nil` where they are.
  package let omission: String?

  /// A save.
  package init(
    number: Int64 = 0,
    state: State = .begun,
    time: Double,
    userName: String,
    summary: String,
    omission: String? = nil
  ) {
    (self.number, self.state, self.time) = (number, state, time)
    (self.userName, self.summary, self.omission) = (userName, summary, omission)
  }
}

/// The log of one database's saves: each save's rows, number and outcome.
///
/// Each save is written durably before it is committed, perhaps from the store's thread. The undo history and the recovery of
/// saves with an unknown result read it.
package protocol SaveLog: AnyObject, Sendable {
  /// Writes a save that is about to be committed, and its rows, in parts; the oldest go where there are more than `count`.
  /// - Returns: Its number.
  func begin(_ save: LoggedSave, rows: [Data]?, keeping count: Int) throws(StoreError) -> Int64
  /// Notes what is about to become of a save, or has.
  func note(_ number: Int64, as state: LoggedSave.State) throws(StoreError)
  /// Forgets a save that was never made.
  func drop(_ number: Int64) throws(StoreError)
  /// At most `count` saves before the one with a number, the newest first; without a number the newest.
  func saves(before number: Int64?, count: Int) throws(StoreError) -> [LoggedSave]
  /// Returns the saves with an unknown result, the oldest first.
  func openSaves() throws(StoreError) -> [LoggedSave]
  /// The rows of a save; `nil` where they are not in the log.
  func rows(of number: Int64) throws(StoreError) -> Data?
}
