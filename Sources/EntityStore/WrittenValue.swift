package import EntityModel
package import Qualifiers

/// A value on its way into a file, where possible as it lies in memory.
package enum WrittenValue {
  case null
  case int(Int64)
  case double(Double)
  /// The text that says the value, not to be kept; the bytes may be no UTF-8.
  case text(UnsafeBufferPointer<UInt8>)
  /// Any other.
  case value(Value)
}

/// A value to be written: where it stands in the layout of its object, and what it is written as.
package struct WrittenColumn: Sendable {
  /// Where the value is in the layout of the records.
  package let position: Int
  package let type: AttributeType

  /// The value at a position, as an attribute of a type is written.
  package init(position: Int, type: AttributeType) {
    (self.position, self.type) = (position, type)
  }
}

extension Record {
  /// Hands the values of columns to `body`, each with the place of its column.
  ///
  /// Nothing is made of a text that is written as it is stored: of millions of values most.
  package func withWritten(_ columns: [WrittenColumn], _ body: (Int, WrittenValue) -> Void) {
    source.withWritten(columns, of: row, body)
  }
}

extension RecordSource {
  package func withWritten(
    _ columns: [WrittenColumn],
    of row: Int,
    _ body: (Int, WrittenValue) -> Void
  ) {
    for (index, column) in columns.enumerated() {
      body(index, .value(value(row, at: column.position)))
    }
  }
}
