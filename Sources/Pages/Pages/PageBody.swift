import RuleEngine
import RuleEnvironment
import StandardKeys
public import Widgets
import Workspace

/// The view of the page that the rules name, which a page wrapper places within the screen.
public struct PageBody: View {
  @Environment(\.page) private var name
  @Environment(\.debugComponent) private var debugName
  @Environment(\.rendering) private var rendering
  @Environment(\.pageContext) private var context

  /// The page of the place.
  public init() {}

  /// The page, or that there is none of that name.
  public var body: some View {
    VStack {
      rendering.item(of: \.pages, named: name, kind: "page") { page in
        if page.subject > context.subject {
          InapplicablePage(page: page).frame(maxWidth: .max, maxHeight: .max)
        } else {
          page.view().frame(maxWidth: .max, maxHeight: .max)
        }
      }
      if let debugName {
        rendering.item(of: \.debugComponents, named: debugName, kind: "debug component") {
          $0.view()
        }
      }
    }
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
    if let plain = EnvironmentValues.current.catalog.plainPages[page.subject] { plain.view() }
  }
}
