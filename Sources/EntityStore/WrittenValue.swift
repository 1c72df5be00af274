public import EntityModel
public import Qualifiers
import SQLite

/// A value on its way into a file, where possible as it lies in memory.
public enum WrittenValue {
  case null
  case int(Int64)
  case double(Double)
  /// The text that says the value, not to be kept; nobody has looked whether the bytes are UTF-8.
  case text(UnsafeBufferPointer<UInt8>)
  /// Any other.
  case value(Value)
}

/// A value to be written: where it stands in the layout of its object, and what it is written as.
public struct WrittenColumn: Sendable {
  /// Where the value is in the layout of the records.
  public let position: Int
  let type: AttributeType

  /// The value at a position, as an attribute of a type is written.
  public init(position: Int, type: AttributeType) {
    (self.position, self.type) = (position, type)
  }
}

extension Record {
  /// Hands the values of columns to `body`, each with the place of its column.
  ///
  /// Nothing is made of a text that is written as it is stored: of millions of values most.
  public func withWritten(_ columns: [WrittenColumn], _ body: (Int, WrittenValue) -> Void) {
    source.withWritten(row, columns, body)
  }
}

extension RecordSource {
  func withWritten(_ row: Int, _ columns: [WrittenColumn], _ body: (Int, WrittenValue) -> Void) {
    for (index, column) in columns.enumerated() {
      body(index, .value(value(row, at: column.position)))
    }
  }
}

extension FetchedRows {
  func withWritten(_ row: Int, _ columns: [WrittenColumn], _ body: (Int, WrittenValue) -> Void) {
    let limit = decoder.maximumLength ?? .max
    for (index, column) in columns.enumerated() {
      let output = decoder.values[column.position]
      if let scalar = batch.scalar(row, output.column) {
        switch output.coding.decode(scalar) {
        case .null: body(index, .null)
        case .int(let number): body(index, .int(number))
        case .double(let number): body(index, .double(number))
        case let value: body(index, .value(value))
        }
        continue
      }
      let isWritten = batch.withWholeText(row, output.column, within: limit) {
        guard let text = output.coding.written($0, as: column.type) else { return false }
        body(index, .text(text))
        return true
      }
      if isWritten != true { body(index, .value(value(row, at: column.position))) }
    }
  }
}

extension ColumnCoding {
  /// The bytes with which the value of a text is written for an attribute of a type; `nil` where that takes more than to
  /// look at them.
  fileprivate func written(
    _ bytes: UnsafeBufferPointer<UInt8>,
    as type: AttributeType
  ) -> UnsafeBufferPointer<UInt8>? {
    if keepsText || storage.hasOffset { return bytes }
    guard readsISODates, type != .time, CalendarText.date(bytes) != nil else { return nil }
    if type == .date || bytes.count == 10 { return UnsafeBufferPointer(rebasing: bytes[..<10]) }
    // A moment is written as short as it can be read.
    let clock = bytes[11...]
    if clock.elementsEqual("00:00:00".utf8) { return UnsafeBufferPointer(rebasing: bytes[..<10]) }
    guard bytes[10] == UInt8(ascii: " ") else { return nil }
    let isWhole = clock.suffix(3).elementsEqual(":00".utf8)
    return isWhole ? UnsafeBufferPointer(rebasing: bytes[..<16]) : bytes
  }
}
