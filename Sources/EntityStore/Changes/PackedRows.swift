package import Qualifiers

/// Rows to be inserted, packed together as their database will store them; made by an ``InsertionPacker``.
package protocol PackedRows: Sendable {
  /// How many rows there are.
  var count: Int { get }

  /// Whether all rows have the same of an attribute, given by its place in the plan.
  func isConstant(_ position: Int) -> Bool

  /// The rows one by one, each with a value for each attribute of the plan.
  var unpacked: [[Value?]] { get }

  /// The first row with a value for each attribute of the plan; `nil` when there is none.
  var first: [Value?]? { get }
}

/// A builder that takes rows to be inserted, value by value, and packs them in the form that the database stores.
///
/// Imports use it to insert many rows; ``EntityStore/packer(_:attributes:columns:constants:)`` makes one.
package protocol InsertionPacker: AnyObject {
  /// About how many bytes they have.
  var length: Int { get }

  /// Takes what was packed since the last call.
  func take() -> any PackedRows

  /// Begins a row; a value for each column follows.
  func beginRow()

  /// Takes back the row that was begun last.
  func dropRow()

  /// Packs a whole number.
  func append(_ number: Int64)

  /// Packs a number.
  func append(_ number: Double)

  /// Packs a text.
  func append(text: UnsafeBufferPointer<UInt8>)

  /// Packs a text that a column of days or moments stores as it is.
  ///
  /// - Returns: whether the text is such a one.
  func append(moment text: UnsafeBufferPointer<UInt8>) -> Bool

  /// Packs a value.
  ///
  /// - Returns: whether it could be; lists, dictionaries and objects no column holds.
  func append(_ value: Value) -> Bool
}
