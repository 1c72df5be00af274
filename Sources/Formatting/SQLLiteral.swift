package import Qualifiers

/// The formatting of stored values and names as SQL literals and identifiers for SQLite statements.
package enum SQLLiteral {
  /// A stored value: `1`, `1.5`, `'it''s'`, `x'00ff'`, `NULL`; `nil` for what no column stores.
  package static func value(_ stored: Value) -> String? {
    switch stored {
    case .null: "NULL"
    case .int(let number): String(number)
    case .double(let number): real(number)
    case .string(let text):
      // A statement ends where a text of it has a zero.
      text.utf8.contains(0) ? bytes(Array(text.utf8)) : "'\(doubled(text, "'"))'"
    case .data: "x'\(stored.description)'"
    case .list(let parts):
      if case .data(let bytes)? = parts.first, parts.count == 1 { self.bytes(bytes) } else { nil }
    case .bool, .decimal, .date, .dictionary, .object: nil
    }
  }

  /// A name of a table or column: `"name"`.
  package static func name(_ text: String) -> String { "\"\(doubled(text, "\""))\"" }

  /// A number as every version of SQLite reads it to the last bit.
  ///
  /// Its readers of decimal digits are exact for 15 digits times or by a power of ten that a double holds, which is 22 at
  /// most. Other numbers are products and quotients of powers of two.
  package static func real(_ number: Double) -> String {
    let digits = StorageClassTag.digits(number)
    guard number.isFinite, number != 0 else { return digits }
    if isReadExactly(digits) { return digits }
    // `number` is `significand * 2 ^ power`, and each step below is exact.
    var power = Int(number.exponent) - 52
    var significand = number.significandBitPattern
    if number.isNormal { significand |= 1 << 52 } else { power = -1074 }
    let shift = significand.trailingZeroBitCount
    (significand, power) = (significand >> UInt64(shift), power + shift)
    var text = "CAST(\(number < 0 ? "-" : "")\(significand) AS REAL)"
    while power != 0 {
      let step = min(abs(power), 62)
      text += (power < 0 ? "/" : "*") + "\(UInt64(1) << UInt64(step))"
      power += power < 0 ? step : -step
    }
    return text
  }

  /// Whether a number has 15 significant digits at most and a small enough power of ten.
  private static func isReadExactly(_ digits: String) -> Bool {
    let parts = digits.utf8.split(separator: UInt8(ascii: "e"))
    var (count, zeros, places, power) = (0, 0, 0, 0)
    var isFraction = false
    for byte in parts[0] {
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "0"):
        if count > 0 { zeros += 1 }
        if isFraction { places += 1 }
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        if isFraction { places += 1 }
        (count, zeros, power) = (count + zeros + 1, 0, -places)
      default: break
      }
    }
    if parts.count > 1 { power += Int(String(parts[1]) ?? "") ?? 999 }
    return count <= 15 && abs(power) <= 22
  }

  private static func bytes(_ bytes: [UInt8]) -> String {
    "CAST(x'\(Value.data(bytes).description)' AS TEXT)"
  }

  private static func doubled(_ text: String, _ quote: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(scalar)
      if scalar == quote { result.append(scalar) }
    }
    return String(result)
  }
}
