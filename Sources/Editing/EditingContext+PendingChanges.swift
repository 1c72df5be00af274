package import EntityStore

extension EditingContext {
  /// Forgets the pending changes of one object.
  package func discard(_ object: ManagedObject) {
    if object.state == .inserted { delete(object) } else { object.revert() }
  }

  /// Lets the store try out what writing objects would do, which were checked and stand in the order of
  /// ``insertionOrder(of:)``: all stays pending, and nothing is written.
  ///
  /// - Returns: The statements that write.
  /// - Throws: ``SaveError/store(_:)`` as writing does.
  package func tryOut(
    _ chosen: [ManagedObject],
    guardedBy writeGuard: (any WriteGuard)?
  ) async throws(SaveError) -> [LoggedStatement] {
    let changes = try writableChanges(of: chosen)
    guard !changes.isEmpty else { return [] }
    do throws(StoreError) {
      return try await store.save(
        changes,
        guardedBy: writeGuard,
        isTrial: true
      ).statements
    } catch {
      throw .store(error)
    }
  }

  /// Returns the inserts, updates and deletes for saving objects, given in the order of their references.
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
