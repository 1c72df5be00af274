import Insight
import Workspace

/// A table of groups as a file: between commas, between tabs, or as a table of Markdown.
struct GroupFile {
  /// The ends of names that say how the table is written.
  static let endings = [".csv", ".tsv", ".md"]

  private let rows: [[String]]

  /// Rows of texts, the titles first.
  init(rows: [[String]]) { self.rows = rows }

  /// The columns of a table, whose groups, subtotals and total are rows.
  init(_ table: GroupTable, _ columns: [GroupColumn]) {
    let columns = columns.filter { $0.column != .share }
    rows =
      [columns.map(\.title)]
      + table.rows.map { row in
        columns.map { column in
          if let value = table.value(column.column, of: row) { return column.exactText(of: value) }
          if case .key(let place) = column.column, place == row.keys.count {
            return table.totalTitle
          }
          return ""
        }
      }
  }

  /// The text for a file by the end of its name: `.tsv`, `.md`, else between commas.
  func text(for path: String) -> [UInt8] {
    let name = path.lowercased()
    let lines: [String]
    if name.hasSuffix(".md") {
      var all = rows.map { row in
        "| "
          + row.map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") }
          .joined(separator: " | ") + " |"
      }
      all.insert("|" + (rows.first ?? []).map { _ in " --- |" }.joined(), at: 1)
      lines = all
    } else if name.hasSuffix(".tsv") {
      lines = rows.map { row in
        row.map { String($0.map { "\t\n\r".contains($0) ? " " : $0 }) }.joined(separator: "\t")
      }
    } else {
      lines = rows.map { row in row.map(Self.quoted).joined(separator: ",") }
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func quoted(_ text: String) -> String {
    text.contains { ",\"\n\r\r\n".contains($0) }
      ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}
