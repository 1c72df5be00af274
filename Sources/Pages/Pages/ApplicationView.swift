import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Terminal
public import Widgets

/// The whole screen: title line, the page in its wrapper, status line, keys.
public struct ApplicationView: View {
  let session: Session

  /// The screen of a session.
  public init(session: Session) { self.session = session }

  /// The lines of the screen, top to bottom.
  public var body: some View {
    let page = session.navigator.current
    let screen = session.root[MiscKeys.shared.screen]
    VStack {
      let least = SmallScreen.least
      if screen.width < least.width || screen.height < least.height {
        Text("\(screen.width)×\(screen.height) is too small: \(least.width)×\(least.height)").wrap()
      } else {
        TitleLine(
          session.crumbs,
          chips: session.filterChips(of: page),
          note: session.note(of: page)
        )
        WrappedPage(page: page)
          .frame(maxWidth: .max, maxHeight: .max)
        if let notice = session.ruleNotices.first {
          let lines = notice.lines(width: screen.width)
          let isHigh = screen.height >= Self.noticeHeight
          ForEach(isHigh ? lines + session.otherNotices : Array(lines.prefix(1)), id: \.self) {
            Text($0).role(.warning)
          }
        }
        PageStatus(page: page)
        if screen.height > Self.keysHeight { KeyLine() }
      }
    }
    .transformEnvironment { $0 = page.scope(in: session.root) }
    .commands { session.applicationCommands() }
  }

  /// Windows that are not higher have no room for keys; `?` lists them.
  private static let keysHeight = 6
  /// Windows that are not as high show no more of a fault than what is wrong.
  private static let noticeHeight = 16
}

/// The page with what its rules put around it.
private struct WrappedPage: View {
  let page: PageState
  @Environment(\.pageWrapper) private var wrapper
  @Environment(\.session) private var session

  var body: some View {
    if let wrapper = session?.catalog.pageWrappers[wrapper] {
      wrapper.view().id(page.id)
    } else {
      UnknownName(kind: "page wrapper", name: wrapper)
    }
  }
}

/// The page itself, by the name the rules give.
struct PageBody: View {
  @Environment(\.page) private var name
  @Environment(\.debugComponent) private var debugName
  @Environment(\.session) private var session

  var body: some View {
    VStack {
      if let page = session?.catalog.pages[name] {
        if let subject = session?.navigator.current.kind, page.subject > subject {
          UnfitPage(page: page).frame(maxWidth: .max, maxHeight: .max)
        } else {
          page.view().frame(maxWidth: .max, maxHeight: .max)
        }
      } else {
        UnknownName(kind: "page", name: name)
      }
      if let debugName {
        if let component = session?.catalog.debugComponents[debugName] {
          component.view()
        } else {
          UnknownName(kind: "debug component", name: debugName)
        }
      }
    }
  }
}

/// Stands where a rule names something that does not exist.
struct UnknownName: View {
  let kind: String
  let name: String

  var body: some View {
    Text("⚠ no \(kind) '\(name)'").role(.warning)
  }
}

extension Session {
  /// The mistakes in rule files behind the first, a line each; of many how many more there are.
  fileprivate var otherNotices: [String] {
    let others = ruleNotices.dropFirst()
    let more = others.count - 3
    return others.prefix(3).map(\.line) + (more > 0 ? [" ⚠ and \(more) more; ! shows them"] : [])
  }

  /// The pages on the way here, by name, the database first.
  var crumbs: [String] {
    var crumbs = [root[RenderingKeys.shared.title]]
    for page in navigator.pages.dropFirst() {
      let scope = page.scope(in: root)
      crumbs.append(page.name ?? scope[RenderingKeys.shared.navigationBarTitle])
    }
    return crumbs
  }

  /// What narrows the list of a page, for the title line.
  func filterChips(of page: PageState) -> [String] {
    let fetch = page.list?.namedFetch.map { [$0.title] } ?? []
    return (fetch + (page.list?.filters ?? []).map(\.title)).map { "\($0) ✕" }
  }

  /// The order of a list, or who uses which file, for the right end of the title line.
  func note(of page: PageState) -> String {
    if let order = page.list?.orderText, !order.isEmpty { return "sort: \(order)" }
    let user = root[PermissionKeys.shared.user]
    let file = store.path?.split(separator: "/").last.map(String.init)
    let parts = [
      user?.name, user?.role,
      store.damage != nil ? "damaged" : store.isReadOnly ? "read only" : nil, file,
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }
}
