import AdaptorSuite
import EntityModel
import EntityStore
import Qualifiers
import Testing

/// Tests the reads that every kind of database must answer alike.
struct ReadingTests {
  private let stock = Stock()

  @Test(arguments: adaptors)
  func `The model has the tables with their keys and references`(kind: AdaptorUnderTest)
    async throws
  {
    let model = try await stock.open(kind).store.model
    #expect(
      Set(model.entities.map(\.definition.table.description)) == [
        "stock.maker", "stock.part", "stock.slot",
      ]
    )
    let byTable = Dictionary(uniqueKeysWithValues: model.entities.map { ($0.tableName, $0) })
    let (maker, part) = (try #require(byTable["maker"]), try #require(byTable["part"]))
    let slot = try #require(byTable["slot"])
    #expect(maker.identity == ["id"] && slot.identity == ["shelf", "place"])
    #expect(part.attribute(named: "price")?.type == .decimal)
    #expect(part.attribute(named: "made")?.type == .date)
    #expect(maker.attribute(named: "name")?.isNullable == false)
    #expect(maker.attribute(named: "name")?.definition.isUnique == true)
    let toMaker = try #require(part.relationships.first { !$0.isToMany })
    #expect(toMaker.destination?.name == maker.name)
    let parts = try #require(maker.relationships.first { $0.isToMany })
    #expect(parts.destination?.name == part.name && parts.definition.deleteRule == .cascade)
  }

  @Test(arguments: adaptors)
  func `Windows give the rows forwards, backwards and from any row`(kind: AdaptorUnderTest)
    async throws
  {
    let subject = try await stock.open(kind)
    let fetch = subject.fetch("part", sort: "-weight", ["id"])
    func ids(_ window: Window) -> [Value] { window.records.map { $0.value(at: 0) } }
    let first = try await subject.window(fetch, count: 2)
    #expect(ids(first) == .ints(5, 2) && first.hasMoreAfter && !first.hasMoreBefore)
    let cursor = try #require(first.cursors.last)
    let second = try await subject.window(fetch, from: .after(cursor), count: 2)
    #expect(ids(second) == .ints(1, 4) && second.hasMoreAfter)
    let place = try #require(second.cursors.first)
    #expect(ids(try await subject.window(fetch, from: .before(place), count: 9)) == .ints(5, 2))
    #expect(ids(try await subject.window(fetch, from: .from(place), count: 1)) == .ints(1))
    let last = try await subject.window(fetch, from: .end, count: 2)
    #expect(ids(last) == .ints(4, 3) && last.hasMoreBefore && !last.hasMoreAfter)
    let found = try await subject.window(fetch, from: .id(subject.id("part", .int(2))), count: 2)
    #expect(ids(found) == .ints(2, 1))
    let slots = subject.fetch("slot")
    let end = try await subject.window(slots, from: .id(subject.id("slot", .string("B"), .int(1))))
    #expect(
      end.records.map(\.id?.values) == [
        [.string("B"), .int(1)], [.string("B"), .int(2)],
      ]
    )
  }

  @Test(arguments: adaptors)
  func `Rows are counted, to a limit and by conditions`(kind: AdaptorUnderTest) async throws {
    let subject = try await stock.open(kind)
    #expect(try await subject.count(subject.fetch("part")) == 5)
    #expect(try await subject.count(subject.fetch("part"), upTo: 3) == 3)
    #expect(try await subject.count(subject.fetch("part", where: "weight > 2")) == 3)
    #expect(try await subject.count(subject.fetch("slot", where: "shelf = 'A'")) == 2)
  }

  @Test(
    arguments: adaptors,
    [
      ("weight > 2", [1, 2, 5]), ("weight is null", [3]), ("not (weight > 2)", [4]),
      ("name = 'bolt'", [2, 5]), ("name like 'b*'", [2, 5]), ("name ilike 'ä*'", [3]),
      ("name in ('nut', 'washer')", [1, 4]), ("price between 0.5 and 2", [1, 2]),
      ("made >= '2024-01-01'", [1, 4]), ("maker.name = 'Acme'", [1, 2]),
      ("maker.name contains 'Co' or weight = 1", [3, 4, 5]), ("maker is null", [4]),
      ("maker.parts.weight = 7", [3, 5]), ("slots.@count = 2", [2]), ("weight in ()", []),
    ] as [(String, [Int64])]
  )
  func `Conditions pick the rows that testing them in memory picks`(
    kind: AdaptorUnderTest,
    condition: (text: String, ids: [Int64])
  ) async throws {
    let subject = try await stock.open(kind)
    let ids = try await subject.values("part", "id", where: condition.text)
    #expect(ids == condition.ids.map { .int($0) })
  }

  @Test(
    arguments: adaptors,
    [
      ("name", [2, 5, 1, 4, 3]), ("-name", [3, 4, 1, 2, 5]), ("weight", [3, 4, 1, 2, 5]),
      ("maker.name,-weight", [4, 2, 1, 5, 3]), ("made", [3, 5, 2, 1, 4]),
      ("-price", [3, 5, 2, 1, 4]),
    ] as [(String, [Int64])]
  )
  func `Rows come in the order asked for, and of what is equal by their keys`(
    kind: AdaptorUnderTest,
    order: (text: String, ids: [Int64])
  ) async throws {
    let subject = try await stock.open(kind)
    let ids = try await subject.values("part", "id", sort: order.text)
    #expect(ids == order.ids.map { .int($0) })
  }

  @Test(arguments: adaptors)
  func `Records are found by their keys, with values of their types`(kind: AdaptorUnderTest)
    async throws
  {
    let subject = try await stock.open(kind)
    let part = try #require(try await subject.record(subject.id("part", .int(3))))
    #expect(part.value(forKey: "name") == .string("Ärmel"))
    #expect(part.value(forKey: "weight") == .null)
    guard case .decimal = part.value(forKey: "price") else {
      Issue.record("\(String(describing: part.value(forKey: "price")))")
      return
    }
    let slot = try await subject.record(subject.id("slot", .string("B"), .int(2)))
    #expect(slot?.value(forKey: "code") == .string("b2"))
    #expect(try await subject.record(subject.id("slot", .string("C"), .int(2))) == nil)
    #expect(try await subject.record(subject.id("part", .int(99))) == nil)
  }

  @Test(arguments: adaptors)
  func `What relationships lead to is counted and fetched along`(kind: AdaptorUnderTest)
    async throws
  {
    let subject = try await stock.open(kind)
    let makers = (1...3).map { subject.id("maker", .int($0)) }
    let counts = try await subject.ask { store throws(StoreError) in
      try await store.counts(of: "parts", from: makers)
    }
    #expect(makers.map { counts[$0] ?? 0 } == [2, 2, 0])
    var fetch = subject.fetch("maker", sort: "name", ["name"])
    fetch.prefetchingKeyPaths = [PropertyPath("parts")]
    let related = try await subject.window(fetch).records.map { $0.related["parts"] }
    let names = related.map { related -> [Value?] in
      guard case .many(let records) = related else { return [nil] }
      return records.map { $0.value(forKey: "name") }
    }
    #expect(
      names == [
        [.string("nut"), .string("bolt")], [.string("Ärmel"), .string("bolt")], [],
      ]
    )
  }

  @Test(arguments: adaptors)
  func `Numbered rows are found by their position`(kind: AdaptorUnderTest) async throws {
    let subject = try await stock.open(kind)
    let fetch = subject.fetch("part", sort: "price", ["id"])
    let numbering = try await subject.ask { store throws(StoreError) in
      try await store.numberRows(fetch)
    }
    #expect(numbering.count == 5)
    let window = try await subject.window(fetch, from: .position(3), count: 1)
    #expect(window.records.map { $0.value(at: 0) } == .ints(5))
  }

  @Test(arguments: adaptors)
  func `Values are fetched without their objects where a kind of database can`(
    kind: AdaptorUnderTest
  ) async throws {
    let subject = try await stock.open(kind)
    var fetch = subject.fetch("part", ["name"])
    fetch.fetchesDistinctValues = true
    do throws(StoreError) {
      let values = try await subject.ask { [fetch] store throws(StoreError) in
        try await store.distinctValues(fetch, count: 100)
      }
      let names = values.batches.flatMap { $0.map { $0.value(at: 0) } }
      #expect(Set(names) == Set(["nut", "bolt", "washer", "Ärmel"].map { Value.string($0) }))
      #expect(names.count == 4)
    } catch {
      guard kind.name == "memory", case .unsupported = error else { throw error }
    }
  }

  @Test(
    arguments: adaptors,
    [
      (["name"], nil), (["maker.name"], nil), (["weight", "made"], nil), (["price"], "price > 0.3"),
      (["maker.name", "name"], "maker.name contains 'o' or weight = 1"),
      (["weight", "weight"], nil),
      (["id"], "weight in ()"),
    ]
  )
  func `P1: rows are counted by what they have in common, as one would do by hand`(
    kind: AdaptorUnderTest,
    question: ([String], String?)
  ) async throws {
    let subject = try await stock.open(kind)
    let (names, condition) = question
    let paths = names.map { PropertyPath($0) }
    let fetch = subject.fetch("part", where: condition, names)
    var counts: [[Value]: Int] = [:]
    for record in try await subject.window(fetch).records {
      counts[paths.map { record.value(forPath: $0.components[...]) ?? .null }, default: 0] += 1
    }
    let keys = paths.map { Qualifiers.Expression(.path($0)) }
    let groups = try await subject.ask { store throws(StoreError) in
      try await store.groups(Grouping(by: keys, [.init(.count)]), of: fetch)
    }
    #expect(groups.count == counts.count)
    let found = groups.map { ($0.keys, $0.aggregates) }
    #expect(Dictionary(uniqueKeysWithValues: found) == counts.mapValues { [.int(Int64($0))] })
  }

  @Test(arguments: adaptors, ["nothing", "maker", "slots", "slots.code", "maker.nothing"])
  func `P1: rows are counted by single values only`(kind: AdaptorUnderTest, path: String)
    async throws
  {
    let subject = try await stock.open(kind)
    await #expect(throws: StoreError.self) {
      try await subject.ask { store throws(StoreError) in
        let key = Qualifiers.Expression(.path(PropertyPath(path)))
        return try await store.groups(Grouping(by: [key], []), of: subject.fetch("part"))
      }
    }
  }

  @Test(arguments: adaptors)
  func `A call that is called off says so`(kind: AdaptorUnderTest) async throws {
    let subject = try await stock.open(kind)
    let fetch = subject.fetch("part")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await subject.store.window(fetch, from: .start, count: 1)
    }
    let result = await task.result
    guard case .failure(let error) = result, case .cancelled? = error as? StoreError else {
      Issue.record("\(result)")
      return
    }
  }

  @Test(arguments: adaptors)
  func `Rights narrow what is read and what is written`(kind: AdaptorUnderTest) async throws {
    let subject = try await stock.open(kind)
    let (maker, part) = (subject.entity("maker"), subject.entity("part"))
    subject.store.guardAccess(
      by: Restriction(conditions: [maker: "name <> 'Acme'", part: "maker.name <> 'Acme'"])
    )
    #expect(try await subject.values("part", "id") == .ints(3, 5))
    #expect(try await subject.count(subject.fetch("maker")) == 2)
    #expect(try await subject.record(subject.id("part", .int(1))) == nil)
    #expect(try await subject.values("slot", "place", where: "part.name = 'bolt'") == [])
    let changes: [Change] = [
      .update(subject.id("part", .int(1)), values: ["name": .string("x")], original: [:]),
      .update(subject.id("part", .int(3)), values: ["makerId": .int(1)], original: [:]),
      .delete(subject.id("maker", .int(1)), original: [:]),
    ]
    for change in changes {
      await #expect(throws: StoreError.self) { try await subject.save([change]) }
    }
    try await subject.save([
      .update(subject.id("part", .int(3)), values: ["name": .string("x")], original: [:])
    ])
    #expect(try await subject.values("part", "name") == [.string("x"), .string("bolt")])
  }
}
