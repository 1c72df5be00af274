import PropertyLists

extension DirectToWebFile {
  /// The file as text: every rule on a line of its own, nothing lost, and the same bytes when it is written again.
  ///
  /// Old-style lists stay old-style; XML and binary ones become XML, which keeps numbers and booleans.
  package var text: String {
    guard document.format == .openStep else { return document.root.xmlText }
    return Self.text(of: document.root)
  }

  /// An old-style list with its rules one per line.
  static func text(of root: PropertyList) -> String {
    guard let dictionary = root.dictionary else { return lines(root, indentation: "") + "\n" }
    guard !dictionary.entries.isEmpty else { return "{ rules = (); }\n" }
    var text = "{\n"
    for entry in dictionary.entries {
      let key = PropertyList(.string(entry.key)).openStepLine
      text += "    \(key) = \(lines(entry.value, indentation: "    "));\n"
    }
    return text + "}\n"
  }

  private static func lines(_ list: PropertyList, indentation: String) -> String {
    guard let elements = list.array, !elements.isEmpty else { return list.openStepLine }
    let lines = elements.map { "\(indentation)    \($0.openStepLine)" }
    return "(\n" + lines.joined(separator: ",\n") + "\n\(indentation))"
  }
}
