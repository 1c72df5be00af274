public import EntityStore
public import Insight
public import Qualifiers

// Each question comes twice. Pages wait for the answer. Rules never wait: they get `nil` while it is being read, which leaves
// the answer to the next rule, and are asked anew when it has arrived. What decides about rights must not ask, and commands
// without a screen do not wait for what rules ask.
extension DatabaseReference {
  /// The objects of an entity that the user may see: `try await database.fetch(entity: "Movie", where: "score > $least",
  /// with: ["least": .int(8)], sort: ["-released"], limit: 10)`.
  ///
  /// - Parameters:
  ///   - name: The entity.
  ///   - condition: A condition of the rule language over the fetched object; `nil` for all objects.
  ///   - values: What `$name` in the condition stands for.
  ///   - keys: The order: property names, `-` before one for largest first.
  ///   - limit: How many objects at most; `nil` for all.
  /// - Returns: The objects with all attributes that the user may see, in their order.
  /// - Throws: ``StoreError/unsupported(_:)`` for names that do not exist and for a text that is no condition, and what
  ///   fetching throws.
  public func fetch(
    entity name: String,
    where condition: String? = nil,
    with values: [String: Value] = [:],
    sort keys: [String] = [],
    limit: Int? = nil
  ) async throws(StoreError) -> [Record] {
    try await ask(name, where: condition, with: values, .objects(sort: keys, limit: limit)).objects
  }

  /// Returns the objects of an entity for rules, without waiting.
  ///
  /// `nil` while the objects are being read, and if they cannot be read.
  public func fetch(
    entity name: String,
    where condition: String? = nil,
    with values: [String: Value] = [:],
    sort keys: [String] = [],
    limit: Int? = nil
  ) -> [Record]? {
    known(name, where: condition, with: values, .objects(sort: keys, limit: limit))?.objects
  }

  /// The number of objects that the user may see: `try await database.count(entity: "Ticket", where: "state = 'open'")`.
  ///
  /// The database counts; no object is read. The parameters are those of fetching.
  /// - Throws: ``StoreError/refused(_:)`` where the condition compares what the user may not see, and what fetching throws.
  public func count(
    entity name: String,
    where condition: String? = nil,
    with values: [String: Value] = [:]
  ) async throws(StoreError) -> Int {
    try await ask(name, where: condition, with: values, .count).count
  }

  /// Returns the number of objects for rules, without waiting; `nil` while they are being counted.
  public func count(
    entity name: String,
    where condition: String? = nil,
    with values: [String: Value] = [:]
  ) -> Int? {
    known(name, where: condition, with: values, .count)?.count
  }

  /// The number of objects for each value of a property: `try await database.counts(entity: "Ticket", by: "state")`.
  ///
  /// - Parameters:
  ///   - name: The entity.
  ///   - key: An attribute, or one of an object that is referred to: `customer.name`.
  ///   - condition: A condition of the rule language over each object; `nil` for all objects.
  ///   - values: What `$name` in the condition stands for.
  /// - Returns: The numbers by value; objects without a value are counted under `.null`. A value that no object has is not there.
  /// - Throws: ``StoreError/refused(_:)`` for a property that the user may not see, and what fetching throws.
  public func counts(
    entity name: String,
    by key: String,
    where condition: String? = nil,
    with values: [String: Value] = [:]
  ) async throws(StoreError) -> [Value: Int] {
    try await ask(name, where: condition, with: values, .counts(by: key)).counts
  }

  /// Returns the number of objects for each value of a property for rules, without waiting.
  ///
  /// `nil` while the objects are being counted.
  public func counts(
    entity name: String,
    by key: String,
    where condition: String? = nil,
    with values: [String: Value] = [:]
  ) -> [Value: Int]? {
    known(name, where: condition, with: values, .counts(by: key))?.counts
  }

  /// The sum of a property: `try await database.sum(entity: "Order", of: "total", where: "paid = false")`.
  ///
  /// Whole numbers and decimals are added exactly. Objects without a value add nothing, and the sum of nothing is 0.
  /// - Throws: ``StoreError/refused(_:)`` for a property that the user may not see, ``StoreError/unsupported(_:)`` for one that
  ///   holds something else than numbers and for a sum beyond 64 bits, and what fetching throws.
  public func sum(
    entity name: String,
    of summed: String,
    where condition: String? = nil,
    with values: [String: Value] = [:]
  ) async throws(StoreError) -> Value {
    try await ask(name, where: condition, with: values, .sum(of: summed)).number
  }

  /// Returns the sum of a property for rules, without waiting; `nil` while the objects are being read.
  public func sum(
    entity name: String,
    of summed: String,
    where condition: String? = nil,
    with values: [String: Value] = [:]
  ) -> Value? {
    known(name, where: condition, with: values, .sum(of: summed))?.number
  }

  /// The sum of a property for each value of another: `try await database.sums(entity: "Order", of: "total", by: "customer.name")`.
  ///
  /// - Returns: The sums by value, as ``sum(entity:of:where:with:)`` adds them up; objects without a value are under `.null`.
  /// - Throws: What ``sum(entity:of:where:with:)`` throws.
  public func sums(
    entity name: String,
    of summed: String,
    by key: String,
    where condition: String? = nil,
    with values: [String: Value] = [:]
  ) async throws(StoreError) -> [Value: Value] {
    try await ask(name, where: condition, with: values, .sum(of: summed, by: key)).numbers
  }

  /// Returns the sum of a property for each value of another for rules, without waiting.
  ///
  /// `nil` while the objects are being read.
  public func sums(
    entity name: String,
    of summed: String,
    by key: String,
    where condition: String? = nil,
    with values: [String: Value] = [:]
  ) -> [Value: Value]? {
    known(name, where: condition, with: values, .sum(of: summed, by: key))?.numbers
  }

  /// The objects in groups, with aggregates of each group: `try await database.group(entity: "Ticket",
  /// by: ["customer.name", "yearMonth(due)"], computing: ["count", "sum(minutes)"], sort: ["-count"])`.
  ///
  /// - Parameters:
  ///   - name: The entity.
  ///   - keys: Properties or expressions of the rule language; without any all objects are one group.
  ///   - aggregates: `count`, and `sum`, `avg`, `min`, `max`, `median` or `count-distinct` of a property or expression.
  ///   - condition: A condition of the rule language over each object; `nil` for all objects.
  ///   - values: What `$name` in the condition stands for.
  ///   - order: Keys and aggregates as they are written, `-` before one for largest first; then the keys.
  ///   - limit: How many groups at most; `nil` for all.
  ///   - onEstimate: Receives the groups of a sample before all rows are read, with counts and sums for all rows and without
  ///     numbers of distinct values. It is not called where a sample of the table cannot stand for it, or has fewer than 100
  ///     of the objects.
  /// - Returns: For each group its keys and aggregates, by their names as they are written.
  /// - Throws: ``StoreError/refused(_:)`` for a property that the user may not see, ``StoreError/unsupported(_:)`` for a text
  ///   that is no expression or aggregate, ``StoreError/cancelled`` where the task is cancelled, and what fetching throws.
  public func group(
    entity name: String,
    by keys: [String],
    computing aggregates: [String] = ["count"],
    where condition: String? = nil,
    with values: [String: Value] = [:],
    sort order: [String] = [],
    limit: Int? = nil,
    onEstimate: (([[String: Value]]) -> Void)? = nil
  ) async throws(StoreError) -> [[String: Value]] {
    var wanted = Groups(keys: keys, aggregates: aggregates, order: order, limit: limit)
    if let onEstimate {
      wanted.isEstimate = true
      let found = try await ask(name, where: condition, with: values, .groups(wanted)).groups
      if !found.isEmpty { onEstimate(wanted.named(found)) }
      wanted.isEstimate = false
    }
    return wanted.named(try await ask(name, where: condition, with: values, .groups(wanted)).groups)
  }

  /// Returns the objects in groups for rules, without waiting; `nil` while they are being read.
  public func group(
    entity name: String,
    by keys: [String],
    computing aggregates: [String] = ["count"],
    where condition: String? = nil,
    with values: [String: Value] = [:],
    sort order: [String] = [],
    limit: Int? = nil
  ) -> [[String: Value]]? {
    let wanted = Groups(keys: keys, aggregates: aggregates, order: order, limit: limit)
    let answer = known(name, where: condition, with: values, .groups(wanted))
    return (answer?.groups).map(wanted.named)
  }

  /// A summary of the values of a property: `try await database.profile(entity: "Ticket", of: "minutes")`.
  ///
  /// - Returns: The numbers of rows and nulls, the bounds, mean, quartiles and most frequent value.
  /// - Throws: ``StoreError/refused(_:)`` for a property that the user may not see, and what fetching throws.
  public func profile(
    entity name: String,
    of property: String,
    where condition: String? = nil,
    with values: [String: Value] = [:]
  ) async throws(StoreError) -> ColumnProfile {
    let answer = try await ask(name, where: condition, with: values, .profile(of: property))
    return answer.profile ?? ColumnProfile(of: property, type: "")
  }

  /// Returns a summary of the values of a property for rules, without waiting; `nil` while they are being read.
  public func profile(
    entity name: String,
    of property: String,
    where condition: String? = nil,
    with values: [String: Value] = [:]
  ) -> ColumnProfile? {
    known(name, where: condition, with: values, .profile(of: property))?.profile
  }

  private typealias Groups = DatabaseQuestion.Groups

  private func ask(
    _ name: String,
    where condition: String?,
    with values: [String: Value],
    _ wanted: DatabaseQuestion.Wanted
  ) async throws(StoreError) -> DatabaseAnswer {
    guard let source else { throw .unsupported("no database is open") }
    return try await source.answer(
      DatabaseQuestion(entityName: name, condition: condition, values: values, wanted: wanted)
    )
  }

  private func known(
    _ name: String,
    where condition: String?,
    with values: [String: Value],
    _ wanted: DatabaseQuestion.Wanted
  ) -> DatabaseAnswer? {
    source?.known(
      DatabaseQuestion(entityName: name, condition: condition, values: values, wanted: wanted)
    )
  }
}

extension DatabaseQuestion.Wanted {
  /// The number of objects for each value of a property.
  fileprivate static func counts(by key: String) -> Self {
    .groups(.init(keys: [key], aggregates: ["count"]))
  }

  /// The sum of a property, of all objects or for each value of another property.
  fileprivate static func sum(of summed: String, by keys: String...) -> Self {
    .groups(.init(keys: keys, aggregates: ["sum(\(summed))"]))
  }
}

extension DatabaseQuestion.Groups {
  /// The keys and aggregates of each group by their names.
  fileprivate func named(_ groups: [Group]) -> [[String: Value]] {
    groups.map { group in
      Dictionary(zip(keys + aggregates, group.keys + group.aggregates)) { first, _ in first }
    }
  }
}
