import Diagnostics

/// A listing that can be printed as text, JSON and Markdown.
protocol Listing {
  var json: JSON { get }
  var text: String { get }
  var markdown: String { get }
}

extension Listing {
  /// The listing as `--format` names it.
  func printed(as format: String) -> String {
    switch format {
    case "json": json.printed
    case "markdown": markdown
    default: text
    }
  }
}

extension JSON {
  /// The document as it is printed: in lines, and a line to its end.
  var printed: String { text(pretty: true) + "\n" }
}

extension Sequence {
  /// The elements by what they are listed under, in the order in which these are met.
  func groups(by name: (Element) -> String) -> [(name: String, members: [Element])] {
    var groups: [(name: String, members: [Element])] = []
    for element in self {
      let name = name(element)
      let place = groups.firstIndex { $0.name == name } ?? groups.count
      if place == groups.count { groups.append((name, [])) }
      groups[place].members.append(element)
    }
    return groups
  }
}

extension String {
  /// The text with blanks up to a column, one at least behind it.
  func filled(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, width - count))
  }

  /// The text for a cell of a table in Markdown.
  var markdownCell: String {
    split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
