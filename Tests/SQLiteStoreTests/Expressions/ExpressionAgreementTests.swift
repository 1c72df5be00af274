import EntityModel
import EntityStore
import Formatting
import FoundationEssentials
import Glibc
import Qualifiers
import SQLiteStore
import TestSupport
import Testing

/// Expressions mean the same in SQL and in memory: as columns, in filters and in sort orders, faults included.
struct ExpressionAgreementTests {
  /// How many cases are tried; `D2T_EXPRESSION_CASES` sets another number, `D2T_PROPERTY_SEED` the first world.
  private static let cases = TestLength.of("D2T_EXPRESSION_CASES", 2_000)
  private static let firstSeed = TestLength.of("D2T_PROPERTY_SEED", 0)

  @Test func `An expression has the same value, order and truth in SQL and in memory`() async throws
  {
    var (cases, faults, seed, disagreements) = (0, 0, Self.firstSeed, 0)
    while cases < Self.cases, disagreements < 10 {
      let tally = try await agree(seed: UInt64(seed))
      cases += tally.cases
      faults += tally.faults
      disagreements += tally.disagreements
      seed += 1
    }
    // The faults are part of it.
    #expect(faults > cases / 100)
    if getenv("D2T_EXPRESSION_CASES") != nil {
      print("\(cases) cases, \(faults) of them with faults, up to seed \(seed)")
    }
  }

  /// The number of cases tried, and of those with faults and with a disagreement.
  private func agree(
    seed: UInt64
  ) async throws -> (cases: Int, faults: Int, disagreements: Int) {
    var random = SeededGenerator(seed: seed)
    let world = ExpressionWorld(&random)
    let plain = try await EntityStore.open(.script(world.script, title: "Plain")) {
      world.shaped($0)
    }
    var computed: [String: [ExpressionWorld.Computed]] = [:]
    // The second are computed from the first.
    for round in 0..<2 {
      let model = world.shaped(plain.model, adding: computed)
      for entity in model.entities {
        var maker = ExpressionMaker(entity: entity, random: random)
        for number in 0..<4 {
          let kind = ExpressionMaker.Kind.allCases[number]
          let type: [AttributeType] =
            switch kind {
            case .number: [.decimal, .number, .integer, .any]
            case .date: [.timestamp, .any]
            case .text: [.string]
            case .truth: [.bool]
            }
          computed[entity.name, default: []].append(
            ExpressionWorld.Computed(
              name: "c\(round)\(number)",
              expression: maker.expression(kind, depth: 3),
              type: type[maker.random.below(type.count)]
            )
          )
        }
        random = maker.random
      }
    }
    await plain.close()
    let store = try await EntityStore.open(.script(world.script, title: "World")) { [computed] in
      world.shaped($0, adding: computed)
    }
    let memory = try await MemoryWorld(store)
    var (cases, faults, disagreements) = (0, 0, 0)
    for entity in store.model.entities {
      for attribute in entity.attributes where attribute.definition.derivation != nil {
        cases += 2
        let found = try await agree(on: attribute, of: entity, store, memory, seed)
        if let found { faults += found } else { disagreements += 1 }
      }
      var maker = ExpressionMaker(entity: entity, random: random)
      for _ in 0..<8 {
        let parts = (0..<1 + maker.random.below(2)).map { _ in maker.condition(depth: 3) }
        let qualifier = parts.count == 1 ? parts[0] : Qualifier.and(parts)
        cases += 1
        let found = try await agree(on: qualifier, of: entity, store, memory, seed)
        if let found { faults += found } else { disagreements += 1 }
      }
      random = maker.random
    }
    await store.close()
    return (cases, faults, disagreements)
  }

  /// Compares a computed attribute as a column and as an order.
  /// - Returns: how many cases had faults; `nil` for a disagreement.
  private func agree(
    on attribute: Attribute,
    of entity: Entity,
    _ store: EntityStore,
    _ memory: MemoryWorld,
    _ seed: UInt64
  ) async throws -> Int? {
    guard case .expression(let expression) = attribute.definition.derivation else { return nil }
    let path = PropertyPath(components: [attribute.name])
    let objects = memory.objects[entity.name] ?? []
    var faults = 0
    let values = objects.map { object -> Value in
      switch memory.outcome(of: expression, for: object) {
      case .success(let value): return attribute.kept(value)
      case .failure(let fault):
        faults = 1
        return .string(fault.message)
      case nil: return .null
      }
    }
    let place = "\(entity.name).\(attribute.name): \(attribute.type) = \(expression), seed \(seed)"
    let rows = try await store.window(
      FetchSpecification(entityName: entity.name, paths: [path]),
      from: .start,
      count: 1000
    ).records
    var told: [RecordID?: Value] = [:]
    for (index, (row, expected)) in zip(rows, values).enumerated() {
      let found = row.value(forKey: attribute.name) ?? .null
      told[row.id] = found
      guard Self.isSame(found, expected) else {
        Issue.record("\(place): row \(index + 1) is \(found), in memory \(expected)")
        return nil
      }
    }
    // A column is ordered as it is stored: numbers before texts.
    if case .path = expression.kind { return faults * 2 }
    let descending = attribute.name.hasSuffix("1")
    let ordering = SortOrdering(path, descending: descending)
    let sorted = try await store.window(
      FetchSpecification(entityName: entity.name, sortOrderings: [ordering], paths: [path]),
      from: .start,
      count: 1000
    ).records
    let keys = Dictionary(
      zip(objects, values).map { object, value in
        let key: Value? =
          switch memory.outcome(of: expression, for: object) {
          // A decimal that a column of any type would hold as a text is a number in an order, and a whole one is exact.
          case .success(let number) where number.decimal != nil: Self.sortKey(number, attribute)
          // Rows with faults are ordered by those that the column tells.
          case .failure: told[object.record.id]
          default: Self.sortKey(value, attribute)
          }
        return (object.record.id, key ?? value)
      }
    ) { first, _ in first }
    for (one, next) in zip(sorted, sorted.dropFirst()) {
      let order = ordering.compare(keys[one.id] ?? .null, keys[next.id] ?? .null)
      let isInOrder = order == .less || order == .equal && Self.isBefore(one, next)
      guard isInOrder else {
        Issue.record("\(place): \(keys[one.id] ?? .null) stands before \(keys[next.id] ?? .null)")
        return nil
      }
    }
    return faults * 2
  }

  /// Compares the rows that a filter finds.
  private func agree(
    on qualifier: Qualifier,
    of entity: Entity,
    _ store: EntityStore,
    _ memory: MemoryWorld,
    _ seed: UInt64
  ) async throws -> Int? {
    var (expected, messages): ([RecordID?], Set<String>) = ([], [])
    for object in memory.objects[entity.name] ?? [] {
      switch memory.outcome(of: qualifier, for: object) {
      case .success(true): expected.append(object.record.id)
      case .success(false): break
      case .failure(let fault): messages.insert(fault.message + ".")
      }
    }
    let specification = FetchSpecification(entityName: entity.name, qualifier: qualifier)
    let place = "\(entity.name): \(qualifier), seed \(seed)"
    let found: [RecordID?]
    do throws(StoreError) {
      found = try await store.window(specification, from: .start, count: 1000).records.map(\.id)
    } catch {
      // Of several faults the order of the rows decides which is told.
      let message = Self.message(of: error)
      let isOfRow = Self.isFault(message) && !messages.isEmpty
      let isSame = messages.contains(message) || isOfRow
      #expect(isSame, "\(place): \(error), in memory \(messages)")
      return isSame ? 1 : nil
    }
    #expect(messages.isEmpty, "\(place): in memory \(messages)")
    #expect(found == expected, "\(place)")
    return messages.isEmpty && found == expected ? 0 : nil
  }

  /// Whether a text is a fault of operands.
  private static func isFault(_ text: String) -> Bool {
    [" cannot be computed: ", " is a whole number beyond 64 bits", " has more than 38 digits"]
      .contains(where: text.contains)
  }

  private static func message(of error: StoreError) -> String {
    if case .unsupported(let sentence) = error { "\(sentence)" } else { "\(error)" }
  }

  /// Whether values are the same, with a difference in the last digits of sums of binary fractions; of several faults any.
  private static func isSame(_ left: Value, _ right: Value) -> Bool {
    if left == right { return true }
    if case .string(let one) = left, case .string(let other) = right {
      return isFault(one) && isFault(other)
    }
    guard let a = left.double, let b = right.double else { return false }
    return left.compare(right) == .equal || abs(a - b) <= 1e-12 * max(abs(a), abs(b))
  }

  /// The value by which rows are ordered: decimals as numbers of SQL, dates as texts.
  private static func sortKey(_ value: Value, _ attribute: Attribute) -> Value {
    switch value {
    case .decimal(let number):
      if case .string = ColumnCoding.encode(number) {
        value.double.map { .double($0) } ?? value
      } else {
        ColumnCoding.encode(number)
      }
    case .date: ColumnCoding(attribute).encoded(value) ?? value
    default: value
    }
  }

  private static func isBefore(_ one: Record, _ next: Record) -> Bool {
    let pairs = zip(one.id?.values ?? [], next.id?.values ?? [])
    return pairs.first { $0 != $1 }.map { $0.compare($1) == .less } ?? false
  }
}
