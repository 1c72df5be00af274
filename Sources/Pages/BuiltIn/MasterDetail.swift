import AccessControl
import EntityStore
import RuleEngine
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

/// The layout of a list with the object under its cursor beside it or below, as rules and the key of the pane say.
///
/// Other pages use the whole screen.
struct MasterDetail: View {
  @Environment(\.pageContext) private var page
  @Environment(\.task) private var task
  @Environment(\.screen) private var screen

  var body: some View {
    if task == TaskName.list.rawValue, let model = page.list {
      let places = DetailPlaces(model: model, scope: .current)
      let commands = DetailCommands(places: places, model: model)
      Group {
        switch places.place {
        case .beside(let leading, let trailing):
          Split(fraction: 0, minLeading: leading, minTrailing: trailing) {
            list(model, commands).padding(Insets(right: 1))
          } trailing: {
            ObjectDetail(model: model, width: trailing)
          }
        case .below(let height):
          VStack {
            list(model, commands)
            Divider()
            ObjectDetail(model: model, width: screen.width).frame(height: height)
          }
        case nil: PageBody().commands { commands.ofPane }
        }
      }
      .transformEnvironment { places.tell(&$0) }
    } else {
      PageBody()
    }
  }

  private func list(_ model: ListModel, _ commands: DetailCommands) -> some View {
    PageBody().commands {
      if model.currentRecord != nil {
        Command(.toDetail) { context in
          if !context.host.moveFocus(by: 1, wrapping: false) { context.beep() }
        }
      }
      commands.ofPane
    }
  }
}

/// The object under the cursor of a list, as its inspect page shows it.
private struct ObjectDetail: View {
  let model: ListModel
  /// The columns that it has.
  let width: Int
  @Environment(\.pageContext) private var page

  var body: some View {
    if let record = model.currentRecord {
      let detail = model.detail.whole(of: record)
      VStack {
        Text(model.scope.scoped(to: detail)[RenderingKeys.shared.title]).role(.title)
          .padding(horizontal: 2)
        GeometryReader { size in
          ObjectProperties(pageWidth: width, leastLabelWidth: 14, pageHeight: size.height)
        }
      }
      .frame(maxWidth: .max, maxHeight: .max)
      .transformEnvironment { $0 = $0.scoped(toTask: .inspect).scoped(to: detail) }
      .task(
        id: DetailRequest(
          id: record.id,
          revision: model.readCount,
          generation: page.work.resolver.generation
        )
      ) {
        // What was read before the page was drawn needs no other frame.
        guard model.detail.isOutdated(for: record) else { return }
        page.load { await model.detail.load(record) }
      }
      .commands {
        Command(.toList) { $0.host.focusDefault() }
        PageActions(in: model.scope, model.scope.scoped(toTask: .inspect).scoped(to: detail))
          .offered(ListCommands(page: page, list: model).detail)
      }
    }
  }
}

/// The task identifier for reading the object beside a list: its identity, the row revision and the rule generation.
private struct DetailRequest: Hashable {
  let id: RecordID?
  let revision: Int
  let generation: Int
}
