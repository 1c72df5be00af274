import AccessControl
package import Editing
package import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys

/// What deleting an object does beyond those that refer to it, as far as the person may see that: the lines of orders that
/// go with a customer, and what keeps all of it from being deleted.
package struct DeletionEffects {
  /// `Orders › Lines: 12, deleted too`, a line for each way.
  package private(set) var further: [String] = []
  /// What was not looked at though it may keep the object from being deleted, a sentence for each way.
  package private(set) var unfollowed: [String] = []
  /// What refers to the object, or to what goes with it, so that the database refuses the deletion; `nil` when nothing does.
  private(set) var refusal: String?

  private let session: Session
  /// Whether what refers to the objects themselves is told as well, and not only what is further away.
  private let tellsNearest: Bool
  /// The entities of which objects may go along: what they refer to keeps nothing.
  private let going: Set<Entity>
  /// Whether triggers may take away what refers to the object before the database looks.
  private var mayDoMore = false
  private static let depth = 4
  /// How many objects are looked at on each way.
  private static let breadth = 500

  /// What deleting an object does beyond the counts that its page shows.
  init(of object: ManagedObject, in session: Session) async {
    await self.init(
      object.id.map { [$0] } ?? [],
      of: object.entity,
      in: session,
      tellsNearest: false
    )
  }

  /// What deleting objects of an entity does to others, as far as that is told of so many.
  package init(of objects: [ManagedObject], entity: Entity, in session: Session) async {
    let ids = objects.compactMap(\.id)
    let isMany = ids.count > Self.breadth
    await self.init(isMany ? [] : ids, of: entity, in: session, tellsNearest: true)
    let others = entity.relationships.filter { $0.isToMany && $0.losesObjects }
    let scope = session.root.scoped(toTask: "inspect").scoped(to: entity)
    if isMany, others.contains(where: { scope.shows(PropertyPath($0.name)) }) {
      further = ["what referred to so many objects was not counted"]
    }
  }

  private init(
    _ ids: [RecordID],
    of entity: Entity,
    in session: Session,
    tellsNearest: Bool
  ) async {
    (self.session, self.tellsNearest) = (session, tellsNearest)
    going = Self.entities(deletedWith: entity)
    guard !ids.isEmpty else { return }
    for entity in going {
      do throws(StoreError) {
        let hasTriggers = try await session.store.hasTriggers(entity)
        mayDoMore = mayDoMore || hasTriggers
      } catch {
        note(error)
        mayDoMore = true
      }
    }
    await follow(Found(ids: ids, isAll: true), of: entity, behind: [])
  }

  /// Objects that go along.
  private struct Found {
    var ids: [RecordID] = []
    /// Whether there are no more of them.
    var isAll = false
  }

  /// Counts what refers to objects, and goes on to what goes with them.
  private mutating func follow(_ found: Found, of entity: Entity, behind titles: [String]) async {
    let ids = found.ids
    let scope = session.root.scoped(toTask: "inspect").scoped(to: entity)
    for relationship in entity.relationships
    where relationship.isToMany && relationship.definition.throughName == nil
      && relationship.definition.path.isEmpty && refusal == nil
    {
      guard let destination = relationship.destination,
        scope.shows(PropertyPath(relationship.name)),
        session.visibilityRefusal(of: destination) == nil
      else { continue }
      let title = (titles + [scope.displayName(of: relationship.name)]).joined(separator: " › ")
      guard let count = await count(relationship, from: ids) else {
        if tellsNearest, relationship.losesObjects {
          further.append("\(title): not counted in time")
        }
        if relationship.keepsObjects, !going.contains(destination) {
          unfollowed.append("\(title): not counted, and may keep all from being deleted")
        } else if relationship.definition.deleteRule == .cascade {
          noteUnfollowed(title, "them", of: destination)
        }
        continue
      }
      guard count > 0 else {
        if !found.isAll, relationship.losesObjects { further.append("\(title): not all counted") }
        continue
      }
      let isCut = count > RelationshipCounts.limit
      let text =
        NumberText.count(count, upTo: RelationshipCounts.limit)
        + (isCut || found.isAll ? "" : " or more")
      if relationship.keepsObjects, !going.contains(destination), !mayDoMore {
        refusal = "\(title): \(text), \(relationship.fate(ofOthers: text))"
        return
      }
      // Of several that refer to each other some go along anyway.
      let isAmongThem = titles.isEmpty && ids.count > 1 && destination === entity
      if tellsNearest ? relationship.losesObjects && !isAmongThem : !titles.isEmpty {
        // What keeps others may be among those that go along, and then keeps nothing.
        let fate =
          relationship.keepsObjects
          ? "which may keep all from being deleted" : relationship.fate(ofOthers: text)
        further.append("\(title): \(text), \(fate)")
      }
      guard relationship.definition.deleteRule == .cascade else { continue }
      var next = Found()
      if titles.count + 1 < Self.depth {
        next = await objects(of: relationship, to: destination, from: ids)
      }
      if !next.isAll || !found.isAll {
        noteUnfollowed(title, next.ids.isEmpty ? "them" : "some of them", of: destination)
      }
      guard !next.ids.isEmpty else { continue }
      next.isAll = next.isAll && found.isAll
      await follow(
        next,
        of: destination,
        behind: titles + [scope.displayName(of: relationship.name)]
      )
    }
  }

  /// Tells that what refers to objects which go along was not looked at, where it could keep them.
  private mutating func noteUnfollowed(_ title: String, _ which: String, of entity: Entity) {
    let scope = session.root.scoped(toTask: "inspect")
    let canBeKept = Self.entities(deletedWith: entity).contains { entity in
      let scope = scope.scoped(to: entity)
      return entity.relationships.contains { relationship in
        guard relationship.isToMany, relationship.keepsObjects, let other = relationship.destination
        else { return false }
        return !going.contains(other) && scope.shows(PropertyPath(relationship.name))
          && session.visibilityRefusal(of: other) == nil
      }
    }
    guard canBeKept else { return }
    unfollowed.append(
      "\(title): what refers to \(which) was not looked at, and may keep all from being deleted"
    )
  }

  /// The entity, and those whose objects go along with its.
  static func entities(deletedWith entity: Entity) -> Set<Entity> {
    var found: Set<Entity> = [entity]
    var waiting = [entity]
    while let next = waiting.popLast() {
      for relationship in next.relationships where relationship.definition.deleteRule == .cascade {
        guard let destination = relationship.destination, found.insert(destination).inserted else {
          continue
        }
        waiting.append(destination)
      }
    }
    return found
  }

  /// How many objects refer to these; `nil` where that is not known, and the database has the last word.
  private func count(_ relationship: Relationship, from ids: [RecordID]) async -> Int? {
    do throws(StoreError) {
      let counts = try await session.store.counts(
        of: relationship.name,
        from: ids,
        upTo: RelationshipCounts.limit + 1,
        timeLimit: RelationshipCounts.timeLimit
      )
      return counts.values.reduce(0, +)
    } catch {
      note(error)
      return nil
    }
  }

  /// Tells what was not read; what takes too long to count is left to the database.
  private func note(_ error: StoreError) {
    if case .timedOut = error { return }
    session.readFaults.note(error, "what goes along is not known")
  }

  /// Some of the objects at the other end.
  private func objects(
    of relationship: Relationship,
    to destination: Entity,
    from ids: [RecordID]
  ) async -> Found {
    do throws(StoreError) {
      let sources = relationship.definition.joins.map { PropertyPath(components: [$0.source]) }
      let records = try await session.store.records(ids, paths: sources)
      let qualifiers = records.values.compactMap { relationship.qualifier(from: $0) }
      guard !qualifiers.isEmpty else { return Found(isAll: true) }
      let fetch = FetchSpecification(
        entityName: destination.name,
        auxiliaryQualifier: qualifiers.count == 1 ? qualifiers[0] : .or(qualifiers),
        paths: []
      )
      let window = try await session.store.window(
        fetch,
        from: .start,
        count: Self.breadth,
        timeLimit: RelationshipCounts.timeLimit
      )
      return Found(ids: window.records.compactMap(\.id), isAll: !window.hasMoreAfter)
    } catch {
      note(error)
      return Found()
    }
  }
}

nonisolated extension Relationship {
  /// Whether something becomes of the objects that refer to a deleted one by this.
  fileprivate var losesObjects: Bool {
    switch definition.deleteRule {
    case .cascade, .nullify, .setDefault: true
    case .noAction: definition.isInferred
    case .deny: false
    }
  }

  /// Whether the database, or the model, refuses to delete what others refer to by this.
  fileprivate var keepsObjects: Bool {
    definition.deleteRule == .deny && !(definition.isInferred)
  }
}
