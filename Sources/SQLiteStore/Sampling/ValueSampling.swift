import EntityModel
import Qualifiers
import SQLite

/// A survey of one table's values from rows spread over its key: their lengths, and the columns with few different values.
///
/// Only rows behind a few places of the key are read, so that tables of any size cost the same. Results that exceed the time
/// limit stay unknown. Views and virtual tables are skipped, because they may compute for minutes.
struct ValueSampling {
  let connection: Connection
  let entity: Entity
  private let limit = SamplingBudget(work: .milliseconds(30), time: .milliseconds(250))

  /// Stretches of the table, and rows in each.
  private static let stretches = 8
  private static let rowsInStretch = 16
  /// Longer values are prose, whatever the rest is.
  private static let widest = 60

  init(connection: Connection, entity: Entity) {
    (self.connection, self.entity) = (connection, entity)
  }

  /// Returns what the sampled values reveal, by attribute.
  ///
  /// - Throws: an error that prevents reading rows, except for values that are too large or damaged.
  func findings() throws(SQLiteError) -> [String: AttributeStatistics] {
    guard entity.definition.kind == .table, !entity.definition.isHidden else { return [:] }
    // A statement has two thousand columns at most.
    let attributes = Array(entity.attributes.filter(Self.isMeasured).prefix(1_000))
    guard !attributes.isEmpty else { return [:] }
    // Cells as large as files are not worth reading: SQLite refuses them before it does.
    let rows = try connection.limitingValues(to: 100_000) { () throws(SQLiteError) in
      try samples(of: attributes)
    }
    let indexes = try leadingIndexes()
    var findings: [String: AttributeStatistics] = [:]
    for (position, attribute) in attributes.enumerated() {
      let texts = rows.compactMap { $0[position] }
      var found = AttributeStatistics()
      found.width = Self.width(of: texts)
      if Self.mayBeEnumeration(attribute) {
        let index = indexes[attribute.columnName.folded]
        found.values = try values(of: attribute, samples: texts, index)
      }
      findings[attribute.name] = found
    }
    return findings
  }

  /// Whether values of the attribute are entered into a line, and its type does not say how long they are.
  private static func isMeasured(_ attribute: Attribute) -> Bool {
    let definition = attribute.definition
    guard !definition.isHidden, !definition.isForeignKey, !definition.isGenerated,
      !definition.isRowNumber, definition.derivation == nil
    else { return false }
    return attribute.type.traits.isMeasured
  }

  // MARK: Rows

  /// The texts of the attributes in each row looked at; `nil` for null.
  private func samples(of attributes: [Attribute]) throws(SQLiteError) -> [[String?]] {
    let columns = attributes.map { "substr(\(SQLText.identifier($0.columnName)), 1, 64)" }
    let select =
      "SELECT \(columns.joined(separator: ", ")) FROM \(entity.sqlName)"
    guard let rowID = entity.rowIDName else { return try ends(select) }
    let table = entity.sqlName
    guard case .int(let first)? = try connection.scalar("SELECT min(\(rowID)) FROM \(table)"),
      case .int(let last)? = try connection.scalar("SELECT max(\(rowID)) FROM \(table)")
    else { return [] }
    let step = (Double(last) - Double(first)) / Double(Self.stretches)
    var rows: [[String?]] = []
    var next = first
    for stretch in 0..<Self.stretches {
      let place = Int64(exactly: (Double(first) + step * Double(stretch)).rounded(.down)) ?? first
      guard
        let behind = try read(
          "SELECT \(rowID), " + select.dropFirst("SELECT ".count)
            + " WHERE \(rowID) >= ? ORDER BY \(rowID) LIMIT \(Self.rowsInStretch)",
          [.int(max(place, next))],
          into: &rows
        ), behind < last
      else { break }
      next = behind + 1
    }
    return rows
  }

  /// Reads a stretch whose first column is the rowid.
  /// - Returns: the last rowid; `nil` at the end of the time or the table.
  private func read(
    _ sql: String,
    _ parameters: [SQLiteValue],
    into rows: inout [[String?]]
  ) throws(SQLiteError) -> Int64? {
    let statement = try connection.cached(sql)
    defer { statement.reset() }
    try statement.bind(parameters)
    var last: Int64?
    while !limit.isPassed, try hasNext(statement) {
      last = statement.int(0)
      rows.append((1..<statement.columnCount).map(statement.optionalText))
    }
    return last
  }

  /// Goes to the next row; what is too large or damaged ends the look as the last row does.
  private func hasNext(_ statement: Statement) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) { return try statement.step() } catch {
      guard error.reason == .corrupt || error.reason == .tooBig else { throw error }
      return false
    }
  }

  /// The first and the last rows by the primary key, of a table without a rowid.
  private func ends(_ select: String) throws(SQLiteError) -> [[String?]] {
    let key = entity.identity.compactMap { entity.attribute(named: $0)?.columnName }
    guard !key.isEmpty else { return [] }
    let count = Self.stretches * Self.rowsInStretch / 2
    var rows: [[String?]] = []
    for direction in ["ASC", "DESC"] {
      let order = key.map { "\(SQLText.identifier($0)) \(direction)" }.joined(separator: ", ")
      let statement = try connection.prepare("\(select) ORDER BY \(order) LIMIT \(count)")
      while !limit.isPassed, try hasNext(statement) {
        rows.append((0..<statement.columnCount).map(statement.optionalText))
      }
    }
    return rows
  }

  // MARK: What they show

  /// Room for the longest value seen and some more.
  private static func width(of texts: [String]) -> Int? {
    let lengths = texts.map(\.count).filter { $0 > 0 }
    guard lengths.count >= 8, let longest = lengths.max() else { return nil }
    let width = max(4, longest + longest / 4 + 1)
    return width <= widest ? width : nil
  }

  private static func mayBeEnumeration(_ attribute: Attribute) -> Bool {
    let definition = attribute.definition
    return attribute.type == .string && definition.choices.isEmpty && !definition.isPrimaryKey
      && !definition.isUnique
  }

  /// Whether the name of an attribute, or its declaration, says that its values are of a kind.
  private static func isNamedForKind(_ attribute: Attribute) -> Bool {
    // A truth that is stored as a text, 'Y' or 'no', is chosen from the texts that stand there.
    if ColumnType(declared: attribute.definition.declaredType).type.kind == .bool { return true }
    return Naming.words(of: attribute.name).last.map { kinds.contains($0.lowercased()) } ?? false
  }

  private static let kinds: Set<String> = [
    "category", "class", "condition", "currency", "frequency", "gender", "grade", "kind", "level",
    "method", "mode", "outcome", "phase", "priority", "rating", "role", "severity", "sex", "size",
    "stage", "state", "status", "type", "unit", "visibility",
  ]
  private static let mostValues = 12

  /// The values, where there are few and each of them many times.
  private func values(
    of attribute: Attribute,
    samples: [String],
    _ index: LeadingIndex?
  ) throws(SQLiteError) -> [Value] {
    if let index, let counted = index.valueCount {
      // Statistics grow old: they only tell whether to look, and what the index shows now is what there is.
      guard (2...2 * Self.mostValues).contains(counted), counted * 3 <= index.rowCount else {
        return []
      }
      return few(try indexedValues(of: attribute, index)) ?? []
    }
    let seen = Set(samples)
    // One value everywhere does not tell what else there may be.
    guard Self.isNamedForKind(attribute), samples.count >= 12, seen.count * 3 <= samples.count,
      let values = few(seen.sorted())
    else { return [] }
    guard let index else { return values }
    return few(try indexedValues(of: attribute, index)) ?? []
  }

  /// The texts as values, when they are as few and as short as names of kinds.
  private func few(_ texts: [String]) -> [Value]? {
    guard (2...Self.mostValues).contains(texts.count),
      texts.allSatisfy({ $0.count <= 32 })
    else { return nil }
    return texts.map(Value.string)
  }

  // MARK: Indexes

  /// An index that begins with a certain column, with its row count and number of different values as counted by `ANALYZE`.
  private struct LeadingIndex {
    var name: String
    var rowCount = 0
    /// About how many values the column has; `nil` when they were not counted.
    var valueCount: Int?
  }

  /// An index for each column with which one begins, by the column in small letters; one that was counted first.
  private func leadingIndexes() throws(SQLiteError) -> [FoldedName: LeadingIndex] {
    let statistics = try statistics()
    let indexes = try connection.rows(
      """
      SELECT i.name, c.name FROM pragma_index_list(?1, ?2) i, pragma_index_info(i.name, ?2) c
      WHERE NOT i.partial AND c.seqno = 0 AND c.name IS NOT NULL
      """,
      [.text(entity.tableName), .text(entity.schemaName)]
    ) { row throws(SQLiteError) in (index: row.text(0), column: row.text(1).folded) }
    var leading: [FoldedName: LeadingIndex] = [:]
    for (index, column) in indexes where leading[column]?.valueCount == nil {
      leading[column] = LeadingIndex(name: index)
      guard let (rows, rowsPerValue) = statistics[index], rowsPerValue > 0 else { continue }
      leading[column]?.rowCount = rows
      leading[column]?.valueCount = (rows + rowsPerValue - 1) / rowsPerValue
    }
    return leading
  }

  /// How many rows each index has, and how many of them have the same value in its first column; empty without `ANALYZE`.
  private func statistics() throws(SQLiteError) -> [String: (rows: Int, rowsPerValue: Int)] {
    let catalogue = SQLText.table("sqlite_schema", in: entity.schemaName)
    let isCounted = try connection.scalar(
      "SELECT 1 FROM \(catalogue) WHERE type = 'table' AND name = 'sqlite_stat1'"
    )
    guard isCounted != nil else { return [:] }
    let table = SQLText.table("sqlite_stat1", in: entity.schemaName)
    let rows = try connection.rows(
      "SELECT idx, stat FROM \(table) WHERE tbl = ? AND idx IS NOT NULL",
      [.text(entity.tableName)]
    ) { row throws(SQLiteError) in (index: row.text(0), numbers: row.text(1).split(separator: " "))
    }
    var statistics: [String: (rows: Int, rowsPerValue: Int)] = [:]
    for (index, numbers) in rows {
      guard numbers.count >= 2, let rows = Int(numbers[0]), let rowsPerValue = Int(numbers[1]),
        rows >= 0, rows < Int.max / 2, rowsPerValue < Int.max / 2
      else { continue }
      statistics[index] = (rows, rowsPerValue)
    }
    return statistics
  }

  /// All values of a column with an index, one more than the most at most: from one to the next along the index.
  private func indexedValues(
    of attribute: Attribute,
    _ index: LeadingIndex
  ) throws(SQLiteError) -> [String] {
    let column = SQLText.identifier(attribute.columnName)
    let source = "\(entity.sqlName) INDEXED BY \(SQLText.identifier(index.name))"
    return try connection.rows(
      """
      WITH RECURSIVE found(v) AS (
        SELECT min(\(column)) FROM \(source)
        UNION ALL
        SELECT (SELECT min(\(column)) FROM \(source) WHERE \(column) > v) FROM found
        WHERE v IS NOT NULL LIMIT \(Self.mostValues + 2))
      SELECT v FROM found WHERE v IS NOT NULL LIMIT \(Self.mostValues + 1)
      """
    ) { row throws(SQLiteError) in row.text(0) }
  }
}
