/// The identity of a view in the view tree, with the state and objects that the view keeps from frame to frame.
///
/// An identity is known by its path from the root: indexes in blocks, branches of conditions, ids in ``ForEach``. An identity
/// not visited while a frame is made has left the screen and is dismantled.
package final class Identity {
  private var indexed: [Identity?] = []
  private var keyed: [AnyID: Identity] = [:]
  private var viewType: ObjectIdentifier?
  private var slots: [Int: AnyObject] = [:]
  private var objects: [ObjectIdentifier: AnyObject] = [:]
  private var visited = 0

  /// The place at `index` below this one.
  func child(_ index: Int, generation: Int) -> Identity {
    while indexed.count <= index { indexed.append(nil) }
    let child = indexed[index] ?? Identity()
    indexed[index] = child
    child.visited = generation
    return child
  }

  /// The place of the element called `id`; a repeated id gets a place of its own.
  func child(id: AnyID, generation: Int) -> Identity {
    var id = id
    while let child = keyed[id] {
      if child.visited != generation {
        child.visited = generation
        return child
      }
      id = AnyID(RepeatedID(base: id))
    }
    let child = Identity()
    child.visited = generation
    keyed[id] = child
    return child
  }

  /// The id of the element below this place where `identity` lives.
  func element(containing identity: Identity) -> AnyID? {
    keyed.first { $0.value.contains(identity) }?.key
  }

  private func contains(_ identity: Identity) -> Bool {
    self === identity || indexed.contains { $0?.contains(identity) == true }
      || keyed.values.contains { $0.contains(identity) }
  }

  /// Notes the type of the view at this place; another type than before begins with fresh state.
  func enter(_ type: Any.Type) {
    let type = ObjectIdentifier(type)
    if let viewType, viewType != type { dismantle() }
    viewType = type
  }

  /// The object in `slot`, made on the first visit.
  func object<T: AnyObject>(inSlot slot: Int, make: () -> T) -> T {
    if let object = slots[slot] as? T { return object }
    let object = make()
    slots[slot] = object
    return object
  }

  /// The one object of type `T` at this place, made on the first visit.
  func object<T: AnyObject>(_ make: () -> T) -> T {
    if let object = objects[ObjectIdentifier(T.self)] as? T { return object }
    let object = make()
    objects[ObjectIdentifier(T.self)] = object
    return object
  }

  /// Dismantles every place below that `generation` did not visit.
  func sweep(_ generation: Int) {
    for index in indexed.indices {
      guard let child = indexed[index] else { continue }
      if child.visited == generation {
        child.sweep(generation)
      } else {
        indexed[index] = nil
        child.dismantle()
      }
    }
    var left: [AnyID] = []
    for (id, child) in keyed {
      if child.visited == generation {
        child.sweep(generation)
      } else {
        left.append(id)
      }
    }
    for id in left { keyed.removeValue(forKey: id)?.dismantle() }
  }

  /// Ends all that lives here and below: children first.
  func dismantle() {
    let children = indexed.compactMap { $0 } + keyed.values
    indexed = []
    keyed = [:]
    for child in children { child.dismantle() }
    let ending = slots.values.compactMap { $0 as? any Dismantlable }
    let endingObjects = objects.values.compactMap { $0 as? any Dismantlable }
    slots = [:]
    objects = [:]
    viewType = nil
    for object in ending + endingObjects { object.dismantle() }
  }
}

/// An object that is notified when its view leaves the screen.
package protocol Dismantlable: AnyObject {
  /// The view has left.
  func dismantle()
}

/// The id given to an element whose id occurs more than once in the same frame, so that each has its own identity.
private nonisolated struct RepeatedID: Hashable {
  let base: AnyID
}
