import AccessControl
import Editing
import EntityModel
import StandardKeys
import Widgets
import Workspace

/// The commands that create another new object from an object's page, with or without saving the present one.
///
/// They are refused where the list that led there would refuse it.
struct NextNewObject: PagePart {
  private let entity: Entity
  let page: PageContext
  /// The list that led here, if it is one of such objects.
  private let list: PageState?

  init(of entity: Entity, page: PageContext) {
    (self.entity, self.page) = (entity, page)
    let before = page.ui.navigator.pages.last { $0.object == nil || $0.object !== page.object }
    list = before.flatMap { $0.object == nil && $0.entity?.name == entity.name ? $0 : nil }
  }

  /// The command; it is refused where the list would refuse it.
  var command: Command {
    let navigator = ui.navigator
    return Command(.create, disabledReason: refusal) { _ in
      let isMade = navigator.current.isMade
      let next = self.page(carryingOver: isMade ? page.object : nil)
      // A user who enters one after the other goes back to the list, and not through all of them.
      if isMade { navigator.replaceCurrent(with: next) } else { navigator.push(next) }
    }
  }

  /// Saving what is being entered and going on to the next new object.
  var savingCommand: Command {
    Command(.saveAndNew, disabledReason: savingRefusal) {
      SaveFlow(page: page, context: $0).saveAll(going: .toNew(self))
    }
  }

  /// The reason why one does not go on to the next new object yet.
  var savingRefusal: String? {
    let isUntouched =
      page.object.map { $0.state == .inserted && !$0.hasInput } == true
      && page.form?.hasUnreadableDrafts == false
    return refusal ?? (isUntouched ? "nothing is entered yet" : nil)
  }

  /// The page on which the next one is entered; rules say which values of `object` it takes over.
  func page(carryingOver object: ManagedObject?) -> PageState {
    let source = page.state.object === object ? page.state.source ?? list?.source : list?.source
    return NewObjects.page(of: entity, from: source, carryingOver: object, in: work)
  }

  /// Why no further one may be made.
  var refusal: String? {
    let scope = list?.scope(in: work.root) ?? work.root.scoped(toTask: .list).scoped(to: entity)
    return Permissions(work: work, scope: scope).creationRefusal
      ?? list.flatMap { RelatedList(page: PageContext($0, in: ui))?.creationRefusal }
  }
}
