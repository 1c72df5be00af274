/// The cells of a text from a spreadsheet: rows on lines, tabs between cells; a cell in quotes may hold both.
package struct PastedCells: Equatable {
  /// The texts row by row; not every row has as many.
  package let rows: [[String]]

  /// Reads a text; the last line needs no end.
  package init(_ text: String) {
    var rows: [[String]] = []
    var row: [String] = []
    var rest = text[...]
    while !rest.isEmpty {
      row.append(Self.quoted(&rest) ?? Self.plain(&rest))
      guard rest.popFirst() == "\t" else {
        rows.append(row)
        row = []
        continue
      }
      if rest.isEmpty { row.append("") }
    }
    self.rows = row.isEmpty ? rows : rows + [row]
  }

  private static func ends(_ character: Character) -> Bool {
    character == "\t" || character == "\n" || character == "\r" || character == "\r\n"
  }

  private static func plain(_ rest: inout Substring) -> String {
    let cell = rest.prefix { !ends($0) }
    rest = rest[cell.endIndex...]
    return String(cell)
  }

  /// A cell in quotes, in which quotes are doubled; `nil` where quotes are part of a plain cell.
  private static func quoted(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else { return nil }
    var cell = ""
    var tail = rest.dropFirst()
    while let end = tail.firstIndex(of: "\"") {
      cell += tail[..<end]
      tail = tail[end...].dropFirst()
      guard tail.first == "\"" else {
        guard tail.first.map(ends) ?? true else { return nil }
        rest = tail
        return cell
      }
      cell.append(tail.removeFirst())
    }
    return nil
  }
}
