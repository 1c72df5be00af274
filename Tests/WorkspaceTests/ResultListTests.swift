import EntityModel
import EntityStore
import MemoryStore
import Qualifiers
import TestSupport
import Testing
import Workspace

/// The rows of a list, read in stretches, compared with the whole result.
@MainActor
struct ResultListTests {
  private func list(
    of shop: MemoryShop,
    _ fetch: FetchSpecification,
    batchSize: Int = 10
  ) async throws -> ResultList {
    ResultList(
      store: try await shop.store(),
      specification: fetch,
      batchSize: batchSize,
      timeLimit: nil
    )
  }

  /// All rows of a fetch.
  private func all(_ list: ResultList) async throws -> [RecordID?] {
    try await list.store.window(list.specification, from: .start, count: 1_000).records.map(\.id)
  }

  /// Expects the rows in memory to be a contiguous part of the result, with the right ends and row numbers.
  private func expectStretch(_ list: ResultList, of all: [RecordID?], _ comment: String) {
    let ids = list.rows.map(\.record.id)
    let first = ids.first.flatMap { all.firstIndex(of: $0) } ?? 0
    let last = first + ids.count
    #expect(last <= all.count && Array(all[first..<min(last, all.count)]) == ids, "\(comment)")
    #expect(
      list.hasMoreBefore == (first > 0) && list.hasMoreAfter == (last < all.count),
      "\(comment)"
    )
    #expect(list.positions.count == ids.count)
    for (position, id) in zip(list.positions, ids) {
      #expect(list.row(at: position)?.record.id == id)
      #expect(id.flatMap { list.position(of: $0) } == position, "\(comment)")
    }
    if let offset = list.offset {
      #expect(list.positions.lowerBound + offset == first, "\(comment)")
    }
  }

  @Test func `However a list is scrolled, its rows are a stretch of the result`() async throws {
    for seed in 0..<UInt64(TestLength.of("D2T_PROPERTY_CASES", 40)) {
      var random = SeededGenerator(seed: seed)
      let shop = MemoryShop(upTo: 70, &random)
      let entity = MemoryShop.kinds[random.below(3)].entity
      var fetch = FetchSpecification(
        entityName: entity,
        sortOrderings: MemoryShop.order(of: entity, &random)
      )
      if random.chance(30) {
        fetch.qualifier =
          Qualifier.parse(MemoryShop.condition(on: entity, depth: 1, &random)).qualifier
      }
      let list = try await list(of: shop, fetch)
      let all = try await all(list)
      await list.load(from: .start)
      for step in 0..<12 {
        var position: Int?
        let choice = random.below(8)
        switch choice {
        case 0: await list.load(from: .start)
        case 1: await list.load(from: .end)
        case 2, 3: await list.extendForward()
        case 4: await list.extendBackward()
        case 5:
          position = all.isEmpty ? nil : random.below(all.count)
          if let id = position.flatMap({ all[$0] }) { await list.load(around: id) }
        case 6:
          position = all.isEmpty ? nil : random.below(all.count)
          if let position { _ = await list.load(at: position) }
        default: await list.countRows(upTo: 1_000)
        }
        expectStretch(list, of: all, "seed \(seed), step \(step): \(choice)")
        if let position { #expect(list.row(at: 0)?.record.id == all[position], "seed \(seed)") }
        if choice == 7 { #expect(list.count == .exactly(all.count), "seed \(seed)") }
      }
    }
  }

  @Test func `A stretch that is loaded around a row stays there when the row leaves the result`()
    async throws
  {
    var random = SeededGenerator(seed: 4)
    let shop = MemoryShop(upTo: 70, &random)
    let list = try await list(of: shop, FetchSpecification(entityName: "Track"))
    let all = try await all(list)
    await list.load(from: .start)
    let row = try #require(list.rows.dropFirst(3).first)
    let id = try #require(row.record.id)
    _ = try await list.store.save([.delete(id, original: [:])])
    await list.load(around: row, of: id)
    #expect(list.row(at: 0)?.record.id == all[4] && list.row(at: -1)?.record.id == all[2])
    let rest = try await self.all(list)
    expectStretch(list, of: rest, "after the row is gone")
  }

  /// Shows nothing of artists.
  private struct Closed: AccessGuard {
    func rights(of entityNames: Set<String>) async -> AccessRights {
      AccessRights(entities: ["Artist": EntityRights(refusal: "left out")])
    }
    func refusal(of change: Change) async -> String? { nil }
  }

  @Test func `Another fetch leaves the rows there until its own arrive, and can be taken back`()
    async throws
  {
    var random = SeededGenerator(seed: 5)
    let shop = MemoryShop(upTo: 30, &random)
    let list = try await list(of: shop, FetchSpecification(entityName: "Artist"))
    await list.load(from: .start)
    await list.countRows(upTo: 1_000)
    let (rows, count, before) = (list.rows.map(\.record.id), list.count, list.shown)
    var other = list.specification
    other.qualifier = Qualifier.parse("fee > 2").qualifier
    list.prepare(other)
    #expect(list.rows.map(\.record.id) == rows && list.count == .unknown)
    list.store.guardAccess(by: Closed())
    await list.load(from: .start)
    #expect(list.error != nil && list.rows.map(\.record.id) == rows)
    list.revert(to: before)
    #expect(list.error == nil && list.count == count && list.specification.qualifier == nil)
  }

  @Test func `Rows are counted up to a limit`() async throws {
    var random = SeededGenerator(seed: 6)
    let shop = MemoryShop(upTo: 70, &random)
    let list = try await list(of: shop, FetchSpecification(entityName: "Track"))
    let total = try #require(shop.rows["Track"]?.count)
    for limit in [1, total - 1] {
      await list.countRows(upTo: limit)
      #expect(list.count == .atLeast(limit))
    }
    await list.countRows(upTo: total)
    #expect(list.count == .exactly(total))
  }

  @Test func `What may not be seen any more leaves no row`() async throws {
    var random = SeededGenerator(seed: 7)
    let list = try await list(
      of: MemoryShop(upTo: 9, &random),
      FetchSpecification(entityName: "Album")
    )
    await list.load(from: .start)
    list.refuse("Albums are not shown.")
    #expect(
      list.rows.isEmpty && list.count == .exactly(0) && !list.hasMoreAfter && !list.hasMoreBefore
    )
    #expect(list.error != nil)
  }
}
