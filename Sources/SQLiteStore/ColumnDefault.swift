import EntityModel
import Formatting
import Qualifiers
import SQL
import SQLite

extension SQLiteAdaptor {
  static func defaultValue(of attribute: Attribute, in entity: Entity) -> Value? {
    let definition = attribute.definition
    guard let expression = definition.defaultExpression,
      SQLTokens(expression).tokens[...].isLiteral
    else { return nil }
    // What such a column makes of the literal SQLite itself says. The type that a file declares is any text at all, and
    // never becomes part of a statement.
    let isStrict = entity.definition.isStrict
    let (type, suffix) =
      isStrict
      ? (Affinity.strictType(definition.declaredType), " STRICT")
      : (Affinity.typeName(definition.declaredType, isStrict: false), "")
    guard let connection = try? Connection(),
      (try? connection.run("CREATE TABLE t(x \(type) DEFAULT \(expression))\(suffix)")) != nil,
      (try? connection.run("INSERT INTO t DEFAULT VALUES")) != nil,
      let stored = try? connection.scalar("SELECT x FROM t")
    else { return nil }
    return ColumnCoding(attribute).decode(stored)
  }
}

extension ArraySlice<SQLTokens.Token> {
  /// Whether a default is written out: `'A'`, `-1.5`, `TRUE`, `x'00FF'`; all else is to be computed.
  var isLiteral: Bool {
    guard let first, let last else { return false }
    if count > 2, first.isSymbol("("), last.isSymbol(")") {
      return dropFirst().dropLast().isLiteral
    }
    switch (first.kind, count) {
    // SQLite takes a name in double quotes for a text here.
    case (.string, 1), (.quotedName, 1): return true
    case (.word, 1) where ["null", "true", "false"].contains(where: first.isWord): return true
    case (.word, 2) where first.isWord("x") && last.kind == .string: return true
    default: return map(\.text).joined().isNumber
    }
  }
}

extension String {
  /// Whether it writes a number with digits, a sign, a point and an exponent, or in hexadecimal.
  fileprivate var isNumber: Bool {
    let digits = first == "-" || first == "+" ? dropFirst() : self[...]
    let isPlain = digits.utf8.allSatisfy { byte in
      byte &- UInt8(ascii: "0") < 10 || "+-.eE".utf8.contains(byte)
    }
    if isPlain { return Double(digits) != nil }
    guard digits.lowercased().hasPrefix("0x"), digits.count > 2 else { return false }
    return digits.dropFirst(2).allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
