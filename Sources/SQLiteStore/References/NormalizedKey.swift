import EntityModel
import Formatting
import Qualifiers
import SQL

/// A key value in normal form, so that values that the referenced column treats as equal are equal and have one hash.
///
/// SQLite compares a reference by the affinity and the collation of that column (sqlite.org/foreignkeys.html, section 3).
struct NormalizedKey: Hashable {
  private let value: Value

  /// The value of `holder` as `attribute` of `entity` compares it.
  init(
    _ value: Value,
    heldBy holder: Attribute?,
    comparedBy attribute: Attribute,
    of entity: Entity
  ) {
    var stored = value
    if let holder, let encoded = try? ColumnCoding(holder).encode(value) { stored = encoded }
    switch Affinity(of: attribute, in: entity) {
    case .text: stored = Self.text(stored)
    case .numeric: stored = Self.number(stored)
    case .none: break
    }
    if case .double(let number) = stored, let whole = Int64(exactly: number) {
      stored = .int(whole)
    }
    if case .string(let text) = stored {
      stored = .string(Self.collated(text, attribute.definition.collation))
    }
    self.value = stored
  }

  private static func text(_ value: Value) -> Value {
    switch value {
    case .int(let number): .string("\(number)")
    case .double(let number): .string("\(number)")
    default: value
    }
  }

  private static func number(_ value: Value) -> Value {
    guard case .string(let text) = value else { return value }
    let digits = text.trimmingBlanks
    if let whole = Int64(digits) { return .int(whole) }
    guard let number = Double(digits), number.isFinite else { return value }
    return .double(number)
  }

  private static func collated(_ text: String, _ collation: String?) -> String {
    switch collation?.uppercased() {
    case "NOCASE":
      return String(
        decoding: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 },
        as: UTF8.self
      )
    case "RTRIM":
      let end = text.utf8.lastIndex { $0 != 32 }
      return end.map { String(text[...$0]) } ?? ""
    default: return text
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: Substring {
    let isBlank = { (byte: UInt8) in byte == 32 || (9...13).contains(byte) }
    guard let start = utf8.firstIndex(where: { !isBlank($0) }),
      let end = utf8.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return self[start...end]
  }
}
