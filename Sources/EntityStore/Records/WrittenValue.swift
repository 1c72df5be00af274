package import Qualifiers

/// A stored value passed to an export writer without copying where possible: null, number, text bytes, or another value.
package enum WrittenValue {
  case null
  case int(Int64)
  case double(Double)
  /// A text, not to be kept; the bytes may be no UTF-8.
  case text(UnsafeBufferPointer<UInt8>)
  /// Any other: bytes, or the value of a row that was made and not fetched.
  case value(Value)

  /// The value itself.
  package var value: Value {
    switch self {
    case .null: .null
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .text(let bytes):
      String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .list([.data([UInt8](bytes))])
    case .value(let value): value
    }
  }
}

extension Record {
  /// Hands the values at positions of the layout to `body` as they are stored, each with its place among them.
  ///
  /// Nothing is made of a text: of millions of values most are texts.
  package func withWritten(_ positions: [Int], _ body: (Int, WrittenValue) -> Void) {
    source.withWritten(positions, of: row, body)
  }

  /// The value at a path as it is stored; `nil` for what was not fetched.
  package func storedValue(at path: PropertyPath) -> Value? {
    var stored: Value?
    if let position = layout.position(of: path.components) {
      withWritten([position]) { stored = $1.value }
    }
    return stored
  }
}

extension RecordSource {
  package func withWritten(
    _ positions: [Int],
    of row: Int,
    _ body: (Int, WrittenValue) -> Void
  ) {
    for (index, position) in positions.enumerated() {
      let path = layout.paths[position].components
      if let stored, !changedKeys.contains(path[0]), let place = stored.layout.position(of: path) {
        stored.withWritten([place]) { body(index, $1) }
      } else {
        body(index, .value(value(row, at: position)))
      }
    }
  }
}
