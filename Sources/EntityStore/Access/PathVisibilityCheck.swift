package import EntityModel
package import Qualifiers

/// The visibility of the value at the end of a property path: visible, hidden, or undecided, with the step responsible.
///
/// ``PathVisibilityCheck`` finds it.
package enum PathVisibility: Sendable, Hashable {
  /// The value is visible in all objects.
  case visible
  /// The property at the end of the path is hidden in all objects.
  case hiddenHere(PathVisibilityCheck.Place)
  /// Something that the path passes is hidden in all objects: an entity, an earlier property, or a source of a derived one.
  case hiddenOnTheWay(PathVisibilityCheck.Place)
  /// The value is visible in some objects only, or its visibility is unknown.
  case undecided(PathVisibilityCheck.Place)

  /// The step that prevents full visibility; `nil` for a visible value.
  package var obstacle: PathVisibilityCheck.Place? {
    switch self {
    case .visible: nil
    case .hiddenHere(let place), .hiddenOnTheWay(let place), .undecided(let place): place
    }
  }
}

/// A check whether the user may see every entity and property that a property path passes.
///
/// Pages, the user's own rules and the store use it, each with its own callback for the answers. It also checks the properties
/// that a derived property is computed of. A pure join table is skipped: the two entities that it joins decide.
package struct PathVisibilityCheck {
  /// One step of a property path whose visibility is asked for: an entity, or one of its properties.
  package struct Place: Sendable, Hashable {
    /// The entity that has the property, or that a relationship leads to.
    package let entity: Entity
    /// The property; `nil` where the walk asks about the entity as a whole.
    package let name: String?
    /// The property is one of the object from which the walk starts.
    package let isAtStart: Bool
    /// The path itself does not name it: a model computes of it what the path names.
    package let isBehind: Bool
    /// Nothing of the path follows.
    package let isLast: Bool
  }

  /// The answer of the access rules about one step: visible or hidden in all objects, or undecided.
  package enum Verdict {
    case visible, hidden, undecided
  }

  private let judge: (Place) -> Verdict

  /// A walk that asks `judge`.
  package init(asking judge: @escaping (Place) -> Verdict) { self.judge = judge }

  /// Returns the visibility of the value at the end of `path`.
  ///
  /// A hidden step takes precedence over an undecided one.
  package func sight(of path: PropertyPath, from entity: Entity) -> PathVisibility {
    var steps = Steps(judge: judge)
    let start = Steps.Start(entity: entity, isAtStart: true, isBehind: false, through: nil)
    if let hidden = steps.obstacle(on: path, from: start) {
      let isHere = hidden.name != nil && hidden.isLast && !hidden.isBehind
      return isHere ? .hiddenHere(hidden) : .hiddenOnTheWay(hidden)
    }
    return steps.undecided.map(PathVisibility.undecided) ?? .visible
  }

  /// The state of one walk along a path: the first undecided step, and the derived properties already followed.
  private struct Steps {
    /// The start of a walk along a path: the entity, and whether the path itself or a derived property led there.
    struct Start {
      let entity: Entity
      let isAtStart: Bool
      let isBehind: Bool
      /// The table through which the relationship leads that is made of this path.
      let through: String?
    }

    /// An entry of the visited set: a property of an entity, and whether it belongs to the start object.
    private struct Footprint: Hashable {
      let entity: String
      let name: String
      let isAtStart: Bool
    }

    let judge: (Place) -> Verdict
    var undecided: Place?
    /// The derived properties already visited.
    private var followed: Set<Footprint> = []

    init(judge: @escaping (Place) -> Verdict) { self.judge = judge }

    /// The first place that is hidden.
    mutating func obstacle(on path: PropertyPath, from start: Start) -> Place? {
      var entity = start.entity
      for (index, name) in path.components.enumerated() {
        func place(_ entity: Entity, _ name: String?) -> Place {
          Place(
            entity: entity,
            name: name,
            isAtStart: start.isAtStart && index == 0 && name != nil,
            isBehind: start.isBehind,
            isLast: index == path.components.count - 1
          )
        }
        let property = place(entity, name)
        if isHidden(property) { return property }
        if let hidden = obstacle(behind: property, name) { return hidden }
        guard let next = entity.relationship(named: name)?.destination else { return nil }
        let isPassage = next.definition.isJoinTable && next.name == start.through
        if !isPassage, case let arrival = place(next, nil), isHidden(arrival) { return arrival }
        entity = next
      }
      return nil
    }

    private mutating func obstacle(behind place: Place, _ name: String) -> Place? {
      let footprint = Footprint(
        entity: place.entity.name,
        name: name,
        isAtStart: place.isAtStart
      )
      guard followed.insert(footprint).inserted else { return nil }
      let start = Start(
        entity: place.entity,
        isAtStart: place.isAtStart,
        isBehind: true,
        through: place.entity.relationship(named: name)?.definition.throughName
      )
      for path in place.entity.pathsBehind(name) {
        if let hidden = obstacle(on: path, from: start) { return hidden }
      }
      return nil
    }

    private mutating func isHidden(_ place: Place) -> Bool {
      switch judge(place) {
      case .visible: return false
      case .hidden: return true
      case .undecided:
        undecided = undecided ?? place
        return false
      }
    }
  }
}
