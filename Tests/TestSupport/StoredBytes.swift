/// A value as a database stores it: its storage class and its bytes.
package enum StoredBytes: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(UInt64)
  case text([UInt8])
  case blob([UInt8])

  package static func text(_ text: String) -> Self { .text(Array(text.utf8)) }
}

/// Columns of random declarations with values in every form that programs store.
package struct RandomColumn {
  package static let declarations = [
    "INTEGER", "INT", "BIGINT", "TINYINT(1)", "BOOLEAN", "REAL", "DOUBLE", "FLOAT", "NUMERIC",
    "DECIMAL(12,4)", "DECIMAL(10,0)", "MONEY", "TEXT", "VARCHAR(12)", "CHAR(5)", "CLOB", "STRING",
    "DATE", "DATETIME", "TIMESTAMP", "TIME", "BLOB", "VARBINARY(16)", "UUID", "JSON", "", "ANY",
    "URL", "\"ENUM('a','b')\"", "YEAR", "INTERVAL", "POINT", "INTEGER_OR_TEXT", "NUMBER", "BIT",
  ]
  private static let names = [
    "value", "created_at", "day", "is_active", "email", "homepage_url", "note", "modified",
    "amount", "clock", "uuid", "meta_json", "ts", "seen", "code",
  ]
  private static let defaults = ["", "", "", "", " DEFAULT 'x'", " DEFAULT 7", " DEFAULT NULL"]

  /// The declaration in the statement that makes the table, without the name.
  package let declaration: String
  /// The name; unlike those of other columns by its number.
  package let name: String
  /// The kinds of values that are in it.
  private let kinds: [Int]

  package init(number: Int, _ random: inout SeededGenerator) {
    let type = Self.declarations.randomElement(using: &random) ?? ""
    let base = Self.names.randomElement(using: &random) ?? "value"
    name = Bool.random(using: &random) ? "c\(number)" : "n\(number)_\(base)"
    declaration = type + (Self.defaults.randomElement(using: &random) ?? "")
    let count = Int.random(in: 1...3, using: &random)
    kinds = (0..<count).map { _ in Int.random(in: 0..<Self.kindCount, using: &random) }
  }

  /// A value for a row.
  package func value(_ random: inout SeededGenerator) -> StoredBytes {
    if Int.random(in: 0..<10, using: &random) == 0 { return .null }
    return Self.value(ofKind: kinds.randomElement(using: &random) ?? 0, &random)
  }

  private static let kindCount = 16

  private static func value(ofKind kind: Int, _ random: inout SeededGenerator) -> StoredBytes {
    func any<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: elements.indices, using: &random)]
    }
    func two(_ range: ClosedRange<Int>) -> String {
      let number = Int.random(in: range, using: &random)
      return number < 10 ? "0\(number)" : "\(number)"
    }
    func day() -> String {
      "\(Int.random(in: 1000...2999, using: &random))-\(two(1...12))-\(two(1...28))"
    }
    func fraction() -> String {
      (0..<Int.random(in: 1...9, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }.joined()
    }
    func clock() -> String {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: "\(two(0...23)):\(two(0...59))"
      case 1: "\(two(0...23)):\(two(0...59)):\(two(0...59)).\(fraction())"
      case 2: "00:00:00"
      default: "\(two(0...23)):\(two(0...59)):\(two(0...59))"
      }
    }
    switch kind {
    case 0: return .integer(any([0, 1, -1, .max, .min, 1 << 53, (1 << 53) + 1, 20_240_229, 7]))
    case 1: return .integer(.random(in: .min ... .max, using: &random))
    case 2: return .integer(.random(in: 1_500_000_000...1_800_000_000, using: &random))
    case 3: return .integer(.random(in: 1_500_000_000_000...1_800_000_000_000, using: &random))
    case 4:
      let number = Double(bitPattern: random.next())
      return .real((number.isNaN ? 0.1 + 0.2 : number).bitPattern)
    case 5:
      return .real(
        any([
          0.1, 0.1 + 0.2, 1e300, -1e-300, .leastNonzeroMagnitude, .infinity, -.infinity, 22.99,
          1e15, 2.5,
        ])
        .bitPattern
      )
    case 6:
      return .real((Double.random(in: 1.5e9...1.8e9, using: &random)).bitPattern)
    case 7: return .text(day())
    case 8: return .text(day() + any([" ", "T"]) + clock())
    case 9:
      return .text(
        day() + any([" ", "T"]) + clock() + any(["Z", "+02:00", " +0100", "-05", " UTC"])
      )
    case 10: return .text(clock())
    case 11:
      return .text(
        any([
          "", " ", "1", "-0", "1.0", "1e5", "0x10", "true", "null", "NULL", "nan", "inf", "text:1",
          "blob:00", "integer:5", "real:x", "null:", "00FF", "ff", "3.4.2024", "2024/3/1", "+3d",
          "=1+1", "{\"a\": 1}", "[]", "9e999", "99999999999999999999",
        ])
      )
    case 12:
      let pieces = [
        "\"", ",", ";", "\n", "\r", "\r\n", "\t", " ", "a", "Zoë", "\u{0}", "\u{1B}[2J", "'", "\\",
        "{", "\u{202E}", "\u{FEFF}", "e\u{301}", "0", "-", "👩‍👧", "\u{85}", "\u{2028}", ":",
      ]
      return .text((0..<Int.random(in: 0...6, using: &random)).map { _ in any(pieces) }.joined())
    case 13:
      return .text(
        any([[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80, 0x2C], [0xF0, 0x9F], [0x00, 0xFE]])
      )
    case 14:
      return .blob(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      )
    default: return .text("\(Int.random(in: -9999...9999, using: &random)).\(fraction())")
    }
  }
}
