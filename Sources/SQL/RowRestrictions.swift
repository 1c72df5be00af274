import EntityModel
package import EntityStore
package import Qualifiers

/// Which rows of each entity exist for the person who asks; all others are as if they were not there.
package struct RowRestrictions {
  /// The conditions by entity.
  package var qualifiers: [String: Qualifier]
  /// Of which rows a property may be seen, by entity and name.
  package var shownConditions: [String: [String: Qualifier]] = [:]
  package let dialect: any SQLDialect

  package init(
    qualifiers: [String: Qualifier],
    shownConditions: [String: [String: Qualifier]] = [:],
    dialect: any SQLDialect
  ) {
    (self.qualifiers, self.shownConditions, self.dialect) = (qualifiers, shownConditions, dialect)
  }

  /// What must hold for the rows of a table of a statement; `nil` when all exist.
  ///
  /// The condition itself sees everything. What it needs of other tables is joined inside of it, so that it can stand
  /// in any place where the table can be named.
  package func condition(
    on table: SelectScope.Table,
    _ aliases: SelectScope.Aliases
  ) throws(StoreError) -> SQLFragment? {
    // Of a table that several entities share, each sees its own rows.
    let parts = [table.entity.rowQualifier, qualifiers[table.entity.name]].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    let qualifier = parts.count == 1 ? parts[0] : Qualifier.and(parts)
    let scope = SelectScope(outer: table, aliases: aliases, dialect: dialect)
    let condition = try QualifierSQL(scope: scope, dialect: dialect).condition(qualifier)
    guard let joined = scope.joined else { return "(" + condition + ")" }
    return "EXISTS (SELECT 1 FROM (SELECT 1) " + joined + " WHERE " + condition + ")"
  }
}
