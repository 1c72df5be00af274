import Testing

@testable import Qualifiers

struct SortOrderingTests {
  @Test(arguments: [
    ("name,-balance", "name, -balance"), ("date DESC, customer.name asc", "-date, customer.name"),
    ("", ""), ("+a", "a"), ("- a", "-a"), ("desc desc", "-desc"),
    ("\\'two words'", "\\'two words'"),
  ])
  func `An order is read and printed`(text: String, expected: String) {
    let (orderings, faults) = SortOrdering.parse(text)
    #expect(faults.isEmpty)
    #expect(orderings?.map(\.description).joined(separator: ", ") == expected)
  }

  @Test(arguments: ["-", "a b", "a,,b", "'a'", "a = 1", "a; drop"])
  func `What is no order is one fault`(text: String) {
    let (orderings, faults) = SortOrdering.parse(text)
    #expect(orderings == nil)
    #expect(faults.count == 1)
  }
}
