import EntityModel
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets

/// The objects of an entity: as a table of columns or as titled summaries, as the rules choose.
struct ListPage: View {
  @Environment(\.session) private var session

  var body: some View {
    if let session, let model = session.listModel(of: session.navigator.current) {
      ObjectList(model: model)
        .commands {
          PageActions(in: model.scope).offered(session.listCommands(for: model))
        }
    }
  }
}

/// Rows of objects with the cursor on one.
struct ObjectList: View {
  let model: ListModel
  @Environment(\.rowComponent) private var rowName
  @Environment(\.session) private var session

  var body: some View {
    VStack {
      let style = session?.catalog.rows[rowName]?.listStyle
      if style == nil { UnknownName(kind: "row component for a list", name: rowName) }
      if style == .titledSummary {
        SummaryList(model: model)
      } else {
        Table(model.tableColumns, source: model, cursor: model.cursor)
          .columnCursor()
          .frozenColumns(1)
          .emptyText(model.emptyText)
          .highlighting(model.search.texts)
      }
    }
  }
}

extension ListModel {
  /// The order in words, the first key first: `length ↓, title ↑ natural`.
  var orderText: String {
    sortKeys.map { key in
      var ordering = SortOrdering(key: key)
      let column = scope.scoped(toProperty: ordering.path.description)
      let mark = ordering.isDescending ? " ↓" : " ↑"
      // What is left of the key without its path and sign.
      let path = ordering.path.description
      ordering.isDescending = false
      let options = ordering.key.dropFirst(path.count)
      return column[ModelKeys.shared.displayNameForProperty] + mark + options
    }
    .joined(separator: ", ")
  }

  /// What stands in place of rows.
  var emptyText: String {
    if let error = result.error { return "⚠ \(error.readingSentence)" }
    if !result.isLoaded { return "loading …" }
    return filters.isEmpty && namedFetch == nil
      ? "nothing here yet" : "no row fits the filter; x takes it away"
  }
}

extension Session {
  /// The list of a page, made and loaded when it is first asked for.
  func listModel(of page: PageState) -> ListModel? {
    if let list = page.list {
      list.follow(page)
      return list
    }
    guard let list = makeList(of: page) else { return nil }
    loading { await list.load() }
    return list
  }

  /// The list of a page for the first time, without its rows.
  func makeList(of page: PageState) -> ListModel? {
    guard let entity = page.entity else { return nil }
    let list = ListModel(session: self, entity: entity, scope: page.scope(in: root))
    list.wantedID = page.startID
    if let start = page.listStart { list.begin(with: start) }
    if let link = start.link, link.entity == entity {
      start.link = nil
      list.begin(with: link)
    }
    page.list = list
    return list
  }
}
