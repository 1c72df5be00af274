import EntityModel
import SQLite

/// The `CHECK` constraints of one table, evaluated by SQLite for given values on an empty copy of the table.
struct TableChecks {
  /// A `CHECK` constraint of a table: its name, its SQL and the columns it reads.
  ///
  /// `CheckConstraintEvaluator` evaluates it on given values.
  struct Check {
    let name: String
    let sql: String
    /// The columns that it reads, as SQLite resolves its names, in their order in the table.
    let columns: [String]
    /// Whether it can be judged from values of columns alone.
    let isJudged: Bool
  }

  /// A column of the empty copy of a table in which checks are evaluated: its declaration, and whether SQLite generates its
  /// value.
  private struct Column {
    var name: String
    var isGenerated: Bool
    /// Whether a new row gets something else than null when it is left out or null is given, and not by a literal.
    var isFilled: Bool
    var declaration: String
  }

  let checks: [Check]
  /// Whether SQLite writes to the table at all: it does not where a foreign key is declared wrong, and says so.
  let isWritable: Bool
  private let tableName: String
  private let filled: Set<String>
  private let judge: Connection

  /// - Throws: when SQLite takes neither the columns nor a check.
  init?(
    of entity: Entity,
    statement: String,
    in main: Connection,
    judge: Connection
  ) throws(SQLiteError) {
    let expressions = CheckExpression.all(in: statement)
    guard !expressions.isEmpty else { return nil }
    let tableName = entity.tableName
    let columns = try Self.columns(of: entity, in: main)
    let table = SQLText.identifier(tableName)
    try judge.run("DROP TABLE IF EXISTS \(table)")
    try judge.run(
      "CREATE TABLE \(table)(\(columns.map(\.declaration).joined(separator: ", ")))"
    )
    let plain = Set(columns.filter { !$0.isGenerated }.map(\.name))
    checks = expressions.map { expression in
      let read = try? judge.columnsRead(by: Self.question(expression.sql, tableName))
      return Check(
        name: expression.name,
        sql: expression.sql,
        columns: columns.map(\.name).filter { read?.contains($0) == true },
        isJudged: read.map { !$0.isEmpty && $0.isSubset(of: plain) } ?? false
      )
    }
    isWritable = (try? main.prepare("INSERT INTO \(entity.sqlName) DEFAULT VALUES")) != nil
    filled = Set(columns.filter(\.isFilled).map(\.name))
    (self.tableName, self.judge) = (tableName, judge)
  }

  private static func columns(
    of entity: Entity,
    in connection: Connection
  ) throws(SQLiteError) -> [Column] {
    try connection.rows(
      "SELECT name, type, dflt_value, pk, hidden FROM pragma_table_xinfo(?, ?) ORDER BY cid",
      [.text(entity.tableName), .text(entity.schemaName)]
    ) { row throws(SQLiteError) in
      let (name, type, standard) = (row.text(0), row.text(1), row.optionalText(2))
      // An integer key may be another name of the rowid, which is counted up.
      let isCounted = row.int(3) > 0 && type.folded == "integer"
      let literal = standard.flatMap { SQLTokens($0).tokens[...].isLiteral ? $0 : nil }
      let collation = connection.collation(of: name, in: entity.tableName, of: entity.schemaName)
        .map(SQLText.identifier)
      return Column(
        name: name,
        isGenerated: row.int(4) > 1,
        isFilled: isCounted || (standard != nil && literal == nil),
        declaration: SQLText.identifier(name) + " "
          + Affinity.typeName(type, isStrict: entity.definition.isStrict)
          + (collation.map { " COLLATE \($0)" } ?? "") + (literal.map { " DEFAULT \($0)" } ?? "")
      )
    }
  }

  /// The condition stands where SQLite jumps by it, as it does when it checks a row: what `AND` and `OR` need not know
  /// is not computed there.
  private static func question(_ sql: String, _ tableName: String) -> String {
    "SELECT CASE WHEN NOT (\(sql)\n) THEN 1 ELSE 0 END FROM \(SQLText.identifier(tableName))"
  }

  // MARK: Judging

  /// The checks that can be judged from what is given for a new row.
  func judged(givenForNewRow given: Set<String>, unknown: Set<String>) -> [Check] {
    checks.filter { check in
      check.isJudged
        && check.columns.allSatisfy {
          !unknown.contains($0) && (given.contains($0) || !filled.contains($0))
        }
    }
  }

  /// The checks that SQLite looks at when these columns are set, and that can be judged.
  func judged(setting columns: Set<String>) -> [Check] {
    checks.filter { $0.isJudged && !columns.isDisjoint(with: $0.columns) }
  }

  /// The first check that a row breaks, with what is said of it; a column that is left out has its default.
  func broken(
    among checks: [Check],
    by row: [String: SQLiteValue]
  ) throws(SQLiteError) -> (check: Check, constraint: String)? {
    let table = SQLText.identifier(tableName)
    let names = row.keys.sorted()
    let columns = names.map(SQLText.identifier).joined(separator: ", ")
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    try judge.run("DELETE FROM \(table)")
    try judge.run(
      "INSERT INTO \(table)"
        + (names.isEmpty ? " DEFAULT VALUES" : "(\(columns)) VALUES (\(marks))"),
      names.compactMap { row[$0] }
    )
    for check in checks {
      do throws(SQLiteError) {
        let answer = try judge.scalar(Self.question(check.sql, tableName))
        if answer == .int(1) { return (check, check.sql) }
      } catch {
        // The row would be refused for the same reason: a text that is no JSON, a number that is too great.
        guard [.other, .tooBig, .noMemory].contains(error.reason) else { throw error }
        return (check, "\(check.sql), and says: \(error.message)")
      }
    }
    return nil
  }
}
