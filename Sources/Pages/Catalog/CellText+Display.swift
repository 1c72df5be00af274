import AccessControl
package import EntityModel
package import EntityStore
import Qualifiers
package import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

// What the display components say of a value; each is one function from a scope to a piece of text.
extension CellText {
  /// The value of the scope's property as its kind is shown, whatever component was chosen.
  static func plain(in scope: EnvironmentValues) -> CellText {
    guard let relationship = scope[ModelKeys.shared.relationship] else {
      return scope[ModelKeys.shared.attribute]?.type == .password
        ? password(in: scope) : formatted(in: scope)
    }
    return relationship.isToMany ? toMany(in: scope) : toOne(in: scope)
  }

  /// Returns the cell of a relationship in a component for attributes: the objects as text, with a warning.
  ///
  /// Is `nil` where the property is no relationship.
  static func objects(in scope: EnvironmentValues) -> CellText? {
    guard let relationship = scope[ModelKeys.shared.relationship],
      scope[ObjectKeys.shared.object] != nil
    else { return nil }
    let kind = relationship.isToMany ? PropertyKind.toMany : .toOne
    return unfit(plain(in: scope), for: kind, in: scope)
  }

  /// Returns the cell for a value of a kind that the chosen component does not support: the value and a warning.
  private static func unfit(
    _ cell: CellText,
    for kind: PropertyKind,
    in scope: EnvironmentValues
  ) -> CellText {
    let name = scope[ComponentKeys.shared.component]
    let component = scope[CatalogKeys.shared.rendering]?.catalog.components[name]
    guard cell.role != .null, component?.types?.contains(kind) != true else { return cell }
    return CellText("⚠ \(cell.text): '\(name)' does not fit this", role: .warning)
  }

  /// A truth by its formatter; what is stored instead of one is shown as it is.
  static func truth(in scope: EnvironmentValues) -> CellText {
    if let objects = objects(in: scope) { return objects }
    let value = scope[ModelKeys.shared.propertyValue]
    if value.isNull { return .null(in: scope) }
    return CellText(scope.formatted(value))
  }

  /// A value of an application's own type; what is stored and is none of it is shown as it stands, and marked.
  static func typed(in scope: EnvironmentValues) -> CellText {
    let cell = formatted(in: scope)
    let path = PropertyPath(scope[ModelKeys.shared.propertyKey]).components
    guard let attribute = scope[ModelKeys.shared.attribute],
      attribute.isUnreadable(scope[ModelKeys.shared.propertyValue]),
      scope[ObjectKeys.shared.object]?.isTruncated(path) != true
    else { return cell }
    return CellText(cell.text, role: .error)
  }

  /// Whether there is a password, never which.
  static func password(in scope: EnvironmentValues) -> CellText {
    if let objects = objects(in: scope) { return objects }
    let value = scope[ModelKeys.shared.propertyValue]
    if value.isNull { return .null(in: scope) }
    return CellText(secret, role: .dim)
  }

  /// The mask for a password of any length.
  package nonisolated static let secret = "••••••"

  /// The kind and size of binary data.
  static func blob(in scope: EnvironmentValues) -> CellText {
    if let objects = objects(in: scope) { return objects }
    let value = scope[ModelKeys.shared.propertyValue]
    if value.isNull { return .null(in: scope) }
    // A number that stands in a column for bytes is not how many there are.
    guard case .data(let bytes) = value else { return CellText(value.description) }
    let path = PropertyPath(scope[ModelKeys.shared.propertyKey]).components
    let object = scope[ObjectKeys.shared.object]
    let size = object?.isTruncated(path) == true ? object?.size(ofBytesAt: path) : bytes.count
    let numbers = scope[MiscKeys.shared.locale].numbers
    return CellText(BytesKind.text(bytes, size: size, numbers), role: .dim)
  }

  /// The label of the object at the other end; its entity and key, `Person 7`, when it has none.
  package static func toOne(in scope: EnvironmentValues) -> CellText {
    guard let relationship = scope[ModelKeys.shared.relationship],
      let object = scope[ObjectKeys.shared.object]
    else { return formatted(in: scope) }
    guard !relationship.isToMany else {
      return unfit(toMany(in: scope), for: .toMany, in: scope)
    }
    let prefix = PropertyPath(scope[ModelKeys.shared.propertyKey]).components
    let known = relationship.definition.joins.map { join in
      object.value(forPath: (prefix.dropLast() + [join.source])[...])
    }
    if !object.isNew, known.contains(nil) { return .unread }
    let keys = known.map { $0 ?? .null }
    if !keys.isEmpty, keys.contains(where: \.isNull) {
      // An object that is not saved yet has a name already, and no key.
      let isNew = relationship.definition.joins.allSatisfy {
        object.changedKeys.contains($0.source)
      }
      if isNew, let label = scope.toOneLabel(of: relationship, at: prefix, in: object) {
        return CellText(label)
      }
      let isReferring =
        prefix.count == 1
        && relationship.definition.joins.allSatisfy { object.newReferences.contains($0.source) }
      return isReferring
        ? CellText(KeyLabel(of: relationship.destination).newObject) : .null(in: scope)
    }
    if let label = scope.toOneLabel(of: relationship, at: prefix, in: object) {
      return CellText(label)
    }
    // A hidden key names nothing.
    let isHidden = scope.hidesKey(of: relationship, at: PropertyPath(components: prefix))
    let keyLabel = KeyLabel(of: relationship.destination)
    return CellText(isHidden ? keyLabel.unnamed : keyLabel.reference(keys))
  }

  /// How many objects are at the other end, once they have been counted.
  static func toMany(in scope: EnvironmentValues) -> CellText {
    guard let work = scope[CatalogKeys.shared.rendering]?.work,
      let object = scope[ObjectKeys.shared.object]
    else { return CellText("") }
    guard let relationship = scope[ModelKeys.shared.relationship] else {
      let kind = scope[ModelKeys.shared.attribute].map { PropertyKind($0.type) }
      return kind.map { unfit(formatted(in: scope), for: $0, in: scope) } ?? CellText("")
    }
    guard relationship.isToMany else {
      return unfit(toOne(in: scope), for: .toOne, in: scope)
    }
    switch object.owner(of: PropertyPath(scope[ModelKeys.shared.propertyKey])) {
    case .unread: return .unread
    case .noObject: return .null(in: scope)
    case .object(let id): return CellText(work.counts.text(of: relationship, from: id) ?? "…")
    }
  }
}

extension EnvironmentValues {
  /// The label of the object at the end of a to-one relationship, when it was fetched along.
  package func toOneLabel(of relationship: Relationship, at prefix: [String], in object: Record)
    -> String?
  {
    guard let destination = relationship.destination,
      let work = self[CatalogKeys.shared.rendering]?.work
    else { return nil }
    let label = work.labelPaths.label(of: destination, in: self, root: work.root)
    return label?.text { object.value(forPath: (prefix + $0.components)[...]) }
  }
}
