import EntityModel
import SQLite

extension SchemaReflection {
  /// Trusts a file whose views, triggers, checks, indexes or generated columns call what older versions of SQLite let no
  /// untrusted file call though it does no harm: functions of JSON, search indexes, R-trees.
  ///
  /// For anything else the file is not trusted, and what calls it cannot be used.
  func settleTrust() throws(SQLiteError) {
    guard connection.schemaTrust == .refused, !isDamaged else { return }
    for object in try objectsToTry() {
      for statement in object.statements {
        guard let used = refusal(of: statement)?.unsafeUse, isHarmless(used) else { continue }
        return try connection.trustSchema(because: "\(object.kind) '\(object.name)' uses \(used)")
      }
    }
  }

  /// A schema object, such as a view or trigger, with statements to try whether SQLite refuses it in an untrusted file.
  private struct TriedObject {
    var kind: String
    var name: String
    var statements: [String]
  }

  /// The parts of the schema in which something stands that might be refused.
  private func objectsToTry() throws(SQLiteError) -> [TriedObject] {
    let virtualTables = schema.tables.filter { $0.kind == .virtual }.map(\.name)
    let words = (["json", "->", "pragma_"] + virtualTables).map(\.folded.text.utf8)
    let tooLarge = viewSizes.tooLarge
    let rows = try connection.rows(
      """
      SELECT type, name, tbl_name, sql FROM \(schemaTable)
      WHERE type IN ('view', 'trigger') OR sql LIKE '%json%' OR sql LIKE '%->%' ORDER BY rowid
      """
    ) { row throws(SQLiteError) in
      (kind: row.text(0), name: row.text(1), table: row.text(2), sql: row.text(3))
    }
    return rows.compactMap { row in
      let sql = row.sql.folded.text.utf8
      guard words.contains(where: { sql.contains($0) }), !tooLarge.contains(row.name.folded),
        !viewSizes.isTooLarge(row.sql)
      else { return nil }
      let table = SQLText.table(row.table, in: schemaName)
      let statements =
        switch row.kind {
        case "view": ["SELECT * FROM \(table)"]
        case "trigger": writes(to: row.table)
        default: ["INSERT INTO \(table) DEFAULT VALUES", "SELECT * FROM \(table)"]
        }
      return TriedObject(kind: row.kind, name: row.name, statements: statements)
    }
  }

  /// Statements that would call all triggers of a table or view.
  private func writes(to table: String) -> [String] {
    let name = SQLText.table(table, in: schemaName)
    let columns = try? connection.rows(
      "SELECT name FROM pragma_table_xinfo(?, \(schemaLiteral)) WHERE hidden = 0",
      [.text(table)]
    ) { row throws(SQLiteError) in assignment(to: row.text(0)) }
    return ["INSERT INTO \(name) DEFAULT VALUES", "DELETE FROM \(name)"]
      + (columns ?? []).map { "UPDATE \(name) SET \($0)" }
  }

  /// Whether what SQLite names as unsafe only reads what the file itself holds: `json_extract()`, `virtual table "x"`.
  private func isHarmless(_ used: String) -> Bool {
    guard used.hasPrefix("virtual table ") else { return InnocuousFunctions.contains(used) }
    let name = String(used.drop { $0 != "\"" }.dropFirst().dropLast()).folded
    if InnocuousFunctions.isPragmaTable(name) { return true }
    guard let index = indexes[name] else { return false }
    return Self.innocuousModules.contains(Self.module(in: statements[index]).name)
  }

  private static let innocuousModules: Set<String> = [
    "fts3", "fts4", "fts5", "fts4aux", "fts5vocab", "rtree", "rtree_i32", "geopoly",
  ]

  /// Returns the error on preparing a statement; `nil` if it can be prepared.
  func refusal(of sql: String) -> SQLiteError? {
    do throws(SQLiteError) {
      _ = try connection.prepare(sql)
      return nil
    } catch { return error }
  }
}
