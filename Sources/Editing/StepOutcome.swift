import EntityModel
import Qualifiers

/// The result of an undo or redo: the object and how it changed.
public struct StepOutcome {
  /// The object that is different now; `nil` where nothing pending is.
  public let object: ManagedObject?
  /// How it is different.
  package let effect: Effect
  /// The name of a step that groups several changes: `link Ada to Customers of …`.
  package var name: String?
  /// The results of the grouped changes.
  package var parts: [StepOutcome] = []
  /// The view change, such as a filter or sort order; `nil` for changes of objects.
  package var shown: ViewChange?

  /// The names of the attributes that have other values.
  package var keys: Set<String> { if case .changed(let keys) = effect { keys } else { [] } }

  /// How an object is different by a step.
  package enum Effect: Equatable {
    /// The attributes with these names have other values; none, when it is to be deleted or is not any more.
    case changed(Set<String>)
    /// The object is a new, unsaved object again.
    case inserted
    /// The new object was removed and will not be saved.
    case withdrawn
    /// Only the view changed, not an object.
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
