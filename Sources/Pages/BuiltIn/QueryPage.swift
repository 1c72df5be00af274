import RuleEnvironment
import StandardKeys
public import Widgets

/// The start page with the list of entities; for one entity the query form, which finds its objects.
///
/// An application's page can contain it.
public struct QueryPage: View {
  @Environment(\.pageContext) private var page

  /// One on the page of the place.
  public init() {}

  /// The list of entities or the form, with its commands.
  public var body: some View {
    if page.entity != nil, page.task != .queryAll {
      QueryForm()
    } else {
      EntityMenu()
    }
  }
}

/// The table of entities on the start page, with the commands to open, query, search and add to them.
private struct EntityMenu: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen {
      EntityListProvider { list in
        let _ = list.tail = []
        list.table
      }
    }
  }
}

/// A wrapper for pages with a list of entities: makes it when the page appears, and adds its commands to the content.
struct EntityListProvider<Content: View>: View {
  @ViewBuilder let content: (EntityListModel) -> Content
  @Environment(\.pageContext) private var page

  var body: some View {
    let list = page.state.entityList
    Group {
      if let list {
        content(list)
          .commands {
            PageActions(in: EnvironmentValues.current)
              .offered(QueryCommands(page: page, list: list).all)
          }
      }
    }
    .task(id: PageRequest(page, isMade: list != nil)) { page.openEntityList() }
  }
}

extension EntityListModel {
  /// The table of the entities.
  var table: Table {
    Table(tableColumns, source: self, cursor: cursor)
      .header(false)
      .emptyText("There is no table or view in this database.")
  }

  /// Puts the cursor on the next or previous entity whose title contains `text`, case folded; where none does, on the one
  /// that the palette would show first.
  /// - Returns: Whether there is one.
  func find(_ text: String, backward: Bool = false) -> Bool {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return true }
    searched = text
    let count = allLines.count
    let next = cursor.position + 1..<count + cursor.position
    let others = backward ? next.reversed() : Array(next)
    let order = (others + [cursor.position]).map { $0 % count }
    let titles = order.compactMap { position in
      entry(at: position).map { (position: position, title: $0.title) }
    }
    let hit =
      titles.first { $0.title.lowercased().contains(wanted) }
      ?? FuzzyMatch.sorted(titles, by: text) { $0.title }.first
    guard let hit else { return false }
    cursor.go(to: hit.position, in: self)
    return true
  }
}
