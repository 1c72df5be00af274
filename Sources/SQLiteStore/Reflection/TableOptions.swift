/// The table options at the end of a `CREATE TABLE` statement: `WITHOUT ROWID` and `STRICT`.
struct TableOptions {
  var isWithoutRowID = false
  var isStrict = false
}

extension TableOptions {
  /// The options in the statement that made a table.
  init(of statement: String) {
    let names = ["rowid", "strict"]
    guard names.contains(where: statement.contains(caseInsensitive:)) else { return }
    let tokens = SQLTokens(statement).tokens
    let options = tokens.suffix(from: (tokens.lastIndex { $0.isSymbol(")") } ?? -1) + 1)
    isWithoutRowID = options.contains { $0.isWord("rowid") }
    isStrict = options.contains { $0.isWord("strict") }
  }
}
