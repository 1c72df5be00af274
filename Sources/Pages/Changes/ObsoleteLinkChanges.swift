import Editing
import EntityModel
import EntityStore
import Qualifiers
import Workspace

/// The cleanup after a refused save: drops link changes that others have already made, and returns the objects still to be
/// saved.
struct ObsoleteLinkChanges {
  let work: WorkContext

  /// Lets go of settled links.
  ///
  /// - Returns: The objects that are still to be saved; `nil` where no link is settled.
  func rest(of objects: [ManagedObject], after error: SaveError) async -> [ManagedObject]? {
    switch error {
    case .store(.uniqueViolated), .store(.notFound): break
    default: return nil
    }
    let relationships = work.model.entities.flatMap(\.relationships)
    let joins = Set(relationships.compactMap(\.definition.throughName))
    var settled: [ManagedObject] = []
    for object in objects where joins.contains(object.entity.name) {
      if await isSettled(object) { settled.append(object) }
    }
    guard !settled.isEmpty else { return nil }
    for object in settled {
      if object.state == .inserted { work.editing.withdraw(object) }
      DeletedElsewhere(work: work, object: object).forget()
    }
    return objects.filter { object in !settled.contains { $0 === object } }
  }

  private func isSettled(_ object: ManagedObject) async -> Bool {
    switch object.state {
    case .stored: false
    case .deleted: await DeletedElsewhere.found(object, in: work) != nil
    case .inserted: await isStored(object)
    }
  }

  /// Whether a row has all that a new object refers to and all that was entered into it.
  private func isStored(_ object: ManagedObject) async -> Bool {
    let references = object.entity.relationships.filter { !$0.isToMany }
    guard references.allSatisfy({ object.newDestination(of: $0) == nil }) else { return false }
    let sources = references.flatMap(\.definition.joins).map(\.source)
    let names = object.changedKeys.union(sources).sorted()
    let fetch = FetchSpecification(
      entityName: object.entity.name,
      auxiliaryQualifier: .all(
        names.map {
          .matching(PropertyPath(components: [$0]), object.snapshot.value(forKey: $0) ?? .null)
        }
      ),
      paths: []
    )
    let found = await work.readFaults.value(orSay: "the link cannot be read") {
      () async throws(StoreError) in
      try await work.store.window(fetch, from: .start, count: 1).records
    }
    return found?.isEmpty == false
  }
}
