import EntityModel

/// The number of tables that SQLite plans for after expanding all views and common table expressions of a statement.
///
/// SQLite expands them before the first row, and this cannot be interrupted. Twenty views, each naming the one before twice,
/// stand for a million tables.
struct StatementComplexity {
  /// The number of tables in a statement after expansion, and the nesting depth of its views and common table expressions.
  struct Size {
    var count = 1
    var depth = 0

    /// Whether SQLite would plan longer than a person waits.
    var isTooLarge: Bool { count > 2_000 || depth > 100 }
    /// Larger than anything that is counted.
    static let endless = Size(count: 1 << 40, depth: 1 << 20)
  }

  private let tokens: [SQLTokens.Token]
  private var commonTables: [FoldedName: Size] = [:]
  private(set) var size = Size()
  /// The tables and views of the database that the statement names.
  private(set) var tables: Set<FoldedName> = []

  /// Looks at `statement`; `view` knows the size of views and gives `nil` for other tables.
  init(of statement: String, view: (FoldedName) -> Size?) {
    tokens = SQLTokens(statement).tokens
    size = size(of: tokens.indices, view)
  }

  private mutating func size(of range: Range<Int>, _ view: (FoldedName) -> Size?) -> Size {
    var found = Size(count: 0)
    var isTableNext = false
    // Whether a comma at each depth of parentheses leads to a table.
    var lists = [false]
    var index = range.lowerBound
    while index < range.upperBound {
      let token = tokens[index]
      index += 1
      if token.isSymbol("(") {
        lists.append(isTableNext)
      } else if token.isSymbol(")") {
        if lists.count > 1 { lists.removeLast() }
        isTableNext = false
      } else if token.isSymbol(",") {
        isTableNext = lists[lists.count - 1]
      } else if isTableNext, token.mayNameTable {
        let isInDatabase = index + 1 < range.upperBound && tokens[index].isSymbol(".")
        if isInDatabase { index += 2 }
        let name = tokens[index - 1].text.folded
        let common = isInDatabase ? nil : commonTables[name]
        if common == nil { tables.insert(name) }
        let part = common ?? view(name) ?? Size()
        found.count = min(found.count + part.count, Size.endless.count)
        found.depth = max(found.depth, part.depth)
        isTableNext = false
      } else if token.kind == .word {
        switch token.text.lowercased() {
        case "from", "join":
          isTableNext = true
          lists[lists.count - 1] = true
        case "in": isTableNext = true
        case "with": readCommonTables(from: &index, in: range, view)
        case "select", "where", "group", "order", "having", "limit", "window", "union", "except",
          "intersect", "begin", "end":
          isTableNext = false
          lists[lists.count - 1] = false
        default: break
        }
      }
    }
    return Size(count: max(found.count, 1), depth: found.depth + 1)
  }

  /// Reads `[RECURSIVE] name [(columns)] AS [[NOT] MATERIALIZED] (statement), …`.
  private mutating func readCommonTables(
    from index: inout Int,
    in range: Range<Int>,
    _ view: (FoldedName) -> Size?
  ) {
    func isWord(_ word: String) -> Bool { index < range.upperBound && tokens[index].isWord(word) }
    if isWord("recursive") { index += 1 }
    while index < range.upperBound, tokens[index].isName {
      let name = tokens[index].text.folded
      index += 1
      if let end = SQLTokens.closing(of: index, in: tokens), end < range.upperBound {
        index = end + 1
      }
      guard isWord("as") else { return }
      index += 1
      for word in ["not", "materialized"] where isWord(word) { index += 1 }
      guard let end = SQLTokens.closing(of: index, in: tokens), end < range.upperBound else {
        return
      }
      // What reads itself is written out once.
      commonTables[name] = Size()
      commonTables[name] = size(of: index + 1..<end, view)
      index = end + 1
      guard index < range.upperBound, tokens[index].isSymbol(",") else { return }
      index += 1
    }
  }
}

extension SQLTokens.Token {
  /// Whether a table can be meant where one is expected; SQLite takes texts for names there too.
  fileprivate var mayNameTable: Bool {
    guard kind == .word else { return isName || kind == .string }
    return !["select", "values", "with"].contains { isWord($0) }
  }
}
