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

/// The placeholder page where the chosen page needs an object or entity and none is given.
struct InapplicablePage: View {
  let page: Page
  @Environment(\.pageContext) private var context

  var body: some View {
    let chosen = choice
    VStack {
      Text("The page '\(page.name)' needs \(need), and none was chosen.").role(.warning).wrap()
      if let chosen { Text(chosen).dim().wrap() }
      PlainPage().frame(maxWidth: .max, maxHeight: .max)
    }
  }

  private var need: String { page.subject == .entity ? "an entity" : "an object" }

  /// The file and line of the rule that chose the page; `nil` when no rule did.
  private var choice: String? {
    guard context.isOpen else { return nil }
    let why = context.work.resolver.explain(ComponentKeys.shared.page, in: .current)
    guard let rule = why.rule else { return nil }
    return
      "\(rule.file):\(rule.line) chooses it for the task '\(EnvironmentValues.current[TaskKeys.shared.task])'"
  }
}

/// The default page for the current subject, independent of rules: object details, a list, or the entity list.
struct PlainPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    switch page.subject {
    case .object: InspectPage()
    case .entity: ListPage()
    case .database: QueryPage()
    }
  }
}

extension PageState {
  /// The kind of the page's subject.
  var kind: Page.Subject {
    switch subject {
    case .database: .database
    case .entity: .entity
    case .object: .object
    }
  }
}
