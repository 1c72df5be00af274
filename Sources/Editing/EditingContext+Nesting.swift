/// The state before a nested form was opened, for reverting to it or making one undo step of all nested changes.
///
/// Saving a nested form adds one undo step to its parent. Leaving it discards the nested changes.
package final class NestedFormState {
  /// The undo and redo stacks of the parent form.
  var outer: UndoStacks
  /// The new objects that there were, in their order.
  fileprivate var newObjects: [ManagedObject]
  /// The unsaved changes.
  fileprivate var pending: [(object: ManagedObject, memento: ManagedObject.Memento)]

  /// The objects with unsaved changes when it was opened.
  var pendingBefore: [ManagedObject] { pending.map(\.object) }

  fileprivate init(
    _ outer: UndoStacks,
    newObjects: [ManagedObject],
    pending: [(object: ManagedObject, memento: ManagedObject.Memento)]
  ) {
    (self.outer, self.newObjects, self.pending) = (outer, newObjects, pending)
  }

  /// Lets all moments know what else is known of what was stored then.
  func update(_ update: EditingContext.Update) {
    outer.update(update)
    for index in pending.indices { update(pending[index].object, &pending[index].memento) }
  }

  /// Forgets objects that are saved, or no more: of them nothing is brought back.
  func forget(_ isForgotten: (ManagedObject) -> Bool) {
    outer.forget(isForgotten)
    newObjects.removeAll(where: isForgotten)
    pending.removeAll { isForgotten($0.object) }
  }
}

extension EditingContext {
  /// Whether a change of data cannot be taken back as long as a form is open that was opened from another.
  package var hasOuterSteps: Bool {
    nested.contains { $0.outer.undo.contains { $0.isReached { _ in false } } }
  }

  /// Begins what is done in a form that is opened from another one; an object that was begun for it just now belongs to it.
  package func nest(for object: ManagedObject) -> NestedFormState {
    var (outer, own) = (steps, UndoStacks())
    var made: [ManagedObject] = []
    var begun: Step?
    if outer.undo.last?.insertedObjects.contains(where: { $0 === object }) == true,
      let (step, objects) = outer.takeBeginning()
    {
      (made, begun) = (objects, reverse(step))
    }
    let isOlder = { (object: ManagedObject) in !made.contains { $0 === object } }
    // What was pending before the object was begun, be it that others were led to it in the same step.
    let changes = NestedFormState(
      outer,
      newObjects: newObjects.filter(isOlder),
      pending: pendingObjects.filter(isOlder).map { ($0, ManagedObject.Memento($0)) }
    )
    if let begun { own.undo = [reverse(begun)] }
    nested.append(changes)
    steps = own
    return changes
  }

  /// The objects of which something was changed since, each once.
  package func objects(of changes: NestedFormState) -> [ManagedObject] {
    guard let index = index(of: changes) else { return [] }
    return Self.objects(of: nested[(index + 1)...].flatMap(\.outer.undo) + steps.undo)
  }

  /// The objects of which something was changed by steps that belong to a property of `owner`, each once: what was linked,
  /// put into another order, or entered into forms that were opened from that of `owner`.
  package func objects(ofStepsOf owner: ManagedObject) -> [ManagedObject] {
    let place = nested.map(\.outer.revision) + [steps.revision]
    if let known = answer(Self.stepsName, about: owner) as? OwnerUndoSteps, known.place == place {
      return known.objects
    }
    let objects = Self.objects(
      of: (nested.flatMap(\.outer.undo) + steps.undo).filter {
        if case .group(_, let place) = $0 { place.object === owner } else { false }
      }
    )
    keep(OwnerUndoSteps(place: place, objects: objects), as: Self.stepsName, about: owner)
    return objects
  }

  /// A cached list of the objects changed by undo steps that belong to one owner object, with the undo revisions it holds for.
  private struct OwnerUndoSteps {
    let place: [Int]
    let objects: [ManagedObject]
  }

  /// No property is called so.
  private static let stepsName = ""

  private static func objects(of steps: [Step]) -> [ManagedObject] {
    var seen: Set<Int> = []
    return steps.flatMap(\.objects).filter { seen.insert($0.token).inserted }
  }

  /// Makes one step of what was done since, which belongs to a property of `owner`.
  package func accept(
    _ changes: NestedFormState,
    as name: String,
    of owner: ManagedObject,
    at key: String
  ) {
    guard let index = index(of: changes) else { return }
    nested.remove(at: index)
    let place = StepGroupInfo(name: name, object: owner, key: key)
    if index < nested.count {
      nested[index].outer = nested[index].outer.folded(onto: changes.outer, as: place)
    } else {
      steps = steps.folded(onto: changes.outer, as: place)
    }
    onChange?()
  }

  /// Takes back what was done since: all is pending as it was, and can be taken back and done again as it could be then.
  ///
  /// - Returns: The new objects that are not made.
  @discardableResult
  package func cancel(_ changes: NestedFormState) -> [ManagedObject] {
    guard let index = index(of: changes) else { return [] }
    let before = newObjects
    while nested.count > index {
      steps.forget(shown: { _ in true })
      for step in steps.undo.reversed() { reverse(step) }
      let level = nested.removeLast()
      setNew(level.newObjects)
      steps = level.outer
      // What is no step of its own is brought back too, and the order in which objects were made.
      for (object, memento) in level.pending { object.restorePending(memento) }
    }
    onChange?()
    return before.filter { !isToBeInserted($0) }
  }

  private func index(of changes: NestedFormState) -> Int? { nested.firstIndex { $0 === changes } }
}
