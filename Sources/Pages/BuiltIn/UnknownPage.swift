import RuleEngine
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The placeholder page for a task to which no rule gives a page; it shows a sample rule and a plain page.
struct UnknownPage: View {
  @Environment(\.task) private var task

  var body: some View {
    VStack {
      Text("There is no page for the task '\(task)'.")
      Text("A rule chooses one: task = '\(task)' => page = 'list'").dim()
      PlainPage().frame(maxWidth: .max, maxHeight: .max)
    }
    .padding(horizontal: 1)
  }
}
