import AccessControl
import EntityStore
import Qualifiers
import RuleEnvironment
import Terminal
public import Widgets
import Workspace

/// The objects of an entity: as a table of columns or as titled summaries, as the rules choose.
///
/// A page of one's own may have it within.
public struct ListPage: View {
  @Environment(\.pageContext) private var page

  /// One on the page of the place.
  public init() {}

  /// The list of the page, with its commands.
  public var body: some View {
    ListProvider { model in
      ObjectList(model: model)
        .commands {
          PageActions(in: model.scope).offered(
            ListCommands(page: page, list: model).all + ColumnCommands(model: model).all
          )
        }
    }
  }
}

/// The rows of a list of objects, drawn as a table, as summaries or by a custom row, as the rules choose.
///
/// Used by the list page and by the page that selects an object.
struct ObjectList: View {
  let model: ListModel
  @Environment(\.rowComponent) private var rowName
  @Environment(\.userInterface) private var ui
  @Environment(\.pageContext) private var page

  var body: some View {
    VStack {
      let row = ui?.catalog.rows[rowName]
      if row?.listStyle == nil {
        let rows = ui?.catalog.rows.values.filter { $0.listStyle != nil }.map(\.name) ?? []
        UnknownName(kind: "row component for a list", name: rowName, existing: rows)
      }
      NewRows(model: model)
      if row?.listStyle == .titledSummary {
        SummaryList(model: model)
      } else if let row, row.listStyle == .views {
        List(model, cursor: model.cursor) { ObjectRow(row: row, model: model, position: $0) }
          .emptyText(model.emptyText)
          .tagged(model.isTagged(at:))
          .highlighting(model.search.marks)
      } else {
        Table(model.tableColumns, source: model, cursor: model.cursor)
          .columnCursor()
          .frozenColumns(1)
          .emptyText(model.emptyText)
          .highlighting(model.search.marks)
          .onHeader { use($0, $1) }
      }
    }
  }
}

extension ObjectList {
  /// Orders by the column whose title is pressed, where there is that command, and follows the edge that is dragged.
  fileprivate func use(_ action: Table.HeaderAction, _ context: CommandContext) {
    switch action {
    case .press(let key):
      let commands = ListCommands(page: page, list: model)
      guard let column = model.columns.first(where: { $0.key == key }),
        !PageActions(in: model.scope).offered([commands.sorting(by: column)]).isEmpty
      else { return }
      commands.sort(by: column, context)
    case .drag(let key, let width, let isFirst):
      guard let column = model.columns.first(where: { $0.key == key }) else { return }
      model.resize(column, to: width, isFirst: isFirst)
    }
  }
}

/// One object in a list, drawn by an application's own row component, with its tag and change marks.
private struct ObjectRow: View {
  let row: RowComponent
  let model: ListModel
  let position: Int
  @Environment(\.pageContext) private var page

  var body: some View {
    if let record = model.record(at: position) {
      let style = model.scope.scoped(to: record).style(in: model.work.root.palette)
      HStack(spacing: 0) {
        if model.work.editing.isGoing(record) {
          Text("- ").role(.mark)
        } else if !record.changedKeys.isEmpty {
          Text("• ").role(.mark)
        }
        row.view().transformEnvironment {
          $0 = model.scope.scoped(to: model.work.rights.accessGuard.seen(record))
          $0[PageKeys.shared.pageContext] = page
        }
      }
      .style(style ?? .plain)
    } else {
      Text("…").dim()
    }
  }
}

extension ListModel {
  /// The order in words, the first key first: `length ↓, title ↑ natural`.
  var orderText: String {
    query.sortKeys.map { key in
      var ordering = SortOrdering(key: key)
      let mark = ordering.isDescending ? " ↓" : " ↑"
      // What is left of the key without its path and sign.
      ordering.isDescending = false
      let options = ordering.key.dropFirst(SortOrdering(by: ordering.expression).key.count)
      return heading(of: ordering) + mark + options
    }
    .joined(separator: ", ")
  }

  /// The text shown in place of rows: an error, `loading …`, or why the list is empty.
  var emptyText: String {
    if let error = result.error { return "⚠ \(work.readingSentence(for: error))" }
    if !result.isLoaded { return "loading …" }
    return query.filters.isEmpty && query.namedFetch == nil
      ? "nothing here yet" : "no row fits the filter; x removes it"
  }
}
