import EntityModel
import EntityStore
import Qualifiers
import SQL
import SQLite

extension SQLiteAdaptor {
  /// The smaller of what ANALYZE has found and of what the numbers of the rows allow.
  func estimatedCount(of entityName: String) throws(StoreError) -> Int? {
    let entity = try entity(entityName)
    guard entity.definition.kind == .table, entity.rowQualifier == nil else { return nil }
    let analyzed = try analyzedCount(of: entity)
    guard let numbers = try rowNumbers(of: entity) else { return analyzed }
    return analyzed.map { min($0, numbers) } ?? numbers
  }

  /// Returns the row count in `sqlite_stat1`; `nil` without statistics.
  ///
  /// A partial index counts fewer rows than the table has, so the largest count is used.
  private func analyzedCount(of entity: Entity) throws(StoreError) -> Int? {
    let catalogue = SQLText.table("sqlite_schema", in: entity.schemaName)
    let statistics = SQLFragment("SELECT 1 FROM \(catalogue) WHERE name = 'sqlite_stat1'")
    guard try first(statistics, { _ in true }) != nil else { return nil }
    var counts: [Int] = []
    let statement = SQLFragment(
      "SELECT stat FROM \(SQLText.table("sqlite_stat1", in: entity.schemaName)) WHERE tbl = ? COLLATE NOCASE",
      [.string(entity.tableName)]
    )
    try rows(statement) { row in
      if let count = Int(row.text(0).prefix { $0 != " " }) { counts.append(count) }
    }
    return counts.max()
  }

  /// How many rows there can be between the first number and the last; `nil` where they are too far apart to tell.
  private func rowNumbers(of entity: Entity) throws(StoreError) -> Int? {
    guard let rowID = entity.rowIDName else { return nil }
    let table = entity.sqlName
    // Each by itself is a look at one end.
    let ends = "SELECT (SELECT min(\(rowID)) FROM \(table)), (SELECT max(\(rowID)) FROM \(table))"
    let bounds = try first(SQLFragment(ends)) { row in
      row.isNull(0) ? nil : (first: row.int(0), last: row.int(1))
    }
    guard let bounds else { return 0 }
    let (span, overflows) = bounds.last.subtractingReportingOverflow(bounds.first)
    guard !overflows, span < .max else { return nil }
    var size: Int64 = 1
    for pragma in ["page_count", "page_size"] {
      try rows(SQLFragment("PRAGMA \(SQLText.identifier(entity.schemaName)).\(pragma)")) {
        size *= $0.int(0)
      }
    }
    // No row takes less in a file.
    return span < size / 6 ? Int(span) + 1 : nil
  }

  func survey(_ entity: Entity) throws(StoreError) {
    guard !entity.findings.isKnown else { return }
    let survey = ValueSampling(connection: connection, entity: entity)
    entity.findings.set(try mapped { () throws(SQLiteError) in try survey.findings() })
  }
}
