import EntityModel
import EntityStore
import MemoryStore
import Qualifiers
import SQLiteStore
import TestSupport
import Testing

/// Tests that hidden data does not influence the result of any fetch.
///
/// Two shops that differ only in hidden data must answer every fetch alike.
struct ConcealmentTests {
  /// Random access rights that hide parts of a shop.
  private struct Secrecy: AccessGuard {
    /// Attributes that are seen of no object.
    var hidden: [(entity: String, name: String)] = []
    /// Entities whose text is seen only where their number is above 2.
    var partly: Set<String> = []
    /// Entities whose reference is seen only where their number is above 2.
    var partlyReferring: Set<String> = []
    /// Entities whose objects exist only where their number is not 1.
    var restricted: Set<String> = []
    /// Entities that are left out.
    var refused: Set<String> = []

    init() {}

    init(_ random: inout SeededGenerator) {
      for kind in MemoryShop.kinds {
        if random.chance(30) { partly.insert(kind.entity) }
        if kind.reference != nil, random.chance(20) { partlyReferring.insert(kind.entity) }
        if random.chance(30) { restricted.insert(kind.entity) }
        if random.chance(10) { refused.insert(kind.entity) }
        if random.chance(20) { hidden.append((kind.entity, kind.text)) }
        // What a condition of the rights reads tells by which objects there are.
        let isRead = [partly, partlyReferring, restricted].contains { $0.contains(kind.entity) }
        if !isRead, random.chance(20) { hidden.append((kind.entity, kind.number)) }
      }
    }

    func rights(of entityNames: Set<String>) async -> AccessRights {
      var rights = AccessRights()
      for kind in MemoryShop.kinds where entityNames.contains(kind.entity) {
        var own = EntityRights()
        if refused.contains(kind.entity) { own.refusal = "left out" }
        if restricted.contains(kind.entity) {
          own.restriction = Qualifier.parse("\(kind.number) != 1").qualifier
        }
        for (entity, name) in hidden where entity == kind.entity {
          own.hiddenProperties[name] = "hidden"
        }
        if partly.contains(kind.entity) {
          own.partlyHiddenProperties[kind.text] = PartialVisibility(
            condition: Qualifier.parse("\(kind.number) > 2").qualifier,
            reason: "partly hidden"
          )
        }
        if partlyReferring.contains(kind.entity), let reference = kind.reference {
          own.partlyHiddenProperties[reference] = PartialVisibility(
            condition: Qualifier.parse("\(kind.number) > 2").qualifier,
            reason: "partly hidden"
          )
        }
        // The way back tells as much.
        if let many = kind.many,
          MemoryShop.kinds.contains(where: {
            $0.destination == kind.entity && partlyReferring.contains($0.entity)
          })
        {
          own.hiddenProperties[many] = "hidden"
        }
        rights.entities[kind.entity] = own
      }
      return rights
    }

    func refusal(of change: Change) async -> String? { nil }

    /// Returns a copy of the shop in which all that the rights hide is replaced at random.
    func disguise(_ shop: MemoryShop, _ random: inout SeededGenerator) -> MemoryShop {
      var shop = shop
      for kind in MemoryShop.kinds {
        for index in shop.rows[kind.entity, default: []].indices {
          guard var row = shop.rows[kind.entity]?[index] else { continue }
          let number: Int64? = if case .int(let number)? = row[kind.number] { number } else { nil }
          let isGone = restricted.contains(kind.entity) && (number == nil || number == 1)
          let isRefused = refused.contains(kind.entity)
          if isGone || isRefused || partly.contains(kind.entity) && (number ?? 0) <= 2 {
            row[kind.text] = MemoryShop.text(&random)
          }
          let isUnseen = partlyReferring.contains(kind.entity) && (number ?? 0) <= 2
          if isGone || isRefused || isUnseen, let key = kind.key, let destination = kind.destination
          {
            row[key] = MemoryShop.key(upTo: shop.rows[destination]?.count ?? 1, &random)
          }
          for (entity, name) in hidden where entity == kind.entity {
            row[name] =
              name == kind.text ? MemoryShop.text(&random) : MemoryShop.number(&random)
          }
          shop.rows[kind.entity]?[index] = row
        }
      }
      return shop
    }

    /// Returns a copy of the shop without the rows that do not exist for the person, and with null for what is not seen.
    func erase(_ shop: MemoryShop) -> MemoryShop {
      var shop = shop
      var gone: [String: Set<Value>] = [:]
      for kind in MemoryShop.kinds {
        let rows = shop.rows[kind.entity, default: []]
        let isGone = { (row: MemoryShop.Row) in
          restricted.contains(kind.entity) && [.null, .int(1)].contains(row[kind.number] ?? .null)
        }
        gone[kind.entity] = Set(rows.filter(isGone).compactMap { $0["id"] })
        shop.rows[kind.entity] = rows.filter { !isGone($0) }
          .map { row in
            var row = row
            var isBig = false
            if case .int(let number)? = row[kind.number] { isBig = number > 2 }
            if partly.contains(kind.entity), !isBig { row[kind.text] = .null }
            guard let key = kind.key, let destination = kind.destination else { return row }
            let leadsNowhere = gone[destination, default: []].contains(row[key] ?? .null)
            if leadsNowhere || partlyReferring.contains(kind.entity) && !isBig { row[key] = .null }
            return row
          }
      }
      return shop
    }

    /// Whether the store leaves out what a path leads to.
    ///
    /// Values that are seen of some objects only are taken away by who asked the rules.
    func tells(_ path: PropertyPath, from entity: String) -> Bool {
      var kind = MemoryShop.kinds.first { $0.entity == entity }
      for name in path.components.dropLast() {
        guard let here = kind, here.reference == name, !partlyReferring.contains(here.entity)
        else { return false }
        kind = MemoryShop.kinds.first { $0.entity == here.destination }
      }
      guard let kind, let name = path.components.last else { return false }
      return !(partly.contains(kind.entity) && name == kind.text)
    }
  }

  /// The kind of store that holds the rows.
  enum Engine: CaseIterable {
    case memory, sqlite

    func store(_ shop: MemoryShop) async throws -> EntityStore {
      switch self {
      case .memory: try await shop.store()
      case .sqlite: try await .open(.script(shop.script, title: "shop"))
      }
    }
  }

  /// The result of a fetch: rows, count and tallies, or the error.
  private enum Answer: Equatable {
    case rows([[Value?]], count: Int, groups: [Group])
    case refused(String)
  }

  private func answer(
    _ store: EntityStore,
    _ fetch: FetchSpecification,
    _ told: [PropertyPath]
  ) async -> Answer {
    do throws(StoreError) {
      let window = try await store.window(fetch, from: .start, count: 100)
      let rows = window.records.map { record in
        (record.id?.values ?? []).map(Optional.some)
          + told.map { record.value(forPath: $0.components[...]) }
      }
      let count = try await store.count(fetch, upTo: nil)
      let keys = told.map { Qualifiers.Expression(.path($0)) }
      let counted = Grouping(by: keys, [.init(.count)])
      let groups = told.isEmpty ? [] : try await store.groups(counted, of: fetch)
      return .rows(
        rows,
        count: count,
        groups: groups
      )
    } catch { return .refused("\(error)") }
  }

  @Test(arguments: Engine.allCases)
  func `Shops that differ only in what may not be seen answer every fetch alike`(engine: Engine)
    async throws
  {
    let seed = UInt64(TestLength.of("D2T_SEED", 0))
    var (answered, refused, differing) = (0, 0, 0)
    for world in 0..<TestLength.of("D2T_WORLDS", 30) {
      var random = SeededGenerator(seed: seed &+ UInt64(world))
      let secrecy = Secrecy(&random)
      let shop = MemoryShop(upTo: 7, &random)
      let one = try await engine.store(shop)
      let other = try await engine.store(secrecy.disguise(shop, &random))
      for _ in 0..<10 {
        let entity = MemoryShop.kinds[random.below(3)].entity
        let condition = random.chance(80) ? MemoryShop.condition(on: entity, &random) : nil
        let paths = (0...random.below(3)).map { _ in MemoryShop.path(from: entity, &random) }
        let fetch = FetchSpecification(
          entityName: entity,
          qualifier: condition.flatMap { Qualifier.parse($0).qualifier },
          sortOrderings: MemoryShop.order(of: entity, &random),
          paths: paths
        )
        let told = paths.filter { secrecy.tells($0, from: entity) }
        if await answer(one, fetch, paths) != answer(other, fetch, paths) { differing += 1 }
        for store in [one, other] { store.guardAccess(by: secrecy) }
        let answers = (await answer(one, fetch, told), await answer(other, fetch, told))
        #expect(
          answers.0 == answers.1,
          "world \(world): \(condition ?? "all") of \(entity), \(fetch.sortOrderings)"
        )
        if case .refused = answers.0 { refused += 1 } else { answered += 1 }
        for store in [one, other] { store.guardAccess(by: Secrecy()) }
      }
    }
    // Who may see everything sees that they differ, and both kinds of answers are given.
    #expect(
      differing > 25 && answered > 50 && refused > 50,
      "\(differing) \(answered) \(refused)"
    )
  }

  /// Random groups of an entity's objects, with aggregates, an order and perhaps a limit.
  private func grouping(
    of entity: String,
    _ paths: (inout SeededGenerator) -> PropertyPath,
    _ random: inout SeededGenerator
  ) -> Grouping {
    func value() -> Qualifiers.Expression { .init(.path(paths(&random))) }
    let keys = (0..<random.below(3)).map { _ in value() }
    let aggregates = (0..<random.below(4)).map { _ -> Grouping.Aggregate in
      if random.chance(20) { return .init(.count) }
      let function = AggregateFunction.allCases[random.below(AggregateFunction.allCases.count)]
      return .init(function, of: value())
    }
    var columns = keys.indices.map(Grouping.Column.key)
    columns += aggregates.indices.map(Grouping.Column.aggregate)
    let orderings = columns.isEmpty ? 0 : random.below(3)
    return Grouping(
      by: keys,
      aggregates,
      orderings: (0..<orderings).map { _ in
        .init(columns[random.below(columns.count)], descending: random.chance(50))
      },
      limit: random.chance(20) ? random.below(3) : nil
    )
  }

  @Test(arguments: Engine.allCases)
  func `Groups are those of a shop that has only what may be seen`(engine: Engine) async throws {
    let seed = UInt64(TestLength.of("D2T_SEED", 0))
    var (answered, refused, differing) = (0, 0, 0)
    for world in 0..<(TestLength.isLong ? 10_000 : 30) {
      var random = SeededGenerator(seed: seed &+ UInt64(world))
      let secrecy = Secrecy(&random)
      let shop = MemoryShop(upTo: 9, &random)
      let (whole, erased) = (
        try await engine.store(shop), try await engine.store(secrecy.erase(shop))
      )
      for _ in 0..<10 {
        let entity = MemoryShop.kinds[random.below(3)].entity
        let condition = random.chance(60) ? MemoryShop.condition(on: entity, &random) : nil
        let fetch = FetchSpecification(
          entityName: entity,
          qualifier: condition.flatMap { Qualifier.parse($0).qualifier }
        )
        let grouping = grouping(
          of: entity,
          { random in
            // In memory values that are seen of some objects only are taken away by who asked the rules.
            while true {
              let path = MemoryShop.path(from: entity, &random)
              if engine == .sqlite || secrecy.tells(path, from: entity) { return path }
            }
          },
          &random
        )
        if await groups(whole, grouping, fetch) != groups(erased, grouping, fetch) {
          differing += 1
        }
        whole.guardAccess(by: secrecy)
        let seen = await groups(whole, grouping, fetch)
        whole.guardAccess(by: Secrecy())
        guard case .refused(let sentence) = seen,
          sentence.contains("not shown") || sentence.contains("shown for some objects only")
        else {
          let expected = await groups(erased, grouping, fetch)
          #expect(
            seen == expected,
            "world \(world): \(condition ?? "all") of \(entity), \(grouping)"
          )
          answered += 1
          continue
        }
        refused += 1
      }
    }
    #expect(differing > 25 && answered > 50 && refused > 50, "\(differing) \(answered) \(refused)")
  }

  private func groups(
    _ store: EntityStore,
    _ grouping: Grouping,
    _ fetch: FetchSpecification
  ) async -> Answer {
    do throws(StoreError) {
      return .rows([], count: 0, groups: try await store.groups(grouping, of: fetch))
    } catch { return .refused(error.sentence) }
  }
}
