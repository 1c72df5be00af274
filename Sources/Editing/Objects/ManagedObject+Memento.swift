import EntityStore
import Qualifiers

extension ManagedObject {
  /// A reference to a new, unsaved object whose primary key is assigned only by the save.
  struct NewReference {
    let destination: ManagedObject
    /// The attribute of the new object that is the key.
    let key: String
    var origin = ReferenceOrigin.chosen

    /// The key of an object that is no new one any more; null where it has none.
    var storedKey: Value? {
      destination.state == .inserted ? nil : destination.base.keyValue(forKey: key) ?? .null
    }
  }

  /// The origin of a reference to an unsaved object: chosen by the user, set on creation, or created together with it.
  package enum ReferenceOrigin: String {
    /// Somebody chose that.
    case chosen
    /// The new object was created from the other one; such a reference does not count as user input.
    case begun
    /// The new object was created together with the other one and is saved with it.
    case along
  }

  /// The references to objects that the next save makes; one that was taken back is nobody.
  var liveReferences: [String: NewReference] {
    references.filter { context?.isToBeInserted($0.value.destination) ?? false }
  }

  /// A copy of an object's unsaved state at one moment: values, references and originals, which undo and redo restore.
  struct Memento {
    let overlay: [PropertyPath: Value]
    let references: [String: NewReference]
    let state: State
    fileprivate(set) var originals: [PropertyPath: Value]
    let chosenKeys: [String: Value]
    fileprivate(set) var readForDeletion: Record?
    /// The attributes that were set to the value they already had.
    let unchanged: Set<PropertyPath>

    /// Whether the object stands as it did then: what is stored anyway is no change, and what is shown of others is none of it.
    func holds(for object: ManagedObject) -> Bool {
      let (overlay, references) = settled
      func isSame(_ path: PropertyPath) -> Bool {
        // Behind a reference to what is not stored yet stands whatever was known when it was chosen.
        if references[path.first] != nil { return true }
        let base =
          object.base.isTruncated(path.components) ? nil : object.base.value(forKey: path.first)
        // That a new object holds nothing is more than that nobody has said what it holds.
        let read = state == .inserted && base?.isNull == true ? nil : base
        let then = unchanged.contains(path) ? read : overlay[path] ?? read
        guard let then, let now = object.overlay[path] ?? read else {
          return then == nil && object.overlay[path] == nil
        }
        return then.isStoredLike(now)
      }
      return object.state == state
        && object.references.mapValues(\.destination.token)
          == references.mapValues(\.destination.token)
        && Set(overlay.keys).union(object.overlay.keys)
          .allSatisfy { $0.components.count > 1 || isSame($0) }
    }

    /// The values and references with which it would be brought back by now: what is stored meanwhile is referred to by its key.
    private var settled: (overlay: [PropertyPath: Value], references: [String: NewReference]) {
      var (values, open) = (overlay, references)
      for (name, reference) in references {
        guard let key = reference.storedKey else { continue }
        values[PropertyPath(components: [name])] = key
        open[name] = nil
      }
      return (values, open)
    }

    init(_ object: ManagedObject) {
      overlay = object.overlay
      references = object.references
      state = object.state
      originals = object.originals
      chosenKeys = object.chosenKeys
      readForDeletion = object.readForDeletion
      let changed = object.changedKeys
      unchanged =
        state == .inserted
        ? [] : Set(overlay.keys.filter { $0.components.count == 1 && !changed.contains($0.first) })
    }

    /// Takes what is stored by now for what was known then, of attributes of which that was as `isSame` says.
    mutating func learn(_ now: Record, where isSame: (String, Value) -> Bool) {
      func stored(_ name: String, _ known: Value?) -> Value? {
        guard let known, isSame(name, known), !now.isTruncated([name]) else { return nil }
        return now.value(forKey: name)
      }
      for (path, known) in originals where path.components.count == 1 {
        originals[path] = stored(path.first, known) ?? known
      }
      readForDeletion = readForDeletion.map { read in
        let names = read.attributeNames.filter { !read.isTruncated([$0]) }
        return read.holding(
          Dictionary(
            names.compactMap { name in stored(name, read.value(forKey: name)).map { (name, $0) } }
          ) { $1 }
        )
      }
    }
  }

  /// Takes what is known of what is stored from a moment that is now, but for that.
  func takeStored(of moment: Memento) {
    (originals, readForDeletion) = (moment.originals, moment.readForDeletion)
    context?.note(self)
  }

  /// Makes pending again what was at that moment, with all that was known then of what it is laid over.
  func restorePending(_ memento: Memento) {
    restore(memento)
    takeStored(of: memento)
    keepOriginals()
  }
}
