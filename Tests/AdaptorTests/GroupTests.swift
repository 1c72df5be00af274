import AdaptorSuite
import EntityStore
import FoundationEssentials
import Qualifiers
import TestSupport
import Testing

/// Groups of rows with aggregates, on all adaptors.
struct GroupTests {
  private let stock = Stock()

  private func path(_ path: String) -> Qualifiers.Expression { .init(.path(PropertyPath(path))) }

  private func groups(
    _ subject: Subject,
    _ grouping: Grouping,
    where condition: String? = nil
  ) async throws(StoreError) -> [Group] {
    let fetch = subject.fetch("part", where: condition)
    return try await subject.ask { store throws(StoreError) in
      try await store.groups(grouping, of: fetch)
    }
  }

  private func decimal(_ text: String) -> Value { .decimal(Decimal(string: text) ?? .nan) }

  @Test(arguments: adaptors)
  func `P1: groups have the aggregates of their rows, in the order of the keys`(
    kind: AdaptorUnderTest
  ) async throws {
    let subject = try await stock.open(kind)
    let grouping = Grouping(
      by: [path("maker.name")],
      [
        .init(.count), .init(.count, of: path("weight")), .init(.sum, of: path("weight")),
        .init(.avg, of: path("weight")), .init(.sum, of: path("price")),
        .init(.min, of: path("made")), .init(.max, of: path("name")),
        .init(.distinct, of: path("name")), .init(.median, of: path("price")),
      ]
    )
    let found = try await groups(subject, grouping)
    let day = { (text: String) in Date(wallClock: text).map(Value.date) ?? .null }
    #expect(found.map(\.keys) == [[.null], [.string("Acme")], [.string("Bolt & Co")]])
    #expect(
      found.map(\.aggregates) == [
        [
          .int(1), .int(1), .int(1), decimal("1"), decimal("0.1"), day("2024-02-29"),
          .string("washer"), .int(1), decimal("0.1"),
        ],
        [
          .int(2), .int(2), .int(8), decimal("4"), decimal("1.5"), day("2023-05-06"),
          .string("nut"), .int(2), decimal("0.75"),
        ],
        [
          .int(2), .int(1), .int(7), decimal("7"), decimal("14.75"), day("2022-12-31"),
          .string("Ärmel"), .int(2), decimal("7.375"),
        ],
      ]
    )
  }

  @Test(arguments: adaptors)
  func `P1: keys and operands may be computed, also from related rows`(
    kind: AdaptorUnderTest
  ) async throws {
    let subject = try await stock.open(kind)
    func read(_ text: String) throws -> Qualifiers.Expression {
      try #require(Qualifiers.Expression.parse(text).expression)
    }
    let grouping = Grouping(
      by: [try read("year(made)")],
      [
        .init(.sum, of: try read("slots.@count")), .init(.sum, of: try read("slots.@sum.place")),
        .init(.max, of: try read("weight + 1")),
      ]
    )
    let found = try await groups(subject, grouping)
    #expect(found.map(\.keys) == [[.null], [.int(2022)], [.int(2023)], [.int(2024)]])
    let expected: [[Value]] = [
      [.int(0), .int(0), .null], .ints(0, 0, 8), .ints(2, 3, 6), .ints(1, 1, 4),
    ]
    #expect(found.map(\.aggregates) == expected)
  }

  @Test(arguments: adaptors)
  func `P1: without keys all rows are one group, also where there are none`(
    kind: AdaptorUnderTest
  ) async throws {
    let subject = try await stock.open(kind)
    let aggregates: [Grouping.Aggregate] = [
      .init(.count), .init(.sum, of: path("weight")), .init(.sum, of: path("price")),
      .init(.avg, of: path("price")), .init(.max, of: path("made")),
      .init(.median, of: path("made")), .init(.median, of: path("weight")),
    ]
    let all = try await groups(subject, Grouping(by: [], aggregates))
    let middle = Date(wallClock: "2023-05-06").map(Value.date) ?? .null
    let last = Date(wallClock: "2024-02-29").map(Value.date) ?? .null
    #expect(
      all.map(\.aggregates) == [
        [.int(5), .int(16), decimal("16.35"), decimal("3.27"), last, middle, decimal("4")]
      ]
    )
    let none = try await groups(subject, Grouping(by: [], aggregates), where: "id = 9")
    #expect(
      none.map(\.aggregates) == [[.int(0), .int(0), decimal("0"), .null, .null, .null, .null]]
    )
    #expect(try await groups(subject, Grouping(by: [path("id")], []), where: "id = 9").isEmpty)
  }

  @Test(arguments: adaptors)
  func `P1: groups come in the order that is asked for, as many as are wanted`(
    kind: AdaptorUnderTest
  ) async throws {
    let subject = try await stock.open(kind)
    for aggregates: [Grouping.Aggregate] in [
      [.init(.count), .init(.sum, of: path("price"))],
      [.init(.count), .init(.sum, of: path("price")), .init(.median, of: path("weight"))],
    ] {
      let byCount = Grouping(
        by: [path("name")],
        aggregates,
        orderings: [.init(.aggregate(0), descending: true), .init(.aggregate(1))],
        limit: 3
      )
      let found = try await groups(subject, byCount)
      #expect(found.map(\.keys) == [[.string("bolt")], [.string("washer")], [.string("nut")]])
      let byName = Grouping(
        by: [path("name")],
        aggregates,
        orderings: [.init(.key(0), descending: true)]
      )
      let names = try await groups(subject, byName).map { $0.keys.first?.string ?? "" }
      #expect(names == ["Ärmel", "washer", "nut", "bolt"])
    }
  }

  @Test(arguments: adaptors)
  func `P1: a whole sum beyond 64 bits and a sum of no numbers are faults with a sentence`(
    kind: AdaptorUnderTest
  ) async throws {
    let subject = try await stock.open(kind)
    for id in [Int64(1), 2] {
      let heavy = try await subject.record(subject.id("part", .int(id)))
      try await subject.save([
        .update(
          subject.id("part", .int(id)),
          values: ["weight": .int(.max)],
          original: ["weight": heavy?.value(forKey: "weight") ?? .null]
        )
      ])
    }
    let cases = [
      ("weight", "sum(weight) is a whole number beyond 64 bits."),
      ("name", "'sum(name)': only numbers can be added up; 'name' is of another type."),
    ]
    for (name, sentence) in cases {
      let error = await #expect(throws: StoreError.self) {
        try await groups(subject, Grouping(by: [], [.init(.sum, of: path(name))]))
      }
      #expect(error?.sentence == sentence)
    }
    let mean = Grouping(by: [], [.init(.avg, of: path("weight"))])
    let found = try await groups(subject, mean, where: "id in (1, 2)")
    #expect(found.map(\.aggregates) == [[decimal("9223372036854775807")]])
  }

  @Test(arguments: adaptors)
  func `P1: groups come in batches until no more are wanted`(kind: AdaptorUnderTest) async throws {
    let subject = try await stock.open(kind)
    let rows = (0..<1_200).map { [Value.string("part \($0)"), .int(Int64($0))] }
    _ = try await subject.insert("part", ["name", "weight"], rows)
    let grouping = Grouping(by: [path("weight")], [.init(.count)])
    let found = try await groups(subject, grouping)
    #expect(found.count == 1_201)
    let counts = found.map { $0.aggregates[0] }
    #expect(counts.reduce(into: [:]) { $0[$1, default: 0] += 1 } == [.int(1): 1_197, .int(2): 4])
    let seen = Counter()
    let fetch = subject.fetch("part")
    try await subject.ask { store throws(StoreError) in
      seen.value = 0
      try await store.groups(grouping, of: fetch) { batch in
        seen.value += batch.count
        return false
      }
    }
    #expect(seen.value > 0 && seen.value < 1_201)
  }
}

/// A number that closures change.
private final class Counter: @unchecked Sendable {
  var value = 0
}
