import EntityModel
import FoundationEssentials
import Qualifiers

/// A decoder of the binary rows that ``RecordWriter`` writes for save records, the undo records of saves, and their log.
struct RecordReader {
  /// The error for encoded rows that cannot be decoded because their bytes are damaged.
  struct Damaged: Error {}

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place: Int

  /// Reads some of what was written, from a place on.
  static func reading<Result>(
    _ data: Data,
    from place: Int = 0,
    _ body: (inout RecordReader) throws(Damaged) -> Result
  ) -> Swift.Result<Result, Damaged> {
    data.withUnsafeBytes { bytes in
      var reader = RecordReader(bytes: bytes.assumingMemoryBound(to: UInt8.self), place: place)
      return Swift.Result { () throws(Damaged) in try body(&reader) }
    }
  }

  mutating func record(in model: Model) throws(Damaged) -> SaveRecord? {
    guard try byte() == RecordTag.version else { throw Damaged() }
    var layouts: [RecordLayout?] = []
    for _ in 0..<(try count()) { layouts.append(try layout(in: model)) }
    var rows: [SaveRecord.Row] = []
    for _ in 0..<(try count()) {
      let index = try count()
      guard index < layouts.count, let cause = SaveRecord.Cause(rawValue: try text()) else {
        throw Damaged()
      }
      // The entities may be others by now, which is no damage: all is read, and nothing made of it.
      guard layouts.allSatisfy({ $0 != nil }), let layout = layouts[index] else { return nil }
      let number: Int64? = if case .int(let number) = try value() { number } else { nil }
      let before = try image(layout, over: nil)
      let after = try image(layout, over: before)
      rows.append(
        SaveRecord.Row(before: before, after: after, cause: cause, rowNumber: number)
      )
    }
    let (unrecorded, derived) = (try tables(), try tables())
    let absent = place == bytes.count ? [] : try absentTargets()
    guard place == bytes.count else { throw Damaged() }
    guard rows.allSatisfy({ ($0.before?.id ?? $0.after?.id) != nil }) else { return nil }
    return SaveRecord(rows: rows, unrecorded: unrecorded, derived: derived, absent: absent)
  }

  private mutating func absentTargets() throws(Damaged) -> [SaveRecord.DanglingTarget] {
    var targets: [SaveRecord.DanglingTarget] = []
    for _ in 0..<(try count()) {
      let name = try text()
      var (keys, values): ([String], [Value]) = ([], [])
      for _ in 0..<(try count()) {
        keys.append(try text())
        values.append(try value())
      }
      targets.append(SaveRecord.DanglingTarget(entityName: name, keys: keys, values: values))
    }
    return targets
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
    guard try next() != .nothing else {
      place += 1
      return nil
    }
    return try record(layout, over: before)
  }

  mutating func record(
    _ layout: RecordLayout,
    over before: Record? = nil
  ) throws(Damaged) -> Record {
    let id = try id(of: layout.entity.name)
    var values: [Value] = []
    for position in 0..<(try count()) {
      if try next() == .same {
        guard let before, position < before.layout.paths.count else { throw Damaged() }
        place += 1
        values.append(before.value(at: position))
      } else {
        values.append(try value())
      }
    }
    guard values.count == layout.paths.count else { throw Damaged() }
    return Record(layout: layout, id: id, values: values)
  }

  /// Reads the identity at the beginning of a row image; `nil` for an image without one.
  mutating func id(of entityName: String) throws(Damaged) -> RecordID? {
    switch try mark() {
    case .plain: return nil
    case .keyed: return RecordID(entityName: entityName, values: try values())
    case .numbered:
      let number = try number()
      return RecordID(entityName: entityName, rowNumber: number, values: try values())
    default: throw Damaged()
    }
  }

  private mutating func values() throws(Damaged) -> [Value] {
    var values: [Value] = []
    for _ in 0..<(try count()) { values.append(try value()) }
    return values
  }

  mutating func value() throws(Damaged) -> Value {
    switch try mark() {
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

  private mutating func mark() throws(Damaged) -> RecordTag {
    defer { place += 1 }
    return try next()
  }

  /// The mark that is read next.
  private func next() throws(Damaged) -> RecordTag {
    guard place < bytes.count, let mark = RecordTag(rawValue: bytes[place]) else {
      throw Damaged()
    }
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

  private mutating func slice() throws(Damaged) -> Slice<UnsafeBufferPointer<UInt8>> {
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
