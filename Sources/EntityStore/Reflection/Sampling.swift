import EntityModel
import Qualifiers
import SQLite

/// Looks at a few rows of tables whose declarations leave open what their columns hold.
struct Sampling {
  let connection: Connection
  /// Rows looked at in each table, in the order of its b-tree: no search, no sort.
  private let rowLimit = 24
  /// After this much time the declarations alone decide, so that rows as large as files delay no start.
  private let deadline: ContinuousClock.Instant

  init(connection: Connection) {
    self.connection = connection
    deadline = .now + .milliseconds(200)
  }

  /// Replaces the open types of a table's columns by what its rows show.
  mutating func refine(_ table: inout Schema.Table) {
    // A view may compute for minutes before its first row; hidden tables are rarely opened.
    guard table.kind == .table, !table.isHidden else { return }
    let open = table.columns.indices.filter { table.columns[$0].type.needsSample }
    guard !open.isEmpty else { return }
    let samples = rows(of: table, columns: open)
    for (position, index) in open.enumerated() {
      table.columns[index].type = table.columns[index].type.refined(
        by: samples.map { $0[position] }
      )
    }
  }

  private func rows(of table: Schema.Table, columns: [Int]) -> [[Value]] {
    // Text is cut: forty bytes tell a date. A damaged table tells what it told before the damage.
    let list = columns.map { column in
      let name = SQLText.identifier(table.columns[column].name)
      if table.columns[column].type.needsOnlyStorageClasses {
        return "CASE typeof(\(name)) WHEN 'text' THEN '' WHEN 'blob' THEN x'' ELSE \(name) END"
      }
      return "iif(typeof(\(name)) IN ('text', 'blob'), substr(\(name), 1, 40), \(name))"
    }
    let sql =
      "SELECT \(list.joined(separator: ", ")) FROM \(SQLText.table(table.name, in: table.schemaName)) "
      + "NOT INDEXED LIMIT \(rowLimit)"
    var rows: [[Value]] = []
    do {
      let statement = try connection.prepare(sql)
      while ContinuousClock.now < deadline, try statement.step() {
        rows.append(statement.row.map(Self.value))
      }
    } catch {
      return rows
    }
    return rows
  }

  private static func value(_ stored: SQLiteValue) -> Value {
    switch stored {
    case .null: .null
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .text(let value): .string(value)
    case .blob(let value), .malformedText(let value): .data(value)
    }
  }
}
