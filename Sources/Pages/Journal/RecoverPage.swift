import Editing
import RuleEnvironment
import Widgets
import Workspace

/// The page that lists unsaved changes of a program that ended, to be adopted, opened, discarded or kept for later.
struct RecoverPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen {
      let left = page.work.journal.offered
      let model = page.openRecoveredChanges()
      VStack {
        if let title { Text(title).role(.header) }
        if let remarks = left?.remarks { Text(remarks).role(.warning).wrap() }
        OutlineView(
          model: model.rows,
          emptyText:
            left == nil ? "No unsaved changes were left." : "None of them can be restored."
        ) {
          ReviewRow(line: $0, page: page).text
        } commands: {
          RecoverCommands(page: page, model: model).all
        }
      }
    }
  }

  private var title: String? {
    guard let journal = page.work.journal.left.first, let header = journal.contents.header else {
      return nil
    }
    let time = page.work.saves.timeText(header.time, in: page.work)
    return "Unsaved changes of the program started at \(time):"
  }
}

extension PageContext {
  /// The lines of the page as they are now.
  fileprivate func openRecoveredChanges() -> ReviewModel {
    let work = work
    let model = state.model {
      ReviewModel(work: work, of: { work.journal.offered?.objects ?? [] })
    }
    model.follow()
    return model
  }
}
