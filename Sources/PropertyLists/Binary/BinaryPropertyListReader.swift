/// Reads a binary property list: a table of objects that refer to each other by number.
struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private let name: String
  private let trailer: Trailer
  /// Strings, numbers and so on that were read already; many refer to one.
  private var leaves: [Int: PropertyList.Content] = [:]
  /// How much more may be read: objects that hold each other many times over would never end.
  private var budget: Int

  /// The trailer of a binary property list: integer sizes, object count, root object and offset table.
  private struct Trailer {
    let offsetSize: Int
    let referenceSize: Int
    let count: Int
    let root: Int
    let table: Int
  }

  /// The value of the file, without places.
  static func read(_ bytes: [UInt8], name: String) throws(MalformedDocument) -> PropertyList {
    var reader = try Self(bytes, name: name)
    return try reader.readObject(reader.trailer.root, depth: 1)
  }

  private init(_ bytes: [UInt8], name: String) throws(MalformedDocument) {
    (self.bytes, self.name) = (bytes, name)
    budget = 4096 + 64 * bytes.count
    let start = bytes.count - 32
    let trailer: Trailer? =
      start < 8
      ? nil
      : Trailer(
        offsetSize: Int(bytes[start + 6]),
        referenceSize: Int(bytes[start + 7]),
        count: Self.number(bytes[(start + 8)..<(start + 16)]),
        root: Self.number(bytes[(start + 16)..<(start + 24)]),
        table: Self.number(bytes[(start + 24)..<(start + 32)])
      )
    guard let trailer, (1...8).contains(trailer.offsetSize),
      (1...8).contains(trailer.referenceSize), (1...start).contains(trailer.count),
      (0..<trailer.count).contains(trailer.root), (8...start).contains(trailer.table),
      trailer.count <= (start - trailer.table) / trailer.offsetSize
    else {
      throw Self.fault("the table at the end of the binary property list is damaged", name)
    }
    self.trailer = trailer
  }

  private mutating func readObject(
    _ object: Int,
    depth: Int
  ) throws(MalformedDocument) -> PropertyList {
    guard depth <= PropertyList.depthLimit + 1 else {
      throw fault("its " + PropertyList.tooDeep)
    }
    if let leaf = leaves[object] {
      try spend(cost(of: leaf))
      return PropertyList(leaf)
    }
    let entry = trailer.table + object * trailer.offsetSize
    let offset = Self.number(bytes[entry..<(entry + trailer.offsetSize)])
    guard (8..<trailer.table).contains(offset) else {
      throw fault("object \(object) of the binary property list lies outside it")
    }
    let content = try readContent(at: offset, depth: depth)
    switch content {
    case .array, .dictionary: try spend(1)
    case .string, .integer, .real, .boolean, .date, .data:
      try spend(cost(of: content))
      leaves[object] = content
    }
    return PropertyList(content)
  }

  private func cost(of leaf: PropertyList.Content) -> Int {
    switch leaf {
    case .string(let text): 1 + text.utf8.count
    case .data(let bytes): 1 + bytes.count
    default: 1
    }
  }

  private mutating func spend(_ cost: Int) throws(MalformedDocument) {
    budget -= cost
    guard budget >= 0 else {
      throw fault("its objects contain each other in a cycle or too often")
    }
  }

  private mutating func readContent(
    at offset: Int,
    depth: Int
  ) throws(MalformedDocument) -> PropertyList.Content {
    let low = Int(bytes[offset] & 0x0F)
    switch bytes[offset] >> 4 {
    case 0x0 where low == 8: return .boolean(false)
    case 0x0 where low == 9: return .boolean(true)
    case 0x1 where low <= 4: return .integer(try integer(at: offset, size: 1 << low))
    case 0x2 where low == 2:
      let pattern = try slice(offset + 1, 4)
      return .real(Double(Float(bitPattern: UInt32(Self.number(pattern)))))
    case 0x2 where low == 3: return .real(try double(at: offset))
    case 0x3 where low == 3: return .date(try double(at: offset) + 978_307_200)
    case 0x4:
      let (count, start) = try length(at: offset)
      return .data(Array(try slice(start, count)))
    case 0x5, 0x6, 0x7: return .string(try string(at: offset))
    case 0x8:
      // The number of an object in a keyed archive, spelled as XML lists spell it.
      let number = Self.number(try slice(offset + 1, low + 1))
      return .dictionary(.init([.init("CF$UID", PropertyList(.integer(Int64(number))))]))
    case 0xA, 0xB, 0xC:
      let (count, start) = try length(at: offset)
      return .array(try objects(count, at: start, depth: depth + 1))
    case 0xD: return .dictionary(try dictionary(at: offset, depth: depth + 1))
    default:
      throw fault("byte \(offset) of the binary property list starts an unknown value")
    }
  }

  private func integer(at offset: Int, size: Int) throws(MalformedDocument) -> Int64 {
    let digits = try slice(offset + 1, size)
    // Up to four bytes there is no sign; sixteen hold what is above the eight.
    let number = digits.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let isWide = size == 16
    let high = digits.dropLast(8)
    if isWide, !high.allSatisfy({ $0 == (number >> 63 == 1 ? 0xFF : 0) }) {
      throw fault("the number at byte \(offset) has more than 64 bits")
    }
    return Int64(bitPattern: number)
  }

  private func double(at offset: Int) throws(MalformedDocument) -> Double {
    Double(bitPattern: try slice(offset + 1, 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private func string(at offset: Int) throws(MalformedDocument) -> String {
    let (count, start) = try length(at: offset)
    if bytes[offset] >> 4 != 6 { return String(decoding: try slice(start, count), as: UTF8.self) }
    guard count <= bytes.count / 2 else { throw ended }
    let data = try slice(start, 2 * count)
    let units = stride(from: data.startIndex, to: data.endIndex, by: 2).map {
      UInt16(data[$0]) << 8 | UInt16(data[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func dictionary(
    at offset: Int,
    depth: Int
  ) throws(MalformedDocument) -> PropertyListDictionary {
    let (count, start) = try length(at: offset)
    guard count <= bytes.count / 2 else { throw ended }
    let keys = try objects(count, at: start, depth: depth)
    let values = try objects(count, at: start + count * trailer.referenceSize, depth: depth)
    var entries: [PropertyListDictionary.Entry] = []
    for (key, value) in zip(keys, values) {
      guard let key = key.text else {
        throw fault("a key of the dictionary at byte \(offset) is \(key.kind)")
      }
      entries.append(.init(key, value))
    }
    return PropertyListDictionary(entries)
  }

  private mutating func objects(
    _ count: Int,
    at start: Int,
    depth: Int
  ) throws(MalformedDocument) -> [PropertyList] {
    guard count <= bytes.count else { throw ended }
    let references = try slice(start, count * trailer.referenceSize)
    var objects: [PropertyList] = []
    for index in 0..<count {
      let first = references.startIndex + index * trailer.referenceSize
      let object = Self.number(references[first..<(first + trailer.referenceSize)])
      guard (0..<trailer.count).contains(object) else {
        throw fault("the binary property list refers to the missing object \(object)")
      }
      objects.append(try readObject(object, depth: depth))
    }
    return objects
  }

  /// How many elements the value at `offset` has, and where they begin.
  private func length(at offset: Int) throws(MalformedDocument) -> (count: Int, start: Int) {
    let low = Int(bytes[offset] & 0x0F)
    if low < 15 { return (low, offset + 1) }
    let marker = try slice(offset + 1, 1)
    guard let size = marker.first, size >> 4 == 1, size & 0x0F <= 3 else { throw ended }
    let digits = 1 << Int(size & 0x0F)
    let count = Self.number(try slice(offset + 2, digits))
    guard count <= bytes.count else { throw ended }
    return (count, offset + 2 + digits)
  }

  private func slice(_ start: Int, _ count: Int) throws(MalformedDocument) -> ArraySlice<UInt8> {
    guard start >= 0, count >= 0, start <= trailer.table, count <= trailer.table - start else {
      throw ended
    }
    return bytes[start..<(start + count)]
  }

  private var ended: MalformedDocument {
    fault("a value of the binary property list reaches beyond its end")
  }

  /// An unsigned number, the highest byte first; what is too large for an `Int` is the largest one.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { number, byte in
      number > Int.max >> 8 ? Int.max : number << 8 | Int(byte)
    }
  }

  private func fault(_ message: String) -> MalformedDocument { Self.fault(message, name) }

  private static func fault(_ message: String, _ name: String) -> MalformedDocument {
    MalformedDocument(message, file: name, suggestion: MalformedDocument.cutSuggestion)
  }
}
