import Editing
import RuleEnvironment
import Widgets
import Workspace

/// All that is not saved yet: an entry for each object, below it what is to be written, old and new.
struct ReviewPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen {
      let model = page.openReview()
      OutlineView(model: model.rows, emptyText: "No unsaved changes.") {
        ReviewRow(line: $0, page: page).text
      } commands: {
        ReviewCommands(page: page, model: model).all
      }
    }
  }
}

/// The text of one line with unsaved changes: an entity heading, an object, or a property with old and new value.
///
/// Used by the review page and by the page that recovers unsaved changes.
struct ReviewRow {
  let line: ReviewModel.Line
  let page: PageContext

  var text: Text {
    switch line {
    case .heading(let title): Text("── \(title) ──").dim()
    case .entry(let object):
      Text(object.pendingMark + " ").role(.mark)
        + Text(UnsavedChanges(work: page.work).label(of: object)).bold()
        .style(PendingReview(work: page.work).style(of: object.snapshot))
        + Text(remark(on: object)).dim() + fault(of: object, at: "")
    case .change(let object, let name):
      PendingReview(work: page.work).change(of: name, in: object.pendingRow).line
        + fault(of: object, at: name)
    }
  }

  private func remark(on object: ManagedObject) -> String {
    if object.isChangedElsewhere { return "  changed elsewhere: saving asks" }
    return switch object.state {
    case .inserted: "  new"
    case .deleted: "  to be deleted"
    case .stored: object.hasChanges ? "" : "  typed, not a value yet"
    }
  }

  private func fault(of object: ManagedObject, at name: String) -> Text {
    let sentence = page.work.saveFaults[object][name]
    return Text(sentence.map { "  ✗ \($0)" } ?? "").role(.error)
  }
}

extension PendingReview.Change {
  /// The line that shows it: `Rating: R → PG`.
  var line: Text {
    let name = Text("    \(title): ").dim()
    guard let old else { return name + new.shown }
    return name + old.shown + Text(" → ").dim() + new.shown
  }
}

extension PageContext {
  /// The lines of the page as they are now.
  fileprivate func openReview() -> ReviewModel {
    let model = state.model { ReviewModel(work: work) }
    model.follow()
    return model
  }
}
