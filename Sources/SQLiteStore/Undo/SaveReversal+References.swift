import EntityModel
import EntityStore
import SQLite

extension SaveReversal {
  /// References that lead nowhere.
  struct BrokenReferences {
    fileprivate var counts: [BrokenRow: Int] = [:]
    /// How many more there may be, as the save has ended as many.
    fileprivate var restored: [ReferenceColumns: Int] = [:]
  }

  /// A row of which a reference leads nowhere.
  fileprivate struct BrokenRow: Hashable {
    /// `nil` in a table without rowids.
    let rowNumber: Int64?
    let reference: ReferenceColumns
  }

  /// Whether the save has ended references that led nowhere: SQLite would not have them back.
  var restoresBrokenReferences: Bool { !record.absent.isEmpty }

  /// The references of the tables that lead nowhere; `nil` where none of a row to be written does.
  ///
  /// SQLite counts what a transaction breaks and mends, and takes the end of a reference that led nowhere before for the
  /// mending of any other: only where there is such a one its count is no answer.
  func brokenReferences() throws(StoreError) -> BrokenReferences? {
    if restoresBrokenReferences {
      return BrokenReferences(
        counts: try allBrokenReferences(),
        restored: try DanglingReferences(of: record, in: adaptor).restored()
      )
    }
    let finder = BrokenReference(adaptor: adaptor, restrictions: [:])
    let isReferring = record.layouts.map { !finder.references(of: $0.entity).isEmpty }
    for entry in record.entries where isReferring[entry.known.layout] {
      guard let after = entry.after else { continue }
      if try finder.isIn(record.record(after)) {
        return BrokenReferences(counts: try allBrokenReferences())
      }
    }
    return nil
  }

  /// Whether references lead nowhere that did not before, nor before the save.
  func breaksReferences(besides known: BrokenReferences) throws(StoreError) -> Bool {
    var more: [ReferenceColumns: Int] = [:]
    for (row, count) in try allBrokenReferences() {
      let added = count - known.counts[row, default: 0]
      if added > 0 { more[row.reference, default: 0] += added }
    }
    return more.contains { $1 > known.restored[$0, default: 0] }
  }

  private func allBrokenReferences() throws(StoreError) -> [BrokenRow: Int] {
    let own = tables.map(\.entity)
    let referring = own.flatMap(\.relationships)
      .filter { $0.isToMany && !$0.definition.isInferred }.compactMap(\.destination)
    var counts: [BrokenRow: Int] = [:]
    for name in Set((own + referring).map(\.definition.table)) {
      try adaptor.mapped { () throws(SQLiteError) in
        let columns = try Dictionary(
          grouping: adaptor.connection.rows(
            "SELECT id, \"from\" FROM pragma_foreign_key_list(?, ?)",
            [.text(name.name), .text(name.schemaName)]
          ) { (id: $0.int(0), name: $0.text(1)) },
          by: \.id
        ).mapValues { $0.map(\.name) }
        let rows = try adaptor.connection.rows(
          "SELECT rowid, fkid FROM pragma_foreign_key_check(?, ?)",
          [.text(name.name), .text(name.schemaName)]
        ) { row in
          BrokenRow(
            rowNumber: row.isNull(0) ? nil : row.int(0),
            reference: ReferenceColumns(
              table: name.name,
              in: name.schemaName,
              columns: columns[row.int(1)] ?? []
            )
          )
        }
        for row in rows { counts[row, default: 0] += 1 }
      }
    }
    return counts
  }
}
