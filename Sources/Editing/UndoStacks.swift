/// The undo and redo stacks.
struct UndoStacks {
  typealias Step = EditingContext.Step

  var undo: [Step] = [] { didSet { revision = Self.takeRevision() } }
  /// Names the steps that can be taken back: others have another number, in whatever stacks.
  private(set) var revision = 0
  var redo: [Step] = []
  /// The new objects that were begun and with which nothing was done since, with what could be done again before each.
  private(set) var begun: [(object: ManagedObject, redo: [Step])] = []

  private static var lastRevision = 0

  private static func takeRevision() -> Int {
    lastRevision += 1
    return lastRevision
  }

  /// Adds a step; what was taken back before cannot be done again.
  mutating func remember(_ step: Step) {
    undo.append(step)
    (redo, begun) = ([], [])
  }

  /// Adds the step that makes an object; as long as nothing else is done, what was taken back before is set aside.
  mutating func begin(_ object: ManagedObject, by step: Step) {
    begun.append((object, redo))
    redo = []
    undo.append(step)
  }

  /// Counts an object as begun just now, before which some steps could be done again.
  mutating func resume(_ object: ManagedObject, after redo: [Step]) {
    if !begun.contains(where: { $0.object === object }) { begun.append((object, redo)) }
  }

  /// Something was done that is no new step.
  mutating func endBeginning(keepingRedo isKept: Bool = true) {
    begun = []
    if !isKept { redo = [] }
  }

  /// Adds a step that changes nothing that is pending: what else was taken back can still be done again.
  mutating func remember(_ change: ViewChange) {
    filterRedo { step in
      if case .shown(let other) = step { return other.place !== change.place }
      return true
    }
    undo.append(.shown(change))
  }

  private mutating func filterRedo(_ isKept: (Step) -> Bool) {
    redo = redo.filter(isKept)
    begun = begun.map { ($0, $1.filter(isKept)) }
  }

  /// Forgets what was done to some objects.
  mutating func forget(_ isForgotten: (ManagedObject) -> Bool) {
    undo = undo.compactMap { $0.without(isForgotten) }
    redo = redo.compactMap { $0.without(isForgotten) }
    begun = begun.map { ($0, $1.compactMap { $0.without(isForgotten) }) }
    dropIdle()
  }

  /// Forgets the steps that changed none of the objects with these tokens.
  mutating func forgetSteps(without kept: Set<Int>) {
    undo.removeAll { step in
      if case .shown = step { return false }
      return kept.isDisjoint(with: step.objects.map(\.token))
    }
    dropIdle()
  }

  /// Lets steps know what else is known of what was stored at the moments to which they lead.
  mutating func update(_ update: EditingContext.Update) {
    undo = undo.map { $0.updated(update) }
    redo = redo.map { $0.updated(update) }
    begun = begun.map { ($0, $1.map { $0.updated(update) }) }
  }

  /// Forgets the last steps that would take nothing back, as where others have written the same meanwhile.
  mutating func dropIdle() {
    while undo.last?.isIdle == true { undo.removeLast() }
  }

  /// Forgets some of the changes that are not pending.
  mutating func forget(shown isForgotten: (ViewChange) -> Bool) {
    let isKept = { (step: Step) in
      if case .shown(let change) = step { return !isForgotten(change) }
      return true
    }
    undo = undo.filter(isKept)
    filterRedo(isKept)
  }

  /// A new object is taken back as if it had never been begun: what could be done again before it can be again.
  mutating func endBeginning(of object: ManagedObject) {
    guard let index = begun.firstIndex(where: { $0.object === object }) else { return }
    let before = begun.remove(at: index).redo
    if index < begun.count { begun[index].redo = before } else { redo = before }
  }

  /// Takes off the last step, if that has just made objects.
  mutating func takeBeginning() -> (step: Step, objects: [ManagedObject])? {
    guard let step = undo.last else { return nil }
    let objects = step.insertedObjects
    let first = begun.firstIndex { entry in objects.contains { $0 === entry.object } }
    guard let first else { return nil }
    redo = begun[first].redo
    begun.removeSubrange(first...)
    undo.removeLast()
    return (step, objects)
  }

  /// Returns the stacks of `outer` with these steps added as one step.
  ///
  /// New objects that were created last and not edited keep a step of their own.
  func folded(onto outer: UndoStacks, as place: StepGroupInfo) -> UndoStacks {
    var (own, result) = (self, outer)
    own.forget(shown: { _ in true })
    let beginning = own.takeBeginning()
    if !own.undo.isEmpty {
      result.remember(.group(own.undo, place))
    } else if !own.redo.isEmpty {
      result.endBeginning()
      result.redo = [.group(own.redo, place)]
    }
    if let (step, objects) = beginning {
      for object in objects {
        result.begun.append((object, result.redo))
        result.redo = []
      }
      result.undo.append(step)
    }
    return result
  }
}
