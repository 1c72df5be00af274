import EntityStore
import RuleEnvironment
import StandardKeys
import Workspace

/// The parts of a page's title line beside the breadcrumbs: filter chips, sort order, fields and user.
struct TitleParts: PagePart {
  let page: PageContext

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
