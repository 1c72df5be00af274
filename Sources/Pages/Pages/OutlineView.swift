import RuleEnvironment
import Terminal
import Widgets
import Workspace

/// The view of an outline: rows to fold, to search and to copy, besides what the page offers for the current row.
///
/// Enter folds where the page has nothing to open.
struct OutlineView<Content>: View {
  let model: OutlineModel<Content>
  var emptyText = "nothing here"
  let text: (Content) -> Text
  /// The commands of the page for the current row.
  @CommandBuilder var commands: () -> [Command]
  @Environment(\.pageContext) private var page

  var body: some View {
    List(model, cursor: model.cursor) { line(at: $0) }
      .emptyText(emptyText)
      .highlighting([model.query])
      .frame(maxWidth: .max, maxHeight: .max)
      .commands {
        let own = commands()
        PageActions.current.offered(own + common(opens: own.contains { $0.definition == .open }))
      }
  }

  private func line(at position: Int) -> some View {
    let row = model.outline.row(at: position)
    let hidden = model.outline.hiddenCount(at: position)
    let mark = hidden > 0 ? row?.foldMark ?? "  … \(NumberText.count(hidden))" : ""
    return ((row.map { text($0.content) } ?? Text("")) + Text(mark))
      .padding(Insets(left: row?.indent ?? 0))
  }

  @CommandBuilder private func common(opens: Bool) -> [Command] {
    if model.outline.folds {
      if !opens {
        Command(.open, title: "fold") { context in
          if !model.setFolded(false), !model.setFolded(true) { context.beep() }
        }
      }
      Command(.moveRight, isHidden: true) { if !model.setFolded(false) { $0.beep() } }
      Command(.moveLeft, isHidden: true) { context in
        if !model.setFolded(true), !model.goToParent() { context.beep() }
      }
      Command(.unfold, title: "unfold all") { _ in model.outline.fold(below: .max) }
      Command(.fold, title: "fold all") { _ in model.outline.foldAll() }
    }
    Command(.search) { search($0) }
    if !model.query.isEmpty {
      Command(.searchNext) { say(find(backward: false), $0) }
      Command(.searchPrevious) { say(find(backward: true), $0) }
    }
    if page.isOpen { Command(.copy, title: "copy") { copy($0) } }
  }

  // MARK: Text

  private func string(of row: OutlineRow<Content>) -> String {
    String(repeating: " ", count: row.indent) + text(row.content).string
  }

  private var missing: String { "'\(model.query)' not found" }

  private func matches(_ row: OutlineRow<Content>) -> Bool {
    string(of: row).lowercased().contains(model.query.lowercased())
  }

  /// Goes to the next or previous match.
  ///
  /// - Returns: Whether there is a match; also for no text.
  private func find(backward: Bool) -> Bool {
    model.query.isEmpty || model.find(backward: backward, where: matches)
  }

  /// Searches at each letter; Esc goes back to the place where one was.
  private func search(_ context: CommandContext) {
    let (place, query) = (model.place, model.query)
    func type(_ text: String) {
      model.go(back: place)
      model.query = text
      say(find(backward: false), context)
    }
    context.search(
      by: TypedSearch(type: type) { text throws(PromptRefusal) in
        if model.query != text || text.isEmpty {
          model.query = text
          if !find(backward: false) { throw PromptRefusal(missing) }
        }
        say(model.outline.row(at: model.cursor.position).map(matches) ?? false, context)
      } goBack: {
        model.go(back: place)
        model.query = query
      }
    )
  }

  /// Says which of the matches the cursor is on: `match 3 of 83`.
  private func say(_ isFound: Bool, _ context: CommandContext) {
    guard !model.query.isEmpty else { return }
    guard isFound else { return context.say(missing, .warning) }
    let counted = model.outline.count(upTo: model.cursor.position, where: matches)
    context.say(SearchMatches.text(counted.rank, of: counted.count))
  }

  /// Copies the row under the cursor with all that is inside of it.
  private func copy(_ context: CommandContext) {
    let lines = model.outline.branch(at: model.cursor.position).map(string)
    page.ui.screen.onCopy(lines.joined(separator: "\n"))
    let count = "\(NumberText.count(lines.count)) \(lines.count == 1 ? "line" : "lines")"
    context.say("copied \(count) to the clipboard, if the terminal allows it")
  }
}
