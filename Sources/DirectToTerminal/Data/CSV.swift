/// Comma-separated values as RFC 4180 has them; a value that is not there is null, an empty text stands in quotes.
nonisolated enum CSV {
  /// One record with its line end.
  static func line(_ values: [String?]) -> String {
    values.map(field).joined(separator: ",") + "\n"
  }

  private static func field(_ value: String?) -> String {
    guard let value else { return "" }
    let isPlain =
      !value.isEmpty && value.first != " " && value.last != " "
      && !value.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    guard !isPlain else { return value }
    var quoted = "\""
    for character in value.unicodeScalars {
      if character == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(character)
    }
    return quoted + "\""
  }
}

/// Reads comma-separated values byte by byte, so that a file of any length takes no more memory than one record.
nonisolated struct CSVReader {
  /// A mistake in the file.
  struct Fault: Error {
    let line: Int
    let message: String
  }

  private enum State {
    case start, plain, quoted, afterQuote
  }

  private var state = State.start
  private var field: [UInt8] = []
  private var isQuoted = false
  private var fields: [String?] = []
  private var sawReturn = false
  /// The line being read, from 1.
  private(set) var line = 1
  private var recordLine = 1

  /// Takes a piece of the file; each record that ends in it goes to `body` with the line where it begins.
  mutating func read(
    _ bytes: some Sequence<UInt8>,
    _ body: ([String?], Int) throws -> Void
  ) throws {
    for byte in bytes {
      // CR LF is one line end, and so is CR alone.
      if sawReturn {
        sawReturn = false
        if byte == 0x0A { continue }
      }
      switch (state, byte) {
      case (.start, 0x22):
        (state, isQuoted) = (.quoted, true)
      case (.quoted, 0x22): state = .afterQuote
      case (.quoted, _):
        if byte == 0x0A { line += 1 }
        field.append(byte)
      case (.afterQuote, 0x22):
        field.append(byte)
        state = .quoted
      case (_, 0x2C): try endField()
      case (_, 0x0A), (_, 0x0D):
        sawReturn = byte == 0x0D
        try endRecord(body)
        line += 1
        recordLine = line
      case (.afterQuote, _):
        throw Fault(
          line: line,
          message: "a quoted value ends and goes on; quotes inside are doubled"
        )
      case (.plain, 0x22):
        throw Fault(line: line, message: "a quote stands inside a value without quotes")
      default:
        field.append(byte)
        state = .plain
      }
    }
  }

  /// The end of the file, where the last line may have no end.
  mutating func finish(_ body: ([String?], Int) throws -> Void) throws {
    guard state != .quoted else {
      throw Fault(line: recordLine, message: "a quoted value has no end")
    }
    if state != .start || !fields.isEmpty { try endRecord(body) }
  }

  private mutating func endField() throws {
    guard let text = String(validating: field, as: UTF8.self) else {
      throw Fault(line: line, message: "this is no UTF-8 text")
    }
    fields.append(text.isEmpty && !isQuoted ? nil : text)
    field.removeAll(keepingCapacity: true)
    (state, isQuoted) = (.start, false)
  }

  private mutating func endRecord(_ body: ([String?], Int) throws -> Void) throws {
    // An empty line is no record.
    if state == .start, fields.isEmpty { return }
    try endField()
    let record = fields
    fields.removeAll(keepingCapacity: true)
    try body(record, recordLine)
  }
}
