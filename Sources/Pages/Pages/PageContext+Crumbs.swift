import Editing
import RuleEnvironment
import StandardKeys
import Workspace

extension PageContext {
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
}
