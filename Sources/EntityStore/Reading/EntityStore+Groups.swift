package import EntityModel
import FoundationEssentials
package import Qualifiers
import Synchronization

extension EntityStore {
  /// The purpose of reads on the second connection that are ended when something else needs it.
  package static let yieldingPurpose = "totals"

  /// The groups of a fetch's rows, handed to `body` in batches in their order, until it returns false.
  ///
  /// The database groups on its second connection, and `body` is called on its thread. Where a database cannot group, the
  /// rows are read and grouped in memory, up to a number of groups and of values for medians and distinct values.
  ///
  /// - Throws: ``StoreError/refused(_:)`` for a path that may not be seen; ``StoreError/unsupported(_:)`` for one that has no
  ///   single value for each row, an aggregate of values that have none, and too many groups in memory.
  package func groups(
    _ grouping: Grouping,
    of specification: FetchSpecification,
    purpose: String? = nil,
    timeLimit: Duration? = nil,
    _ body: @escaping @Sendable ([Group]) -> Bool
  ) async throws(StoreError) {
    if purpose != Self.yieldingPurpose { cancel(purpose: Self.yieldingPurpose) }
    let ticket = purpose.map(tickets.take)
    let kinds = try kinds(of: grouping, ofEntityNamed: specification.entityName)
    var fetch = specification
    (fetch.grouping, fetch.paths, fetch.prefetchingKeyPaths) = (grouping, [], [])
    let narrowed = try await narrowed(fetch)
    guard capabilities.contains(.groupsRows) else {
      var rows = GroupedRows(grouping, kinds)
      return try await rows.read(specification, from: self, body)
    }
    let worker = await background.worker(orElse: worker)
    endOlder(than: ticket)
    try await worker.perform(ticket, within: timeLimit) { adaptor throws(StoreError) in
      try adaptor.groups(narrowed, body)
    }
  }

  /// The groups of a fetch's rows, all at once.
  package func groups(
    _ grouping: Grouping,
    of specification: FetchSpecification,
    purpose: String? = nil,
    timeLimit: Duration? = nil
  ) async throws(StoreError) -> [Group] {
    let groups = Mutex<[Group]>([])
    try await self.groups(grouping, of: specification, purpose: purpose, timeLimit: timeLimit) {
      batch in
      groups.withLock { $0 += batch }
      return true
    }
    return groups.withLock { $0 }
  }

  /// The kind of number of each aggregate's values.
  ///
  /// - Throws: ``StoreError/unsupported(_:)`` for keys and aggregates that have no meaning.
  private func kinds(
    of grouping: Grouping,
    ofEntityNamed name: String
  ) throws(StoreError) -> [NumberSum.Kind] {
    for key in grouping.keys { _ = try kind(of: key, ofEntityNamed: name) }
    return try grouping.aggregates.map { aggregate throws(StoreError) in
      guard let operand = aggregate.operand else {
        guard aggregate.function == .count else {
          throw .unsupported("'\(aggregate)' needs a value to compute it from.")
        }
        return .whole
      }
      let kind = try kind(of: operand, ofEntityNamed: name)
      if aggregate.function == .sum || aggregate.function == .avg,
        ![.number, .anything].contains(kind.family)
      {
        throw .unsupported(
          "'\(aggregate)': only numbers can be added up; '\(operand)' is of another type."
        )
      }
      return NumberSum.Kind(AttributeType(kind).kind)
    }
  }

  /// The kind of an expression's values.
  package func kind(
    of expression: Qualifiers.Expression,
    ofEntityNamed name: String
  ) throws(StoreError) -> ComparedKind {
    if case .path(let path) = expression.kind, path.last != "@count" {
      return try attribute(at: path, ofEntityNamed: name).comparedKind
    }
    guard let entity = model.entity(named: name) else { return .anything }
    return expression.comparedKind(entity.comparedKind)
  }

  /// Hands the rows of a fetch to `body` as the person may see them, in as many windows as they take.
  package func forEachWindow(
    of specification: FetchSpecification,
    limit: Int?,
    _ body: ([Record]) throws(StoreError) -> Void
  ) async throws(StoreError) {
    var anchor = WindowAnchor.start
    var left = limit ?? .max
    while true {
      let window = try await window(specification, from: anchor, count: min(left, 10_000))
      try body(await seen(window.records))
      left -= window.records.count
      guard window.hasMoreAfter, left > 0, let last = window.cursors.last else { return }
      anchor = .after(last)
    }
  }

  /// The attribute at a path, with one value for each row.
  package func attribute(
    at path: PropertyPath,
    ofEntityNamed name: String
  ) throws(StoreError) -> Attribute {
    guard let entity = model.entity(named: name) else {
      throw .unsupported("\(model.name) has no entity '\(name)'.")
    }
    if let attribute = entity.fetchableAttribute(at: path.components) { return attribute }
    if let last = entity.hops(along: path.components).last, last.relationship == nil,
      last.entity.attribute(named: last.name) == nil
    {
      throw .unknownProperty(last.name, of: last.entity)
    }
    throw .unsupported(
      "'\(path)' of \(entity: entity) is not a single value; name an attribute, also of a to-one reference."
    )
  }
}

extension NumberSum.Kind {
  /// The kind of the numbers of an attribute.
  package init(_ kind: AttributeType.Kind) {
    self =
      switch kind {
      case .decimal: .decimal
      case .number: .binary
      default: .whole
      }
  }
}

/// The groups of rows that are read and grouped in memory.
private struct GroupedRows {
  private let grouping: Grouping
  private let aggregations: [Aggregation]
  private var groups: [[Value]: (keys: [Value], aggregates: [Aggregation])] = [:]

  /// How many values are kept to tell them apart or to order them.
  private static let valueLimit = 1_000_000

  init(_ grouping: Grouping, _ kinds: [NumberSum.Kind]) {
    self.grouping = grouping
    aggregations = zip(grouping.aggregates, kinds).map { Aggregation($0.function, of: $1) }
    // Without keys there is one group, whether there are rows or not.
    if grouping.keys.isEmpty { groups[[]] = ([], aggregations) }
  }

  mutating func read(
    _ specification: FetchSpecification,
    from store: EntityStore,
    _ body: @escaping ([Group]) -> Bool
  ) async throws(StoreError) {
    var fetch = specification
    let entity = store.model.entity(named: fetch.entityName)
    func isFetchable(_ path: PropertyPath) -> Bool {
      entity?.fetchableAttribute(at: path.components) != nil
    }
    let paths = grouping.paths
    fetch.paths = paths.filter(isFetchable)
    fetch.prefetchingKeyPaths = paths.filter { !isFetchable($0) }.compactMap { path in
      // The relationships behind which the path reads values.
      let hops = entity?.hops(along: path.components).prefix { $0.relationship != nil } ?? []
      return hops.isEmpty ? nil : PropertyPath(components: hops.map(\.name))
    }
    var rows = self
    try await store.forEachWindow(of: fetch, limit: nil) { records throws(StoreError) in
      for record in records { try rows.add(record) }
      try rows.checkLimits()
    }
    self = rows
    var batches = GroupBatches(grouping, isSorted: false, body)
    for (keys, aggregates) in groups.values {
      let values = try zip(grouping.aggregates, aggregates).map {
        aggregate,
        values throws(StoreError) in
        do throws(ExpressionFault) { return try values.result(of: aggregate.description) } catch {
          throw .unsupported("\(error.message).")
        }
      }
      _ = try batches.add(Group(keys: keys, aggregates: values))
    }
    batches.finish()
  }

  private mutating func add(_ record: Record) throws(StoreError) {
    let row = ObjectContext(record, now: .localWallClock)
    let keys = try grouping.keys.map { key throws(StoreError) in try row.value(of: key) }
    let known = keys.map(\.normalized)
    var group = groups.removeValue(forKey: known) ?? (keys, aggregations)
    for (index, aggregate) in grouping.aggregates.enumerated() {
      let value = try aggregate.operand.map { operand throws(StoreError) in
        try row.value(of: operand)
      }
      group.aggregates[index].add(value ?? .bool(true))
    }
    groups[known] = group
  }

  private func checkLimits() throws(StoreError) {
    guard groups.count <= GroupBatches.limit else { throw .tooManyGroups }
    let kept = groups.values.reduce(0) { $0 + $1.aggregates.reduce(0) { $0 + $1.keptCount } }
    guard kept <= Self.valueLimit else {
      throw .unsupported(
        "More than \(Self.valueLimit) values would have to be kept in memory for medians or distinct values; set a filter."
      )
    }
  }
}

extension ObjectContext {
  /// The value of an expression; null where something it reads does not answer.
  fileprivate func value(of expression: Qualifiers.Expression) throws(StoreError) -> Value {
    // As a key a condition that is not known is null.
    if case .condition(let condition) = expression.kind,
      condition.truth(with: self) == .unknown
    {
      return .null
    }
    if let value = expression.evaluate(with: self) { return value }
    if let fault { throw .unsupported("\(fault.message).") }
    return .null
  }
}
