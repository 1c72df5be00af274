import EntityModel
import SQLite

/// How a database stores its texts.
enum TextEncoding: Sendable {
  case utf8, utf16
}

/// The columns of a statement, and how much is read of each.
struct Selection {
  private enum Extent {
    /// All of it.
    case whole
    /// The statement gives no more than is wanted.
    case limited
    /// Of a text or blob the statement gives an empty one; its beginning is read apart.
    ///
    /// SQLite reads a value to its end before a function could cut it, and a list should not wait for a film that
    /// somebody put into a cell.
    case apart(LongColumn)
  }

  /// A column whose values are read apart.
  private struct LongColumn {
    var table: TableName
    var name: String
    /// Which of the selected columns has the row's number.
    var rowID: Int
  }

  /// How many characters of a text and bytes of a blob are read; `nil` for all.
  let maximumLength: Int?
  private let encoding: TextEncoding
  private var columns: [String] = []
  private var extents: [Extent] = []
  private var positions: [ExactText: Int] = [:]

  init(maximumLength: Int?, _ encoding: TextEncoding) {
    self.maximumLength = maximumLength.map { min(max($0, 0), 1 << 28) }
    self.encoding = encoding
  }

  /// What stands behind SELECT.
  var sql: String { columns.isEmpty ? "1" : columns.joined(separator: ", ") }

  /// How many columns are selected.
  var columnCount: Int { columns.count }

  /// Selects all of a column.
  /// - Returns: its position.
  mutating func whole(_ sql: String) -> Int { add(sql, .whole) }

  /// Selects as much of a column as is wanted, or all where it is selected whole already.
  /// - Returns: its position.
  mutating func value(_ column: SelectScope.Column, of table: SelectScope.Table, _ name: String)
    -> Int
  {
    guard let maximumLength, column.affinity != .numeric else { return add(column.sql, .whole) }
    if let known = positions[ExactText(column.sql)] { return known }
    let kind = "CASE typeof(\(column.sql))"
    guard encoding == .utf8, let attribute = table.entity.attribute(named: name),
      attribute.definition.derivation == nil, let rowIDName = table.entity.rowIDName,
      // Rows from before the column was added have its default without having a value.
      !attribute.definition.hasDefault, table.entity.hasLongValues
    else {
      // By bytes, of which a character has four at most: substr takes a NUL for the end of a text. Of nothing it makes
      // null.
      let count = Self.mostBytes(of: maximumLength)
      let start = "coalesce(substr(CAST(\(column.sql) AS BLOB), 1, \(count)), x'')"
      let sql =
        "\(kind) WHEN 'text' THEN CAST(\(start) AS TEXT) WHEN 'blob' THEN \(start)"
        + " ELSE \(column.sql) END"
      return add(sql, .limited, known: column.sql)
    }
    let rowID = whole("\(table.alias).\(rowIDName)")
    let long = LongColumn(
      table: table.entity.definition.table,
      name: attribute.columnName,
      rowID: rowID
    )
    let sql = "\(kind) WHEN 'text' THEN '' WHEN 'blob' THEN x'' ELSE \(column.sql) END"
    return add(sql, .apart(long), known: column.sql)
  }

  /// How many bytes a statement gives of a value of which so many characters are wanted.
  static func mostBytes(of maximumLength: Int) -> Int { (maximumLength + 1) * 4 }

  /// Selects all of a column, of which no more is kept than is wanted.
  /// - Returns: its position.
  mutating func uncut(_ sql: String) -> Int { add(sql, .limited) }

  private mutating func add(_ sql: String, _ extent: Extent, known name: String? = nil) -> Int {
    if let known = positions[ExactText(name ?? sql)] { return known }
    positions[ExactText(name ?? sql)] = columns.count
    columns.append(sql)
    extents.append(extent)
    return columns.count - 1
  }
}

// MARK: - Rows

extension Selection {
  /// Reads the rows of one window into batches.
  struct Reader: ~Copyable {
    /// How many rows were read.
    private(set) var count = 0
    /// How many bytes the texts and blobs of finished batches have.
    private(set) var contentSize = 0
    private var batches: [RowBatch] = []
    private var packer: RowPacker
    private let extents: [Extent]
    private let longValues: [LongValue?]
    private let isPlain: Bool

    init(_ selection: Selection, connection: Connection, expectedRows: Int) {
      packer = RowPacker(
        columnCount: selection.extents.count,
        expectedRows: expectedRows,
        maximumLength: selection.maximumLength
      )
      extents = selection.extents
      var isPlain = true
      longValues = selection.extents.map { extent in
        if case .whole = extent { return nil }
        isPlain = false
        guard case .apart(let column) = extent else { return nil }
        return LongValue(
          connection,
          schemaName: column.table.schemaName,
          table: column.table.name,
          column: column.name
        )
      }
      self.isPlain = isPlain
    }

    /// Whether it is time to stop, however many rows were asked for.
    var isFull: Bool { contentSize + packer.contentSize >= 1 << 28 }

    /// Reads the current row of a statement.
    mutating func read(_ statement: Statement) throws(SQLiteError) {
      if packer.isFull { takeBatch() }
      count += 1
      guard !isPlain else { return packer.appendRow(statement) }
      packer.beginRow()
      for (column, extent) in extents.enumerated() {
        switch extent {
        case .whole: packer.append(statement, column, isWhole: true)
        case .limited: packer.append(statement, column)
        case .apart(let long):
          let storageClass = statement.storageClass(column)
          if let value = longValues[column], storageClass == .text || storageClass == .blob {
            try value.open(rowID: statement.int(long.rowID))
            try packer.append(storageClass, beginningOf: value)
          } else {
            packer.append(statement, column)
          }
        }
      }
    }

    /// What was read since the last call.
    mutating func finish() -> [RowBatch] {
      takeBatch()
      defer { batches = [] }
      return batches
    }

    private mutating func takeBatch() {
      contentSize += packer.contentSize
      batches.append(packer.takeBatch())
    }
  }
}

extension Entity {
  /// Whether SQLite can read values of the table in part.
  fileprivate var hasLongValues: Bool {
    definition.kind == .table
      && !attributes.contains { $0.definition.isGenerated && $0.definition.derivation == nil }
  }
}
