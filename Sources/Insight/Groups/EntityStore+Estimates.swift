package import EntityStore
import Qualifiers

extension EntityStore {
  /// How many rows a sample has, and how many of them a fetch must have to be estimated by it.
  private static let sampleCounts = (of: 16_384, atLeast: 100)

  /// Returns the groups of a fetch's rows as a sample of the table shows them, with counts and sums for all rows.
  ///
  /// The number of distinct values in all rows cannot be told from a sample, so that it is null.
  /// - Returns: `nil` where no sample stands for the rows: they have no numbers or are few, a limit decides which they are, or
  ///   the sample has fewer than 100 of them.
  package func estimatedGroups(
    _ grouping: Grouping,
    of fetch: FetchSpecification
  ) async throws(StoreError) -> [Group]? {
    let count = Self.sampleCounts.of
    guard fetch.fetchLimit == nil,
      let sample = try await sample(ofEntityNamed: fetch.entityName, count: count)
    else { return nil }
    var (rows, counted) = (fetch, grouping)
    rows.sample = sample
    counted.limit = nil
    counted.aggregates.append(Grouping.Aggregate(.count))
    let groups: [Group] = try await groups(counted, of: rows)
    let found = groups.reduce(0) { $0 + ($1.aggregates.last?.rowCount ?? 0) }
    guard found >= Self.sampleCounts.atLeast else { return nil }
    return groups.prefix(grouping.limit ?? .max).map { group in
      let values = zip(grouping.aggregates, group.aggregates).map { aggregate, value in
        switch aggregate.function {
        case .count, .sum: value.scaled(by: 1 / sample.share)
        case .distinct: Value.null
        case .avg, .min, .max, .median: value
        }
      }
      return Group(keys: group.keys, aggregates: values)
    }
  }
}

extension Value {
  /// A number times a factor, still a whole one where it was.
  fileprivate func scaled(by factor: Double) -> Value {
    guard let number = double.map({ $0 * factor }) else { return self }
    if case .int = self, let whole = Int64(exactly: number.rounded()) { return .int(whole) }
    return .double(number)
  }
}
