import Editing
import EntityModel
import EntityStore
import Formatting
import Qualifiers

/// A fast converter for one column of an import, from a file's text to the stored bytes of an attribute of new objects.
///
/// Plain texts, numbers and days are converted byte by byte where the result equals that of entering each value.
final class PackedColumn {
  /// The conversion of a file's text to a stored value; all but `other` have a fast path.
  private enum Kind {
    /// A text of at most so many bytes.
    case text(longest: Int)
    case integer, number, decimal, bool, moment
    /// Any other attribute: every value is checked individually.
    case other
  }

  private let attribute: Attribute
  private let position: Int
  private let initial: Value
  private let kind: Kind
  /// Whether a row may leave the value out, and begin with that of all new objects.
  private lazy var mayBeLeftOut = accepts(FileValue(initial))
  private let rules: FieldRules
  /// The treatment of values that say their storage class.
  private let marks: StorageClassTagParsing

  /// A column for the attribute at a position of the entity's.
  init(_ attribute: Attribute, at position: Int, _ rules: FieldRules, marks: StorageClassTagParsing)
  {
    (self.attribute, self.position, self.rules) = (attribute, position, rules)
    self.marks = marks
    initial = rules.template.initial[position]
    kind = Self.kind(of: attribute, initial, rules.demands(at: position))
  }

  private static func kind(
    of attribute: Attribute,
    _ initial: Value,
    _ demands: (length: Int?, hasChoices: Bool)
  ) -> Kind {
    let definition = attribute.definition
    guard initial.isNull, definition.customType == nil, definition.choices.isEmpty,
      !demands.hasChoices,
      definition.minimum == nil, definition.maximum == nil, definition.pattern == nil,
      definition.minimumLength == nil
    else { return .other }
    switch attribute.type.kind {
    case .text where attribute.type != .json:
      return .text(longest: min(definition.width ?? .max, demands.length ?? .max))
    case .integer: return .integer
    case .number: return .number
    case .decimal: return .decimal
    case .bool: return .bool
    case .date, .timestamp: return .moment
    case .text, .any, .blob, .time: return .other
    }
  }

  /// Whether nothing is wrong with a value.
  private func accepts(_ value: FileValue) -> Bool {
    attribute.problem(with: value, isNew: true, inPlaceOf: initial) == nil
      && rules.problems(with: value.value, at: position).isEmpty
  }

  /// Packs the next value of a row; `nil` for one that is left out.
  ///
  /// - Returns: whether it could be; if not, entering the row tells why.
  func append(_ bytes: UnsafeBufferPointer<UInt8>?, to packer: any InsertionPacker) -> Bool {
    guard let bytes else { return mayBeLeftOut && packer.append(initial) }
    if marks != .kept, StorageClassTag.begins(bytes) {
      // Whether it is a fault is found out where it is entered.
      return marks == .read && entered(bytes, packer)
    }
    switch kind {
    case .text(let longest):
      guard bytes.count <= longest else { break }
      guard bytes.isUTF8 else { return false }
      packer.append(text: bytes)
      return true
    case .integer:
      guard let number = PlainNumber(bytes), number.scale == 0, !bytes.contains(0x2E) else { break }
      packer.append(number.digits)
      return true
    case .number:
      guard let number = PlainNumber(bytes)?.double else { break }
      packer.append(number)
      return true
    case .decimal:
      guard let number = PlainNumber(bytes)?.shortest, !number.isNegativeZero else { break }
      if number.scale == 0 { packer.append(number.digits) } else { packer.append(number.double) }
      return true
    case .bool:
      guard bytes.count == 1, bytes[0] == 0x30 || bytes[0] == 0x31 else { break }
      packer.append(Int64(bytes[0] & 1))
      return true
    case .moment:
      if attribute.keepsTimesAsWritten, CalendarText.date(bytes) != nil {
        packer.append(text: bytes)
        return true
      }
      if packer.append(moment: bytes) { return true }
    case .other: break
    }
    return entered(bytes, packer)
  }

  /// Enters a text as into a field.
  private func entered(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ packer: any InsertionPacker
  ) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    do {
      let now = rules.now(for: attribute)
      let input = try FieldInput(text, marks: marks)
      // Null is left to the database here, where it makes a value of it.
      if case .null = input { return false }
      let value = try attribute.value(of: input, inPlaceOf: initial, now: now)
      guard accepts(value) else { return false }
      return packer.append(value.stored ?? value.value)
    } catch {
      // The row is entered once more, which tells what is wrong.
      return false
    }
  }
}

nonisolated extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are text in UTF-8.
  fileprivate var isUTF8: Bool {
    var all: UInt8 = 0
    for byte in self { all |= byte }
    return all < 0x80 || String(validating: self, as: UTF8.self) != nil
  }
}

/// A parsed decimal number such as `-12.50`, as digits, scale and sign, for fast conversion in imports.
///
/// Accepts only digits, a sign and a point, and only as many digits as a double represents exactly.
nonisolated struct PlainNumber {
  private(set) var digits: Int64
  /// How many of the digits stand behind the point.
  private(set) var scale: Int
  private let isNegative: Bool

  /// `nil` for what is not written so.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let isNegative = bytes.first == UInt8(ascii: "-")
    var digits: Int64 = 0
    var (count, pointAt) = (0, -1)
    for byte in bytes.dropFirst(isNegative ? 1 : 0) {
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        digits = digits &* 10 &+ Int64(digit)
        count += 1
        guard count <= 15 else { return nil }
      } else {
        guard byte == UInt8(ascii: "."), pointAt < 0, count > 0 else { return nil }
        pointAt = count
      }
    }
    // A point at the end is looked at more closely.
    guard count > 0, pointAt < count else { return nil }
    self.isNegative = isNegative
    self.digits = isNegative ? -digits : digits
    scale = pointAt < 0 ? 0 : count - pointAt
  }

  /// The double nearest to it: both are exact, so that it is rounded once.
  var double: Double {
    let magnitude = Double(digits.magnitude) / Self.powers[scale]
    return isNegative ? -magnitude : magnitude
  }

  /// Whether it is zero with a sign, which whole numbers have not.
  var isNegativeZero: Bool { isNegative && digits == 0 }

  /// The number without trailing zeros after the decimal point.
  var shortest: Self {
    var copy = self
    while copy.scale > 0, copy.digits % 10 == 0 {
      (copy.digits, copy.scale) = (copy.digits / 10, copy.scale - 1)
    }
    return copy
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
