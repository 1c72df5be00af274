import Widgets

/// The answers to "why", over the whole screen; scrolls.
struct WhyPanel: View {
  let why: Why
  @State private var isComplete = false

  var body: some View {
    let lines = why.lines(isComplete: isComplete)
    VStack {
      Text(why.question).role(.title).padding(horizontal: 1)
      ScrollView {
        VStack {
          ForEach(lines.indices.map { $0 }, id: \.self) { index in
            HStack(spacing: 0) {
              Text("").frame(width: lines[index].indent)
              text(lines[index]).wrap()
            }
          }
        }
        .padding(horizontal: 1)
      }
      .frame(maxWidth: .max, maxHeight: .max)
      KeyLine()
    }
    .commands {
      Command(.whyAll, title: isComplete ? "less" : "all keys") { _ in isComplete.toggle() }
      Command(.closePanel) { $0.dismiss() }
    }
  }

  private func text(_ line: Why.Line) -> Text {
    switch line.kind {
    case .fault: Text(line.text).role(.warning)
    case .key: Text(line.text).bold()
    case .source, .blank: Text(line.text)
    case .detail: Text(line.text).dim()
    }
  }
}

extension Session {
  /// Shows the faults of the rules, and for the place under the cursor which rule answered each key.
  func showWhy(_ context: CommandContext) {
    let scope = placeUnderCursor(
      focused: context.host.focusedEnvironment,
      page: context.environment
    )
    context.present(.fullScreen) { WhyPanel(why: Why(session: self, scope: scope)) }
  }
}
