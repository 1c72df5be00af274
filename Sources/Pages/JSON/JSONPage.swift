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

  var body: some View {
    VStack {
      TitleLine([title])
      OutlineView(model: tree.rows) {
        Text($0).wrap(8)
      } commands: {
        Command(.readText, title: "as text") { context in
          let shown = Announcement(title, showing: .text(AnnouncedText(text)))
          context.show(shown, by: .text, in: page.isOpen ? page.state.frontScope : nil)
        }
      }
      StatusLine()
      KeyLine()
    }
    .commands { Command(.closePanel) { $0.dismiss() } }
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
    tree.rows.outline.fold(below: depth)
    lines = tree.rows.bounds.positions.map(tree.text)
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
