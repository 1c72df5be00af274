package import EntityModel
import FoundationEssentials
package import Qualifiers

/// Values that some rows have in common.
package struct ValueCount: Sendable {
  /// One value for each path that was asked for.
  package let values: [Value]
  /// The number of rows with these values.
  package let count: Int
}

extension EntityStore {
  /// The values that the rows of a fetch have at some paths, each combination once, with the number of its rows.
  ///
  /// The database counts on its second connection. Where it has objects only, they are read and compared here.
  /// - Throws: ``StoreError/refused(_:)`` for a path that may not be seen, ``StoreError/unsupported(_:)`` for one that has no
  ///   single value for each row.
  package func tally(
    _ paths: [PropertyPath],
    of specification: FetchSpecification
  ) async throws(StoreError) -> [ValueCount] {
    for path in paths { _ = try attribute(at: path, ofEntityNamed: specification.entityName) }
    var fetch = specification
    fetch.paths = paths
    (fetch.fetchesDistinctValues, fetch.countsDistinctValues) = (true, true)
    let narrowed = try await narrowed(fetch)
    guard capabilities.contains(.fetchesDistinctValues) else {
      return try await tallyOfObjects(paths, specification)
    }
    let worker = await background.worker(orElse: worker)
    var tallies: [ValueCount] = []
    while true {
      let start = tallies.count
      let found = try await worker.perform(nil) { adaptor throws(StoreError) in
        try adaptor.distinctValues(narrowed, from: start, count: .max)
      }
      for batch in found.batches { tallies += batch.map(Self.tally) }
      guard found.hasMore, tallies.count > start else { return tallies }
    }
  }

  /// A row of distinct values, behind which their number stands.
  private static func tally(_ record: Record) -> ValueCount {
    var values = record.values
    guard case .int(let count)? = values.popLast() else { return ValueCount(values: [], count: 0) }
    return ValueCount(values: values, count: Int(count))
  }

  private func tallyOfObjects(
    _ paths: [PropertyPath],
    _ specification: FetchSpecification
  ) async throws(StoreError) -> [ValueCount] {
    var fetch = specification
    fetch.paths = paths
    var counts: [[Value]: Int] = [:]
    try await forEachWindow(of: fetch, limit: nil) { records in
      for record in records {
        let values = paths.map { record.value(forPath: $0.components[...]) ?? .null }
        counts[values, default: 0] += 1
      }
    }
    return counts.map { ValueCount(values: $0.key, count: $0.value) }
  }

  /// Hands the rows of a fetch to `body` as the person may see them, in as many windows as they take.
  package func forEachWindow(
    of specification: FetchSpecification,
    limit: Int?,
    _ body: ([Record]) -> Void
  ) async throws(StoreError) {
    var anchor = WindowAnchor.start
    var left = limit ?? .max
    while true {
      let window = try await window(specification, from: anchor, count: left)
      body(await seen(window.records))
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

/// A sum that loses nothing: whole numbers and decimals are added exactly.
package struct NumberSum: Sendable {
  private var whole: Int128 = 0
  private var decimal: Decimal?
  private var double: Double?

  /// The sum of nothing, which is 0.
  package init() {}

  /// Adds a number several times; null adds nothing.
  ///
  /// - Returns: Whether the value is a number or null.
  package mutating func add(_ value: Value, times count: Int) -> Bool {
    switch value {
    case .null: return true
    case .int(let number): whole += Int128(number) * Int128(count)
    case .decimal(let number): decimal = (decimal ?? 0) + number * Decimal(count)
    case .double(let number): double = (double ?? 0) + number * Double(count)
    default: return false
    }
    return true
  }

  /// The sum; `nil` for a whole number beyond 64 bits.
  package var value: Value? {
    guard let whole = Int64(exactly: whole) else { return nil }
    if let double {
      return .double(double + Double(whole) + (decimal.flatMap { Value.decimal($0).double } ?? 0))
    }
    return decimal.map { .decimal($0 + Decimal(whole)) } ?? .int(whole)
  }
}
