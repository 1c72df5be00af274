import Testing

@testable import EntityStore

/// Tests that a newer request cancels the older ones of the same purpose only.
struct TicketTests {
  @Test func `A newer request overtakes the older ones of its purpose, and no other`() {
    let tickets = Tickets()
    let (first, other) = (tickets.take("list 1"), tickets.take("list 2"))
    let alone = Ticket(alone: "list 1")
    #expect(!first.isConflicting && !other.isConflicting)
    let second = tickets.take("list 1")
    #expect(
      first.isConflicting && !second.isConflicting && !other.isConflicting && !alone.isConflicting
    )
    #expect(first.isOlder(than: second) && !second.isOlder(than: first))
    #expect(!other.isOlder(than: second))
  }
}
