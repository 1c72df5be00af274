import Diagnostics

/// Reads a property list in the style of NeXTSTEP and OpenStep: `{ key = value; }`.
struct OpenStepReader: DocumentReader {
  let source: SourceText
  let bytes: [UInt8]
  var position = 0

  /// The value of the text: a dictionary, an array, a string or data, or entries without braces as in `.strings`.
  static func read(_ source: SourceText) throws(MalformedDocument) -> PropertyList {
    var reader = Self(source: source, bytes: source.bytes)
    try reader.skipSpace()
    let start = reader.position
    guard reader.next != nil else {
      return PropertyList(.dictionary(.init()), span: SourceSpan(start, start))
    }
    var root = try reader.readValue(depth: 1)
    try reader.skipSpace()
    if root.string != nil, reader.next == UInt8(ascii: "=") || reader.next == UInt8(ascii: ";") {
      reader.position = start
      let entries = try reader.readEntries(depth: 2) { _ in nil }
      root = PropertyList(
        .dictionary(PropertyListDictionary(entries)),
        span: SourceSpan(start, reader.position)
      )
    }
    if reader.next == UInt8(ascii: ";") { reader.position += 1 }
    try reader.skipSpace()
    guard reader.next == nil else {
      throw reader.fault(
        "the property list ends before this",
        suggestion: "remove the text after it, or a bracket that closes too early"
      )
    }
    return root
  }

  private mutating func readValue(depth: Int) throws(MalformedDocument) -> PropertyList {
    let start = position
    guard let byte = next else { throw ended("where a value was expected") }
    let content: PropertyList.Content
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "("):
      guard depth <= PropertyList.depthLimit else {
        throw fault(PropertyList.tooDeep)
      }
      content =
        byte == UInt8(ascii: "{")
        ? try readDictionary(depth: depth + 1) : try readArray(depth: depth + 1)
    case UInt8(ascii: "<"): content = try readData()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): content = .string(try readQuoted())
    default: content = .string(try readWord("a value"))
    }
    return PropertyList(content, span: SourceSpan(start, position))
  }

  private mutating func readArray(depth: Int) throws(MalformedDocument) -> PropertyList.Content {
    let start = position
    position += 1
    var values: [PropertyList] = []
    while true {
      try skipSpace()
      if next == UInt8(ascii: ")") {
        position += 1
        return .array(values)
      }
      guard next != nil else { throw ended(inside: "array", from: start) }
      values.append(try readValue(depth: depth))
      try skipSpace()
      if next == UInt8(ascii: ",") {
        position += 1
      } else if next != UInt8(ascii: ")"), next != nil {
        let line = source.position(at: start).line
        throw fault("`,` or `)` was expected in the array of line \(line)")
      }
    }
  }

  private mutating func readDictionary(
    depth: Int
  ) throws(MalformedDocument) -> PropertyList.Content {
    let start = position
    position += 1
    let entries = try readEntries(depth: depth) { reader in
      reader.next == nil ? reader.ended(inside: "dictionary", from: start) : nil
    }
    guard next == UInt8(ascii: "}") else { throw fault("a key or `}` was expected") }
    position += 1
    return .dictionary(PropertyListDictionary(entries))
  }

  /// Entries up to `}` or the end of the text, of which `fault` complains or not.
  private mutating func readEntries(
    depth: Int,
    orFault faultAtEnd: (Self) -> MalformedDocument?
  ) throws(MalformedDocument) -> [PropertyListDictionary.Entry] {
    var entries: [PropertyListDictionary.Entry] = []
    while true {
      try skipSpace()
      if let fault = faultAtEnd(self) { throw fault }
      guard let byte = next, byte != UInt8(ascii: "}") else { return entries }
      let start = position
      let isQuoted = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
      let key = isQuoted ? try readQuoted() : try readWord("a key or `}`")
      let keySpan = SourceSpan(start, position)
      // `key;` is short for `key = key;`.
      var value = PropertyList(.string(key), span: keySpan)
      try skipSpace()
      if next == UInt8(ascii: "=") {
        position += 1
        try skipSpace()
        value = try readValue(depth: depth)
        try skipSpace()
      } else if next != UInt8(ascii: ";"), next != nil {
        throw fault("`=` was expected after the key `\(key.prefix(60))`")
      }
      entries.append(.init(key, value, keySpan: keySpan))
      if let fault = faultAtEnd(self) { throw fault }
      // The last `;` may be missing.
      if next == UInt8(ascii: ";") {
        position += 1
      } else if next != UInt8(ascii: "}"), next != nil {
        throw fault("`;` was expected after the value of `\(key.prefix(60))`")
      }
    }
  }

  func ended(inside what: String, from start: Int) -> MalformedDocument {
    let place = source.position(at: start)
    return ended("inside the \(what) that begins at line \(place.line), column \(place.column)")
  }
}
