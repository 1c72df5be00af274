import AccessControl
import EntityModel
import RuleEnvironment
import StandardKeys
import Widgets

/// Making another object from the page about one: as from the list that led there.
struct NextNewObject {
  private let entity: Entity
  private let page: PageContext
  /// The list that led here, if it is one of such objects.
  private let list: PageState?

  init(of entity: Entity, page: PageContext) {
    (self.entity, self.page) = (entity, page)
    list = page.session.navigator.pages.dropLast().last.flatMap { page in
      page.object == nil && page.entity?.name == entity.name ? page : nil
    }
  }

  /// The command; it is refused where the list would refuse it.
  var command: Command {
    let (navigator, list, entity) = (session.navigator, list, entity)
    return Command(.create, disabledReason: refusal) { [session] _ in
      let page = NewObjects.page(of: entity, from: list?.source, in: session)
      // A user who enters one after the other goes back to the list, and not through all of them.
      if navigator.current.isMade {
        navigator.replaceCurrent(with: page)
      } else {
        navigator.push(page)
      }
    }
  }

  private var session: Session { page.session }

  private var refusal: String? {
    let scope =
      list?.scope(in: session.root) ?? session.root.scoped(toTask: "list").scoped(to: entity)
    return Permissions(session: session, scope: scope).creationRefusal
      ?? list.flatMap { RelatedList(page: PageContext($0, in: session))?.creationRefusal }
  }
}
