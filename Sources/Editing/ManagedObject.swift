public import EntityModel
public import EntityStore
public import Qualifiers

/// An object being looked at or edited: a record as it was read, with pending changes laid over it.
///
/// One per identity in an ``EditingContext``. Rules see ``snapshot``, which is immutable and replaced by each change.
public final class ManagedObject {
  /// The state of an object in its context: stored in the database, newly inserted, or to be deleted by the next save.
  public enum State: Sendable {
    case stored, inserted, deleted
  }

  /// The context the object belongs to; it hears of each change.
  package weak var context: EditingContext?
  /// Names a new object in a save.
  package let token: Int
  /// The record as read from the store; for a new object, its initial values.
  package internal(set) var base: Record
  /// Whether it is new, stored, or about to go.
  public internal(set) var state: State
  /// Pending values by path: attributes, and what is known of newly chosen to-one objects.
  var overlay: [PropertyPath: Value] = [:]
  /// The foreign keys whose values come from new objects when those are saved, by attribute name.
  var references: [String: NewReference] = [:]
  /// The keys of objects that this one was pointed to, by attribute name: they are stored as they stand there.
  var chosenKeys: [String: Value] = [:]
  /// The attributes that a new object takes over from the one entered before it.
  package private(set) var carriedOver: Set<String> = []
  /// The values that attributes had when they were first changed, for detecting conflicts.
  ///
  /// A later reading does not replace them, so that a save never overwrites another user's change unnoticed.
  var originals: [PropertyPath: Value] = [:]
  /// The record as known when the object was marked for deletion; later changes to its row are a conflict.
  package internal(set) var readForDeletion: Record?
  /// The values that must be unchanged in the database when the object is saved.
  package var lockingPolicy = LockingPolicy.changed {
    didSet { if lockingPolicy != oldValue { context?.note(self) } }
  }
  /// The attribute that counts the saves of the object, where that is locked.
  package var versionKey: String? {
    didSet { if versionKey != oldValue { context?.note(self) } }
  }
  /// The record read before another save changed the row; `nil` when there is no unresolved conflict.
  private(set) var readBeforeConflict: Record?
  /// The values hidden from the user, as read when the changes began.
  private(set) var unseen: HiddenValues?
  /// The values hidden from the user, as last read.
  package private(set) var latestHiddenProperties: HiddenValues?
  /// The record with pending changes.
  public private(set) var snapshot: Record

  init(base: Record, state: State, token: Int, context: EditingContext?) {
    self.base = base
    self.state = state
    self.token = token
    self.context = context
    snapshot = base
  }

  /// The entity of the object.
  public var entity: Entity { base.entity }
  /// Its identity; `nil` while it is new.
  public var id: RecordID? { state == .inserted ? nil : base.id }

  /// Names of the attributes whose pending value differs from the one read.
  public var changedKeys: Set<String> { snapshot.changedKeys }
  /// Whether anything is pending.
  public var hasChanges: Bool { state != .stored || !changedKeys.isEmpty }

  /// The record that permission rules evaluate: stored values for a stored object, initial and entered ones for a new object.
  ///
  /// Unsaved changes therefore cannot influence permissions.
  public var judged: Record { state == .inserted ? snapshot : base }

  /// The value of a property, pending changes included; `nil` when it was not fetched.
  public func value(forKey key: String) -> Value? { snapshot.value(forKey: key) }

  /// The value at the end of a path of names; `nil` when it was not fetched.
  public func value(forPath path: ArraySlice<String>) -> Value? { snapshot.value(forPath: path) }

  /// The value at `path`, pending changes included; `nil` when it was not fetched.
  package func value(at path: PropertyPath) -> Value? {
    snapshot.value(forPath: path.components[...])
  }

  /// Whether somebody said of a new object that an attribute is to hold nothing: that is not left to the database.
  package func isSetToNull(_ name: String) -> Bool {
    state == .inserted && overlay[PropertyPath(components: [name])]?.isNull == true
  }

  /// Whether only the beginning of an attribute was read, as lists do; such an attribute is not changed.
  package func isPartlyRead(_ name: String) -> Bool { snapshot.isTruncated([name]) }

  /// Whether an attribute that was read in part holds bytes, which are never edited but replaced by others.
  package func holdsUnreadBytes(_ name: String) -> Bool {
    guard isPartlyRead(name), case .data? = snapshot.value(forKey: name) else { return false }
    return true
  }

  /// Sets an attribute, unless it was read in part only; the step can be undone.
  ///
  /// Successive values typed into one field are one step.
  public func set(_ value: Value, forAttribute name: String, isTyping: Bool = false) {
    guard !isPartlyRead(name) || holdsUnreadBytes(name) else { return }
    change(typingInto: isTyping ? name : nil) {
      $0.overlay[PropertyPath(components: [name])] = value
      $0.references[name] = nil
    }
  }

  /// Takes back what was entered for an attribute of a new object: the database has a default; the step can be undone.
  package func leaveToDatabase(_ name: String) {
    change(typingInto: name) { $0.overlay[PropertyPath(components: [name])] = nil }
  }

  /// Sets an attribute as part of a save, or takes with `nil` what was set out again: no step of a person's.
  /// - Returns: What was set before.
  @discardableResult
  package func stamp(_ value: Value?, forAttribute name: String) -> Value? {
    let path = PropertyPath(components: [name])
    let before = overlay[path]
    overlay[path] = value
    keepOriginals()
    refreshSnapshot()
    return before
  }

  /// Copies the values and entries of another object, except the attributes in `leftOut`; part of this one's creation step.
  package func copyState(_ other: ManagedObject, besides leftOut: Set<String>) {
    overlay = [:]
    for attribute in entity.attributes
    where !attribute.definition.isGenerated && !leftOut.contains(attribute.name) {
      let path = PropertyPath(components: [attribute.name])
      let read = other.isPartlyRead(path.first) ? nil : other.base.value(forKey: path.first)
      overlay[path] = other.overlay[path] ?? read
    }
    for path in base.layout.paths where path.components.count > 1 {
      let joins = entity.relationship(named: path.first)?.definition.joins ?? []
      guard !joins.isEmpty, joins.allSatisfy({ !leftOut.contains($0.source) }) else { continue }
      overlay[path] = other.value(at: path) ?? .null
    }
    references = other.references.filter { !leftOut.contains($0.key) }
    keepOriginals()
    refreshSnapshot()
  }

  /// Notes which values a new object was begun with because the one before had them.
  package func setCarriedOverNames(_ names: Set<String>) { carriedOver = names }

  /// Takes keys of an object with which this one was begun as they stand there.
  package func takeChosenKeys(_ keys: [String: Value]) { chosenKeys.merge(keys) { $1 } }

  /// Points a to-one relationship to `destination`, or to nobody; the step can be undone.
  public func setToOne(_ relationship: Relationship, to destination: Record?) {
    change { $0.point(relationship, to: destination) }
  }

  /// Points a to-one relationship to an object of the same context, which may not be saved yet; the step can be undone.
  ///
  /// A new object is saved with this one, which takes its key then.
  public func setToOne(_ relationship: Relationship, toNew destination: ManagedObject) {
    change { object in
      let before = object.references
      object.point(relationship, to: destination.snapshot)
      guard destination.state == .inserted else { return }
      for join in relationship.definition.joins {
        let known = before[join.source].flatMap { $0.destination === destination ? $0 : nil }
        object.references[join.source] =
          known ?? NewReference(destination: destination, key: join.destination)
      }
    }
  }

  private func point(_ relationship: Relationship, to destination: Record?) {
    for join in relationship.definition.joins {
      let value = destination.map { $0.keyValue(forKey: join.destination) ?? .null } ?? .null
      overlay[PropertyPath(components: [join.source])] = value
      chosenKeys[join.source] = value
      references[join.source] = nil
    }
    for path in base.layout.paths where path.first == relationship.name {
      let rest = path.components.dropFirst()
      overlay[path] = destination?.value(forPath: rest) ?? .null
    }
  }

  /// Takes all pending changes back; the step can be undone.
  public func revert() {
    change {
      $0.overlay = [:]
      $0.references = [:]
      if $0.state == .deleted { $0.state = .stored }
      $0.readForDeletion = nil
      ($0.readBeforeConflict, $0.unseen) = (nil, $0.latestHiddenProperties)
    }
  }

  /// Takes the pending changes of some attributes back, and of what these point to; the step can be undone.
  package func revert(_ names: Set<String>) {
    let pointing = entity.relationships.filter { relationship in
      relationship.definition.joins.contains { names.contains($0.source) }
    }
    let gone = names.union(pointing.map(\.name))
    change {
      $0.overlay = $0.overlay.filter { !gone.contains($0.key.first) }
      $0.references = $0.references.filter { !gone.contains($0.key) }
    }
  }

  /// Marks the object for deletion at the next save, as somebody has seen it.
  ///
  /// Values that others have written behind the entered ones have not been seen. The step can be undone.
  package func markDeleted(asRead record: Record? = nil) {
    change {
      $0.state = .deleted
      $0.readForDeletion = $0.asSeen(record ?? $0.base)
    }
  }

  /// Takes back that the object is to be deleted, and nothing else; the step can be undone.
  package func markKept() {
    change {
      $0.state = .stored
      $0.readForDeletion = nil
    }
  }

  func change(typingInto field: String? = nil, _ mutate: (ManagedObject) -> Void) {
    let before = Memento(self)
    mutate(self)
    keepOriginals()
    refreshSnapshot()
    context?.didChange(self, from: before, typingInto: field)
  }

  func refreshSnapshot() {
    defer { context?.noteState(of: self) }
    guard !overlay.isEmpty || state == .inserted else {
      snapshot = base
      return
    }
    var layout = base.layout
    var values = base.values
    var changed: Set<String> = []
    var truncated = base.truncatedPositions
    var sizes = base.truncatedSizes
    var unread: [PropertyPath] = []
    for (path, value) in overlay {
      guard let position = base.layout.position(of: path.components) else {
        if path.components.count == 1, entity.attribute(named: path.first) != nil {
          unread.append(path)
        }
        continue
      }
      truncated.remove(position)
      sizes[position] = nil
      values[position] = value
      if path.components.count == 1, !value.isStoredLike(base.value(at: position)) {
        changed.insert(path.first)
      }
    }
    changed.formUnion(references.keys)
    if !overlay.isEmpty { compute(&values, layout) }
    if !unread.isEmpty {
      // What was not read, or may not be, can be set all the same; whether that is allowed is asked when it is saved.
      unread.sort { $0.first < $1.first }
      layout = RecordLayout(entity: entity, paths: layout.paths + unread)
      values += unread.map { overlay[$0] ?? .null }
      changed.formUnion(unread.map(\.first))
    }
    snapshot = Record(
      layout: layout,
      id: base.id,
      values: values,
      isNew: state == .inserted,
      changedKeys: changed,
      newReferences: Set(references.keys),
      truncatedPositions: truncated,
      sizes: sizes,
      related: relatedAsRead,
      stored: state == .inserted ? nil : base
    )
  }

  /// The prefetched related rows, without those of relationships whose foreign keys have changed.
  private var relatedAsRead: [String: RelatedRecords] {
    base.related.filter { name, _ in
      let joins = entity.relationship(named: name)?.definition.joins ?? []
      return !joins.contains { overlay[PropertyPath(components: [$0.source])] != nil }
    }
  }

  /// Keeps the values that changed attributes and identifying attributes had at their first change.
  ///
  /// - Parameter earlier: Original values known from before, used for the identifying attributes.
  func keepOriginals(_ earlier: [PropertyPath: Value] = [:]) {
    let known = overlay.isEmpty ? [] : recognitionPaths
    originals = originals.filter { overlay[$0.key] != nil || known.contains($0.key) }
    for path in known where originals[path] == nil { originals[path] = earlier[path] }
    for path in Array(overlay.keys) + known where originals[path] == nil {
      // The beginning of a value says nothing about whether somebody else has changed it.
      guard !base.isTruncated(path.components) else { continue }
      originals[path] = base.layout.position(of: path.components).map { base.value(at: $0) }
    }
  }

  /// Takes what the database says now; of the pending changes only those stay that were not in `saved` yet.
  func refresh(base: Record, state: State = .stored, saved: Memento? = nil) {
    self.base = base
    self.state = state
    overlay = saved.map { saved in overlay.filter { saved.overlay[$0.key] != $0.value } } ?? [:]
    references = references.filter { overlay[PropertyPath(components: [$0.key])] != nil }
    originals = [:]
    readForDeletion = nil
    (readBeforeConflict, unseen, latestHiddenProperties) = (nil, nil, nil)
    keepOriginals()
    refreshSnapshot()
  }

  /// Takes what is stored now for what was read: the next save writes over it.
  func acceptStored() {
    originals = [:]
    readForDeletion = nil
    (readBeforeConflict, unseen) = (nil, latestHiddenProperties)
    keepOriginals()
    context?.note(self)
  }

  /// Keeps what the person may not see of the row, to compare it when everything is to be as it was read.
  ///
  /// While there are changes those values count that were there when they began, until ``acceptStored()``.
  package func keep(_ unseen: HiddenValues?) {
    latestHiddenProperties = unseen
    if self.unseen == nil || !hasChanges { self.unseen = unseen }
    if hasChanges { context?.note(self) }
  }

  /// Notes that somebody else has changed the row: nothing is written before ``acceptStored()``.
  /// - Parameter read: What was known of it before.
  /// - Returns: What was known of it when the first such change was met.
  package func contest(asRead read: Record) -> Record {
    let known = readBeforeConflict ?? read
    readBeforeConflict = known
    context?.note(self)
    return known
  }

  /// Takes a fresher or fuller reading of the same row; pending changes stay.
  func rebase(on record: Record) {
    followStoredValues(record) { path in
      !changedKeys.contains(path.first) && base.layout.position(of: path.components) != nil
    }
    base = record
    keepOriginals()
    refreshSnapshot()
  }

  func restore(_ memento: Memento) {
    overlay = memento.overlay
    references = memento.references
    chosenKeys = memento.chosenKeys
    state = memento.state
    followStoredValues(base) { memento.unchanged.contains($0) }
    takeKeys()
    keepOriginals(memento.originals)
    readForDeletion = state == .deleted ? asSeen(base, calledAsIn: memento.readForDeletion) : nil
    refreshSnapshot()
  }

  /// Takes the keys of objects that were new when this one was pointed to them, and are stored by now.
  func settleReferences() {
    guard !references.isEmpty else { return }
    takeKeys()
    refreshSnapshot()
  }

  private func takeKeys() {
    for (name, reference) in references where reference.destination.state != .inserted {
      let key = reference.destination.base.keyValue(forKey: reference.key)
      overlay[PropertyPath(components: [name])] = key ?? .null
      chosenKeys[name] = key
      references[name] = nil
    }
  }
}
