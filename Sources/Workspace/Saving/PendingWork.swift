import AccessControl
package import Editing
import EntityModel
package import EntityStore
import RuleEnvironment
import StandardKeys

/// What waits to be saved, on whatever page it was entered: one save writes all of it, in one transaction.
package struct PendingWork {
  package let work: WorkContext

  /// The unsaved changes of a session.
  package init(work: WorkContext) { self.work = work }

  /// What the next save writes: an untouched new object only where it is made.
  package var objects: [ManagedObject] {
    let edited = Set((work.presenter?.editedObjects ?? []).map { ObjectIdentifier($0) })
    return work.editing.pendingObjects.filter {
      $0.hasInput || edited.contains(ObjectIdentifier($0))
    }
  }

  /// Whether the next save writes something.
  package var hasObjects: Bool {
    work.editing.enteredCount > 0
      || work.presenter?.editedObjects.contains(where: work.editing.isPending) == true
  }

  /// Whether nobody has entered anything into a new object.
  package func isUntouched(_ object: ManagedObject) -> Bool {
    !(work.forms[object]?.hasInput ?? object.hasInput)
  }

  /// What people would lose: also what is typed and no value yet.
  package var entered: [ManagedObject] {
    work.editing.enteredObjects + draftedAlone
  }

  /// The objects of which only forms know what is typed.
  private var draftedAlone: [ManagedObject] {
    work.forms.drafted.map(\.object).filter { !work.editing.isEntered($0) }
  }

  /// How many objects ``entered`` has.
  package var enteredCount: Int { work.editing.enteredCount + draftedAlone.count }

  private func isEntered(_ object: ManagedObject) -> Bool {
    work.editing.isEntered(object) || work.forms[object]?.hasValuelessDrafts == true
  }

  /// The objects linked, unlinked or entered for the forms here.
  package var linkedHere: [ManagedObject] {
    work.presenter?.linkedObjects ?? []
  }

  /// How many objects wait beside those being edited here and those linked to them.
  package var countElsewhere: Int {
    let forms = work.presenter?.editedObjects ?? []
    guard !forms.isEmpty else { return enteredCount }
    let here = linkedHere + forms + forms.flatMap(work.editing.objectsMade)
    let entered = Set(here.filter(isEntered).map { ObjectIdentifier($0) })
    return enteredCount - entered.count
  }

  /// How many of them others have changed meanwhile, so that saving asks.
  package var countChangedElsewhere: Int { work.editing.overtakenCount }

  /// What saving is called: `save`, or `save 3 changes`.
  package var saveTitle: String { Self.saveTitle(count: enteredCount) }

  /// What saving so many objects is called.
  package static func saveTitle(count: Int) -> String {
    count > 1 ? "save \(count) changes" : "save"
  }

  /// What is said when so many objects were saved.
  package static func savedSentence(count: Int) -> String {
    count > 1 ? "saved \(count) objects" : "saved"
  }

  /// What is said of the `objects` just saved that nothing finds again; `nil` where all are found.
  package func lossSentence(of objects: [ManagedObject]) -> String? {
    let lost = objects.first {
      $0.state != .deleted && $0.id?.values.isEmpty != false && $0.entity.definition.kind == .table
        && !$0.entity.identity.isEmpty
    }
    return lost.map {
      "\(work.shownName(of: $0.entity)): saved, but a trigger of the database has given it another key or taken it away; "
        + "the list shows what is there"
    }
  }

  /// `3 objects`.
  package static func objects(count: Int) -> String {
    "\(count) \(count == 1 ? "object" : "objects")"
  }

  /// What people call an object: `Artist “Accept”`; a new one without a name yet is `a new Artist`.
  package func label(of object: ManagedObject) -> String { label(of: object.snapshot) }

  /// What people call a new object of which nothing is known: `a new Artist`.
  package func newLabel(of object: ManagedObject) -> String {
    "a new " + work.root.scoped(to: object.snapshot)[ModelKeys.shared.displayNameForEntity]
  }

  /// What people call a row.
  package func label(of record: Record) -> String {
    let scope = work.root.scoped(to: record)
    let entity = scope[ModelKeys.shared.displayNameForEntity]
    if let label = scope[ObjectKeys.shared.objectLabel], !label.isEmpty {
      return "\(entity) “\(label)”"
    }
    return record.id == nil ? "a new \(entity)" : entity
  }

  /// What people call the properties that write attributes of an object.
  package func names(of keys: Set<String>, in object: ManagedObject) -> [String] {
    let scope = work.root.scoped(toTask: "edit").scoped(to: object.snapshot)
    return keys.sorted().map { scope.displayName(of: object.entity.propertyNames(writing: $0)[0]) }
  }
}
