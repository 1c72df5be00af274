import RuleEnvironment
import Widgets

/// The tabs of a page, where rules give it some, and what is on the open one below.
struct Tabbed<Content: View>: View {
  @ViewBuilder let content: () -> Content
  @Environment(\.pageContext) private var page
  @Environment(\.tabs) private var tabs
  @Environment(\.tab) private var current

  var body: some View {
    if tabs.isEmpty {
      content()
    } else {
      VStack {
        HStack(spacing: 2) {
          ForEach(tabs, id: \.self) { name in
            Text(" \(name) ").role(name == current ? .cursor : .dim)
          }
        }
        content().id(current)
      }
      .commands {
        Command(.nextTab) { _ in go(1) }
        Command(.previousTab) { _ in go(-1) }
      }
    }
  }

  private func go(_ step: Int) {
    let index = tabs.firstIndex(of: current) ?? 0
    guard page.isOpen else { return }
    page.state.tab = tabs[(index + step + tabs.count) % tabs.count]
  }
}
