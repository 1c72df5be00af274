import Synchronization

/// The place of a request among those of its purpose, taken when it is made and before it waits for anything.
///
/// Rights are asked for and connections opened before a request reaches a thread: by its ticket one that was overtaken
/// meanwhile neither begins nor ends the newer one, whichever comes first.
struct Ticket: Sendable {
  let purpose: String
  private let number: Int
  private let tickets: Tickets?

  /// One that no other request overtakes.
  init(alone purpose: String) { (self.purpose, number, tickets) = (purpose, 0, nil) }

  fileprivate init(_ purpose: String, number: Int, of tickets: Tickets) {
    (self.purpose, self.number, self.tickets) = (purpose, number, tickets)
  }

  /// Whether a newer request of the purpose was made since, or all of them were called off.
  var isConflicting: Bool { tickets.map { $0.newest(of: purpose) != number } ?? false }

  /// Whether it was taken before another of the same purpose.
  func isOlder(than other: Ticket) -> Bool { purpose == other.purpose && number < other.number }
}

/// Gives the requests of a store their tickets.
final class Tickets: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// The newest ticket of a purpose: all older ones are overtaken by it.
  func take(_ purpose: String) -> Ticket {
    let number = counts.withLock { counts in
      counts[purpose, default: 0] += 1
      return counts[purpose, default: 0]
    }
    return Ticket(purpose, number: number, of: self)
  }

  fileprivate func newest(of purpose: String) -> Int {
    counts.withLock { $0[purpose, default: 0] }
  }
}
