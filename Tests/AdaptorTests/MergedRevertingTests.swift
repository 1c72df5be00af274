import AdaptorSuite
import EntityModel
import EntityStore
import Qualifiers
import TestSupport
import Testing

/// The way back from a save where others have written since.
struct MergedRevertingTests {
  private let stock = Stock()

  /// A database as dictionaries.
  private struct World: Equatable {
    var rows: [RecordID: [String: Value]] = [:]

    /// A save: by row what was there before and after, of fields that were written, or of all where it is new or gone.
    struct Save {
      var before: [RecordID: [String: Value]] = [:]
      var after: [RecordID: [String: Value]] = [:]
      let record: SaveRecord
    }

    /// The rows after a save is taken back; `nil` where it must not be.
    func undoing(_ save: Save) -> World? {
      var world = self
      for id in Set(save.before.keys).union(save.after.keys) {
        switch (save.before[id], save.after[id]) {
        case (let before?, let after?):
          guard let now = rows[id], after.allSatisfy({ now[$0] == $1 }) else { return nil }
          world.rows[id] = now.merging(before) { $1 }
        case (let before?, nil):
          guard rows[id] == nil else { return nil }
          world.rows[id] = before
        case (nil, let after):
          guard rows[id] == after else { return nil }
          world.rows[id] = nil
        }
      }
      return world
    }
  }

  private func world(_ subject: Subject) async throws -> World {
    var world = World()
    for entity in subject.store.model.entities where entity.tableName != "maker" {
      let records = try await subject.window(FetchSpecification(entityName: entity.name)).records
      for record in records {
        guard let id = record.id else { continue }
        world.rows[id] = Dictionary(
          uniqueKeysWithValues: zip(record.layout.paths.map(\.first), record.values)
        )
      }
    }
    return world
  }

  /// Changes of a few fields of a few rows, and now and then a new row or a deletion.
  private func changes(
    _ world: World,
    _ turn: Int,
    _ random: inout SeededGenerator
  ) -> [Change] {
    var changes: [Change] = []
    for id in world.rows.keys.sorted(by: { "\($0)" < "\($1)" }) {
      guard let row = world.rows[id], Int.random(in: 0..<4, using: &random) == 0 else { continue }
      let isSlot = row["shelf"] != nil
      if isSlot, Int.random(in: 0..<8, using: &random) == 0 {
        changes.append(.delete(id, original: [:]))
        continue
      }
      let new: [String: Value] =
        isSlot
        ? [
          "code": .string("c\(turn) \(changes.count)"),
          "partId": .int(.random(in: 1...5, using: &random)),
        ]
        : [
          "name": .string("part \(turn)"), "weight": .int(.random(in: 0...2, using: &random)),
          "price": .null, "makerId": .int(.random(in: 1...3, using: &random)),
        ]
      let names = new.keys.sorted().filter { _ in Bool.random(using: &random) }
      guard !names.isEmpty else { continue }
      changes.append(.update(id, values: new.filter { names.contains($0.key) }, original: [:]))
    }
    if let slot = world.rows.keys.first(where: { $0.values.count == 2 }),
      Int.random(in: 0..<4, using: &random) == 0
    {
      changes.append(
        .insert(
          entityName: slot.entityName,
          values: ["shelf": .string("N"), "place": .int(Int64(turn))],
          references: [:],
          token: 1
        )
      )
    }
    return changes
  }

  @Test(arguments: adaptors)
  func `3-15: A save is taken back field by field, as a model of dictionaries says`(
    kind: AdaptorUnderTest
  ) async throws {
    var (undone, merged, refused) = (0, 0, 0)
    for seed in 0..<6 {
      var random = SeededGenerator(seed: UInt64(seed))
      let own = Stock()
      let subject = try await own.open(kind)
      var saves: [World.Save] = []
      var now = try await world(subject)
      for turn in 0..<12 {
        let former = now
        let record = try await subject.save(changes(now, turn, &random), isRecorded: true).record
        now = try await world(subject)
        // The other writer keeps no record.
        guard turn.isMultiple(of: 2), let record else { continue }
        var save = World.Save(record: record)
        for id in Set(former.rows.keys).union(now.rows.keys) where former.rows[id] != now.rows[id] {
          let (old, new) = (former.rows[id], now.rows[id])
          save.before[id] = old?.filter { new == nil || new?[$0.key] != $0.value }
          save.after[id] = new?.filter { old == nil || old?[$0.key] != $0.value }
        }
        saves.append(save)
      }
      for save in saves.shuffled(using: &random) {
        let expected = now.undoing(save)
        do {
          let done = try await subject.revert(save.record)
          #expect(expected != nil, "seed \(seed): taken back over what others wrote")
          undone += 1
          if done != save.record { merged += 1 }
        } catch {
          #expect(expected == nil, "seed \(seed): \(error)")
          refused += 1
        }
        now = try await world(subject)
        if let expected { #expect(now == expected, "seed \(seed)") }
      }
    }
    #expect(undone > merged && merged > 0 && refused > 0, "\(undone) \(merged) \(refused)")
  }

  @Test(arguments: adaptors)
  func `3-15: What was taken back is done again beside what others wrote since`(
    kind: AdaptorUnderTest
  ) async throws {
    let subject = try await stock.open(kind)
    let nut = subject.id("part", .int(1))
    let slot = subject.id("slot", .string("B"), .int(2))
    let moved = subject.id("slot", .string("Z"), .int(2))
    let record = try #require(
      try await subject.save(
        [
          .update(nut, values: ["name": .string("mine"), "price": .null], original: [:]),
          .update(slot, values: ["shelf": .string("Z")], original: [:]),
        ],
        isRecorded: true
      ).record
    )
    try await subject.save([
      .update(nut, values: ["weight": .int(8)], original: [:]),
      .update(moved, values: ["code": .string("theirs")], original: [:]),
    ])
    let after = try await subject.contents()
    try await subject.revert(record)
    #expect(try await subject.record(nut)?.value(forKey: "name") == .string("nut"))
    #expect(try await subject.record(nut)?.value(forKey: "weight") == .int(8))
    #expect(try await subject.record(slot)?.value(forKey: "code") == .string("theirs"))
    try await subject.save([.update(nut, values: ["weight": .int(9)], original: [:])])
    try await subject.revert(record.inverted)
    try await subject.save([.update(nut, values: ["weight": .int(8)], original: [:])])
    #expect(try await subject.contents() == after)
  }

  @Test(arguments: adaptors)
  func `3-15: What every save sets stays where others have set it since`(kind: AdaptorUnderTest)
    async throws
  {
    let subject = try await stock.open(kind)
    let nut = subject.id("part", .int(1))
    let record = try #require(
      try await subject.save(
        [.update(nut, values: ["name": .string("mine"), "weight": .int(4)], original: [:])],
        isRecorded: true
      ).record
    )
    try await subject.save([
      .update(nut, values: ["price": .null, "weight": .int(5)], original: [:])
    ])
    await #expect(throws: StoreError.self) { try await subject.revert(record) }
    try await subject.revert(record, besides: [nut.entityName: ["weight"]])
    let row = try #require(try await subject.record(nut))
    #expect(row.value(forKey: "name") == .string("nut"))
    #expect(row.value(forKey: "weight") == .int(5))
  }
}
