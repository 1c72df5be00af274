/// A `CHECK` of a table as it is written.
struct CheckExpression: Equatable {
  /// The name in SQLite's error when a row violates it: the constraint's name, else its text.
  var name: String
  /// The condition, without the parentheses around it.
  var sql: String

  /// The checks in a `CREATE TABLE` statement, in their order.
  static func all(in statement: String) -> [Self] {
    guard statement.contains(caseInsensitive: "check") else { return [] }
    let reader = SQLTokens(statement)
    let tokens = reader.tokens
    guard let open = tokens.firstIndex(where: { $0.isSymbol("(") }) else { return [] }
    var checks: [Self] = []
    // A name counts for all constraints behind it up to the next comma.
    var name: String?
    var index = open + 1
    while index < tokens.count {
      let token = tokens[index]
      if token.isSymbol("("), let end = SQLTokens.closing(of: index, in: tokens) {
        if tokens[index - 1].isWord("check") {
          let place = tokens[index].place.upperBound..<tokens[end].place.lowerBound
          checks.append(Self(text: reader.text(at: place), constraintName: name))
        }
        index = end
      } else if token.isWord("constraint"), index + 1 < tokens.count {
        index += 1
        name = tokens[index].text
      } else if token.isSymbol(",") {
        name = nil
      }
      index += 1
    }
    return checks
  }

  private init(text: String, constraintName: String?) {
    let isBlank = { (byte: UInt8) in byte == 32 || (9...13).contains(byte) }
    let bytes = text.utf8.drop(while: isBlank)
    let end = bytes.lastIndex { !isBlank($0) }.map { bytes.index(after: $0) } ?? bytes.startIndex
    sql = String(bytes[..<end]) ?? text
    name = constraintName ?? Self.unquoted(sql)
  }

  /// SQLite takes the text for a name, of which quotes at its beginning are no part: `"a" > 0` is called `a`.
  private static func unquoted(_ text: String) -> String {
    guard let first = SQLTokens(text).tokens.first, first.place.lowerBound == 0,
      first.kind == .string || first.kind == .quotedName
    else { return text }
    return first.text
  }
}
