import Diagnostics
import Widgets
import Workspace

/// An indented JSON document as an outline, with brackets that can be folded.
final class JSONTree {
  /// The lines; a closing bracket is inside of its opening line, so that it folds with it.
  let rows: OutlineModel<String>
  /// How deep brackets stand in each other.
  private(set) var depth = 0

  /// The lines of a text, nothing folded; `nil` for a text that is no JSON, or has a name twice, which would be left out.
  init?(_ text: String) {
    let (document, faults) = JSONDocument.read(SourceText(name: "JSON", text: text))
    guard let document, faults.isEmpty else { return nil }
    var lines: [OutlineRow<String>] = []
    rows = OutlineModel()
    add(document.root, of: document.source, to: &lines)
    rows.begin(with: lines)
  }

  private func add(
    _ node: JSONDocument.Node,
    of source: SourceText,
    to lines: inout [OutlineRow<String>],
    name: String = "",
    depth: Int = 0,
    comma: String = ""
  ) {
    let values: [(name: String, value: JSONDocument.Node)]
    switch node.content {
    case .array(let elements): values = elements.map { ("", $0) }
    case .object(let members):
      values = members.map { (source.text(in: $0.nameSpan) + ": ", $0.value) }
    default: values = []
    }
    let indent = 2 * depth
    func addLine(_ text: String, in depth: Int, mark: String? = nil) {
      lines.append(OutlineRow(text, depth: depth, indent: indent, foldMark: mark))
    }
    guard !values.isEmpty else {
      return addLine(name + source.text(in: node.span) + comma, in: depth)
    }
    let (start, end) = node.elements != nil ? ("[", "]") : ("{", "}")
    let mark = "… \(NumberText.count(values.count)) \(end)\(comma)"
    addLine(name + start, in: depth, mark: mark)
    for (index, (name, value)) in values.enumerated() {
      let comma = index == values.count - 1 ? "" : ","
      add(value, of: source, to: &lines, name: name, depth: depth + 1, comma: comma)
    }
    addLine(end + comma, in: depth + 1)
    self.depth = max(self.depth, depth + 1)
  }

  /// Returns the line at a position: `"tags": [… 3 ],` where it is folded.
  func text(at position: Int) -> String {
    guard let line = rows.outline.row(at: position) else { return "" }
    let mark = rows.outline.hiddenCount(at: position) > 0 ? line.foldMark ?? "" : ""
    return String(repeating: " ", count: line.indent) + line.content + mark
  }
}
