package import Diagnostics
package import EntityStore
package import RuleEngine
package import RuleEnvironment
package import RuleFiles
package import StandardKeys
package import Workspace

/// One open database with its user interface: the work context, and the pages and screen built on it.
///
/// Only code that opens, shows and closes a database uses it; pages use ``PageContext``.
package final class Session {
  /// The database, and all that reads and writes it.
  package let work: WorkContext
  /// The pages and the screen.
  package let ui: UserInterface
  /// Shows another session in the place of this one; without a screen it does nothing.
  var onReplace: (Session) -> Void = { _ in }
  /// Opens the same database anew, with the rules that were typed meanwhile.
  package var reopen: ((LiveRules?) async throws -> Session)?
  /// The values that an application sets in the outermost scope.
  private let rootValues: [@MainActor (inout EnvironmentValues) -> Void]

  /// A session over an open database.
  package init(
    store: EntityStore,
    rules model: RuleModel,
    faults: [Diagnostic],
    modelFaults: [Diagnostic] = [],
    vocabulary: Vocabulary,
    catalog: Catalog,
    user: User,
    start: StartLocation = StartLocation(),
    rootValues: [@MainActor (inout EnvironmentValues) -> Void] = []
  ) {
    self.rootValues = rootValues
    let rules = LoadedRules(model, vocabulary, faults: faults, modelFaults: modelFaults)
    work = WorkContext(store: store, rules: rules, user: user)
    ui = UserInterface(work: work, catalog: catalog, start: start)
    work.root[PageKeys.shared.userInterface] = ui
    work.root[CatalogKeys.shared.rendering] = ui.rendering
    work.root[ViewKeys.shared.ruleObjectContext] = work.editing
    for change in rootValues { change(&work.root) }
    work.guardAccess()
    ui.adoptTables = { [weak self] context in
      guard let self else { return false }
      return await ExternalSchemaChanges(session: self).areAdopted(context)
    }
    ui.onLogin = { [weak self] in self?.give(to: $0, next: $1) }
  }

  /// The pages from the start to the one on screen.
  package var navigator: Navigator { ui.navigator }

  /// Closes the database, so that nothing is left beside its file; nothing can be fetched afterwards.
  package func close() async { await work.store.close() }

  /// Lets go of the pages and scopes, which hold the session that they are of.
  ///
  /// The store goes with the last session over it.
  package func release() {
    ui.release()
    work.release()
  }
}

// MARK: Users

extension Session {
  /// Whether nobody has logged in, and somebody can.
  package var canLogIn: Bool {
    let login = Login(work: work)
    return !login.isDone && login.users != nil
  }

  /// Shows the same database to another user: nothing that the one before has seen, entered or taken back is left.
  ///
  /// Begins at the page of the task `next`; without one where the rules say.
  func give(to user: User, next: TaskName?) {
    let reloader = work.rules.reloader
    let other = successor(for: user)
    // Asked for the new user.
    let entity = next == nil ? nil : ui.start.entityAfterLogin
    other.ui.start = StartLocation(task: entity == nil ? next : nil, entity: entity)
    let isFollowing = reloader?.isFollowing == true
    onReplace(other)
    other.work.loads.run { [journal = work.journal] in
      await journal.handOver(to: other.work)
      other.showLeft()
    }
    release()
    other.work.rules.reloader = reloader
    if isFollowing { other.work.followRules() }
    if let log = work.saves.log {
      other.work.loads.run { await other.work.saves.begin(with: log, in: other.work) }
    }
  }

  /// The session of a user who has logged in, in the place of this one, which has shown nothing yet.
  package func loggedIn(as name: String) async throws -> Session {
    let other = successor(for: try await Login(work: work).user(called: name))
    let root = work.root
    let first = ui.start.task ?? TaskName(rawValue: root[ComponentKeys.shared.firstTask])
    other.ui.start = ui.start
    if ui.start.entity == nil, first == .login {
      other.ui.start.task = root.scoped(toTask: .login).nextTaskName
    }
    let reloader = work.rules.reloader
    release()
    other.work.rules.reloader = reloader
    return other
  }

  /// A session of another user over the same store, which asks that user's rights from now on.
  private func successor(for user: User) -> Session {
    let other = Session(
      store: work.store,
      rules: work.resolver.model,
      faults: work.rules.faults,
      modelFaults: work.rules.modelFaults,
      vocabulary: work.rules.vocabulary,
      catalog: ui.catalog,
      user: user,
      rootValues: rootValues
    )
    let settings = other.work.settings
    settings.adopt(work.settings)
    // What was entered at prompts is of who entered it; who has started the program finds it again.
    if user.record == nil { settings.promptHistory.keep(in: settings.surroundings) }
    other.work.reading.readsAhead = work.reading.readsAhead
    other.ui.screen.editor = ui.screen.editor
    other.reopen = reopen
    return other
  }

  /// Returns a new session on the same database, opened by `reopen`, with the same user logged in.
  func reopened(by reopen: (LiveRules?) async throws -> Session) async throws -> Session {
    let opened = try await reopen(work.rules.reloader?.live)
    guard let user = work.root[PermissionKeys.shared.user], user.record != nil else {
      return opened
    }
    let reloader = opened.work.rules.reloader
    let other = opened.successor(for: user)
    opened.release()
    other.work.rules.reloader = reloader
    return other
  }

  // MARK: What was left

  /// Keeps what is typed in a journal of the person's own, and shows what programs that ended have left unsaved.
  package func keepJournal() async {
    await work.beginJournal()
    showLeft()
  }

  /// Shows what was left, where there is something.
  private func showLeft() {
    guard work.journal.offered != nil else { return }
    navigator.push(PageState(task: .recover, subject: .database))
  }
}
