import EntityStore
import RuleEnvironment
import Terminal
import Widgets

/// A list with the object under its cursor beside it; other pages have the whole room.
struct MasterDetail: View {
  @Environment(\.session) private var session
  @Environment(\.task) private var task

  var body: some View {
    if task == "list", let session, let model = session.listModel(of: session.navigator.current) {
      GeometryReader { size in
        HStack(spacing: 1) {
          PageBody().frame(width: size.width * 62 / 100, height: size.height)
          ObjectDetail(model: model).frame(maxWidth: .max, maxHeight: .max)
        }
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

  var body: some View {
    if let record = model.currentRecord, let session {
      let detail = session.detail(of: record)
      VStack {
        Text(model.scope.scoped(to: detail)[RenderingKeys.shared.title]).role(.title)
          .padding(horizontal: 1)
        ObjectProperties(canFocus: false)
      }
      .transformEnvironment { $0 = $0.scoped(toTask: "inspect").scoped(to: detail) }
      .task(id: record.id) { await session.loadDetail(of: record) }
    }
  }
}
