import RuleEnvironment
import Terminal
package import Widgets
import Workspace

/// The whole screen: title line, the page in its wrapper, status line, keys.
package struct ApplicationView: View, InterfacePart {
  let ui: UserInterface

  /// The screen of a session.
  package init(ui: UserInterface) { self.ui = ui }

  /// The lines of the screen, top to bottom.
  package var body: some View {
    let page = PageContext(ui.navigator.current, in: ui)
    let screen = work.root[MiscKeys.shared.screen]
    let title = TitleParts(page: page)
    VStack {
      let least = CompactLayout.least
      if screen.width < least.width || screen.height < least.height {
        Text("\(screen.width)×\(screen.height) is too small: \(least.width)×\(least.height)").wrap()
      } else {
        let crumbs = page.crumbs
        TitleLine(
          crumbs.map(\.title),
          chips: title.filterChips,
          note: title.note,
          badge: title.badge
        ) {
          ApplicationCommands(page: page).goBack(to: crumbs[$0].page, $1)
        }
        let progress = ui.progressPage
        WrappedPage()
          .id(page.state.id)
          .focusPlace(page.state.focusPlace)
          .frame(maxWidth: .max, maxHeight: progress == nil ? .max : 0)
        if let progress {
          PageBody().frame(maxWidth: .max, maxHeight: .max)
            .transformEnvironment { $0 = progress.environment }
        }
        if let notice = work.rules.notices.first {
          let lines = notice.lines(width: screen.width)
          let isHigh = screen.height >= Self.noticeHeight
          ForEach(isHigh ? lines + otherNotices : Array(lines.prefix(1)), id: \.self) {
            Text($0).role(.warning)
          }
        }
        PageStatus()
        if screen.height > Self.keysHeight { KeyLine() }
      }
    }
    .transformEnvironment { $0 = page.environment }
    .commands { ApplicationCommands(page: page).all }
  }

  /// The mistakes in rule files behind the first, a line each; of many how many more there are.
  private var otherNotices: [String] {
    let others = work.rules.notices.dropFirst()
    let more = others.count - 3
    return others.prefix(3).map(\.line) + (more > 0 ? [" ⚠ and \(more) more; ! shows them"] : [])
  }

  /// Windows that are not higher have no room for keys; `?` lists them.
  private static let keysHeight = 6
  /// Windows that are not as high show no more of a fault than what is wrong.
  private static let noticeHeight = 16
}

/// The current page inside the page wrapper that rules choose by `pageWrapper`.
///
/// `ApplicationView` shows it between title and status line.
private struct WrappedPage: View {
  @Environment(\.pageWrapper) private var wrapper
  @Environment(\.rendering) private var rendering

  var body: some View {
    rendering.item(of: \.pageWrappers, named: wrapper, kind: "page wrapper") { $0.view() }
  }
}
