/// Changes to a world, as another user with the right to make them would write them.
extension RightsWorld {
  /// Returns a changed copy of the world in which everything stays as visible or hidden as it was.
  ///
  /// `shared` changes some visible cells, the same in both twins. `own` changes all hidden cells.
  func later(
    _ shared: inout some RandomNumberGenerator,
    hidden own: inout some RandomNumberGenerator
  ) -> RightsWorld {
    var later = self
    for (table, columns) in Self.tables {
      for (index, row) in (rows[table] ?? []).enumerated() {
        for column in columns where Self.free["\(table).\(column)"] != nil {
          func isOther() -> Bool {
            let now = later.rows[table]?[index] ?? row
            return later.isSeen(now, table, column) == isSeen(row, table, column)
              && (now[column] != row[column] || isSeen(row, table, column))
          }
          if !isSeen(row, table, column) {
            repeat { later.fill(table, index, column, &own) } while !isOther()
          } else if Int.random(in: 0..<3, using: &shared) == 0 {
            later.fill(table, index, column, &shared)
            if !isOther() { later.rows[table]?[index][column] = row[column] }
          }
        }
      }
    }
    return later
  }

  /// The rows that are other in `later`, with what they hold there.
  func changes(to later: RightsWorld) -> [(table: String, row: Row, values: Row)] {
    Self.tables.flatMap { table, _ in
      zip(rows[table] ?? [], later.rows[table] ?? []).compactMap { before, after in
        let values = after.filter { before[$0.key] != $0.value }
        return values.isEmpty ? nil : (table, before, values)
      }
    }
  }

  /// Returns the SQL that another program runs to turn this world into `later`.
  func script(to later: RightsWorld) -> String {
    changes(to: later).map { table, row, values in
      let cells = values.map { "\($0.key) = \($0.value.sql)" }.joined(separator: ", ")
      return "UPDATE \(table) SET \(cells) WHERE id = \(row.id);\n"
    }.joined()
  }

  /// Returns the hidden cells that are missing in `cells`, except for those of a visible row that is gone too.
  func missing(in cells: Set<String>) -> Set<String> {
    let rows = Set(cells.map { String($0.prefix { $0 != "." }) })
    return Set(unseenCells).subtracting(cells).filter { cell in
      seenRow(of: cell).map(rows.contains) ?? true
    }
  }
}
