import EntityModel
package import EntityStore
package import Qualifiers

/// The conditions, by entity, for the rows that the user may see; all other rows are treated as absent.
///
/// Statements add them; it also has conditions for the properties of a row that are shown.
package struct RowRestrictions {
  /// The conditions by entity.
  package var qualifiers: [String: Qualifier]
  /// The conditions under which a property is visible, by entity and property name.
  package var shownConditions: [String: [String: Qualifier]] = [:]
  /// The use of computed values in conditions: for a restriction itself, a row with a fault is not seen.
  private(set) var use = DerivedValue.Use.term
  package let dialect: any SQLDialect

  package init(
    qualifiers: [String: Qualifier],
    shownConditions: [String: [String: Qualifier]] = [:],
    dialect: any SQLDialect
  ) {
    (self.qualifiers, self.shownConditions, self.dialect) = (qualifiers, shownConditions, dialect)
  }

  /// Returns the condition for the visible rows of a table in a statement; `nil` if all are visible.
  ///
  /// The condition itself is evaluated without restrictions. It joins the other tables it needs in a subquery, so it can stand
  /// wherever the table's alias is in scope.
  package func condition(
    on table: SelectScope.Table,
    _ aliases: SelectScope.Aliases
  ) throws(StoreError) -> SQLFragment? {
    // Of a table that several entities share, each sees its own rows.
    let parts = [table.entity.rowQualifier, qualifiers[table.entity.name]].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    let qualifier = parts.count == 1 ? parts[0] : Qualifier.and(parts)
    var unrestricted = RowRestrictions(qualifiers: [:], dialect: dialect)
    unrestricted.use = .permission
    let scope = SelectScope(outer: table, aliases: aliases, restrictions: unrestricted)
    let condition = try QualifierSQL(scope: scope, dialect: dialect).condition(qualifier)
    guard let joined = scope.joined else { return "(" + condition + ")" }
    return "EXISTS (SELECT 1 FROM (SELECT 1) " + joined + " WHERE " + condition + ")"
  }
}
