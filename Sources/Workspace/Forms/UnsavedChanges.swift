import AccessControl
package import Editing
import EntityModel
package import EntityStore
import RuleEnvironment
import StandardKeys

/// The unsaved changes of all pages.
///
/// A save writes them in one transaction.
package struct UnsavedChanges {
  package let work: WorkContext

  /// The unsaved changes of a session.
  package init(work: WorkContext) { self.work = work }

  /// The objects that the next save writes.
  ///
  /// A new object without input is included only while the current page edits it.
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

  /// The objects with input that would be lost, including text in fields that is not a valid value.
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
  package var countChangedElsewhere: Int { work.editing.conflictingCount }

  /// The title of the save command: `save`, or `save 3 changes`.
  package var saveTitle: String { Self.saveTitle(count: enteredCount) }

  /// Returns the title of the command that saves `count` objects.
  package static func saveTitle(count: Int) -> String {
    count > 1 ? "save \(count) changes" : "save"
  }

  /// Returns the message after `count` objects were saved.
  package static func savedSentence(count: Int) -> String {
    count > 1 ? "saved \(count) objects" : "saved"
  }

  /// Returns a warning about saved `objects` that cannot be found again because a trigger changed them; `nil` for none.
  package func lossSentence(of objects: [ManagedObject]) -> String? {
    let lost = objects.first {
      $0.state != .deleted && $0.id?.values.isEmpty != false && $0.entity.definition.kind == .table
        && !$0.entity.identity.isEmpty
    }
    return lost.map {
      "\(work.shownName(of: $0.entity)): saved, but a trigger of the database changed its key or deleted it; "
        + "the list shows the stored rows"
    }
  }

  /// `3 objects`.
  package static func objects(count: Int) -> String {
    "\(count) \(count == 1 ? "object" : "objects")"
  }

  /// Returns the label of an object: `Artist “Accept”`, or `a new Artist` for a new one without a name.
  package func label(of object: ManagedObject) -> String { label(of: object.snapshot) }

  /// Returns the label of a new object without its name: `a new Artist`.
  package func newLabel(of object: ManagedObject) -> String {
    "a new " + work.root.scoped(to: object.snapshot)[ModelKeys.shared.displayNameForEntity]
  }

  /// Returns the label of a row.
  package func label(of record: Record) -> String {
    let scope = work.root.scoped(to: record)
    let entity = scope[ModelKeys.shared.displayNameForEntity]
    if let label = scope[ObjectKeys.shared.objectLabel], !label.isEmpty {
      return "\(entity) “\(label)”"
    }
    return record.id == nil ? "a new \(entity)" : entity
  }

  /// Returns the display names of the properties that write the attributes `keys` of an object.
  package func names(of keys: Set<String>, in object: ManagedObject) -> [String] {
    let scope = work.root.scoped(toTask: .edit).scoped(to: object.snapshot)
    return keys.sorted().map { scope.displayName(of: object.entity.propertyNames(writing: $0)[0]) }
  }
}
