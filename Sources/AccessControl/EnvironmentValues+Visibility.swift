package import EntityModel
package import EntityStore
package import Qualifiers
import RuleEngine
package import RuleEnvironment
import StandardKeys

// What may be seen. A path is hidden with any of its steps, each asked of the entity it belongs to, so that a property
// hidden from a user is hidden in searches, filters, orders and labels of other entities too.
nonisolated extension EnvironmentValues {
  /// The scope of `object`: its entity, itself, what it is called; no property.
  @MainActor package func scoped(to object: Record) -> EnvironmentValues {
    let isAbout = self[ModelKeys.shared.entity] === object.entity
    let scope = isAbout ? self : scoped(to: object.entity)
    return scope.scoped(to: object, label: object.label(by: scope.ownLabel(of: object.entity)))
  }

  /// A copy of the scope with the object's stored values, from which rights are decided.
  ///
  /// Unsaved changes therefore cannot reveal what the stored values hide.
  package var withStoredValues: EnvironmentValues {
    guard let stored = self[ObjectKeys.shared.object]?.stored else { return self }
    return scoped(toValueIn: stored, label: self[ObjectKeys.shared.objectLabel])
  }

  /// Whether all of `path` from the entity of this scope on may be seen.
  package func shows(_ path: PropertyPath) -> Bool {
    shows(path, at: scoped(toProperty: path.description))
  }

  /// Returns whether all of `path` may be seen, given the scope of its property.
  package func shows(_ path: PropertyPath, at property: EnvironmentValues) -> Bool {
    property.withStoredValues[PermissionKeys.shared.isPropertyVisible] && showsWay(of: path)
  }

  /// Whether a path whose own scope shows it may be seen.
  private func showsWay(of path: PropertyPath) -> Bool {
    sight(of: path) { _, _ in false } == .visible
  }

  /// Returns the visibility of the steps along a path, when the scope of the path itself already permits it.
  ///
  /// Parameter `isPartial`: Whether a property is hidden for some objects only.
  private func sight(of path: PropertyPath, isPartial: (Entity, String) -> Bool) -> PathVisibility {
    guard let entity = self[ModelKeys.shared.entity] else { return .visible }
    // Asked of those on the way only, which most paths have none of.
    lazy var entities = EntityVisibility(in: self)
    let isToMany = entity.property(at: path).relationship?.isToMany == true
    return withoutActuallyEscaping(isPartial) { isPartial in
      let walk = PathVisibilityCheck { place in
        guard let name = place.name else {
          // What names the object at the end is left to what shows it; of many nothing else would be seen.
          let isOne = place.isLast && !isToMany
          return isOne || entities.shows(place.entity) ? .visible : .hidden
        }
        guard isShown(name, at: place, of: path) else { return .hidden }
        return isPartial(place.entity, name) ? .undecided : .visible
      }
      return walk.sight(of: path, from: entity)
    }
  }

  /// Whether one property on the way may be seen.
  private func isShown(_ name: String, at place: PathVisibilityCheck.Place, of path: PropertyPath)
    -> Bool
  {
    // A key that is left out as clutter is known by the to-one it stands for.
    let names = place.entity.propertyNames(writing: name)
    let isKnown = !place.isBehind && path.components.count == 1 && names.contains(name)
    if isKnown { return true }
    let scope = place.isAtStart ? self : scoped(to: place.entity)
    // One that is hidden itself is no value at the end of a path.
    if place.isLast, !place.isBehind, scope.scoped(toProperty: name).isHiddenByRules {
      return false
    }
    return names.contains { name in
      let property = scope.scoped(toProperty: name)
      return place.isBehind
        ? !property.isHiddenByRules : property[PermissionKeys.shared.isPropertyVisible]
    }
  }

  /// Whether a column or field for `path` may be seen: along a path no object is at hand of which rules could be asked.
  @MainActor package func showsOfEveryObject(_ path: PropertyPath, at property: EnvironmentValues)
    -> Bool
  {
    guard property.withStoredValues[PermissionKeys.shared.isPropertyVisible] else { return false }
    // Of the object itself rules are asked when it is there.
    let entity = self[ModelKeys.shared.entity]
    let isOwn = path.components.count == 1 && entity?.pathsBehind(path.first).isEmpty != false
    guard !isOwn, let rights = self[RightsKeys.shared.rights]?.accessGuard else {
      return showsWay(of: path)
    }
    return sight(of: path) { rights.partlyHiddenProperties(of: $0)[$1] != nil } == .visible
  }

  /// Whether rules show the property of this scope, one of the entity's own, whatever object they are asked about.
  @MainActor package var isShownOfAll: Bool {
    guard let resolver = self[RightsKeys.shared.rights]?.resolver,
      let row = self[ModelKeys.shared.entity]?.rowReading
    else { return true }
    let key = PermissionKeys.shared.isPropertyVisible
    return resolver.dependence(of: key, on: row, in: self) == .constant(true)
  }

  /// Whether the property of this scope is hidden by more than the model, which only leaves out what people do not need:
  /// what is computed of that may be seen.
  package var isHiddenByRules: Bool {
    let key = PermissionKeys.shared.isPropertyVisible
    guard !self[key] else { return false }
    guard self[ModelKeys.shared.attribute]?.definition.isHidden == true,
      let resolver = resolver as? RuleResolver
    else { return true }
    // Layers are asked from the top: the program's own answers only where no other does.
    return resolver.explain(key, in: self).rule.map { $0.layer > .derived } ?? true
  }

  /// Whether rules hide the key by which a to-one relationship at a path refers, both here and in the other object.
  ///
  /// A reference is then known by its label alone.
  package func hidesKey(of relationship: Relationship, at path: PropertyPath) -> Bool {
    guard let destination = relationship.destination else { return false }
    let (owner, far) = (path.components.dropLast(), scoped(to: destination))
    return relationship.definition.joins.contains { join in
      let own = PropertyPath(components: owner + [join.source])
      return scoped(toProperty: own.description).isHiddenByRules
        && far.scoped(toProperty: join.destination).isHiddenByRules
    }
  }

  /// The label key of this scope's entity, without paths that are hidden for some objects.
  ///
  /// For labels that are shown where the object itself has not been fetched.
  @MainActor package var shownLabelKey: String? {
    guard let labelKey = self[ModelKeys.shared.labelKey] ?? linkLabelKey else { return nil }
    let rights = self[RightsKeys.shared.rights]?.accessGuard
    let shown = LabelKey(labelKey).filter { path in
      guard scoped(toProperty: path.description)[PermissionKeys.shared.isPropertyVisible] else {
        return false
      }
      let sight = sight(of: path) { rights?.partlyHiddenProperties(of: $0)[$1] != nil }
      return sight == .visible
    }
    return shown?.description
  }

  /// The label key of `entity` for an object on its own page and row, asked of the rules once where a session has rights.
  @MainActor private func ownLabel(of entity: Entity) -> LabelKey? {
    guard let rights = self[RightsKeys.shared.rights], let root = rights.root else {
      return shownLabelKey.map { LabelKey($0) }
    }
    return rights.labelPaths.ownLabel(of: entity, in: self, root: root)
  }

  /// The label key of a join table: the labels of the objects at the ends of its references; `nil` for other entities.
  @MainActor private var linkLabelKey: String? {
    guard let entity = self[ModelKeys.shared.entity], entity.definition.isJoinTable else {
      return nil
    }
    let ends = entity.relationships.filter { !$0.isToMany }.compactMap { end -> String? in
      guard let destination = end.destination, !destination.definition.isJoinTable,
        let paths = labelKey(of: destination).map({ LabelKey($0).alternatives.first ?? [] })
      else { return nil }
      return paths.map { "\(end.name).\($0)" }.joined(separator: " ")
    }
    return ends.isEmpty ? nil : ends.joined(separator: " ")
  }

  /// The key path that names objects of `entity` for people, as rules say; `nil` where they may not be seen.
  ///
  /// A record may hold what rules read of such objects: a reference is known by its key then.
  @MainActor package func labelKey(of entity: Entity) -> String? {
    EntityVisibility(in: self).shows(entity) ? scoped(to: entity).shownLabelKey : nil
  }
}
