import EntityModel
import EntityStore
import Qualifiers
import SQLite

/// Makes values, identities and places of the cells of a batch: the same for all batches of a plan.
final class RowDecoder: Sendable {
  let layout: RecordLayout
  /// One for each path of the layout: its column and how that is read.
  let values: [FetchPlan.Output]
  /// One for each attribute of the identity; empty when nothing identifies a row.
  let identity: [FetchPlan.Output]
  /// The column of the row's number, where the identity may hold null; else `nil`.
  let rowNumber: Int?
  /// The columns of the order's keys.
  let cursor: [Int]
  /// The column of an identity that is one whole number; `nil` when it is not.
  let integerKey: Int?
  /// Whether a place in the order is that number.
  let isKeyed: Bool
  /// How many characters of a text are wanted; those of keys are read whole all the same.
  let maximumLength: Int?
  /// How many bytes of a blob are wanted.
  let maximumByteCount: Int?

  init(
    layout: RecordLayout,
    values: [FetchPlan.Output],
    identity: [FetchPlan.Output],
    rowNumber: Int? = nil,
    cursor: [Int],
    maximumLength: Int?,
    maximumByteCount: Int?
  ) {
    self.layout = layout
    self.values = values
    self.identity = identity
    self.rowNumber = rowNumber
    self.cursor = cursor
    self.maximumLength = maximumLength
    self.maximumByteCount = maximumByteCount
    let isInteger = identity.count == 1 && identity[0].coding.type == .integer
    integerKey = isInteger ? identity[0].column : nil
    isKeyed = isInteger && cursor == [identity[0].column]
  }
}

/// The rows of a window, decoded where they are read.
final class FetchedRows: Sendable {
  let decoder: RowDecoder
  let batch: RowBatch
  /// The position of the first row in a result in which nothing identifies rows.
  let firstPosition: Int

  init(_ decoder: RowDecoder, _ batch: RowBatch, firstPosition: Int = 0) {
    (self.decoder, self.batch, self.firstPosition) = (decoder, batch, firstPosition)
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

  private func cell(_ row: Int, at position: Int) -> PackedCell {
    let cell = batch[row, decoder.values[position].column]
    let limit = cell.storageClass == .blob ? decoder.maximumByteCount : decoder.maximumLength
    return limit.map(cell.cut) ?? cell
  }

  /// What finds a row again; `nil` where nothing does.
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

extension FetchedRows: PlacedRows {
  var layout: RecordLayout { decoder.layout }
  var isNew: Bool { false }
  var changedKeys: Set<String> { [] }
  var stored: Record? { nil }
}
