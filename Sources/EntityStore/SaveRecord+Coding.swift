package import EntityModel
package import FoundationEssentials
import Qualifiers

// A record as bytes that know no engine: rows by entity and identity, with all that was and is stored in them. A save of many
// rows waits for them to be written, so that there is no text to be made and read.
extension SaveRecord {
  /// The record as bytes; `nil` where a value has no form there.
  package func encoded() -> Data? {
    var writer = RecordWriter()
    do throws(RecordWriter.Formless) { try writer.write(self) } catch { return nil }
    return Data(writer.bytes)
  }

  /// The record that was written as bytes; `nil` where the entities are others by now.
  ///
  /// - Throws: ``StoreError/database(message:sql:)`` where it is not what was written.
  package init?(coded data: Data, in model: Model) throws(StoreError) {
    var reader = RecordReader(bytes: [UInt8](data))
    let record: SaveRecord?
    do throws(RecordReader.Damaged) { record = try reader.record(in: model) } catch {
      throw .database(message: "what a save did is damaged in the log", sql: nil)
    }
    guard let record else { return nil }
    self = record
  }
}

/// How values begin, and what a row has.
private enum Mark: UInt8 {
  case null, no, yes, integer, real, decimal, text, date, bytes, list
  /// The value that stood there before the save.
  case same
  /// An image that is missing, is there, is there under a key, is there under a key that a row number stands for.
  case nothing, plain, keyed, numbered

  /// The first byte of all.
  static let version: UInt8 = 1
}

private struct RecordWriter {
  /// A value that no row stores.
  struct Formless: Error {}

  private(set) var bytes: [UInt8] = [Mark.version]

  mutating func write(_ record: SaveRecord) throws(Formless) {
    var layouts: [String: (index: Int, paths: [String])] = [:]
    var names: [String] = []
    let rows = record.rows.compactMap { row in (row.before ?? row.after).map { (row, $0) } }
    for (_, known) in rows where layouts[known.entity.name] == nil {
      layouts[known.entity.name] = (names.count, known.layout.paths.map(\.description))
      names.append(known.entity.name)
    }
    write(names.count)
    for name in names {
      write(name)
      let paths = layouts[name]?.paths ?? []
      write(paths.count)
      for path in paths { write(path) }
    }
    write(rows.count)
    for (row, known) in rows {
      write(layouts[known.entity.name]?.index ?? 0)
      write(row.cause.rawValue)
      try write(row.rowNumber.map { .int($0) } ?? .null)
      try write(row.before, over: nil)
      try write(row.after, over: row.before)
    }
    for tables in [record.unrecorded, record.derived] {
      write(tables.count)
      for table in tables {
        write(table.schemaName)
        write(table.name)
      }
    }
  }

  private mutating func write(_ image: Record?, over before: Record?) throws(Formless) {
    guard let image else { return begin(.nothing) }
    if let id = image.id {
      begin(id.rowNumber == nil ? .keyed : .numbered)
      if let number = id.rowNumber { write(number) }
      write(id.values.count)
      for value in id.values { try write(value) }
    } else {
      begin(.plain)
    }
    let old = before?.values.count == image.values.count ? before?.values : nil
    write(image.values.count)
    for (position, value) in image.values.enumerated() {
      if let old, old[position].isStored(like: value) {
        begin(.same)
      } else {
        try write(value)
      }
    }
  }

  private mutating func write(_ value: Value) throws(Formless) {
    switch value {
    case .null: begin(.null)
    case .bool(let flag): begin(flag ? .yes : .no)
    case .int(let number):
      begin(.integer)
      write(number)
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

  private mutating func begin(_ mark: Mark, _ bits: UInt64) {
    begin(mark)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  private mutating func begin(_ mark: Mark) { bytes.append(mark.rawValue) }
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

extension Value {
  /// Whether the same bytes are written for `other`; equal numbers of two types are not the same, nor texts in two forms.
  fileprivate func isStored(like other: Value) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let own), .bool(let other)): own == other
    case (.int(let own), .int(let other)): own == other
    case (.double(let own), .double(let other)): own.bitPattern == other.bitPattern
    case (.string(let own), .string(let other)): own.utf8.elementsEqual(other.utf8)
    case (.data(let own), .data(let other)): own == other
    case (.date(let own), .date(let other)): own == other
    default: false
    }
  }
}

private struct RecordReader {
  /// The bytes are not what was written.
  struct Damaged: Error {}

  let bytes: [UInt8]
  private var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func record(in model: Model) throws(Damaged) -> SaveRecord? {
    guard try byte() == Mark.version else { throw Damaged() }
    var layouts: [RecordLayout?] = []
    for _ in 0..<(try count()) { layouts.append(try layout(in: model)) }
    var rows: [SaveRecord.Row?] = []
    for _ in 0..<(try count()) {
      let index = try count()
      guard index < layouts.count, let cause = SaveRecord.Cause(rawValue: try text()) else {
        throw Damaged()
      }
      // The entities may be others by now, which is no damage: all is read, and nothing made of it.
      guard layouts.allSatisfy({ $0 != nil }), let layout = layouts[index] else { return nil }
      let number: Int64? = if case .int(let number) = try value(mark()) { number } else { nil }
      let before = try image(layout, over: nil)
      let after = try image(layout, over: before)
      let row = SaveRecord.Row(
        before: before,
        after: after,
        cause: cause,
        rowNumber: number
      )
      rows.append(row)
    }
    let (unrecorded, derived) = (try tables(), try tables())
    guard place == bytes.count else { throw Damaged() }
    guard rows.allSatisfy({ $0 != nil }) else { return nil }
    return SaveRecord(rows: rows.compactMap(\.self), unrecorded: unrecorded, derived: derived)
  }

  /// The attributes of which rows hold values; `nil` where one of them is gone.
  private mutating func layout(in model: Model) throws(Damaged) -> RecordLayout? {
    let entity = model.entity(named: try text())
    var paths: [PropertyPath] = []
    for _ in 0..<(try count()) { paths.append(PropertyPath(components: [try text()])) }
    guard let entity, paths.allSatisfy({ entity.attribute(named: $0.first) != nil }) else {
      return nil
    }
    return RecordLayout(entity: entity, paths: paths)
  }

  private mutating func image(_ layout: RecordLayout, over before: Record?) throws(Damaged)
    -> Record?
  {
    let mark = try mark()
    var id: RecordID?
    let name = layout.entity.name
    switch mark {
    case .nothing: return nil
    case .plain: break
    case .keyed: id = RecordID(entityName: name, values: try values())
    case .numbered:
      let number = try number()
      id = RecordID(entityName: name, rowNumber: number, values: try values())
    default: throw Damaged()
    }
    let values = try values(over: before?.values)
    guard values.count == layout.paths.count else { throw Damaged() }
    return Record(layout: layout, id: id, values: values)
  }

  private mutating func values(over before: [Value]? = nil) throws(Damaged) -> [Value] {
    var values: [Value] = []
    for position in 0..<(try count()) {
      let mark = try mark()
      if mark == .same {
        guard let before, position < before.count else { throw Damaged() }
        values.append(before[position])
      } else {
        values.append(try value(mark))
      }
    }
    return values
  }

  private mutating func value(_ mark: Mark) throws(Damaged) -> Value {
    switch mark {
    case .null: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .integer: return .int(try number())
    case .real: return .double(Double(bitPattern: try bits()))
    case .decimal:
      guard let number = Decimal(string: try text()) else { throw Damaged() }
      return .decimal(number)
    case .text: return .string(try text())
    case .date:
      return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try bits())))
    case .bytes: return .data([UInt8](try slice()))
    case .list: return .list(try values())
    case .same, .nothing, .plain, .keyed, .numbered: throw Damaged()
    }
  }

  private mutating func tables() throws(Damaged) -> Set<TableName> {
    var tables: Set<TableName> = []
    for _ in 0..<(try count()) {
      let schema = try text()
      tables.insert(TableName(try text(), in: schema))
    }
    return tables
  }

  private mutating func byte() throws(Damaged) -> UInt8 {
    guard place < bytes.count else { throw Damaged() }
    defer { place += 1 }
    return bytes[place]
  }

  private mutating func mark() throws(Damaged) -> Mark {
    guard let mark = Mark(rawValue: try byte()) else { throw Damaged() }
    return mark
  }

  private mutating func bits() throws(Damaged) -> UInt64 {
    var bits: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
    return bits
  }

  private mutating func number() throws(Damaged) -> Int64 {
    var (bits, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = try byte()
      guard shift < 64 else { throw Damaged() }
      bits |= UInt64(byte & 127) << shift
      if byte < 128 { return Int64(bitPattern: bits >> 1) ^ -Int64(bits & 1) }
      shift += 7
    }
  }

  /// How many of something follow, of which each takes a byte at least.
  private mutating func count() throws(Damaged) -> Int {
    let number = try number()
    guard number >= 0, number <= Int64(bytes.count) else { throw Damaged() }
    return Int(number)
  }

  private mutating func slice() throws(Damaged) -> ArraySlice<UInt8> {
    let count = try count()
    guard place + count <= bytes.count else { throw Damaged() }
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  private mutating func text() throws(Damaged) -> String {
    guard let text = String(validating: try slice(), as: UTF8.self) else { throw Damaged() }
    return text
  }
}
