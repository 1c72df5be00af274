import AccessControl
import EntityModel
import RuleEnvironment
import StandardKeys
import Widgets

/// Making another object from the page about one: as from the list that led there.
struct NextNewObject {
  private let entity: Entity
  private let session: Session
  /// The list that led here, if it is one of such objects.
  private let list: PageState?

  init(of entity: Entity, session: Session) {
    (self.entity, self.session) = (entity, session)
    list = session.navigator.pages.dropLast().last.flatMap { page in
      page.object == nil && page.entity?.name == entity.name ? page : nil
    }
  }

  /// The command; it is refused where the list would refuse it.
  var command: Command {
    Command(.create, disabledReason: refusal) { _ in
      let page = session.newObjectPage(of: entity, from: list?.source)
      // Who enters one after the other goes back to the list, and not through all of them.
      if session.navigator.current.isMade {
        session.navigator.replaceCurrent(with: page)
      } else {
        session.navigator.push(page)
      }
    }
  }

  private var refusal: String? {
    let scope =
      list?.scope(in: session.root) ?? session.root.scoped(toTask: "list").scoped(to: entity)
    return Permissions(session: session, scope: scope).creationRefusal
      ?? list.flatMap { RelatedList(page: $0, session: session)?.creationRefusal }
  }
}
