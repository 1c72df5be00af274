package import Editing
import EntityModel
import EntityStore
import StandardKeys

/// The errors of the last refused save, by object and property; each applies until its object changes.
package struct SaveFaults {
  /// The errors of one object in the last refused save, by property.
  ///
  /// They apply only while the object still has the snapshot taken at that save.
  private struct Fault {
    let object: ManagedObject
    let snapshot: Record
    var sentences: [String: String] = [:]

    var isCurrent: Bool { object.snapshot === snapshot }
  }

  private var known: [ObjectIdentifier: Fault] = [:]
  /// Counts what was noted, so that views notice.
  package private(set) var revision = 0

  /// The sentences about an object by property; the one about all of it by no name.
  package subscript(object: ManagedObject) -> [String: String] {
    guard let fault = known[ObjectIdentifier(object)], fault.isCurrent else {
      return [:]
    }
    return fault.sentences
  }

  /// The objects that are known to be at fault.
  package var objects: [ManagedObject] { known.values.filter(\.isCurrent).map(\.object) }

  /// An object is no more.
  package mutating func forget(_ object: ManagedObject) {
    guard known.removeValue(forKey: ObjectIdentifier(object)) != nil else { return }
    revision += 1
  }

  /// Another save begins.
  package mutating func forget() {
    guard !known.isEmpty else { return }
    known = [:]
    revision += 1
  }

  /// An object that a save was refused for, and the properties at fault where that was found out.
  package typealias Suspect = (object: ManagedObject, keys: [String])

  /// Keeps what was refused of those of `objects` that are known to be meant: of `suspect` where what the store says may mean
  /// several.
  package mutating func note(
    _ error: SaveError,
    of objects: [ManagedObject],
    suspect: Suspect? = nil,
    in work: WorkContext
  ) {
    forget()
    revision += 1
    switch error {
    case .invalid(let problems):
      let known = Dictionary(objects.map { ($0.token, $0) }) { first, _ in first }
      for problem in problems {
        if let object = known[problem.token] {
          note(problem.message, at: [problem.key], of: object)
        }
      }
    case .store(let error):
      let known = Self.object(of: error, among: objects, in: work)
      guard let object = known ?? suspect?.object else { return }
      let sentence = SaveErrorText(work: work).text(for: .store(error))
      // What a trigger has written elsewhere is no property of the object.
      let written = error.entityName.flatMap { work.model.entity(named: $0) }
      let table = object.entity.definition.table
      let isOwn = written?.definition.table == table || object.entity.definition.kind == .view
      let keys = suspect.map { $0.object === object ? $0.keys : [] } ?? []
      note(sentence, at: isOwn ? error.attributes : keys, of: object)
    }
  }

  private mutating func note(_ sentence: String, at keys: [String], of object: ManagedObject) {
    let names = keys.map { object.entity.propertyNames(writing: $0).first ?? $0 }
    for name in names.isEmpty ? [""] : names {
      let new = Fault(object: object, snapshot: object.snapshot)
      known[ObjectIdentifier(object), default: new].sentences[name] = sentence
    }
  }

  /// Finds the object for which a save was refused when the store's error does not identify it.
  ///
  /// Is the object with a broken reference, or the one without which a trial save of the others succeeds. A broken reference
  /// comes with its key.
  package static func suspect(
    of error: SaveError,
    among objects: [ManagedObject],
    in work: WorkContext
  ) async -> Suspect? {
    guard case .store(let refusal) = error, refusal.isAboutObjects else { return nil }
    if case .referenceViolated = refusal,
      let broken = await brokenReference(among: objects, in: work)
    {
      return broken
    }
    guard objects.count > 1, object(of: refusal, among: objects, in: work) == nil else {
      return nil
    }
    let wanted = Set(refusal.attributes)
    var candidates = objects.filter { object in
      guard let name = refusal.entityName else { return true }
      return object.entity.name == name && object.state != .deleted
        && (wanted.isEmpty || !object.changedKeys.isDisjoint(with: wanted))
    }
    // A trigger may have written to another entity.
    if candidates.isEmpty { candidates = objects }
    guard candidates.count <= trialLimit else { return nil }
    for candidate in candidates {
      do throws(SaveError) {
        try await work.tryOut(objects.filter { $0 !== candidate })
        return (candidate, [])
      } catch {
        // There is another one, or something else is wrong.
        continue
      }
    }
    return nil
  }

  /// The object of a reference that leads nowhere.
  private static func brokenReference(
    among objects: [ManagedObject],
    in work: WorkContext
  ) async -> Suspect? {
    for object in objects.prefix(trialLimit) where object.state != .deleted {
      let form = work.forms[object] ?? FormModel(object: object)
      if let key = await FieldLookup(work: work, form: form).brokenReference() {
        return (object, [key])
      }
    }
    return nil
  }

  /// The maximum number of objects examined, each with a trial save or a look-up.
  private static let trialLimit = 50

  private static func object(
    of error: StoreError,
    among objects: [ManagedObject],
    in work: WorkContext
  ) -> ManagedObject? {
    switch error {
    case .changedByOther(let id), .notFound(let id), .ambiguous(let id), .notExactlyOne(let id, _):
      objects.first { $0.base.id == id }
    case .uniqueViolated, .nullViolated, .checkViolated, .refusedByTrigger:
      RefusedObject(work: work, objects: objects).object(of: .store(error))
    default: objects.count == 1 && error.isAboutObjects ? objects[0] : nil
    }
  }
}

extension StoreError {
  /// Whether something about what is to be saved keeps it from that, and not what else goes on.
  fileprivate var isAboutObjects: Bool {
    switch self {
    case .refused, .refusedByTrigger, .referenceViolated, .uniqueViolated, .nullViolated,
      .checkViolated, .database:
      true
    default: false
    }
  }

  /// The entity of which values are at fault.
  fileprivate var entityName: String? {
    switch self {
    case .uniqueViolated(let name, _), .nullViolated(let name, _), .checkViolated(let name, _, _),
      .refusedByTrigger(_, let name, _):
      name
    default: nil
    }
  }

  /// The attributes that are at fault, as far as the database says.
  fileprivate var attributes: [String] {
    switch self {
    case .uniqueViolated(_, let names), .checkViolated(_, _, let names),
      .refusedByTrigger(_, _, let names):
      names
    case .nullViolated(_, let name): [name]
    default: []
    }
  }
}
