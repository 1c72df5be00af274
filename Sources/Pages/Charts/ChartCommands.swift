import Charts
import EntityModel
import Widgets
import Workspace

/// The commands of a chart: another kind, and a file.
struct ChartCommands: PagePart {
  let page: PageContext
  let model: ChartModel
  let chart: Chart?

  /// The reason why nothing leaves a page whose numbers are estimated.
  static let counting = "still counting"
  /// The end of the name of a file with a chart.
  static let endings = [".svg"]

  @CommandBuilder var all: [Command] {
    if let chart, let next {
      Command(.chart, title: "chart: \(next.rawValue)") { _ in model.kind = next }
      Command(.chartToFile, disabledReason: chart.isEstimate ? Self.counting : nil) { context in
        let name = "\(page.entity?.name.lowercased() ?? "chart")-\(chart.kind.rawValue).svg"
        BlobCommands(ui: ui).save(as: name, endings: Self.endings, context) { _ in
          Array(chart.svg().utf8)
        }
      }
    }
  }

  /// The kind behind the one that is shown.
  private var next: Chart.Kind? {
    guard let chart, let place = chart.possibleKinds.firstIndex(of: chart.kind) else {
      return chart?.possibleKinds.first
    }
    return chart.possibleKinds[(place + 1) % chart.possibleKinds.count]
  }
}

/// A line behind `:` about a chart: `chart bar`, `chart bar to sales.svg`, `chart to sales.svg`.
struct ChartLine {
  private let kind: Substring?
  /// The file as typed; `nil` to show the chart alone.
  private let path: String?

  init(_ text: Substring) {
    let words = text.split(separator: " ", maxSplits: 1)
    let hasKind = words.first != "to"
    kind = hasKind ? words.first : nil
    let rest = hasKind ? words.dropFirst().first ?? "" : text.drop { $0 == " " }
    path = rest.hasPrefix("to ") ? rest.dropFirst(3).trimmed : rest.isEmpty ? nil : ""
  }

  /// Shows the chart of the page in the kind, and writes it to the file.
  func run(on page: PageContext, _ active: [ActiveCommand], _ context: CommandContext)
    throws(PromptRefusal)
  {
    guard path != "" else { throw PromptRefusal("write ‘chart bar to FILE.svg’") }
    if path != nil,
      let reason = ScreenSettings(work: page.work).lockedRefusal(of: .chartToFile)
    {
      throw PromptRefusal(reason)
    }
    let wanted = kind.map { Chart.Kind(rawValue: String($0)) }
    if let kind, wanted == .some(nil) {
      throw PromptRefusal("there is no chart ‘\(kind)’; take \(Chart.Kind.names())")
    }
    if page.ui.navigator.current.chart == nil {
      guard let command = active.first(where: { $0.command.definition.name == "chart" }) else {
        throw PromptRefusal("there is nothing to draw here; count values (f) or group rows (B)")
      }
      if let reason = command.command.disabledReason {
        throw PromptRefusal("there is nothing to draw yet: \(reason)")
      }
      command.run()
    }
    guard let model = page.ui.navigator.current.chart, let chart = model.chart else {
      throw PromptRefusal("there are no numbers to draw yet")
    }
    guard path == nil || !chart.isEstimate else {
      throw PromptRefusal("\(ChartCommands.counting); write the file once the numbers are exact")
    }
    if let kind = wanted ?? nil {
      guard chart.possibleKinds.contains(kind) else {
        throw PromptRefusal(
          "‘\(kind.rawValue)’ cannot show this; take \(Chart.Kind.names(chart.possibleKinds))"
        )
      }
      model.kind = kind
    }
    guard let path, let shown = model.chart else { return }
    let files = BlobCommands(ui: page.ui)
    try files.save(
      Array(shown.svg().utf8),
      to: try files.file(named: path, endings: ChartCommands.endings),
      context
    )
  }
}
