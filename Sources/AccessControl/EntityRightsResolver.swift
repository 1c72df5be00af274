import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment
import StandardKeys

/// An evaluator of access rules that computes a user's read rights for one entity: the row condition and the hidden properties.
///
/// ``RuleAccessGuard`` uses it. Rights hold for all pages alike: the rules for lists decide which rows exist. A property is
/// hidden when rules show it on no page, neither list, inspect nor edit.
nonisolated struct EntityRightsResolver {
  /// The outermost scope: who asks.
  let root: EnvironmentValues
  let model: Model
  let resolver: RuleResolver
  /// The keys of rights to see that somebody else than the program itself answers.
  private let deciding: [any AnyKey]

  init(root: EnvironmentValues, model: Model, resolver: RuleResolver) {
    (self.root, self.model, self.resolver) = (root, model, resolver)
    deciding = Self.keys.filter { resolver.isAnswered($0, in: root) }
  }

  private static let keys: [any AnyKey] = [
    PermissionKeys.shared.visibleEntityNames, PermissionKeys.shared.restrictingQualifier,
    PermissionKeys.shared.isPropertyVisible,
  ]

  private func decides(_ key: any AnyKey) -> Bool { deciding.contains { $0 === key } }

  /// Whether rights to see may go by what `key` holds.
  static func mayRead(_ key: any AnyKey, _ rules: RuleModel) -> Bool {
    keys.contains { rules.mayRead([key], from: $0) }
  }

  /// The pages on which a property may be shown.
  static let pageTasks: [TaskName] = [.list, .inspect, .edit]

  /// Whether no rule keeps anything from being seen.
  var showsEverything: Bool { deciding.isEmpty }

  /// Returns the read rights on `entity`: whether it is refused, its row restriction and its hidden properties.
  func rights(of entity: Entity) -> EntityRights {
    var rights = EntityRights()
    if decides(PermissionKeys.shared.visibleEntityNames) {
      rights.refusal = EntityVisibility(in: root).refusal(of: entity)
    }
    if decides(PermissionKeys.shared.restrictingQualifier) {
      let below = entity.subentityNames.compactMap { model.entity(named: $0) }
      let above = entity.ancestorNames.compactMap { model.entity(named: $0) }
      let known =
        ([entity] + above).compactMap { restriction(on: $0) }
        + below.compactMap { restriction(onRowsOf: $0, in: entity) }
      rights.restriction = known.isEmpty ? nil : .all(known)
    }
    if decides(PermissionKeys.shared.isPropertyVisible) {
      findHiddenProperties(of: entity, &rights)
    }
    return rights
  }

  /// Returns the condition that excludes rows of `entity` that a restriction on its subentity `child` hides.
  ///
  /// Returns `nil` when the two entities have different tables, or `child` is not restricted.
  private func restriction(onRowsOf child: Entity, in entity: Entity) -> Qualifier? {
    guard child.definition.table == entity.definition.table,
      let restriction = restriction(on: child)
    else { return nil }
    guard let rows = child.rowQualifier else { return restriction }
    let others = Qualifier.not(.truth(Expression(.condition(rows))))
    let isKnown = restriction.paths.allSatisfy { path in
      entity.property(at: PropertyPath(components: [path.first])) != (nil, nil)
    }
    return isKnown ? .or([others, restriction]) : others
  }

  private func restriction(on entity: Entity) -> Qualifier? {
    restriction(in: root.scoped(toTask: .list).scoped(to: entity))
  }

  /// The condition for the rows that exist.
  private func restriction(in scope: EnvironmentValues) -> Qualifier? {
    let key = PermissionKeys.shared.restrictingQualifier
    // Rows left out by what the user may not see would tell of it.
    let own = resolver.narrowingAnswer(key, in: scope)?.qualifier
    let entity = scope[ModelKeys.shared.entity]
    let readsHidden = own?.paths.contains { hides($0, from: entity) } ?? false
    return readsHidden ? .constant(false) : scope[key]
  }

  /// Whether a place on a path is hidden, of all objects or of some.
  private func hides(_ path: PropertyPath, from entity: Entity?) -> Bool {
    guard let entity else { return false }
    let entities = EntityVisibility(in: root)
    let walk = PathVisibilityCheck { place in
      guard let name = place.name else {
        guard entities.shows(place.entity) else { return .hidden }
        return isRestricted(place.entity) ? .undecided : .visible
      }
      var rights = EntityRights()
      findHiddenProperties(of: place.entity, &rights)
      if rights.hiddenProperties[name] != nil { return .hidden }
      return rights.partlyHiddenProperties[name] != nil ? .undecided : .visible
    }
    return walk.sight(of: path, from: entity) != .visible
  }

  /// Whether rules that may say what they like leave out rows of an entity.
  private func isRestricted(_ entity: Entity) -> Bool {
    let kin = (entity.ancestorNames + entity.subentityNames).compactMap { model.entity(named: $0) }
    return ([entity] + kin).contains { entity in
      let scope = root.scoped(toTask: .list).scoped(to: entity)
      let key = PermissionKeys.shared.restrictingQualifier
      return resolver.trustedAnswer(key, in: scope) != .null
    }
  }

  /// Finds the properties of an entity that are shown on no page, with the rule that hides them, and those that are
  /// shown of some objects only.
  private func findHiddenProperties(of entity: Entity, _ rights: inout EntityRights) {
    let scopes = Self.pageTasks.map { root.scoped(toTask: $0).scoped(to: entity) }
    let key = PermissionKeys.shared.isPropertyVisible
    let row = entity.rowReading
    let varies = resolver.model.mayRead(row.keys, from: key) || !entity.subentityNames.isEmpty
    for name in entity.attributes.map(\.name) + entity.relationships.map(\.name) {
      let names = entity.propertyNames(writing: name)
      let places = scopes.flatMap { scope in names.map { scope.scoped(toProperty: $0) } }
      let shown = places.filter { $0[key] }
      guard !shown.isEmpty else {
        if places.contains(where: \.isHiddenByRules) {
          rights.hiddenProperties[name] = resolver.reason(
            for: key,
            in: scopes[0].scoped(toProperty: name)
          )
        } else if varies {
          // What only the model leaves out may be read by what the model computes of it, as far as rules let it.
          let shown = places.map {
            resolver.dependence(of: key, on: row, in: $0, written: true)
          }
          hide(name, unless: shown, &rights)
        }
        continue
      }
      guard varies else { continue }
      hide(name, unless: shown.map { resolver.dependence(of: key, on: row, in: $0) }, &rights)
    }
  }

  /// Hides a property of the objects for which none of the places shows it.
  private func hide(
    _ name: String,
    unless shown: [RowFlagCondition],
    _ rights: inout EntityRights
  ) {
    guard !shown.contains(.constant(true)) else { return }
    rights.partlyHiddenProperties[name] = PartialVisibility(
      condition: RowFlagCondition.either(shown),
      reason: objectReason(for: PermissionKeys.shared.isPropertyVisible)
    )
  }

  /// The rule that answers `key` for some objects only: `a rule asks each object (clerk.rules:3)`.
  private func objectReason(for key: Key<Bool>) -> String {
    let names = Set(Entity.rowKeys.compactMap(resolver.model.vocabulary.name))
    let rules = resolver.model.rules(for: key)
    let rule = rules.first { rule in
      let paths = rule.condition.paths + rule.value.paths
      return rule.layer > .derived && paths.contains { names.contains($0.first) }
    }
    guard let rule else { return "a rule for isPropertyVisible asks each object" }
    return "a rule asks each object (\(rule.file):\(rule.line))"
  }
}

nonisolated extension Entity {
  /// The keys that differ from object to object, the object itself first.
  fileprivate static var rowKeys: [any AnyKey] {
    [
      ObjectKeys.shared.object, ObjectKeys.shared.objectLabel, ObjectKeys.shared.editingContext,
      ModelKeys.shared.propertyValue,
    ]
  }

  /// The keys and properties that rules may read of a row of this entity that has not been fetched.
  var rowReading: RowReadScope {
    RowReadScope(
      object: ObjectKeys.shared.object,
      varying: Array(Self.rowKeys.dropFirst()),
      attributes: Set(attributes.map(\.name)),
      flags: Set(attributes.filter { $0.type.kind == .bool }.map(\.name)),
      names: Set(attributes.map(\.name) + relationships.map(\.name)).union(Record.ownNames)
    )
  }
}
