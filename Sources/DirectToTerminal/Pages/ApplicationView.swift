import EntityStore
import Qualifiers
import RuleEnvironment
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
    let scope = page.scope(in: session.root)
    let title = session.crumbs(in: scope)
    VStack {
      TitleLine(title, note: session.titleNote)
      WrappedPage(page: page)
        .frame(maxWidth: .max, maxHeight: .max)
      PageStatus(page: page)
      KeyLine()
    }
    .transformEnvironment { $0 = page.scope(in: session.root) }
    .commands { session.applicationCommands() }
  }
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
        page.view().frame(maxWidth: .max, maxHeight: .max)
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
  /// The pages on the way here, by name, the database first.
  func crumbs(in scope: EnvironmentValues) -> [String] {
    var crumbs = [root[RenderingKeys.shared.title]]
    for page in navigator.pages.dropFirst() {
      let scope = page.scope(in: root)
      crumbs.append(page.name ?? scope[RenderingKeys.shared.navigationBarTitle])
    }
    return crumbs
  }

  /// Who uses which file, for the right end of the title line.
  var titleNote: String {
    let user = root[PermissionKeys.shared.user]
    let parts = [user?.name, user?.role, store.isReadOnly ? "read only" : nil]
    return parts.compactMap(\.self).joined(separator: " · ")
  }
}
