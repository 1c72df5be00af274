import AccessControl
import EntityModel
import Insight
import Qualifiers
import Workspace

extension ListModel {
  /// The link to the rows of the list on a page, in its order, or to groups of them.
  func link(on page: PageState, groups: GroupRequest? = nil) -> String {
    var link = ObjectLink(entityName: entity.name)
    if !hidesConditions(on: page) {
      link.fetch = query.namedFetch?.title
      link.filters = conditions(on: page).map { "\($0)" }
      link.sortKeys = query.isUnsorted ? [] : query.sortKeys
    }
    if let groups { (link.groups, link.sortKeys) = (groups, groups.order) }
    return "\(link)"
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
