import Editing
import EntityModel
import EntityStore
import Qualifiers

/// Which of several objects a save was refused for, as far as what the store says leaves only one.
struct SaveSubject {
  let session: Session
  let objects: [ManagedObject]

  /// The sentence with the object that it is about before it, where more than one was to be saved; `suspect` where what the
  /// store says may mean several.
  func named(_ sentence: String, _ error: SaveError, suspect: ManagedObject? = nil) -> String {
    guard objects.count > 1, let object = object(of: error) ?? suspect else { return sentence }
    return PendingWork(session: session).label(of: object) + ": " + sentence
  }

  func object(of error: SaveError) -> ManagedObject? {
    switch error {
    case .invalid(let problems):
      guard let first = problems.first else { return nil }
      return only(of: first.entityName) { object in
        RuleProblems(root: session.root).allProblems(of: object).contains(first)
      }
    case .store(.uniqueViolated(let name, let attributes)):
      return only(of: name) { !$0.changedKeys.isDisjoint(with: attributes) }
    case .store(.nullViolated(let name, let attribute)):
      return only(of: name) { $0.snapshot.value(forKey: attribute)?.isNull == true }
    case .store(.checkViolated(let name, _, let attributes)),
      .store(.refusedByTrigger(_, let name, let attributes)):
      return only(of: name) { attributes.isEmpty || !$0.changedKeys.isDisjoint(with: attributes) }
    case .store: return nil
    }
  }

  /// The forms in which fields are marked: where it is sure which object was refused, no other of its entity.
  func forms(
    of error: SaveError,
    among forms: [FormModel],
    _ suspect: ManagedObject? = nil
  ) -> [FormModel] {
    guard let object = object(of: error) ?? suspect else { return forms }
    return forms.filter { $0.object === object || $0.object.entity !== object.entity }
  }

  /// The object of an entity for which a condition holds; `nil` where that may be several.
  private func only(
    of entityName: String,
    _ condition: (ManagedObject) -> Bool
  ) -> ManagedObject? {
    let own = objects.filter { $0.entity.name == entityName && $0.state != .deleted }
    let found = own.count == 1 ? own : own.filter(condition)
    return found.count == 1 ? found[0] : nil
  }
}
