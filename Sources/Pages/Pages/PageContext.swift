public import Editing
public import EntityModel
import EntityStore
import RuleEnvironment
public import StandardKeys
public import Widgets
public import Workspace

/// What a page, a row or a component may do: what it is about, where one can go from it, what is asked and said.
///
///     @Environment(\.pageContext) private var page
///     …
///     .command(.edit, enabledIf: isEditable) { _ in page.follow(task: .edit) }
///
/// Outside of a page it is about nothing and does nothing. On the main actor.
public struct PageContext: Sendable {
  /// What is open, and the page; `nil` outside of a page.
  private var place: Place?

  private struct Place: Sendable {
    let session: Session
    let state: PageState
    var chosen: ManagedObject?
  }

  /// That of a place without a page.
  nonisolated init() { place = nil }

  /// That of a page.
  init(_ state: PageState, in session: Session) { place = Place(session: session, state: state) }

  /// The same page for a command about an object that was picked on it.
  func choosing(_ object: ManagedObject) -> PageContext {
    var page = self
    page.place?.chosen = object
    return page
  }

  /// The object that a command was called for, wherever the cursor is now.
  var chosen: ManagedObject? { place?.chosen }

  /// Whether there is a page.
  public var isOpen: Bool { place != nil }

  /// What is open; to be asked for on a page alone.
  var session: Session { shown.session }
  /// What is kept of the page while others are shown.
  var state: PageState { shown.state }

  /// The scope in which the page is shown.
  var scope: EnvironmentValues {
    var scope = state.scope(in: session.root)
    scope[ViewKeys.shared.pageContext] = self
    return scope
  }

  /// The scope in which the views of the page are made.
  var environment: EnvironmentValues {
    var scope = scope
    scope[ViewKeys.shared.pageActions] = PageActions(in: scope)
    return scope
  }

  private var shown: Place {
    guard let place else { preconditionFailure("there is no page here; ask isOpen before") }
    return place
  }

  // MARK: What it is about

  /// What the person does on the page.
  public var task: TaskName? { place?.state.task }
  /// What the page is about.
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
  public var database: DatabaseReference? { place?.session.database }
  /// The pending changes of all pages.
  public var editing: EditingContext? { place?.session.editing }

  /// What the page is to say, where its task is to confirm something, to show what went wrong or how far work is.
  public var announcement: Announcement? { place?.state.announcement }

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
    let task = task ?? place.state.scope(in: place.session.root).nextTaskName
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

  func push(_ page: PageState) { place?.session.navigator.push(page) }

  /// Goes back by one page, and asks nothing.
  public func pop() { place.map { PageLeaving(session: $0.session).goBack() } }

  // MARK: Asking and saying

  /// Says a sentence in the status line, until the next key.
  public func say(_ sentence: String, _ role: Role = .normal) {
    place?.session.screen.host?.say(sentence, role)
  }

  /// Asks for a line of text at the bottom of the screen, and hands it over when it is entered.
  public func prompt(
    _ label: String,
    text: String = "",
    then submit: @escaping (String) -> Void
  ) {
    commandContext?.prompt(label, text: text) { submit($0) }
  }

  /// Asks whether something is to be done, and does it when that is confirmed; `verb` says what: `delete it`.
  public func confirm(_ question: String, verb: String, then action: @escaping () -> Void) {
    guard let place, let commandContext else { return }
    place.session.ask(Announcement(asking: question, verb: verb) { _ in action() }, commandContext)
  }

  /// Gives one of the answers to what the page asks, and leaves it.
  public func answer(_ answer: MenuItem) {
    if let commandContext { answer.choose(commandContext) }
  }

  /// The screen, as commands of the page are given it; `nil` where there is none.
  private var commandContext: CommandContext? {
    guard let place, let host = place.session.screen.host else { return nil }
    return CommandContext(environment: scope, host: host)
  }

  // MARK: Reading and writing

  /// Runs `load`, which fetches something for the page: it is not complete before, and Esc stops it.
  public func load(_ load: @escaping () async -> Void) { place?.session.loads.run(load) }

  /// Saves all that is pending, on whatever page it was entered; what keeps it from being saved is said, and marked in the
  /// fields.
  ///
  /// - Parameter report: Told once what came of it.
  public func save(then report: @escaping (WriteResult) -> Void = { _ in }) {
    guard let commandContext else { return report(.refused("there is no page")) }
    Saving(page: self, context: commandContext, report: report).saveAll()
  }
}
