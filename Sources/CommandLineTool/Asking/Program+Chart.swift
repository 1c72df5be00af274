import Charts
import Diagnostics
import EntityModel
import Insight
import RuleFiles
import Terminal
import Workspace

extension Program {
  /// Prints groups as a chart, a series for each name: in the cells of the terminal, or as SVG.
  func printChart(
    _ groups: [Chart.Group],
    _ names: [String],
    of request: GroupRequest,
    in target: LinkTarget,
    to emit: (String) throws -> Void
  ) async throws -> Outcome {
    let title = "\(target.entity.name): \(request.written)"
    if let chart = Chart(invocation.chart, title: title, groups: groups, names: names) {
      guard chart.possibleKinds.contains(chart.kind) else {
        let kinds = Chart.Kind.names(chart.possibleKinds)
        throw UsageError("--chart \(chart.kind.rawValue) cannot show these keys; take \(kinds)")
      }
      try emit(try format() == "svg" ? chart.svg() : text(of: chart))
    } else if !groups.isEmpty {
      throw UsageError(
        "a chart draws numbers, and the groups have none; add --count or --sum PROPERTY"
      )
    }
    var outcome = await target.outcome
    if groups.isEmpty {
      outcome.messages = "\(ProgramName.current): there are no rows to draw\n" + outcome.messages
    }
    return outcome
  }

  /// The chart in the width of the terminal, else in 80 columns.
  private func text(of chart: Chart) -> String {
    let width = terminalWidth == .max ? 80 : terminalWidth
    let drawing = chart.drawing(width: width, height: max(24, chart.fittingHeight))
    let isASCII =
      writesToTerminal && ASCIIFallback.areWanted { HostEnvironment.allVariables()[$0] }
    return (isASCII ? ASCIIFallback.of(drawing) : drawing).lines.joined(separator: "\n") + "\n"
  }
}
