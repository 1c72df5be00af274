/// Where a step that changes several objects belongs, and what it is called.
struct StepPlace {
  let name: String
  let object: ManagedObject
  let key: String
}

extension EditingContext {
  /// What undo takes back at once.
  enum Step {
    case change(ManagedObject, ManagedObject.Memento, typingInto: String?)
    case insertion(ManagedObject)
    case removal(ManagedObject)
    case group([Step], StepPlace)

    /// The step without what it did to some objects; `nil` where nothing is left of it.
    func without(_ isForgotten: (ManagedObject) -> Bool) -> Step? {
      switch self {
      case .change(let object, _, _), .insertion(let object), .removal(let object):
        return isForgotten(object) ? nil : self
      case .group(let steps, let place):
        let kept = steps.compactMap { $0.without(isForgotten) }
        return kept.isEmpty ? nil : .group(kept, place)
      }
    }
  }
}
