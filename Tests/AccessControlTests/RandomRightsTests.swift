import AccessControl
import EntityModel
import EntityStore
import MemoryStore
import Qualifiers
import StandardKeys
import TestSupport
import Testing

/// Tests random permission rules against a check of each row and each step of a path by hand.
@MainActor
struct RandomRightsTests {
  /// Rules that forbid, and the same as data.
  private struct Ban {
    /// The number from which on objects may not be edited, by entity.
    var frozen: [String: Int64] = [:]
    /// The number from which on objects may not be deleted, by entity.
    var kept: [String: Int64] = [:]
    /// Attributes that may not be written.
    var fixed: Set<String> = []
    /// Entities of which no objects are made, or none at all is written.
    var uncreatable: Set<String> = []
    var readOnly: Set<String> = []
    /// Attributes that may not be seen.
    var hidden: Set<String> = []

    init(_ random: inout SeededGenerator) {
      for kind in MemoryShop.kinds {
        if random.chance(30) { frozen[kind.entity] = Int64(random.below(6)) }
        if random.chance(30) { kept[kind.entity] = Int64(random.below(6)) }
        if random.chance(15) { uncreatable.insert(kind.entity) }
        if random.chance(15) { readOnly.insert(kind.entity) }
        for name in [kind.text, kind.number] {
          if random.chance(15) { fixed.insert("\(kind.entity).\(name)") }
          if random.chance(25) { hidden.insert("\(kind.entity).\(name)") }
        }
      }
    }

    /// The rules of writing, or of seeing.
    func rules(ofSeeing: Bool) -> String {
      var rules: [String] = []
      for kind in MemoryShop.kinds {
        let entity = "entity.name = '\(kind.entity)'"
        for name in [kind.text, kind.number] {
          let property = "\(entity) and propertyKey = '\(name)'"
          let attribute = "\(kind.entity).\(name)"
          if ofSeeing, hidden.contains(attribute) {
            rules.append("\(property) => isPropertyVisible = false")
          }
          if !ofSeeing, fixed.contains(attribute) {
            rules.append("\(property) => isPropertyEditable = false")
          }
        }
        guard !ofSeeing else { continue }
        if let number = frozen[kind.entity] {
          rules.append(
            "\(entity) and object.\(kind.number) >= \(number) => isObjectEditable = false"
          )
        }
        if let number = kept[kind.entity] {
          rules.append(
            "\(entity) and object.\(kind.number) >= \(number) => isObjectDeletable = false"
          )
        }
        if uncreatable.contains(kind.entity) {
          rules.append("\(entity) => isEntityCreatable = false")
        }
        if readOnly.contains(kind.entity) { rules.append("\(entity) => isEntityReadOnly = true") }
      }
      return rules.joined(separator: "\n")
    }

    /// Whether a change of a shop is forbidden.
    func forbids(_ change: Change, of shop: MemoryShop) -> Bool {
      let entity = change.entityName
      guard let kind = MemoryShop.kinds.first(where: { $0.entity == entity }) else { return true }
      if readOnly.contains(entity) { return true }
      func isReached(_ limits: [String: Int64], _ number: Value?) -> Bool {
        guard let limit = limits[entity], case .int(let number)? = number else { return false }
        return number >= limit
      }
      var stored: Value?
      if case .int(let id)? = change.storedID?.values.first {
        stored = shop.rows[entity]?[Int(id) - 1][kind.number]
      }
      // A new object has a null where nothing is entered: to give one is no entry.
      let entered = change.values.filter { change.write != .insert || !$0.value.isNull }
      let isFixed = entered.keys.contains { fixed.contains("\(entity).\($0)") }
      switch change.write {
      case .delete: return isReached(kept, stored)
      case .insert: return uncreatable.contains(entity) || isFixed
      case .update: return isReached(frozen, stored) || isFixed
      }
    }
  }

  private func change(of shop: MemoryShop, _ random: inout SeededGenerator) -> Change {
    let kind = MemoryShop.kinds[random.below(3)]
    let id = RecordID(
      entityName: kind.entity,
      key: Int64(random.below(shop.rows[kind.entity]?.count ?? 1) + 1)
    )
    let name = [kind.text, kind.number][random.below(2)]
    let value = name == kind.text ? MemoryShop.text(&random) : MemoryShop.number(&random)
    switch random.below(4) {
    case 0: return .delete(id, original: [:])
    case 1:
      return .insert(entityName: kind.entity, values: [name: value], references: [:], token: 1)
    default: return .update(id, values: [name: value], original: [:])
    }
  }

  @Test func `A change is refused where the rules forbid it for its row, and nowhere else`()
    async throws
  {
    var counts = [false: 0, true: 0]
    for seed in 0..<UInt64(TestLength.of("D2T_PROPERTY_CASES", 60)) {
      var random = SeededGenerator(seed: seed)
      let (shop, ban) = (MemoryShop(upTo: 5, &random), Ban(&random))
      let fixture = try RightsFixture(ban.rules(ofSeeing: false), over: try await shop.store())
      for _ in 0..<8 {
        let change = change(of: shop, &random)
        let reason = await RuleWriteGuard(fixture.rights, in: fixture.root).refusal(of: change)
        let isForbidden = ban.forbids(change, of: shop)
        #expect(
          (reason != nil) == isForbidden,
          "seed \(seed): \(change), \(reason ?? "permitted")\n\(ban.rules(ofSeeing: false))"
        )
        counts[isForbidden, default: 0] += 1
      }
    }
    #expect(counts.values.allSatisfy { $0 > 100 }, "\(counts)")
  }

  @Test func `A path is shown where no rule hides what it ends in, on pages and by the store`()
    async throws
  {
    var counts = [false: 0, true: 0]
    for seed in 0..<UInt64(TestLength.of("D2T_PROPERTY_CASES", 60)) {
      var random = SeededGenerator(seed: seed)
      let (shop, ban) = (MemoryShop(upTo: 3, &random), Ban(&random))
      let fixture = try RightsFixture(ban.rules(ofSeeing: true), over: try await shop.store())
      for _ in 0..<8 {
        let entity = MemoryShop.kinds[random.below(3)].entity
        let path = MemoryShop.path(from: entity, &random)
        let steps = path.components
        let owner =
          steps.count == 1 ? entity : steps.dropLast().last == "artist" ? "Artist" : "Album"
        let isHidden = ban.hidden.contains("\(owner).\(steps.last ?? "")")
        #expect(try fixture.scope(entity).shows(path) != isHidden, "seed \(seed): \(path)")
        // What may not be seen is neither compared nor ordered by, nor is it in a row.
        var fetch = FetchSpecification(entityName: entity, paths: [path])
        let rows = try await fixture.store.window(fetch, from: .start, count: 9).records
        #expect(rows.allSatisfy { ($0.layout.position(of: steps) == nil) == isHidden })
        fetch.sortOrderings = [SortOrdering(key: "\(path)")]
        let isOrdered = await fixture.answers(fetch)
        fetch.sortOrderings = []
        fetch.qualifier = .not(.isNull(Expression(.path(path))))
        #expect(await fixture.answers(fetch) != isHidden && isOrdered != isHidden)
        counts[isHidden, default: 0] += 1
      }
    }
    #expect(counts.values.allSatisfy { $0 > 50 }, "\(counts)")
  }
}

extension RightsFixture {
  /// Whether the store counts the rows of a fetch.
  fileprivate func answers(_ fetch: FetchSpecification) async -> Bool {
    do throws(StoreError) { _ = try await store.count(fetch, upTo: nil) } catch { return false }
    return true
  }
}
