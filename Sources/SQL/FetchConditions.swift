import EntityModel
import EntityStore
import Qualifiers

/// The conditions of a fetch as SQL: access restrictions, its qualifier and limit, and a refinement.
///
/// The refinement filters the rows that remain after the limit.
struct FetchConditions {
  let specification: FetchSpecification
  let scope: SelectScope
  let dialect: any SQLDialect

  /// Returns the WHERE condition; `nil` for all rows.
  ///
  /// For a limit on rows without a key or row number, it changes the FROM clause of the scope instead. With `countsValues`, the
  /// limit applies to distinct values and is left to the caller.
  func outer(countsValues: Bool) throws(StoreError) -> SQLFragment? {
    let refinement = specification.refinement?.qualifier
    func refined(_ conditions: [SQLFragment]) throws(StoreError) -> SQLFragment? {
      .allOf(try adding(refinement, isOfPerson: true, to: conditions, in: scope))
    }
    guard let limit = specification.fetchLimit else { return try refined(conditions(in: scope)) }
    if countsValues {
      guard refinement == nil else {
        throw .unsupported("A fetch of distinct values with a limit cannot be narrowed further.")
      }
      return .allOf(try conditions(in: scope))
    }
    let rows = scope.inner(scope.root.entity)
    guard !scope.root.locators.isEmpty else {
      scope.rootRows = try first(limit, of: rows, ["\(rows.root.alias).*"])
      return try refined([])
    }
    return try refined([membership(of: rows, limit)])
  }

  /// Says that a row is among the first of those that meet the conditions.
  private func membership(of rows: SelectScope, _ limit: Int) throws(StoreError) -> SQLFragment {
    let columns = scope.root.locators
    let entity = scope.root.entity
    let canBeNull =
      scope.root.number == nil
      && entity.identity.contains { entity.attribute(named: $0).map(entity.canBeNull) ?? false }
    guard canBeNull else {
      let row = columns.count == 1 ? columns[0] : "(" + columns.joined(separator: ", ") + ")"
      return "\(row) IN (" + (try first(limit, of: rows, rows.root.locators)) + ")"
    }
    let named = rows.root.locators.enumerated().map { "\($1) AS k\($0)" }
    let same = columns.enumerated().map { SQLFragment(dialect.isSame("l.k\($0)", $1)) }
    return "EXISTS (SELECT 1 FROM (" + (try first(limit, of: rows, named)) + ") AS l WHERE "
      + .joined(same, " AND ") + ")"
  }

  /// The first rows that meet the conditions, in the order of the fetch.
  private func first(
    _ limit: Int,
    of rows: SelectScope,
    _ columns: [String]
  ) throws(StoreError) -> SQLFragment {
    let order = try FetchPlan.order(specification.sortOrderings, rows)
    let conditions = try conditions(in: rows)
    // The joins are known only now.
    let select = "SELECT \(columns.joined(separator: ", ")) FROM " + rows.from
    let terms = order.map { $0.term(backwards: false) }.joined(separator: ", ")
    return select.filtered(by: conditions) + (order.isEmpty ? "" : " ORDER BY \(terms)")
      + dialect.limit(max(limit, 0), from: nil)
  }

  /// The rows that exist for the person and meet the conditions.
  private func conditions(in scope: SelectScope) throws(StoreError) -> [SQLFragment] {
    let restriction = try scope.restrictions.condition(on: scope.root, scope.aliases)
    var conditions = [restriction].compactMap(\.self)
    if let sample = specification.sample {
      guard let number = scope.root.number else {
        let entity = scope.root.entity
        throw .unsupported("Rows of \(entity: entity) have no numbers to sample them by.")
      }
      let stretches = sample.stretches.map {
        SQLFragment("\(number) BETWEEN ? AND ?", [.int($0.lowerBound), .int($0.upperBound)])
      }
      conditions.append(.anyOf(stretches))
    }
    let auxiliary = specification.auxiliaryQualifier
    conditions = try adding(auxiliary, isOfPerson: false, to: conditions, in: scope)
    return try adding(specification.qualifier, isOfPerson: true, to: conditions, in: scope)
  }

  /// Conditions with one more.
  ///
  /// Computed conditions are tested behind the others, so that no fault tells of a row that does not meet them.
  private func adding(
    _ qualifier: Qualifier?,
    isOfPerson: Bool,
    to conditions: [SQLFragment],
    in scope: SelectScope
  ) throws(StoreError) -> [SQLFragment] {
    guard let qualifier else { return conditions }
    let sql = QualifierSQL(scope: scope, dialect: dialect, isOfPerson: isOfPerson)
    let condition = try sql.condition(qualifier)
    guard sql.isComputed(qualifier), let others = SQLFragment.allOf(conditions) else {
      return conditions + [condition]
    }
    return conditions + ["CASE WHEN " + others + " THEN " + condition + " END"]
  }
}
