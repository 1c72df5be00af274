import Formatting
import FoundationEssentials
import Qualifiers
import SQLite

/// Values in a form whose order in a database is that of the values: numbers, dates, texts, bytes.
enum SortableValue {
  /// A statement calls `d2t_ordered(number, column)`; the number says how the column is stored.
  static let functionName = "d2t_ordered"

  /// The form of a stored value.
  static func encode(_ cell: StoredCell, _ coding: ColumnCoding) -> SQLiteValue {
    let value = coding.decode(cell)
    switch value {
    case .date(let date): return .text("d" + ordered(date.timeIntervalSinceReferenceDate))
    case .string(let text): return .text("t" + text)
    case .decimal: return .double(value.double ?? 0)
    default: return ColumnCoding.stored(cell)
    }
  }

  /// The value of such a form.
  static func decode(_ cell: StoredCell, _ coding: ColumnCoding) -> Value {
    guard cell.storageClass == .text else { return coding.decode(cell) }
    return cell.withText { bytes in
      let rest = UnsafeBufferPointer(rebasing: bytes.dropFirst())
      guard bytes.first == UInt8(ascii: "d") else {
        return .string(String(decoding: rest, as: UTF8.self))
      }
      let bits = rest.reduce(UInt64(0)) { $0 << 4 | UInt64($1 - UInt8(ascii: "a")) }
      let pattern = bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits
      return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: pattern)))
    }
  }

  /// Sixteen letters that are ordered as the numbers are.
  private static func ordered(_ number: Double) -> String {
    let pattern = number.bitPattern
    let bits = pattern >> 63 == 1 ? ~pattern : pattern | 1 << 63
    return String(unsafeUninitializedCapacity: 16) { letters in
      for index in 0..<16 {
        letters[index] = UInt8(ascii: "a") + UInt8(bits >> UInt64(60 - 4 * index) & 15)
      }
      return 16
    }
  }
}
