import EntityModel
import Formatting
import FoundationEssentials
import Qualifiers
import SQL
import SQLite

/// The form of keys in statements, which SQLite tells apart and orders as the program does the values: numbers, dates, texts,
/// bytes.
///
/// A text of a letter for the kind and the value; a number is its sign, its exponent and its digits.
enum KeyForm {
  /// The form of a value in a column.
  static func encode(_ value: Value, _ coding: ColumnCoding) -> SQLiteValue {
    switch value {
    case .null: return .null
    case .data(let bytes): return .blob(bytes)
    case .date(let date): return .text(letters(date.timeIntervalSinceReferenceDate))
    case .string(let text):
      // A number in a column of texts is a number.
      guard coding.kind == .decimal, let number = Value(number: text) else {
        return .text("t" + text)
      }
      return encode(number, coding)
    case .double(let number) where Int64(exactly: number) == nil: return form(number.description)
    case .double(let number): return form("\(Int64(number))")
    case .bool(let truth): return form(truth ? "1" : "0")
    case .int, .decimal: return form(value.description)
    case .list, .dictionary, .object: return .text("t" + value.description)
    }
  }

  /// The value of a form.
  static func decode(_ form: some StoredValue, _ coding: ColumnCoding) -> Value {
    let value = ColumnCoding.decodeRaw(form)
    guard case .string(let text) = value else { return value }
    let rest = text.utf8.dropFirst()
    switch text.utf8.first {
    case UInt8(ascii: "d"): return .date(Date(timeIntervalSinceReferenceDate: number(rest)))
    case UInt8(ascii: "n"): return number(rest, coding)
    default: return .string(String(text.unicodeScalars.dropFirst()))
    }
  }

  // MARK: Dates

  /// The letter for dates, and sixteen that are ordered as the numbers are.
  private static func letters(_ number: Double) -> String {
    let pattern = number.bitPattern
    let bits = pattern >> 63 == 1 ? ~pattern : pattern | 1 << 63
    return String(unsafeUninitializedCapacity: 17) { letters in
      letters[0] = UInt8(ascii: "d")
      for index in 1...16 {
        letters[index] = UInt8(ascii: "a") + UInt8(bits >> UInt64(64 - 4 * index) & 15)
      }
      return 17
    }
  }

  private static func number(_ letters: Substring.UTF8View) -> Double {
    let bits = letters.reduce(UInt64(0)) { $0 << 4 | UInt64($1 - UInt8(ascii: "a")) }
    return Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits)
  }

  // MARK: Numbers

  /// The exponent of 1 and of the infinite.
  private static let (origin, infinity) = (5_000, 9_999)

  /// The form of a number as it is written; null of what is none.
  private static func form(_ text: String) -> SQLiteValue {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    var (digits, exponent, isBehindPoint): ([UInt8], Int, Bool) = ([], 0, false)
    var rest = text.utf8.dropFirst(isNegative ? 1 : 0)
    while let byte = rest.popFirst(), byte != UInt8(ascii: "e") {
      switch byte {
      case UInt8(ascii: "."): isBehindPoint = true
      case UInt8(ascii: "0") where digits.isEmpty: if isBehindPoint { exponent -= 1 }
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.append(byte)
        if !isBehindPoint { exponent += 1 }
      case UInt8(ascii: "i"): return .text(isNegative ? "n00000:" : "n2\(infinity)")
      default: return .null
      }
    }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    guard !digits.isEmpty else { return .text("n1") }
    exponent += (Int(Substring(rest)) ?? 0) + origin
    var form = Array(String(exponent).utf8) + digits
    // Of negative numbers those with more digits come first.
    if isNegative {
      form = form.map { UInt8(ascii: "0") + UInt8(ascii: "9") - $0 } + [UInt8(ascii: ":")]
    }
    return .text((isNegative ? "n0" : "n2") + String(decoding: form, as: UTF8.self))
  }

  private static func number(_ form: Substring.UTF8View, _ coding: ColumnCoding) -> Value {
    let isNegative = form.first == UInt8(ascii: "0")
    var bytes = Array(form.dropFirst())
    if isNegative {
      bytes = bytes.dropLast().map { UInt8(ascii: "0") + UInt8(ascii: "9") - $0 }
    }
    let digits = String(decoding: bytes.dropFirst(4), as: UTF8.self)
    let exponent = Int(String(decoding: bytes.prefix(4), as: UTF8.self)) ?? origin
    guard exponent != infinity else { return .double(isNegative ? -.infinity : .infinity) }
    let text = "\(isNegative ? "-" : "")\(digits)e\(exponent - origin - digits.utf8.count)"
    let number = digits.isEmpty ? 0 : Decimal(string: text)
    guard let number, !number.isNaN else { return .double(Double(text) ?? .nan) }
    guard coding.kind != .decimal else { return .decimal(number) }
    let stored = ColumnCoding.encode(number)
    return if case .string = stored { .decimal(number) } else { stored }
  }
}
