import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
import RuleEnvironment

/// Tells the store what the rules let the user of a session see; the answers are kept until something changes.
@MainActor
final class RuleAccessGuard: AccessGuard {
  private weak var session: Session?
  private let known = KeptAnswers<String, EntityRights>()
  private let closures = KeptAnswers<Bool, Bool>()
  private let readPaths = KeptAnswers<Bool, Set<PropertyPath>>()

  init(session: Session) { self.session = session }

  /// The properties of an entity that rules hide of some objects.
  func partlyHiddenProperties(of entity: Entity) -> [String: PartialVisibility] {
    rightsToProperties(of: entity)?.partlyHiddenProperties ?? [:]
  }

  /// Whether rules hide a property of an entity, of all objects or of some.
  func hidesProperties(of entity: Entity) -> Bool {
    guard let rights = rightsToProperties(of: entity) else { return false }
    return !rights.hiddenProperties.isEmpty || !rights.partlyHiddenProperties.isEmpty
  }

  /// What the user may see of an entity; `nil` where no rule says anything of properties.
  private func rightsToProperties(of entity: Entity) -> EntityRights? {
    guard let session,
      session.resolver.isAnswered(PermissionKeys.shared.isPropertyVisible, in: session.root)
    else { return nil }
    return rights(of: entity, EntityRightsFinder(session))
  }

  private func rights(of entity: Entity, _ finder: EntityRightsFinder) -> EntityRights {
    known.answer(to: entity.name, in: finder.root) { finder.rights(of: entity) }
  }

  nonisolated func rights(of entityNames: Set<String>) async -> AccessRights {
    await answer(entityNames)
  }

  nonisolated func refusal(of change: Change) async -> String? { await judge(change) }

  nonisolated func refusal(ofAny changes: [Change]) async -> String? { await judge(changes) }

  nonisolated var mayRefuseDeletions: Bool {
    get async { await session?.mayRefuseDeletions ?? true }
  }

  private func judge(_ change: Change) async -> String? {
    guard let session else { return Self.closed }
    return await RuleWriteGuard(session: session, objects: []).refusal(of: change)
  }

  private func judge(_ changes: [Change]) async -> String? {
    guard let session else { return Self.closed }
    return await RuleWriteGuard(session: session, objects: []).refusal(ofAny: changes)
  }

  private func answer(_ names: Set<String>) -> AccessRights {
    guard let session else {
      return AccessRights(
        entities: names.reduce(into: [:]) { $0[$1] = .init(refusal: Self.closed) }
      )
    }
    let finder = EntityRightsFinder(session)
    guard !finder.showsEverything else { return AccessRights() }
    var entities: [String: EntityRights] = [:]
    for name in names {
      guard let entity = session.model.entity(named: name) else { continue }
      let rights = rights(of: entity, finder)
      if rights != EntityRights() { entities[name] = rights }
    }
    return AccessRights(
      entities: entities,
      // What rules of the user's own read is fetched as far as the user may see it.
      readByRules: readPaths.answer(to: true, in: session.root) {
        Set(session.resolver.model.objectPaths { !$0.layer.mayOnlyNarrow })
      },
      rulesReadAnything: closures.answer(to: true, in: session.root) {
        session.resolver.model.runsClosures
      }
    )
  }

  private static let closed = "its session is closed"
}

extension EntityRightsFinder {
  /// What the rules of a session say to who uses it.
  @MainActor fileprivate init(_ session: Session) {
    self.init(root: session.root, model: session.model, resolver: session.resolver)
  }
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

  /// Whether somebody else than the program itself answers a key.
  func isAnswered(_ key: any AnyKey) -> Bool { resolver.isAnswered(key, in: root) }
}
