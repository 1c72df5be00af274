import Synchronization

/// A sequence number that a request takes when it is made, among the requests of the same purpose, such as a list's search.
///
/// A newer request replaces older ones of its purpose. Requests may reach the thread in another order; by its ticket an
/// overtaken request neither runs nor cancels the newer one.
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

/// The issuer of tickets for a store's requests: it counts them by purpose, so that newer requests overtake older ones.
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
