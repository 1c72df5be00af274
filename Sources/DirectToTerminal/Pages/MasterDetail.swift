import EntityStore
import RuleEngine
import RuleEnvironment
import Terminal
import Widgets

/// A list with the object under its cursor beside it; other pages have the whole room.
struct MasterDetail: View {
  @Environment(\.session) private var session
  @Environment(\.task) private var task
  /// The part of the screen's width that the list takes.
  static let share = 0.62

  var body: some View {
    if task == "list", let session, let model = session.listModel(of: session.navigator.current) {
      Split(fraction: Self.share, minLeading: 40, minTrailing: 24) {
        PageBody()
          .commands {
            if model.currentRecord != nil {
              Command(.toDetail) { context in
                if !context.host.moveFocus(by: 1, wrapping: false) { context.beep() }
              }
            }
          }
      } trailing: {
        ObjectDetail(model: model)
      }
    } else {
      PageBody()
    }
  }
}

/// The object under the cursor of a list, as its inspect page shows it.
private struct ObjectDetail: View {
  let model: ListModel
  @Environment(\.session) private var session
  @Environment(\.screen) private var screen

  var body: some View {
    if let record = model.currentRecord, let session {
      let detail = model.detail(of: record)
      VStack {
        Text(model.scope.scoped(to: detail)[RenderingKeys.shared.title]).role(.title)
          .padding(horizontal: 2)
        ObjectProperties(pageWidth: Int(Double(screen.width) * (1 - MasterDetail.share)))
      }
      .frame(maxWidth: .max, maxHeight: .max)
      .transformEnvironment { $0 = $0.scoped(toTask: "inspect").scoped(to: detail) }
      .task(
        id: DetailRequest(
          id: record.id,
          revision: model.readCount,
          generation: session.resolver.generation
        )
      ) {
        session.loading { await model.loadDetail(of: record) }
      }
      .commands {
        Command(.toList) { $0.host.focusDefault() }
        PageActions(in: model.scope, model.scope.scoped(toTask: "inspect").scoped(to: detail))
          .offered(session.detailCommands(for: model))
      }
    }
  }
}

/// A detail is read again when the cursor moves, the rows were read again, or the rules are others.
private struct DetailRequest: Hashable {
  let id: RecordID?
  let revision: Int
  let generation: Int
}
