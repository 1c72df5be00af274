import AccessControl
package import Editing
package import EntityModel
package import EntityStore
package import Qualifiers
import RuleEnvironment
import StandardKeys

/// The effects of a deletion on related objects: those deleted with it, those changed, and those that prevent it.
///
/// They are found level by level, within a time limit and within the user's rights. An example are the lines of orders that are
/// deleted with a customer.
package struct DeletionEffects {
  /// The ways by which others are concerned, the nearest first.
  package private(set) var ways: [DeletionPath] = []
  /// The relationships that were not checked although they may prevent the deletion, one sentence each.
  package private(set) var unfollowed: [String] = []
  /// Whether time was up before all ways were counted.
  package private(set) var isCut = false

  private let work: WorkContext
  private let entity: Entity
  private let ids: [RecordID]
  /// The entities of which objects may go along: what they refer to keeps nothing.
  private let going: Set<Entity>
  /// The visited set: objects that go and were followed.
  private var seen: Set<RecordID>
  /// The number of cascading relationships that lead to an entity.
  private let wayCounts: [Entity: Int]
  /// Whether triggers may delete what refers to the objects before the database looks.
  private var mayDoMore = false
  /// Whether rules may hide objects that refer to those.
  package private(set) var mayHideSome = false
  private let end: ContinuousClock.Instant
  /// The most objects in one statement.
  private static let breadth = 500

  /// Finds the effects of deleting objects of an entity, within a time limit.
  package init(
    of objects: [ManagedObject],
    entity: Entity,
    in work: WorkContext,
    within limit: Duration? = nil
  ) async {
    (self.work, self.entity) = (work, entity)
    ids = objects.compactMap(\.id)
    seen = Set(ids)
    var going = Self.entities(deletedWith: entity)
    let leadsBack = going.contains { other in
      other.relationships.contains {
        $0.definition.deleteRule == .cascade && $0.destination === entity
      }
    }
    // With one object goes no other of its entity then; by itself it is not kept.
    if !leadsBack, objects.count == 1, !objects[0].base.mayReferToItself { going.remove(entity) }
    self.going = going
    wayCounts = going.union([entity]).flatMap(\.relationships)
      .filter { $0.definition.deleteRule == .cascade && $0.definition.path.isEmpty }
      .compactMap(\.destination).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    end = .now + (limit ?? work.counts.patience)
    guard !ids.isEmpty else { return }
    for entity in going.union([entity]) {
      do throws(StoreError) {
        let hasTriggers = try await work.store.hasTriggers(entity, on: .delete)
        mayDoMore = mayDoMore || hasTriggers
      } catch {
        note(error)
        mayDoMore = true
      }
    }
    var level = [Step(entity: entity, ids: ids, isWhole: true, path: [], titles: [])]
    while !level.isEmpty, refusal == nil {
      var next: [Step] = []
      for step in level { await look(at: step, &next) }
      level = next
    }
    // A cycle was added to the nearest way that it repeats.
    ways = ways.enumerated()
      .sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }.map(\.element)
  }

  /// The number of visible objects that go along; not exact if some were not counted.
  package var others: (count: Int, isExact: Bool) {
    let gone = ways.filter { $0.relationship.definition.deleteRule == .cascade }
    let isExact = !isCut && !mayDoMore && gone.allSatisfy { $0.isWhole && $0.count != nil }
    return (gone.reduce(0) { $0 + ($1.count ?? 0) }, isExact)
  }

  /// `, and 20 more with it`, behind the question; empty where nothing goes along.
  package func othersText(_ those: String) -> String {
    let (count, isExact) = others
    guard count > 0 else { return "" }
    return ", and \(isExact ? "" : "at least ")\(NumberText.count(count)) more with \(those)"
  }

  /// The reason why the database refuses the deletion; `nil` when none is known.
  package var refusal: String? { ways.first(where: \.isRefusing)?.sentence }

  /// Whether nothing is known that a person has to be told.
  package var isEmpty: Bool { ways.isEmpty && unfollowed.isEmpty && !isCut && finality == nil }

  /// The reason that undo cannot take the deletion back: what goes cannot be created; `nil` where it can.
  package var finality: String? {
    let along = ways.filter(\.isCascade).compactMap(\.relationship.destination)
    for entity in [entity] + along {
      let scope = work.root.scoped(toTask: .create).scoped(to: entity)
      guard let reason = Permissions(work: work, scope: scope).creationRefusal else {
        continue
      }
      let name = scope[ModelKeys.shared.displayNameForEntity]
      return "This cannot be taken back: \(name) cannot be created: \(reason)"
    }
    return nil
  }

  /// `Orders › Lines: 12, deleted too`, a line for each way on which something becomes of others, and whether that is final.
  package var further: [String] {
    told.map(\.sentence) + (isCut ? [Self.more] : []) + triggerRemarks
      + [finality].compactMap(\.self)
  }

  /// The ways on which something becomes of others.
  package var told: [DeletionPath] {
    ways.filter { way in
      // Of several that refer to each other some go along anyway.
      let isAmongThem = way.level == 1 && ids.count > 1 && way.relationship.destination === entity
      return way.relationship.losesObjects && (!isAmongThem || way.isCascade)
    }
  }

  /// Notes about everything that was not counted.
  package var remarks: [String] { unfollowed + (isCut ? [Self.more] : []) + triggerRemarks }

  /// A note about triggers, unless the objects stay.
  private var triggerRemarks: [String] { mayDoMore && refusal == nil ? [Self.triggers] : [] }

  /// The note that triggers run too.
  package static let triggers = "triggers of the database may delete more"

  /// The remark shown when the time limit was reached.
  package static let more = "and more that was not checked in time"

  /// A group of objects of one entity that a deletion reaches, with the relationships that lead to them from the deleted
  /// objects.
  ///
  /// The search for cascaded deletions looks at one group after another.
  private struct Step {
    let entity: Entity
    let ids: [RecordID]
    /// Whether there are no more of them.
    let isWhole: Bool
    /// The relationships from the deleted objects to these, cycles cut out.
    let path: [Relationship]
    let titles: [String]
  }

  /// Counts what refers to objects, and finds what goes with them.
  private mutating func look(at step: Step, _ next: inout [Step]) async {
    let scope = work.root.scoped(toTask: .inspect).scoped(to: step.entity)
    for relationship in step.entity.relationships {
      guard relationship.isToMany, relationship.definition.throughName == nil,
        relationship.definition.path.isEmpty, let destination = relationship.destination
      else { continue }
      guard scope.shows(PropertyPath(relationship.name)),
        work.visibilityRefusal(of: destination) == nil
      else {
        mayHideSome = true
        continue
      }
      let list = work.root.scoped(toTask: .list).scoped(to: destination)
      if list[PermissionKeys.shared.restrictingQualifier] != nil { mayHideSome = true }
      guard ContinuousClock.now < end else {
        isCut = true
        return
      }
      let mayReach = await triggersMayReach(destination)
      let known = step.path.firstIndex(of: relationship)
      var way = DeletionPath(
        titles: known.map { Array(step.titles[...$0]) }
          ?? step.titles + [title(of: relationship, to: destination, in: scope)],
        path: known.map { Array(step.path[...$0]) } ?? step.path + [relationship],
        sources: step.ids,
        mayGo: going.contains(destination) || mayReach,
        hasTriggers: mayReach
      )
      if way.isCascade, isFollowed(destination) {
        await follow(&way, from: step, to: destination, adding: &next)
      } else {
        (way.count, way.isWhole) = await count(relationship, from: step.ids)
        way.isWhole = way.isWhole && step.isWhole
        if way.count == nil, relationship.keepsObjects, !going.contains(destination) {
          unfollowed.append("\(way.title): not counted, may prevent the deletion")
        }
      }
      tell(way)
    }
  }

  /// Whether triggers that the deletion starts may delete or change objects that refer to what goes.
  private func triggersMayReach(_ destination: Entity) async -> Bool {
    guard mayDoMore else { return false }
    do throws(StoreError) {
      for entity in going.union([entity])
      where try await work.store.triggersReach(destination, from: entity, on: .delete) {
        return true
      }
      return false
    } catch { return true }
  }

  /// The title of a relationship, with the name that rules give its objects where it tells another: `Roles (Credit)`.
  private func title(
    of relationship: Relationship,
    to destination: Entity,
    in scope: EnvironmentValues
  ) -> String {
    let title = scope.displayName(of: relationship.name)
    let name = work.root.scoped(to: destination)[ModelKeys.shared.displayNameForEntity]
    let isRenamed = name != destination.displayName && title == relationship.displayName
    return isRenamed ? "\(title) (\(name))" : title
  }

  /// Adds a way that concerns objects, or may; a cycle adds to the way that it repeats.
  private mutating func tell(_ way: DeletionPath) {
    guard way.count.map({ $0 > 0 || !way.isWhole }) ?? true else { return }
    // A way without a count tells something only if its objects would be changed.
    guard way.count.map({ $0 > 0 }) ?? false || way.relationship.losesObjects else { return }
    if let index = ways.firstIndex(where: { $0.path == way.path }) {
      ways[index].add(way)
    } else {
      ways.append(way)
    }
  }

  /// Whether objects that go have to be known one by one: others may refer to them, or they are reached in several ways.
  private func isFollowed(_ destination: Entity) -> Bool {
    isReachedAgain(destination)
      || destination.relationships.contains { $0.isToMany && $0.definition.path.isEmpty }
  }

  private func isReachedAgain(_ destination: Entity) -> Bool {
    destination === entity || (wayCounts[destination] ?? 0) > 1
  }

  /// Finds the objects that go along on a way, of which it is not known yet that they go.
  private mutating func follow(
    _ way: inout DeletionPath,
    from step: Step,
    to destination: Entity,
    adding next: inout [Step]
  ) async {
    let found = await objects(on: way, to: destination)
    let new = found.ids.filter { seen.insert($0).inserted }
    if found.isWhole || isReachedAgain(destination) {
      (way.count, way.isWhole) = (new.count, found.isWhole && step.isWhole)
    } else {
      (way.count, way.isWhole) = await count(way.relationship, from: step.ids)
      way.isWhole = way.isWhole && step.isWhole
    }
    if !found.isWhole || !step.isWhole {
      noteUnfollowed(way.title, new.isEmpty ? "them" : "some of them", of: destination)
    }
    guard !new.isEmpty else { return }
    next.append(
      Step(
        entity: destination,
        ids: new,
        isWhole: found.isWhole && step.isWhole,
        path: way.path,
        titles: way.titles
      )
    )
  }

  /// Tells that what refers to objects which go along was not looked at, where it could keep them.
  private mutating func noteUnfollowed(_ title: String, _ which: String, of entity: Entity) {
    let scope = work.root.scoped(toTask: .inspect)
    let canBeKept = Self.entities(deletedWith: entity).contains { entity in
      let scope = scope.scoped(to: entity)
      return entity.relationships.contains { relationship in
        guard relationship.isToMany, relationship.keepsObjects, let other = relationship.destination
        else { return false }
        return !going.contains(other) && scope.shows(PropertyPath(relationship.name))
          && work.visibilityRefusal(of: other) == nil
      }
    }
    guard canBeKept else { return }
    unfollowed.append(
      "\(title): rows referring to \(which) were not checked, may prevent the deletion"
    )
  }

  /// The entity, and those whose objects go along with its.
  package static func entities(deletedWith entity: Entity) -> Set<Entity> {
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

  /// Counts the objects that refer to some, and tells whether all were counted; `nil` if nothing is known.
  private func count(
    _ relationship: Relationship,
    from ids: [RecordID]
  ) async -> (count: Int?, isWhole: Bool) {
    var sum: Int?
    do throws(StoreError) {
      for part in ids.parts(of: Self.breadth) {
        let counts = try await work.store.counts(
          of: relationship.name,
          from: part,
          timeLimit: max(.milliseconds(1), end - .now)
        )
        sum = (sum ?? 0) + counts.values.reduce(0, +)
        guard counts.count == part.count else { return (sum, false) }
      }
      return (sum, true)
    } catch {
      note(error)
      return (sum, false)
    }
  }

  /// Tells what was not read; what takes too long to count is left to the database.
  private func note(_ error: StoreError) {
    if case .timedOut = error { return }
    work.readFaults.note(error, "the rows that would be deleted too cannot be found")
  }

  /// The objects on a way, as many as are looked at.
  private func objects(
    on way: DeletionPath,
    to destination: Entity
  ) async -> (ids: [RecordID], isWhole: Bool) {
    var found: [RecordID] = []
    do throws(StoreError) {
      for part in way.sources.parts(of: Self.breadth) {
        let condition = try await way.condition(from: part, in: work.store)
        guard let condition else { continue }
        let fetch = FetchSpecification(
          entityName: destination.name,
          auxiliaryQualifier: condition,
          paths: []
        )
        var anchor: WindowAnchor? = .start
        while let from = anchor {
          let left = work.counts.mostFollowed - seen.count - found.count
          guard left > 0, ContinuousClock.now < end else { return (found, false) }
          let window = try await work.store.window(
            fetch,
            from: from,
            count: min(left, Self.breadth),
            timeLimit: max(.milliseconds(1), end - .now)
          )
          found += window.records.compactMap(\.id)
          anchor = window.hasMoreAfter ? window.cursors.last.map(WindowAnchor.after) : nil
        }
      }
      return (found, true)
    } catch {
      note(error)
      return (found, false)
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

extension DeletionPath {
  /// Picks the objects on the way that refer to some; `nil` where there can be none.
  package func condition(
    from sources: [RecordID],
    in store: EntityStore
  ) async throws(StoreError) -> Qualifier? {
    let paths = relationship.definition.joins.map { PropertyPath(components: [$0.source]) }
    let records = try await store.records(sources, paths: paths)
    let qualifiers = records.values.compactMap { relationship.qualifier(from: $0) }
    guard qualifiers.count > 1 else { return qualifiers.first }
    return .or(qualifiers)
  }
}
