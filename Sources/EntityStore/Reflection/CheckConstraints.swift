import Qualifiers

/// The lists of values that the `CHECK` constraints of a table allow.
///
/// Understood is `CHECK (column IN (literal, …))`, with `column IS NULL OR` before or behind it, or a chain of
/// `column = literal OR …`. Anything else says nothing here; SQLite still enforces it.
struct CheckConstraints {
  /// The columns with their values, in the order of the statement.
  private(set) var choices: [(column: String, values: [Value])] = []

  /// Reads the `CREATE TABLE` statement.
  init(statement: String) {
    // Most tables have no check: a plain look at the bytes spares them the tokens.
    guard Self.mentionsCheck(statement) else { return }
    let tokens = SQLTokens(statement).tokens
    for (index, token) in tokens.enumerated() where token.isWord("check") {
      guard index + 1 < tokens.count, tokens[index + 1].text == "(" else { continue }
      guard let end = Self.closing(of: index + 1, in: tokens) else { continue }
      if let choice = Self.choice(in: tokens[(index + 2)..<end]) { choices.append(choice) }
    }
  }

  private static func mentionsCheck(_ statement: String) -> Bool {
    let word: [UInt8] = Array("check".utf8)
    var matched = 0
    for byte in statement.utf8 {
      let small = byte | 0x20
      matched = small == word[matched] ? matched + 1 : small == word[0] ? 1 : 0
      if matched == word.count { return true }
    }
    return false
  }

  /// The position of the parenthesis that closes the one at `open`.
  private static func closing(of open: Int, in tokens: [SQLTokens.Token]) -> Int? {
    var depth = 0
    for index in open..<tokens.count where tokens[index].kind == .symbol {
      if tokens[index].text == "(" { depth += 1 }
      if tokens[index].text == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private static func choice(
    in tokens: ArraySlice<SQLTokens.Token>
  ) -> (column: String, values: [Value])? {
    var parser = ChoiceParser(tokens: tokens)
    return parser.parse()
  }
}

/// Reads the inside of one `CHECK`.
private struct ChoiceParser {
  var tokens: ArraySlice<SQLTokens.Token>
  var column: String?
  var values: [Value] = []

  mutating func parse() -> (column: String, values: [Value])? {
    repeat {
      guard readAlternative() else { return nil }
    } while readWord("or")
    guard tokens.isEmpty, let column, !values.isEmpty else { return nil }
    return (column, values)
  }

  /// `column IN (…)`, `column = literal`, `column IS NULL`, or one of them in parentheses.
  private mutating func readAlternative() -> Bool {
    if tokens.first?.text == "(", tokens.first?.kind == .symbol {
      tokens.removeFirst()
      repeat {
        guard readAlternative() else { return false }
      } while readWord("or")
      return readSymbol(")")
    }
    guard let name = tokens.first, name.isName else { return false }
    if let column, column.lowercased() != name.text.lowercased() { return false }
    column = name.text
    tokens.removeFirst()
    if readWord("is") { return readWord("null") }
    if readWord("in") { return readList() }
    guard readSymbol("=") else { return false }
    _ = readSymbol("=")
    return readLiteral()
  }

  private mutating func readList() -> Bool {
    guard readSymbol("(") else { return false }
    repeat {
      guard readLiteral() else { return false }
    } while readSymbol(",")
    return readSymbol(")")
  }

  private mutating func readLiteral() -> Bool {
    let isNegative = readSymbol("-")
    guard let token = tokens.first else { return false }
    switch token.kind {
    case .string where !isNegative: values.append(.string(token.text))
    // SQLite takes a double-quoted name that is no column for a string; people rely on it.
    case .quotedName where !isNegative: values.append(.string(token.text))
    case .number:
      let text = (isNegative ? "-" : "") + token.text
      if let number = Int64(text) {
        values.append(.int(number))
      } else if let number = Double(text) {
        values.append(.double(number))
      } else {
        return false
      }
    case .word where token.isWord("null"): break
    default: return false
    }
    tokens.removeFirst()
    return true
  }

  private mutating func readWord(_ word: String) -> Bool {
    guard tokens.first?.isWord(word) == true else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func readSymbol(_ symbol: String) -> Bool {
    guard let token = tokens.first, token.kind == .symbol, token.text == symbol else {
      return false
    }
    tokens.removeFirst()
    return true
  }
}
