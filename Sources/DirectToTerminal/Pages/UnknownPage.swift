import RuleEnvironment
import Widgets

/// Stands where no page fits the task, and says how a rule can choose one.
struct UnknownPage: View {
  @Environment(\.task) private var task

  var body: some View {
    VStack {
      Text("There is no page for the task '\(task)'.")
      Text("A rule chooses one: task = '\(task)' => page = 'list'").dim()
    }
    .padding(horizontal: 1, vertical: 1)
  }
}
