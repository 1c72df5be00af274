import EntityModel
import EntityStore
import Qualifiers
import RuleEngine
package import RuleEnvironment
import StandardKeys

/// Tells the store what the rules let the user of a session see; the answers are kept until something changes.
@MainActor
final class RuleAccessGuard: AccessGuard {
  private weak var session: Session?
  private let known = KeptAnswers<String, EntityRights>()
  private let closures = KeptAnswers<Bool, Bool>()
  private let readPaths = KeptAnswers<Bool, Set<PropertyPath>>()
  private var isConcealing = false
  /// Whether its session has ended: scopes made anew would keep that.
  private var isEnded = false

  init(session: Session) { self.session = session }

  /// The properties of an entity that rules hide of some objects.
  func partlyHiddenProperties(of entity: Entity) -> [String: PartialVisibility] {
    guard let session,
      session.resolver.isAnswered(PermissionKeys.shared.isPropertyVisible, in: session.root)
    else { return [:] }
    return rights(of: entity, in: session).partlyHiddenProperties
  }

  /// Lets what rows show of what the user may not see decide nothing; to be called when the rules are others.
  func concealEvidence() {
    guard let session, !isConcealing else { return }
    isConcealing = true
    defer { isConcealing = false }
    let (finder, model) = (EntityRightsFinder(session), session.model)
    guard !finder.showsEverything else { return model.conceal([:]) }
    // Rules about rights read none of it either, whoever wrote them.
    model.conceal(
      Dictionary(uniqueKeysWithValues: model.entities.map { ($0.name, Unseen(hidesRows: true)) })
    )
    model.conceal(
      Dictionary(
        uniqueKeysWithValues: model.entities.map { entity in
          let rights = known.answer(to: entity.name, in: finder.root) { finder.rights(of: entity) }
          return (entity.name, Unseen(rights))
        }
      )
    )
    renewRoot()
  }

  /// Lets nothing hold that was answered before, or while more was concealed, but rights.
  private func renewRoot() {
    guard let session, !isEnded else { return }
    let root = session.root
    session.renewRoot()
    known.carry(from: root, to: session.root)
  }

  /// The same when the screen is another, where rights go by that.
  func concealEvidenceByScreen() {
    guard let session, !EntityRightsFinder(session).showsEverything,
      EntityRightsFinder.mayRead(MiscKeys.shared.screen, session.resolver.model)
    else { return }
    concealEvidence()
  }

  private func rights(of entity: Entity, in session: Session) -> EntityRights {
    func found() -> EntityRights {
      known.answer(to: entity.name, in: session.root) {
        EntityRightsFinder(session).rights(of: entity)
      }
    }
    let rights = found()
    guard !isConcealing, entity.findings.unseen != Unseen(rights) else { return rights }
    // The day may be another than before, or rights went by what rows show.
    known.forget()
    concealEvidence()
    // Pages may be asking just now: they are made anew behind that.
    Task { renewRoot() }
    return found()
  }

  /// Keeps nothing any more, for its session ends.
  func forget() {
    isEnded = true
    known.forget()
    closures.forget()
    readPaths.forget()
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
    guard !EntityRightsFinder(session).showsEverything else { return AccessRights() }
    var entities: [String: EntityRights] = [:]
    for name in names {
      guard let entity = session.model.entity(named: name) else { continue }
      let rights = rights(of: entity, in: session)
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

extension Unseen {
  /// What rights leave out.
  fileprivate init(_ rights: EntityRights) {
    self.init(
      hidesRows: rights.refusal != nil || rights.restriction != nil,
      properties: Set(rights.hiddenProperties.keys),
      partlyHiddenProperties: Set(rights.partlyHiddenProperties.keys)
    )
  }
}

extension Session {
  /// Whether somebody else than the program itself answers a key that may keep objects from being deleted.
  var mayRefuseDeletions: Bool {
    let keys: [any AnyKey] = [
      PermissionKeys.shared.isObjectDeletable, PermissionKeys.shared.isEntityReadOnly,
      PermissionKeys.shared.readOnlyEntityNames, PermissionKeys.shared.restrictingQualifier,
      PermissionKeys.shared.visibleEntityNames,
    ]
    return keys.contains(where: isAnswered)
  }

  /// Whether somebody else than the program itself answers a key.
  package func isAnswered(_ key: any AnyKey) -> Bool { resolver.isAnswered(key, in: root) }
}
