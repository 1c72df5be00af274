import EntityModel
import EntityStore
import Insight
import Qualifiers
import Workspace

extension Program {
  /// `d2t values`: the values of a property with the number of their rows, the most frequent first; with `--step` ranges of
  /// them in ascending order.
  func values(_ emit: @escaping (String) throws -> Void) async throws -> Outcome {
    try await withSummarizedWork { work in
      let target = try summarizedTarget(of: namedLink(in: work), in: work)
      guard let property = invocation.property else {
        throw UsageError("'values' needs a property behind the link")
      }
      guard let wanted = invocation.step else {
        var request = GroupRequest(keys: [property])
        (request.order, request.limit) = (["-" + request.columnNames[0]], invocation.limit)
        return try await printGroups(request, of: target, named: ["value", "count"], to: emit)
      }
      // Ranges have no labels.
      let value = try target.scope.value(writtenByUser: property)
      try target.scope.checkSecrets(in: [value])
      let grouping = Grouping(by: [value], [Grouping.Aggregate(.count)])
      var counter = RangeCounter(try await rangeStep(wanted, of: value, property, in: target))
      let columns =
        ["from", "below"].map { SummaryColumn($0, of: value, in: target) }
        + [SummaryColumn("count", by: .count, in: target)]
      return try await printSummary(columns.map { $0.output(as: $0.name) }, of: target, to: emit) {
        write in
        var left = invocation.limit ?? .max
        @MainActor func print(_ ranges: [RangeCount]) throws {
          for range in ranges.prefix(left) { try write(cells(range, columns)) }
          left -= min(left, ranges.count)
        }
        try await target.eachGroup(grouping) { group in
          try print(counter.add(group.keys[0], count: group.aggregates[0].rowCount))
        }
        try print(counter.finish())
      }
    }
  }

  private func cells(_ range: RangeCount, _ columns: [SummaryColumn]) -> [OutputCell] {
    zip(columns, [range.from, range.below, range.count]).map { $0.cell($1) }
  }

  /// Returns the step that `--step` names; `auto` is a round one for about twenty ranges.
  private func rangeStep(
    _ text: String,
    of value: Qualifiers.Expression,
    _ property: String,
    in target: LinkTarget
  ) async throws -> RangeStep {
    guard text == "auto" else {
      let kind = try target.work.store.kind(of: value, ofEntityNamed: target.entity.name)
      return try RangeStep(writtenByUser: text, option: "--step", for: kind, of: property)
    }
    let bounds = [AggregateFunction.min, .max].map { Grouping.Aggregate($0, of: value) }
    let ends =
      try await target.work.store.groups(
        Grouping(by: [], bounds),
        of: target.summarizedRows
      ).first?.aggregates ?? []
    return RangeStep(from: ends.first ?? .null, to: ends.last ?? .null)
  }
}
