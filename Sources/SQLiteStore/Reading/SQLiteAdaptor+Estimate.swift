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

  func sample(of entityName: String, count: Int) throws(StoreError) -> RowSample? {
    let entity = try entity(entityName)
    guard entity.definition.kind == .table, entity.rowQualifier == nil, count > 0,
      let rowID = entity.rowIDName, let bounds = try rowNumberBounds(of: entity)
    else { return nil }
    let (parts, length) = (Int64(min(64, count)), count / min(64, count))
    let (span, overflows) = bounds.last.subtractingReportingOverflow(bounds.first)
    guard !overflows, span / parts > 4 * Int64(length) else { return nil }
    var stretches: [ClosedRange<Int64>] = []
    for part in 0..<parts {
      let start = bounds.first + span / parts * part
      func row(_ position: Int) throws(StoreError) -> Int64? {
        let statement = SQLFragment(
          "SELECT \(rowID) FROM \(entity.sqlName) WHERE \(rowID) >= ? ORDER BY \(rowID) LIMIT 1 OFFSET ?",
          [.int(start), .int(Int64(position))]
        )
        return try first(statement, { $0.int(0) })
      }
      // From a row to before another one, the share is that of the rows. Where rows lie together, those of a stretch reach
      // into the next, which would have them again.
      guard let begin = try row(0), let next = try row(length), next <= start + span / parts else {
        return nil
      }
      stretches.append(begin...next - 1)
    }
    let covered = stretches.reduce(0.0) { $0 + Double($1.upperBound - $1.lowerBound) + 1 }
    return RowSample(stretches: stretches, share: covered / (Double(span) + 1))
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
    guard entity.rowIDName != nil else { return nil }
    guard let bounds = try rowNumberBounds(of: entity) else { return 0 }
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

  /// The first and the last number of an entity's rows; `nil` where there are none.
  private func rowNumberBounds(
    of entity: Entity
  ) throws(StoreError) -> (first: Int64, last: Int64)? {
    guard let rowID = entity.rowIDName else { return nil }
    let table = entity.sqlName
    // Each by itself is a look at one end.
    let ends = "SELECT (SELECT min(\(rowID)) FROM \(table)), (SELECT max(\(rowID)) FROM \(table))"
    return try first(SQLFragment(ends)) { $0.isNull(0) ? nil : ($0.int(0), $0.int(1)) }
  }

  func survey(_ entity: Entity) throws(StoreError) {
    guard !entity.findings.isKnown else { return }
    let survey = ValueSampling(connection: connection, entity: entity)
    entity.findings.set(try mapped { () throws(SQLiteError) in try survey.findings() })
  }
}
