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
  let text: String
  let tree: JSONTree
  @Environment(\.pageContext) private var page
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
      Command(.readText, title: "as text") { context in
        let shown = Announcement(title, showing: .text(AnnouncedText(text)))
        context.show(shown, by: .text, in: page.isOpen ? page.state.frontScope : nil)
      }
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

/// The view of a JSON property on an object's page: indented, with folded brackets.
struct JSONView: View {
  @Environment(\.rows) private var rows
  @Environment(\.propertyKey) private var key
  @Environment(\.propertyValue) private var value
  @Environment(\.pageContext) private var page
  @State private var known = JSONTreeCache()

  var body: some View {
    if rows > 1, page.isOpen, let tree = known.tree(of: value.string) {
      let scope = EnvironmentValues.current
      let depth = page.state.unfoldedDepths[key] ?? 1
      let lines = known.lines(of: tree, unfoldedTo: depth)
      VStack {
        ForEach(0..<min(rows, lines.count)) { Text(lines[$0]) }
        if lines.count > rows { Text("… \(NumberText.count(lines.count - rows)) more lines").dim() }
      }
      .style(scope.style(in: scope[ViewKeys.shared.userInterface]?.palette ?? .mono) ?? .plain)
    } else {
      CellTextView(cell: CellText.formatted)
    }
  }
}

/// A cache for the parsed JSON tree of a property value and its visible lines, so that redrawing does not parse again.
private final class JSONTreeCache {
  private var known: (text: String, tree: JSONTree?)?
  private var depth: Int?
  private var lines: [String] = []

  func tree(of text: String?) -> JSONTree? {
    guard let text else { return nil }
    if let known, known.text == text { return known.tree }
    let tree = JSONTree(text)
    (known, depth) = ((text, tree), nil)
    return tree
  }

  func lines(of tree: JSONTree, unfoldedTo depth: Int) -> [String] {
    guard depth != self.depth else { return lines }
    tree.fold(below: depth)
    lines = tree.bounds.positions.map(tree.text)
    self.depth = depth
    return lines
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
