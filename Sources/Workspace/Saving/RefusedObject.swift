package import Editing
import EntityModel
import EntityStore
import Qualifiers

/// A finder of the object that caused a refused save, among all objects of the save.
///
/// Writes the message, which names that object if there are several, and chooses the forms whose fields are marked.
package struct RefusedObject {
  package let work: WorkContext
  package let objects: [ManagedObject]

  package init(work: WorkContext, objects: [ManagedObject]) {
    (self.work, self.objects) = (work, objects)
  }

  /// The sentence for an error, which names the object that it is about where more than one was to be saved; `suspect` where
  /// what the store says may mean several.
  package func sentence(for error: SaveError, suspect: ManagedObject? = nil) -> String {
    let sentence = SaveErrorText(work: work).text(for: error, of: objects)
    if case .invalid = error { return sentence }
    guard objects.count > 1, let object = object(of: error) ?? suspect else { return sentence }
    return UnsavedChanges(work: work).label(of: object) + ": " + sentence
  }

  package func object(of error: SaveError) -> ManagedObject? {
    switch error {
    case .invalid(let problems):
      let tokens = Set(problems.map(\.token))
      return tokens.count == 1 ? objects.first { tokens.contains($0.token) } : nil
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
  package func forms(
    of error: SaveError,
    among forms: [FormModel],
    _ suspect: ManagedObject? = nil
  ) -> [FormModel] {
    if case .invalid(let problems) = error {
      let tokens = Set(problems.map(\.token))
      return forms.filter { tokens.contains($0.object.token) }
    }
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
