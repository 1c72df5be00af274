package import FoundationEssentials

/// A save as it is kept beyond the session in which it was made.
package struct LoggedSave: Sendable {
  /// What has become of a save.
  package enum State: Int, Sendable {
    /// It was about to be committed when nothing more was heard.
    case begun
    case done
    case takenBack
    /// It was about to be taken back, or made again, when nothing more was heard.
    case reverting
    /// It is done, and the person wants those before it taken back without it.
    case left
  }

  /// What names it in its log.
  package let number: Int64
  package let state: State
  /// When it was made, in seconds since 1970.
  package let time: Double
  package let userName: String
  /// What it changed, in a few words.
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

/// A log of the saves of one database, each written durably before it is committed.
///
/// It may be written from the thread of the store.
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
  /// Those of which it is not known what has become of them, the oldest first.
  func openSaves() throws(StoreError) -> [LoggedSave]
  /// The rows of a save; `nil` where they are not in the log.
  func rows(of number: Int64) throws(StoreError) -> Data?
}
