import AccessControl
import EntityModel
import Insight
import Qualifiers
import Workspace

extension ListModel {
  /// The link to the rows of the list on a page, in its order, or to groups of them.
  func link(on page: PageState, groups: GroupRequest? = nil) -> String {
    let fetch = query.namedFetch.map { ["fetch=\($0.title)"] } ?? []
    let isCut = hidesConditions(on: page)
    let conditions = isCut ? [] : fetch + conditions(on: page).map { "\($0)" }
    let order = groups?.order ?? (isCut || query.isUnsorted ? [] : query.sortKeys)
    let parts =
      conditions + (groups?.linkParts ?? [])
      + (order.isEmpty ? [] : ["sort=" + order.joined(separator: ",")])
    return entity.name + (parts.isEmpty ? "" : "?") + parts.joined(separator: "&")
  }

  /// Whether a link leaves out the conditions: what they ask about a password, or of what is not shown, is shown nowhere.
  func hidesConditions(on page: PageState) -> Bool {
    conditions(on: page).contains { condition in
      condition.paths.contains { scope.leadsToPassword($0) || !scope.shows($0) }
    }
  }

  private func conditions(on page: PageState) -> [Qualifier] {
    [page.auxiliaryQualifier].compactMap(\.self) + query.filters.map(\.qualifier)
  }
}
