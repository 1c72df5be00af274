import EntityModel
import EntityStore
import Qualifiers

extension QualifierSQL {
  /// The objects to which the inverse of a relationship leads from an object (`artist = an artist`): one statement finds them
  /// from there, by what the database takes for the same key; `nil` for any other condition.
  func reached(_ qualifier: Qualifier) throws(StoreError) -> SQLFragment? {
    guard !isOfPerson, case .comparison(let left, .equal, let right) = qualifier,
      case .path(let path) = left.kind, path.components.count == 1,
      case .literal(.object(let object)) = right.kind, let source = object as? Record,
      let id = source.id,
      let back = scope.root.entity.relationship(named: path.first),
      let forth = back.definition.inverseName.flatMap(source.entity.relationship(named:)),
      forth.destination == scope.root.entity
    else { return nil }
    let row = scope.root.locators
    guard !row.isEmpty else { return nil }
    let inner = SelectScope(
      source.entity,
      aliases: scope.aliases,
      restrictions: scope.restrictions
    )
    let far = try inner.follow(forth)
    let condition = try RowCondition.sql(
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
}
