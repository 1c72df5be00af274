package import AccessControl
package import EntityModel
package import Qualifiers
package import RuleEngine
package import RuleEnvironment
import StandardKeys

/// The property paths a page must fetch: for its columns, for the labels of objects and for rules.
package struct FetchPaths {
  private let resolver: RuleResolver
  /// The paths that some rule reads from `object`; fetched along, so that no rule waits.
  private let rulePaths: [PropertyPath]

  package init(_ resolver: RuleResolver, reading rulePaths: [PropertyPath]) {
    (self.resolver, self.rulePaths) = (resolver, rulePaths)
  }

  /// The paths to fetch for a list of `entity` with the columns `keys`.
  package func callAsFunction(for keys: [String], of entity: Entity, in scope: EnvironmentValues)
    -> [PropertyPath]
  {
    var paths: [PropertyPath] = []
    var seen: Set<PropertyPath> = []
    func add(_ path: PropertyPath) {
      if seen.insert(path).inserted { paths.append(path) }
    }
    // A chosen object is referred to by what foreign keys name of it.
    for relationship in entity.relationships where relationship.isToMany {
      for join in relationship.definition.joins where entity.attribute(named: join.source) != nil {
        add(PropertyPath(components: [join.source]))
      }
    }
    for key in entity.identity where entity.attribute(named: key) != nil {
      add(PropertyPath(components: [key]))
    }
    for key in keys { for path in self.paths(for: key, of: entity, in: scope) { add(path) } }
    if let labelKey = scope.labelKey(of: entity) {
      for path in LabelKey(labelKey).paths where entity.isFetchable(path) { add(path) }
    }
    for path in rulePaths where entity.isFetchable(path) { add(path) }
    for key in scope[FetchingKeys.shared.prefetchKeyPaths] {
      let path = PropertyPath(key)
      if entity.isFetchable(path) { add(path) }
    }
    return paths
  }

  /// The paths to fetch for a page about one object: all attributes, and the labels of its to-one objects.
  package func callAsFunction(forObjectOf entity: Entity, in scope: EnvironmentValues)
    -> [PropertyPath]
  {
    let attributes = entity.attributes.map(\.name)
    let toOnes = entity.relationships.filter { !$0.isToMany }.map(\.name)
    let shown = ["inspect", "edit"].flatMap {
      scope.scoped(toTask: $0).propertyKeys
    }
    return self(for: attributes + toOnes + shown, of: entity, in: scope)
  }

  /// Returns the paths that the columns show, without the primary keys that identify the rows.
  package func shown(of keys: [String], of entity: Entity, in scope: EnvironmentValues)
    -> [PropertyPath]
  {
    keys.flatMap { paths(for: $0, of: entity, in: scope) }
  }

  /// Whether rules say of a row of which nothing but the values at `paths` was fetched what they say of the object.
  package func rulesRead(only paths: [PropertyPath], of entity: Entity) -> Bool {
    guard !resolver.model.runsClosures else { return false }
    return rulePaths.allSatisfy { path in
      let (attribute, relationship) = entity.property(at: PropertyPath(components: [path.first]))
      // A value that no row of the entity has is missing in either case.
      let isOwn = attribute != nil || relationship != nil || path.first == "primaryKey"
      return !isOwn || paths.contains(path)
    }
  }

  /// Returns the paths for one column: the attribute, or the foreign keys and label of a to-one object.
  private func paths(
    for key: String,
    of entity: Entity,
    in scope: EnvironmentValues
  ) -> [PropertyPath] {
    let path = PropertyPath(key)
    let (attribute, relationship) = entity.property(at: path)
    if attribute != nil { return entity.isFetchable(path) ? [path] : [] }
    guard let relationship else { return [] }
    let prefix = path.components
    let keys = relationship.definition.joins.map {
      PropertyPath(components: prefix.dropLast() + [$0.source])
    }
    if relationship.isToMany {
      let owner = Array(prefix.dropLast())
      let identity =
        owner.isEmpty
        ? []
        : entity.property(at: PropertyPath(components: owner)).relationship?.destination?
          .identityPaths(behind: owner) ?? []
      return (keys + identity).filter(entity.isFetchable)
    }
    return (keys + labelPaths(of: relationship, at: prefix, in: scope)).filter(entity.isFetchable)
  }

  /// The paths to the values that name the object at the end of a to-one relationship.
  private func labelPaths(
    of relationship: Relationship,
    at prefix: [String],
    in scope: EnvironmentValues
  ) -> [PropertyPath] {
    guard let destination = relationship.destination,
      let labelKey = scope.labelKey(of: destination)
    else { return [] }
    return LabelKey(labelKey).paths.map { PropertyPath(components: prefix + $0.components) }
  }

  /// The paths in which a search for text looks: what the column shows, as far as the store can compare it.
  package func searched(for key: String, of entity: Entity, in scope: EnvironmentValues)
    -> [PropertyPath]
  {
    let path = PropertyPath(key)
    let (attribute, relationship) = entity.property(at: path)
    if let attribute {
      return attribute.type.kind == .blob || scope.scoped(toProperty: key).holdsPassword
        ? [] : [path]
    }
    guard let relationship, !relationship.isToMany else { return [] }
    return labelPaths(of: relationship, at: path.components, in: scope).filter(entity.isFetchable)
  }
}

nonisolated extension EnvironmentValues {
  /// How long a fetch may take; `nil` where the rules set no limit.
  package var fetchTimeLimit: Duration? {
    let seconds = self[FetchingKeys.shared.fetchTimeLimit]
    return seconds > 0 ? .seconds(seconds) : nil
  }
}

nonisolated extension EnvironmentValues {
  /// The paths of `prefetchKeyPaths` that lead to objects; those that lead to a value are fetched with the rows.
  package func prefetchedRelationships(of entity: Entity) -> [PropertyPath] {
    guard !entity.identity.isEmpty else { return [] }
    return self[FetchingKeys.shared.prefetchKeyPaths].map { PropertyPath($0) }
      .filter { entity.property(at: $0).relationship != nil }
  }
}

extension WorkContext {
  /// The property paths that make up the labels of objects.
  package var labelPaths: LabelPaths { rights.labelPaths }
  /// The property paths that pages fetch.
  package var fetchPaths: FetchPaths { FetchPaths(resolver, reading: rights.rulePaths) }
}
