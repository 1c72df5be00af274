package import EntityModel
package import Qualifiers

/// Says what the person who uses a store may see and write; the application builds it from the rules.
///
/// A store that has one asks it before every fetch, count and save. There is no way around it: pages, pickers, searches,
/// exports and imports have no other door to the rows.
package protocol AccessGuard: WriteGuard {
  /// Returns the read rights for the named entities. An entity without an entry is fully visible.
  func rights(of entityNames: Set<String>) async -> AccessRights
  /// Records without what may not be seen of each; what rules read of them is in a fetch all the same.
  func seen(_ records: [Record]) async -> [Record]
}

extension AccessGuard {
  /// All as they are.
  package func seen(_ records: [Record]) async -> [Record] { records }
}

/// The user's read rights for one entity: a row condition and the hidden properties.
package struct EntityRights: Sendable, Hashable {
  /// Why nothing of it may be seen; `nil` when it may.
  package var refusal: String?
  /// The condition for the objects that the user may see; `nil` for all objects.
  ///
  /// The condition may compare properties that are hidden from the user.
  package var restriction: Qualifier?
  /// Names of properties that may not be seen, each with the reason.
  package var hiddenProperties: [String: String]
  /// Names of properties that may be seen of some objects only; of the others they are compared and ordered by as null.
  package var partlyHiddenProperties: [String: PartialVisibility]

  /// Without arguments everything.
  package init(
    refusal: String? = nil,
    restriction: Qualifier? = nil,
    hiddenProperties: [String: String] = [:],
    partlyHiddenProperties: [String: PartialVisibility] = [:]
  ) {
    self.refusal = refusal
    self.restriction = restriction
    self.hiddenProperties = hiddenProperties
    self.partlyHiddenProperties = partlyHiddenProperties
  }

  fileprivate var hidesAnything: Bool { refusal != nil || !hiddenProperties.isEmpty }
}

/// The condition and reason of a property that is hidden for some objects only.
package struct PartialVisibility: Sendable, Hashable {
  /// Holds for those objects, and compares attributes of theirs; `nil` where only asking for each of them tells.
  package var condition: Qualifier?
  /// The reason why the property is hidden.
  package var reason: String

  /// A condition, and what it comes from.
  package init(condition: Qualifier?, reason: String) {
    (self.condition, self.reason) = (condition, reason)
  }
}

/// The user's read rights for all entities that a fetch touches.
package struct AccessRights: Sendable, Hashable {
  /// The rights by entity; what is left out may be seen.
  package var entities: [String: EntityRights]
  /// The properties that rules read.
  ///
  /// Each fetch includes them for the rules alone, even where the user may not see them.
  package var readByRules: Set<PropertyPath>
  /// Whether rules run closures, of which it is not known what they read.
  package var rulesReadAnything: Bool

  /// Without arguments everything.
  package init(
    entities: [String: EntityRights] = [:],
    readByRules: Set<PropertyPath> = [],
    rulesReadAnything: Bool = false
  ) {
    self.entities = entities
    self.readByRules = readByRules
    self.rulesReadAnything = rulesReadAnything
  }

  /// The conditions for the rows that exist for the person, by entity.
  var restrictions: [String: Qualifier] { entities.compactMapValues(\.restriction) }

  /// A fetch as the person may make it.
  ///
  /// - Throws: ``StoreError/refused(_:)`` for an entity, or a property in a condition or order, that may not be seen.
  ///   Values that may not be seen are not refused but left out.
  func narrowed(
    _ specification: FetchSpecification,
    of entity: Entity
  ) throws(StoreError) -> FetchSpecification {
    if let reason = entities[entity.name]?.refusal {
      throw .refused("\(entity: entity) is not shown: \(reason)")
    }
    for path in specification.comparedPaths {
      try check(path, from: entity)
    }
    if specification.fetchesDistinctValues {
      for path in specification.paths ?? entity.visibleAttributePaths
      where refusal(of: path, from: entity) == nil {
        try check(path, from: entity)
      }
    }
    var narrowed = specification
    narrowed.paths =
      try specification.fetchesDistinctValues
      ? distinct(specification.paths, of: entity) : shown(specification.paths, of: entity)
    narrowed.restrictions = restrictions
    narrowed.shownConditions = shownConditions
    narrowed.prefetchingKeyPaths.removeAll { refusal(of: $0, from: entity) != nil }
    for path in narrowed.prefetchingKeyPaths {
      for hop in entity.hops(along: path.components) {
        guard let destination = hop.relationship?.destination else { continue }
        narrowed.readablePaths[destination.name] = shown(nil, of: destination)
      }
    }
    return narrowed
  }

  /// Returns the visible ones among `paths`, for a fetch of distinct values.
  ///
  /// Hidden keys, and hidden properties that rules read, are left out here; only fetches of objects include them.
  ///
  /// - Throws: ``StoreError/refused(_:)`` where none of them is visible.
  private func distinct(
    _ paths: [PropertyPath]?,
    of entity: Entity
  ) throws(StoreError) -> [PropertyPath] {
    let asked = paths ?? entity.visibleAttributePaths
    let shown = asked.filter { refusal(of: $0, from: entity) == nil }
    if shown.isEmpty, let hidden = asked.first, let reason = refusal(of: hidden, from: entity) {
      throw .refused("'\(hidden)' is not shown: \(reason)")
    }
    return shown
  }

  /// For properties that may be seen of some objects only the condition for those, by entity and name.
  private var shownConditions: [String: [String: Qualifier]] {
    entities.mapValues { $0.partlyHiddenProperties.compactMapValues(\.condition) }
      .filter { !$0.value.isEmpty }
  }

  /// - Throws: ``StoreError/refused(_:)`` for a path that the person may not compare or order by.
  private func check(_ path: PropertyPath, from entity: Entity) throws(StoreError) {
    switch sight(of: path, from: entity) {
    case .visible: return
    case .hiddenHere(let place), .hiddenOnTheWay(let place):
      throw .refused("'\(path)' is not shown: \(reason(at: place) ?? "")")
    case .undecided(let place):
      throw .refused(
        "'\(path)' is shown for some objects only, and the store cannot select them: "
          + "\(reason(at: place) ?? "")"
      )
    }
  }

  /// Returns whether a condition or order may use `path`.
  ///
  /// A place is undecided where no SQL statement can express the restriction.
  private func sight(of path: PropertyPath, from entity: Entity) -> PathVisibility {
    let own = entity.ownHops(along: path)
    let isToMany = own.contains { $0.relationship?.isToMany == true }
    let walk = PathVisibilityCheck { place in
      if isHidden(place) { return .hidden }
      guard let visibility = partialVisibility(at: place), let name = place.name else {
        return .visible
      }
      // A statement compares the column of the path itself: what stands behind it, or many objects, it does not look at.
      let isOne = place.entity.relationship(named: name) == nil || !isToMany
      return visibility.condition != nil && !own.isEmpty && isOne ? .visible : .undecided
    }
    return walk.sight(of: path, from: entity)
  }

  private func isHidden(_ place: PathVisibilityCheck.Place) -> Bool {
    let rights = entities[place.entity.name]
    guard let name = place.name else { return rights?.refusal != nil }
    return rights?.hiddenProperties[name] != nil
  }

  private func partialVisibility(at place: PathVisibilityCheck.Place) -> PartialVisibility? {
    place.name.flatMap { entities[place.entity.name]?.partlyHiddenProperties[$0] }
  }

  /// Returns the reason why a place is hidden; `nil` where it is visible.
  private func reason(at place: PathVisibilityCheck.Place) -> String? {
    let rights = entities[place.entity.name]
    guard let name = place.name else { return rights?.refusal }
    return rights?.hiddenProperties[name] ?? rights?.partlyHiddenProperties[name]?.reason
  }

  /// Returns the paths that may be fetched: visible properties, properties that rules read, and keys that identify objects.
  func shown(_ paths: [PropertyPath]?, of entity: Entity) -> [PropertyPath]? {
    guard !rulesReadAnything, entities.values.contains(where: \.hidesAnything) else {
      return paths
    }
    return (paths ?? entity.visibleAttributePaths).filter { path in
      readByRules.contains(path) || refusal(of: path, from: entity, sparesKeys: true) == nil
    }
  }

  /// Why what `path` leads to may not be seen: one of its steps, or an entity it leads through.
  private func refusal(
    of path: PropertyPath,
    from entity: Entity,
    sparesKeys: Bool = false
  ) -> String? {
    let walk = PathVisibilityCheck { place in
      if sparesKeys, let name = place.name, place.entity.isKey(name) { return .visible }
      return isHidden(place) ? .hidden : .visible
    }
    return walk.sight(of: path, from: entity).obstacle.flatMap(reason)
  }
}

extension Entity {
  /// The properties of a path; none where something stands behind one of them.
  fileprivate func ownHops(along path: PropertyPath) -> [Hop] {
    let hops = hops(along: path.components)
    return hops.allSatisfy { $0.entity.pathsBehind($0.name).isEmpty } ? hops : []
  }

  /// Whether the program needs an attribute to find objects: a part of the identity or of a reference.
  fileprivate func isKey(_ name: String) -> Bool {
    identity.contains(name)
      || relationships.contains { $0.definition.joins.contains { $0.source == name } }
  }

  /// The entities that a path reaches; tables that only join two others are reached on the way.
  func entityNames(reachedBy path: PropertyPath) -> [String] {
    steps(of: path).flatMap { step -> [String] in
      guard let definition = step.entity.relationship(named: step.name)?.definition else {
        return []
      }
      return [definition.destinationName] + (definition.throughName.map { [$0] } ?? [])
    }
  }

  /// The to-one relationships of which some attribute in `names` is a key.
  package func toOnes(writtenBy names: Set<String>) -> [Relationship] {
    relationships.filter { relationship in
      !relationship.isToMany && relationship.definition.throughName == nil
        && relationship.definition.joins.contains { names.contains($0.source) }
    }
  }
}

extension FetchSpecification {
  /// The entities whose rows have a part in the result.
  func entityNames(from entity: Entity) -> Set<String> {
    let read =
      comparedPaths + (auxiliaryQualifier?.paths ?? []) + (paths ?? []) + prefetchingKeyPaths
    return Set([entity.name] + read.flatMap(entity.entityNames(reachedBy:)))
  }
}
