import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

/// A JSON document over the whole screen, to read, to search, and to fold.
struct JSONPage: View {
  let title: String
  let tree: JSONTree
  /// Shows the document as a text.
  let onReadText: (CommandContext) -> Void
  @State private var cursor = ListCursor()
  @State private var query = ""

  var body: some View {
    VStack {
      TitleLine([title])
      List(tree, cursor: cursor) { Text(tree.text(at: $0)).wrap(8) }
        .frame(maxWidth: .max, maxHeight: .max)
      StatusLine()
      KeyLine()
    }
    .commands {
      Command(.open, title: "fold") { context in
        let place = cursor.position
        if !tree.setFolded(false, at: place), !tree.setFolded(true, at: place) { context.beep() }
      }
      Command(.moveRight, isHidden: true) { context in
        if !tree.setFolded(false, at: cursor.position) { context.beep() }
      }
      Command(.moveLeft, isHidden: true) { context in
        if tree.setFolded(true, at: cursor.position) { return }
        guard let parent = tree.parent(of: cursor.position) else { return context.beep() }
        cursor.go(to: parent, in: tree)
      }
      Command(.unfold, title: "unfold all") { _ in tree.fold(below: tree.depth) }
      Command(.fold, title: "fold all") { _ in tree.fold(below: 1) }
      Command(.readText, title: "as text") { onReadText($0) }
      Command(.search) { context in
        context.prompt("/", history: .search) { find($0, backward: false, context) }
      }
      if !query.isEmpty {
        Command(.searchNext) { find(query, backward: false, $0) }
        Command(.searchPrevious) { find(query, backward: true, $0) }
      }
      Command(.closePanel) { $0.dismiss() }
    }
  }

  private func find(_ text: String, backward: Bool, _ context: CommandContext) {
    guard !text.isEmpty else { return }
    query = text
    guard let place = tree.find(text, from: cursor.position, backward: backward) else {
      return context.say("‘\(text)’ is not in the text", .warning)
    }
    cursor.go(to: place, in: tree)
  }
}

/// The commands that fold and unfold a JSON property value shown among other properties of a page.
struct JSONCommands {
  let page: PageContext

  /// Unfolding one level more, or one less; nothing for what is shown as no JSON.
  func all(in scope: EnvironmentValues) -> [Command] {
    guard scope.showsJSON, scope[RenderingKeys.shared.rows] > 1 else { return [] }
    let key = scope[ModelKeys.shared.propertyKey]
    let (state, text) = (page.state, scope[ModelKeys.shared.propertyValue].string ?? "")
    func fold(_ step: Int, _ context: CommandContext) {
      let depth = (state.unfoldedDepths[key] ?? 1) + step
      guard (0...(JSONTree(text)?.depth ?? 0)).contains(depth) else { return context.beep() }
      state.unfoldedDepths[key] = depth
    }
    return [Command(.unfold) { fold(1, $0) }, Command(.fold) { fold(-1, $0) }]
  }
}

extension EnvironmentValues {
  /// Whether the property of the scope holds JSON, by its type or because rules show it so.
  var showsJSON: Bool {
    self[ModelKeys.shared.attribute]?.type == .json
      || self[ModelKeys.shared.attribute] != nil
        && self[ComponentKeys.shared.component] == ComponentName.displayJSON
  }
}
