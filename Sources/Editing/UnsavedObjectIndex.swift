package import EntityModel

/// An index of the objects with unsaved changes: by entity, by user input, by conflict and by references among them.
///
/// Updated with each change, so that drawing a frame costs the same however many objects are unsaved.
final class UnsavedObjectIndex {
  /// A reference from an unsaved object to a new one: the new object's token, and how the reference was made.
  struct UnsavedReference: Hashable {
    let destination: Int
    let origin: ManagedObject.ReferenceOrigin
  }

  /// The pending objects with something that a person has entered, by token.
  var entered: [Int: ManagedObject] = [:]
  /// The tokens of pending objects that others have changed.
  var overtaken: Set<Int> = []
  /// The pending objects of each entity, by its name.
  private(set) var members: [String: [Int: ManagedObject]] = [:]
  /// The pending objects that refer to each new one, by its token.
  private(set) var referring: [Int: [Int: ManagedObject]] = [:]
  /// The links of each pending object as they were counted last.
  private(set) var links: [Int: [UnsavedReference: ManagedObject]] = [:]
  /// The tokens of new objects with input of their own.
  private var ownInput: Set<Int> = []
  /// Counts the changes.
  private(set) var revision = 0
  /// The revision of the last change of an object of each entity, by its name.
  private var revisions: [String: Int] = [:]
  /// The number of times that somebody went through pending objects: no frame does that.
  private(set) var traversalCount = 0

  /// Counts that somebody goes through pending objects.
  func countTraversal() { traversalCount += 1 }

  /// The revision of the last change of an object of one of some entities.
  func revision(of names: [String]) -> Int { names.reduce(0) { max($0, revisions[$1] ?? 0) } }

  /// Notes that an object of an entity is another.
  func noteChange(of name: String) {
    revision += 1
    revisions[name] = revision
  }

  /// Takes an object as it is now.
  ///
  /// - Returns: The other objects whose input may be judged otherwise by that.
  func take(_ object: ManagedObject, isPending: Bool) -> [ManagedObject] {
    let (token, name) = (object.token, object.entity.name)
    noteChange(of: name)
    members[name, default: [:]][token] = isPending ? object : nil
    let before = links[token] ?? [:]
    let now = isPending ? object.links : [:]
    links[token] = now.isEmpty ? nil : now
    let isChanged = before.count != now.count || !before.keys.allSatisfy { now[$0] != nil }
    if isChanged {
      for link in before.keys { referring[link.destination]?[token] = nil }
      for link in now.keys { referring[link.destination, default: [:]][token] = object }
      for link in before.keys where referring[link.destination]?.isEmpty == true {
        referring[link.destination] = nil
      }
    }
    let hasOwnInput = isPending && object.state == .inserted && object.hasOwnInput
    let isOther = hasOwnInput != ownInput.contains(token)
    if isOther { if hasOwnInput { ownInput.insert(token) } else { ownInput.remove(token) } }
    guard isChanged || isOther else { return [] }
    let followers = isOther ? referring[token].map { Array($0.values) } ?? [] : []
    return Array(before.values) + now.values + followers
  }
}

extension EditingContext {
  /// The number of pending objects with something that a person has entered.
  package var enteredCount: Int { account.entered.count }

  /// Whether an object is pending, and a person has entered something.
  package func isEntered(_ object: ManagedObject) -> Bool {
    account.entered[object.token] === object
  }

  /// The pending objects with something that a person has entered, in the order of ``pendingObjects``.
  package var enteredObjects: [ManagedObject] { pendingObjects.filter(isEntered) }

  /// The new objects among ``enteredObjects``.
  package var enteredNewObjects: [ManagedObject] {
    guard !newObjects.isEmpty else { return [] }
    account.countTraversal()
    return newObjects.filter(isEntered)
  }

  /// The number of objects to be saved that others have changed.
  package var conflictingCount: Int { account.overtaken.count }

  /// Counts all changes of what is pending.
  package var pendingRevision: Int { account.revision }

  /// The revision of the last change of a pending object of an entity, or of one of its kinds.
  package func pendingRevision(of entity: Entity) -> Int {
    account.revision(of: entity.kindNames)
  }

  /// The pending objects of an entity, or of one of its kinds, in the order of ``pendingObjects``.
  package func pendingObjects(of entity: Entity) -> [ManagedObject] {
    let found = entity.kindNames.flatMap { account.members[$0].map { Array($0.values) } ?? [] }
    guard !found.isEmpty else { return [] }
    account.countTraversal()
    guard found.contains(where: { $0.state == .inserted }) else { return Self.ordered(found) }
    let stored = found.filter { $0.state != .inserted }
    return newObjects.filter { $0.entity.isKind(of: entity) } + Self.ordered(stored)
  }

  /// Stored objects in the order of ``pendingObjects``.
  static func ordered(_ objects: [ManagedObject]) -> [ManagedObject] {
    let stored = objects.sorted { $0.token < $1.token }
    return stored.filter { $0.state != .deleted } + stored.filter { $0.state == .deleted }
  }

  /// The objects that were made along with a new one.
  package func objectsMade(along object: ManagedObject) -> [ManagedObject] {
    account.referring[object.token].map { $0.values.filter { $0.isMade(along: object) } } ?? []
  }

  /// Whether something that somebody entered refers to a new object.
  func isReferredTo(_ object: ManagedObject) -> Bool {
    account.referring[object.token]?.values.contains {
      $0 !== object && $0.counts(asInputOf: object)
    } == true
  }

  /// Keeps account of an object that may be another now.
  func note(_ object: ManagedObject) {
    for other in account.take(object, isPending: isPending(object)) + [object] {
      let isEntered = isPending(other) && other.judgesAsInput
      guard isEntered != (account.entered[other.token] === other) else { continue }
      account.entered[other.token] = isEntered ? other : nil
      account.noteChange(of: other.entity.name)
    }
    if object.state != .inserted, isPending(object), object.isChangedElsewhere {
      account.overtaken.insert(object.token)
    } else {
      account.overtaken.remove(object.token)
    }
    onTouch?(object)
  }
}
