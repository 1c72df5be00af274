import AccessControl
import EntityStore
import RuleEngine
import RuleEnvironment
import StandardKeys
import Terminal
import Widgets
import Workspace

/// The layout of a list with the object under its cursor beside it, if the screen leaves room for both.
///
/// Other pages use the whole width.
struct MasterDetail: View {
  @Environment(\.pageContext) private var page
  @Environment(\.task) private var task
  @Environment(\.screen) private var screen
  @Environment(\.platform) private var platform
  /// The part of the screen's width that the list takes.
  private static let share = 0.62
  /// In fewer columns the values of an object do not fit beside their names.
  private static let leastDetail = 32
  /// With fewer columns a list tells its rows apart and little more; on a screen that is not wide a rule has asked for it.
  private var usefulColumns: Int { platform == "wide" ? 6 : 3 }

  var body: some View {
    if task == TaskName.list.rawValue, let model = page.list,
      case let useful = model.usefulWidth(columns: usefulColumns) + 1,
      let width = Split.leadingWidth(
        of: screen.width,
        fraction: Self.share,
        minLeading: useful,
        minTrailing: Self.leastDetail
      )
    {
      Split(fraction: Self.share, minLeading: useful, minTrailing: Self.leastDetail) {
        PageBody()
          .padding(Insets(right: 1))
          .commands {
            if model.currentRecord != nil {
              Command(.toDetail) { context in
                if !context.host.moveFocus(by: 1, wrapping: false) { context.beep() }
              }
            }
          }
      } trailing: {
        ObjectDetail(model: model, width: screen.width - width - 1)
      }
    } else {
      PageBody()
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
        ObjectProperties(pageWidth: width, leastLabelWidth: 14)
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
