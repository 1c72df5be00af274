package import EntityStore

extension EditingContext {
  /// What a save would write: new objects in the order in which they refer to each other, changes, deletions.
  package func pendingChanges(of chosen: [ManagedObject]? = nil) -> [Change] {
    changes(of: insertionOrder(of: chosen ?? pendingObjects))
  }

  /// What writing objects would be, which stand in the order in which they refer to each other.
  func changes(of chosen: [ManagedObject]) -> [Change] {
    var changes = chosen.filter { $0.state == .inserted }.map { $0.insertion() }
    for object in chosen where object.state == .stored && object.hasChanges {
      if let change = object.update() { changes.append(change) }
    }
    for object in chosen.reversed() where object.state == .deleted {
      if let change = object.deletion() { changes.append(change) }
    }
    return changes
  }

  /// The objects with the new ones that they refer to, each behind those.
  package func insertionOrder(of chosen: [ManagedObject]) -> [ManagedObject] {
    var order: [ManagedObject] = []
    var placed: Set<Int> = []
    func place(_ object: ManagedObject) {
      guard placed.insert(object.token).inserted else { return }
      let parents = object.liveReferences.values.map(\.destination)
      for parent in parents.sorted(by: { $0.token < $1.token }) { place(parent) }
      order.append(object)
    }
    for object in chosen { place(object) }
    return order
  }
}
