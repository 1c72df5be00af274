import EntityModel
import FoundationEssentials
import Glibc
package import Qualifiers

/// How values begin, and what a row has.
enum RecordMark: UInt8 {
  case null, no, yes, integer, real, decimal, text, date, bytes, list
  /// The value that stood there before the save.
  case same
  /// An image that is missing, is there, is there under a key, is there under a key that a row number stands for.
  case nothing, plain, keyed, numbered

  /// The first byte of all.
  static let version: UInt8 = 1
}

/// Codes records, and images of rows for them.
///
/// A save of many rows waits for it: it writes into memory of its own, with no more than a look at whether there is room.
package struct RecordWriter: ~Copyable {
  /// A value that no row stores.
  package struct Formless: Error {}

  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How many bytes were written.
  package private(set) var count = 0

  package init(capacity: Int = 1 << 12) {
    self.capacity = capacity
    start = Self.memory(capacity)
  }

  deinit { free(start) }

  private static func memory(
    _ capacity: Int,
    insteadOf start: UnsafeMutablePointer<UInt8>? = nil
  ) -> UnsafeMutablePointer<UInt8> {
    guard let memory = realloc(start, max(capacity, 1)) else {
      preconditionFailure("no memory is left")
    }
    return memory.assumingMemoryBound(to: UInt8.self)
  }

  /// What was written.
  package var bytes: [UInt8] { [UInt8](UnsafeBufferPointer(start: start, count: count)) }

  /// What was written, without a copy of it.
  consuming func data() -> Data {
    let data = Data(bytesNoCopy: start, count: count, deallocator: .free)
    discard self
    return data
  }

  mutating func write(_ record: SaveRecord) {
    append(RecordMark.version)
    write(record.layouts.count)
    for layout in record.layouts {
      write(layout.entity.name)
      write(layout.paths.count)
      for path in layout.paths { write(path.description) }
    }
    write(record.entries.count)
    record.bytes.withUnsafeBufferPointer { bytes in
      for entry in record.entries { write(entry, bytes) }
    }
    for tables in [record.unrecorded, record.derived] {
      write(tables.count)
      for table in tables {
        write(table.schemaName)
        write(table.name)
      }
    }
    // Records of earlier programs end here, and so do most.
    guard !record.absent.isEmpty else { return }
    write(record.absent.count)
    for target in record.absent {
      write(target.entityName)
      write(target.keys.count)
      for (key, value) in zip(target.keys, target.values) {
        write(key)
        write(stored: value)
      }
    }
  }

  private mutating func write(_ entry: SaveRecord.Entry, _ bytes: UnsafeBufferPointer<UInt8>) {
    write(entry.known.layout)
    write(entry.cause.rawValue)
    if let number = entry.rowNumber { write(integer: number) } else { writeNull() }
    guard let before = entry.before else {
      begin(.nothing)
      if let after = entry.after { append(bytes, after.bytes) } else { begin(.nothing) }
      return
    }
    append(bytes, before.bytes)
    guard let after = entry.after else { return begin(.nothing) }
    // Of what is as before no more than that is written.
    var (own, other) = (CodedCells(bytes, after), CodedCells(bytes, before))
    guard own.count == other.count else { return append(bytes, after.bytes) }
    append(bytes, after.bytes.lowerBound..<own.place)
    while let cell = own.next() {
      if other.passes(cell) { begin(.same) } else { append(bytes, cell) }
    }
  }

  mutating func write(_ image: Record) throws(Formless) {
    beginImage(keyedBy: image.id?.values.count, number: image.id?.rowNumber)
    for value in image.id?.values ?? [] { try write(value) }
    beginValues(image.values.count)
    for value in image.values { try write(value) }
  }

  /// Begins the image of a row that so many values identify, or its number; they are written next, and then
  /// ``beginValues(_:)``.
  package mutating func beginImage(keyedBy count: Int?, number: Int64? = nil) {
    guard let count else { return begin(.plain) }
    begin(number == nil ? .keyed : .numbered)
    if let number { write(number) }
    write(count)
  }

  /// So many values follow.
  package mutating func beginValues(_ count: Int) { write(count) }

  /// Writes what stands there already.
  package mutating func repeatBytes(_ range: Range<Int>) {
    reserve(range.count)
    append(UnsafeBufferPointer(start: start, count: count), range)
  }

  /// Takes back what was written from a place on.
  package mutating func drop(from place: Int) { count = min(count, place) }

  /// Writes a text of which all bytes are ASCII.
  /// - Returns: whether they are.
  package mutating func write(ascii text: UnsafeRawBufferPointer) -> Bool {
    let wide = MemoryLayout<UInt64>.size
    var (place, bits) = (0, UInt64(0))
    while place + wide <= text.count {
      bits |= text.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      place += wide
    }
    while place < text.count {
      bits |= UInt64(text[place])
      place += 1
    }
    guard bits & 0x8080_8080_8080_8080 == 0 else { return false }
    begin(.text)
    write(content: text)
    return true
  }

  /// Writes null.
  package mutating func writeNull() { begin(.null) }

  /// Writes a whole number.
  package mutating func write(integer number: Int64) {
    begin(.integer)
    write(number)
  }

  /// Writes a number.
  package mutating func write(real number: Double) { begin(.real, number.bitPattern) }

  /// Writes bytes.
  package mutating func write(blob bytes: UnsafeRawBufferPointer) {
    begin(.bytes)
    write(content: bytes)
  }

  /// Writes a value that was stored, and so has a form.
  package mutating func write(stored value: Value) {
    do throws(Formless) { try write(value) } catch { begin(.null) }
  }

  /// Writes a value.
  package mutating func write(_ value: Value) throws(Formless) {
    switch value {
    case .null: begin(.null)
    case .bool(let flag): begin(flag ? .yes : .no)
    case .int(let number): write(integer: number)
    case .double(let number): write(real: number)
    case .decimal(let number):
      begin(.decimal)
      write(number.description)
    case .string(let text):
      begin(.text)
      write(text)
    case .date(let date): begin(.date, date.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let data): data.withUnsafeBytes { write(blob: $0) }
    case .list(let values):
      begin(.list)
      write(values.count)
      for value in values { try write(value) }
    case .dictionary, .object: throw Formless()
    }
  }

  private mutating func begin(_ mark: RecordMark, _ bits: UInt64) {
    begin(mark)
    withUnsafeBytes(of: bits.littleEndian) { append($0) }
  }

  private mutating func begin(_ mark: RecordMark) { append(mark.rawValue) }
  private mutating func write(_ count: Int) { write(Int64(count)) }

  /// Seven bits a byte, the lowest first; the sign stands behind the digits.
  private mutating func write(_ number: Int64) {
    var bits = UInt64(bitPattern: number << 1 ^ number >> 63)
    while bits > 127 {
      append(UInt8(truncatingIfNeeded: bits) | 128)
      bits >>= 7
    }
    append(UInt8(bits))
  }

  private mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { write(content: UnsafeRawBufferPointer($0)) }
  }

  private mutating func write(content bytes: UnsafeRawBufferPointer) {
    write(bytes.count)
    append(bytes)
  }

  // MARK: Memory

  private mutating func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count += 1
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[range]))
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    memcpy(start + count, source, bytes.count)
    count += bytes.count
  }

  private mutating func reserve(_ size: Int) {
    guard capacity - count < size else { return }
    capacity = max(capacity * 2, count + size)
    start = Self.memory(capacity, insteadOf: start)
  }
}

/// The values of an image one after the other: what was coded here need not be looked at for damage.
struct CodedCells {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where the next one begins.
  private(set) var place: Int
  /// How many are left.
  private(set) var count = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ image: SaveRecord.Image) {
    (self.bytes, place) = (bytes, image.bytes.lowerBound)
    let mark = takeMark()
    if mark == .numbered { _ = takeNumber() }
    if mark != .plain { for _ in 0..<takeNumber() { skip() } }
    count = takeNumber()
  }

  /// The next value.
  mutating func next() -> Range<Int>? {
    guard count > 0 else { return nil }
    let start = place
    count -= 1
    skip()
    return start..<place
  }

  /// Goes past the next value.
  /// - Returns: whether a value that stands elsewhere among the bytes is the same; the next one need not be read for that.
  mutating func passes(_ cell: Range<Int>) -> Bool {
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

  private mutating func takeMark() -> RecordMark {
    defer { place += 1 }
    return RecordMark(rawValue: bytes[place]) ?? .null
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
    guard one.count == other.count, let baseAddress else { return one.count == other.count }
    return memcmp(baseAddress + one.lowerBound, baseAddress + other.lowerBound, one.count) == 0
  }
}
