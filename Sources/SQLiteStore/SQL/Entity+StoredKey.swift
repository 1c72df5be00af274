package import EntityModel
import Formatting
package import Qualifiers
import SQL

extension Entity {
  /// A value of the key as it is stored: null, a number, a text, bytes, or the bytes of a text that is no UTF-8 as a list
  /// of them; `nil` for what no column holds.
  package func stored(_ value: Value, ofKey name: String) -> Value? {
    try? keyCoding(name).encode(value)
  }

  /// Returns the value that a record's identity has for a stored value.
  package func keyValue(ofStored value: Value, ofKey name: String) -> Value {
    ColumnCoding.encodeRaw(value).map { keyCoding(name).decodeKey($0) } ?? value
  }

  private func keyCoding(_ name: String) -> ColumnCoding {
    attribute(named: name).map { ColumnCoding($0).ofKeys } ?? ColumnCoding(.integer)
  }
}
