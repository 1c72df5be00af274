import EntityModel

/// The comments on columns in a `CREATE TABLE` statement, shown as help beside fields.
///
/// A comment belongs to the column on the same line: after its definition, or after the comma. Comments on lines of their own
/// are ignored, because they are often headings or disabled columns.
struct ColumnComments {
  /// The texts, by the name of the column in small letters.
  private(set) var texts: [FoldedName: String] = [:]

  /// Longer comments are not for the side of a field.
  private static let longest = 200

  /// Reads a statement whose columns are called so.
  init(statement: String, columnNames: [String]) {
    // Most statements have no comment: a plain look at the bytes spares them the tokens.
    guard statement.contains(caseInsensitive: "--") || statement.contains(caseInsensitive: "/*")
    else { return }
    let reader = SQLTokens(statement)
    guard !reader.comments.isEmpty,
      let open = reader.tokens.firstIndex(where: { $0.isSymbol("(") })
    else { return }
    var names = columnNames.map(\.folded)[...]
    for definition in Self.definitions(in: reader.tokens, behind: open) {
      // Columns stand before the constraints of the table.
      guard let first = definition.tokens.first, first.text.folded == names.popFirst() else {
        return
      }
      if let text = Self.text(of: definition, reader) { texts[first.text.folded] = text }
    }
  }

  /// The tokens of a column definition with its comma, and the position of the next token.
  private typealias Definition = (tokens: [SQLTokens.Token], end: Int)

  private static func definitions(
    in tokens: [SQLTokens.Token],
    behind open: Int
  ) -> [Definition] {
    var definitions: [Definition] = []
    var current: [SQLTokens.Token] = []
    var depth = 0
    for token in tokens[(open + 1)...] {
      if depth == 0, current.last?.isSymbol(",") == true || token.isSymbol(")") {
        definitions.append((current, token.place.lowerBound))
        current = []
        if token.isSymbol(")") { break }
      }
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      current.append(token)
    }
    return definitions
  }

  /// The comments in a definition and behind it, as far as something of it stands before them on their line.
  private static func text(of definition: Definition, _ reader: SQLTokens) -> String? {
    guard let first = definition.tokens.first else { return nil }
    let found = reader.comments.filter { comment in
      guard comment.lowerBound > first.place.lowerBound, comment.lowerBound < definition.end else {
        return false
      }
      let before = definition.tokens.last { $0.place.upperBound <= comment.lowerBound } ?? first
      return !reader.text(at: before.place.upperBound..<comment.lowerBound).utf8.contains(10)
    }
    let words = found.map { inside(reader.text(at: $0)) }.joined(separator: " ")
      .split(whereSeparator: \.isWhitespace)
    let text = words.joined(separator: " ")
    return text.isEmpty || text.count > longest ? nil : text
  }

  /// A comment without the marks around it.
  private static func inside(_ comment: String) -> String {
    var text = Substring(comment)
    if text.hasPrefix("/*") {
      text = text.dropFirst(2)
      if text.hasSuffix("*/") { text = text.dropLast(2) }
    }
    while let mark = text.first, mark == "-" || mark == "*" { text = text.dropFirst() }
    return String(text)
  }
}
