import Diagnostics
import Testing

import Qualifiers

struct SortOrderingTests {
  @Test(arguments: [
    ("name,-balance", "name, -balance"), ("date DESC, customer.name asc", "-date, customer.name"),
    ("", ""), ("+a", "a"), ("- a", "-a"), ("desc desc", "-desc"),
    ("\\'two words'", "\\'two words'"),
    ("title NATURAL", "title natural"), ("-a nulls last", "-a nulls last"),
    ("a caseinsensitive desc Nulls First, b", "-a caseInsensitive nulls first, b"),
    ("natural natural, nulls nulls last", "natural natural, nulls nulls last"),
    ("a standard", "a"),
  ])
  func `An order is read and printed`(text: String, expected: String) {
    let (orderings, faults) = SortOrdering.parse(text)
    #expect(faults.isEmpty)
    #expect(orderings?.map(\.description).joined(separator: ", ") == expected)
  }

  @Test(arguments: [
    "-", "a b", "a,,b", "'a'", "a = 1", "a; drop", "a desc asc", "a natural natural", "a nulls",
    "a nulls between", "a nulls last nulls last", "a natural caseInsensitive",
  ])
  func `What is no order is one fault`(text: String) {
    let (orderings, faults) = SortOrdering.parse(text)
    #expect(orderings == nil)
    #expect(faults.count == 1)
  }

  @Test(arguments: ["-date", "title natural", "-a.b caseInsensitive nulls last"])
  func `A key of a list is read and printed`(key: String) {
    #expect(SortOrdering(key: key).key == key)
  }

  @Test func `A name that is no word of the language is a key all the same`() {
    #expect(
      SortOrdering(key: "-two words") == SortOrdering(PropertyPath("two words"), descending: true)
    )
    #expect(SortOrdering(key: "a natrual").path == PropertyPath("a natrual"))
  }

  @Test(arguments: [
    ("a", "A", Value.Ordering.equal), ("a", "B", .less), ("Z", "a", .greater), ("É", "é", .equal),
    ("straße", "STRASSE", .equal), ("ab", "a", .greater), ("", "a", .less), ("aé", "AÉb", .less),
    ("\u{212A}", "k", .equal),
  ])
  func `Case is folded as by ilike`(left: String, right: String, expected: Value.Ordering) {
    #expect(SortOrdering.Comparison.caseInsensitive.compare(left, right) == expected)
    #expect(SortOrdering.Comparison.caseInsensitive.compare(right, left) == expected.reversed)
  }

  @Test(arguments: [
    ("part 2", "Part 10", Value.Ordering.less), ("part 02", "part 2", .equal),
    ("a1b", "a1c", .less),
    ("99999999999999999999998", "99999999999999999999999", .less), ("1", "a", .less),
    ("a2", "a!", .greater),
    ("é9", "É10", .less), ("a", "a1", .less), ("a00", "a0", .equal), ("a0", "a", .greater),
    ("9é", "10é", .less), ("1.10", "1.9", .greater),
  ])
  func `Numbers within texts are compared as numbers`(
    left: String,
    right: String,
    expected: Value.Ordering
  ) {
    #expect(SortOrdering.Comparison.natural.compare(left, right) == expected)
    #expect(SortOrdering.Comparison.natural.compare(right, left) == expected.reversed)
  }

  /// Whichever two of three texts are compared, the answers fit together; otherwise sorting would depend on chance.
  @Test(arguments: SortOrdering.Comparison.allCases)
  func `Every way of comparing is an order`(comparison: SortOrdering.Comparison) {
    let pieces = [
      "", "a", "A", "é", "e\u{301}", "ß", "ss", "0", "00", "1", "10", "9", "!", "\u{301}",
    ]
    let texts = pieces.flatMap { a in pieces.map { a + $0 } } + ["a1b2", "a01b2", "A1é2"]
    let sorted = texts.sorted { comparison.compare($0, $1) == .less }
    for (index, left) in sorted.enumerated() {
      for right in sorted[index...] { #expect(comparison.compare(left, right) != .greater) }
    }
  }

  @Test func `Null stands where the order says`() {
    func order(_ key: String) -> [Value] {
      let ordering = SortOrdering(key: key)
      return [Value.int(1), .null, .int(2)].sorted { ordering.compare($0, $1) == .less }
    }
    #expect(order("a") == [.null, .int(1), .int(2)])
    #expect(order("-a") == [.int(2), .int(1), .null])
    #expect(order("a nulls last") == [.int(1), .int(2), .null])
    #expect(order("-a nulls first") == [.null, .int(2), .int(1)])
  }

  @Test func `Objects are compared by one key after the other`() {
    let orderings = [SortOrdering(key: "a"), SortOrdering(key: "-b")]
    let rows = [Row(a: 2, b: 1), Row(a: 1, b: 1), Row(a: 1, b: 2)]
    let sorted = rows.sorted { orderings.compare($0, $1) == .less }
    #expect(sorted.map(\.b) == [2, 1, 1])
    #expect(orderings.compare(rows[0], rows[0]) == .equal)
  }

  @Test func `What is printed of a computed order parses back to it`() {
    for seed in 0..<3_000 {
      var tree = RandomTree(seed: UInt64(seed))
      let expression = tree.expression(depth: 3)
      let isPath = if case .path = expression.kind { true } else { false }
      guard !Reads(expression).allPaths.isEmpty, !isPath else { continue }
      let ordering = SortOrdering(
        by: expression,
        descending: tree.number(2) == 0,
        comparison: tree.pick(SortOrdering.Comparison.allCases),
        nulls: tree.pick([nil, .first, .last])
      )
      let (parsed, faults) = SortOrdering.parse(ordering.description)
      #expect(parsed == [ordering], "\(ordering): \(faults.map(\.message))")
      guard parsed == [ordering] else { return }
    }
  }

  @Test(arguments: [
    ("-price * quantity", "price * quantity desc"), ("(-a) - b", "(-a - b)"),
    ("year(date) desc nulls last, name", "year(date) desc nulls last, name"),
    ("items.@sum.total desc", "items.@sum.total desc"), ("items.@count", "items.@count"),
    ("5 - a", "5 - a"), ("-(a + b) natural", "a + b desc natural"), ("a + 1 day", "a + 1 day"),
    ("if a then 1 else 2 desc", "(if a then 1 else 2) desc"), ("if desc", "-if"),
  ])
  func `Orders by computed values are read`(text: String, printed: String) {
    let (orderings, faults) = SortOrdering.parse(text)
    #expect(faults.map(\.message) == [])
    #expect(orderings?.map(\.key).joined(separator: ", ") == printed)
  }

  @Test func `Objects are compared by what is computed of them`() {
    let orderings = [SortOrdering(key: "a * b desc")]
    #expect(orderings[0].isComputed && orderings.compare(Row(a: 2, b: 3), Row(a: 5, b: 1)) == .less)
    #expect(SortOrdering.parse("7").diagnostics.map(\.message) == ["`7` reads no property"])
  }

  private final class Row: KeyValueCoding {
    let a: Int64
    let b: Int64

    init(a: Int64, b: Int64) { (self.a, self.b) = (a, b) }

    func value(forKey key: String) -> Value? {
      switch key {
      case "a": .int(a)
      case "b": .int(b)
      default: nil
      }
    }
    func isEqual(to other: any KeyValueCoding) -> Bool { false }
  }
}
