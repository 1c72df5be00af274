import EntityModel
import Insight
import Qualifiers
import Workspace

extension ListModel {
  /// The link to the rows of the list on a page, in its order, or to groups of them.
  func link(on page: PageState, groups: GroupRequest? = nil) -> String {
    let fetch = query.namedFetch.map { ["fetch=\($0.title)"] } ?? []
    let filters = [page.auxiliaryQualifier].compactMap(\.self) + query.filters.map(\.qualifier)
    // What is asked about a password is shown nowhere.
    let isSecret = filters.contains { !$0.secrets(in: scope).isEmpty }
    let conditions = isSecret ? [] : fetch + filters.map { "\($0)" }
    let order = groups?.order ?? (isSecret || query.isUnsorted ? [] : query.sortKeys)
    let parts =
      conditions + (groups?.linkParts ?? [])
      + (order.isEmpty ? [] : ["sort=" + order.joined(separator: ",")])
    return entity.name + (parts.isEmpty ? "" : "?") + parts.joined(separator: "&")
  }
}
