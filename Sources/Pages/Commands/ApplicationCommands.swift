import EntityStore
public import Widgets
import Workspace

/// What can be done on every page.
public struct ApplicationCommands {
  private let page: PageContext

  /// Those of a page.
  public init(page: PageContext) { self.page = page }

  private var session: Session { page.session }

  /// The commands.
  public var all: [Command] { page.isOpen ? offered : [] }

  @CommandBuilder private var offered: [Command] {
    if session.loads.busyTime != nil || page.list?.isSorting == true {
      Command(.stop) { _ in stopLoading() }
    }
    if session.navigator.canGoBack {
      let isOffer = page.task == .recover && session.journal.offered != nil
      Command(.back, title: isOffer ? "keep for later" : nil) { goBack($0) }
    } else {
      Command(.quit) { quit($0) }
      Command(.stay, isHidden: true) { $0.say("this is the first page; ^Q quits") }
    }
    if session.navigator.canGoForward {
      Command(.forward) { _ in session.navigator.forward() }
    }
    Command(.why) { showWhy($0) }
    Command(.help) { context in
      let shape = MenuShape(isSearchable: true, width: 110, height: 24)
      let keys = Announcement("Keys", of: context.host.keyItems, in: shape)
      session.show(keys, by: .help, context)
    }
    Command(.palette) { context in
      let items = context.host.commandItems + CommandLine(page: page).entityItems
      let shape = MenuShape(isSearchable: true, width: 110)
      session.show(Announcement("Commands", of: items, in: shape), by: .palette, context)
    }
    Command(.commandLine) { CommandLine(page: page).prompt($0) }
    Command(.quitNow) { quit($0) }
    Command(.redraw) { _ in session.screen.onRedraw() }
    Command(.suspend) { _ in session.screen.onSuspend() }
    UndoCommands(page: page).all
    LoginCommands(page: page).all
    let own = session.catalog.commands.compactMap { $0.command(on: page) }
    if !own.isEmpty { PageActions(in: page.scope).offered(own) }
    ofPendingWork
  }

  /// Looking at what is not saved yet, was left, or was saved; saving it.
  @CommandBuilder private var ofPendingWork: [Command] {
    let work = PendingWork(session: session)
    let isEmpty = work.enteredCount == 0
    if page.task != .review {
      Command(.review, isHidden: isEmpty) { _ in work.review() }
    }
    if page.task != .recover, session.journal.offered != nil {
      Command(.recover) { _ in page.push(PageState(task: .recover, subject: .database)) }
    }
    if page.task != .history || page.subject != .database {
      Command(.history) { _ in HistoryCommands(page: page).showAll() }
    }
    if !isEmpty, page.form == nil, page.task != .conflict {
      Command(.save, title: work.saveTitle) { Saving(page: page, context: $0).saveAll() }
      Command(.nextFault, isHidden: session.saveFaults.objects.isEmpty) {
        FormFaults(page: page).goToNext($0)
      }
    }
  }

  /// Ends what is being read; what is shown stays.
  private func stopLoading() {
    // A save is called off as a whole: nothing of it is written.
    if session.saves.isWriting { return session.store.cancelSaves() }
    if let list = session.navigator.current.list { list.stop() } else { session.store.cancel() }
  }

  /// Goes back by one page; asks first when what is being entered would be left behind.
  func goBack(_ context: CommandContext) {
    let state = session.navigator.current
    // What is being written is neither left nor discarded.
    guard !session.saves.isWriting else { return stopLoading() }
    if !NestedForms(session: session).entered(on: state).isEmpty {
      return LeavingQuestion(page: page).beforeLeaving(state.forms, context)
    }
    PageLeaving(session: session).goBack()
    if let list = session.navigator.current.list {
      session.loads.run { await list.reloadIfOutdated() }
    }
  }

  /// Ends the program; asks first when changes are pending.
  func quit(_ context: CommandContext) {
    guard PendingWork(session: session).enteredCount > 0 else { return session.screen.onQuit() }
    LeavingQuestion(page: page).beforeQuitting(context)
  }

  /// Shows the faults of the rules, and for the place under the cursor which rule answered each key.
  private func showWhy(_ context: CommandContext) {
    // The command itself belongs to the program as a whole.
    let scope = page.placeUnderCursor(
      focused: context.host.focusedEnvironment,
      page: session.navigator.current.scope(in: session.root)
    )
    let why = Why(page: page, scope: scope)
    session.show(Announcement(why.question, showing: .why(why)), by: .why, context)
  }
}
