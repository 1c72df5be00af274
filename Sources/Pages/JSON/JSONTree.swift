import Diagnostics
import Observation
import Widgets
import Workspace

/// The row source of a JSON view: the document as indented lines, with brackets that can be folded.
@Observable
final class JSONTree: RowSource {
  /// A line of an indented JSON document, with its depth and text; an opening bracket also knows where it closes.
  private struct Line {
    let depth: Int
    /// The name before it, and the value, or the bracket at its beginning or end.
    let text: String
    /// How many values stand in the bracket that begins here, and the line on which it ends.
    var inner: (count: Int, end: Int)?
    /// The comma behind the value, or an empty text.
    let comma: String
  }

  @ObservationIgnored private var lines: [Line] = []
  /// The lines whose brackets are folded.
  @ObservationIgnored private var folded: Set<Int> = []
  /// The lines that are shown.
  private var shown: [Int] = []
  /// How deep brackets stand in each other.
  @ObservationIgnored private(set) var depth = 0

  /// The lines of a text, nothing folded; `nil` for a text that is no JSON, or has a name twice, which would be left out.
  init?(_ text: String) {
    let (document, faults) = JSONDocument.read(SourceText(name: "JSON", text: text))
    guard let document, faults.isEmpty else { return nil }
    add(document.root, of: document.source)
    shown = Array(lines.indices)
  }

  private func add(
    _ node: JSONDocument.Node,
    of source: SourceText,
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
    guard !values.isEmpty else {
      let text = name + source.text(in: node.span)
      return lines.append(Line(depth: depth, text: text, comma: comma))
    }
    let isList = node.elements != nil
    let start = lines.count
    lines.append(Line(depth: depth, text: name + (isList ? "[" : "{"), comma: comma))
    for (index, (name, value)) in values.enumerated() {
      let comma = index == values.count - 1 ? "" : ","
      add(value, of: source, name: name, depth: depth + 1, comma: comma)
    }
    lines[start].inner = (values.count, lines.count)
    lines.append(Line(depth: depth, text: isList ? "]" : "}", comma: comma))
    self.depth = max(self.depth, depth + 1)
  }

  // MARK: Folding

  /// Folds what stands deeper than `depth` brackets, and nothing else.
  func fold(below depth: Int) {
    folded = Set(lines.indices.filter { lines[$0].inner != nil && lines[$0].depth >= depth })
    show()
  }

  /// Folds or unfolds the bracket that begins at a position.
  ///
  /// - Returns: Whether it was not so already.
  func setFolded(_ isFolded: Bool, at position: Int) -> Bool {
    guard shown.indices.contains(position), lines[shown[position]].inner != nil else {
      return false
    }
    let line = shown[position]
    guard folded.contains(line) != isFolded else { return false }
    if isFolded { folded.insert(line) } else { folded.remove(line) }
    show()
    return true
  }

  /// Returns the position of the line that opens the enclosing bracket; for a closing line, its own opening line.
  func parent(of position: Int) -> Int? {
    guard shown.indices.contains(position) else { return nil }
    let line = lines[shown[position]]
    let isEnd = line.inner == nil && ["]", "}"].contains(line.text)
    return shown[..<position].lastIndex {
      lines[$0].inner != nil && lines[$0].depth == line.depth - (isEnd ? 0 : 1)
    }
  }

  private func show() {
    var next = 0
    shown = []
    while next < lines.count {
      shown.append(next)
      next = folded.contains(next) ? (lines[next].inner?.end ?? next) + 1 : next + 1
    }
  }

  /// The line at a position: `"tags": [… 3],` where it is folded.
  func text(at position: Int) -> String {
    guard shown.indices.contains(position) else { return "" }
    let line = lines[shown[position]]
    let indentation = String(repeating: " ", count: 2 * line.depth)
    guard let (count, end) = line.inner else { return indentation + line.text + line.comma }
    guard folded.contains(shown[position]) else { return indentation + line.text }
    return "\(indentation)\(line.text)… \(NumberText.count(count)) \(lines[end].text)\(line.comma)"
  }

  // MARK: Searching

  /// Unfolds the next line in which `text` stands, in any case, behind a position or before it; behind the last the first.
  ///
  /// - Returns: Where it is shown then.
  func find(_ text: String, from position: Int, backward: Bool) -> Int? {
    let wanted = text.lowercased()
    let current = shown.indices.contains(position) ? shown[position] : 0
    let behind = Array(lines.indices[(current + 1)...]) + Array(lines.indices[...current])
    let order = backward ? [Int](behind.dropLast().reversed()) + [current] : behind
    guard let line = order.first(where: { lines[$0].text.lowercased().contains(wanted) }) else {
      return nil
    }
    folded = folded.filter { start in
      !(start < line && line <= lines[start].inner?.end ?? start)
    }
    show()
    return shown.firstIndex(of: line)
  }

  // MARK: Rows

  var bounds: RowBounds { RowBounds(shown.indices) }
  func id(at position: Int) -> AnyID? {
    shown.indices.contains(position) ? AnyID(shown[position]) : nil
  }
  func position(of id: AnyID) -> Int? { id.value(as: Int.self).flatMap(shown.firstIndex(of:)) }
}
