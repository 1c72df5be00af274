import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

extension FetchedRows {
  func withWritten(
    _ columns: [WrittenColumn],
    of row: Int,
    _ body: (Int, WrittenValue) -> Void
  ) {
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
    if bytes.count == 10 { return UnsafeBufferPointer(rebasing: bytes[..<10]) }
    // A moment is written as short as it can be read.
    let clock = bytes[11...]
    if clock.elementsEqual("00:00:00".utf8) { return UnsafeBufferPointer(rebasing: bytes[..<10]) }
    guard type != .date, bytes[10] == UInt8(ascii: " ") else { return nil }
    let isWhole = clock.suffix(3).elementsEqual(":00".utf8)
    return isWhole ? UnsafeBufferPointer(rebasing: bytes[..<16]) : bytes
  }
}
