import Diagnostics
import Formatting
import FoundationEssentials
import Qualifiers

/// An object read from a JSON file to be imported: its place in the file, its members as field input, and its faults.
nonisolated struct JSONRow {
  /// The place of the fault.
  let place: RowImport.Place
  /// The members in the order of their names.
  let members: [(name: String, input: FieldInput)]
  /// The reasons that its members cannot be taken.
  var faults: [ImportFault] = []
}

/// Reads the objects of a JSON array, or objects that stand one after the other, piece by piece.
nonisolated struct JSONRowReader {
  /// The parser's position between the objects of the file: before, inside or after an object, or behind the array.
  private enum State {
    /// Nothing but blanks was read.
    case start
    /// An object, and if there was none yet the end of the array, may follow.
    case opened, afterComma
    case row
    case afterRow
    /// Behind the array.
    case end
  }

  private let path: String
  /// Whether a file without anything has no rows: objects one after the other have no brackets around them.
  private let takesNothing: Bool
  private var state = State.start
  private var isArray = false
  private var bytes: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var line = 1
  private var rowLine = 1
  private var count = 0

  init(path: String, takesNothing: Bool) {
    (self.path, self.takesNothing) = (path, takesNothing)
  }

  /// Takes a piece of the file; each object that ends in it goes to `body`.
  mutating func read(_ piece: ArraySlice<UInt8>, _ body: (JSONRow) throws -> Void) throws {
    for byte in piece {
      if state == .row { try take(byte, body) } else { try step(byte) }
      if byte == 0x0A { line += 1 }
    }
  }

  /// The end of the file.
  func finish() throws(ImportFault) {
    switch state {
    case .end: return
    case .afterRow where !isArray: return
    case .start where takesNothing: return
    case .start:
      throw fault("the file is empty; it needs an array of objects, or [] for no rows")
    case .row: throw fault("the file ends inside the object that begins on line \(rowLine)")
    default: throw fault("the file ends before its array is closed with ]")
    }
  }

  private func fault(_ message: String) -> ImportFault { ImportFault(at: .line(line), message) }

  /// Takes a byte between objects.
  private mutating func step(_ byte: UInt8) throws(ImportFault) {
    switch (state, byte) {
    case (_, 0x20), (_, 0x09), (_, 0x0A), (_, 0x0D): break
    case (.start, UInt8(ascii: "[")): (state, isArray) = (.opened, true)
    case (.start, UInt8(ascii: "{")), (.opened, UInt8(ascii: "{")),
      (.afterComma, UInt8(ascii: "{")):
      begin()
    case (.afterRow, UInt8(ascii: "{")) where !isArray: begin()
    case (.opened, UInt8(ascii: "]")): state = .end
    case (.afterRow, UInt8(ascii: "]")) where isArray: state = .end
    case (.afterRow, UInt8(ascii: ",")) where isArray: state = .afterComma
    case (.start, _): throw fault("not a JSON array: start it with [")
    case (.opened, _): throw fault("an object is expected: rows are objects, { … }")
    case (.afterComma, UInt8(ascii: "]")): throw fault("remove the comma before this ]")
    case (.afterComma, _): throw fault("an object is expected: rows are objects, { … }")
    case (.afterRow, _):
      throw fault(isArray ? "`,` or `]` is expected after an object" : "an object is expected")
    case (.end, _), (.row, _): throw fault("there is text after the array; remove it")
    }
  }

  private mutating func begin() {
    (state, depth, rowLine) = (.row, 1, line)
    bytes.append(UInt8(ascii: "{"))
  }

  /// Takes a byte of an object.
  private mutating func take(_ byte: UInt8, _ body: (JSONRow) throws -> Void) throws {
    bytes.append(byte)
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      guard depth == 0 else { return }
      count += 1
      try body(row())
      bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20)
      state = .afterRow
    default: break
    }
  }

  private func row() -> JSONRow {
    let place = RowImport.Place(line: rowLine, object: count)
    func row(
      _ members: [(name: String, input: FieldInput)] = [],
      faults: [(line: Int, message: String)]
    ) -> JSONRow {
      let faults = faults.map { line, message in
        ImportFault(at: RowImport.Place(line: line, object: count), message)
      }
      return JSONRow(place: place, members: members.sorted { $0.name < $1.name }, faults: faults)
    }
    let text: String
    do {
      text = try bytes.withUnsafeBufferPointer { (bytes) throws(MalformedText) in
        try MalformedText.checked(bytes)
      }
    } catch { return row(faults: [(rowLine, "the object: \(error.message)")]) }
    let source = SourceText(name: path, text: text, firstLine: rowLine)
    let (document, faults) = JSONDocument.read(source, start: "write rows in a list: [{…}, {…}]")
    if let fault = faults.first {
      let line = source.lineNumber(at: fault.span.start)
      guard fault.id != "duplicate" else {
        let name = source.text(in: fault.span)
        return row(faults: [(line, "\(name) occurs twice in one object; leave one out")])
      }
      let parts = [fault.message] + [fault.suggestion].compactMap(\.self)
      return row(faults: [(line, parts.joined(separator: "; "))])
    }
    var members: [(name: String, input: FieldInput)] = []
    var found: [(line: Int, message: String)] = []
    for member in document?.root.members ?? [] {
      do throws(UnexpectedJSONValue) {
        members.append((member.name, try member.value.fieldInput()))
      } catch {
        let line = source.lineNumber(at: member.nameSpan.start)
        found.append((line, "'\(member.name)' \(error.message)"))
      }
    }
    return row(members, faults: found)
  }
}

/// An error for a JSON value that no field accepts, such as a list, with a message for the import's report.
nonisolated private struct UnexpectedJSONValue: Error {
  let message: String
}

nonisolated extension JSONDocument.Node {
  /// The value as a field takes it; a reference is known by its `id`.
  fileprivate func fieldInput() throws(UnexpectedJSONValue) -> FieldInput {
    switch content {
    case .null: return .null
    case .bool(let truth): return .value(.bool(truth), text: truth ? "true" : "false")
    case .number(let digits):
      let text = Self.plain(digits)
      let number = Value(canonicalDigits: digits) ?? Value(number: digits)?.stored
      return .value(number ?? .string(text), text: text)
    case .string(let text): return .value(.string(text), text: text)
    case .object:
      if let members, members.count == 1, let mark = StorageClassTag(rawValue: members[0].name),
        mark != .null
      {
        guard let stored = members[0].value.digitsOrText.flatMap(mark.value) else {
          throw UnexpectedJSONValue(message: "needs \(mark.noun) after `\(mark.rawValue)`")
        }
        return .marked(stored)
      }
      guard let id = self["id"] else {
        throw UnexpectedJSONValue(message: "holds an object without the `id` that identifies it")
      }
      var parts: [FieldInput] = []
      for part in id.elements ?? [id] { parts.append(try part.fieldInput()) }
      return .reference(parts)
    case .array: throw UnexpectedJSONValue(message: "holds a list; a field takes one value")
    }
  }

  /// A number or a text, as it is written.
  private var digitsOrText: String? {
    switch content {
    case .number(let digits): digits
    case .string(let text): text
    default: nil
    }
  }

  /// A number without an exponent, where that is short: a field of whole numbers takes no `1e3`.
  private static func plain(_ digits: String) -> String {
    guard let mark = digits.firstIndex(where: { $0 == "e" || $0 == "E" }),
      let exponent = Int(digits[digits.index(after: mark)...]), (-20...20).contains(exponent),
      let number = Decimal(string: digits)
    else { return digits }
    return number.description
  }
}

nonisolated extension Value {
  /// A number as a column keeps it that takes any: exactly where it can.
  fileprivate var stored: Value {
    guard case .decimal(let number) = self else { return self }
    return number.binaryFraction.map { .double($0) } ?? self
  }
}
