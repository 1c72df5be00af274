/// The steps of the account: what is taken back and done again.
extension RandomSession {
  /// Drops changes that set an attribute to its stored value, once the stored value is a different one.
  func follow(_ index: Int) {
    let gone = known[index].same.filter { name, cell in
      known[index].state.values[name] == cell && base(index, name) != cell
    }
    for name in gone.keys {
      known[index].state.values[name] = nil
      known[index].seen[name] = nil
    }
    // Of what nobody has changed nothing is compared with what was seen before.
    let state = known[index].state
    if !gone.isEmpty, state.values.isEmpty, !state.isDeleted { known[index].seen = [:] }
    noteSame(index)
  }

  private func noteSame(_ index: Int) {
    known[index].same = known[index].state.values.filter { base(index, $0.key) == $0.value }
  }

  /// Keeps what has become of objects by one step of the person's.
  func step(_ changes: [(Int, State)], typing: (index: Int, name: String)? = nil) {
    let parts = changes.filter { effective(known[$0.0].state, $0.0) != effective($0.1, $0.0) }
    if !parts.isEmpty { redone = [] }
    if let typing, let last = steps.last, let own = last.typing, own == typing,
      let part = parts.first
    {
      if effective(last.parts[0]) == effective(part.1, part.0) { steps.removeLast() }
    } else if !parts.isEmpty {
      steps.append(
        Step(
          parts: parts.map { part($0.0) },
          typing: typing
        )
      )
    }
    for (index, state) in changes where known[index].state != state {
      known[index].state = state
      see(index)
      noteSame(index)
    }
  }

  /// Without what stands there anyway; that a new object holds nothing is said on purpose.
  private func effective(_ state: State, _ index: Int) -> State {
    var state = state
    state.values = state.values.filter { name, cell in
      cell != base(index, name) || known[index].isNew && cell == .null
    }
    return state
  }

  private func effective(_ part: Part) -> State {
    var before = part.before
    before.values = before.values.filter { part.same[$0.key] == nil }
    return effective(before, part.index)
  }

  func isIdle(_ step: Step) -> Bool {
    step.parts.allSatisfy { effective($0) == effective(known[$0.index].state, $0.index) }
  }

  /// Keeps what the person has seen of what is changed now.
  func see(_ index: Int, earlier: Row = [:]) {
    let state = known[index].state
    let label = SessionAccount.label(of: known[index].table)
    var names = Set(state.values.keys)
    if !names.isEmpty, let label { names.insert(label) }
    if state.isDeleted {
      names.formUnion(
        SessionAccount.tables.first { $0.name == known[index].table }?.columns.keys.map(\.self)
          ?? []
      )
    }
    var seen = known[index].seen.filter { names.contains($0.key) }
    // By what it is called an object is known from when it was first changed.
    for name in names where seen[name] == nil {
      seen[name] = name == label ? earlier[name] ?? base(index, name) : base(index, name)
    }
    known[index].seen = seen
  }

  /// An object as it is now.
  private func part(_ index: Int) -> Part {
    Part(
      index: index,
      before: known[index].state,
      seen: known[index].seen,
      same: known[index].same
    )
  }

  /// Lets all that was seen of an object, be it before a step, be what `stored` makes of it.
  func know(_ index: Int, _ stored: (String, Cell) -> Cell) {
    func updated(_ seen: Row) -> Row {
      Row(uniqueKeysWithValues: seen.map { ($0, stored($0, $1)) })
    }
    func updated(_ steps: [Step]) -> [Step] {
      steps.map { step in
        var step = step
        for part in step.parts.indices where step.parts[part].index == index {
          step.parts[part].seen = updated(step.parts[part].seen)
        }
        return step
      }
    }
    let seen = updated(known[index].seen)
    known[index].seen = seen
    (steps, redone) = (updated(steps), updated(redone))
  }

  private func reverse(_ from: inout [Step], _ to: inout [Step]) {
    guard let step = from.popLast() else { return }
    let now = step.parts.map { part($0.index) }
    for part in step.parts {
      known[part.index].state = part.before
      for (name, cell) in part.same where base(part.index, name) != cell {
        known[part.index].state.values[name] = nil
      }
      noteSame(part.index)
      see(part.index, earlier: part.seen)
    }
    to.append(Step(parts: now))
  }

  func undoStep() { reverse(&steps, &redone) }
  func redoStep() { reverse(&redone, &steps) }

  /// Forgets the steps of what is not pending: the save that was just made is taken back before them.
  func forgetSettled() {
    var kept = Set(known.indices.filter(isPending))
    for _ in steps {
      for step in steps where step.parts.contains(where: { kept.contains($0.index) }) {
        kept.formUnion(step.parts.map(\.index))
      }
    }
    steps.removeAll { step in step.parts.allSatisfy { !kept.contains($0.index) } }
  }

  func forget(_ isForgotten: (Int) -> Bool) {
    func without(_ steps: [Step]) -> [Step] {
      steps.compactMap { step in
        var step = step
        step.parts.removeAll { isForgotten($0.index) }
        return step.parts.isEmpty ? nil : step
      }
    }
    steps = without(steps)
    redone = without(redone)
  }
}
