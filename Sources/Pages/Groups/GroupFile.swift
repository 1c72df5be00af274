import Formatting
import Insight
import Terminal
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
    guard !name.hasSuffix(".md") else {
      var lines = rows.map { row in "|" + row.map { " \(Sanitizer.markdownCell($0)) |" }.joined() }
      lines.insert("|" + (rows.first ?? []).map { _ in " --- |" }.joined(), at: 1)
      return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
    let kind: SeparatedValues = name.hasSuffix(".tsv") ? .tsv : .csv
    return Array(rows.map { kind.line($0.map { $0.isEmpty ? nil : $0 }) }.joined().utf8)
  }
}
