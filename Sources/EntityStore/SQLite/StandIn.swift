import EntityModel
import Qualifiers
import SQLite

/// Values that stand in a unique column for a moment, while rows exchange theirs inside a transaction.
///
/// What the table allows is only known when SQLite is asked, so that there are several, the likeliest first: nothing,
/// something far off, then something as much like the value as can be.
struct StandIn {
  private let attribute: Attribute
  private let mayBeNull: Bool

  /// How many there are.
  static let attempts = 60

  init(_ attribute: Attribute, of entity: Entity) {
    self.attribute = attribute
    mayBeNull = entity.canBeNull(attribute) && !entity.identity.contains(attribute.name)
  }

  /// What stands for `stored` at one of the attempts.
  func value(for stored: SQLiteValue, _ attempt: Int) -> SQLiteValue {
    if attempt == 0, mayBeNull { return .null }
    let choices = attribute.definition.choices
    if !choices.isEmpty {
      return (try? ColumnCoding(attribute).encode(choices[attempt % choices.count])) ?? stored
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
    if attempt < 5 { return Int64.max - 1_000 + step }
    if attempt < 10 { return -1_000_000_007 - step }
    if case .int(let maximum) = attribute.definition.maximum?.value { return maximum - step + 10 }
    if case .int(let minimum) = attribute.definition.minimum?.value { return minimum + step - 10 }
    return number &+ step &* 7_919
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
