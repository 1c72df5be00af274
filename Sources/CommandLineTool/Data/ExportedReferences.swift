import AccessControl
import EntityModel
import Pages
import Qualifiers
import RuleEnvironment
import StandardKeys

/// The columns by which an export names the objects that are referred to, so that an import finds them again.
///
/// A reference is exported by its own column, such as `customerId`. Where rules hide that, it is exported by a column of
/// the other object that tells objects apart: the key (`customer.id`), else a unique one without nulls (`customer.code`).
/// A statement of SQL has no column of another object, so there a reference has its own columns or none.
struct ExportedReferences {
  /// The columns to export.
  private(set) var keys: [String]
  /// A sentence for each reference that no column tells.
  private(set) var omissions: [String] = []
  private let isSQL: Bool
  private let scope: EnvironmentValues
  private let session: Session

  /// The columns for `keys`: those of all attributes, or where they are `chosen` on the command line as many as were chosen.
  init(
    of entity: Entity,
    among keys: [String],
    areChosen: Bool,
    isSQL: Bool = false,
    in scope: EnvironmentValues,
    _ session: Session
  ) {
    (self.keys, self.isSQL, self.scope, self.session) = (keys, isSQL, scope, session)
    for relationship in entity.relationships where !relationship.isToMany {
      if areChosen { replace(relationship) } else { add(relationship, of: entity) }
    }
  }

  /// Adds what tells a reference, in place of columns that are hidden.
  private mutating func add(_ relationship: Relationship, of entity: Entity) {
    let sources = relationship.definition.joins.map(\.source)
    guard !sources.allSatisfy(isShown), !sources.isEmpty, !isTold(relationship, of: entity) else {
      return
    }
    if let key = key(of: relationship) {
      keys.removeAll(where: sources.contains)
      return keys.append(key)
    }
    omit(relationship)
  }

  /// Replaces a reference that was asked for where its own columns do not tell it.
  private mutating func replace(_ relationship: Relationship) {
    let joins = relationship.definition.joins
    guard let position = keys.firstIndex(of: relationship.name) else { return }
    if isSQL {
      let own = joins.map(\.source)
      keys.replaceSubrange(position...position, with: own.filter { !keys.contains($0) })
      return own.allSatisfy(isShown) ? () : omit(relationship)
    }
    let isKey = joins.map(\.destination) == relationship.destination?.identity
    if isKey, joins.map(\.source).allSatisfy(isShown) { return }
    if let key = key(of: relationship) { keys[position] = key } else { omit(relationship) }
  }

  /// Whether another reference, of which columns are exported, holds the same.
  private func isTold(_ relationship: Relationship, of entity: Entity) -> Bool {
    let sources = relationship.definition.joins.map(\.source)
    return entity.relationships.contains { other in
      other !== relationship && !other.isToMany && other.definition.joins.map(\.source) == sources
        && keys.contains { $0.hasPrefix(other.name + ".") }
    }
  }

  /// A shown column of the other object that tells objects apart.
  private func key(of relationship: Relationship) -> String? {
    guard !isSQL, let destination = relationship.destination,
      session.visibilityRefusal(of: destination) == nil,
      scope.showsColumn(PropertyPath(relationship.name))
    else { return nil }
    let identity = destination.identity.count == 1 ? destination.identity : []
    let unique = destination.attributes.filter { $0.definition.isUnique && !$0.isNullable }
      .map(\.name)
    return (identity + unique).filter { destination.attribute(named: $0) != nil }
      .map { "\(relationship.name).\($0)" }.first(where: isShown)
  }

  /// Whether a column is shown of all objects.
  private func isShown(_ key: String) -> Bool {
    let property = scope.scoped(toProperty: key)
    return scope.showsOfEveryObject(PropertyPath(key), at: property)
      && (key.contains(".") || property.isShownOfAll)
  }

  private mutating func omit(_ relationship: Relationship) {
    let name = relationship.name
    let sources = relationship.definition.joins.map(\.source).filter { !isShown($0) }
    // A statement would set what is hidden of some objects to NULL.
    if isSQL { keys.removeAll(where: sources.contains) }
    let own = sources.map { "'\($0)'" }.joined(separator: ", ")
    let other = relationship.destination?.name ?? name
    let rest =
      isSQL
      ? ""
      : ", and no column of \(other) that is shown names one object alone;"
        + " an import will not find the reference"
    omissions.append("'\(name)' is left out: rules hide \(own.isEmpty ? "it" : own)\(rest)")
  }
}
