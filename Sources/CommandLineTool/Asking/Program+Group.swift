import Charts
import EntityStore
import Insight
import Qualifiers
import Workspace

extension Program {
  /// `d2t group`: the groups of the rows of a link, with their aggregates.
  func group(_ emit: @escaping (String) throws -> Void) async throws -> Outcome {
    try await withSummarizedWork { work in
      var link = try namedLink(in: work)
      var request = link.groups
      (request.order, link.sortKeys) = (link.sortKeys, [])
      guard request.add(invocation.groups) else {
        throw UsageError("the link and '--across' name different keys; leave one out")
      }
      request.limit = invocation.limit
      let target = try summarizedTarget(of: link, in: work)
      let names = request.keys + request.columnNames
      return try await printGroups(request, of: target, named: names, to: emit)
    }
  }

  /// Prints the groups of a request, or draws them; `names` are those of keys and aggregates.
  func printGroups(
    _ request: GroupRequest,
    of target: LinkTarget,
    named names: [String],
    to emit: @escaping (String) throws -> Void
  ) async throws -> Outcome {
    let question = try target.work.groupQuestion(
      request,
      in: target.scope,
      isLabelled: target.displaysValues
    )
    let grouping = question.grouping
    var keys: [SummaryColumn] = []
    for (place, key) in grouping.keys.enumerated() {
      let name = place < question.keyCount ? names[place] : ""
      keys.append(try await target.column(name, of: key, question.references[place]))
    }
    let aggregates = zip(names.dropFirst(question.keyCount), grouping.aggregates)
      .map { SummaryColumn($0, of: $1.operand, by: $1.function, in: target) }
    if request.across != nil {
      let output = PivotOutput(
        pivot: try await pivot(grouping, of: target),
        keys: Array(keys.dropLast()),
        aggregates: aggregates,
        across: keys[question.keyCount],
        format: try rowFormat()
      )
      if invocation.chart != nil {
        return try await printChart(output.groups, output.names, of: request, in: target, to: emit)
      }
      return try await printSummary(output.columns, of: target, to: emit) { write in
        for cells in output.rows { try write(cells) }
      }
    }
    if invocation.chart != nil {
      var groups: [Chart.Group] = []
      try await target.eachGroup(grouping) { group in
        groups.append((keys.drawn(group.keys), group.aggregates))
      }
      return try await printChart(groups, request.columnNames, of: request, in: target, to: emit)
    }
    let columns = keys + aggregates
    return try await printSummary(columns.map { $0.output() }, of: target, to: emit) { write in
      try await target.eachGroup(grouping) { group in
        try write(zip(columns, group.keys + group.aggregates).map { $0.cell($1) })
      }
    }
  }

  /// Reads the groups of a pivot; an order by aggregates is that of the rows without the key across.
  private func pivot(_ grouping: Grouping, of target: LinkTarget) async throws -> Pivot {
    let (work, rows) = (target.work, target.summarizedRows)
    var cells = grouping
    (cells.orderings, cells.limit) = ([], nil)
    var pivot = try await work.pivot(cells, of: rows)
    if !grouping.orderings.isEmpty || grouping.limit != nil {
      var totals = grouping
      totals.keys.removeLast()
      pivot.arrange(by: try await work.store.groups(totals, of: rows).map(\.keys))
    }
    return pivot
  }
}
