package import EntityModel
package import EntityStore
package import Formatting
package import Qualifiers

/// The parts of SQL that differ between database engines.
///
/// The members return pieces of statements, as text or with parameters. Names passed in are quoted already.
///
/// A parameter is a `?` in the text, in the order of ``SQLFragment/parameters``. Its value is in stored form: null, a number, a
/// text or bytes. A list with bytes is a text that is not valid UTF-8.
package protocol SQLDialect: AnyObject {
  // MARK: Names

  /// A name of a table or column.
  func identifier(_ name: String) -> String
  /// A table by the name of its schema and its own.
  func table(_ name: TableName) -> String
  /// A table of the program's own that lasts as long as the connection.
  func temporaryTable(_ name: String) -> String

  // MARK: Columns

  /// The column by which a table numbers its rows, beside those that are declared; `nil` where there is none.
  func rowNumber(of entity: Entity) -> String?
  /// Returns the kind of values that a column can hold.
  func kind(of attribute: Attribute, in entity: Entity) -> StoredKind
  /// The collation by which an order compares a column; `nil` for that of the column.
  func collation(_ comparison: SortOrdering.Comparison, _ coding: ColumnCoding) -> String?
  /// How much is read of a column of which a text may have so many characters and a blob so many bytes, from `firstByte` on
  /// where a part of it is asked for.
  func part(
    of column: SelectScope.Column,
    _ table: SelectScope.Table,
    named name: String,
    upTo maximumLength: Int?,
    maximumByteCount: Int,
    from firstByte: Int?
  ) -> SelectedPart

  /// Returns a value in stored form as SQL that compares as the parameter would.
  func literal(_ value: Value) -> String

  // MARK: Truth

  /// True, false or unknown.
  func literal(_ truth: Bool?) -> String
  /// Says that something computed that is a truth is true.
  func isTrue(_ sql: String) -> String
  /// Says that a number or truth is neither 0 nor false.
  func isNotZero(_ fragment: SQLFragment) -> SQLFragment
  /// Says that two values are the same, or both null.
  func isSame(_ left: String, _ right: String) -> String
  /// Says that a column holds a whole number.
  func holdsInteger(_ column: String) -> String
  /// Says that a column holds a binary fraction.
  func holdsReal(_ column: String) -> String
  /// Says that a column holds a number.
  func holdsNumber(_ column: String) -> String

  // MARK: Texts

  /// The clause after a text comparison that makes it compare byte by byte.
  var byteOrder: String { get }
  /// Says that a column begins with a text, byte by byte.
  func hasPrefix(_ column: String, _ text: String) -> SQLFragment
  /// Says that a column has a text in it, byte by byte.
  func contains(_ column: String, _ text: String) -> SQLFragment

  // MARK: Rows

  /// Whether null stands before everything else where nothing is said, and last where the order is turned.
  var putsNullsFirst: Bool { get }
  /// At most so many rows, from a position on.
  func limit(_ count: Int, from position: Int?) -> SQLFragment
  /// Joins tables in the order in which they stand.
  var joinInOrder: String { get }

  // MARK: The evaluator

  /// A test that the evaluator of conditions makes, for operands of which the constant ones are not among the arguments.
  ///
  /// - Throws: ``StoreError/unsupported(_:)`` where the engine cannot call the evaluator, nor say the same.
  func test(_ test: RowTest, _ arguments: [SQLFragment]) throws(StoreError) -> SQLFragment
  /// A value that the evaluator computes from columns.
  func value(_ value: DerivedValue, _ columns: [String]) throws(StoreError) -> String
  /// An aggregate of a column that the program computes; null of no rows.
  func aggregate(_ aggregate: ComputedAggregate, _ column: String) throws(StoreError) -> String
  /// Says that a row shows what a search looks for.
  func search(_ search: TextSearch, in scope: SelectScope) throws(StoreError) -> SQLFragment
}

/// The kind of values that a column can hold, as far as it affects comparisons.
package enum StoredKind: Sendable, Hashable {
  /// Texts, and what a person would call bytes.
  case text
  /// Numbers: a text that is one has become it.
  case numeric
  /// Anything, as it was written.
  case mixed
}

/// The SQL that selects a column: whole, its beginning only, or an empty placeholder for a long value that is read separately.
///
/// The dialect decides it; `Selection` adds the columns to the statement.
package enum SelectedPart {
  /// All of it.
  case whole
  /// The beginning; of blobs `size` tells how many bytes they have.
  case beginning(sql: String, size: String)
  /// An empty text or blob in place of a long one; its beginning is read separately, by row number.
  case apart(sql: String, rowNumber: String, column: String)
}

/// A comparison or condition on one row that SQL leaves to the evaluator of conditions, as a call of an SQL function.
///
/// Both therefore mean the same as in memory.
package struct RowTest: Hashable {
  /// The kind of a row test: a comparison of both sides, or the truth of the left side.
  package enum Test: Hashable {
    case comparison(Qualifier.Operator)
    case truth
  }

  /// An operand of the test: a value that the database passes for each row, with the coding to decode it, or a constant.
  package enum Side: Hashable {
    case stored(ColumnCoding)
    case constant(Value)
  }

  package var test: Test
  package var left: Side
  /// A constant null for tests of one side.
  package var right = Side.constant(.null)
}
