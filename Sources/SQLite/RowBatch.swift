/// Rows of a result packed together: eleven bytes for each cell, and one buffer for the bytes of all texts and blobs.
///
/// Made by a ``RowPacker``. Texts become strings, and are looked at at all, only where they are read; very long ones are
/// strings from the beginning, so that they are copied once.
package final class RowBatch: Sendable {
  /// How many rows there are.
  package let count: Int
  /// How many cells each row has.
  package let columnCount: Int
  @usableFromInline let payloads: FrozenMemory<UInt64>
  @usableFromInline let tags: FrozenMemory<CellTag>
  @usableFromInline let bytes: FrozenMemory<UInt8>
  private let longTexts: [Int: String]

  /// Rows as a packer has them; it calls this, and leaves the memory to the batch.
  init(
    count: Int,
    columnCount: Int,
    payloads: consuming FrozenMemory<UInt64>,
    tags: consuming FrozenMemory<CellTag>,
    bytes: consuming FrozenMemory<UInt8>,
    longTexts: [Int: String]
  ) {
    self.count = count
    self.columnCount = columnCount
    self.payloads = payloads
    self.tags = tags
    self.bytes = bytes
    self.longTexts = longTexts
  }

  /// A cell, from 0.
  package subscript(row: Int, column: Int) -> PackedCell {
    PackedCell(batch: self, index: index(row, column))
  }

  /// All of a very long text in a cell, from 0; `nil` for anything else.
  package func longText(_ row: Int, _ column: Int) -> String? {
    let index = index(row, column)
    return tags[index].isApart ? longTexts[index] : nil
  }

  /// The value of a packed cell without text or bytes: null, an integer or a floating-point number.
  package enum Scalar {
    case null
    case integer(Int64)
    case real(Double)
  }

  /// The value in a cell, from 0; `nil` for texts and blobs.
  @inlinable @inline(__always)
  package func scalar(_ row: Int, _ column: Int) -> Scalar? {
    let index = index(row, column)
    switch tags[index].storageClass {
    case .null: return .null
    case .integer: return .integer(Int64(bitPattern: payloads[index]))
    case .real: return .real(Double(bitPattern: payloads[index]))
    case .text, .blob: return nil
    }
  }

  /// The bytes of the text in a cell, from 0, when all of it is here and has at most so many; `nil` for anything else.
  @inlinable @inline(__always)
  package func withWholeText<Result>(
    _ row: Int,
    _ column: Int,
    within limit: Int,
    reading body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    let index = index(row, column)
    let tag = tags[index]
    guard tag.storageClass == .text, !tag.isTruncated, contentCount(index) <= limit else {
      return nil
    }
    return withContent(index, body)
  }

  @inlinable @inline(__always)
  func index(_ row: Int, _ column: Int) -> Int {
    precondition(
      row >= 0 && row < count && column >= 0 && column < columnCount,
      "the batch has no such cell; ask for rows below its count and columns below its columnCount"
    )
    return row * columnCount + column
  }

  func tag(_ index: Int) -> CellTag { tags[index] }
  func payload(_ index: Int) -> UInt64 { payloads[index] }

  /// How many bytes a text or blob has.
  @inlinable @inline(__always)
  func contentCount(_ index: Int) -> Int { Int(payloads[index] & 0x7fff_ffff) }

  /// How many bytes a text or blob had before it was cut.
  func wholeCount(_ index: Int) -> Int {
    let end = Int(payloads[index] >> 31) + contentCount(index)
    return Int(UnsafeRawPointer(bytes.start + end).loadUnaligned(as: UInt64.self))
  }

  /// The bytes of a text or blob.
  @inlinable @inline(__always)
  func withContent<Result>(
    _ index: Int,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if tags[index].isApart { return withLongText(index, body) }
    let start = bytes.start + Int(payloads[index] >> 31)
    return withExtendedLifetime(self) {
      body(UnsafeBufferPointer(start: start, count: contentCount(index)))
    }
  }

  @usableFromInline
  func withLongText<Result>(
    _ index: Int,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var text = longTexts[index] ?? ""
    return text.withUTF8(body)
  }
}

/// The tag of a cell in a row batch: its storage class, whether it is truncated, and whether it is kept as a separate string.
@usableFromInline
struct CellTag: BitwiseCopyable, Sendable {
  @usableFromInline let storageClass: StorageClass
  @usableFromInline let isTruncated: Bool
  @usableFromInline let isApart: Bool

  init(storageClass: StorageClass, isTruncated: Bool = false, isApart: Bool = false) {
    (self.storageClass, self.isTruncated, self.isApart) = (storageClass, isTruncated, isApart)
  }
}

/// A cell of a ``RowBatch``, read in place without copying; it can be cut to a maximum length.
package struct PackedCell: StoredValue {
  let batch: RowBatch
  let index: Int
  /// How many of the bytes of a text or blob are shown; `nil` for all.
  private var byteLimit: Int?

  init(batch: RowBatch, index: Int) { (self.batch, self.index) = (batch, index) }

  /// The cell with at most so many characters (Unicode scalars) of a text, or bytes of a blob.
  package func cut(to maximumLength: Int) -> PackedCell {
    guard storageClass == .text || storageClass == .blob else { return self }
    var result = self
    result.byteLimit =
      storageClass == .text
      ? batch.withContent(index) { $0.byteCount(ofScalars: maximumLength) }
      : min(batch.contentCount(index), maximumLength)
    return result
  }

  /// How it was stored.
  package var storageClass: StorageClass { batch.tag(index).storageClass }

  /// Whether only the beginning of what is stored is here.
  package var isTruncated: Bool {
    batch.tag(index).isTruncated || byteLimit.map { $0 < batch.contentCount(index) } ?? false
  }

  /// How many bytes the text or blob has of which this is all or the beginning, as far as the statement gave it.
  package var wholeCount: Int {
    batch.tag(index).isTruncated ? batch.wholeCount(index) : batch.contentCount(index)
  }

  /// The value as an integer, a fraction truncated; 0 for anything but a number.
  package var int: Int64 {
    switch storageClass {
    case .integer: Int64(bitPattern: batch.payload(index))
    case .real: Int64(exactly: double.rounded(.towardZero)) ?? (double < 0 ? .min : .max)
    case .null, .text, .blob: 0
    }
  }

  /// The value as a floating-point number; 0 for anything but a number.
  package var double: Double {
    switch storageClass {
    case .integer: Double(Int64(bitPattern: batch.payload(index)))
    case .real: Double(bitPattern: batch.payload(index))
    case .null, .text, .blob: 0
    }
  }

  /// The bytes of a text or blob; of anything else none.
  package func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard storageClass == .text || storageClass == .blob else {
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
    return batch.withContent(index) { content in
      body(UnsafeBufferPointer(rebasing: content[..<(byteLimit ?? content.count)]))
    }
  }

  /// The bytes of a text or blob; of anything else none.
  package func withBlob<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withText { body(UnsafeRawBufferPointer($0)) }
  }
}
