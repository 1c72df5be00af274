/// The description of a group of changes that undo as one step: its name, and the object and property it belongs to.
struct StepGroupInfo {
  let name: String
  let object: ManagedObject
  let key: String
}

extension EditingContext {
  typealias Update = (ManagedObject, inout ManagedObject.Memento) -> Void

  /// An entry of the undo or redo stack: an object's change, insertion or removal, a group of steps, or a view change.
  enum Step {
    case change(ManagedObject, ManagedObject.Memento, typingInto: String?)
    case insertion(ManagedObject)
    case removal(ManagedObject)
    case group([Step], StepGroupInfo)
    case shown(ViewChange)

    /// The result of the undo or redo that left this step as its inverse.
    var outcome: StepOutcome {
      switch self {
      case .change(let object, let memento, _):
        StepOutcome(object: object, effect: .changed(memento.keys(differingFrom: object)))
      case .removal(let object): StepOutcome(object: object, effect: .withdrawn)
      case .insertion(let object): StepOutcome(object: object, effect: .inserted)
      case .group(let steps, let place):
        StepOutcome(
          object: place.object,
          effect: .changed([place.key]),
          name: place.name,
          parts: steps.map(\.outcome).flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
        )
      case .shown(let change):
        StepOutcome(object: nil, effect: .shown, name: change.name, shown: change)
      }
    }

    /// The objects that it has changed, made or taken away.
    var objects: [ManagedObject] {
      switch self {
      case .change(let object, _, _), .insertion(let object), .removal(let object): [object]
      case .group(let steps, _): steps.flatMap(\.objects)
      case .shown: []
      }
    }

    /// The objects that it has made.
    var insertedObjects: [ManagedObject] {
      switch self {
      case .insertion(let object): [object]
      case .group(let steps, _): steps.flatMap(\.insertedObjects)
      case .change, .removal, .shown: []
      }
    }

    /// Whether undo and redo may take the step: every change of data, and the view changes that `reaches` accepts.
    func isReached(_ reaches: (ViewChange) -> Bool) -> Bool {
      if case .shown(let change) = self { reaches(change) } else { true }
    }

    /// Whether taking it back makes nothing different.
    var isIdle: Bool {
      switch self {
      case .change(let object, let memento, _): memento.holds(for: object)
      case .insertion, .removal, .shown: false
      case .group(let steps, _): steps.allSatisfy(\.isIdle)
      }
    }

    /// The step as it is once something else is known of what was stored at the moments to which it leads.
    func updated(_ update: Update) -> Step {
      switch self {
      case .change(let object, var moment, let field):
        update(object, &moment)
        return .change(object, moment, typingInto: field)
      case .group(let steps, let place): return .group(steps.map { $0.updated(update) }, place)
      case .insertion, .removal, .shown: return self
      }
    }

    /// The step without what it did to some objects; `nil` where nothing is left of it.
    func without(_ isForgotten: (ManagedObject) -> Bool) -> Step? {
      switch self {
      case .change(let object, _, _), .insertion(let object), .removal(let object):
        return isForgotten(object) ? nil : self
      case .group(let steps, let place):
        let kept = steps.compactMap { $0.without(isForgotten) }
        return kept.isEmpty ? nil : .group(kept, place)
      case .shown: return self
      }
    }
  }

  // MARK: Undo

  /// Whether a step can be taken back.
  public var canUndo: Bool { !steps.undo.isEmpty }
  /// Whether a step taken back can be done again.
  public var canRedo: Bool { !steps.redo.isEmpty }
  /// How many steps taken back can be done again, here or in the forms from which this one was opened.
  package var redoCount: Int { nested.reduce(steps.redo.count) { $0 + $1.outer.redo.count } }

  /// Whether a step can be taken back, other than a view change that `reaches` refuses.
  package func canUndo(_ reaches: (ViewChange) -> Bool) -> Bool {
    steps.undo.contains { $0.isReached(reaches) }
  }

  /// Whether a step can be done again, other than a view change that `reaches` refuses.
  package func canRedo(_ reaches: (ViewChange) -> Bool) -> Bool {
    steps.redo.contains { $0.isReached(reaches) }
  }

  /// The view change that undo takes back next; `nil` if that is a change of data, or nothing.
  package func nextShownChange(_ reaches: (ViewChange) -> Bool) -> ViewChange? {
    let next = steps.undo.last { $0.isReached(reaches) }
    return if case .shown(let change)? = next { change } else { nil }
  }

  /// Takes the last step back.
  /// - Returns: What is different by it; `nil` when there was no step.
  @discardableResult
  public func undo() -> StepOutcome? { undo { _ in true } }

  /// Takes the last step back, other than a view change that `reaches` refuses.
  package func undo(_ reaches: (ViewChange) -> Bool) -> StepOutcome? {
    step(from: \.undo, to: \.redo, reaches)
  }

  /// Does again what was taken back last.
  /// - Returns: What is different by it; `nil` when there was nothing.
  @discardableResult
  public func redo() -> StepOutcome? { redo { _ in true } }

  /// Does the last step taken back again, other than a view change that `reaches` refuses.
  package func redo(_ reaches: (ViewChange) -> Bool) -> StepOutcome? {
    step(from: \.redo, to: \.undo, reaches)
  }

  private typealias Steps = WritableKeyPath<UndoStacks, [Step]>

  private func step(
    from source: Steps,
    to target: Steps,
    _ reaches: (ViewChange) -> Bool
  ) -> StepOutcome? {
    guard let index = steps[keyPath: source].lastIndex(where: { $0.isReached(reaches) }) else {
      return nil
    }
    let step = steps[keyPath: source].remove(at: index)
    steps.endBeginning()
    let opposite = reverse(step)
    steps[keyPath: target].append(opposite)
    steps.dropIdle()
    onChange?()
    return opposite.outcome
  }

  /// Makes one step of all that `changes` do, which belongs to a property of `owner`.
  package func group(
    _ name: String,
    of owner: ManagedObject,
    at key: String,
    _ changes: () -> Void
  ) {
    let (count, redo) = (steps.undo.count, steps.redo)
    coalescingNotifications(changes)
    guard steps.undo.count > count else { return }
    let own = Array(steps.undo[count...])
    steps.undo[count...] = [.group(own, StepGroupInfo(name: name, object: owner, key: key))]
    // What else is done with a new object in the step that makes it belongs to its beginning.
    if let object = own.lazy.flatMap(\.insertedObjects).first { steps.resume(object, after: redo) }
  }

  /// Runs `changes`, of which there may be many, and tells once that something has changed.
  private func coalescingNotifications(_ changes: () -> Void) {
    let tell = onChange
    var isChanged = false
    onChange = { isChanged = true }
    changes()
    onChange = tell
    if isChanged { tell?() }
  }

  /// Remembers a change of what is shown, which was done just now.
  package func remember(_ change: ViewChange) {
    steps.remember(change)
    onChange?()
  }

  /// Forgets changes of what is shown: they have failed, or what they are about is shown no more.
  package func forget(shown isForgotten: (ViewChange) -> Bool) {
    steps.forget(shown: isForgotten)
    for changes in nested { changes.outer.forget(shown: isForgotten) }
  }

  /// Forgets the steps of objects without unsaved changes: undo then takes back the save that was just made.
  ///
  /// A step restores whole objects. So the steps of one object stay or go together, and with them those of objects that share a
  /// step with it.
  package func dropSavedSteps() {
    let pending = pendingObjects + nested.flatMap(\.pendingBefore)
    var kept = Set(pending.map(\.token))
    var others = (nested.flatMap(\.outer.undo) + steps.undo).map { $0.objects.map(\.token) }
    while true {
      let sharing = others.filter { !kept.isDisjoint(with: $0) }
      guard !sharing.isEmpty else { break }
      kept.formUnion(sharing.joined())
      others.removeAll { !kept.isDisjoint(with: $0) }
    }
    steps.forgetSteps(without: kept)
    for changes in nested { changes.outer.forgetSteps(without: kept) }
  }

  /// Takes a step back.
  /// - Returns: What would do it again.
  @discardableResult
  func reverse(_ step: Step) -> Step {
    switch step {
    case .change(let object, let memento, _):
      let now = ManagedObject.Memento(object)
      object.restore(memento)
      return .change(object, now, typingInto: nil)
    case .insertion(let object):
      removeNew(object)
      return .removal(object)
    case .removal(let object):
      addNew(object)
      // What it refers to may be stored by now.
      object.settleReferences()
      return .insertion(object)
    case .group(let steps, let place): return .group(steps.reversed().map(reverse), place)
    case .shown(let change):
      change.turn()
      return step
    }
  }

  func didChange(
    _ object: ManagedObject,
    from memento: ManagedObject.Memento,
    typingInto field: String?
  ) {
    guard !memento.holds(for: object) else { return }
    if let field, case .change(let last, let start, field)? = steps.undo.last, last === object {
      // Typed back to what it was: there is nothing to take back.
      if start.holds(for: object) { steps.undo.removeLast() }
      steps.endBeginning(keepingRedo: false)
      onChange?()
    } else {
      remember(.change(object, memento, typingInto: field))
    }
  }

  func remember(_ step: Step) {
    steps.remember(step)
    onChange?()
  }
}
