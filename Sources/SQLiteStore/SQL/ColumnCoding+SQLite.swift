import EntityModel
import EntityStore
import Formatting
import FoundationEssentials
import Qualifiers
import SQL
import SQLite

// MARK: - Reading

extension ColumnCoding {
  /// The value as the program sees it.
  func decode(_ stored: some StoredValue) -> Value {
    switch stored.storageClass {
    case .null: return .null
    case .integer: return decode(stored.int)
    case .real: return decode(stored.double)
    case .text: return stored.withText { decode(text: $0) }
    case .blob: return .data(stored.withBlob { [UInt8]($0) })
    }
  }

  /// The value as the program sees it.
  func decode(_ scalar: RowBatch.Scalar) -> Value {
    switch scalar {
    case .null: .null
    case .integer(let number): decode(number)
    case .real(let number): decode(number)
    }
  }

  /// The value by which the row is found again.
  ///
  /// Has the attribute's type if that encodes to exactly the stored value, else the stored type.
  func decodeKey(_ stored: some StoredValue) -> Value {
    if kind == .integer, stored.storageClass == .integer { return .int(stored.int) }
    // A day that is written as all are is written so again.
    if kind == .date, readsISODates, stored.storageClass == .text,
      let day = stored.withText({ $0.count == 10 ? CalendarText.date($0) : nil })
    {
      return .date(day)
    }
    let raw = Self.decodeRaw(stored)
    // Such a text is read as what it is.
    if keepsText, stored.storageClass == .text { return raw }
    guard kind != .any, let exact = Self.encodeRaw(raw) else { return raw }
    let value = decode(stored)
    return (try? ofKeys.stored(value)) == exact ? value : raw
  }

  /// The value as it is stored, so that ``encodeRaw(_:)`` gives the very same.
  ///
  /// Text that is not UTF-8 is a list of its bytes.
  static func decodeRaw(_ stored: some StoredValue) -> Value {
    switch stored.storageClass {
    case .null: .null
    case .integer: .int(stored.int)
    case .real: .double(stored.double)
    case .text:
      stored.withText { bytes in
        if let text = String(validating: bytes, as: UTF8.self) { return .string(text) }
        return .list([.data([UInt8](bytes))])
      }
    case .blob: .data(stored.withBlob { [UInt8]($0) })
    }
  }

  // MARK: Writing

  /// The value as the column stores it.
  ///
  /// - Throws: ``StoreError/unsupported(_:)`` for lists, dictionaries and objects.
  func stored(_ value: Value) throws(StoreError) -> SQLiteValue {
    // Most values are stored as what they are.
    if !writesRealsAsText, let plain = Self.encodeRaw(value) { return plain }
    return Self.encodeRaw(try encode(value)) ?? .null
  }

  /// Encodes a value from ``decodeRaw(_:)`` again; `nil` for any other value.
  static func encodeRaw(_ value: Value) -> SQLiteValue? {
    switch value {
    case .null: .null
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .string(let value): .text(value)
    case .data(let value): .blob(value)
    case .list(let values):
      if case .data(let bytes)? = values.first, values.count == 1 {
        .malformedText(bytes)
      } else {
        nil
      }
    case .bool, .decimal, .date, .dictionary, .object: nil
    }
  }

  /// A value in SQLite's hands, of which text that is none keeps its bytes.
  static func stored(_ stored: some StoredValue) -> SQLiteValue {
    encodeRaw(decodeRaw(stored)) ?? .null
  }
}

extension SQLFragment {
  /// The parameters as SQLite takes them.
  var bound: [SQLiteValue] { parameters.map { ColumnCoding.encodeRaw($0) ?? .null } }
}
