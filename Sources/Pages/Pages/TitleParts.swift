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
  var crumbs: [(title: String, page: PageState)] {
    let pages = ui.navigator.pages
    let start = max(1, pages.lastIndex(where: \.isJump) ?? 1)
    let ways = zip(pages.dropFirst(start), pages.dropFirst(start - 1)).flatMap { page, before in
      crumbs(of: page, behind: before).map { ($0, page) }
    }
    return [(work.root[RenderingKeys.shared.title], pages[0])] + ways
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

  /// The order of a list, or which file it is.
  var note: String {
    guard let order = page.list?.orderText, !order.isEmpty else {
      return work.store.place.name ?? ""
    }
    return "sort: \(order)"
  }

  /// The state of the fields, the names of user and role, and whether nothing can be saved.
  var badge: [String] {
    let (store, user) = (work.store, work.root[PermissionKeys.shared.user])
    let state =
      store.damage != nil
      ? "damaged"
      : store.readingNote != nil ? "read as it stands" : store.isReadOnly ? "read only" : nil
    return FieldCounts(of: page).parts
      + [user?.name, user?.role, state].compactMap(\.self).filter { !$0.isEmpty }
  }
}
