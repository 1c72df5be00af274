package import EntityModel
package import EntityStore
import Qualifiers
import RuleEngine
package import RuleEnvironment
import StandardKeys

/// The access guard of a store that derives a user's read rights from the rules, and caches them until something changes.
///
/// The store asks it before each statement. The rights to one entity combine hundreds of rule answers, so they are cached here
/// in addition to the resolver's cache of single keys.
@MainActor
package final class RuleAccessGuard: AccessGuard {
  private weak var rights: RightsContext?
  private let known = RuleAnswerCache<String, EntityRights>()
  private let closures = RuleAnswerCache<Bool, Bool>()
  private let readPaths = RuleAnswerCache<Bool, Set<PropertyPath>>()
  private var isConcealing = false
  /// Whether who asks is gone: scopes made anew would keep that.
  private var isEnded = false

  init(_ rights: RightsContext) { self.rights = rights }

  /// The properties of an entity that rules hide of some objects.
  package func partlyHiddenProperties(of entity: Entity) -> [String: PartialVisibility] {
    guard let rights, let root = rights.root,
      rights.resolver.isAnswered(PermissionKeys.shared.isPropertyVisible, in: root)
    else { return [:] }
    return self.rights(of: entity, rights, root).partlyHiddenProperties
  }

  /// Lets what rows show of what the user may not see decide nothing; to be called when the rules are others.
  package func concealEvidence() {
    guard let rights, let root = rights.root, !isConcealing else { return }
    isConcealing = true
    defer { isConcealing = false }
    let (finder, model) = (rights.finder(in: root), rights.model)
    guard !finder.showsEverything else { return model.conceal([:]) }
    // Rules about rights read none of it either, whoever wrote them.
    model.conceal(
      Dictionary(
        uniqueKeysWithValues: model.entities.map { ($0.name, HiddenProperties(hidesRows: true)) }
      )
    )
    model.conceal(
      Dictionary(
        uniqueKeysWithValues: model.entities.map { entity in
          let rights = known.answer(to: entity.name, in: finder.root) { finder.rights(of: entity) }
          return (entity.name, HiddenProperties(rights))
        }
      )
    )
    renewRoot()
  }

  /// Lets nothing hold that was answered before, or while more was concealed, but rights.
  private func renewRoot() {
    guard let rights, let root = rights.root, !isEnded else { return }
    rights.renewRoot()
    if let renewed = rights.root { known.carry(from: root, to: renewed) }
  }

  /// Recomputes the concealed evidence after the value of `key` changed, if rules about rights may read that key.
  package func concealEvidence(goingBy key: any AnyKey) {
    guard let rights, let root = rights.root, !rights.finder(in: root).showsEverything,
      EntityRightsResolver.mayRead(key, rights.resolver.model)
    else { return }
    concealEvidence()
  }

  private func rights(
    of entity: Entity,
    _ context: RightsContext,
    _ root: EnvironmentValues
  ) -> EntityRights {
    func found() -> EntityRights {
      let root = context.root ?? root
      return known.answer(to: entity.name, in: root) {
        context.finder(in: root).rights(of: entity)
      }
    }
    let rights = found()
    guard !isConcealing, entity.findings.unseen != HiddenProperties(rights) else { return rights }
    // The day may be another than before, or rights went by what rows show.
    known.forget()
    concealEvidence()
    // Pages may be asking just now: they are made anew behind that.
    Task { renewRoot() }
    return found()
  }

  /// An object as the user may see it, for who reads it without asking rules: it does not hold what is hidden of it.
  package func seen(_ record: Record) -> Record {
    guard let rights, let root = rights.root, !rights.finder(in: root).showsEverything else {
      return record
    }
    let stored = record.stored ?? record
    let scopes = EntityRightsResolver.pageTasks.map { root.scoped(toTask: $0).scoped(to: stored) }
    let walk = PathVisibilityCheck { place in
      let known = self.rights(of: place.entity, rights, root)
      guard let name = place.name else { return known.refusal == nil ? .visible : .hidden }
      if known.hiddenProperties[name] != nil { return .hidden }
      guard known.partlyHiddenProperties[name] != nil else { return .visible }
      // Behind a reference no object is at hand of which rules could be asked.
      let isShown =
        place.isAtStart
        && scopes.contains { scope in
          place.entity.propertyNames(writing: name).contains {
            scope.scoped(toProperty: $0)[PermissionKeys.shared.isPropertyVisible]
          }
        }
      return isShown ? .visible : .hidden
    }
    let layout = record.layout
    let shown = layout.paths.indices.filter {
      walk.sight(of: layout.paths[$0], from: record.entity) == .visible
    }
    guard shown.count < layout.paths.count || !record.related.isEmpty else { return record }
    let related = record.related.filter {
      walk.sight(of: PropertyPath($0.key), from: record.entity) == .visible
    }
    let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1, $0) })
    return Record(
      layout: RecordLayout(entity: record.entity, paths: shown.map { layout.paths[$0] }),
      id: record.id,
      values: shown.map { record.value(at: $0) },
      isNew: record.isNew,
      changedKeys: record.changedKeys,
      truncatedPositions: Set(record.truncatedPositions.compactMap { places[$0] }),
      sizes: Dictionary(
        uniqueKeysWithValues: record.truncatedSizes.compactMap { size in
          places[size.key].map { ($0, size.value) }
        }
      ),
      related: related.mapValues { $0.mapping(seen) },
      stored: stored
    )
  }

  @MainActor package func seen(_ records: [Record]) async -> [Record] { records.map { seen($0) } }

  /// Keeps nothing any more, for who asks is gone.
  func forget() {
    isEnded = true
    known.forget()
    closures.forget()
    readPaths.forget()
  }

  @MainActor package func refusal(of change: Change) async -> String? {
    await refusal(ofAny: [change])
  }

  @MainActor package var mayRefuseDeletions: Bool { rights?.mayRefuseDeletions ?? true }

  @MainActor package func refusal(ofAny changes: [Change]) async -> String? {
    guard let rights, let root = rights.root else { return RightsContext.closed }
    return await RuleWriteGuard(rights, in: root).refusal(ofAny: changes)
  }

  @MainActor package func rights(of names: Set<String>) async -> AccessRights {
    guard let rights, let root = rights.root else {
      return AccessRights(
        entities: names.reduce(into: [:]) { $0[$1] = .init(refusal: RightsContext.closed) }
      )
    }
    guard !rights.finder(in: root).showsEverything else { return AccessRights() }
    var entities: [String: EntityRights] = [:]
    for name in names {
      guard let entity = rights.model.entity(named: name) else { continue }
      let found = self.rights(of: entity, rights, root)
      if found != EntityRights() { entities[name] = found }
    }
    let model = rights.resolver.model
    let now = rights.root ?? root
    return AccessRights(
      entities: entities,
      // What rules of the user's own read is fetched as far as the user may see it.
      readByRules: readPaths.answer(to: true, in: now) {
        Set(model.objectPaths { !$0.layer.mayOnlyNarrow } + rights.marks)
      },
      rulesReadAnything: closures.answer(to: true, in: now) { model.runsClosures }
    )
  }
}

extension RightsContext {
  /// Returns a finder of the read rights that rules give the user of a scope.
  fileprivate func finder(in root: EnvironmentValues) -> EntityRightsResolver {
    EntityRightsResolver(root: root, model: model, resolver: resolver)
  }
}

extension HiddenProperties {
  /// Creates the set of hidden rows and properties from the rights on an entity.
  fileprivate init(_ rights: EntityRights) {
    self.init(hidesRows: rights.refusal != nil || rights.restriction != nil)
    properties = Set(rights.hiddenProperties.keys)
    partlyHiddenProperties = Set(rights.partlyHiddenProperties.keys)
  }
}
