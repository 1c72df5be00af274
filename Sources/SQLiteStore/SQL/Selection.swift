import EntityModel
import EntityStore
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
    /// The statement gives no more than is wanted; of blobs a column tells how many bytes they have.
    case limited(size: Int?)
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

  /// How many characters of a text are read; `nil` for all.
  let maximumLength: Int?
  /// How many bytes of a blob are read; `nil` for all.
  let maximumByteCount: Int?
  private let encoding: TextEncoding
  private var columns: [String] = []
  private var extents: [Extent] = []
  private var positions: [ExactText: Int] = [:]

  init(maximumLength: Int?, maximumByteCount: Int?, _ encoding: TextEncoding) {
    func bounded(_ length: Int) -> Int { min(max(length, 0), 1 << 28) }
    self.maximumLength = maximumLength.map(bounded)
    self.maximumByteCount = [maximumLength, maximumByteCount].compactMap(\.self).min().map(bounded)
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
    guard let maximumByteCount, column.affinity != .numeric else { return add(column.sql, .whole) }
    if let known = positions[ExactText(column.sql)] { return known }
    let kind = "CASE typeof(\(column.sql))"
    guard encoding == .utf8, let attribute = table.entity.attribute(named: name),
      attribute.definition.derivation == nil, let rowIDName = table.entity.rowIDName,
      // Rows from before the column was added have its default without having a value.
      !attribute.definition.hasDefault, table.entity.hasLongValues
    else {
      let size = whole("\(kind) WHEN 'blob' THEN length(\(column.sql)) END")
      let sql =
        "\(kind)" + (maximumLength.map { Self.text(column.sql, upTo: $0) } ?? "")
        + Self.blob(column.sql, upTo: maximumByteCount) + " ELSE \(column.sql) END"
      return add(sql, .limited(size: size), known: column.sql)
    }
    let rowID = whole("\(table.alias).\(rowIDName)")
    let long = LongColumn(
      table: table.entity.definition.table,
      name: attribute.columnName,
      rowID: rowID
    )
    let text = maximumLength == nil ? "" : " WHEN 'text' THEN ''"
    let sql = "\(kind)\(text) WHEN 'blob' THEN x'' ELSE \(column.sql) END"
    return add(sql, .apart(long), known: column.sql)
  }

  /// By bytes, of which a character has four at most.
  ///
  /// `substr` takes a NUL for the end of a text. Of nothing it makes null.
  private static func text(_ column: String, upTo maximumLength: Int) -> String {
    let start = "coalesce(substr(CAST(\(column) AS BLOB), 1, \((maximumLength + 1) * 4)), x'')"
    return " WHEN 'text' THEN CAST(\(start) AS TEXT)"
  }

  /// SQLite reads a blob to its end for its beginning: of one that is long by any measure only the size is asked for.
  private static func blob(_ column: String, upTo maximumByteCount: Int) -> String {
    let start = "coalesce(substr(\(column), 1, \(maximumByteCount)), x'')"
    return
      " WHEN 'blob' THEN CASE WHEN length(\(column)) > \(max(1 << 20, maximumByteCount)) THEN x''"
      + " ELSE \(start) END"
  }

  /// Selects all of a column, of which no more is kept than is wanted.
  /// - Returns: its position.
  mutating func uncut(_ sql: String) -> Int { add(sql, .limited(size: nil)) }

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
    private let cutsTexts: Bool

    init(_ selection: Selection, connection: Connection, expectedRows: Int) {
      packer = RowPacker(
        columnCount: selection.extents.count,
        expectedRows: expectedRows,
        maximumLength: selection.maximumLength,
        maximumByteCount: selection.maximumByteCount
      )
      cutsTexts = selection.maximumLength != nil
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
        case .limited(let size):
          let isBlob = size != nil && statement.storageClass(column) == .blob
          packer.append(
            statement,
            column,
            blobSize: isBlob ? size.map { Int(statement.int($0)) } : nil
          )
        case .apart(let long):
          let storageClass = statement.storageClass(column)
          let isLong = storageClass == .blob || storageClass == .text && cutsTexts
          if isLong, let value = longValues[column] {
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
