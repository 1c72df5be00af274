package import Qualifiers

/// The storage class written beside a value in an exported or imported file, where the column does not determine it.
///
/// Examples are `{"text": "1"}` in JSON and `text:1` in comma-separated values.
package enum StorageClassTag: String, CaseIterable, Sendable {
  case null, integer, real, text, blob
  /// A text whose bytes are no UTF-8, in hexadecimal digits.
  case textBytes

  /// The mark of a stored value, and what stands beside it.
  ///
  /// - Precondition: no column stores dates, booleans, decimals, dictionaries and objects; they have no mark.
  package init?(of stored: Value) {
    switch stored {
    case .null: self = .null
    case .int: self = .integer
    case .double: self = .real
    case .string: self = .text
    case .data: self = .blob
    case .list(let parts):
      guard case .data? = parts.first, parts.count == 1 else { return nil }
      self = .textBytes
    case .bool, .decimal, .date, .dictionary, .object: return nil
    }
  }

  /// The stored value that a text stands for beside the mark; `nil` where it is none of this class.
  package func value(of text: String) -> Value? {
    switch self {
    case .null: text.isEmpty ? .null : nil
    case .integer: Int64(text).map { .int($0) }
    case .real: Double(text).flatMap { $0.isNaN ? nil : .double($0) }
    case .text: .string(text)
    case .blob: text.hexadecimalBytes.map { .data($0) }
    case .textBytes: text.hexadecimalBytes.map { .list([.data($0)]) }
    }
  }

  /// The text of a stored value; empty for null.
  package static func text(of stored: Value) -> String {
    switch stored {
    case .null: ""
    case .double(let number): digits(number)
    case .list(let parts): parts.map(\.description).joined()
    default: stored.description
    }
  }

  /// The value between commas with its mark: `text:1`.
  package static func marked(_ stored: Value) -> String? {
    StorageClassTag(of: stored).map { "\($0.rawValue):\(text(of: stored))" }
  }

  /// The marked value between commas; `nil` for a text that begins with no mark.
  ///
  /// - Throws: ``InputProblem`` for a text that does not go with its mark.
  package static func read(_ text: String) throws(InputProblem) -> Value? {
    guard beginsMark(text.utf8.first), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      let mark = StorageClassTag(rawValue: String(text[..<colon]))
    else { return nil }
    guard let value = mark.value(of: String(text[text.utf8.index(after: colon)...])) else {
      throw InputProblem(message: "\(mark.noun) after `\(mark.rawValue):`")
    }
    return value
  }

  /// Whether a text begins with a mark, whatever stands behind it.
  package static func begins(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard beginsMark(bytes.first),
      let colon = bytes.prefix(longest + 1).firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    return StorageClassTag(rawValue: String(decoding: bytes[..<colon], as: UTF8.self)) != nil
  }

  private static let longest = allCases.map(\.rawValue.utf8.count).max() ?? 0

  /// Whether a text that begins so may begin with a mark.
  package static func beginsMark(_ byte: UInt8?) -> Bool {
    switch byte {
    case UInt8(ascii: "n"), UInt8(ascii: "i"), UInt8(ascii: "r"), UInt8(ascii: "t"),
      UInt8(ascii: "b"):
      true
    default: false
    }
  }

  /// The text beside the mark.
  package var noun: String {
    switch self {
    case .null: "nothing"
    case .integer: "a whole number"
    case .real: "a number"
    case .text: "a text"
    case .blob, .textBytes: "bytes in hexadecimal digits"
    }
  }

  /// A number with all digits that it takes to read the same again; `9e999` where it is infinite, as SQLite reads it.
  package static func digits(_ number: Double) -> String {
    number.isInfinite ? number < 0 ? "-9e999" : "9e999" : number.description
  }
}
