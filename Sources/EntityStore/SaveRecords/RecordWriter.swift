import EntityModel
package import FoundationEssentials
import Glibc
package import Qualifiers

/// The first byte of an encoded value or row image: the value's type, or whether the row exists and has a key.
enum RecordTag: UInt8 {
  case null, no, yes, integer, real, decimal, text, date, bytes, list
  /// The value that stood there before the save.
  case same
  /// An image that is missing, is there, is there under a key, is there under a key that a row number stands for.
  case nothing, plain, keyed, numbered

  /// The first byte of all.
  static let version: UInt8 = 1
}

/// An encoder of save records, which hold the images of changed rows before and after a save, for undo.
///
/// Writes to its own memory with few checks, since a save of many rows waits for it.
package struct RecordWriter: ~Copyable {
  /// The error for a value that no row can store: a dictionary or an object.
  package struct UnstorableValue: Error {}

  /// A growable buffer for the encoded bytes, freed when the writer and all data that share it are gone.
  private final class Memory {
    private(set) var start: UnsafeMutablePointer<UInt8>

    init(capacity: Int) { start = Self.memory(capacity, insteadOf: nil) }

    deinit { free(start) }

    func grow(to capacity: Int) { start = Self.memory(capacity, insteadOf: start) }

    private static func memory(
      _ capacity: Int,
      insteadOf start: UnsafeMutablePointer<UInt8>?
    ) -> UnsafeMutablePointer<UInt8> {
      guard let memory = realloc(start, max(capacity, 1)) else {
        preconditionFailure("out of memory")
      }
      return memory.assumingMemoryBound(to: UInt8.self)
    }
  }

  private var memory: Memory
  /// The start address of ``memory``.
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How many bytes were written.
  package private(set) var count = 0
  /// How the last entry begins that was begun alone.
  private var head: (layout: Int, cause: SaveRecord.Cause, range: Range<Int>)?

  package init(capacity: Int = 1 << 9) {
    self.capacity = capacity
    memory = Memory(capacity: capacity)
    start = memory.start
  }

  /// The bytes written, shared and not copied.
  ///
  /// Later writes are appended behind them.
  package var data: Data {
    let memory = memory
    return Data(
      bytesNoCopy: start,
      count: count,
      deallocator: .custom { _, _ in withExtendedLifetime(memory) {} }
    )
  }

  mutating func writeHead(of record: SaveRecord) {
    append(RecordTag.version)
    write(record.layouts.count)
    for layout in record.layouts {
      write(layout.entity.name)
      write(layout.paths.count)
      for path in layout.paths { write(path.description) }
    }
    write(record.entries.count)
  }

  mutating func writeTail(of record: SaveRecord) {
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

  /// Begins the entry of a row that has a layout of those of its record, and no number that its key does not tell; its images
  /// follow.
  package mutating func beginEntry(_ layout: Int, _ cause: SaveRecord.Cause) {
    // Most begin as the one before.
    if let head, head.layout == layout, head.cause == cause { return repeatBytes(head.range) }
    let start = count
    beginEntry(layout, cause, rowNumber: nil)
    head = (layout, cause, start..<count)
  }

  private mutating func beginEntry(_ layout: Int, _ cause: SaveRecord.Cause, rowNumber: Int64?) {
    write(layout)
    write(cause.rawValue)
    if let rowNumber { write(integer: rowNumber) } else { writeNull() }
  }

  mutating func write(_ entry: SaveRecord.Entry, _ bytes: UnsafeBufferPointer<UInt8>) {
    beginEntry(entry.known.layout, entry.cause, rowNumber: entry.rowNumber)
    if let before = entry.before { write(whole: before, bytes) } else { begin(.nothing) }
    guard let after = entry.after else { return begin(.nothing) }
    guard let before = entry.before else { return write(whole: after, bytes) }
    // Of what is as before no more than that is written.
    if after.base == before.bytes { return append(bytes, after.bytes) }
    var (own, other) = (CodedCells(bytes, after), CodedCells(bytes, before))
    guard own.count == other.count else { return write(whole: after, bytes) }
    append(bytes, after.bytes.lowerBound..<own.place)
    while let cell = own.next() {
      if other.passes(cell) { begin(.same) } else { append(bytes, cell) }
    }
  }

  /// Writes an image with all of its values.
  private mutating func write(
    whole image: SaveRecord.Image,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    guard image.base != nil else { return append(bytes, image.bytes) }
    var cells = CodedCells(bytes, image)
    append(bytes, image.bytes.lowerBound..<cells.place)
    while let cell = cells.next() { append(bytes, cell) }
  }

  mutating func write(_ image: Record) throws(UnstorableValue) {
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

  /// Writes the number of values that follow.
  package mutating func beginValues(_ count: Int) { write(count) }

  /// Writes what stands there already.
  package mutating func repeatBytes(_ range: Range<Int>) {
    reserve(range.count)
    append(UnsafeBufferPointer(start: start, count: count), range)
  }

  /// Writes of so many values that they are those of the image before.
  package mutating func writeSame(_ number: Int) {
    guard number > 0 else { return }
    reserve(number)
    memset(start + count, Int32(RecordTag.same.rawValue), number)
    count += number
  }

  /// Whether what was written from a place on is what stands in another.
  package func ends(from place: Int, like other: Range<Int>) -> Bool {
    UnsafeBufferPointer(start: start, count: count).isEqual(place..<count, other)
  }

  /// Whether what was written is what stands in a part of others.
  func holds(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    UnsafeBufferPointer(start: start, count: count).isEqual(0..<count, to: bytes, range)
  }

  /// Takes back what was written from a place on, and that nothing reads.
  package mutating func drop(from place: Int) {
    count = min(count, place)
    if let head, head.range.upperBound > count { self.head = nil }
  }

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
    write(.text, content: text)
    return true
  }

  /// Writes null.
  package mutating func writeNull() { begin(.null) }

  /// Writes a whole number.
  package mutating func write(integer number: Int64) {
    reserve(1 + Self.digitCount)
    put(RecordTag.integer.rawValue)
    putDigits(number)
  }

  /// Writes a number.
  package mutating func write(real number: Double) { begin(.real, number.bitPattern) }

  /// Writes a date.
  package mutating func write(date: Date) {
    begin(.date, date.timeIntervalSinceReferenceDate.bitPattern)
  }

  /// Writes bytes.
  package mutating func write(blob bytes: UnsafeRawBufferPointer) { write(.bytes, content: bytes) }

  /// Writes a value that was stored, and so has a form.
  package mutating func write(stored value: Value) {
    do throws(UnstorableValue) { try write(value) } catch { begin(.null) }
  }

  /// Writes a value.
  package mutating func write(_ value: Value) throws(UnstorableValue) {
    switch value {
    case .null: begin(.null)
    case .bool(let flag): begin(flag ? .yes : .no)
    case .int(let number): write(integer: number)
    case .double(let number): write(real: number)
    case .decimal(let number):
      var text = number.description
      text.withUTF8 { write(.decimal, content: UnsafeRawBufferPointer($0)) }
    case .string(var text):
      text.withUTF8 { write(.text, content: UnsafeRawBufferPointer($0)) }
    case .date(let date): write(date: date)
    case .data(let data): data.withUnsafeBytes { write(blob: $0) }
    case .list(let values):
      begin(.list)
      write(values.count)
      for value in values { try write(value) }
    case .dictionary, .object: throw UnstorableValue()
    }
  }

  private mutating func begin(_ mark: RecordTag, _ bits: UInt64) {
    reserve(9)
    put(mark.rawValue)
    withUnsafeBytes(of: bits.littleEndian) { put($0) }
  }

  private mutating func begin(_ mark: RecordTag) { append(mark.rawValue) }
  private mutating func write(_ count: Int) { write(Int64(count)) }

  private mutating func write(_ number: Int64) {
    reserve(Self.digitCount)
    putDigits(number)
  }

  private mutating func write(_ text: String) {
    var text = text
    text.withUTF8 {
      reserve(Self.digitCount + $0.count)
      putDigits(Int64($0.count))
      put(UnsafeRawBufferPointer($0))
    }
  }

  private mutating func write(_ mark: RecordTag, content bytes: UnsafeRawBufferPointer) {
    reserve(1 + Self.digitCount + bytes.count)
    put(mark.rawValue)
    putDigits(Int64(bytes.count))
    put(bytes)
  }

  // MARK: Memory

  /// How many digits a number has at most.
  private static let digitCount = 10

  private mutating func append(_ byte: UInt8) {
    reserve(1)
    put(byte)
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    reserve(range.count)
    put(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[range]))
  }

  // What is put has its room already.

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    start[count] = byte
    count += 1
  }

  @inline(__always)
  private mutating func put(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    memcpy(start + count, source, bytes.count)
    count += bytes.count
  }

  /// Seven bits a byte, the lowest first; the sign stands behind the digits.
  @inline(__always)
  private mutating func putDigits(_ number: Int64) {
    var bits = UInt64(bitPattern: number << 1 ^ number >> 63)
    while bits > 127 {
      put(UInt8(truncatingIfNeeded: bits) | 128)
      bits >>= 7
    }
    put(UInt8(truncatingIfNeeded: bits))
  }

  @inline(__always)
  private mutating func reserve(_ size: Int) {
    if capacity - count < size { grow(size) }
  }

  private mutating func grow(_ size: Int) {
    capacity = max(capacity * 2, count + size)
    if isKnownUniquelyReferenced(&memory) {
      memory.grow(to: capacity)
    } else {
      let copy = Memory(capacity: capacity)
      memcpy(copy.start, start, count)
      memory = copy
    }
    start = memory.start
  }
}
