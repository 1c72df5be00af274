import Glibc

/// An iterator over the encoded values of one row image in a save record.
///
/// Reads only bytes that this process encoded itself, so it does not check for damage.
struct CodedCells {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The byte offset of the next value.
  private(set) var place: Int
  /// How many are left.
  private(set) var count = 0
  /// The byte offset of the next value in the image before the save; `nil` without such an image.
  ///
  /// Unchanged values are stored only there.
  private var basePlace: Int?

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ image: SaveRecord.Image) {
    self.init(bytes, image.bytes)
    basePlace = image.base.map { CodedCells(bytes, $0).place }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ image: Range<Int>) {
    (self.bytes, place) = (bytes, image.lowerBound)
    let mark = takeMark()
    if mark == .numbered { _ = takeNumber() }
    if mark != .plain { for _ in 0..<takeNumber() { skip() } }
    count = takeNumber()
  }

  /// Returns the byte range of the next value and advances; `nil` at the end.
  mutating func next() -> Range<Int>? {
    guard count > 0 else { return nil }
    let start = place
    count -= 1
    skip()
    guard let formerStart = basePlace else { return start..<place }
    let end = place
    place = formerStart
    skip()
    (basePlace, place) = (place, end)
    return bytes[start] == RecordTag.same.rawValue ? formerStart..<(basePlace ?? end) : start..<end
  }

  /// Goes past the next value.
  /// - Returns: whether a value that stands elsewhere among the bytes is the same; the next one need not be read for that.
  mutating func passes(_ cell: Range<Int>) -> Bool {
    guard basePlace == nil else { return next().map { bytes.isEqual(cell, $0) } ?? false }
    count -= 1
    let end = place + cell.count
    guard end <= bytes.count, bytes.isEqual(cell, place..<end) else {
      skip()
      return false
    }
    place = end
    return true
  }

  private mutating func skip() {
    switch takeMark() {
    case .integer: _ = takeNumber()
    case .real, .date: place += 8
    case .decimal, .text, .bytes:
      let length = takeNumber()
      place += length
    case .list: for _ in 0..<takeNumber() { skip() }
    default: break
    }
  }

  private mutating func takeMark() -> RecordTag {
    defer { place += 1 }
    return RecordTag(rawValue: bytes[place]) ?? .null
  }

  private mutating func takeNumber() -> Int {
    var (bits, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = bytes[place]
      place += 1
      bits |= UInt64(byte & 127) << shift
      if byte < 128 { return Int(Int64(bitPattern: bits >> 1) ^ -Int64(bits & 1)) }
      shift += 7
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether two parts are byte for byte the same.
  func isEqual(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    isEqual(one, to: self, other)
  }

  /// Whether a part is byte for byte the same as one of others.
  func isEqual(_ range: Range<Int>, to other: Self, _ otherRange: Range<Int>) -> Bool {
    guard range.count == otherRange.count, let own = baseAddress, let start = other.baseAddress
    else { return range.count == otherRange.count }
    return memcmp(own + range.lowerBound, start + otherRange.lowerBound, range.count) == 0
  }
}
