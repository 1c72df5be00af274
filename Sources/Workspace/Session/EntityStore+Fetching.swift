import Diagnostics
public import EntityStore
public import Qualifiers

nonisolated extension EntityStore {
  /// The objects of an entity, all their attributes read: `try await database.fetch(entity: "Movie", where: "score > $least",
  /// with: ["least": .int(8)], sort: ["-released"], limit: 10)`.
  ///
  /// What is fetched is narrowed to what the user may see: rows, and of each row the attributes.
  ///
  /// - Parameters:
  ///   - name: The entity.
  ///   - condition: A condition of the rule language over the fetched object; `nil` for all objects.
  ///   - values: What `$name` in the condition stands for.
  ///   - keys: The order: property names, `-` before one for largest first.
  ///   - limit: How many objects at most.
  /// - Returns: The objects, in their order.
  /// - Throws: ``StoreError/unsupported(_:)`` for names that do not exist and for a text that is no condition, and what
  ///   fetching throws.
  public func fetch(
    entity name: String,
    where condition: String? = nil,
    with values: [String: Value] = [:],
    sort keys: [String] = [],
    limit: Int = 1_000
  ) async throws(StoreError) -> [Record] {
    var qualifier: Qualifier?
    if let condition {
      let (read, faults) = Qualifier.parse(condition)
      guard let read else {
        throw .unsupported("'\(condition)' is no condition: \(faults.first?.message ?? "")")
      }
      qualifier = read.bindingVariables { values[$0.description] }
      guard qualifier != nil else {
        throw .unsupported("'\(condition)': a value is missing for one of its '$' names")
      }
    }
    return try await fetch(entity: name, where: qualifier, sort: keys, limit: limit)
  }

  /// The same with a condition that was read already.
  ///
  /// - Throws: ``StoreError/unsupported(_:)`` for names that do not exist, and what fetching throws.
  public func fetch(
    entity name: String,
    where qualifier: Qualifier?,
    sort keys: [String] = [],
    limit: Int = 1_000
  ) async throws(StoreError) -> [Record] {
    let specification = FetchSpecification(
      entityName: name,
      qualifier: qualifier,
      sortOrderings: keys.map(SortOrdering.init(key:))
    )
    return await seen(try await window(specification, from: .start, count: limit).records)
  }
}
