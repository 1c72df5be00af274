import EntityModel
import EntityStore
import MemoryStore
import Qualifiers
import TestSupport
import Testing

/// Tests which rows a save may change when the user sees only some of them.
struct GuardedSaveTests {
  /// Objects of these entities exist only where their number is not 1.
  private struct Scope: AccessGuard {
    let entities: Set<String>

    func rights(of entityNames: Set<String>) async -> AccessRights {
      var rights = AccessRights()
      for kind in MemoryShop.kinds where entities.contains(kind.entity) {
        let condition = Qualifier.parse("\(kind.number) != 1").qualifier
        rights.entities[kind.entity] = EntityRights(restriction: condition)
      }
      return rights
    }

    func refusal(of change: Change) async -> String? { nil }
  }

  /// All rows of a store, by identity.
  private func contents(_ store: EntityStore) async throws -> [RecordID: [String: Value]] {
    var contents: [RecordID: [String: Value]] = [:]
    for entity in store.model.entities {
      let fetch = FetchSpecification(entityName: entity.name)
      for record in try await store.window(fetch, from: .start, count: 100).records {
        guard let id = record.id else { continue }
        contents[id] = Dictionary(
          uniqueKeysWithValues: zip(record.layout.paths.map(\.description), record.values)
        )
      }
    }
    return contents
  }

  private func change(
    of shop: MemoryShop,
    token: Int,
    _ random: inout SeededGenerator
  ) -> Change {
    let kind = MemoryShop.kinds[random.below(3)]
    let id = Int64(random.below(shop.rows[kind.entity]?.count ?? 1) + 1)
    if random.chance(20) {
      return .delete(RecordID(entityName: kind.entity, key: id), original: [:])
    }
    var values: [String: Value] = [:]
    if random.chance(60) { values[kind.number] = MemoryShop.number(&random) }
    if random.chance(60) { values[kind.text] = MemoryShop.text(&random) }
    if let key = kind.key, let destination = kind.destination, random.chance(60) {
      values[key] = MemoryShop.key(upTo: shop.rows[destination]?.count ?? 1, &random)
    }
    guard random.chance(25) else {
      return .update(RecordID(entityName: kind.entity, key: id), values: values, original: [:])
    }
    values["id"] = .int(Int64(100 + token))
    return .insert(entityName: kind.entity, values: values, references: [:], token: token)
  }

  @Test func `A save leaves what its person cannot see as it was, and writes nothing out of sight`()
    async throws
  {
    var (saved, refused) = (0, 0)
    for seed in 0..<UInt64(TestLength.of("D2T_PROPERTY_CASES", 200)) {
      var random = SeededGenerator(seed: seed)
      let shop = MemoryShop(upTo: 5, &random)
      let entities = MemoryShop.kinds.map(\.entity).filter { _ in random.chance(50) }
      let store = try await shop.store()
      let before = try await contents(store)
      func exists(_ id: RecordID, _ row: [String: Value]) -> Bool {
        guard entities.contains(id.entityName),
          let kind = MemoryShop.kinds.first(where: { $0.entity == id.entityName })
        else { return true }
        guard case .int(let number)? = row[kind.number] else { return false }
        return number != 1
      }
      let changes = (0...random.below(3)).map { change(of: shop, token: $0, &random) }
      // Each row once: what is done to a row that is gone is another question.
      let ids = changes.compactMap(\.storedID)
      guard Set(ids).count == ids.count else { continue }
      store.guardAccess(by: Scope(entities: Set(entities)))
      var isSaved = true
      do throws(StoreError) { _ = try await store.save(changes) } catch { isSaved = false }
      store.guardAccess(by: Scope(entities: []))
      let after = try await contents(store)
      guard isSaved else {
        refused += 1
        #expect(after == before, "a refused save writes nothing, seed \(seed)")
        continue
      }
      saved += 1
      for (id, row) in before where !exists(id, row) {
        // A reference to a row that is deleted is taken away as the database does.
        let kind = MemoryShop.kinds.first { $0.entity == id.entityName }
        for (name, value) in row where name != kind?.key {
          #expect(after[id]?[name] == value, "\(id) is not there for the person, seed \(seed)")
        }
      }
      for (id, row) in after where before[id] != row {
        if let old = before[id],
          old.filter({ $0.value != row[$0.key] }).keys.allSatisfy({ name in
            MemoryShop.kinds.contains { $0.entity == id.entityName && $0.key == name }
          })
        {
          continue
        }
        #expect(exists(id, row), "\(id) is written out of sight, seed \(seed)")
      }
    }
    #expect(saved > 30 && refused > 30, "\(saved) \(refused)")
  }

  @Test func `Rows that refer to others are deleted before them`() {
    let order = DeletionOrder(model: MemoryShop.model)
    for kind in MemoryShop.kinds {
      guard let destination = kind.destination else { continue }
      #expect(order.rank(kind.entity) < order.rank(destination), "\(kind.entity)")
    }
  }
}
