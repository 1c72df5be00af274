import EntityModel
import EntityStore
import MemoryStore
import Qualifiers
import TestSupport
import Testing
import Workspace

/// How many objects stand at the other end of relationships, counted in the background.
@MainActor
struct RelationshipCountsTests {
  private func finish(_ counts: RelationshipCounts) async {
    while counts.pending > 0 { await Task.yield() }
  }

  @Test func `Each object is counted once, as its rows say, and again when all is forgotten`()
    async throws
  {
    var random = SeededGenerator(seed: 3)
    let shop = MemoryShop(upTo: 12, &random)
    let store = try await shop.store()
    let counts = RelationshipCounts(store: store, faults: ReadFaults())
    let artist = try #require(MemoryShop.model.entity(named: "Artist"))
    let albums = try #require(artist.relationship(named: "albums"))
    let ids = (shop.rows["Artist"] ?? []).indices.map {
      RecordID(entityName: "Artist", key: Int64($0 + 1))
    }
    for id in ids + ids { #expect(counts.text(of: albums, from: id) == nil) }
    #expect(counts.pending == ids.count)
    await finish(counts)
    #expect(counts.revision == 1, "all of one kind are counted together")
    for id in ids {
      let count = shop.rows["Album"]?.count { $0["artistId"] == id.values[0] }
      #expect(counts.text(of: albums, from: id) == "\(count ?? 0)")
    }
    #expect(counts.text(of: albums, from: nil) == "0", "of an object that is not saved")
    counts.forget()
    #expect(counts.text(of: albums, from: ids[0]) == nil && counts.generation == 1)
    await finish(counts)
    #expect(counts.text(of: albums, from: ids[0]) != nil)
  }

  @Test func `What may not be seen is not counted, and that is no fault`() async throws {
    struct Closed: AccessGuard {
      func rights(of entityNames: Set<String>) async -> AccessRights {
        AccessRights(entities: ["Album": EntityRights(refusal: "left out")])
      }
      func refusal(of change: Change) async -> String? { nil }
    }
    var random = SeededGenerator(seed: 3)
    let store = try await MemoryShop(upTo: 5, &random).store()
    store.guardAccess(by: Closed())
    let faults = ReadFaults()
    let counts = RelationshipCounts(store: store, faults: faults)
    let artist = try #require(MemoryShop.model.entity(named: "Artist"))
    let albums = try #require(artist.relationship(named: "albums"))
    let id = RecordID(entityName: "Artist", key: 1)
    _ = counts.text(of: albums, from: id)
    await finish(counts)
    #expect(counts.text(of: albums, from: id) == "" && faults.sentences.isEmpty)
  }
}
