import EntityModel
import Qualifiers
import SQLite

/// Looks at some rows of a table, spread over its key: how long its values are, and where there are only a few.
///
/// The rows are those behind a few places of the key, so that a table of any size costs the same; what takes longer
/// than the time allowed is left unknown. Views and virtual tables are not looked at: they may compute for minutes.
struct Survey {
  let connection: Connection
  let entity: Entity
  private let limit = WorkLimit(work: .milliseconds(30), time: .milliseconds(250))

  /// Stretches of the table, and rows in each.
  private static let stretches = 8
  private static let rowsInStretch = 16
  /// Longer values are prose, whatever the rest is.
  private static let widest = 60

  init(connection: Connection, entity: Entity) {
    (self.connection, self.entity) = (connection, entity)
  }

  /// What the rows show, by attribute.
  func findings() -> [String: AttributeFindings] {
    guard entity.definition.kind == .table, !entity.definition.isHidden else { return [:] }
    let attributes = entity.attributes.filter(Self.isMeasured)
    guard !attributes.isEmpty else { return [:] }
    // Cells as large as files are not worth reading: SQLite refuses them before it does.
    let rows = connection.limitingValues(to: 100_000) { samples(of: attributes) }
    var findings: [String: AttributeFindings] = [:]
    for (position, attribute) in attributes.enumerated() {
      let texts = rows.compactMap { $0[position] }
      var found = AttributeFindings()
      found.width = Self.width(of: texts)
      if isEnumeration(attribute) { found.values = values(of: attribute, samples: texts) }
      findings[attribute.name] = found
    }
    return findings
  }

  /// Whether values of the attribute are entered into a line, and its type does not say how long they are.
  private static func isMeasured(_ attribute: Attribute) -> Bool {
    let definition = attribute.definition
    guard !definition.isHidden, !definition.isForeignKey, !definition.isGenerated,
      !definition.isRowIDAlias, definition.derivation == nil
    else { return false }
    switch attribute.type {
    case .string, .email, .url, .uuid, .integer, .number, .decimal: return true
    default: return false
    }
  }

  // MARK: Rows

  /// The texts of the attributes in each row looked at; `nil` for null.
  private func samples(of attributes: [Attribute]) -> [[String?]] {
    let columns = attributes.map { "substr(\(SQLText.identifier($0.columnName)), 1, 64)" }
    let select =
      "SELECT \(columns.joined(separator: ", ")) FROM \(entity.sqlName)"
    guard let rowID = entity.rowIDName else { return ends(select) }
    let table = entity.sqlName
    guard case .int(let first)? = try? connection.scalar("SELECT min(\(rowID)) FROM \(table)"),
      case .int(let last)? = try? connection.scalar("SELECT max(\(rowID)) FROM \(table)")
    else { return [] }
    let step = (Double(last) - Double(first)) / Double(Self.stretches)
    var rows: [[String?]] = []
    var next = first
    for stretch in 0..<Self.stretches {
      let place = Int64(exactly: (Double(first) + step * Double(stretch)).rounded(.down)) ?? first
      guard
        let behind = read(
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
  ) -> Int64? {
    guard let statement = try? connection.cached(sql),
      (try? statement.bind(parameters)) != nil
    else { return nil }
    defer { statement.reset() }
    var last: Int64?
    while !limit.isPassed, (try? statement.step()) == true {
      last = statement.int(0)
      rows.append((1..<statement.columnCount).map(statement.optionalText))
    }
    return last
  }

  /// The first and the last rows by the primary key, of a table without a rowid.
  private func ends(_ select: String) -> [[String?]] {
    let key = entity.identity.compactMap { entity.attribute(named: $0)?.columnName }
    guard !key.isEmpty else { return [] }
    let count = Self.stretches * Self.rowsInStretch / 2
    var rows: [[String?]] = []
    for direction in ["ASC", "DESC"] {
      let order = key.map { "\(SQLText.identifier($0)) \(direction)" }.joined(separator: ", ")
      guard let statement = try? connection.prepare("\(select) ORDER BY \(order) LIMIT \(count)")
      else { return rows }
      while !limit.isPassed, (try? statement.step()) == true {
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

  /// Whether the name of an attribute says that its values are of a kind.
  private func isEnumeration(_ attribute: Attribute) -> Bool {
    let definition = attribute.definition
    guard attribute.type == .string, definition.choices.isEmpty, !definition.isPrimaryKey,
      !definition.isUnique
    else { return false }
    return Naming.words(of: attribute.name).last.map { Self.kinds.contains($0.lowercased()) }
      ?? false
  }

  private static let kinds: Set<String> = [
    "category", "class", "condition", "currency", "frequency", "gender", "grade", "kind", "level",
    "method", "mode", "outcome", "phase", "priority", "rating", "role", "severity", "sex", "size",
    "stage", "state", "status", "type", "unit", "visibility",
  ]
  private static let mostValues = 12

  /// The values, where there are few and each of them many times.
  private func values(of attribute: Attribute, samples: [String]) -> [Value] {
    let seen = Set(samples)
    // One value everywhere does not tell what else there may be.
    guard samples.count >= 12, seen.count * 3 <= samples.count,
      (2...Self.mostValues).contains(seen.count),
      seen.allSatisfy({ $0.count <= 32 })
    else { return [] }
    guard let known = indexedValues(of: attribute) else { return seen.sorted().map(Value.string) }
    return (2...Self.mostValues).contains(known.count) ? known.map(Value.string) : []
  }

  /// All values of a column with an index, one more than the most at most: from one to the next along the index.
  private func indexedValues(of attribute: Attribute) -> [String]? {
    let column = SQLText.identifier(attribute.columnName)
    let table = entity.sqlName
    guard let index = index(leadingWith: attribute.columnName) else { return nil }
    let source = "\(table) INDEXED BY \(SQLText.identifier(index))"
    return try? connection.rows(
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

  /// An index whose first column it is, unless statistics tell that it has many values.
  private func index(leadingWith column: String) -> String? {
    let indexes = try? connection.rows(
      """
      SELECT i.name FROM pragma_index_list(?1, ?3) i, pragma_index_info(i.name, ?3) c
      WHERE NOT i.partial AND c.seqno = 0 AND c.name = ?2
      """,
      [.text(entity.tableName), .text(column), .text(entity.schemaName)]
    ) { row throws(SQLiteError) in row.text(0) }
    return indexes?.first
  }
}
