package import AccessControl
package import Diagnostics
package import Editing
package import EntityModel
package import EntityStore
import Observation
import Qualifiers
package import RuleEngine
package import RuleEnvironment
package import RuleFiles
package import StandardKeys
package import Widgets
package import Workspace

/// Everything that is open: the database, the rules over it, the pending changes, and the pages on the way here.
///
/// It owns the objects that do the work, each of one job; pages and what is on them reach it through ``PageContext``.
@Observable
package final class Session {
  /// The open database.
  @ObservationIgnored package let store: EntityStore
  /// Every key there is.
  @ObservationIgnored package let vocabulary: Vocabulary
  /// Everything rules can name.
  @ObservationIgnored package let catalog: Catalog
  /// The rules.
  @ObservationIgnored package let resolver: RuleResolver
  /// The pending changes of all pages.
  @ObservationIgnored package let editing: EditingContext
  /// What is wrong with the model files, or does not fit the database.
  @ObservationIgnored package let modelFaults: [Diagnostic]
  /// The outermost scope.
  package internal(set) var root: EnvironmentValues { didSet { rootRevision += 1 } }
  /// Counts the outermost scopes, so that lists notice that theirs is another.
  @ObservationIgnored private(set) var rootRevision = 0
  /// The styles that roles stand for.
  @ObservationIgnored package var palette = Palette.mono

  @ObservationIgnored package let rules: LoadedRules
  @ObservationIgnored package let loads = LoadTracker()
  /// What is looked up for fields while somebody types; nobody waits for it.
  @ObservationIgnored let lookups = LoadTracker()
  @ObservationIgnored package let saves = SaveController()
  @ObservationIgnored package let journal = EditJournal()
  @ObservationIgnored package let file = FileObserver()
  @ObservationIgnored let forms = Forms()
  @ObservationIgnored package let counts: RelationshipCounts
  @ObservationIgnored let fetches: RuleFetches
  /// What could not be read, and whom that is told.
  @ObservationIgnored package let readFaults = ReadFaults()
  /// What kept the last save from being done.
  @ObservationIgnored var saveFaults = SaveFaults()
  /// Who may see and write what.
  @ObservationIgnored package private(set) lazy var rights = RightsContext(
    store: store,
    resolver: resolver,
    root: { [weak self] in self?.root },
    renewal: { [weak self] in self?.renewRoot() },
    objectPaths: { [weak self] in self?.fetchPaths(forObjectOf: $0, in: $1) ?? [] }
  )
  /// A value and no call: the optimizer follows calls to objects that know their context weakly, and takes that for gone.
  @ObservationIgnored private let begin: @MainActor (Session) -> Navigator = StartPages.navigator
  @ObservationIgnored package private(set) lazy var navigator = begin(self)
  /// Where the session begins; of use before the first page is made.
  @ObservationIgnored package var start: StartPlace

  /// What the terminal does.
  @ObservationIgnored package var screen = ScreenActions()
  /// The entity of users, as it is found by names; asked for each frame.
  @ObservationIgnored private(set) lazy var foundUsers = LoginUsers.found(in: model)
  /// Who started the program.
  @ObservationIgnored var startUser: User
  /// What an application sets in the outermost scope.
  @ObservationIgnored let rootValues: [@MainActor (inout EnvironmentValues) -> Void]
  /// The link by which an object is opened again.
  @ObservationIgnored package var linkText: (Entity, RecordID) -> String = {
    "\($0.name)#\($1.keyText)"
  }
  /// Where the program runs.
  @ObservationIgnored package var surroundings = Surroundings()
  /// What locked mode leaves to the person; `nil` outside of it.
  @ObservationIgnored package var confinement: Confinement?
  /// What was entered at prompts; of this session only, unless it is kept in files.
  @ObservationIgnored package var promptHistory = PromptHistory()
  /// Whether long lists are counted and sorted ahead of time; a page that is drawn once has no use for it.
  @ObservationIgnored package var readsAhead = true

  /// A session over an open database.
  package init(
    store: EntityStore,
    rules model: RuleModel,
    faults: [Diagnostic],
    modelFaults: [Diagnostic] = [],
    vocabulary: Vocabulary,
    catalog: Catalog,
    user: User,
    start: StartPlace = StartPlace(),
    rootValues: [@MainActor (inout EnvironmentValues) -> Void] = []
  ) {
    (self.store, self.vocabulary, self.catalog, self.start) = (store, vocabulary, catalog, start)
    self.modelFaults = modelFaults
    (startUser, self.rootValues) = (user, rootValues)
    rules = LoadedRules(faults: faults)
    let clock: (any RuleClock)? = Present.fixed.map { FixedClock($0) }
    resolver = RuleResolver(model: model, clock: clock ?? SystemClock())
    editing = EditingContext(store: store)
    counts = RelationshipCounts(store: store, faults: readFaults)
    fetches = RuleFetches(from: store, faults: readFaults)
    root = StartPages.root(of: store, user, resolver)
    offerDatabase()
    fetches.renew = { [weak self] in self?.offerDatabase() }
    counts.onForget = { [fetches] in fetches.forget() }
    root[ViewKeys.shared.session] = self
    root[ViewKeys.shared.ruleObjectContext] = editing
    for change in rootValues { change(&root) }
    root[RightsKeys.shared.rights] = rights
    rules.checkRole(in: root, model)
    store.guardAccess(by: rights.accessGuard)
    rights.accessGuard.concealEvidence()
    editing.onChange = { [weak self, unowned editing] in
      let pending = EditingContextReference(changeCount: editing.pendingCount)
      self?.root[ObjectKeys.shared.editingContext] = pending
    }
    readFaults.names = { [weak self] in self?.shownName($0, $1) ?? $1 ?? $0 }
    editing.onFailedRead = { [readFaults] error in
      readFaults.note(error, "saved, but what is stored now is not read again")
    }
  }

  /// The entities of the database.
  package var model: Model { store.model }
  /// Whether the page on screen has all it was waiting for.
  package var isSettled: Bool {
    [loads.pending, counts.pending, lookups.pending, fetches.pending].allSatisfy { $0 == 0 }
  }

  /// Makes all views and lists ask for their keys anew.
  func renewRoot() { root[ViewKeys.shared.session] = self }

  /// Closes the database, so that nothing is left beside its file; nothing can be fetched afterwards.
  package func close() async { await store.close() }

  /// Lets go of pages and places, which hold the session that they are of: a closed one of which nothing is shown any more
  /// goes with the last session of it.
  package func release() {
    rules.end()
    navigator = Navigator(start: PageState(task: .query, subject: .database))
    rights.forget()
    root = EnvironmentValues()
  }
}
