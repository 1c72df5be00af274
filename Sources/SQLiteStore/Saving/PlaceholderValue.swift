import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// A source of temporary values for a unique column, used while rows of one transaction exchange their values.
///
/// Only SQLite knows which values the table allows, so there are several candidates, the likeliest first: null, a distant
/// value, then one that resembles the stored value.
struct PlaceholderValue {
  private let attribute: Attribute
  private let mayBeNull: Bool
  /// How many rows have stepped aside before, which are not to be met again.
  private let turn: Int

  /// How many there are.
  private static let attempts = 60

  init(_ attribute: Attribute, of entity: Entity, turn: Int) {
    (self.attribute, self.turn) = (attribute, turn)
    mayBeNull = entity.canBeNull(attribute)
  }

  /// Returns candidate values for several columns of a row, to vacate their unique values for a moment.
  ///
  /// Candidates that change every column come before those that change only some.
  static func values(
    _ columns: [PlaceholderValue],
    for stored: [SQLiteValue]
  ) -> some Sequence<[SQLiteValue]> {
    [true, false].lazy.flatMap { givesUpAll in
      (0..<attempts).lazy.map { attempt in
        zip(columns, stored).map { $0.value(for: $1, attempt) }
      }.filter { values in
        let isKept = zip(values, stored).map { $0 == $1 && $1 != .null }
        return values != stored && !isKept.contains(true) == givesUpAll
      }
    }
  }

  /// Returns the replacement for `stored` at an attempt; it may equal `stored`.
  private func value(for stored: SQLiteValue, _ attempt: Int) -> SQLiteValue {
    if attempt == 0, mayBeNull { return .null }
    let choices = attribute.definition.choices
    if !choices.isEmpty {
      do throws(StoreError) {
        return try ColumnCoding(attribute).stored(choices[attempt % choices.count])
      } catch {
        // What the column cannot hold stands in for nothing: the next one is tried.
        return stored
      }
    }
    return switch stored {
    case .null: .null
    case .int(let number): .int(whole(number, attempt))
    case .double(let number): .double(number + Double(attempt) * (attempt < 10 ? 1e9 : 0.001))
    case .text(let text): .text(Self.text(text, attempt))
    case .blob(let bytes):
      .blob(bytes.isEmpty ? [UInt8(attempt)] : bytes.map { $0 ^ UInt8(attempt) })
    case .malformedText(let bytes): .malformedText(bytes + [UInt8(attempt)])
    }
  }

  private func whole(_ number: Int64, _ attempt: Int) -> Int64 {
    let step = Int64(attempt)
    if attempt < 5 { return -1_000_000_007 - Int64(turn) * 5 - step }
    if attempt < 10 { return Int64.max - 1_000_000_007 + Int64(turn) * 5 + step }
    let offset = step - 10 + Int64(turn)
    let minimum = Self.whole(attribute.definition.minimum?.value)
    guard let maximum = Self.whole(attribute.definition.maximum?.value) else {
      return minimum.map { $0 &+ offset } ?? number &+ step &* 7_919
    }
    let (distance, isHuge) = maximum.subtractingReportingOverflow(minimum ?? .min)
    guard !isHuge, distance >= 0, distance < .max else { return maximum &- offset }
    return maximum - offset % (distance + 1)
  }

  private static func whole(_ value: Value?) -> Int64? {
    if case .int(let number) = value { number } else { nil }
  }

  /// Another text, after some attempts with letters for letters and digits for digits.
  private static func text(_ text: String, _ attempt: Int) -> String {
    guard attempt >= 5, !text.isEmpty else { return text + " (aside \(attempt))" }
    let bytes = text.utf8.enumerated().map { position, byte -> UInt8 in
      let shift = attempt - 4 + position
      func turned(from first: UInt8, _ count: Int) -> UInt8 {
        first + UInt8((Int(byte - first) + shift) % count)
      }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): return turned(from: UInt8(ascii: "0"), 10)
      case UInt8(ascii: "a")...UInt8(ascii: "z"): return turned(from: UInt8(ascii: "a"), 26)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): return turned(from: UInt8(ascii: "A"), 26)
      default: return byte
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
