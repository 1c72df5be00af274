import Terminal
import Widgets
import Workspace

/// The full-screen view of a `why` report: the rules behind a place, with scrolling, search and commands to open a rule.
struct WhyPanel: View {
  let why: WhyReport
  @State private var isComplete = false
  /// The last search text and the line of the last hit.
  @State private var search = Search()

  /// The last search in the `why` panel: the text and the line of the last hit, from which the next search continues.
  private struct Search: Hashable {
    var text = ""
    var line = 0
  }

  var body: some View {
    let lines = why.lines(isComplete: isComplete)
    VStack {
      Text(why.question).role(.title).padding(horizontal: 1)
      ScrollView {
        VStack {
          ForEach(lines.indices.map { $0 }, id: \.self) { index in
            WhyLine(line: lines[index], why: why).focusName(index)
          }
        }
        .padding(Insets(right: 1))
      }
      .frame(maxWidth: .max, maxHeight: .max)
      StatusLine()
      KeyLine()
    }
    .commands {
      Command(.whyAll, title: isComplete ? "less" : "all keys") { _ in isComplete.toggle() }
      Command(.search) { context in
        context.prompt("/", history: .search) { text throws(PromptRefusal) in
          search = Search(text: text, line: -1)
          try find(by: 1, in: lines, context)
        }
      }
      if !search.text.isEmpty {
        Command(.searchNext) { goOn(by: 1, in: lines, $0) }
        Command(.searchPrevious) { goOn(by: -1, in: lines, $0) }
      }
      Command(.closePanel) { $0.dismiss() }
    }
  }

  private func goOn(by step: Int, in lines: [WhyReport.Line], _ context: CommandContext) {
    do throws(PromptRefusal) {
      try find(by: step, in: lines, context)
    } catch {
      context.say(error.sentence, .warning)
    }
  }

  /// Puts the cursor on the next line with the text that is searched, or on the line above to which that one belongs.
  private func find(
    by step: Int,
    in lines: [WhyReport.Line],
    _ context: CommandContext
  ) throws(PromptRefusal) {
    let wanted = search.text.lowercased()
    guard !wanted.isEmpty, !lines.isEmpty else { return }
    let order = (1...lines.count).map { distance in
      ((search.line + step * distance) % lines.count + lines.count) % lines.count
    }
    guard let hit = order.first(where: { lines[$0].text.lowercased().contains(wanted) }) else {
      throw PromptRefusal("'\(search.text)' not found")
    }
    search.line = hit
    guard let owner = lines[...hit].lastIndex(where: { $0.subject != nil }) else { return }
    // The prompt must be gone before a line of the panel can have the focus.
    _ = context.host.render(context.host.size)
    context.host.focus(on: owner)
  }
}

/// One line of the `why` panel; lines about a rule, a fault or a key take the cursor and offer commands.
private struct WhyLine: View {
  let line: WhyReport.Line
  let why: WhyReport

  var body: some View {
    if let subject = line.subject {
      indented.focusableRow().commands { commands(about: subject) }
    } else {
      indented.padding(Insets(left: 2))
    }
  }

  private var indented: some View {
    HStack(spacing: 0) {
      Text("").frame(width: line.indent)
      text(line).wrap()
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
