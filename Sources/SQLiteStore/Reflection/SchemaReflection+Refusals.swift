import EntityModel
import SQLite

extension SchemaReflection {
  /// Finds tables into which SQLite prepares no statement, and says so before a person enters anything: a trigger, a
  /// reference, a check or an index needs what is not there.
  ///
  /// SQLite compiles all of these with the statement; nothing is run. Tables without any of them are not asked about.
  mutating func findWriteRefusals() {
    guard !isDamaged else { return }
    let triggers = triggers
    let loose = tablesOfLooseReferences
    let declared = tablesWithExpressions
    guard !triggers.isEmpty || !loose.isEmpty || !declared.isEmpty else { return }
    var queue = schema.tables.indices.filter { index in
      let name = schema.tables[index].name.folded
      return triggers[name] != nil || loose.contains(name) || declared.contains(name)
    }
    var asked = Set(queue)
    while let index = queue.popLast() {
      let table = schema.tables[index]
      guard table.readOnlyReason == nil, table.kind != .virtual else { continue }
      let statements = triggers[table.name.folded]
      guard statements?.contains(where: viewSizes.isTooLarge) != true else {
        for write in Entity.Write.allCases {
          schema.tables[index].writeRefusals[write] =
            "a trigger of the database nests too many views for SQLite to plan"
        }
        continue
      }
      let inserting = refusal(of: .insert, "INSERT INTO \(table.sql) DEFAULT VALUES", table)
      schema.tables[index].writeRefusals[.insert] = inserting
      // What only the declaration of a table needs, a new row needs.
      let isDeclared = statements == nil && !loose.contains(table.name.folded)
      if inserting == nil, isDeclared, declared.contains(table.name.folded) { continue }
      findRefusalsOfStored(at: index)
      let refusals = schema.tables[index].writeRefusals
      guard refusals[.delete] != nil || refusals[.update] != nil else { continue }
      // A reference may delete or change its rows along with those that it leads to.
      let targets = table.foreignKeys.filter { !$0.isInferred }
        .compactMap { indexes[$0.table.folded] }
      queue += targets.filter { asked.insert($0).inserted }
    }
  }

  /// Finds what keeps rows of a table from being deleted, and columns from being set.
  private mutating func findRefusalsOfStored(at index: Int) {
    let table = schema.tables[index]
    schema.tables[index].writeRefusals[.delete] = refusal(
      of: .delete,
      "DELETE FROM \(table.sql)",
      table
    )
    let columns = table.columns.indices.filter {
      !table.columns[$0].isGenerated && table.columns[$0].isUpdatable
    }
    let assignments = columns.map { assignment(to: table.columns[$0].name) }
    let all = "UPDATE \(table.sql) SET \(assignments.joined(separator: ", "))"
    guard !columns.isEmpty, let reason = refusal(of: .update, all, table) else { return }
    // A trigger, or a reference, may be for some columns only.
    let missing = zip(columns, assignments).filter {
      refusal(of: .update, "UPDATE \(table.sql) SET \($1)", table) != nil
    }
    guard missing.count < columns.count else {
      schema.tables[index].writeRefusals[.update] = reason
      return
    }
    // What else one column needs is told when it is saved: a field that cannot be entered gives no reason.
    for (column, assignment) in missing
    where refusal(of: "UPDATE \(table.sql) SET \(assignment)")?.isOfFunction == true {
      schema.tables[index].columns[column].isUpdatable = false
    }
  }

  /// The statements that made the triggers, by their tables.
  private var triggers: [FoldedName: [String]] {
    let rows = try? connection.rows(
      "SELECT tbl_name, sql FROM \(schemaTable) WHERE type = 'trigger'"
    ) { row throws(SQLiteError) in (row.text(0).folded, row.text(1)) }
    return Dictionary(grouping: rows ?? [], by: \.0).mapValues { $0.map(\.1) }
  }

  /// The tables of references to what is no table, or to columns that are no key of it, at both ends.
  private var tablesOfLooseReferences: Set<FoldedName> {
    var names: Set<FoldedName> = []
    for table in schema.tables {
      for key in table.foreignKeys where !key.isInferred {
        let other = indexes[key.table.folded].map { schema.tables[$0] }
        if let other, other.kind == .table, isKey(key, of: other) { continue }
        names.formUnion([table.name.folded, key.table.folded])
      }
    }
    return names
  }

  private func isKey(_ key: Schema.ForeignKey, of table: Schema.Table) -> Bool {
    guard !key.targetColumns.isEmpty else { return key.columns.count == table.primaryKey.count }
    let names = Set(key.targetColumns.map(\.folded))
    return ([table.primaryKey] + table.uniqueKeys).contains { Set($0.map(\.folded)) == names }
  }

  /// The tables with checks, and with orders or expressions of their own in columns and indexes.
  private var tablesWithExpressions: Set<FoldedName> {
    let rows = try? connection.rows(
      """
      SELECT tbl_name, sql FROM \(schemaTable) WHERE type IN ('table', 'index') AND rootpage > 0
      AND (sql LIKE '%collate%' OR sql LIKE '%check%' OR type = 'index' AND sql LIKE '%(%(%')
      """
    ) { row throws(SQLiteError) in (row.text(0).folded, row.text(1)) }
    return Set(
      (rows ?? []).filter { _, sql in
        let tokens = SQLTokens(sql).tokens
        return zip(tokens, tokens.dropFirst()).contains { word, next in
          word.isWord("collate")
            ? !Self.ownOrders.contains(next.text.lowercased())
            : word.isName && next.isSymbol("(")
              && !Self.ownFunctions.contains(word.text.lowercased())
        }
      }.map(\.0)
    )
  }

  private static let ownOrders: Set<String> = ["binary", "nocase", "rtrim"]
  /// Words before a parenthesis that need not be looked for.
  private static let ownFunctions: Set<String> = [
    "check", "key", "unique", "in", "and", "or", "not", "as", "values", "when", "then", "else",
    "default", "length", "lower", "upper", "typeof", "abs", "coalesce", "ifnull", "glob", "like",
    "instr", "substr", "trim", "date", "datetime", "strftime", "json_valid", "char", "varchar",
    "decimal", "numeric", "nvarchar", "int", "integer",
  ]

  func assignment(to column: String) -> String {
    "\(SQLText.identifier(column)) = \(SQLText.identifier(column))"
  }

  /// Why SQLite prepares no statement that writes rows of a table in a way; `nil` where it does, and where the way is none
  /// of a view's.
  private func refusal(
    of write: Entity.Write,
    _ sql: String,
    _ table: Schema.Table
  ) -> String? {
    guard table.writes.contains(write), let error = refusal(of: sql) else { return nil }
    if let used = error.unsafeUse {
      return "a trigger of the database uses \(used), unsafe in untrusted files"
    }
    // What has nothing to do with the statement is found when it is run.
    guard error.code == SQLiteError.statementFault else { return nil }
    func name(behind mark: String) -> String? {
      error.message.hasPrefix(mark) ? String(error.message.dropFirst(mark.count)) : nil
    }
    if let name = name(behind: "no such function: ") {
      return "a trigger of the database calls \(name)(), which this SQLite lacks"
    }
    if let name = name(behind: "no such collation sequence: ") {
      return "the database sorts text by \(name), which this SQLite lacks"
    }
    if let path = name(behind: "no such table: ") {
      let name = path.split(separator: ".", maxSplits: 1).last.map(String.init) ?? path
      let isReferred = table.foreignKeys.contains {
        !$0.isInferred && $0.table.folded == name.folded
      }
      let cause =
        isReferred ? "a reference needs the missing" : "a database trigger needs the missing"
      return "\(cause) table '\(path)'"
    }
    if let mismatch = error.mismatchedReference { return mismatch }
    return "the database says: \(error.message)"
  }
}

extension SQLiteError {
  /// The code of what is wrong with a statement or with what it names.
  fileprivate static let statementFault: Int32 = 1

  /// Whether a function is missing, or must not be called.
  fileprivate var isOfFunction: Bool {
    unsafeUse != nil || message.hasPrefix("no such function: ")
  }
}

extension Schema.Table {
  /// Its name in a statement.
  fileprivate var sql: String { SQLText.table(name, in: entity.schemaName) }
}
