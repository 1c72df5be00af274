import AdaptorSuite
import EntityStore
import FoundationEssentials
import Qualifiers
import Testing

/// The way back from a save.
struct RevertingTests {
  private let stock = Stock()

  /// One of each: a new row and one that refers to it, a changed one, a changed key, a deletion that takes others along.
  private func changes(_ subject: Subject) -> [Change] {
    [
      .insert(
        entityName: subject.entity("maker"),
        values: ["name": .string("New")],
        references: [:],
        token: 1
      ),
      .insert(
        entityName: subject.entity("part"),
        values: ["name": .string("spring"), "price": .decimal(Decimal(11) / 10)],
        references: ["makerId": 1],
        token: 2
      ),
      .update(
        subject.id("part", .int(4)),
        values: ["weight": .int(2), "made": .null],
        original: [:]
      ),
      .update(
        subject.id("slot", .string("B"), .int(2)),
        values: ["shelf": .string("Z")],
        original: [:]
      ),
      .delete(subject.id("maker", .int(1)), original: [:]),
    ]
  }

  @Test(arguments: adaptors)
  func `A recorded save tells each row as it was and as it is, and why`(kind: AdaptorUnderTest)
    async throws
  {
    let subject = try await stock.open(kind)
    let before = try await subject.contents()
    let record = try #require(try await subject.save(changes(subject), isRecorded: true).record)
    let after = try await subject.contents()
    #expect(record.unrecorded.isEmpty)
    var causes: [SaveRecord.Cause: Set<RecordID>] = [:]
    for row in record.rows { causes[row.cause, default: []].insert(row.id) }
    #expect(
      causes == [
        .direct: [
          subject.id("maker", .int(4)), subject.id("part", .int(6)), subject.id("part", .int(4)),
          subject.id("slot", .string("B"), .int(2)), subject.id("maker", .int(1)),
        ],
        .cascade: [
          subject.id("part", .int(1)), subject.id("part", .int(2)),
          subject.id("slot", .string("A"), .int(1)), subject.id("slot", .string("A"), .int(2)),
          subject.id("slot", .string("B"), .int(1)),
        ],
      ]
    )
    // All that is different stands in the record, and nothing else.
    var (old, new) = (before, after)
    for row in record.rows {
      if let id = row.before?.id { #expect(old.removeValue(forKey: id) != nil) }
      if let id = row.after?.id { #expect(new.removeValue(forKey: id) != nil) }
    }
    #expect(old == new)
    let washer = try #require(record.rows.first { $0.id == subject.id("part", .int(4)) })
    #expect(washer.before?.value(forKey: "weight") == .int(1))
    #expect(washer.changedValues == ["weight": .int(2), "made": .null])
  }

  @Test(arguments: adaptors)
  func `A save is undone and done again`(kind: AdaptorUnderTest) async throws {
    let subject = try await stock.open(kind)
    let before = try await subject.contents()
    let record = try #require(try await subject.save(changes(subject), isRecorded: true).record)
    let after = try await subject.contents()
    #expect(before != after)
    for _ in 0..<2 {
      try await subject.revert(record)
      #expect(try await subject.contents() == before)
      try await subject.revert(record.inverted)
      #expect(try await subject.contents() == after)
    }
  }

  @Test(arguments: adaptors)
  func `Rows that exchanged unique values have them again`(kind: AdaptorUnderTest) async throws {
    let subject = try await stock.open(kind)
    let before = try await subject.contents()
    let saved = try await subject.save(
      [
        .update(
          subject.id("maker", .int(1)),
          values: ["name": .string("Bolt & Co")],
          original: [:]
        ),
        .update(subject.id("maker", .int(2)), values: ["name": .string("Acme")], original: [:]),
      ],
      isRecorded: true
    )
    try await subject.revert(try #require(saved.record))
    #expect(try await subject.contents() == before)
  }

  @Test(arguments: adaptors)
  func `A row that was changed since keeps all of a save from being undone, and is named`(
    kind: AdaptorUnderTest
  ) async throws {
    let subject = try await stock.open(kind)
    let record = try #require(try await subject.save(changes(subject), isRecorded: true).record)
    let spring = subject.id("part", .int(6))
    let later: [[Change]] = [
      [.update(spring, values: ["weight": .int(8)], original: [:])],
      [.delete(spring, original: [:])],
    ]
    for changes in later {
      try await subject.save(changes)
      // The subject sees to it that nothing else was changed.
      let error = await #expect(throws: StoreError.self) { try await subject.revert(record) }
      guard case .changedByOther(spring) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test(arguments: adaptors)
  func `A new row that others refer to by now stays`(kind: AdaptorUnderTest) async throws {
    let subject = try await stock.open(kind)
    let new = Change.insert(
      entityName: subject.entity("maker"),
      values: ["name": .string("New")],
      references: [:],
      token: 1
    )
    let saved = try await subject.save([new], isRecorded: true)
    let maker = try #require(saved.inserted[1])
    try await subject.save([
      .update(subject.id("part", .int(4)), values: ["makerId": maker.values[0]], original: [:])
    ])
    await #expect(throws: StoreError.self) { try await subject.revert(try #require(saved.record)) }
    #expect(try await subject.record(maker) != nil)
  }

  @Test(arguments: adaptors)
  func `A key that another row has by now is not taken from it`(kind: AdaptorUnderTest)
    async throws
  {
    let subject = try await stock.open(kind)
    let slot = subject.id("slot", .string("B"), .int(2))
    let saved = try await subject.save([.delete(slot, original: [:])], isRecorded: true)
    try await subject.save([
      .insert(
        entityName: slot.entityName,
        values: ["shelf": .string("B"), "place": .int(2), "code": .string("other")],
        references: [:],
        token: 1
      )
    ])
    let error = await #expect(throws: StoreError.self) {
      try await subject.revert(try #require(saved.record))
    }
    guard case .changedByOther(slot) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
