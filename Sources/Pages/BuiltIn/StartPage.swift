import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The first page: the tables and views, and what was visited, is saved as a fetch or unsaved.
///
/// On a wide screen the panels stand beside the tables, else their rows below them.
struct StartPage: View {
  @Environment(\.pageContext) private var page
  @Environment(\.platform) private var platform

  var body: some View {
    if page.isOpen {
      let panels = page.state.model { StartModel() }.panels(on: page)
      let charts = StartChart.entities(on: page)
      EntityListProvider { list in
        let isWide = platform == "wide"
        let _ = list.tail = isWide ? [] : panels
        if isWide {
          HStack {
            list.table
              .onSide { step, context in
                if step < 0 || !context.host.moveFocus(by: 1, wrapping: false) { context.beep() }
              }
              .frame(maxWidth: .max, maxHeight: max(1, list.lines.count))
              .border("Tables")
              .frame(maxWidth: Self.width)
            VStack {
              ForEach(panels, id: \.title) { PanelView(panel: $0) }
              ForEach(charts, id: \.name) { StartChart(entity: $0) }
              DatabaseFacts().border("Database").frame(maxWidth: Self.width)
            }
            .frame(maxWidth: Self.width)
          }
        } else {
          VStack {
            list.table
            ForEach(charts, id: \.name) { StartChart(entity: $0) }
          }
        }
      }
    }
  }

  /// Wider panels put the numbers too far from the names.
  private static let width = 76
}

/// A panel of the start page in its frame.
private struct PanelView: View {
  let panel: StartPanel

  var body: some View {
    Table(StartItem.columns, source: panel, cursor: panel.cursor)
      .header(false)
      .onSide { step, context in
        if step < 0 { context.host.focusDefault() } else { context.beep() }
      }
      .commands {
        if let item = panel.current { Command(.open) { item.open($0) } }
      }
      .frame(maxWidth: .max, maxHeight: panel.items.count)
      .border(panel.title)
  }
}

/// The file of the database, its size, and who may do what with it.
private struct DatabaseFacts: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    let (store, user) = (page.work.store, page.work.root[PermissionKeys.shared.user])
    let who = [user?.name, user?.role].compactMap(\.self).joined(separator: " · ")
    let facts = [
      ("File", store.place.name ?? "in memory"),
      ("Size", store.fileSize.map { ByteText.size($0) } ?? ""), ("User", who),
      ("Access", store.isReadOnly ? "read only" : "read and write"),
    ]
    VStack {
      ForEach(facts.filter { !$0.1.isEmpty }, id: \.0) { name, text in
        HStack {
          Text("  \(name)").dim().frame(width: 10)
          Text(text)
        }
      }
    }
    .frame(maxWidth: .max)
  }
}
