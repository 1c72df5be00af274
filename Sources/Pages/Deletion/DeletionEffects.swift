import AccessControl
package import Editing
package import EntityModel
import EntityStore
import Qualifiers
import StandardKeys

/// What deleting objects does to those that refer to them and to what goes with them, level by level, as far as the person
/// may see that: the lines of orders that go with a customer, and what keeps all of it from being deleted.
package struct DeletionEffects {
  /// The ways by which others are concerned, the nearest first.
  private(set) var ways: [DeletionWay] = []
  /// What was not looked at though it may keep the objects from being deleted, a sentence for each way.
  package private(set) var unfollowed: [String] = []
  /// Whether time was up before all ways were counted.
  private(set) var isCut = false

  private let session: Session
  private let entity: Entity
  private let ids: [RecordID]
  /// The entities of which objects may go along: what they refer to keeps nothing.
  private let going: Set<Entity>
  private let isTooMany: Bool
  /// Whether triggers may take away what refers to the objects before the database looks.
  private var mayDoMore = false
  private let end: ContinuousClock.Instant
  private static let depth = 4
  /// How many objects are looked at on each way.
  private static let breadth = 500

  /// What deleting objects of an entity does, as far as that is known in a time.
  package init(
    of objects: [ManagedObject],
    entity: Entity,
    in session: Session,
    within limit: Duration? = nil
  ) async {
    (self.session, self.entity) = (session, entity)
    ids = objects.compactMap(\.id)
    isTooMany = ids.count > Self.breadth
    var going = Self.entities(deletedWith: entity)
    let leadsBack = going.contains { other in
      other.relationships.contains {
        $0.definition.deleteRule == .cascade && $0.destination === entity
      }
    }
    // With one object goes no other of its entity then; by itself it is not kept.
    if !leadsBack, objects.count == 1, !objects[0].base.mayReferToItself { going.remove(entity) }
    self.going = going
    end = .now + (limit ?? session.counts.patience)
    guard !ids.isEmpty, !isTooMany else { return }
    for entity in going.union([entity]) {
      do throws(StoreError) {
        let hasTriggers = try await session.store.hasTriggers(entity, on: .delete)
        mayDoMore = mayDoMore || hasTriggers
      } catch {
        note(error)
        mayDoMore = true
      }
    }
    var level = [Step(entity: entity, ids: ids, isWhole: true, titles: [])]
    while !level.isEmpty, refusal == nil {
      var next: [Step] = []
      for step in level { await look(at: step, &next) }
      level = next
    }
  }

  /// What keeps the objects, so that the database refuses the deletion; `nil` when nothing does.
  var refusal: String? { ways.first(where: \.isRefusing)?.sentence }

  /// Whether nothing is known that would become of others.
  var isEmpty: Bool { ways.isEmpty && unfollowed.isEmpty && !isCut }

  /// `Orders › Lines: 12, deleted too`, a line for each way on which something becomes of others.
  package var further: [String] {
    guard !isTooMany else { return remarks }
    let told = ways.filter { way in
      // Of several that refer to each other some go along anyway.
      let isAmongThem =
        way.level == 1 && ids.count > 1 && way.relationship.destination === entity
      return way.relationship.losesObjects && !isAmongThem
    }
    return told.map(\.sentence) + (isCut ? [Self.more] : [])
  }

  /// What was not looked at.
  var remarks: [String] {
    let many = isTooMany && tellsOfMany ? ["what referred to so many objects was not counted"] : []
    return unfollowed + (isCut ? [Self.more] : []) + many
  }

  /// What is said where time was up.
  static let more = "and more that was not looked at in time"

  private var tellsOfMany: Bool {
    let scope = session.root.scoped(toTask: "inspect").scoped(to: entity)
    return entity.relationships.contains {
      $0.isToMany && $0.losesObjects && scope.shows(PropertyPath($0.name))
    }
  }

  /// Objects that go, of one entity.
  private struct Step {
    let entity: Entity
    let ids: [RecordID]
    /// Whether there are no more of them.
    let isWhole: Bool
    let titles: [String]
  }

  /// Counts what refers to objects, and finds what goes with them.
  private mutating func look(at step: Step, _ next: inout [Step]) async {
    let scope = session.root.scoped(toTask: "inspect").scoped(to: step.entity)
    for relationship in step.entity.relationships {
      guard relationship.isToMany, relationship.definition.throughName == nil,
        relationship.definition.path.isEmpty, let destination = relationship.destination,
        scope.shows(PropertyPath(relationship.name)),
        session.visibilityRefusal(of: destination) == nil
      else { continue }
      guard ContinuousClock.now < end else {
        isCut = true
        return
      }
      let count = await count(relationship, from: step.ids)
      let way = DeletionWay(
        titles: step.titles + [scope.displayName(of: relationship.name)],
        relationship: relationship,
        sources: step.ids,
        count: count,
        isWhole: step.isWhole,
        mayGo: going.contains(destination) || mayDoMore
      )
      let isKnown = count.map { $0 > 0 || step.isWhole } ?? false
      if isKnown ? count != 0 : relationship.losesObjects { ways.append(way) }
      if count == nil, relationship.keepsObjects, !going.contains(destination) {
        unfollowed.append("\(way.title): not counted, and may keep all from being deleted")
      }
      guard count != 0, relationship.definition.deleteRule == .cascade else { continue }
      await follow(way, to: destination, isDeepest: way.level >= Self.depth, &next)
    }
  }

  /// Finds the objects that go along on a way.
  private mutating func follow(
    _ way: DeletionWay,
    to destination: Entity,
    isDeepest: Bool,
    _ next: inout [Step]
  ) async {
    var found: (ids: [RecordID], isWhole: Bool) = ([], false)
    if way.count != nil, !isDeepest { found = await objects(on: way, to: destination) }
    if !found.isWhole || !way.isWhole {
      noteUnfollowed(way.title, found.ids.isEmpty ? "them" : "some of them", of: destination)
    }
    guard !found.ids.isEmpty else { return }
    next.append(
      Step(
        entity: destination,
        ids: found.ids,
        isWhole: found.isWhole && way.isWhole,
        titles: way.titles
      )
    )
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
        timeLimit: max(.milliseconds(1), end - .now)
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

  /// Some of the objects on a way.
  private func objects(
    on way: DeletionWay,
    to destination: Entity
  ) async -> (ids: [RecordID], isWhole: Bool) {
    do throws(StoreError) {
      guard let condition = try await way.condition(in: session.store) else { return ([], true) }
      let fetch = FetchSpecification(
        entityName: destination.name,
        auxiliaryQualifier: condition,
        paths: []
      )
      let window = try await session.store.window(
        fetch,
        from: .start,
        count: Self.breadth,
        timeLimit: max(.milliseconds(1), end - .now)
      )
      return (window.records.compactMap(\.id), !window.hasMoreAfter)
    } catch {
      note(error)
      return ([], false)
    }
  }
}

extension Record {
  /// Whether a reference leads to the object itself, as far as it was read.
  fileprivate var mayReferToItself: Bool {
    entity.relationships.contains { reference in
      !reference.isToMany && reference.destination === entity
        && reference.definition.joins.allSatisfy { join in
          let value = value(forKey: join.source)
          return value == nil || value == keyValue(forKey: join.destination)
        }
    }
  }
}

extension DeletionWay {
  /// Picks the objects on the way; `nil` where there can be none.
  func condition(in store: EntityStore) async throws(StoreError) -> Qualifier? {
    let paths = relationship.definition.joins.map { PropertyPath(components: [$0.source]) }
    let records = try await store.records(sources, paths: paths)
    let qualifiers = records.values.compactMap { relationship.qualifier(from: $0) }
    guard qualifiers.count > 1 else { return qualifiers.first }
    return .or(qualifiers)
  }
}
