package import RuleFiles
public import Diagnostics
public import Editing
public import EntityModel
public import EntityStore
public import Observation
import Qualifiers
public import RuleEngine
public import RuleEnvironment
public import Widgets

/// Everything that is open: the database, the rules over it, the pending changes, and the pages on the way here.
@Observable
public final class Session {
  /// The open database.
  @ObservationIgnored public let store: EntityStore
  /// Every key there is.
  @ObservationIgnored public let vocabulary: Vocabulary
  /// Everything rules can name.
  @ObservationIgnored public let catalog: Catalog
  /// The rules.
  @ObservationIgnored public let resolver: RuleResolver
  /// The pending changes of all pages.
  @ObservationIgnored public let editing: EditingContext
  /// What is wrong with the rule files.
  public internal(set) var loadFaults: [Diagnostic]
  /// What is wrong with the model files, or does not fit the database.
  public let modelFaults: [Diagnostic]
  /// What is wrong with files that were changed while the program ran.
  var ruleNotices: [RuleNotice] = []
  /// Reads the rules again when they change; `nil` for rules that are no files.
  @ObservationIgnored package var ruleReloader: RuleReloader?
  /// Where the program runs.
  @ObservationIgnored package var surroundings = Surroundings()
  /// What locked mode leaves to the person; `nil` outside of it.
  @ObservationIgnored package var confinement: Confinement?
  /// What was entered at prompts; of this session only, unless it is kept in files.
  @ObservationIgnored var promptHistory = PromptHistory()
  /// What is wrong with the keys that rules bind to commands.
  var bindingFaults: [Diagnostic] = []
  /// What is wrong with the role that was given.
  package private(set) var roleFaults: [Diagnostic] = []
  /// The outermost scope.
  public internal(set) var root: EnvironmentValues
  /// Counts changes of objects, so that views notice.
  private(set) var changeRevision = 0

  /// Why the last save is not in the audit log, though rules want it there.
  public private(set) var auditFault: String?
  /// What the rules let the user see.
  @ObservationIgnored private(set) var accessGuard: RuleAccessGuard?
  @ObservationIgnored let counts: RelationshipCounts
  /// What could not be read, and whom that is told.
  @ObservationIgnored package let readFaults = ReadFaults()
  /// Why the file cannot be looked at any more; `nil` while it can.
  private(set) var fileFault: String?
  /// Whether another program has changed the tables since they were read.
  @ObservationIgnored private(set) var hasOtherTables = false
  /// Opens the same database anew, with the rules that were typed meanwhile.
  @ObservationIgnored package var reopen: ((LiveRules?) async throws -> Session)?
  /// Shows another session in the place of this one.
  @ObservationIgnored var onReplace: (Session) -> Void = { _ in }
  @ObservationIgnored package let labelPaths = LabelPaths()
  /// The paths that some rule reads from `object`; fetched along, so that no rule waits.
  @ObservationIgnored var rulePaths: [PropertyPath]
  @ObservationIgnored package private(set) lazy var navigator = makeNavigator()
  /// Where the session begins; of use before the first page is made.
  @ObservationIgnored package var start: Start
  /// How many fetches are under way that a page is incomplete without.
  private(set) var pendingLoads = 0
  @ObservationIgnored private var busySince: ContinuousClock.Instant?
  /// Changes with what the status line says of loading, and whenever something was loaded.
  private var busyTicks = 0
  /// Counts saves, so that lists know whether they are outdated.
  @ObservationIgnored private(set) var saveCount = 0
  /// Whether something is being written; that is not stopped half way.
  @ObservationIgnored private(set) var isWriting = false

  /// Where a session begins.
  public struct Start: Sendable {
    /// The task; `nil` for the rule's choice.
    public var task: TaskName?
    /// The entity, by a name that exists.
    public var entity: Entity?
    /// The object.
    public var object: Record?
    /// The page configuration under which rules are asked on the first page; `nil` for the rule's choice.
    package var pageConfiguration: String?
    /// How the list is narrowed and ordered, until it is shown for the first time.
    package var link: LinkedList?

    /// At the page the rules choose.
    public init(task: TaskName? = nil, entity: Entity? = nil, object: Record? = nil) {
      (self.task, self.entity, self.object) = (task, entity, object)
    }
  }

  /// Ends the program.
  @ObservationIgnored public var onQuit: () -> Void = {}
  /// Draws everything anew.
  @ObservationIgnored public var onRedraw: () -> Void = {}
  /// Goes back to the shell until the program is called again.
  @ObservationIgnored public var onSuspend: () -> Void = {}
  /// Says something in the status line, or takes it away; what is said there otherwise stays.
  @ObservationIgnored var onNotice: (String?) -> Void = { _ in }
  /// Gives the screen to another program while the closure runs.
  @ObservationIgnored var onYieldScreen: (() -> Void) -> Void = { $0() }
  /// What rule files are opened with.
  @ObservationIgnored var editor = ExternalEditor()
  /// Puts a text on the clipboard.
  @ObservationIgnored public var onCopy: (String) -> Void = { _ in }

  /// A session over an open database.
  public init(
    store: EntityStore,
    rules: RuleModel,
    faults: [Diagnostic],
    modelFaults: [Diagnostic] = [],
    vocabulary: Vocabulary,
    catalog: Catalog,
    user: User,
    start: Start = Start()
  ) {
    self.store = store
    self.vocabulary = vocabulary
    self.catalog = catalog
    self.start = start
    loadFaults = faults.filter { $0.severity != .note }
    self.modelFaults = modelFaults
    resolver = RuleResolver(model: rules)
    editing = EditingContext(store: store)
    counts = RelationshipCounts(store: store, faults: readFaults)
    rulePaths = rules.objectPaths
    var root = EnvironmentValues(resolver: resolver)
    root[ObjectKeys.shared.database] = DatabaseReference(
      title: store.title,
      path: store.path,
      isReadOnly: store.isReadOnly
    )
    root[ModelKeys.shared.model] = store.model
    root[PermissionKeys.shared.user] = user
    root[PermissionKeys.shared.role] = user.role
    self.root = root
    self.root[ViewKeys.shared.session] = self
    resolver.concealment = { [weak resolver] path, values in
      resolver?.hides(path, in: values) ?? true
    }
    checkRole()
    let accessGuard = RuleAccessGuard(session: self)
    self.accessGuard = accessGuard
    store.guardAccess(by: accessGuard)
    accessGuard.concealEvidence()
    editing.onChange = { [weak self] in self?.noteChange() }
    editing.onFailedRead = { [readFaults] error in
      readFaults.note(error, "saved, but what is stored now is not read again")
    }
  }

  /// The styles that roles stand for.
  @ObservationIgnored public var palette = Palette.mono

  /// The entities of the database.
  public var model: Model { store.model }

  /// All that is wrong with the rules: found when they were loaded, and while they answered.
  public var faults: [Diagnostic] {
    modelFaults + loadFaults + resolver.faults + bindingFaults + roleFaults
  }

  /// Looks whether the role given is nearly, but not quite, one that rules speak of: then those rules do not hold.
  func checkRole() {
    roleFaults = []
    guard let role = root[PermissionKeys.shared.role] else { return }
    let known = resolver.model.texts(comparedWith: ["role", "user.role"])
    guard !known.contains(role), let near = nearestName(to: role, in: known.sorted()) else {
      return
    }
    roleFaults = [
      Diagnostic(
        .warning,
        id: "unknown-role",
        "no rule speaks of the role '\(role)'",
        suggestion: "did you mean '\(near)'?"
      )
    ]
  }

  /// The terminal has this size and these colours now.
  public func setScreen(_ screen: Screen) {
    guard !root[MiscKeys.shared.screen].isEqual(to: screen) else { return }
    root[MiscKeys.shared.screen] = screen
    accessGuard?.concealEvidenceByScreen()
  }

  /// Makes all views and lists ask for their keys anew.
  func renewRoot() { root[ViewKeys.shared.session] = self }

  /// Looks at rows of an entity, for rules that go by what they show.
  package func survey(_ entity: Entity) async {
    let what = "\(entity.displayName): its rows were not looked at"
    _ = await readFaults.value(orSay: what) { () async throws(StoreError) in
      try await store.survey(entity)
    }
    noteChange()
  }

  private func noteChange() {
    changeRevision += 1
    root[ObjectKeys.shared.editingContext] = EditingContextReference(
      changeCount: editing.pendingCount
    )
  }

  // MARK: Loading

  /// Runs `load` and counts it as under way, so that ``isSettled`` waits for it; what it has read is drawn.
  func loading(_ load: @escaping () async -> Void) {
    if pendingLoads == 0 { busySince = .now }
    pendingLoads += 1
    Task {
      await load()
      pendingLoads -= 1
      if pendingLoads == 0 { busySince = nil }
      // Neither objects nor rules tell that they are others: what arrived while frames were drawn needs one more, and
      // what says how long it takes, and the Esc that stops it, go.
      busyTicks += 1
    }
  }

  // MARK: Other programs

  /// What the database said when it was asked last whether another program had changed it; it counts from when the file
  /// was opened.
  @ObservationIgnored private var dataVersion = 0

  /// Looks whether the file is there and can be read, for ``fileFault``.
  ///
  /// - Returns: What counts the changes that others made; `nil` where that cannot be asked.
  @discardableResult
  func lookAtFile() async -> Int? {
    do throws(StoreError) {
      let version = try await store.dataVersion()
      hasOtherTables = try await store.tablesHaveChanged()
      let fault = hasOtherTables ? OtherTables.sentence : nil
      if fileFault != fault { fileFault = fault }
      return version
    } catch {
      if case .cancelled = error { return nil }
      if fileFault != error.readingSentence { fileFault = error.readingSentence }
      return nil
    }
  }

  /// Reads the page on screen again when another program has changed the file; edits and the cursor's row stay.
  ///
  /// Pages that are gone back to read again then.
  func adoptOtherChanges() async {
    guard isSettled, !isWriting else { return }
    let fault = fileFault
    guard let version = await lookAtFile() else { return }
    guard dataVersion != version || fault != fileFault else { return }
    dataVersion = version
    saveCount += 1
    counts.forget()
    let page = navigator.current
    if let list = page.list {
      loading { await list.reloadIfOutdated() }
    } else if let list = page.entityList {
      list.countAgain()
    } else if case .object(let object) = page.subject {
      loading { [self] in await refresh(object) }
    }
  }

  /// Whether long lists are counted and sorted while nobody asks; a page that is drawn once has no use for it.
  package var readsAhead = true

  /// How long the page has been waiting for something; `nil` while that is not worth a word.
  var busyTime: Duration? {
    _ = busyTicks
    guard let busySince, case let time = ContinuousClock.now - busySince, time >= Self.patience
    else { return nil }
    return time
  }

  /// Counts anew how long the page has been waiting: what it waited for before is called off.
  func restartBusyTime() {
    if busySince != nil, !isWriting { busySince = .now }
  }

  /// What takes longer says how long it has taken.
  static let patience = Duration.milliseconds(200)

  /// Lets views say anew how long it has taken.
  func tick() { if busySince != nil { busyTicks += 1 } }

  /// Whether the page on screen has all it was waiting for.
  public var isSettled: Bool { pendingLoads == 0 && counts.pending == 0 }

  /// Begins to fetch what the page on screen will show, before it is drawn.
  public func prepare() {
    let page = navigator.current
    switch page.subject {
    case .database: break
    case .entity:
      guard let list = listModel(of: page),
        page.scope(in: root)[ComponentKeys.shared.pageWrapper] == "masterDetail"
      else { return }
      list.onFirstRows = { [weak self, weak list] record in
        if let list { self?.prepareDetail(of: record, in: list) }
      }
    case .object(let object):
      guard object.state != .inserted else { return }
      prepared = ObjectIdentifier(object)
      loading { [self] in await refresh(object) }
    }
  }

  /// The object that was read for a page before that was drawn; the page does not read it again.
  @ObservationIgnored private var prepared: ObjectIdentifier?

  /// Reads all of an object for its page, unless ``prepare()`` does.
  func refreshForPage(_ object: ManagedObject) async {
    defer { prepared = nil }
    if prepared != ObjectIdentifier(object) { await refresh(object) }
  }

  /// Begins to fetch what the pane beside a list will show of a record: all of it, and how many are related.
  private func prepareDetail(of record: Record, in list: ListModel) {
    loading { [self] in
      await list.loadDetail(of: record)
      let object = list.detail(of: record)
      let scope = root.scoped(toTask: "inspect").scoped(to: object)
      for key in scope.propertyKeys {
        guard let relationship = object.entity.relationship(named: key), relationship.isToMany
        else { continue }
        _ = counts.text(of: relationship, from: object.id)
      }
    }
  }

  /// Closes the database, so that nothing is left beside its file; nothing can be fetched afterwards.
  public func close() async { await store.close() }

  /// Lets go of pages and places, which hold the session that they are of: a closed one of which nothing is shown any more
  /// goes with the last who uses it.
  public func release() {
    // What is read of the rules by now is adopted by nobody: that would make the scopes anew.
    ruleReloader?.onReading = { _ in }
    ruleReloader = nil
    navigator = Navigator(start: PageState(task: "query", subject: .database))
    labelPaths.forget()
    accessGuard?.forget()
    root = EnvironmentValues()
  }

  /// Ends what is being read; what is shown stays.
  func stopLoading() {
    // A save is called off as a whole: nothing of it is written.
    if isWriting { return store.cancelSaves() }
    if let list = navigator.current.list { list.stop() } else { store.cancel() }
  }

  // MARK: Pages

  private func makeNavigator() -> Navigator {
    let task = start.task ?? TaskName(rawValue: root[ComponentKeys.shared.firstTask])
    let navigator = Navigator(start: PageState(task: "query", subject: .database))
    guard let entity = start.entity else {
      if task != "query" {
        navigator.replaceCurrent(with: PageState(task: task, subject: .database))
      }
      return navigator
    }
    if task == "create" {
      navigator.push(PageState(task: "list", subject: .entity(entity)))
      navigator.push(newObjectPage(of: entity))
      return navigator
    }
    navigator.push(
      PageState(
        task: start.object == nil && start.task != nil ? task : "list",
        subject: .entity(entity)
      )
    )
    defer { navigator.current.pageConfiguration = start.pageConfiguration }
    if let record = start.object {
      let object = editing.object(for: record)
      navigator.current.startID = object.id
      let objectTask = start.task == nil || start.task == .list ? .inspect : task
      if objectTask == "edit" {
        navigator.push(PageState(task: "inspect", subject: .object(object)))
      }
      navigator.push(PageState(task: objectTask, subject: .object(object)))
    }
    return navigator
  }

  /// The page on which a new object is entered, begun with what rules and the way here say.
  func newObjectPage(
    of entity: Entity,
    from source: (object: ManagedObject, relationship: Relationship)? = nil
  ) -> PageState {
    PageState(
      task: "create",
      subject: .object(newObject(of: entity, from: source)),
      source: source
    )
  }

  /// A new object, begun with what rules and the way to it say.
  package func newObject(
    of entity: Entity,
    from source: (object: ManagedObject, relationship: Relationship)? = nil
  ) -> ManagedObject {
    let scope = root.scoped(toTask: "create").scoped(to: entity)
    var values = InitialValues(of: entity, in: scope).values
    if let source {
      for join in source.relationship.definition.joins where source.relationship.isToMany {
        values[join.destination] = source.object.snapshot.value(forKey: join.source)
      }
    }
    let paths = fetchPaths(forObjectOf: entity, in: scope)
    return editing.insert(entity, values: values, paths: paths)
  }

  /// Reads all of an object, for a page that shows more than a list did; of one whose row is gone that is said, and the
  /// pages about it are left.
  func refresh(_ object: ManagedObject) async {
    guard object.state != .inserted, let id = object.base.id else { return }
    let paths = fetchPaths(forObjectOf: object.entity, in: root.scoped(to: object.entity))
    let limit = root.scoped(to: object.entity).fetchTimeLimit
    let what = "\(id.text) is shown as it was read before"
    let found = await readFaults.value(orSay: what) { () async throws(StoreError) in
      try await store.record(
        id,
        paths: paths,
        maximumByteCount: EntityStore.pageByteCount,
        timeLimit: limit
      )
    }
    guard let found else { return }
    guard let record = found else {
      if object.base.id == id { GoneObject(session: self, object: object).leaveUnlessEdited() }
      return
    }
    _ = editing.object(for: record)
    let policy = root.scoped(toTask: "edit").scoped(to: record)[EditingKeys.shared.lockingPolicy]
    guard policy == .all else { return }
    let unseen = await readFaults.value(orSay: what) { () async throws(StoreError) in
      try await store.unseenValues(of: id, besides: record.attributeNames)
    }
    object.keep(unseen ?? nil)
  }

  /// Offers at prompts what was entered in earlier sessions, and keeps what is entered in this one for later ones.
  public func keepPromptHistory() {
    promptHistory = PromptHistory(folder: StateFolder.path(surroundings.variables))
  }

  // MARK: Forms

  /// What is being entered, by object: a text that is no value yet is not lost when its page is left.
  @ObservationIgnored private var forms: [ObjectIdentifier: FormModel] = [:]
  /// Whether a save is under way; there is one at a time.
  @ObservationIgnored var isSaving = false

  /// The form in which `object` is being edited; the same on every page.
  func form(for object: ManagedObject) -> FormModel {
    if let form = openForm(object) { return form }
    let form = FormModel(object: object)
    forms[ObjectIdentifier(object)] = form
    return form
  }

  /// The form of `object`, if it is being edited.
  func openForm(_ object: ManagedObject) -> FormModel? { forms[ObjectIdentifier(object)] }

  /// Forgets a form: its object was saved, or nothing was entered.
  func close(_ form: FormModel) { forms[ObjectIdentifier(form.object)] = nil }

  /// The forms, on whatever page, with a field that holds a text that is no value.
  var unreadableForms: [FormModel] { forms.values.filter(\.hasUnreadableDrafts) }

  // MARK: Saving

  /// Saves what is pending in `objects`, or everything; asks the rules for each change.
  ///
  /// - Throws: ``SaveError`` as ``EditingContext/save(_:guardedBy:)`` does; nothing was written then.
  public func save(_ objects: [ManagedObject]? = nil) async throws(SaveError) {
    let objects = objects ?? editing.pendingObjects
    let scopes = ObjectScopes(below: root)
    let stamps = UpdateStamps(stamping: objects, in: scopes)
    var marked: Set<String> = []
    let problems = objects.flatMap { object in
      let found = object.state == .deleted ? [] : object.problems()
      return (ruleProblems(object, in: scopes) + found).filter {
        marked.insert("\(ObjectIdentifier(object)) \($0.key)").inserted
      }
    }
    guard problems.isEmpty else { throw .invalid(problems) }
    for object in objects {
      let scope = scopes.scope(of: object.base, inTask: "edit")
      object.lockingPolicy = scope[EditingKeys.shared.lockingPolicy]
    }
    let writeGuard = RuleWriteGuard(session: self, objects: objects, stamps: stamps)
    isWriting = true
    defer { isWriting = false }
    let trail = AuditTrail(of: objects, in: self, scopes)
    if confinement != nil, let obstacle = trail.obstacle { throw .store(.refused(obstacle)) }
    try await editing.save(objects, guardedBy: writeGuard)
    auditFault = trail.write()
    saveCount += 1
    counts.forget()
  }

  /// Keeps why what was written is not in the audit log.
  package func noteAudit(fault: String?) { auditFault = fault }

  /// What rules say is wrong with the fields of an object: the key `validation`.
  package func ruleProblems(_ object: ManagedObject, in scopes: ObjectScopes? = nil)
    -> [FieldProblem]
  {
    guard object.state != .deleted else { return [] }
    let scopes = scopes ?? ObjectScopes(below: root)
    let task = object.state == .inserted ? "create" : "edit"
    let snapshot = object.snapshot
    let scope = scopes.scope(of: snapshot, inTask: task)
    let own =
      object.state == .inserted
      ? InitialValues(of: object.entity, in: root.scoped(toTask: task).scoped(to: object.entity))
        .own : []
    let displayed = scope.propertyKeys
    let further = object.entity.judgedPropertyKeys.filter { !displayed.contains($0) }
    return (displayed + further).compactMap { key in
      let property = scopes.scope(ofProperty: key, of: snapshot, scope, inTask: task)
      let message = FieldDemands(at: property).problem(
        isEntered: object.changedKeys.contains(key) || own.contains(key) || object.isSetToNull(key),
        isDisplayed: displayed.contains(key)
      )
      return message.map { FieldProblem(entityName: object.entity.name, key: key, message: $0) }
    }
  }
}

extension EditingContext {
  /// The record as it stands with pending changes.
  func current(_ record: Record) -> Record {
    guard let id = record.id, let object = registeredObject(for: id), object.hasChanges else {
      return record
    }
    return object.snapshot
  }
}
