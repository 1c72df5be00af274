import EntityStore
import RuleEnvironment
import StandardKeys

/// What the title line says of a page.
struct TitleParts {
  let page: PageContext

  private var session: Session { page.session }

  /// The pages on the way here, by name, the database first.
  var crumbs: [String] {
    let pages = session.navigator.pages.dropFirst().map { page in
      page.name ?? page.scope(in: session.root)[RenderingKeys.shared.navigationBarTitle]
    }
    return [session.root[RenderingKeys.shared.title]] + pages
  }

  /// What narrows the list of the page.
  var filterChips: [String] {
    let fetch = page.list?.query.namedFetch.map { [$0.title] } ?? []
    return (fetch + (page.list?.query.filters ?? []).map(\.title)).map { "\($0) ✕" }
  }

  /// The order of a list, or who uses which file, for the right end of the line.
  var note: String {
    if let order = page.list?.orderText, !order.isEmpty { return "sort: \(order)" }
    let (store, user) = (session.store, session.root[PermissionKeys.shared.user])
    let file = store.path?.split(separator: "/").last.map(String.init)
    let parts = [
      user?.name, user?.role,
      store.damage != nil ? "damaged" : store.isReadOnly ? "read only" : nil, file,
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }
}
