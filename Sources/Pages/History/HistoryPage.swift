import Editing
import EntityStore
import RuleEnvironment
import Widgets
import Workspace

/// The history page: the saves, newest first, or the rows of one save with their old and new values.
struct HistoryPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen {
      if let model = page.state.savedRows {
        SavedRows(model: model, page: page)
      } else {
        let model = page.openHistory()
        OutlineView(model: model.rows, emptyText: model.emptyText) {
          SaveLine(save: $0).text
        } commands: {
          HistoryCommands(page: page).all(in: model)
        }
      }
    }
  }
}

/// The text of one save in the history list: its time, user and summary, and whether it was taken back.
private struct SaveLine {
  let save: SaveHistory.Entry

  var text: Text {
    let user = save.userName.isEmpty ? "" : "  " + save.userName
    return Text(save.time + user + "  ").dim()
      + (save.isTakenBack ? Text(save.summary).dim() : Text(save.summary).bold())
      + Text(save.isTakenBack ? "  taken back" : "").role(.warning)
  }
}

/// The view of one save in the history: a title line and the list of rows that it changed.
private struct SavedRows: View {
  let model: SavedRowsModel
  let page: PageContext

  var body: some View {
    model.follow()
    let entry = model.entry
    return VStack {
      Text("\(entry.title)\(entry.userName.isEmpty ? "" : " by \(entry.userName)")").role(.header)
        + Text(model.isTakenBack ? "  taken back" : "").role(.warning)
      OutlineView(model: model.rows, emptyText: "The rows of this save are hidden from you.") {
        SavedLine(model: model, line: $0).text
      } commands: {
        HistoryCommands(page: page).all(in: model)
      }
    }
  }
}

/// The text of one line of a save's details: an entity heading, a changed row, or a property with old and new value.
private struct SavedLine {
  let model: SavedRowsModel
  let line: SavedRowsModel.Line

  var text: Text {
    switch line {
    case .heading(let title): Text("── \(title) ──").dim()
    case .entry(let row):
      Text(row.before == nil ? "+ " : row.after == nil ? "- " : "• ").role(.mark)
        + Text(model.label(of: row)).bold().style(model.style(of: row))
        + Text(remark(on: row)).dim()
    case .change(_, let change): change.line
    }
  }

  private func remark(on row: SaveRecord.Row) -> String {
    let what = row.before == nil ? "  new" : row.after == nil ? "  deleted" : ""
    switch row.cause {
    case .direct: return what
    case .trigger: return what + "  by a trigger"
    case .cascade: return what + "  by a cascade"
    }
  }
}

extension PageContext {
  /// The saves of the page as they are now.
  fileprivate func openHistory() -> HistoryModel {
    let model = state.model { HistoryModel(work: work, of: savesOfInterest) }
    model.follow()
    return model
  }

  private var savesOfInterest: SaveReader.Subject {
    if let id = object?.id { return .row(id) }
    return entity.map { .entity($0) } ?? .all
  }
}
