import EntityModel
import EntityStore
import Qualifiers
import SQLite

/// Which rows of each entity exist for the person who asks; all others are as if they were not in the file.
struct RowRestrictions {
  /// The conditions by entity.
  var qualifiers: [String: Qualifier]
  /// Of which rows a property may be seen, by entity and name.
  var shownConditions: [String: [String: Qualifier]] = [:]
  let functions: SQLFunctionRegister

  /// What must hold for the rows of a table of a statement; `nil` when all exist.
  ///
  /// The condition itself sees everything. What it needs of other tables is joined inside of it, so that it can stand
  /// in any place where the table can be named.
  func condition(
    on table: SelectScope.Table,
    _ aliases: SelectScope.Aliases
  ) throws(StoreError) -> SQLFragment? {
    // Of a table that several entities share, each sees its own rows.
    let parts = [table.entity.rowQualifier, qualifiers[table.entity.name]].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    let qualifier = parts.count == 1 ? parts[0] : Qualifier.and(parts)
    let scope = SelectScope(outer: table, aliases: aliases, functions: functions)
    let condition = try QualifierSQL(scope: scope, functions: functions).condition(qualifier)
    guard let joined = scope.joined else { return "(" + condition + ")" }
    return "EXISTS (SELECT 1 FROM (SELECT 1) " + joined + " WHERE " + condition + ")"
  }
}
