import RuleEnvironment
import Widgets

/// A list from which one object is chosen, for a to-one relationship.
struct SelectPage: View {
  @Environment(\.session) private var session

  var body: some View {
    if let session, let model = session.listModel(of: session.navigator.current) {
      ObjectList(model: model)
        .commands { session.selectCommands(for: model) }
        .commands { PageActions(in: model.scope).offered(session.findCommands(for: model)) }
    }
  }
}
