import EntityModel
import EntityStore
import Qualifiers

extension QualifierSQL {
  /// A condition on one value beyond a to-one relationship, asked once of all objects there instead of anew for each row;
  /// `nil` for any other.
  ///
  /// For a row without a destination the condition is unknown; here it counts as not true, which suffices for filters.
  func semijoin(_ qualifier: Qualifier) throws(StoreError) -> SQLFragment? {
    guard !isExact, let path = qualifier.onlyTestedPath, path.components.count > 1,
      let relationship = scope.root.entity.relationship(named: path.first),
      let destination = relationship.destination,
      let joined = try keys(of: relationship, to: destination),
      let attribute = destination.fetchableAttribute(at: path.components.dropFirst()),
      attribute.definition.derivation == nil,
      !isOfPerson
        || scope.restrictions.shownConditions[scope.root.entity.name]?[path.first] == nil
    else { return nil }
    let inner = scope.inner(destination)
    guard let key = inner.root.column(joined.destination) else { return nil }
    let nested = QualifierSQL(scope: inner, dialect: dialect, isOfPerson: isOfPerson)
    var conditions = [
      try nested.condition(
        qualifier.mappingPaths { PropertyPath(components: Array($0.components.dropFirst())) }
      )
    ]
    if let restriction = try scope.restrictions.condition(on: inner.root, scope.aliases) {
      conditions.insert(restriction, at: 0)
    }
    // The tables are known only now.
    return "\(joined.source.sql) IN (SELECT \(key.sql) FROM " + inner.from + " WHERE "
      + .joined(conditions, " AND ") + ")"
  }

  /// The columns that a relationship joins, where `IN` compares them as `=` does with the destination on its left.
  private func keys(
    of relationship: Relationship,
    to destination: Entity
  ) throws(StoreError) -> (source: SelectScope.Column, destination: String)? {
    let source = scope.root.entity
    guard !relationship.isToMany, relationship.definition.path.isEmpty,
      relationship.definition.joins.count == 1, let join = relationship.definition.joins.first,
      relationship.leadsToKey(of: destination), let column = scope.root.column(join.source),
      SelectScope.Table(entity: destination, alias: "", isOptional: false, dialect: dialect)
        .column(join.destination)?.kind == column.kind,
      source.attribute(named: join.source)?.definition.collation == nil,
      destination.attribute(named: join.destination)?.definition.collation == nil
    else { return nil }
    return (column, join.destination)
  }
}

extension Qualifier {
  /// The path of the only value that the condition looks at, if it is not true where there is none.
  fileprivate var onlyTestedPath: PropertyPath? {
    switch self {
    case .comparison(let left, _, let right): left.path(beside: right) ?? right.path(beside: left)
    case .between(let value, let low, let high): value.path(beside: low, high)
    case .in(let value, let members): value.path(beside: members)
    case .truth(let value): value.path()
    case .isNull, .constant, .and, .or, .not: nil
    }
  }
}

extension Expression {
  /// The path that this is, beside what is none and has none in it.
  fileprivate func path(beside others: Expression...) -> PropertyPath? {
    guard case .path(let path) = kind, others.allSatisfy({ Reads($0).paths.isEmpty }) else {
      return nil
    }
    return path
  }
}
