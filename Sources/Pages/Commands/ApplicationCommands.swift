import EntityStore
import StandardKeys
public import Widgets
import Workspace

/// The commands available on every page, such as back, forward, quit, the command line and stopping a load.
///
/// `ApplicationView` adds them to the commands of the page.
public struct ApplicationCommands {
  private let page: PageContext

  /// Creates the commands of a page.
  public init(page: PageContext) { self.page = page }

  private var work: WorkContext { page.work }
  private var ui: UserInterface { page.ui }

  /// The commands.
  public var all: [Command] { page.isOpen ? offered : [] }

  @CommandBuilder private var offered: [Command] {
    if work.loads.busyTime != nil || page.list?.isSorting == true {
      Command(.stop) { _ in stopLoading() }
    }
    if ui.navigator.canGoBack {
      let isOffer = page.task == .recover && work.journal.offered != nil
      Command(.back, title: isOffer ? "keep for later" : nil) { goBack($0) }
    } else {
      Command(.quit) { quit($0) }
      Command(.stay, isHidden: true) { $0.say("this is the first page; ^Q quits") }
    }
    if ui.navigator.canGoForward {
      Command(.forward) { _ in ui.navigator.forward() }
    }
    Command(.why) { showWhy($0) }
    Command(.help) { context in
      let crumbs = page.crumbs.suffix(1).map(\.title)
      let title = (["Help"] + crumbs).joined(separator: " · ")
      let items = context.host.keyItems + MissingCommand.items(on: page)
      let keys = Announcement(title, of: items, in: MenuShape())
      ui.show(keys, by: .help, context)
    }
    Command(.palette) { context in
      let items =
        context.host.commandItems + CommandLine(page: page).entityItems
        + MissingCommand.items(on: page)
      let shape = MenuShape(isSearchable: true, width: 110)
      ui.show(Announcement("Commands", of: items, in: shape), by: .palette, context)
    }
    Command(.messages) { context in
      let text = AnnouncedText(ui.messages.text)
      ui.show(Announcement("Messages", showing: .text(text)), by: .messages, context)
    }
    Command(.commandLine) { CommandLine(page: page).prompt($0) }
    Command(.quitNow) { quit($0) }
    Command(.redraw) { _ in ui.screen.onRedraw() }
    Command(.suspend) { _ in ui.screen.onSuspend() }
    UndoCommands(page: page).all
    LoginCommands(page: page).all
    let own = page.applicationCommands
    if !own.isEmpty { PageActions(in: page.scope).offered(own) }
    ofPendingWork
  }

  /// Looking at what is not saved yet, was left, or was saved; saving it.
  @CommandBuilder private var ofPendingWork: [Command] {
    let unsaved = UnsavedChanges(work: work)
    let isEmpty = unsaved.enteredCount == 0
    if page.task != .review {
      Command(.review, isHidden: isEmpty) { _ in page.review() }
    }
    if page.task != .recover, work.journal.offered != nil {
      Command(.recover) { _ in page.push(PageState(task: .recover, subject: .database)) }
    }
    if page.task != .history || page.subject != .database {
      Command(.history) { _ in HistoryCommands(page: page).showAll() }
    }
    if !isEmpty, page.form == nil, page.task != .conflict {
      Command(.save, title: unsaved.saveTitle) { SaveFlow(page: page, context: $0).saveAll() }
      Command(.nextFault, isHidden: work.saveFaults.objects.isEmpty) {
        FormFaults(page: page).goToNext($0)
      }
    }
  }

  /// Ends what is being read; what is shown stays.
  private func stopLoading() {
    // A save is called off as a whole: nothing of it is written.
    if work.saves.isWriting { return work.store.cancelSaves() }
    if let list = ui.navigator.current.list { list.stop() } else { work.store.cancel() }
  }

  /// Goes back by one page; asks first when what is being entered would be left behind.
  func goBack(_ context: CommandContext) {
    let state = ui.navigator.current
    // What is being written is neither left nor discarded.
    guard !work.saves.isWriting else { return stopLoading() }
    if !NestedForms(ui: ui).entered(on: state).isEmpty {
      return UnsavedChangesPrompt(page: page).beforeLeaving(state.forms, context)
    }
    PageLeaving(ui: ui).goBack()
    if let list = ui.navigator.current.list {
      work.loads.run { await list.reloadIfOutdated() }
    }
  }

  /// Goes back to a page on the way here, one page after the other, as far as nothing has to be asked.
  func goBack(to target: PageState, _ context: CommandContext) {
    let state = ui.navigator.current
    guard page.isOpen, state !== target, ui.navigator.canGoBack else { return }
    goBack(context)
    guard ui.navigator.current !== state else { return }
    ApplicationCommands(page: PageContext(ui.navigator.current, in: ui)).goBack(to: target, context)
  }

  /// Ends the program; asks first when changes are pending.
  func quit(_ context: CommandContext) {
    guard UnsavedChanges(work: work).enteredCount > 0 else { return ui.screen.onQuit() }
    UnsavedChangesPrompt(page: page).beforeQuitting(context)
  }

  /// Shows the faults of the rules, and for the place under the cursor which rule answered each key.
  private func showWhy(_ context: CommandContext) {
    // The command itself belongs to the program as a whole.
    let scope = page.placeUnderCursor(
      focused: context.host.focusedEnvironment,
      page: ui.navigator.current.scope(in: work.root)
    )
    let why = WhyReport(page: page, scope: scope)
    ui.show(Announcement(why.question, showing: .why(why)), by: .why, context)
  }
}
