import EntityStore
import Qualifiers

extension ManagedObject {
  /// A new object whose key is not known before it is saved.
  struct NewReference {
    let destination: ManagedObject
    /// The attribute of the new object that is the key.
    let key: String
    var origin = ReferenceOrigin.chosen
  }

  /// How a new object came to refer to another one.
  package enum ReferenceOrigin: String {
    /// Somebody chose that.
    case chosen
    /// It was begun from the other one: that alone is nobody's input.
    case begun
    /// It was made along with the other one, and is saved when that is.
    case along
  }

  /// The references to objects that the next save makes; one that was taken back is nobody.
  var liveReferences: [String: NewReference] {
    references.filter { context?.isToBeInserted($0.value.destination) ?? false }
  }

  /// Pending state at one moment, for undo.
  struct Memento {
    let overlay: [PropertyPath: Value]
    let references: [String: NewReference]
    let state: State
    let originals: [PropertyPath: Value]
    let chosenKeys: [String: Value]
    let readForDeletion: Record?

    /// Whether the object stands as it did then: what is stored anyway is no change, and what is shown of others is none of it.
    func holds(for object: ManagedObject) -> Bool {
      func isSame(_ path: PropertyPath) -> Bool {
        let base =
          object.base.isTruncated(path.components) ? nil : object.base.value(forKey: path.first)
        // That a new object holds nothing is more than that nobody has said what it holds.
        let read = state == .inserted && base?.isNull == true ? nil : base
        guard let then = overlay[path] ?? read, let now = object.overlay[path] ?? read else {
          return overlay[path] == nil && object.overlay[path] == nil
        }
        return then.isStoredLike(now)
      }
      return object.state == state
        && Set(overlay.keys).union(object.overlay.keys)
          .allSatisfy { $0.components.count > 1 || isSame($0) }
        && object.references.mapValues(\.destination.token)
          == references.mapValues(\.destination.token)
    }

    init(_ object: ManagedObject) {
      overlay = object.overlay
      references = object.references
      state = object.state
      originals = object.originals
      chosenKeys = object.chosenKeys
      readForDeletion = object.readForDeletion
    }
  }

  /// Makes pending again what was at that moment, with all that was known then of what it is laid over.
  func bringBack(_ memento: Memento) {
    restore(memento)
    (originals, readForDeletion) = (memento.originals, memento.readForDeletion)
    keepOriginals()
  }
}
