package import EntityModel
package import EntityStore
import Formatting

/// The columns that a statement selects, and how much of each is returned: all, a limited part, or a placeholder.
package struct Selection {
  /// The amount of a selected column that a statement returns: all, a limited part, or a placeholder for a long value.
  package enum Extent {
    /// All of it.
    case whole
    /// The statement gives no more than is wanted; of blobs a column tells how many bytes they have.
    case limited(size: Int?)
    /// An empty text or blob in place of a long one; its beginning is read separately.
    case apart(LongColumn)
  }

  /// A column whose long texts and blobs are not selected but read separately, by table, column name and row number.
  package struct LongColumn {
    package var table: TableName
    package var name: String
    /// The index of the selected column that holds the row number.
    package var rowNumber: Int
  }

  /// How many characters of a text are read; `nil` for all.
  package let maximumLength: Int?
  /// How many bytes of a blob are read; `nil` for all.
  package let maximumByteCount: Int?
  /// The byte from which a part of a blob is read; `nil` where no part is asked for.
  package let firstByte: Int?
  private let dialect: any SQLDialect
  private var columns: [String] = []
  package private(set) var extents: [Extent] = []
  private var positions: [[UInt8]: Int] = [:]

  package init(
    maximumLength: Int?,
    maximumByteCount: Int?,
    from firstByte: Int? = nil,
    _ dialect: any SQLDialect
  ) {
    self.firstByte = firstByte
    func bounded(_ length: Int) -> Int { min(max(length, 0), 1 << 28) }
    self.maximumLength = maximumLength.map(bounded)
    self.maximumByteCount = [maximumLength, maximumByteCount].compactMap(\.self).min().map(bounded)
    self.dialect = dialect
  }

  /// The list of columns for SELECT.
  package var sql: String { columns.isEmpty ? "1" : columns.joined(separator: ", ") }

  /// How many columns are selected.
  package var columnCount: Int { columns.count }

  /// Selects all of a column.
  /// - Returns: its position.
  package mutating func whole(_ sql: String) -> Int { add(sql, .whole) }

  /// Selects all of a column.
  package mutating func whole(_ column: SelectScope.Column) -> FetchPlan.Output {
    FetchPlan.Output(column: whole(column.sql), coding: column.coding)
  }

  /// Selects as much as is wanted of what a path leads to, or all where it is selected whole already.
  package mutating func value(
    at path: ArraySlice<String>,
    in scope: SelectScope
  ) throws(StoreError) -> FetchPlan.Output {
    let column = try scope.column(path)
    if case .expression = try scope.source(path) {
      // A part of it would be computed anew.
      return FetchPlan.Output(column: uncut(column.sql), coding: column.coding)
    }
    let position = value(column, of: try scope.table(path.dropLast()), named: path.last ?? "")
    return FetchPlan.Output(column: position, coding: column.coding)
  }

  private mutating func value(
    _ column: SelectScope.Column,
    of table: SelectScope.Table,
    named name: String
  ) -> Int {
    guard let maximumByteCount else { return add(column.sql, .whole) }
    if let known = positions[Array(column.sql.utf8)] { return known }
    let part = dialect.part(
      of: column,
      table,
      named: name,
      upTo: maximumLength,
      maximumByteCount: maximumByteCount,
      from: firstByte
    )
    switch part {
    case .whole: return add(column.sql, .whole)
    case .beginning(let sql, let size):
      return add(sql, .limited(size: whole(size)), known: column.sql)
    case .apart(let sql, let rowNumber, let name):
      let long = LongColumn(
        table: table.entity.definition.table,
        name: name,
        rowNumber: whole(rowNumber)
      )
      return add(sql, .apart(long), known: column.sql)
    }
  }

  /// Selects all of a column, of which no more is kept than is wanted.
  /// - Returns: its position.
  package mutating func uncut(_ sql: String) -> Int { add(sql, .limited(size: nil)) }

  private mutating func add(_ sql: String, _ extent: Extent, known name: String? = nil) -> Int {
    // Names that look alike may be of two columns.
    let key = Array((name ?? sql).utf8)
    if let known = positions[key] { return known }
    positions[key] = columns.count
    columns.append(sql)
    extents.append(extent)
    return columns.count - 1
  }
}
