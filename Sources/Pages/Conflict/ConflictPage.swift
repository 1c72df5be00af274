import Editing
import RuleEnvironment
import Widgets
import Workspace

/// The conflict page: values stored by others beside the user's own, with a choice for each property or record.
struct ConflictPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen {
      let model = page.state.conflict ?? ConflictModel([]) { _ in }
      OutlineView(model: model.rows, emptyText: "No unsaved changes are in conflict.") {
        ConflictRow(model: model, line: $0, page: page).text
      } commands: {
        ConflictCommands(page: page, model: model).all
      }
    }
  }
}

/// The text of one line of the conflict page: a record, or a property with its old, stored and own values.
private struct ConflictRow {
  let model: ConflictModel
  let line: ConflictModel.Line
  let page: PageContext

  var text: Text {
    switch line {
    case .record(let conflict):
      mark(of: "", in: conflict)
        + Text(UnsavedChanges(work: page.work).label(of: conflict.object)).bold()
        .style(PendingReview(work: page.work).style(of: conflict.object.snapshot))
        + Text("  \(conflict.remark)").dim()
    case .property(let conflict, let row):
      mark(of: row.name, in: conflict) + Text("  \(row.title): ").dim()
        + value("was", row.base) + Text("  ·  ").dim() + theirs(row)
        + (row.mine.map { Text("  ·  ").dim() + value("mine", $0) } ?? Text("  ·  merged").dim())
    }
  }

  private func theirs(_ row: RecordConflict.Row) -> Text {
    row.theirs.map { value("theirs", $0) } ?? Text("theirs is hidden from you").dim()
  }

  private func value(_ whose: String, _ cell: CellText) -> Text {
    var cell = cell
    if cell.text.isEmpty { cell.text = cell.role == .null ? "∅" : "''" }
    return Text("\(whose) ").dim() + cell.shown
  }

  /// Returns the choice as text of fixed width: `mine`, `theirs`, or `?` while undecided.
  private func mark(of name: String, in conflict: RecordConflict) -> Text {
    let isOpen = conflict.decisions.contains(name)
    switch model.choice(of: name, in: conflict) {
    case .mine: return Text("mine    ").role(.mark)
    case .theirs: return Text("theirs  ").role(.mark)
    case nil: return Text(isOpen ? "?       " : "        ").role(.mark)
    }
  }
}
