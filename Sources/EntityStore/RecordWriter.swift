import EntityModel
import FoundationEssentials
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
package struct RecordWriter {
  /// A value that no row stores.
  package struct Formless: Error {}

  package private(set) var bytes: [UInt8] = []

  package init(bytes: [UInt8] = []) { self.bytes = bytes }

  mutating func write(_ record: SaveRecord) {
    write(record.layouts.count)
    for layout in record.layouts {
      write(layout.entity.name)
      write(layout.paths.count)
      for path in layout.paths { write(path.description) }
    }
    write(record.entries.count)
    for entry in record.entries {
      write(entry.known.layout)
      write(entry.cause.rawValue)
      if let number = entry.rowNumber { write(number, .integer) } else { begin(.null) }
      if let before = entry.before { bytes += record.bytes[before.bytes] } else { begin(.nothing) }
      write(entry.after, over: entry.before, of: record)
    }
    for tables in [record.unrecorded, record.derived] {
      write(tables.count)
      for table in tables {
        write(table.schemaName)
        write(table.name)
      }
    }
  }

  /// Of what is as before no more than that is written.
  private mutating func write(
    _ image: SaveRecord.Image?,
    over before: SaveRecord.Image?,
    of record: SaveRecord
  ) {
    guard let image else { return begin(.nothing) }
    let (cells, old) = (record.cells(image), before.map(record.cells))
    guard let old, old.count == cells.count, let first = cells.first else {
      bytes += record.bytes[image.bytes]
      return
    }
    bytes += record.bytes[image.bytes.lowerBound..<first.lowerBound]
    for (own, other) in zip(cells, old) {
      if record.bytes.isEqual(own, to: record.bytes, other) {
        begin(.same)
      } else {
        bytes += record.bytes[own]
      }
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
  package mutating func repeatBytes(_ range: Range<Int>) { bytes += Array(bytes[range]) }

  /// Takes back what was written from a place on.
  package mutating func drop(from start: Int) { bytes.removeSubrange(start...) }

  /// Writes a text of which all bytes are ASCII.
  /// - Returns: whether they are.
  package mutating func write(ascii text: UnsafeRawBufferPointer) -> Bool {
    guard text.allSatisfy({ $0 < 128 }) else { return false }
    begin(.text)
    write(text.count)
    bytes += text
    return true
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
    case .int(let number): write(number, .integer)
    case .double(let number): begin(.real, number.bitPattern)
    case .decimal(let number):
      begin(.decimal)
      write(number.description)
    case .string(let text):
      begin(.text)
      write(text)
    case .date(let date): begin(.date, date.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let data):
      begin(.bytes)
      write(data.count)
      bytes += data
    case .list(let values):
      begin(.list)
      write(values.count)
      for value in values { try write(value) }
    case .dictionary, .object: throw Formless()
    }
  }

  private mutating func begin(_ mark: RecordMark, _ bits: UInt64) {
    begin(mark)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  private mutating func write(_ number: Int64, _ mark: RecordMark) {
    begin(mark)
    write(number)
  }

  private mutating func begin(_ mark: RecordMark) { bytes.append(mark.rawValue) }
  private mutating func write(_ count: Int) { write(Int64(count)) }

  /// Seven bits a byte, the lowest first; the sign stands behind the digits.
  private mutating func write(_ number: Int64) {
    var bits = UInt64(bitPattern: number << 1 ^ number >> 63)
    while bits > 127 {
      bytes.append(UInt8(truncatingIfNeeded: bits) | 128)
      bits >>= 7
    }
    bytes.append(UInt8(bits))
  }

  private mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes += text.utf8
  }
}
