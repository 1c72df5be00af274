public import Editing
public import EntityModel
import RuleEnvironment
public import StandardKeys
public import Widgets
public import Workspace

/// The API of a page for its views, rows and components: its subject, navigation, questions and messages.
///
///     @Environment(\.pageContext) private var page
///     …
///     .command(.edit, enabledIf: isEditable) { _ in page.follow(task: .edit) }
///
/// Outside of a page it has no subject and does nothing. Use it on the main actor.
public struct PageContext: Sendable {
  /// The user interface and the page state; `nil` outside of a page.
  private var place: Place?

  /// The user interface and page state behind a page context, with the object that a command was called for.
  private struct Place: Sendable {
    let ui: UserInterface
    let state: PageState
    var chosen: ManagedObject?
  }

  /// Creates a context without a page.
  nonisolated init() { place = nil }

  /// Creates the context of a page.
  init(_ state: PageState, in ui: UserInterface) { place = Place(ui: ui, state: state) }

  /// Returns a context of this page whose commands act on `object`.
  func choosing(_ object: ManagedObject) -> PageContext {
    var page = self
    page.place?.chosen = object
    return page
  }

  /// The object that a command was called for, wherever the cursor is now.
  var chosen: ManagedObject? { place?.chosen }

  /// Whether there is a page.
  public var isOpen: Bool { place != nil }

  /// The pages and the screen; to be asked for on a page alone.
  var ui: UserInterface { shown.ui }
  /// The open database with its rules and pending changes; to be asked for on a page alone.
  var work: WorkContext { ui.work }
  /// The state of the page, kept while other pages are shown.
  var state: PageState { shown.state }

  /// The scope in which the page is shown.
  var scope: EnvironmentValues {
    var scope = state.scope(in: work.root)
    scope[PageKeys.shared.pageContext] = self
    return scope
  }

  /// The scope in which the views of the page are made.
  var environment: EnvironmentValues {
    var scope = scope
    scope[PageKeys.shared.pageActions] = PageActions(in: scope)
    return scope
  }

  private var shown: Place {
    guard let place else { preconditionFailure("there is no page here; ask isOpen before") }
    return place
  }

  // MARK: What it is about

  /// The task of the page, such as `edit`; `nil` outside of a page.
  public var task: TaskName? { place?.state.task }
  /// The subject of the page: the database, an entity or an object.
  public var subject: Page.Subject { place?.state.kind ?? .database }
  /// The entity that the page is about, or that of its object.
  public var entity: Entity? { place?.state.entity }
  /// The object that the page is about.
  public var object: ManagedObject? { place?.state.object }
  /// The fields of the page's object, once something of it is being edited here.
  public var form: FormModel? { place?.state.form }
  /// The list of the page, once it was made.
  public var list: ListModel? { place?.state.list }
  /// The open database; what is fetched is narrowed to what the user may see.
  public var database: DatabaseReference? { place?.ui.work.database }
  /// The pending changes of all pages.
  public var editing: EditingContext? { place?.ui.work.editing }

  /// Returns what the page keeps of its own, made when it is first asked for: it is there again on the way back to the page.
  ///
  ///     let stock = page.model { StockModel() }
  public func model<Model: AnyObject>(_ make: () -> Model) -> Model {
    place?.state.model(make: make) ?? make()
  }

  // MARK: Going on

  /// Goes on to a page of a task about the same as this one; without a task to the one that rules let follow.
  public func follow(task: TaskName? = nil) {
    guard let place else { return }
    let task = task ?? place.state.scope(in: place.ui.work.root).nextTaskName
    push(PageState(task: task, subject: place.state.subject))
  }

  /// Goes on to a page about an entity.
  public func push(_ task: TaskName, about entity: Entity) {
    push(PageState(task: task, subject: .entity(entity)))
  }

  /// Goes on to a page about an object.
  public func push(_ task: TaskName, about object: ManagedObject) {
    push(PageState(task: task, subject: .object(object)))
  }

  func push(_ page: PageState) { place?.ui.navigator.push(page) }

  /// Goes on to the page of a summary of the rows of a list.
  func push(_ task: TaskName, named name: String, showing summary: any SummaryModel) {
    let page = PageState(task: task, subject: .entity(summary.list.entity), name: name)
    page.summary = summary
    push(page)
  }

  /// Goes back by one page, and asks nothing.
  public func pop() { place.map { PageLeaving(ui: $0.ui).goBack() } }

  // MARK: Asking and saying

  /// Says a sentence in the status line, until the next key.
  public func say(_ sentence: String, _ role: Role = .normal) {
    place?.ui.screen.host?.say(sentence, role)
  }

  /// Asks for a line of text at the bottom of the screen, and hands it over when it is entered.
  public func prompt(
    _ label: String,
    text: String = "",
    then submit: @escaping (String) -> Void
  ) {
    commandContext?.prompt(label, text: text) { submit($0) }
  }

  /// Gives one of the answers to what the page asks, and leaves it.
  public func answer(_ answer: MenuItem) {
    if let commandContext { answer.choose(commandContext) }
  }

  /// The screen, as commands of the page are given it; `nil` where there is none.
  var commandContext: CommandContext? {
    guard let place, let host = place.ui.screen.host else { return nil }
    return CommandContext(environment: scope, host: host)
  }

  // MARK: Reading

  /// Runs `load`, which fetches something for the page: it is not complete before, and Esc stops it.
  public func load(_ load: @escaping () async -> Void) { place?.ui.work.loads.run(load) }
}
