import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment

/// Tells the store what the rules let the user of a session see; the answers are kept until something changes.
///
/// Rights belong to entities and hold for all pages alike: which rows exist is asked as for a list, and a property is
/// hidden from the user when it is shown on no page, neither list, inspect nor edit.
@MainActor
final class RuleAccessGuard: AccessGuard {
  private weak var session: Session?
  private var known: [String: EntityRights] = [:]
  private var root: EnvironmentValues?
  private var generation = 0
  private var minute = 0
  private var runsClosures = false

  /// The pages on which a property may be shown.
  fileprivate static let pageTasks = ["list", "inspect", "edit"]

  init(session: Session) { self.session = session }

  nonisolated func rights(of entityNames: Set<String>) async -> AccessRights {
    await answer(entityNames)
  }

  nonisolated func refusal(of change: Change) async -> String? { await judge(change) }

  nonisolated var mayRefuseDeletions: Bool {
    get async { await session?.mayRefuseDeletions ?? true }
  }

  private func judge(_ change: Change) async -> String? {
    guard let session else { return Self.closed }
    return await RuleWriteGuard(session: session, objects: [], stamps: [:]).refusal(of: change)
  }

  private func answer(_ names: Set<String>) -> AccessRights {
    guard let session else {
      return AccessRights(
        entities: names.reduce(into: [:]) { $0[$1] = .init(refusal: Self.closed) }
      )
    }
    let deciding = session.decidingKeys
    guard !deciding.isEmpty else { return AccessRights() }
    forgetOutdated(session)
    var entities: [String: EntityRights] = [:]
    for name in names {
      guard let entity = session.model.entity(named: name) else { continue }
      let rights = known[name] ?? session.rights(of: entity, deciding)
      known[name] = rights
      if rights != EntityRights() { entities[name] = rights }
    }
    return AccessRights(
      entities: entities,
      readByRules: Set(session.rulePaths),
      rulesReadAnything: runsClosures
    )
  }

  private static let closed = "its session is closed"

  private func forgetOutdated(_ session: Session) {
    let (generation, minute) = (session.resolver.generation, session.resolver.seconds / 60)
    guard
      root?.isIdentical(to: session.root) != true || self.generation != generation
        || self.minute != minute
    else { return }
    known = [:]
    if root == nil || self.generation != generation {
      runsClosures = session.resolver.model.runsClosures
    }
    (root, self.generation, self.minute) = (session.root, generation, minute)
  }

  /// What decides over the rights to see.
  enum DecidingKey {
    case visibleEntityNames, restrictingQualifier, isPropertyVisible
  }

  /// Those that an application answers; without any, everything may be seen.
  fileprivate static let keys: [(DecidingKey, any AnyKey)] = [
    (.visibleEntityNames, RenderingKeys.shared.visibleEntityNames),
    (.restrictingQualifier, PermissionKeys.shared.restrictingQualifier),
    (.isPropertyVisible, PermissionKeys.shared.isPropertyVisible),
  ]
}

extension Session {
  /// Whether somebody else than the program itself answers a key that may keep objects from being deleted.
  var mayRefuseDeletions: Bool {
    let keys: [any AnyKey] = [
      PermissionKeys.shared.isObjectDeletable, PermissionKeys.shared.isEntityReadOnly,
      PermissionKeys.shared.readOnlyEntityNames, PermissionKeys.shared.restrictingQualifier,
      RenderingKeys.shared.visibleEntityNames,
    ]
    return keys.contains(where: isAnswered)
  }

  private func isAnswered(_ key: any AnyKey) -> Bool {
    root.isExplicit(key) || resolver.model.rules(for: key).contains { $0.layer > .derived }
  }

  /// The keys of rights that somebody else than the program itself answers.
  fileprivate var decidingKeys: Set<RuleAccessGuard.DecidingKey> {
    Set(RuleAccessGuard.keys.filter { _, key in isAnswered(key) }.map(\.0))
  }

  fileprivate func rights(
    of entity: Entity,
    _ deciding: Set<RuleAccessGuard.DecidingKey>
  ) -> EntityRights {
    var rights = EntityRights()
    if deciding.contains(.visibleEntityNames) { rights.refusal = visibilityRefusal(of: entity) }
    let scope = root.scoped(toTask: "list").scoped(to: entity)
    if deciding.contains(.restrictingQualifier) { rights.restriction = restriction(in: scope) }
    if deciding.contains(.isPropertyVisible) {
      rights.hiddenProperties = hiddenProperties(of: entity)
    }
    return rights
  }

  /// The condition for the rows that exist; a rule that cannot say which, because what it reads is not there, leaves
  /// none.
  private func restriction(in scope: EnvironmentValues) -> Qualifier? {
    let key = PermissionKeys.shared.restrictingQualifier
    let isSpeechless = resolver.explain(key, in: scope).candidates.contains {
      $0.loss == .noValue || $0.loss == .wrongType
    }
    return isSpeechless ? .constant(false) : scope[key]
  }

  /// The properties of an entity that are shown on no page, with the rule that hides them.
  private func hiddenProperties(of entity: Entity) -> [String: String] {
    let scopes = RuleAccessGuard.pageTasks.map { root.scoped(toTask: $0).scoped(to: entity) }
    let key = PermissionKeys.shared.isPropertyVisible
    var hidden: [String: String] = [:]
    for name in entity.attributes.map(\.name) + entity.relationships.map(\.name) {
      let names = entity.propertyNames(writing: name)
      let isShown = scopes.contains { scope in
        names.contains { scope.scoped(toProperty: $0)[key] }
      }
      if !isShown { hidden[name] = reason(for: key, in: scopes[0].scoped(toProperty: name)) }
    }
    return hidden
  }
}
