import RuleEnvironment
import Widgets
import Workspace

/// The tabs of a page, where rules give it some, and what is on the open one below.
struct Tabbed<Content: View>: View {
  /// The property sections on the open tab, if the tabs are steps of a wizard; else `nil`.
  var steps: [PropertySection]?
  @ViewBuilder let content: () -> Content
  @Environment(\.pageContext) private var page
  @Environment(\.tabs) private var tabs
  @Environment(\.tab) private var current

  var body: some View {
    if tabs.isEmpty {
      content()
    } else {
      VStack {
        if steps != nil { Text("Step \(number + 1) of \(tabs.count)").dim() }
        HStack(spacing: 2) {
          ForEach(tabs, id: \.self) { name in
            Text(" \(name) ").role(name == current ? .cursor : .dim)
          }
        }
        content().id(current)
      }
      .commands {
        let wizard = steps.map { Wizard(page: page, tabs: tabs, number: number, sections: $0) }
        return wizard?.commands ?? [
          Command(.nextTab) { _ in go(1) }, Command(.previousTab) { _ in go(-1) },
        ]
      }
    }
  }

  private var number: Int { tabs.firstIndex(of: current) ?? 0 }

  private func go(_ step: Int) {
    guard page.isOpen else { return }
    page.state.tab = tabs[(number + step + tabs.count) % tabs.count]
  }
}
