/// The progress of long work: what is done, with how many rows, and which share of all where the total is known.
///
/// The screen and the terminal of a command show the same sentence of it.
package nonisolated struct WorkProgress: Equatable, Sendable {
  /// The work: `importing`.
  package let title: String
  /// The number of rows that are done; `nil` where rows say nothing.
  package let count: Int?
  /// The share of the work that is done, from 0 to 1; `nil` where the total is not known.
  package let share: Double?
  /// The time at which it began.
  package let start: ContinuousClock.Instant

  /// The time that passes before there is anything to say.
  package static let patience = Duration.milliseconds(500)

  /// A share of work; one of which nothing is done yet, or that is no number, is not known.
  package init(
    _ title: String,
    count: Int? = nil,
    share: Double? = nil,
    since start: ContinuousClock.Instant
  ) {
    (self.title, self.count, self.start) = (title, count, start)
    self.share = share.flatMap { $0 > 0 ? min($0, 1) : nil }
  }

  /// Rows of a total, if it is known.
  package init(
    _ title: String,
    count: Int,
    of total: Int?,
    since start: ContinuousClock.Instant
  ) {
    let share = total.map { Double(count) / Double(max($0, 1)) }
    self.init(title, count: count, share: share, since: start)
  }
}
