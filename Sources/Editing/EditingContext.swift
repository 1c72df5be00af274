public import EntityModel
public import EntityStore
public import Qualifiers

/// The pending changes of all pages: one object per identity, one undo stack, one save.
public final class EditingContext {
  /// Where objects come from and go to.
  public let store: EntityStore
  /// Called after every change, undo, redo and save.
  public var onChange: (() -> Void)?

  private var objects: [RecordID: ManagedObject] = [:]
  private var newObjects: [ManagedObject] = []
  private var undoSteps: [Step] = []
  private var redoSteps: [Step] = []
  private var nextToken = 1

  /// A context without changes.
  public init(store: EntityStore) { self.store = store }

  /// The object of a record, unique by identity; a fuller or fresher reading replaces the older one.
  public func object(for record: Record) -> ManagedObject {
    guard let id = record.id else {
      return ManagedObject(base: record, state: .stored, token: takeToken(), context: self)
    }
    if let known = objects[id] {
      if known.base !== record { known.rebase(on: record.covering(known.base)) }
      return known
    }
    let object = ManagedObject(base: record, state: .stored, token: takeToken(), context: self)
    objects[id] = object
    return object
  }

  /// The object with this identity, if it has been read or changed already.
  public func registeredObject(for id: RecordID) -> ManagedObject? { objects[id] }

  /// A new object of `entity` with `values` by attribute name; the step can be undone.
  public func insert(
    _ entity: Entity,
    values: [String: Value] = [:],
    paths: [PropertyPath]? = nil
  ) -> ManagedObject {
    let paths = paths ?? entity.attributes.map { PropertyPath(components: [$0.name]) }
    let record = Record(
      layout: RecordLayout(entity: entity, paths: paths),
      id: nil,
      values: paths.map { values[$0.description] ?? .null },
      isNew: true
    )
    let object = ManagedObject(base: record, state: .inserted, token: takeToken(), context: self)
    newObjects.append(object)
    remember(.insertion(object))
    return object
  }

  /// Marks `object` for deletion at the next save; a new object just goes.
  ///
  /// The step can be undone.
  public func delete(_ object: ManagedObject) {
    if object.state == .inserted {
      newObjects.removeAll { $0 === object }
      remember(.removal(object))
    } else {
      object.markDeleted()
    }
  }

  /// New objects first, then the changed, then the deleted.
  public var pendingObjects: [ManagedObject] {
    let stored = objects.values.filter(\.hasChanges)
      .sorted { $0.token < $1.token }
    return newObjects + stored.filter { $0.state != .deleted }
      + stored.filter { $0.state == .deleted }
  }

  /// Whether anything is pending.
  public var hasChanges: Bool {
    !newObjects.isEmpty || objects.values.contains(where: \.hasChanges)
  }

  /// Forgets all pending changes and the steps that led to them.
  public func revertAll() {
    newObjects = []
    for object in objects.values where object.hasChanges { object.refresh(base: object.base) }
    undoSteps = []
    redoSteps = []
    onChange?()
  }

  /// Forgets the pending changes of one object.
  public func discard(_ object: ManagedObject) {
    if object.state == .inserted { delete(object) } else { object.revert() }
  }

  // MARK: Undo

  /// Whether a step can be taken back.
  public var canUndo: Bool { !undoSteps.isEmpty }
  /// Whether a step taken back can be done again.
  public var canRedo: Bool { !redoSteps.isEmpty }

  /// Takes the last step back.
  public func undo() {
    guard let step = undoSteps.popLast() else { return }
    redoSteps.append(reverse(step))
    onChange?()
  }

  /// Does again what was taken back last.
  public func redo() {
    guard let step = redoSteps.popLast() else { return }
    undoSteps.append(reverse(step))
    onChange?()
  }

  private enum Step {
    case change(ManagedObject, ManagedObject.Memento, typingInto: String?)
    case insertion(ManagedObject)
    case removal(ManagedObject)
  }

  private func reverse(_ step: Step) -> Step {
    switch step {
    case .change(let object, let memento, _):
      let now = ManagedObject.Memento(object)
      object.restore(memento)
      return .change(object, now, typingInto: nil)
    case .insertion(let object):
      newObjects.removeAll { $0 === object }
      return .removal(object)
    case .removal(let object):
      newObjects.append(object)
      return .insertion(object)
    }
  }

  func didChange(
    _ object: ManagedObject,
    from memento: ManagedObject.Memento,
    typingInto field: String?
  ) {
    if let field, case .change(let last, _, field)? = undoSteps.last, last === object {
      redoSteps = []
      onChange?()
    } else {
      remember(.change(object, memento, typingInto: field))
    }
  }

  private func remember(_ step: Step) {
    undoSteps.append(step)
    redoSteps = []
    onChange?()
  }

  private func takeToken() -> Int {
    defer { nextToken += 1 }
    return nextToken
  }

  // MARK: Saving

  /// What a save would write: new objects in the order in which they refer to each other, changes, deletions.
  public func pendingChanges(of chosen: [ManagedObject]? = nil) -> [Change] {
    let chosen = chosen ?? pendingObjects
    var changes: [Change] = []
    var placed: Set<Int> = []
    func place(_ object: ManagedObject) {
      guard object.state == .inserted, placed.insert(object.token).inserted else { return }
      for parent in object.references.values { place(parent) }
      changes.append(object.insertion())
    }
    for object in chosen { place(object) }
    for object in chosen where object.state == .stored && object.hasChanges {
      if let change = object.update() { changes.append(change) }
    }
    for object in chosen.reversed() where object.state == .deleted {
      if let change = object.deletion() { changes.append(change) }
    }
    return changes
  }

  /// Checks everything, then writes it in one transaction; on failure all changes stay pending.
  ///
  /// - Throws: ``SaveError/invalid(_:)`` before the first statement, ``SaveError/store(_:)`` when the database
  ///   or a rule refuses.
  public func save(
    _ chosen: [ManagedObject]? = nil,
    guardedBy writeGuard: (any WriteGuard)? = nil
  ) async throws(SaveError) {
    let chosen = chosen ?? pendingObjects
    let problems = chosen.filter { $0.state != .deleted }.flatMap { $0.problems() }
    guard problems.isEmpty else { throw .invalid(problems) }
    let changes = pendingChanges(of: chosen)
    guard !changes.isEmpty else { return }
    let result: SaveResult
    do { result = try await store.save(changes, guardedBy: writeGuard) } catch {
      throw .store(error)
    }
    await adopt(result, for: chosen)
  }

  private func adopt(_ result: SaveResult, for saved: [ManagedObject]) async {
    undoSteps = []
    redoSteps = []
    newObjects.removeAll { new in saved.contains { $0 === new } }
    for object in saved {
      let oldID = object.base.id
      if object.state == .deleted {
        if let oldID { objects[oldID] = nil }
        continue
      }
      let wasNew = object.state == .inserted
      let id = wasNew ? result.inserted[object.token] : oldID.flatMap { result.updated[$0] ?? $0 }
      if let oldID, !wasNew { objects[oldID] = nil }
      guard let id else { continue }
      let fresh = try? await store.record(id, paths: object.base.layout.paths)
      object.refresh(base: fresh ?? object.snapshot.stored(as: id))
      objects[id] = object
    }
    onChange?()
  }
}

/// Why a save did not happen; nothing was written and all changes are still pending.
public enum SaveError: Error {
  /// What must be mended first.
  case invalid([FieldProblem])
  /// What the store or a rule says.
  case store(StoreError)
}
