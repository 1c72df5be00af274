import Diagnostics
import EntityModel
package import EntityStore
import Qualifiers
package import StandardKeys

nonisolated extension EntityStore {
  /// Answers a question about the objects that the user may see.
  ///
  /// - Throws: ``StoreError/unsupported(_:)`` for names that do not exist and for a text that is no condition, and what
  ///   fetching throws.
  package func answer(_ question: DatabaseQuestion) async throws(StoreError) -> DatabaseAnswer {
    var fetch = FetchSpecification(
      entityName: question.entityName,
      qualifier: try question.qualifier
    )
    switch question.wanted {
    case .objects(let keys, let limit):
      fetch.sortOrderings = keys.map(SortOrdering.init(key:))
      var objects: [Record] = []
      try await forEachWindow(of: fetch, limit: limit) { objects += $0 }
      return .objects(objects)
    case .count: return .numbers([.null: .int(Int64(try await count(fetch)))])
    case .counts(let key):
      let tallies = try await tally([PropertyPath(key)], of: fetch)
      let counts = tallies.map { ($0.values.first ?? .null, $0.count) }
      return .numbers(
        Dictionary(counts, uniquingKeysWith: +).mapValues { .int(Int64($0)) }
      )
    case .sum(let summed): return .numbers(try await sums(of: summed, by: nil, fetch))
    case .sums(let summed, let key): return .numbers(try await sums(of: summed, by: key, fetch))
    }
  }

  /// The sums of a property by the value of another; without one the sum of all, by null.
  private func sums(
    of summed: String,
    by key: String?,
    _ fetch: FetchSpecification
  ) async throws(StoreError) -> [Value: Value] {
    let path = PropertyPath(summed)
    let attribute = try attribute(at: path, ofEntityNamed: fetch.entityName)
    guard Self.summedKinds.contains(attribute.type.kind) else {
      throw .unsupported(
        "'\(path)' is of the type \(attribute.typeName): only numbers can be added up."
      )
    }
    // The values that occur are added up here: a database would lose digits of decimals.
    let keys = [key.map { PropertyPath($0) }].compactMap(\.self)
    var sums: [Value: NumberSum] = [:]
    for tally in try await tally([path] + keys, of: fetch) {
      let group = keys.isEmpty ? Value.null : tally.values.last ?? .null
      guard let value = tally.values.first else { continue }
      guard sums[group, default: NumberSum()].add(value, times: tally.count) else {
        throw .unsupported(
          "'\(path)' cannot be added up: it holds \(value.literal), which is no number."
        )
      }
    }
    var numbers: [Value: Value] = [:]
    for (group, sum) in sums {
      guard let value = sum.value else {
        throw .unsupported("The sum of '\(path)' is a whole number beyond 64 bits.")
      }
      numbers[group] = value
    }
    return numbers
  }

  private static var summedKinds: Set<AttributeType.Kind> { [.integer, .number, .decimal, .any] }
}

nonisolated extension DatabaseQuestion {
  /// The condition with the values in it; `nil` for all objects.
  fileprivate var qualifier: Qualifier? {
    get throws(StoreError) {
      guard let condition else { return nil }
      let (read, faults) = Qualifier.parse(condition)
      guard let read else {
        throw .unsupported("'\(condition)' is not a condition: \(faults.first?.message ?? "")")
      }
      guard let bound = read.bindingVariables({ values[$0.description] }) else {
        throw .unsupported("'\(condition)': one of its '$' names has no value")
      }
      return bound
    }
  }
}
