package import AccessControl
package import Editing
package import EntityModel
package import EntityStore
import Observation
package import RuleEngine
package import RuleEnvironment
package import RuleFiles
package import StandardKeys

/// One open database with its rules, rights and pending changes: all that reading and writing need, without pages and views.
@Observable
package final class WorkContext {
  /// The open database.
  @ObservationIgnored package let store: EntityStore
  /// The pending changes of all pages.
  @ObservationIgnored package let editing: EditingContext
  /// The pages on which the work is shown; `nil` without any.
  @ObservationIgnored package weak var presenter: (any Presenter)?
  /// The rules.
  @ObservationIgnored package let rules: LoadedRules
  /// The rights of the user: who may see and write what.
  @ObservationIgnored package private(set) lazy var rights = RightsContext(
    store: store,
    resolver: rules.resolver,
    root: { [weak self] in self?.root },
    renewal: { [weak self] in self?.renewRoot() },
    objectPaths: { [weak self] in self?.fetchPaths(forObjectOf: $0, in: $1) ?? [] }
  )
  /// The reads that are under way, and what was read.
  @ObservationIgnored package let reading: WorkReading
  /// The place where the program runs, and for whom.
  @ObservationIgnored package let settings: WorkSettings
  /// The outermost scope.
  package var root: EnvironmentValues { didSet { rootRevision += 1 } }
  /// Counts the outermost scopes, so that lists notice that theirs is another.
  @ObservationIgnored package private(set) var rootRevision = 0
  /// The collaborators of higher folders, one of each type.
  @ObservationIgnored private var parts: [ObjectIdentifier: AnyObject] = [:]

  /// A context over an open database; nobody's rights are asked before ``guardAccess()``.
  package init(store: EntityStore, rules: LoadedRules, user: User) {
    (self.store, self.rules) = (store, rules)
    editing = EditingContext(store: store)
    reading = WorkReading(store: store)
    settings = WorkSettings(user: user)
    root = EnvironmentValues(resolver: rules.resolver)
    root[ModelKeys.shared.model] = store.model
    root[PermissionKeys.shared.user] = user
    root[PermissionKeys.shared.role] = user.role
    offerDatabase()
    reading.fetches.renew = { [weak self] in self?.offerDatabase() }
    editing.onChange = { [weak self, unowned editing] in
      let pending = EditingContextReference(changeCount: editing.pendingCount)
      self?.root[ObjectKeys.shared.editingContext] = pending
    }
    reading.faults.names = { [weak self] in self?.shownName($0, $1) ?? $1 ?? $0 }
    editing.onFailedRead = { [faults = reading.faults] error in
      faults.note(error, "saved, but the rows cannot be read again")
    }
  }

  /// Lets the rules decide what the user may see and write, from now on; the outermost scope is complete.
  package func guardAccess() {
    root[RightsKeys.shared.rights] = rights
    rules.checkRole(in: root)
    store.guardAccess(by: rights.accessGuard)
    rights.accessGuard.concealEvidence()
  }

  /// Makes all views and lists ask for their keys anew.
  package func renewRoot() { root[RightsKeys.shared.rights] = rights }

  /// Returns the collaborator of a type, made and kept when it is first asked for.
  ///
  /// Each folder adds accessors for its own: `forms`, `saves`, `journal`.
  package func part<Part: AnyObject>(make: () -> Part) -> Part {
    if let part = parts[ObjectIdentifier(Part.self)] as? Part { return part }
    let part = make()
    parts[ObjectIdentifier(Part.self)] = part
    return part
  }

  /// Whether the page on screen has all it was waiting for.
  package var isSettled: Bool { reading.isSettled }

  /// Lets go of the scopes, which hold the context that they are of.
  package func release() {
    rules.end()
    rights.forget()
    root = EnvironmentValues()
  }
}

// The parts of its collaborators that are asked for most.
extension WorkContext {
  /// The entities of the database.
  package var model: Model { store.model }
  /// The rules as they answer keys.
  package var resolver: RuleResolver { rules.resolver }
  /// The reads that a page waits for.
  package var loads: LoadTracker { reading.loads }
  /// The lookups for fields while somebody types; nobody waits for them.
  package var lookups: LoadTracker { reading.lookups }
  /// The numbers of related rows.
  package var counts: RelationshipCounts { reading.counts }
  /// The failed reads, and whom they are told.
  package var readFaults: ReadFaults { reading.faults }
  /// The link by which an object is opened again.
  package var linkText: (Entity, RecordID) -> String { settings.linkText }
  /// The files, variables and streams around the program.
  package var surroundings: HostEnvironment { settings.surroundings }
  /// The limits of locked mode; `nil` outside of it.
  package var lockedSession: LockedSession? { settings.lockedSession }
  /// The texts that were entered at prompts.
  package var promptHistory: PromptHistory { settings.promptHistory }
}
