import EntityModel
import EntityStore
import Qualifiers
import SQLite

extension SQLiteAdaptor {
  static func defaultValue(of attribute: Attribute) -> Value? {
    guard let expression = attribute.definition.defaultExpression,
      let literal = SQLiteValue(defaultLiteral: SQLTokens(expression).tokens[...])
    else { return nil }
    let affinity = Affinity(attribute.definition.declaredType)
    return ColumnCoding(attribute).decode(affinity.stored(literal))
  }
}

extension Affinity {
  /// A value of a default as SQLite stores it in such a column.
  fileprivate func stored(_ value: SQLiteValue) -> SQLiteValue {
    switch (self, value) {
    case (.numeric, .text(let text)): SQLiteValue(decimalText: text) ?? value
    case (.text, .int(let number)): .text(String(number))
    case (.text, .double(let number)): .text(String(number))
    default: value
    }
  }
}

extension SQLiteValue {
  /// The literal that the tokens of a default are: `'A'`, `-1.5`, `TRUE`, `x'00FF'`; `nil` for what is to be computed.
  fileprivate init?(defaultLiteral tokens: ArraySlice<SQLTokens.Token>) {
    guard let first = tokens.first, let last = tokens.last else { return nil }
    if tokens.count > 2, first.isSymbol("("), last.isSymbol(")") {
      self.init(defaultLiteral: tokens.dropFirst().dropLast())
      return
    }
    switch (first.kind, tokens.count) {
    // SQLite takes a name in double quotes for a text here.
    case (.string, 1), (.quotedName, 1): self = .text(first.text)
    case (.word, 1) where first.isWord("null"): self = .null
    case (.word, 1) where first.isWord("true"): self = .int(1)
    case (.word, 1) where first.isWord("false"): self = .int(0)
    case (.word, 2) where first.isWord("x") && last.kind == .string:
      guard let bytes = last.text.hexadecimalBytes else { return nil }
      self = .blob(bytes)
    default: self.init(decimalText: tokens.map(\.text).joined())
    }
  }

  /// The number that a text writes with digits, a sign, a point and an exponent.
  fileprivate init?(decimalText text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      byte &- UInt8(ascii: "0") < 10 || "+-.eE".utf8.contains(byte)
    }
    guard isPlain,
      let number = Int64(text).map(SQLiteValue.int) ?? Double(text).map(SQLiteValue.double)
    else { return nil }
    self = number
  }
}
