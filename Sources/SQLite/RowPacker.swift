import CSQLite

/// A builder of ``RowBatch`` objects, which packs the values of rows cell by cell and cuts long texts and blobs.
///
/// Used for rows read from statements and for rows to be inserted.
package struct RowPacker: ~Copyable {
  /// How many rows are in the batch that is being made.
  package private(set) var count = 0
  /// How many cells each row has.
  package let columnCount: Int
  /// The maximum number of characters (Unicode scalars) kept of a text; `nil` for all.
  package let maximumLength: Int?
  /// The maximum number of bytes kept of a blob; `nil` for all.
  private let maximumByteCount: Int?
  /// The byte from which blobs are read that are read apart.
  private let firstByte: Int
  private let rowCapacity: Int
  private var cellCount = 0
  private var payloads: WritableMemory<UInt64>
  private var tags: WritableMemory<CellTag>
  private var byteCount = 0
  /// How many bytes there were before the row that was begun last.
  private var rowStart = 0
  private var byteCapacity: Int
  /// Texts that are too long to be copied twice, by their cell, and how long they are.
  private var longTexts: [Int: String] = [:]
  private var longSize = 0
  private var bytes: WritableMemory<UInt8>

  /// A packer for rows of so many cells, of which so many are expected; of blobs it keeps as many bytes as characters of
  /// texts where nothing else is said.
  package init(
    columnCount: Int,
    expectedRows: Int,
    maximumLength: Int? = nil,
    maximumByteCount: Int? = nil,
    firstByte: Int = 0
  ) {
    self.columnCount = columnCount
    self.maximumLength = maximumLength
    self.maximumByteCount = maximumByteCount ?? maximumLength
    self.firstByte = firstByte
    rowCapacity = max(1, min(expectedRows, Self.cellsInBatch / max(columnCount, 1)))
    let cells = rowCapacity * columnCount
    payloads = WritableMemory(capacity: cells)
    tags = WritableMemory(capacity: cells)
    byteCapacity = cells * 8
    bytes = WritableMemory(capacity: byteCapacity)
  }

  /// Batches are small enough that taking one costs little.
  private static let cellsInBatch = 8192

  /// The rows packed since the last batch was taken.
  package mutating func takeBatch() -> RowBatch {
    // What is nearly full goes as it is; a few rows do not keep the room of many.
    let batch =
      cellCount * 2 > rowCapacity * columnCount && byteCount * 2 > byteCapacity
      ? handOver() : copy()
    (count, cellCount, byteCount) = (0, 0, 0)
    (longTexts, longSize) = ([:], 0)
    return batch
  }

  private mutating func handOver() -> RowBatch {
    let cells = rowCapacity * columnCount
    return RowBatch(
      count: count,
      columnCount: columnCount,
      payloads: exchange(&payloads, with: WritableMemory(capacity: cells)).frozen(),
      tags: exchange(&tags, with: WritableMemory(capacity: cells)).frozen(),
      bytes: exchange(&bytes, with: WritableMemory(capacity: byteCapacity)).frozen(),
      longTexts: longTexts
    )
  }

  private func copy() -> RowBatch {
    RowBatch(
      count: count,
      columnCount: columnCount,
      payloads: WritableMemory(payloads, count: cellCount, capacity: cellCount).frozen(),
      tags: WritableMemory(tags, count: cellCount, capacity: cellCount).frozen(),
      bytes: WritableMemory(bytes, count: byteCount, capacity: byteCount).frozen(),
      longTexts: longTexts
    )
  }

  /// Whether a batch must be taken before the next row.
  package var isFull: Bool { count == rowCapacity || contentSize >= 1 << 28 }

  /// How many bytes the texts and blobs of the batch have.
  package var contentSize: Int { byteCount + longSize }

  /// Begins a row; ``columnCount`` cells follow.
  package mutating func beginRow() {
    precondition(cellCount == count * columnCount, "the previous row is incomplete")
    precondition(count < rowCapacity, "the batch is full and must be taken")
    count += 1
    rowStart = byteCount
  }

  /// Takes back the row that was begun last, however many cells it has.
  package mutating func dropRow() {
    precondition(count > 0, "no row was begun")
    count -= 1
    (cellCount, byteCount) = (count * columnCount, rowStart)
  }

  /// Packs null.
  package mutating func appendNull() { append(0, CellTag(storageClass: .null)) }

  /// Packs a whole number.
  package mutating func append(_ number: Int64) {
    append(UInt64(bitPattern: number), CellTag(storageClass: .integer))
  }

  /// Packs a number.
  package mutating func append(_ number: Double) {
    append(number.bitPattern, CellTag(storageClass: .real))
  }

  /// Packs all of a text.
  package mutating func append(text: UnsafeBufferPointer<UInt8>) { append(.text, text) }

  /// Packs all of a value.
  package mutating func append(_ value: SQLiteValue) {
    switch value {
    case .null: appendNull()
    case .int(let number): append(number)
    case .double(let number): append(number)
    case .text(var text): text.withUTF8 { append(.text, $0) }
    case .malformedText(let bytes): bytes.withUnsafeBufferPointer { append(.text, $0) }
    case .blob(let bytes): bytes.withUnsafeBufferPointer { append(.blob, $0) }
    }
  }

  /// Packs all columns of the current row of a statement, all of each.
  package mutating func appendRow(_ statement: Statement) {
    beginRow()
    for column in 0..<columnCount { append(statement, column, isWhole: true) }
  }

  /// Packs a column of the current row of a statement; with `isWhole` all of it, however long it is.
  ///
  /// The statement may give only the beginning of a blob, with its number of bytes beside it.
  package mutating func append(
    _ statement: Statement,
    _ column: Int,
    isWhole: Bool = false,
    blobSize: Int? = nil
  ) {
    // A connection has no mutex of its own here, so that the value may be looked at directly.
    let value = sqlite3_column_value(statement.pointer, Int32(column))
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER:
      append(sqlite3_value_int64(value))
    case SQLITE_FLOAT:
      append(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let start = sqlite3_value_text(value)
      let length = Int(sqlite3_value_bytes(value))
      let content = UnsafeBufferPointer(start: start, count: start == nil ? 0 : length)
      let limit = isWhole ? nil : maximumLength
      if limit == nil, length >= Self.longText,
        let text = String(validating: content, as: UTF8.self)
      {
        append(longText: text)
      } else {
        append(.text, content, upTo: limit)
      }
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
      let length = Int(sqlite3_value_bytes(value))
      let content = UnsafeBufferPointer(start: start, count: start == nil ? 0 : length)
      append(.blob, content, upTo: isWhole ? nil : maximumByteCount, of: blobSize)
    default: appendNull()
    }
  }

  /// From so many bytes on a text becomes a string at once.
  private static let longText = 1 << 20

  private mutating func append(longText text: String) {
    let length = text.utf8.count
    longTexts[cellCount] = text
    longSize += length
    append(UInt64(length), CellTag(storageClass: .text, isApart: true))
  }

  /// Packs the beginning of a long value, or the part that is asked for.
  package mutating func append(_ storageClass: StorageClass, beginningOf value: LongValue)
    throws(SQLiteError)
  {
    let start = storageClass == .blob ? min(firstByte, value.count) : 0
    let wanted = min(value.count - start, mostBytes(of: storageClass))
    reserve(wanted + Self.lengthSize)
    let content = UnsafeMutableBufferPointer(start: bytes.start + byteCount, count: wanted)
    try value.read(into: UnsafeMutableRawBufferPointer(content), from: start)
    let limit = storageClass == .blob ? maximumByteCount : maximumLength
    let length = kept(storageClass, UnsafeBufferPointer(content), upTo: limit)
    appendContent(storageClass, length, of: value.count)
  }

  private mutating func append(
    _ storageClass: StorageClass,
    _ content: UnsafeBufferPointer<UInt8>,
    upTo limit: Int? = nil,
    of whole: Int? = nil
  ) {
    let length = kept(storageClass, content, upTo: limit)
    reserve(length + Self.lengthSize)
    if let start = content.baseAddress {
      (bytes.start + byteCount).update(from: start, count: length)
    }
    appendContent(storageClass, length, of: max(whole ?? 0, content.count))
  }

  /// How many bytes of a content are within a limit.
  private func kept(
    _ storageClass: StorageClass,
    _ content: UnsafeBufferPointer<UInt8>,
    upTo limit: Int?
  ) -> Int {
    guard let limit, content.count > limit else { return content.count }
    return storageClass == .blob ? limit : content.byteCount(ofScalars: limit)
  }

  /// The bytes that say behind a cut value how long all of it is.
  private static let lengthSize = MemoryLayout<UInt64>.size

  /// Makes a cell of the bytes that stand behind the last, the beginning of `whole` bytes.
  private mutating func appendContent(
    _ storageClass: StorageClass,
    _ length: Int,
    of whole: Int
  ) {
    append(
      UInt64(byteCount) << 31 | UInt64(length),
      CellTag(storageClass: storageClass, isTruncated: length < whole)
    )
    byteCount += length
    guard length < whole else { return }
    UnsafeMutableRawPointer(bytes.start + byteCount).storeBytes(of: UInt64(whole), as: UInt64.self)
    byteCount += Self.lengthSize
  }

  private mutating func append(_ payload: UInt64, _ tag: CellTag) {
    payloads.start[cellCount] = payload
    tags.start[cellCount] = tag
    cellCount += 1
  }

  /// How many bytes of a value can be needed: a character takes four at most.
  private func mostBytes(of storageClass: StorageClass) -> Int {
    if storageClass == .blob { return maximumByteCount ?? .max }
    return maximumLength.map { $0 * 4 } ?? .max
  }

  private mutating func reserve(_ length: Int) {
    guard byteCount + length > byteCapacity else { return }
    let capacity = max(byteCapacity * 2, byteCount + length)
    bytes = WritableMemory(bytes, count: byteCount, capacity: capacity)
    byteCapacity = capacity
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many bytes the first `limit` characters (Unicode scalars) take.
  func byteCount(ofScalars limit: Int) -> Int {
    if count <= limit { return count }
    var scalars = 0
    for index in indices where self[index] & 0xC0 != 0x80 {
      if scalars == limit { return index }
      scalars += 1
    }
    return count
  }
}
