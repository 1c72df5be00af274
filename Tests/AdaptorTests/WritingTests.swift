import AdaptorSuite
import EntityStore
import Qualifiers
import Testing

/// Tests the writes that every kind of database must do alike, and their errors.
struct WritingTests {
  private let stock = Stock()

  @Test(arguments: adaptors)
  func `A save inserts, updates and deletes, and tells the keys of new rows`(
    kind: AdaptorUnderTest
  ) async throws {
    let subject = try await stock.open(kind)
    let result = try await subject.save([
      .insert(
        entityName: subject.entity("maker"),
        values: ["name": .string("New")],
        references: [:],
        token: 1
      ),
      .insert(
        entityName: subject.entity("part"),
        values: ["name": .string("spring")],
        references: ["makerId": 1],
        token: 2
      ),
      .update(
        subject.id("part", .int(4)),
        values: ["weight": .int(2)],
        original: ["weight": .int(1)],
        references: ["makerId": 1]
      ),
      .delete(subject.id("slot", .string("B"), .int(1)), original: [:]),
    ])
    let maker = try #require(result.inserted[1])
    #expect(maker == subject.id("maker", .int(4)))
    #expect(result.inserted[2] == subject.id("part", .int(6)) && result.record == nil)
    #expect(
      try await subject.values("part", "name", where: "maker.name = 'New'") == [
        .string("washer"), .string("spring"),
      ]
    )
    #expect(try await subject.count(subject.fetch("slot")) == 3)
  }

  @Test(arguments: adaptors)
  func `A key of several columns changes, and the new one is told`(kind: AdaptorUnderTest)
    async throws
  {
    let subject = try await stock.open(kind)
    let (old, new) = (
      subject.id("slot", .string("A"), .int(2)), subject.id("slot", .string("C"), .int(9))
    )
    let result = try await subject.save([
      .update(old, values: ["shelf": .string("C"), "place": .int(9)], original: [:])
    ])
    #expect(result.changedIDs == [old: new])
    #expect(try await subject.record(old) == nil)
    #expect(try await subject.record(new)?.value(forKey: "code") == .string("a2"))
  }

  @Test(arguments: adaptors)
  func `What goes with a deleted row goes, and what refers to it is emptied`(
    kind: AdaptorUnderTest
  ) async throws {
    let subject = try await stock.open(kind)
    try await subject.save([.delete(subject.id("maker", .int(1)), original: [:])])
    #expect(try await subject.values("part", "id") == .ints(3, 4, 5))
    #expect(try await subject.count(subject.fetch("slot", where: "partId is null")) == 4)
  }

  @Test(arguments: adaptors)
  func `Rows exchange their unique values`(kind: AdaptorUnderTest) async throws {
    let subject = try await stock.open(kind)
    try await subject.save([
      .update(subject.id("maker", .int(1)), values: ["name": .string("Bolt & Co")], original: [:]),
      .update(subject.id("maker", .int(2)), values: ["name": .string("Acme")], original: [:]),
    ])
    #expect(try await subject.values("maker", "id", sort: "name") == .ints(2, 1, 3))
  }

  @Test(arguments: adaptors)
  func `What others have changed is a conflict, and nothing of the save is written`(
    kind: AdaptorUnderTest
  ) async throws {
    let subject = try await stock.open(kind)
    let nut = subject.id("part", .int(1))
    let error = await #expect(throws: StoreError.self) {
      try await subject.save([
        .update(subject.id("part", .int(2)), values: ["weight": .int(6)], original: [:]),
        .update(nut, values: ["weight": .int(4)], original: ["weight": .int(99)]),
      ])
    }
    guard case .changedByOther(nut) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await subject.values("part", "weight", where: "id = 2") == .ints(5))
  }

  @Test(arguments: adaptors)
  func `What a database refuses is told by entity and attribute`(kind: AdaptorUnderTest)
    async throws
  {
    let subject = try await stock.open(kind)
    let (maker, part) = (subject.entity("maker"), subject.entity("part"))
    func error(_ change: Change) async -> StoreError? {
      await #expect(throws: StoreError.self) { try await subject.save([change]) }
    }
    func insert(_ entity: String, _ values: [String: Value]) -> Change {
      .insert(entityName: entity, values: values, references: [:], token: 1)
    }
    let unique = await error(insert(maker, ["name": .string("Acme")]))
    guard case .uniqueViolated(maker, ["name"]) = unique else {
      Issue.record("\(String(describing: unique))")
      return
    }
    let null = await error(insert(part, ["name": .null]))
    guard case .nullViolated(part, "name") = null else {
      Issue.record("\(String(describing: null))")
      return
    }
    let reference = await error(insert(part, ["name": .string("x"), "makerId": .int(99)]))
    guard case .referenceViolated(let sentence) = reference, sentence.description.contains(maker)
    else {
      Issue.record("\(String(describing: reference))")
      return
    }
    let gone = subject.id("slot", .string("A"), .int(99))
    let missing = await error(.update(gone, values: ["code": .string("x")], original: [:]))
    guard case .notFound(gone) = missing else {
      Issue.record("\(String(describing: missing))")
      return
    }
    let unknown = await error(insert(maker, ["nonsense": .int(1)]))
    guard case .unsupported = unknown else {
      Issue.record("\(String(describing: unknown))")
      return
    }
  }

  @Test(arguments: adaptors)
  func `Many rows are inserted in one go, all or none`(kind: AdaptorUnderTest) async throws {
    let subject = try await stock.open(kind)
    let rows = (1...20).map { [Value.string("C"), .int($0), .string("c\($0)")] as [Value?] }
    let ids = try await subject.insert("slot", ["shelf", "place", "code"], rows)
    #expect(ids == (1...20).map { subject.id("slot", .string("C"), .int($0)) })
    #expect(try await subject.count(subject.fetch("slot")) == 24)
    let more: [[Value?]] = [
      [.string("D"), .int(1), .string("d1")], [.string("D"), .int(2), .string("c7")],
    ]
    let error = await #expect(throws: StoreError.self) {
      try await subject.insert("slot", ["shelf", "place", "code"], more)
    }
    guard case .uniqueViolated(_, ["code"]) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await subject.count(subject.fetch("slot")) == 24)
  }
}
