/// Rows of a result packed together: ten bytes for each cell, and one buffer for the bytes of all texts and blobs.
///
/// Made by a ``RowPacker``. Texts become strings, and are looked at at all, only where they are read.
///
/// Proof: the memory is written by the packer, which gives it away with the batch, and only read from then on.
public final class RowBatch: @unchecked Sendable {
  /// How many rows there are.
  public let count: Int
  /// How many cells each row has.
  public let columnCount: Int
  private let payloads: UnsafeMutablePointer<UInt64>
  private let tags: UnsafeMutablePointer<CellTag>
  private let bytes: UnsafeMutablePointer<UInt8>

  /// Takes over memory; the packer calls it.
  init(
    count: Int,
    columnCount: Int,
    payloads: UnsafeMutablePointer<UInt64>,
    tags: UnsafeMutablePointer<CellTag>,
    bytes: UnsafeMutablePointer<UInt8>
  ) {
    self.count = count
    self.columnCount = columnCount
    self.payloads = payloads
    self.tags = tags
    self.bytes = bytes
  }

  deinit {
    payloads.deallocate()
    tags.deallocate()
    bytes.deallocate()
  }

  /// A cell, from 0.
  public subscript(row: Int, column: Int) -> PackedCell {
    precondition(
      row >= 0 && row < count && column >= 0 && column < columnCount,
      "the batch has \(count) rows of \(columnCount) cells, and no cell \(row), \(column)"
    )
    return PackedCell(batch: self, index: row * columnCount + column)
  }

  func tag(_ index: Int) -> CellTag { tags[index] }
  func payload(_ index: Int) -> UInt64 { payloads[index] }

  /// The bytes of a text or blob.
  func content(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let payload = payloads[index]
    return UnsafeBufferPointer(
      start: bytes + Int(payload >> 31),
      count: Int(payload & 0x7fff_ffff)
    )
  }
}

/// How a cell is stored, and whether all of it is there.
struct CellTag: Hashable {
  var storageClass: StorageClass
  var isTruncated = false
}

/// A value in a batch of rows.
public struct PackedCell: StoredValue {
  let batch: RowBatch
  let index: Int
  /// How many of the bytes of a text or blob are shown; `nil` for all.
  private var byteLimit: Int?

  init(batch: RowBatch, index: Int) { (self.batch, self.index) = (batch, index) }

  /// The cell with at most so many characters (Unicode scalars) of a text, or bytes of a blob.
  public func cut(to maximumLength: Int) -> PackedCell {
    guard storageClass == .text || storageClass == .blob else { return self }
    let content = batch.content(index)
    var result = self
    result.byteLimit =
      storageClass == .text
      ? content.byteCount(ofScalars: maximumLength) : min(content.count, maximumLength)
    return result
  }

  /// How it was stored.
  public var storageClass: StorageClass { batch.tag(index).storageClass }

  /// Whether only the beginning of what is stored is here.
  public var isTruncated: Bool {
    batch.tag(index).isTruncated || byteLimit.map { $0 < batch.content(index).count } ?? false
  }

  /// As an integer: a number is cut to one, what is no number is 0.
  public var int: Int64 {
    switch storageClass {
    case .integer: Int64(bitPattern: batch.payload(index))
    case .real: Int64(exactly: double.rounded(.towardZero)) ?? (double < 0 ? .min : .max)
    case .null, .text, .blob: 0
    }
  }

  /// As a number; what is none is 0.
  public var double: Double {
    switch storageClass {
    case .integer: Double(Int64(bitPattern: batch.payload(index)))
    case .real: Double(bitPattern: batch.payload(index))
    case .null, .text, .blob: 0
    }
  }

  /// The bytes of a text or blob; of anything else none.
  public func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard storageClass == .text || storageClass == .blob else {
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
    return withExtendedLifetime(batch) {
      let content = batch.content(index)
      return body(UnsafeBufferPointer(rebasing: content[..<(byteLimit ?? content.count)]))
    }
  }

  /// The bytes of a text or blob; of anything else none.
  public func withBlob<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withText { body(UnsafeRawBufferPointer($0)) }
  }
}
