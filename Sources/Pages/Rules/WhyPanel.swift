import Observation
import Widgets
import Workspace

/// The full-screen view of a `why` report: the rules behind a place as an outline, with commands to open a rule.
struct WhyPanel: View {
  let why: WhyReport
  @State private var model = WhyModel()

  var body: some View {
    model.follow(why)
    return VStack {
      Text(why.question).role(.title).padding(horizontal: 1)
      OutlineView(model: model.rows) {
        text($0).wrap()
      } commands: {
        if let subject = model.rows.current?.subject { commands(about: subject) }
      }
      StatusLine()
      KeyLine()
    }
    .commands {
      Command(.whyAll, title: model.isComplete ? "less" : "all keys") { _ in
        model.isComplete.toggle()
      }
      Command(.closePanel) { $0.dismiss() }
    }
  }

  @CommandBuilder private func commands(about subject: WhyReport.Subject) -> [Command] {
    let editing = RuleEditing(ui: why.page.ui)
    Command(.openRule, disabledReason: editing.openingRefusal(of: subject.source)) { context in
      guard let source = subject.source else { return }
      editing.openRule(in: source, at: subject.offset, context)
    }
    if let key = subject.keyName {
      Command(.newRule, disabledReason: editing.newRuleRefusal(for: key)) {
        editing.writeRule(for: key, in: why.scope, $0)
      }
    }
  }

  private func text(_ line: WhyReport.Line) -> Text {
    switch line.kind {
    case .fault: Text(line.text).role(.warning)
    case .key: Text(line.text).bold()
    case .source, .blank: Text(line.text)
    case .detail: Text(line.text).dim()
    }
  }
}

/// The outline of a `why` report.
@Observable
private final class WhyModel {
  @ObservationIgnored let rows = OutlineModel<WhyReport.Line>()
  /// Whether every key and every rule that lost is listed.
  var isComplete = false
  /// The rules for which the rows were made.
  @ObservationIgnored private var seen = (root: -1, isComplete: false)

  /// Makes the rows anew when rules are others, or more is listed.
  func follow(_ why: WhyReport) {
    let now = (root: why.page.work.rootRevision, isComplete: isComplete)
    guard seen != now else { return }
    seen = now
    rows.begin(with: why.rows(isComplete: isComplete))
  }
}
