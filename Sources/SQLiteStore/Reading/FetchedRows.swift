import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// A batch of fetched rows with its decoder, which decodes a value only when it is read.
///
/// `firstPosition` is the position of the first row in a result in which nothing identifies rows.
final class FetchedRows: Sendable {
  let decoder: RowDecoder
  let batch: RowBatch
  /// The position of the first row in a result in which nothing identifies rows.
  let firstPosition: Int
  private let readNumber: Int

  init(_ decoder: RowDecoder, _ batch: RowBatch, readAt number: Int, firstPosition: Int = 0) {
    (self.decoder, self.batch, self.firstPosition) = (decoder, batch, firstPosition)
    readNumber = number
  }

  /// The value at a position of the layout.
  func value(_ row: Int, at position: Int) -> Value {
    let output = decoder.values[position]
    // Numbers and short texts are most of what is read, and need no cell.
    if let scalar = batch.scalar(row, output.column) { return output.coding.decode(scalar) }
    if decoder.maximumLength == nil, output.coding.keepsText,
      let text = batch.longText(row, output.column)
    {
      return .string(text)
    }
    let text = batch.withWholeText(row, output.column, within: decoder.maximumLength ?? .max) {
      output.coding.decode(text: $0)
    }
    if let text { return text }
    let cell = cell(row, at: position)
    // The beginning of a text is no date or number, whatever it reads like.
    let coding = cell.isTruncated ? ColumnCoding.raw : output.coding
    return coding.decode(cell)
  }

  func isTruncated(_ row: Int, at position: Int) -> Bool { cell(row, at: position).isTruncated }

  func wholeSize(_ row: Int, at position: Int) -> Int? {
    let cell = cell(row, at: position)
    return cell.storageClass == .blob ? cell.wholeCount : nil
  }

  func cell(_ row: Int, at position: Int) -> PackedCell {
    let cell = batch[row, decoder.values[position].column]
    let limit = cell.storageClass == .blob ? decoder.maximumByteCount : decoder.maximumLength
    return limit.map(cell.cut) ?? cell
  }

  /// Returns the identity of a row; `nil` if nothing identifies it.
  func id(_ row: Int) -> RecordID? {
    guard !decoder.identity.isEmpty else { return nil }
    let name = decoder.layout.entity.name
    if let column = decoder.integerKey {
      let cell = batch[row, column]
      if cell.storageClass == .integer { return RecordID(entityName: name, key: cell.int) }
    }
    return RecordID.of(
      decoder.identity.map { $0.coding.decodeKey(batch[row, $0.column]) },
      decoder.rowNumber.map { batch[row, $0].int },
      in: decoder.layout.entity
    )
  }

  /// The values of the order's keys, exactly as stored, or the row's position.
  func place(_ row: Int) -> [Value] {
    guard !decoder.cursor.isEmpty else { return [.int(Int64(firstPosition + row))] }
    if decoder.isKeyed, let id = id(row) { return id.values }
    return decoder.cursor.map { ColumnCoding.decodeRaw(batch[row, $0]) }
  }
}

extension FetchedRows: OrderedRows {
  var layout: RecordLayout { decoder.layout }
  var isNew: Bool { false }
  var changedKeys: Set<String> { [] }
  var stored: Record? { nil }
  func readNumber(at position: Int) -> Int { readNumber }
}
