/// One record of a CSV or TSV file: the bytes of its fields, which were quoted, its line and any fault.
///
/// ``SeparatedValuesReader`` fills it.
package struct SeparatedValuesRecord {
  @usableFromInline fileprivate(set) var bytes: [UInt8] = []
  @usableFromInline fileprivate(set) var fields: [(end: Int, isQuoted: Bool)] = []
  /// The line on which it begins, from 1.
  package fileprivate(set) var line = 1
  /// The mistake by which its values cannot be told apart.
  package fileprivate(set) var fault: SeparatedValuesFault?

  /// How many values it has.
  package var count: Int { fields.count }

  /// How long all values are together.
  package var length: Int { bytes.count }

  /// Hands the bytes of a value to `body`; `nil` for a missing one, which is null.
  @inlinable package func withBytes<Result, Fault>(
    _ index: Int,
    _ body: (UnsafeBufferPointer<UInt8>?) throws(Fault) -> Result
  ) throws(Fault) -> Result {
    let start = index == 0 ? 0 : fields[index - 1].end
    let (end, isQuoted) = fields[index]
    guard start < end || isQuoted else { return try body(nil) }
    return try bytes.withUnsafeBufferPointer { (all) throws(Fault) in
      try body(UnsafeBufferPointer(rebasing: all[start..<end]))
    }
  }

  /// A value as text; `nil` for null.
  package func text(_ index: Int) throws(MalformedText) -> String? {
    try withBytes(index) { (bytes) throws(MalformedText) in try bytes.map(MalformedText.checked) }
  }

  fileprivate mutating func append(_ part: UnsafeBufferPointer<UInt8>.SubSequence) {
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: part))
  }

  fileprivate mutating func append(_ byte: UInt8) { bytes.append(byte) }

  fileprivate mutating func endField(isQuoted: Bool) { fields.append((bytes.count, isQuoted)) }

  fileprivate mutating func removeAll() {
    // A very long value is not kept room for.
    bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20)
    fields.removeAll(keepingCapacity: true)
    fault = nil
  }
}

/// A mistake in the signs between separated values, with the line on which it stands.
package struct SeparatedValuesFault: Error {
  package let line: Int
  package let message: String
}

/// The error for bytes in an imported file that are not valid UTF-8, with the first invalid byte and its place.
package struct MalformedText: Error {
  /// The first byte that is wrong.
  package let byte: UInt8
  /// The 1-based position of the byte in the value.
  package let place: Int

  /// The error and its remedy, for the user.
  package var message: String {
    "byte \(place) (0x\(String(byte, radix: 16, uppercase: true))) is not valid UTF-8;"
      + " convert the file, as with iconv -f LATIN1 -t UTF-8"
  }

  /// The text that the bytes are.
  package static func checked(_ bytes: UnsafeBufferPointer<UInt8>) throws(MalformedText) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var parser = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var place = 0
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { place += scalar.count }
    place = min(place, bytes.count - 1)
    throw MalformedText(byte: bytes[place], place: place + 1)
  }
}

/// Reads separated values piece by piece, so that a file of any length takes no more memory than one record.
///
/// A missing value is null, an empty text stands in quotes. An empty line is no record, but the null of a file
/// with one column. In a pasted text each line is a record, and a quote that opens no whole value is a sign.
package struct SeparatedValuesReader {
  /// The parser's position in a field: at its start, in plain or quoted text, after a quote, or skipping a faulty line.
  private enum State {
    case start, plain, quoted, afterQuote
    /// Behind a mistake, up to the end of the line.
    case faulty
  }

  private let separator: UInt8
  private let takesQuotesStrictly: Bool
  private let isPasted: Bool
  private var state = State.start
  private var isQuoted = false
  private var record = SeparatedValuesRecord()
  private var sawReturn = false
  /// Whether the first record has one value, so that an empty line is one too.
  private var hasOneColumn: Bool
  private var isHeader: Bool
  /// The line being read, from 1.
  private var line = 1

  /// A reader of values with `separator` between them.
  package init(_ separator: FieldSeparator) { self.init(separator, isPasted: false) }

  private init(_ separator: FieldSeparator, isPasted: Bool) {
    self.separator = separator.rawValue
    takesQuotesStrictly = separator.takesQuotesStrictly
    (self.isPasted, hasOneColumn, isHeader) = (isPasted, isPasted, !isPasted)
  }

  /// The cells of a text from a spreadsheet, row by row; not every row has as many.
  package static func rows(ofPasted text: String) -> [[String]] {
    var rows: [[String]] = []
    func take(_ record: SeparatedValuesRecord) {
      rows.append(
        (0..<record.count).map { index in
          record.withBytes(index) { $0.map { String(decoding: $0, as: UTF8.self) } ?? "" }
        }
      )
    }
    var reader = SeparatedValuesReader(.tab, isPasted: true)
    reader.read(Array(text.utf8)[...], take)
    // Each quote that opened a value was closed.
    try? reader.finish(take)
    return rows
  }

  /// Takes a piece of the file; each record that ends in it goes to `body`.
  package mutating func read(
    _ piece: ArraySlice<UInt8>,
    _ body: (SeparatedValuesRecord) throws -> Void
  ) rethrows {
    try piece.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count { index = try step(bytes, at: index, body) }
    }
  }

  /// Takes one byte, or all bytes up to the next that means something.
  /// - Returns: where to go on.
  private mutating func step(
    _ bytes: UnsafeBufferPointer<UInt8>,
    at index: Int,
    _ body: (SeparatedValuesRecord) throws -> Void
  ) rethrows -> Int {
    let byte = bytes[index]
    // CR LF is one line end, and so is CR alone.
    if sawReturn {
      sawReturn = false
      if byte == 0x0A { return index + 1 }
    }
    if state == .quoted, byte != 0x22 { return takeQuoted(bytes, index) }
    switch (state, byte) {
    case (.start, 0x22) where !isPasted || isClosed(bytes, index):
      (state, isQuoted) = (.quoted, true)
    case (.quoted, _): state = .afterQuote
    case (.afterQuote, 0x22):
      record.append(byte)
      state = .quoted
    case (_, 0x0A), (_, 0x0D):
      sawReturn = byte == 0x0D
      try endRecord(body)
      line += 1
      record.line = line
    case (.faulty, _): break
    case (_, separator): endField()
    case (.afterQuote, _): fail("text after a closing quote; double the quotes inside a value")
    case (.plain, 0x22) where takesQuotesStrictly:
      fail("a quote in an unquoted value; quote the value, double its quotes")
    default: return takePlain(bytes, index)
    }
    return index + 1
  }

  /// Passes over the rest of the line.
  private mutating func fail(_ message: String) {
    state = .faulty
    record.fault = SeparatedValuesFault(line: line, message: message)
  }

  /// Whether a value in quotes that begins at `start` ends in front of a separator or the end of a line.
  private func isClosed(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    var index = start + 1
    while index < bytes.count {
      guard bytes[index] == 0x22 else {
        index += 1
        continue
      }
      guard index + 1 < bytes.count else { return true }
      let next = bytes[index + 1]
      guard next == 0x22 else { return next == separator || next == 0x0A || next == 0x0D }
      index += 2
    }
    return false
  }

  private mutating func takeQuoted(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != 0x22 {
      if bytes[end] == 0x0A { line += 1 }
      end += 1
    }
    record.append(bytes[start..<end])
    return end
  }

  private mutating func takePlain(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      let ends = byte == separator || byte == 0x0A || byte == 0x0D
      if ends || byte == 0x22 && takesQuotesStrictly { break }
      end += 1
    }
    record.append(bytes[start..<end])
    state = .plain
    return end
  }

  /// The end of the file, where the last line may have no end.
  package mutating func finish(_ body: (SeparatedValuesRecord) throws -> Void) throws {
    guard state != .quoted else {
      throw SeparatedValuesFault(
        line: record.line,
        message: "a quoted value has no closing quote"
      )
    }
    if state != .start || record.count > 0 { try endRecord(body) }
  }

  private mutating func endField() {
    record.endField(isQuoted: isQuoted)
    (state, isQuoted) = (.start, false)
  }

  private mutating func endRecord(_ body: (SeparatedValuesRecord) throws -> Void) rethrows {
    if state == .start, record.count == 0, !hasOneColumn { return }
    endField()
    if isHeader { (isHeader, hasOneColumn) = (false, record.count == 1) }
    try body(record)
    record.removeAll()
  }
}
