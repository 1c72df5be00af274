package import Qualifiers

/// Stored values and names as SQLite reads them in a statement.
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

  /// A number as every version of SQLite reads it to the last bit: its readers of decimal digits are exact for as many as a
  /// double has without loss, times a power of ten that is one; others are products and quotients of powers of two.
  private static func real(_ number: Double) -> String {
    let digits = ValueMark.digits(number)
    guard number.isFinite, number != 0 else { return digits }
    let parts = digits.drop { $0 == "-" }.split { $0 == "e" }
    let significant = parts[0].filter { $0 != "." }.drop { $0 == "0" }
    let exponent = parts.count > 1 ? Int(parts[1]) ?? .max : 0
    if significant.count <= 15, (-15...15).contains(exponent) { return digits }
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
