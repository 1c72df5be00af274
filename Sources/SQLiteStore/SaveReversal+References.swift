import EntityModel
import EntityStore
import SQLite

extension SaveReversal {
  /// A reference that leads nowhere.
  struct BrokenRow: Hashable {
    let table: String
    /// `nil` in a table without rowids.
    let rowNumber: Int64?
    let parent: String
    let key: Int64
  }

  /// How often references of the tables lead nowhere; `nil` where none of a row to be written does.
  ///
  /// SQLite counts what a transaction breaks and mends, and takes the end of a reference that led nowhere before for the
  /// mending of any other: only where there is such a one its count is no answer.
  func brokenReferences() throws(StoreError) -> [BrokenRow: Int]? {
    let finder = BrokenReference(adaptor: adaptor, restrictions: [:])
    let isReferring = record.layouts.map { !finder.references(of: $0.entity).isEmpty }
    for entry in record.entries where isReferring[entry.known.layout] {
      guard let after = entry.after else { continue }
      if try finder.isIn(record.record(after)) { return try allBrokenReferences() }
    }
    return nil
  }

  /// Whether references lead nowhere that did not before.
  func breaksReferences(besides known: [BrokenRow: Int]) throws(StoreError) -> Bool {
    try allBrokenReferences().contains { $1 > known[$0, default: 0] }
  }

  private func allBrokenReferences() throws(StoreError) -> [BrokenRow: Int] {
    let own = tables.map(\.entity)
    let referring = own.flatMap(\.relationships)
      .filter { $0.isToMany && !$0.definition.isInferred }.compactMap(\.destination)
    var counts: [BrokenRow: Int] = [:]
    for name in Set((own + referring).map(\.definition.table)) {
      let rows = try adaptor.mapped { () throws(SQLiteError) in
        try adaptor.connection.rows(
          "SELECT * FROM pragma_foreign_key_check(?, ?)",
          [.text(name.name), .text(name.schemaName)]
        ) { row in
          BrokenRow(
            table: "\(name.schemaName).\(row.text(0))",
            rowNumber: row.isNull(1) ? nil : row.int(1),
            parent: row.text(2),
            key: row.int(3)
          )
        }
      }
      for row in rows { counts[row, default: 0] += 1 }
    }
    return counts
  }
}
