import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

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
      .style(scope.style(in: scope[CatalogKeys.shared.rendering]?.palette ?? .mono) ?? .plain)
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
