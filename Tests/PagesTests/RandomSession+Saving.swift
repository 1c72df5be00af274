import SceneSupport
import Editing
import EntityModel
import EntityStore
import Qualifiers
import Widgets

@testable import Pages
import Workspace

extension RandomSession {
  // MARK: Undo

  func undo(_ a: Int) async throws {
    if !steps.isEmpty {
      try await scene.send("u")
      return undoStep()
    }
    try await scene.send("u")
    guard let save = saves.last else { return }
    try check(scene.text.contains("Take back the save of"), "no save is to be taken back")
    try await scene.send("y")
    if try revert(from: save.after, to: save.before, "taken back:") {
      saves.removeLast()
      back.append((save.before, save.after, redone.count))
      return
    }
    try check(scene.text.contains("y leave it"), "it is not asked whether to go on")
    guard a % 2 == 0 else { return try await scene.send("esc") }
    try await scene.send("y")
    saves.removeLast()
    note("left")
    guard !saves.isEmpty else { return }
    try check(scene.text.contains("Take back the save of"), "the one before is not next")
    try await scene.send("esc")
  }

  func redo() async throws {
    if let save = back.last, save.later >= redone.count {
      try await scene.send("U")
      try check(scene.text.contains("Redo the save of"), "no save is made again")
      try await scene.send("y")
      if try revert(from: save.before, to: save.after, "saved again:") {
        back.removeLast()
        saves.append((save.before, save.after))
      }
      return
    }
    try await scene.send("U")
    redoStep()
  }

  /// Whether a save was taken back, or made again: only where its rows are as it has left them, and without need it is not
  /// refused.
  private func revert(from one: World, to other: World, _ sentence: String) throws -> Bool {
    let wanted = SessionAccount.moving(world, from: one, to: other)
    if scene.status.contains(" \(sentence)"), !scene.status.contains("not \(sentence)") {
      guard let wanted else { throw fail("a save was taken back over what others wrote") }
      world = wanted
      for index in known.indices where known[index].state.isThere {
        guard let key = key(of: index), one[key] != nil else { continue }
        // What was entered into a row that is gone now is asked about.
        guard let row = other[key] else {
          if isPending(index) { isVisited = true }
          continue
        }
        // What the person's own hand has written was seen.
        know(index) { name, cell in one[key]?[name] == cell ? row[name] ?? cell : cell }
      }
      note("reverted")
      return true
    }
    let isSound = wanted.map(SessionAccount.isSound) ?? false
    try check(!isSound, "a save is not taken back, though nothing is in its way")
    note("not reverted")
    return false
  }

  // MARK: Saving

  /// A save in progress: the file before it and the changes it is expected to write.
  private struct Writing {
    let before: World
    let writeCount: Int
    /// The attributes that the save should write, by object.
    var changed: [Int: Set<String>] = [:]
    /// Rows that are inserted once more.
    var again: [(Key, Row)] = []
  }

  func save(_ a: Int, _ b: Int) async throws {
    var writing = Writing(before: world, writeCount: session.work.saves.count)
    writing.changed = pendingKeys()
    let isEmpty = UnsavedChanges(work: session.work).objects.isEmpty
    try await scene.send("ctrl-s")
    for round in 0..<6 {
      if let model = session.navigator.current.conflict {
        try check(isVisited, "a conflict, though nobody else has written")
        note("conflict")
        if (a + round) % 7 == 0 {
          try await scene.send("esc")
          break
        }
        try await answer(model, b + round, &writing)
      } else if scene.text.contains("insert it again, with your changes") {
        try check(isVisited, "a row is gone, though nobody else has written")
        note("gone")
        let isOver = try await answerGone((a + round) % 3, &writing)
        if isOver { break }
      } else {
        break
      }
    }
    try await goHome()
    guard session.work.saves.count > writing.writeCount else {
      try await refused(writing, isEmpty)
      return
    }
    try written(writing)
  }

  private func pendingKeys() -> [Int: Set<String>] {
    for index in known.indices where !known[index].isNew { follow(index) }
    return Dictionary(
      uniqueKeysWithValues: known.indices.filter(isPending).map { ($0, changed($0)) }
    )
  }

  /// Nothing was written: for a reason, and all is as it was.
  private func refused(_ writing: Writing, _ isEmpty: Bool) async throws {
    try check(try file() == writing.before, "a refused save has written")
    try settleTheirs()
    settleGone()
    guard !isVisited, !isEmpty else { return }
    let (expected, _) = try expectation(writing)
    try check(!SessionAccount.isSound(expected), "refused, though nothing is wrong")
    note("refused")
  }

  /// New links that others have made meanwhile are stored, and nothing is to be written of them.
  private func settleTheirs() throws {
    for index in known.indices where known[index].isNew && known[index].state.isThere {
      guard known[index].object.state != .inserted, let (key, row) = insertedRow(index) else {
        continue
      }
      try check(world[key] == row, "\(index) is not pending, and not stored")
      known[index].state = State()
      known[index].isNew = false
      known[index].seen = [:]
      forget { $0 == index }
      forgetSettled()
      replaceReferences(to: [index])
    }
  }

  private func written(_ writing: Writing) throws {
    note("saved")
    let (expected, saved) = try expectation(writing)
    let now = try file()
    try check(
      now == expected,
      "another file than meant: \(Self.difference(expected, now))"
    )
    world = now
    if writing.before != now {
      saves.append((writing.before, now))
      back = []
    }
    for index in saved {
      let isGone = known[index].state.isDeleted
      known[index].state = State(isThere: !isGone)
      known[index].isNew = false
      known[index].seen = [:]
    }
    forget { saved.contains($0) }
    forgetSettled()
    replaceReferences(to: saved)
    settleGone()
  }

  /// Returns the file that a save must produce, and the objects that it has written.
  private func expectation(_ writing: Writing) throws -> (World, Set<Int>) {
    var world = writing.before
    for (key, row) in writing.again { world[key] = row.mapValues(resolved) }
    var saved: Set<Int> = []
    for (index, names) in writing.changed where known[index].state.isThere && !known[index].isNew {
      let state = known[index].state
      guard let key = key(of: index), state.isDeleted || !names.isEmpty else { continue }
      // What others have written the same is theirs: nothing of it is saved. A reference to what is not made after all is over.
      let isTheirs = names.allSatisfy { name in
        if case .new? = state.values[name] { return false }
        return world[key]?[name] == state.values[name] ?? .null
      }
      guard state.isDeleted || !isTheirs else { continue }
      saved.insert(index)
      guard !state.isDeleted, let row = world[key] else { continue }
      for name in names {
        let cell = resolved(state.values[name] ?? .null)
        let isSeen = row[name] == known[index].seen[name] || row[name] == cell
        try check(isSeen, "\(index): what others wrote to \(name) is lost")
        world[key]?[name] = cell
      }
    }
    for index in known.indices where known[index].isNew && known[index].state.isThere {
      guard known[index].object.state != .inserted || writing.writeCount == session.work.saves.count
      else { continue }
      saved.insert(index)
      if let (key, row) = insertedRow(index) {
        try check(world[key] == nil, "a new object took the place of another")
        world[key] = row
      }
    }
    for index in saved where known[index].state.isDeleted {
      guard let key = key(of: index) else { continue }
      // What goes with the same save is nobody else's doing.
      if let row = writing.before[key] {
        let others = known[index].seen.filter { $0.value != row[$0.key] }
        try check(others.isEmpty, "\(index) was changed elsewhere, and is deleted unasked")
      }
      world = SessionAccount.deleting(key, from: world)
    }
    return (world, saved)
  }

  /// Replaces a reference to a new object by its key, or by null if the object was not inserted.
  private func resolved(_ cell: Cell) -> Cell {
    guard case .new(let index) = cell else { return cell }
    guard known[index].state.isThere, known[index].object.state != .inserted else { return .null }
    return Self.cell(known[index].object.base.value(forKey: "id"))
  }

  private func insertedRow(_ index: Int) -> (Key, Row)? {
    let (table, object) = (known[index].table, known[index].object)
    guard let entry = SessionAccount.tables.first(where: { $0.name == table }) else { return nil }
    let values = known[index].state.values
    let key = entry.key.map { name -> Int64 in
      if case .int(let id) = Self.cell(object.base.value(forKey: name)) { return id }
      return Int64(-1 - index)
    }
    var row = Row(uniqueKeysWithValues: entry.columns.keys.map { ($0, .null) })
    for name in row.keys {
      row[name] = values[name].map(resolved) ?? known[index].initial[name] ?? .null
    }
    return (Key(table: table, values: key), row)
  }

  /// References to what is stored by now are keys.
  private func replaceReferences(to saved: Set<Int>) {
    func isReplaced(_ cell: Cell) -> Bool {
      if case .new(let index) = cell { saved.contains(index) } else { false }
    }
    func replace(in steps: inout [Step]) {
      for index in steps.indices {
        for part in steps[index].parts.indices {
          for (name, cell) in steps[index].parts[part].before.values where isReplaced(cell) {
            steps[index].parts[part].before.values[name] = resolved(cell)
            // A key that was free again is not the one that was seen.
            steps[index].parts[part].seen[name] = nil
          }
        }
      }
    }
    for index in known.indices {
      known[index].state.values = known[index].state.values.mapValues {
        isReplaced($0) ? resolved($0) : $0
      }
    }
    replace(in: &steps)
    replace(in: &redone)
  }

  // MARK: Conflicts

  /// Decides all that a page asks, line by line.
  private func answer(_ model: ConflictModel, _ number: Int, _ writing: inout Writing) async throws
  {
    try check(
      session.work.saves.count == writing.writeCount,
      "something was written before the answer"
    )
    writing.changed = pendingKeys()
    let isOneForAll = number % 5 == 0
    var sides: [ObjectIdentifier: [String: Bool]] = [:]
    for (place, conflict) in model.conflicts.enumerated() {
      for (line, name) in conflict.decisions.enumerated() {
        let isMine = isOneForAll ? number % 2 == 0 : (number + place + line) % 2 == 0
        sides[ObjectIdentifier(conflict.object), default: [:]][name] = isMine
      }
    }
    for conflict in model.conflicts {
      try settle(conflict, sides[ObjectIdentifier(conflict.object)] ?? [:], &writing)
    }
    if isOneForAll { return try await scene.send(number % 2 == 0 ? "M" : "T") }
    for _ in 0..<40 where session.navigator.current.conflict === model {
      guard let line = model.rows.current else { throw fail("no line") }
      var name = ""
      if case .property(_, let row) = line { name = row.name }
      let isMine = sides[ObjectIdentifier(line.conflict.object)]?[name] ?? true
      try await scene.send(isMine ? "m" : "t")
    }
  }

  /// Applies the decisions about one conflict to the expected state.
  private func settle(
    _ conflict: RecordConflict,
    _ sides: [String: Bool],
    _ writing: inout Writing
  ) throws {
    guard let index = known.firstIndex(where: { $0.object === conflict.object }) else {
      throw fail("a conflict about what nobody has met")
    }
    if case .gone = conflict.kind {
      if sides[""] == true, let key = key(of: index) { insertAgain(index, key, &writing) }
      known[index].state = State(isThere: false)
      forget { $0 == index }
      writing.changed[index] = nil
      redone = sides[""] == true ? [] : redone
      return
    }
    var state = known[index].state
    if sides[""] == false {
      state = State()
    } else {
      for row in conflict.rows where sides[row.name] == false {
        for name in row.keys { state.values[name] = nil }
      }
    }
    self.step([(index, state)])
    // What is stored was shown beside what was entered.
    know(index) { name, _ in base(index, name) }
    known[index].seen = [:]
    see(index)
    writing.changed[index] = isPending(index) ? changed(index) : nil
  }

  /// The row as it was known, with what was entered, under its key.
  private func insertAgain(_ index: Int, _ key: Key, _ writing: inout Writing) {
    guard let entry = SessionAccount.tables.first(where: { $0.name == key.table }) else { return }
    var row = Row(uniqueKeysWithValues: entry.columns.keys.map { ($0, base(index, $0)) })
    for (name, cell) in known[index].state.values { row[name] = cell }
    writing.again.append((key, row))
  }

  /// Answers the menu about the one row that is gone.
  /// - Returns: Whether nothing follows.
  private func answerGone(_ number: Int, _ writing: inout Writing) async throws -> Bool {
    let gone = known.indices.filter { index in
      isPending(index) && !known[index].isNew && key(of: index).map { world[$0] == nil } ?? false
    }
    guard number > 0, let index = gone.first, let key = key(of: index) else {
      try await scene.send("enter")
      return true
    }
    writing.changed = pendingKeys()
    if number == 1 {
      insertAgain(index, key, &writing)
      redone = []
    }
    known[index].state = State(isThere: false)
    forget { $0 == index }
    writing.changed[index] = nil
    try await scene.send(number == 1 ? "down enter ctrl-s" : "end enter")
    return number == 2
  }

  /// New objects in the place of what is gone, that could not be saved, are known from now on; what is gone itself no more.
  private func settleGone() {
    for index in known.indices where !known[index].isNew && known[index].state.isThere {
      let object = known[index].object
      let isKnown = object.base.id.map { editing.registeredObject(for: $0) === object } ?? false
      guard !isKnown, !editing.pendingObjects.contains(where: { $0 === object }) else { continue }
      known[index].state = State(isThere: false)
      forget { $0 == index }
    }
    for object in editing.pendingObjects where object.state == .inserted {
      guard !known.contains(where: { $0.object === object }) else { continue }
      var made = Known(object: object, table: object.entity.name, isNew: true)
      let columns = SessionAccount.tables.first { $0.name == made.table }?.columns.keys.map(\.self)
      for name in columns ?? [] {
        made.state.values[name] = Self.cell(object.snapshot.value(forKey: name))
      }
      known.append(made)
      steps.append(Step(parts: [Part(index: known.count - 1, before: State(isThere: false))]))
      redone = []
    }
  }
}
