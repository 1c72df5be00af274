import EntityModel
import EntityStore
import Formatting
import Qualifiers

extension QualifierSQL {
  /// The objects to which the inverse of a relationship leads from an object (`artist = an artist`): one statement finds them
  /// from there, by what the database takes for the same key; `nil` for any other condition.
  func reached(_ qualifier: Qualifier) throws(StoreError) -> SQLFragment? {
    guard !isOfPerson, case .comparison(let left, .equal, let right) = qualifier,
      case .path(let path) = left.kind, path.components.count == 1,
      case .literal(.object(let object)) = right.kind
    else { return nil }
    if let key = object as? ReferencedKey { return try referred(by: key) }
    if let end = object as? RelationshipEnd {
      return try reached(end.relationship, from: end.source)
    }
    guard let source = object as? Record,
      let back = scope.root.entity.relationship(named: path.first),
      let forth = back.definition.inverseName.flatMap(source.entity.relationship(named:)),
      forth.destination == scope.root.entity
    else { return nil }
    return try reached(forth, from: source)
  }

  /// The objects to which a relationship leads from a stored object.
  private func reached(
    _ forth: Relationship,
    from source: Record
  ) throws(StoreError) -> SQLFragment? {
    guard let id = source.id else { return nil }
    let row = scope.root.locators
    guard !row.isEmpty else { return nil }
    let inner = scope.inner(source.entity)
    let far = try inner.follow(forth)
    let condition = try IdentityCondition.sql(
      id,
      entity: source.entity,
      alias: inner.root.alias,
      in: dialect
    )
    // The tables are known only now.
    return
      "(\(row.joined(separator: ", "))) IN (SELECT \(far.locators.joined(separator: ", ")) FROM "
      + inner.from + " WHERE " + condition + ")"
  }

  /// The objects that hold the values by which another refers to them; a column alone on one side lets its own collation and
  /// type decide, as they do in references.
  private func referred(by key: ReferencedKey) throws(StoreError) -> SQLFragment {
    var parts: [SQLFragment] = []
    for part in key.parts {
      let column = try scope.column([part.name])
      let stored = try ColumnCoding(part.holder).encode(part.value)
      parts.append(SQLFragment("\(column.sql) = ?", [stored]))
    }
    return "(" + .joined(parts, " AND ") + ")"
  }
}
