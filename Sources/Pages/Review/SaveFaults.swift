import Editing
import EntityModel
import EntityStore
import StandardKeys

/// What kept the last save from being done, by object and property: as long as the object stands as it did then.
struct SaveFaults {
  private var known: [ObjectIdentifier: (snapshot: Record, sentences: [String: String])] = [:]
  /// Counts what was noted, so that views notice.
  private(set) var revision = 0

  /// The sentences about an object by property; the one about all of it by no name.
  subscript(object: ManagedObject) -> [String: String] {
    guard let fault = known[ObjectIdentifier(object)], fault.snapshot === object.snapshot else {
      return [:]
    }
    return fault.sentences
  }

  /// Another save begins.
  mutating func forget() {
    guard !known.isEmpty else { return }
    known = [:]
    revision += 1
  }

  /// Keeps what was refused of those of `objects` that are known to be meant: of `suspect`, without which the others can be saved.
  mutating func note(
    _ error: SaveError,
    of objects: [ManagedObject],
    suspect: ManagedObject? = nil,
    in session: Session
  ) {
    forget()
    revision += 1
    switch error {
    case .invalid(let problems):
      let entities = Set(problems.map(\.entityName))
      let judge = RuleProblems(root: session.root)
      for object in objects where entities.contains(object.entity.name) {
        for problem in judge.allProblems(of: object) {
          note(problem.message, [problem.key], object)
        }
      }
    case .store(let error):
      let known = Self.object(of: error, among: objects, in: session)
      guard let object = known ?? suspect else { return }
      let sentence = SaveSentence(session: session).text(for: .store(error))
      note(sentence, error.attributes, object)
    }
  }

  private mutating func note(_ sentence: String, _ keys: [String], _ object: ManagedObject) {
    let names = keys.map { object.entity.propertyNames(writing: $0).first ?? $0 }
    for name in names.isEmpty ? [""] : names {
      known[ObjectIdentifier(object), default: (object.snapshot, [:])].sentences[name] = sentence
    }
  }

  /// Which of `objects` a save was refused for, where what the store says may mean several: the one without which the
  /// others can be saved.
  static func suspect(
    of error: SaveError,
    among objects: [ManagedObject],
    in session: Session
  ) async -> ManagedObject? {
    guard case .store(let refusal) = error, objects.count > 1, refusal.isAboutObjects,
      object(of: refusal, among: objects, in: session) == nil
    else { return nil }
    let wanted = Set(refusal.attributes)
    let candidates = objects.filter { object in
      guard let name = refusal.entityName else { return true }
      return object.entity.name == name && object.state != .deleted
        && (wanted.isEmpty || !object.changedKeys.isDisjoint(with: wanted))
    }
    guard candidates.count <= trialLimit else { return nil }
    for candidate in candidates {
      do throws(SaveError) {
        try await session.tryOut(objects.filter { $0 !== candidate })
        return candidate
      } catch {
        // There is another one, or something else is wrong.
        continue
      }
    }
    return nil
  }

  /// So many saves are tried.
  private static let trialLimit = 50

  private static func object(
    of error: StoreError,
    among objects: [ManagedObject],
    in session: Session
  ) -> ManagedObject? {
    switch error {
    case .changedByOther(let id), .notFound(let id), .ambiguous(let id), .notExactlyOne(let id, _):
      objects.first { $0.base.id == id }
    case .uniqueViolated, .nullViolated, .checkViolated:
      SaveSubject(session: session, objects: objects).object(of: .store(error))
    default: objects.count == 1 && error.isAboutObjects ? objects[0] : nil
    }
  }
}

extension StoreError {
  /// Whether something about what is to be saved keeps it from that, and not what else goes on.
  fileprivate var isAboutObjects: Bool {
    switch self {
    case .refused, .referenceViolated, .uniqueViolated, .nullViolated, .checkViolated, .database:
      true
    default: false
    }
  }

  /// The entity of which values are at fault.
  fileprivate var entityName: String? {
    switch self {
    case .uniqueViolated(let name, _), .nullViolated(let name, _), .checkViolated(let name, _, _):
      name
    default: nil
    }
  }

  /// The attributes that are at fault, as far as the database says.
  fileprivate var attributes: [String] {
    switch self {
    case .uniqueViolated(_, let names), .checkViolated(_, _, let names): names
    case .nullViolated(_, let name): [name]
    default: []
    }
  }
}
