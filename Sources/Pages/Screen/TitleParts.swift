import Editing
import EntityStore
import RuleEnvironment
import StandardKeys
import Workspace

/// The parts of a page's title line: breadcrumbs, filter chips, and sort order or user.
struct TitleParts {
  let page: PageContext

  private var work: WorkContext { page.work }
  private var ui: UserInterface { page.ui }

  /// The pages on the way here, by name, the database first; those from which a person has gone elsewhere are not on it.
  var crumbs: [String] {
    let pages = ui.navigator.pages
    let start = max(1, pages.lastIndex(where: \.isJump) ?? 1)
    let ways = zip(pages.dropFirst(start), pages.dropFirst(start - 1)).map {
      crumbs(of: $0, behind: $1)
    }
    return [work.root[RenderingKeys.shared.title]] + ways.joined()
  }

  /// The name of a page, behind that of its object where the page before is about something else.
  private func crumbs(of page: PageState, behind before: PageState) -> [String] {
    if let name = page.name { return [name] }
    let scope = page.scope(in: work.root)
    let own = scope[RenderingKeys.shared.navigationBarTitle]
    guard page.task != .inspect, let object = page.object, object !== before.object else {
      return [own]
    }
    let subject: String
    if object.state == .inserted {
      guard object.entity !== before.entity else { return [own] }
      subject = scope[ModelKeys.shared.displayNameForEntity]
    } else {
      subject = scope[RenderingKeys.shared.title]
    }
    return subject.isEmpty || own.contains(subject) ? [own] : [subject, own]
  }

  /// The active filters of the page's list, as chips.
  var filterChips: [String] {
    let fetch = page.list?.query.namedFetch.map { [$0.title] } ?? []
    return (fetch + (page.list?.query.filters ?? []).map(\.title)).map { "\($0) ✕" }
  }

  /// The order of a list, or who uses which file, for the right end of the line.
  var note: String {
    if let order = page.list?.orderText, !order.isEmpty { return "sort: \(order)" }
    let (store, user) = (work.store, work.root[PermissionKeys.shared.user])
    let parts = [
      user?.name, user?.role,
      store.damage != nil
        ? "damaged"
        : store.readingNote != nil
          ? "read as it stands" : store.isReadOnly ? "read only" : nil,
      store.place.name,
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }
}
