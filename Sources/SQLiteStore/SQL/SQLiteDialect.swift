import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// The SQLite dialect for the SQL generator: how identifiers, columns, conditions and functions are written.
///
/// Conditions that SQL cannot express become calls of functions registered on the connection.
final class SQLiteDialect: SQLDialect {
  /// The tests that SQL leaves to the evaluator.
  let functions = SQLFunctionRegistry()
  let textEncoding: TextEncoding

  init(_ textEncoding: TextEncoding) { self.textEncoding = textEncoding }

  // MARK: Names

  func identifier(_ name: String) -> String { SQLText.identifier(name) }
  func table(_ name: TableName) -> String { SQLText.table(name.name, in: name.schemaName) }
  func temporaryTable(_ name: String) -> String { "temp.\(name)" }

  // MARK: Columns

  func rowNumber(of entity: Entity) -> String? { entity.rowIDName }

  func kind(of attribute: Attribute, in entity: Entity) -> StoredKind {
    switch Affinity(of: attribute, in: entity) {
    case .text: .text
    case .numeric: .numeric
    case .none: .mixed
    }
  }

  func collation(_ comparison: SortOrdering.Comparison, _ coding: ColumnCoding) -> String? {
    switch comparison {
    // What only identifies a row is told apart text by text.
    case .standard: coding.storage == .isoOffset ? TimestampText.collationName : nil
    case .caseInsensitive, .natural: comparison.collation
    }
  }

  /// SQLite reads a value to its end before a function could cut it, and a list should not wait for a film that somebody put
  /// into a cell.
  func part(
    of column: SelectScope.Column,
    _ table: SelectScope.Table,
    named name: String,
    upTo maximumLength: Int?,
    maximumByteCount: Int,
    from firstByte: Int?
  ) -> SelectedPart {
    guard column.kind != .numeric else { return .whole }
    let kind = "CASE typeof(\(column.sql))"
    guard textEncoding == .utf8, let attribute = table.entity.attribute(named: name),
      attribute.definition.derivation == nil, let number = table.number,
      // Rows from before the column was added have its default without having a value.
      !attribute.definition.hasDefault, table.entity.hasLongValues
    else {
      return .beginning(
        sql: "\(kind)" + (maximumLength.map { Self.text(column.sql, upTo: $0) } ?? "")
          + Self.blob(column.sql, upTo: maximumByteCount, from: firstByte)
          + " ELSE \(column.sql) END",
        size: "\(kind) WHEN 'blob' THEN length(\(column.sql)) END"
      )
    }
    let text = maximumLength == nil ? "" : " WHEN 'text' THEN ''"
    return .apart(
      sql: "\(kind)\(text) WHEN 'blob' THEN x'' ELSE \(column.sql) END",
      rowNumber: number,
      column: attribute.columnName
    )
  }

  /// By bytes, of which a character has four at most.
  ///
  /// `substr` takes a NUL for the end of a text. Of nothing it makes null.
  private static func text(_ column: String, upTo maximumLength: Int) -> String {
    let start = "coalesce(substr(CAST(\(column) AS BLOB), 1, \((maximumLength + 1) * 4)), x'')"
    return " WHEN 'text' THEN CAST(\(start) AS TEXT)"
  }

  /// SQLite reads a blob to its end for any part: where none is asked for, of one that is long by any measure only the size is asked for.
  private static func blob(
    _ column: String,
    upTo maximumByteCount: Int,
    from firstByte: Int?
  ) -> String {
    let start = "coalesce(substr(\(column), \((firstByte ?? 0) + 1), \(maximumByteCount)), x'')"
    guard firstByte == nil else { return " WHEN 'blob' THEN \(start)" }
    return
      " WHEN 'blob' THEN CASE WHEN length(\(column)) > \(max(1 << 20, maximumByteCount)) THEN x''"
      + " ELSE \(start) END"
  }

  func literal(_ value: Value) -> String {
    switch value {
    case .null: "NULL"
    case .int(let number): "\(number)"
    case .string(let text) where !text.utf8.contains(0): SQLText.literal(text)
    default:
      self.value(DerivedValue(.value(Expression(.literal(value))), nil, for: .term), [])
    }
  }

  // MARK: Truth

  func literal(_ truth: Bool?) -> String { truth.map { $0 ? "1" : "0" } ?? "NULL" }
  func isTrue(_ sql: String) -> String { "\(sql) = 1" }
  func isNotZero(_ fragment: SQLFragment) -> SQLFragment { fragment + " <> 0" }
  func isSame(_ left: String, _ right: String) -> String { "\(left) IS \(right)" }
  func holdsInteger(_ column: String) -> String { "typeof(\(column)) = 'integer'" }
  func holdsReal(_ column: String) -> String { "typeof(\(column)) = 'real'" }
  func holdsNumber(_ column: String) -> String { "typeof(\(column)) IN ('integer', 'real')" }

  // MARK: Texts

  let byteOrder = " COLLATE BINARY"

  func hasPrefix(_ column: String, _ text: String) -> SQLFragment {
    var pattern = ""
    for scalar in text.unicodeScalars {
      if ["*", "?", "["].contains(scalar) {
        pattern += "[\(scalar)]"
      } else {
        pattern += "\(scalar)"
      }
    }
    return SQLFragment("\(column) GLOB ?", [.string(pattern + "*")])
  }

  func contains(_ column: String, _ text: String) -> SQLFragment {
    SQLFragment("instr(\(column), ?) > 0", [.string(text)])
  }

  // MARK: Rows

  let putsNullsFirst = true
  let joinInOrder = "CROSS JOIN"

  func limit(_ count: Int, from position: Int?) -> SQLFragment {
    guard let position else { return SQLFragment(" LIMIT ?", [.int(Int64(count))]) }
    return SQLFragment(" LIMIT ? OFFSET ?", [.int(Int64(count)), .int(Int64(position))])
  }

  // MARK: The evaluator

  func test(_ test: RowTest, _ arguments: [SQLFragment]) -> SQLFragment {
    let number = SQLFragment("?", [.int(Int64(functions.number(of: test)))])
    return "\(SQLFunctionRegistry.functionName)(" + .joined([number] + arguments, ", ") + ")"
  }

  func value(_ value: DerivedValue, _ columns: [String]) -> String {
    let arguments = ["\(functions.number(of: value))"] + columns
    return "\(DerivedValue.functionName)(\(arguments.joined(separator: ", ")))"
  }

  func aggregate(_ aggregate: ComputedAggregate, _ column: String) -> String {
    "\(GroupAggregate.functionName)(\(functions.number(of: aggregate)), \(column))"
  }

  func search(_ search: TextSearch, in scope: SelectScope) throws(StoreError) -> SQLFragment {
    try functions.searches.condition(search, scope)
  }
}

/// The text encoding of a database file, as SQLite reports it: UTF-8 or one of the UTF-16 encodings.
///
/// Code that reads stored bytes as text, such as partial reads of long values, needs UTF-8.
enum TextEncoding: Sendable {
  case utf8, utf16
}

extension SortOrdering.Comparison {
  /// The collation that compares so; `nil` for that of the column.
  var collation: String? {
    switch self {
    case .standard: nil
    case .caseInsensitive: "d2t_caseless"
    case .natural: "d2t_natural"
    }
  }
}

extension TimestampText {
  /// `d2t_moment(old, new)`: the moment `new` in the form of `old`; `new` as it stands where one of them is none.
  static let functionName = "d2t_moment"

  /// The order of moments.
  static let collationName = "d2t_moments"
}

extension ColumnCoding {
  /// Returns the SQL for a value assigned to a column: `?`, or a call that writes timestamps in the row's own form.
  func assigned(to column: String) -> String {
    storage.hasOffset ? "\(TimestampText.functionName)(\(column), ?)" : "?"
  }
}

extension SQLText {
  /// The first of the rowid's three names that no column has taken.
  static func rowIDName(besides columns: [String]) -> String? {
    let taken = Set(columns.map { $0.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
  }
}

extension Entity {
  /// The table as statements name it: always with its database, so that no other table of the name is meant.
  var sqlName: String { SQLText.table(tableName, in: schemaName) }

  /// A name by which SQL reaches the rowid; `nil` when there is none or columns hide all three.
  var rowIDName: String? {
    hasRowNumbers ? SQLText.rowIDName(besides: attributes.map(\.columnName)) : nil
  }

  /// Whether the identity is one INTEGER PRIMARY KEY, another name of the rowid.
  var identityAliasesRowID: Bool {
    guard identity.count == 1, let attribute = attribute(named: identity[0]) else { return false }
    return attribute.definition.isRowNumber
  }

  /// Whether SQLite can read values of the table in part.
  fileprivate var hasLongValues: Bool {
    definition.kind == .table
      && !attributes.contains { $0.definition.isGenerated && $0.definition.derivation == nil }
  }
}
