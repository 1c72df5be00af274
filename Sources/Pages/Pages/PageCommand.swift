public import Editing
public import EntityModel
import RuleEnvironment
public import Widgets
import Workspace

/// A command that an application offers on pages: in the footer, in help and the palette, by its keys, and by its name in
/// the key `actions`.
///
///     PageCommand(restockDefinition, about: .object) { page in
///       page.selection?.set(.int(12), forAttribute: "stock")
///       page.save()
///     }
///
/// In locked mode it is refused, unless its definition says that it is safe there.
public struct PageCommand {
  /// Name, title and keys.
  public let definition: CommandDefinition
  /// The subject that the command needs.
  ///
  /// An object may also be the one under the cursor of a list. It is read completely before ``action`` is called.
  public let subject: Page.Subject
  /// Why it cannot run on a page; `nil` when it can.
  public let refusal: (PageContext) -> String?
  /// Does it.
  public let action: (PageContext) -> Void

  /// A command of pages about a subject; where `refusal` gives a sentence its keys say it instead of acting.
  public init(
    _ definition: CommandDefinition,
    about subject: Page.Subject = .database,
    unless refusal: @escaping (PageContext) -> String? = { _ in nil },
    action: @escaping (PageContext) -> Void
  ) {
    (self.definition, self.subject) = (definition, subject)
    (self.refusal, self.action) = (refusal, action)
  }

  /// The command as the catalog keeps it.
  fileprivate var inCatalog: CatalogCommand {
    CatalogCommand(definition: definition, subject: subject) {
      command(on: $0[PageKeys.shared.pageContext])
    }
  }

  /// The command on a page; `nil` where it is about more than the page.
  private func command(on page: PageContext) -> Command? {
    var command = offered(on: page)
    command?.isOfApplication = true
    return command
  }

  private func offered(on page: PageContext) -> Command? {
    switch subject {
    case .database: break
    case .entity: if page.entity == nil { return nil }
    case .object:
      guard let object = page.selection else { return nil }
      return Command(definition, disabledReason: refusal(page)) { _ in
        page.withWhole(object, action)
      }
    }
    return Command(definition, disabledReason: refusal(page)) { _ in action(page) }
  }
}

extension Catalog {
  /// Adds a command of an application.
  package mutating func add(_ command: PageCommand) { commands.append(command.inCatalog) }
}

extension PageContext {
  /// The commands of the application on this page.
  var applicationCommands: [Command] {
    var scope = work.root
    scope[PageKeys.shared.pageContext] = self
    return work.root.catalog.commands.compactMap { $0.command(scope) }
  }

  /// The object that the page is about, else that of the row under the cursor of its list.
  public var selection: ManagedObject? {
    chosen ?? object ?? list?.currentRecord.flatMap { editing?.object(for: $0) }
  }

  /// Does something with an object once all of it was read: a list reads of its rows what it shows.
  func withWhole(_ object: ManagedObject, _ action: @escaping (PageContext) -> Void) {
    guard object !== self.object else { return action(self) }
    let (reader, page) = (work.reader, choosing(object))
    load { if await reader.refresh(object) { action(page) } }
  }

  /// A new object, begun as rules say; `nil` outside of a page.
  ///
  /// Is pending on all pages, and made when it is saved.
  public func insert(_ entity: Entity) -> ManagedObject? {
    isOpen ? NewObjects.make(entity, in: work) : nil
  }

  /// Takes back all that is pending, on whatever page it was entered; nothing is asked.
  ///
  /// The pages about new objects are left. While changes are being written that is said, and nothing taken back.
  public func rollBack() {
    guard isOpen else { return }
    guard !work.saves.isBusy else { return say(SaveController.busySentence, .warning) }
    for form in work.forms.all { form.forgetDrafts() }
    let new = work.editing.pendingObjects.filter { $0.state == .inserted }
    work.editing.revertAll()
    for object in new { work.end(object) }
  }
}
