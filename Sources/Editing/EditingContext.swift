public import EntityModel
public import EntityStore
public import Qualifiers

/// The pending changes of all pages: one object per identity, one undo stack, one save.
public final class EditingContext {
  /// The store that objects are read from and saved to.
  package let store: EntityStore
  /// Called after every change, undo, redo and save.
  package var onChange: (() -> Void)?
  /// Called when something was saved and could not be read again: objects show what was entered.
  package var onFailedRead: ((StoreError) -> Void)?

  /// Called with each object in which something else may be pending.
  package var onTouch: ((ManagedObject) -> Void)?

  private var objects: [RecordID: ManagedObject] = [:]
  /// The objects that the next save makes, in the order in which they were made.
  private(set) var newObjects: [ManagedObject] = []
  /// Their tokens.
  private var newTokens: Set<Int> = []
  /// The stored objects with something pending, by their token: asked for with each change.
  private var changedObjects: [Int: ManagedObject] = [:]
  /// Objects whose rows somebody else has deleted, and whose identities new objects have taken since.
  private var replacedObjects: [ManagedObject] = []
  /// The counts of all unsaved changes, kept with each change for the frames that show them.
  let account = UnsavedObjectIndex()
  /// The undo and redo stacks.
  var steps = UndoStacks()
  /// Answers about objects that are kept for pages, by token and name.
  private var answers: [Int: [String: Any]] = [:]
  private static let mostAnswered = 64
  /// The open nested forms, the innermost last.
  var nested: [NestedFormState] = []
  private var nextToken = 1

  /// A context without changes.
  package init(store: EntityStore) { self.store = store }

  /// The object of a record, unique by identity; of what is known of it each value is that of the last reading, in whatever
  /// order readings arrive.
  public func object(for record: Record) -> ManagedObject {
    guard let id = record.id else {
      if let new = newObjects.first(where: { $0.snapshot === record }) { return new }
      return ManagedObject(base: record, state: .stored, token: takeToken(), context: self)
    }
    if let known = objects[id] {
      // A snapshot with pending changes says nothing of what is stored; one that was just inserted is read again by its save.
      if known.state != .inserted, known.base !== record, record.changedKeys.isEmpty,
        known.snapshot !== record
      {
        let fresh = record.mergingNewest(known.base)
        guard fresh !== known.base else { return known }
        known.rebase(on: fresh)
        steps.dropIdle()
      }
      return known
    }
    let object = ManagedObject(base: record, state: .stored, token: takeToken(), context: self)
    objects[id] = object
    return object
  }

  /// The object with this identity, if it has been read or changed already.
  public func registeredObject(for id: RecordID) -> ManagedObject? { objects[id] }

  /// A new object of `entity` with `values` by attribute name; the step can be undone.
  ///
  /// Begins with nothing that rules say: a page makes one that does. `paths` are what else is known of it to be null.
  public func insert(
    _ entity: Entity,
    values: [String: Value] = [:],
    paths: [PropertyPath]? = nil
  ) -> ManagedObject {
    let object = Self.newObject(of: entity, values, paths, token: takeToken(), context: self)
    addNew(object)
    steps.begin(object, by: .insertion(object))
    onChange?()
    return object
  }

  /// Whether the next save makes an object.
  func isToBeInserted(_ object: ManagedObject) -> Bool {
    object.context === self && newTokens.contains(object.token)
  }

  /// Lets the next save make an object.
  func addNew(_ object: ManagedObject) {
    if newTokens.insert(object.token).inserted { newObjects.append(object) }
    note(object)
  }

  /// Lets the next save not make an object.
  func removeNew(_ object: ManagedObject) {
    if newTokens.remove(object.token) != nil { newObjects.removeAll { $0 === object } }
    note(object)
  }

  /// Lets the next save make these objects, and no others.
  func setNew(_ objects: [ManagedObject]) {
    let before = newObjects
    (newObjects, newTokens) = (objects, Set(objects.map(\.token)))
    for object in before where !newTokens.contains(object.token) { note(object) }
    for object in objects { note(object) }
  }

  /// Whether something is pending in an object.
  package func isPending(_ object: ManagedObject) -> Bool {
    object.state == .inserted ? isToBeInserted(object) : changedObjects[object.token] != nil
  }

  /// Marks `object` for deletion at the next save; a new object just goes.
  ///
  /// The step can be undone.
  public func delete(_ object: ManagedObject, asRead record: Record? = nil) {
    if object.state == .inserted {
      removeNew(object)
      for dependent in newObjects where dependent.needs(object) && isToBeInserted(dependent) {
        delete(dependent)
      }
      remember(.removal(object))
    } else {
      object.markDeleted(asRead: record)
    }
  }

  /// New objects first, then the changed, then the deleted.
  public var pendingObjects: [ManagedObject] {
    account.countTraversal()
    return newObjects + Self.ordered(Array(changedObjects.values))
  }

  /// How many objects are pending.
  public var pendingCount: Int { newObjects.count + changedObjects.count }

  /// Whether anything is pending.
  public var hasChanges: Bool { pendingCount > 0 }

  /// Keeps account of whether something is pending in an object.
  func noteState(of object: ManagedObject) {
    defer { note(object) }
    guard object.state != .inserted, let id = object.base.id, object.hasChanges,
      objects[id] === object || changedObjects[object.token] != nil
        || replacedObjects.contains(where: { $0 === object })
    else {
      changedObjects[object.token] = nil
      return
    }
    changedObjects[object.token] = object
  }

  /// The answer about an object that was kept under a name.
  package func answer(_ name: String, about object: ManagedObject) -> Any? {
    answers[object.token]?[name]
  }

  /// Keeps an answer about an object; of few objects answers are kept.
  package func keep(_ answer: Any, as name: String, about object: ManagedObject) {
    if answers.count >= Self.mostAnswered, answers[object.token] == nil { answers = [:] }
    answers[object.token, default: [:]][name] = answer
  }

  /// Whether anything is pending that a person has entered.
  package var hasInput: Bool { enteredCount > 0 }

  /// Forgets all pending changes and the steps that led to them.
  public func revertAll() {
    setNew([])
    for object in Array(changedObjects.values) { object.refresh(base: object.base) }
    (steps, nested) = (UndoStacks(), [])
    onChange?()
  }

  /// Takes back that `object` is to be deleted, whatever was done since: no step is left of it.
  package func keep(_ object: ManagedObject) {
    let deletion = steps.undo.lastIndex { step in
      guard case .change(let other, let memento, _) = step else { return false }
      return other === object && memento.state == .stored
    }
    guard object.state == .deleted, let deletion,
      case .change(_, let memento, _) = steps.undo[deletion]
    else { return }
    steps.undo.remove(at: deletion)
    object.restore(memento)
    onChange?()
  }

  /// Takes a new object back as if it had never been made: no step is left to be undone.
  package func withdraw(_ object: ManagedObject) {
    for companion in newObjects where companion.isMade(along: object) { withdraw(companion) }
    removeNew(object)
    forgetSteps { $0 === object }
    steps.endBeginning(of: object)
    onChange?()
  }

  /// Forgets an object whose row is gone, and what was entered into it: no step is left to be undone.
  package func dismiss(_ object: ManagedObject) {
    if let id = object.base.id, objects[id] === object { objects[id] = nil }
    replacedObjects.removeAll { $0 === object }
    changedObjects[object.token] = nil
    note(object)
    forgetSteps { $0 === object }
    onChange?()
  }

  private func forgetSteps(of isForgotten: (ManagedObject) -> Bool) {
    steps.forget(isForgotten)
    for changes in nested { changes.forget(isForgotten) }
  }

  private func takeToken() -> Int {
    defer { nextToken += 1 }
    return nextToken
  }

  // MARK: Saving

  /// Writes objects in one transaction that were checked, and stand in the order of ``insertionOrder(of:)``; on failure all
  /// changes stay pending.
  ///
  /// - Returns: What it did to rows, where that `isRecorded`.
  /// - Throws: ``SaveError/store(_:)`` when the database or a rule refuses.
  @discardableResult
  package func write(
    _ chosen: [ManagedObject],
    guardedBy writeGuard: (any WriteGuard)?,
    isRecorded: Bool = false,
    witness: SaveRecord.CommitObserver? = nil
  ) async throws(SaveError) -> SaveRecord? {
    let changes = try writableChanges(of: chosen)
    guard !changes.isEmpty else { return nil }
    let written = chosen.map { (object: $0, as: ManagedObject.Memento($0)) }
    let result: SaveResult
    do {
      result = try await store.save(
        changes,
        guardedBy: writeGuard,
        isRecorded: isRecorded,
        witness: witness
      )
    } catch {
      throw .store(error)
    }
    await adopt(result, for: written)
    return result.record
  }

  /// Returns the changes that saving the objects would write.
  ///
  /// - Throws: ``SaveError/store(_:)`` for objects that no longer exist or have an unresolved conflict.
  func writableChanges(of chosen: [ManagedObject]) throws(SaveError) -> [Change] {
    // The row that has its identity now is another's.
    if let id = replacedObjects.first(where: { gone in chosen.contains { $0 === gone } })?.base.id {
      throw .store(.notFound(id))
    }
    if let lost = chosen.first(where: \.isLost) { throw .store(.refused(lost.lossSentence)) }
    if let id = chosen.first(where: { $0.readBeforeConflict != nil })?.base.id {
      throw .store(.changedByOther(id))
    }
    return changes(of: chosen)
  }

  private func adopt(
    _ result: SaveResult,
    for written: [(object: ManagedObject, as: ManagedObject.Memento)]
  ) async {
    let all = Set(written.map { ObjectIdentifier($0.object) })
    let isWritten = { (object: ManagedObject) in all.contains(ObjectIdentifier(object)) }
    forgetSteps(of: isWritten)
    for (object, _) in written { newTokens.remove(object.token) }
    newObjects.removeAll(where: isWritten)
    dropSavedSteps()
    var kept: [(object: ManagedObject, memento: ManagedObject.Memento, id: RecordID)] = []
    for (object, memento) in written {
      let oldID = object.base.id
      if let oldID, memento.state != .inserted { objects[oldID] = nil }
      if memento.state == .deleted {
        changedObjects[object.token] = nil
        note(object)
        continue
      }
      let id =
        memento.state == .inserted
        ? result.inserted[object.token] : oldID.flatMap { result.changedIDs[$0] ?? $0 }
      guard let id, !id.values.isEmpty else {
        // A row without a key is stored and cannot be found again.
        object.refresh(base: object.snapshot.stored(as: nil), saved: memento)
        continue
      }
      kept.append((object, memento, id))
    }
    // What is read of them from now on is theirs, also while they are read again.
    for (object, _, id) in kept { register(object, as: id) }
    // Triggers, defaults and affinities may have stored something else than was given.
    let alike = Dictionary(grouping: kept) { ObjectIdentifier($0.object.base.layout) }.values
    for group in Dictionary(grouping: alike, by: { $0[0].object.base.layout.paths })
      .mapValues({ $0.flatMap(\.self) })
    {
      var stored: [RecordID: Record]?
      do throws(StoreError) {
        stored = try await store.records(
          group.value.map(\.id),
          paths: group.key,
          maximumByteCount: EntityStore.pageByteCount
        )
      } catch { onFailedRead?(error) }
      for (object, memento, id) in group.value {
        var (id, record) = (id, stored?[id])
        if stored != nil, record == nil {
          // A trigger has deleted the row, or given it another key that nobody tells.
          record = await store.recordFoundAgain(object, orSay: onFailedRead)
          if objects[id] === object { objects[id] = nil }
          guard let moved = record?.id else {
            object.refresh(base: object.snapshot.stored(as: nil), saved: memento)
            continue
          }
          id = moved
        }
        object.refresh(base: record ?? object.snapshot.stored(as: id), saved: memento)
        register(object, as: id)
        noteState(of: object)
      }
    }
    for object in newObjects + Array(objects.values) { object.settleReferences() }
    steps.dropIdle()
    onChange?()
  }

  /// An object that was written has an identity; what had that before is replaced, and of what was done to it and taken back
  /// nothing is brought back.
  private func register(_ object: ManagedObject, as id: RecordID) {
    guard let other = objects.updateValue(object, forKey: id), other !== object else { return }
    replacedObjects.append(other)
    if !other.hasChanges { forgetSteps { $0 === other } }
  }
}
