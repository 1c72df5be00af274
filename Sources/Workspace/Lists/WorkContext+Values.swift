import AccessControl
import EntityModel
package import EntityStore
import Insight
package import Qualifiers
package import RuleEnvironment
package import StandardKeys
import Synchronization

/// A reference, with the label of the objects behind it.
package typealias LabelledReference = (path: PropertyPath, label: LabelKey)

extension WorkContext {
  /// The values of a property of the rows of a fetch, handed to `body` first as a sample shows them, where one does, then
  /// exactly.
  ///
  /// - Throws: ``UsageError`` for what has no values to count, and what fetching throws.
  package func countValues(
    _ request: ValuesRequest,
    in fetch: FetchSpecification,
    scope: EnvironmentValues,
    _ body: (ColumnValues) -> Void
  ) async throws {
    let rows = fetch.unordered
    let reference = referenceLabel(request.property, in: scope)
    let key = try scope.value(writtenByUser: request.property, isLabelled: reference != nil)
    try scope.checkSecrets(in: [key])
    let total = try request.total.map { try scope.total(writtenByUser: $0, in: store) }
    var reading = ValuesReading(store: store, rows: rows, key: key, total: total)
    reading.label = reference
    if reference != nil { reading.labels = ValueLabels(ofKey: key, in: scope) }
    let kind = dividedKind(of: request.property, in: scope)
    let column = scope.scoped(toProperty: request.property)
    let choices = column[EditingKeys.shared.choices]
    if choices.hasLabels {
      let attribute = column[ModelKeys.shared.attribute]
      reading.labels.ofChoice = { choices.label(of: $0, for: attribute) }
    }
    switch request.division {
    case .step(let step): try await reading.ranges(by: step, body)
    case .off where kind?.isMoment == true:
      try await reading.ranges(by: .time(DateOffset(1, .days)), body)
    case .automatic where kind?.hasRanges == true:
      let limit = kind.map(ValuesRequest.singlesLimit) ?? 0
      try await reading.ranges(of: kind, keepingSingles: limit, body)
    case .ranges where kind?.hasRanges == true: try await reading.ranges(of: kind, body)
    case .off, .automatic, .ranges:
      if let estimate = try await reading.estimatedSingles() { body(estimate) }
      let (counts, totals) = try await reading.singles()
      if let reference {
        let limit = ColumnValues.limit
        reading.labels.byKey = try await labels(of: reference, by: key, in: rows, limit: limit)
      }
      body(ColumnValues(counts, of: totals, labels: reading.labels, isEstimate: false))
    }
  }

  /// The kind of a property's values; `nil` where labels stand for them.
  package func dividedKind(of property: String, in scope: EnvironmentValues) -> ComparedKind? {
    let column = scope.scoped(toProperty: property)
    guard let attribute = column[ModelKeys.shared.attribute],
      !column[EditingKeys.shared.choices].hasLabels
    else { return nil }
    return attribute.comparedKind
  }

  /// The label of the objects behind a reference, and its path; `nil` for another property.
  package func referenceLabel(
    _ text: String,
    in scope: EnvironmentValues
  ) -> LabelledReference? {
    guard let entity = scope[ModelKeys.shared.entity],
      let path = try? scope.path(namedByUser: text),
      let destination = entity.property(at: path).relationship?.destination,
      let label = labelPaths.label(of: destination, in: scope, root: root)
    else { return nil }
    return (path, label)
  }

  /// The labels of the objects behind a reference among the rows of a fetch, by its key; with a limit those of most rows.
  package func labels(
    of reference: LabelledReference,
    by key: Qualifiers.Expression,
    in fetch: FetchSpecification,
    limit: Int? = nil
  ) async throws(StoreError) -> [Value: String] {
    let parts = reference.label.parts(behind: reference.path)
    var grouping = Grouping(by: [key] + parts, [], limit: limit)
    if limit != nil {
      grouping.aggregates = [Grouping.Aggregate(.count)]
      grouping.orderings = [Grouping.Ordering(.aggregate(0), descending: true)]
    }
    return reference.label.texts(of: try await store.groups(grouping, of: fetch))
  }
}

extension LabelKey {
  /// The values of which the label of the object at a path is made.
  fileprivate func parts(behind path: PropertyPath) -> [Qualifiers.Expression] {
    paths.map { Qualifiers.Expression(.path(path.appending($0))) }
  }

  /// The labels by the first keys of groups, whose other keys are the parts of the label.
  fileprivate func texts(of groups: [Group]) -> [Value: String] {
    var texts: [Value: String] = [:]
    for group in groups {
      let values = Dictionary(zip(paths, group.keys.dropFirst())) { first, _ in first }
      texts[group.keys[0].normalized] = text { values[$0] }
    }
    return texts
  }
}

/// The statements that count the values of a column.
private struct ValuesReading {
  let store: EntityStore
  let rows: FetchSpecification
  let key: Qualifiers.Expression
  let total: Qualifiers.Expression?
  /// The label of the objects whose key the value is, and the path to them.
  var label: LabelledReference?
  var labels = ValueLabels()

  /// The most values that a sample shows; with more it has too few rows of each to tell how many there are.
  private static let estimatedLimit = 1_000

  /// The most groups that are kept until their bounds are known, which saves reading the bounds before.
  private nonisolated static let keptLimit = 16_384

  private var grouping: Grouping {
    Grouping(
      by: [key],
      [Grouping.Aggregate(.count)] + [total].compactMap(\.self).map { .init(.sum, of: $0) }
    )
  }

  /// The groups of single values, the most frequent first.
  private var frequent: Grouping {
    var grouping = grouping
    grouping.orderings = [Grouping.Ordering(.aggregate(0), descending: true)]
    grouping.limit = ColumnValues.limit
    return grouping
  }

  /// The most frequent values of a sample; `nil` where it tells nothing.
  func estimatedSingles() async throws -> ColumnValues? {
    var (grouping, labels) = (frequent, labels)
    if let label { grouping.keys += label.label.parts(behind: label.path) }
    guard let groups = try await store.estimatedGroups(grouping, of: rows),
      groups.count <= Self.estimatedLimit
    else { return nil }
    if let label { labels.byKey = label.label.texts(of: groups) }
    return ColumnValues(groups.map { RangeCount($0) }, labels: labels, isEstimate: true)
  }

  /// The most frequent values; where there are more, with the numbers of all rows, values and different values.
  func singles() async throws(StoreError) -> ([RangeCount], totals: [Int]?) {
    let groups: [Group] = try await store.groups(frequent, of: rows)
    guard groups.count == ColumnValues.limit else { return (groups.map { RangeCount($0) }, nil) }
    let totals = try await aggregates([
      .init(.count), .init(.count, of: key), .init(.distinct, of: key),
    ])
    return (groups.map { RangeCount($0) }, totals.map(\.rowCount))
  }

  /// Hands ranges to `body`, of a sample first; without a `step` one is chosen, and the values are handed over one by one
  /// where they are at most `limit`.
  func ranges(
    of kind: ComparedKind? = nil,
    by step: RangeStep? = nil,
    keepingSingles limit: Int = 0,
    _ body: (ColumnValues) -> Void
  ) async throws {
    func pass(over groups: [Group]) -> ValuesPass {
      let valued = groups.lazy.map { $0.keys[0] }.filter { !$0.isNull }
      let chosen = step ?? RangeStep(from: valued.first ?? .null, to: valued.last ?? .null)
      var pass = ValuesPass(chosen, keepingSingles: limit)
      for group in groups { pass.add(group) }
      return pass
    }
    var hasFew = false
    if let sample = try await store.estimatedGroups(grouping, of: rows) {
      hasFew = sample.count <= Self.keptLimit / 2
      body(values(pass(over: sample), isEstimate: true))
    }
    var chosen = step ?? .letter
    // Texts have letters, whichever they are.
    if step == nil, kind?.family != .text {
      if hasFew, let groups = try await keptGroups() {
        return body(values(pass(over: groups), isEstimate: false))
      }
      let ends = try await aggregates([.init(.min, of: key), .init(.max, of: key)])
      chosen = RangeStep(from: ends[0], to: ends[1])
    }
    let counted = Mutex(ValuesPass(chosen, keepingSingles: limit))
    try await store.groups(grouping, of: rows) { groups in
      counted.withLock { pass in
        for group in groups { pass.add(group) }
        return pass.rangeCount <= ColumnValues.limit
      }
    }
    let result = counted.withLock(\.self)
    guard result.rangeCount <= ColumnValues.limit else {
      throw UsageError("these are more than \(ColumnValues.limit) ranges; take a coarser step")
    }
    body(values(result, isEstimate: false))
  }

  /// The groups of all values in their order, read once; `nil` where they are too many to keep.
  private func keptGroups() async throws(StoreError) -> [Group]? {
    let kept = Mutex<[Group]>([])
    try await store.groups(grouping, of: rows) { groups in
      kept.withLock { $0 += groups }
      return kept.withLock(\.count) <= Self.keptLimit
    }
    let groups = kept.withLock(\.self)
    return groups.count <= Self.keptLimit ? groups : nil
  }

  private func values(_ pass: ValuesPass, isEstimate: Bool) -> ColumnValues {
    var pass = pass
    pass.finish()
    return ColumnValues(
      pass.counts,
      of: [pass.rows, pass.rows - pass.nulls, pass.distinct],
      labels: ValueLabels(),
      step: pass.hasSingles ? nil : pass.step,
      isEstimate: isEstimate
    )
  }

  /// The aggregates of all rows.
  private func aggregates(_ aggregates: [Grouping.Aggregate]) async throws(StoreError) -> [Value] {
    let grouping = Grouping(by: [], aggregates)
    let groups: [Group] = try await store.groups(grouping, of: rows)
    return groups.first?.aggregates ?? aggregates.map { _ in .null }
  }
}
