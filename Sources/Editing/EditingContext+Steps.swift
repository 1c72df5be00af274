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

    /// What reversing a step has made different, told by this one, which would reverse it again.
    var outcome: StepOutcome {
      switch self {
      case .change(let object, let memento, _):
        StepOutcome(object: object, effect: .changed(memento.keys(differingFrom: object)))
      case .removal(let object): StepOutcome(object: object, effect: .withdrawn)
      case .insertion(let object): StepOutcome(object: object, effect: .inserted)
      case .group(let steps, let place):
        StepOutcome(
          object: place.object,
          effect: .changed([place.key]),
          name: place.name,
          parts: steps.map(\.outcome)
        )
      }
    }

    /// Whether taking it back makes nothing different.
    var isIdle: Bool {
      switch self {
      case .change(let object, let memento, _): memento.holds(for: object)
      case .insertion, .removal: false
      case .group(let steps, _): steps.allSatisfy(\.isIdle)
      }
    }

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
