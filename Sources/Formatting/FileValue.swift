package import EntityModel
package import FoundationEssentials
package import Qualifiers

/// The value of one attribute as read from an imported file: the value for rules and checks, and the value to store.
///
/// The stored value is set where the file decides the storage class, and not the column.
package struct FileValue: Sendable {
  /// The value as rules and checks see it.
  package var value: Value
  /// The value as it is stored, where the file decides and not the column.
  package var stored: Value?
  /// Whether the declared type of the column is passed over.
  package var isExact = false

  /// A value that the column stores in its own form.
  package init(_ value: Value) { self.value = value }

  /// A value that is stored as the file says.
  package init(_ value: Value, storedAs stored: Value, isExact: Bool = false) {
    (self.value, self.stored, self.isExact) = (value, stored, isExact)
  }
}

extension Attribute {
  /// The value of a text in a file.
  ///
  /// Days and times stay as they are written in a column without rows, and so do moments with an offset. A number stays that
  /// number in a column that counts time. All else is read as it is typed into a field, see
  /// ``value(ofInput:inPlaceOf:now:)``.
  /// - Throws: ``InputProblem`` saying what the column takes.
  package func value(
    ofFileText text: String,
    inPlaceOf initial: Value,
    now: Date
  ) throws(InputProblem) -> FileValue {
    guard definition.customType == nil else {
      return FileValue(try value(ofInput: text, inPlaceOf: initial, now: now))
    }
    switch type.kind {
    case .blob:
      guard let bytes = text.hexadecimalBytes else {
        throw InputProblem(message: "bytes in hexadecimal digits")
      }
      return FileValue(.data(bytes))
    case .date, .timestamp, .time:
      if let time = writtenTime(text) ?? Value(canonicalDigits: text).flatMap(countedTime) {
        return time
      }
    // A binary fraction has more exponents than a decimal.
    case .decimal: if let number = Value(canonicalDigits: text) { return FileValue(number) }
    default: break
    }
    return FileValue(try value(ofInput: text, inPlaceOf: initial, now: now))
  }

  /// The value of a number in a file that tells numbers from texts.
  package func value(
    ofFileNumber number: Value,
    writtenAs text: String,
    inPlaceOf initial: Value,
    now: Date
  ) throws(InputProblem) -> FileValue {
    guard definition.customType == nil else {
      return try value(ofFileText: text, inPlaceOf: initial, now: now)
    }
    switch type.kind {
    case .any: return FileValue(number)
    case .date, .time, .timestamp: if let time = countedTime(number) { return time }
    case .decimal: if case .double = number { return FileValue(number) }
    default: break
    }
    return try value(ofFileText: text, inPlaceOf: initial, now: now)
  }

  /// The value of a text in a file that tells numbers from texts.
  package func value(
    ofFileString text: String,
    inPlaceOf initial: Value,
    now: Date
  ) throws(InputProblem) -> FileValue {
    if type.kind == .any, definition.customType == nil { return FileValue(.string(text)) }
    return try value(ofFileText: text, inPlaceOf: initial, now: now)
  }

  /// The value of a stored value that a file marks with its storage class.
  package func value(ofMarked stored: Value) -> FileValue {
    switch stored {
    case .string(let text):
      // The width of the column is passed over, too.
      let checked = definition.width.map { String(text.prefix($0)) } ?? text
      return FileValue(.string(checked), storedAs: stored, isExact: true)
    case .list(let parts):
      guard case .data(let bytes)? = parts.first else { break }
      let checked = FileValue(.string(String(decoding: bytes, as: UTF8.self)))
      return FileValue(checked.value, storedAs: stored, isExact: true)
    default: break
    }
    return FileValue(stored, storedAs: stored, isExact: true)
  }

  /// Whether no row was found to tell how the column stores days and times.
  private var hasNoForm: Bool { evidence == nil && !definition.isTypeFound }

  /// Whether a day or moment of a file is stored as it is written there.
  package var keepsTimesAsWritten: Bool {
    hasNoForm && definition.customType == nil && type.kind.isDay
      && [.native, .isoText, .isoTextT].contains(definition.storage)
  }

  /// A day or time that is stored as it is written.
  private func writtenTime(_ text: String) -> FileValue? {
    let storage = definition.storage
    let isText = [.native, .isoText, .isoTextT].contains(storage) || storage.hasOffset
    guard isText else { return nil }
    let date: Date?
    switch type.kind {
    case .time: date = Date(wallClock: "1970-01-01 " + text)
    case .date: date = Date(dayAndTime: text)
    default: date = Date(moment: text)
    }
    guard let date else { return nil }
    // Among rows that are written in one way a new one is written so too, but for its offset.
    let hasOffset =
      type.kind == .timestamp && storage.hasOffset
      && Date.timestampParts(of: text)?.zone.isEmpty == false
    guard hasNoForm || hasOffset else { return nil }
    guard type.kind != .date || date == date.startOfDay else { return FileValue(.string(text)) }
    return FileValue(.date(date), storedAs: .string(text))
  }

  /// A number that counts time, or would where no row tells how it is stored.
  private func countedTime(_ number: Value) -> FileValue? {
    guard definition.storage.isCounted || hasNoForm else { return nil }
    // The digits of a day are that day.
    if definition.storage != .digits, case .int(let digits) = number,
      DateDigits.type(of: digits) == .date
    {
      return nil
    }
    let value: Value
    switch number {
    case .int(let number): value = ColumnCoding(self).decode(number)
    case .double(let number): value = ColumnCoding(self).decode(number)
    default: return nil
    }
    if case .date = value { return FileValue(value, storedAs: number) }
    return FileValue(value, storedAs: number, isExact: true)
  }
}

extension Value {
  /// A whole number or a binary fraction whose digits are these; `nil` for any other spelling.
  package init?(canonicalDigits text: String) {
    if let number = Int64(text), String(number) == text {
      self = .int(number)
    } else if let number = Double(text), !number.isNaN, StorageClassTag.digits(number) == text {
      self = .double(number)
    } else {
      return nil
    }
  }

  /// Whether both are stored with the same bytes, in the same storage class.
  package func isStored(as other: Value) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.data(let left), .data(let right)): left == right
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isStored(as: $1) }
    default: false
    }
  }
}
