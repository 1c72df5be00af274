import EntityModel
import Qualifiers

/// What taking a step back, or doing it again, has made different.
public struct StepOutcome {
  /// The object that is different now; `nil` where nothing pending is.
  public let object: ManagedObject?
  /// How it is different.
  package let effect: Effect
  /// What the step is called, where it is one of several changes: `link Ada to Customers of …`.
  package var name: String?
  /// What each of those changes has made different.
  package var parts: [StepOutcome] = []
  /// What is shown otherwise now, where nothing pending is different.
  package var shown: ShownChange?

  /// The names of the attributes that have other values.
  package var keys: Set<String> { if case .changed(let keys) = effect { keys } else { [] } }

  /// How an object is different by a step.
  package enum Effect: Equatable {
    /// The attributes with these names have other values; none, when it is to be deleted or is not any more.
    case changed(Set<String>)
    /// It is pending as a new object.
    case inserted
    /// It is no new object any more: the next save makes none.
    case withdrawn
    /// It is shown otherwise.
    case shown
  }
}

extension ManagedObject.Memento {
  /// The names of the attributes that stood otherwise at that moment than they do in `object` now.
  func keys(differingFrom object: ManagedObject) -> Set<String> {
    let attributes = object.entity.attributes.map(\.name)
    return Set(
      attributes.filter { name in
        let path = PropertyPath(components: [name])
        return overlay[path] != object.overlay[path]
          || references[name]?.destination.token != object.references[name]?.destination.token
      }
    )
  }
}
