import EntityModel

/// The writes that a view's `INSTEAD OF` triggers allow, with the columns they can update and those they find rows by.
///
/// Schema reflection reads them from the `CREATE TRIGGER` statements and marks the view as writable with them.
struct ViewTriggers {
  /// The ways in which rows can be written.
  private(set) var writes: Set<Entity.Write> = []
  /// The columns that can be changed, in small letters; `nil` for all.
  private var updatable: Set<FoldedName>? = []
  /// The columns by which each trigger finds the row that is meant, in small letters.
  private var keys: [Set<FoldedName>] = []

  /// Reads the `CREATE TRIGGER` statements of a view.
  init(statements: [String]) {
    for statement in statements { add(SQLTokens(statement).tokens) }
  }

  private mutating func add(_ tokens: [SQLTokens.Token]) {
    guard let instead = tokens.firstIndex(where: { $0.isWord("instead") }),
      instead + 2 < tokens.count, tokens[instead + 1].isWord("of"),
      let begin = tokens[instead...].firstIndex(where: { $0.isWord("begin") })
    else { return }
    let event = tokens[instead + 2]
    if event.isWord("insert") { writes.insert(.insert) }
    if event.isWord("delete") { writes.insert(.delete) }
    if event.isWord("update") {
      writes.insert(.update)
      let columns = Self.updatedColumns(tokens[(instead + 3)..<begin])
      updatable = columns.flatMap { columns in updatable.map { $0.union(columns) } }
    }
    if !event.isWord("insert") { keys.append(Self.keyColumns(tokens[begin...])) }
  }

  /// The columns of `OF a, b ON view`; `nil` when the trigger is for all.
  static func updatedColumns(_ tokens: ArraySlice<SQLTokens.Token>) -> Set<FoldedName>? {
    guard tokens.first?.isWord("of") == true else { return nil }
    return Set(
      tokens.dropFirst().prefix { !$0.isWord("on") }.filter(\.isName).map(\.text.folded)
    )
  }

  /// The columns `c` of `… WHERE column = OLD.c`, on whichever side they stand.
  private static func keyColumns(_ tokens: ArraySlice<SQLTokens.Token>) -> Set<FoldedName> {
    let tokens = Array(tokens)
    var columns: Set<FoldedName> = []
    var isCondition = false
    for index in tokens.indices {
      if tokens[index].isWord("where") { isCondition = true }
      if tokens[index].isSymbol(";") { isCondition = false }
      guard isCondition, tokens[index].isWord("old"), index + 2 < tokens.count,
        tokens[index + 1].isSymbol("."), tokens[index + 2].isName
      else { continue }
      let before = index > 0 && isEquality(tokens[index - 1])
      let after = index + 3 < tokens.count && isEquality(tokens[index + 3])
      if before || after { columns.insert(tokens[index + 2].text.folded) }
    }
    return columns
  }

  private static func isEquality(_ token: SQLTokens.Token) -> Bool {
    token.isSymbol("=") || token.isWord("is")
  }

  /// Writes into the table what the triggers allow.
  func apply(to table: inout Schema.Table) {
    guard !writes.isEmpty, !table.columns.isEmpty else { return }
    // What every trigger that goes by a key compares tells the rows apart.
    let found = keys.filter { !$0.isEmpty }
    let common = found.dropFirst().reduce(found.first ?? []) { $0.intersection($1) }
    table.viewKey = table.columns.map(\.name).filter { common.contains($0.folded) }
    table.writes = table.viewKey.isEmpty ? writes.intersection([.insert]) : writes
    guard !table.writes.isEmpty else { return }
    table.readOnlyReason = nil
    guard let updatable, table.writes.contains(.update) else { return }
    for index in table.columns.indices {
      table.columns[index].isUpdatable = updatable.contains(table.columns[index].name.folded)
    }
  }
}
