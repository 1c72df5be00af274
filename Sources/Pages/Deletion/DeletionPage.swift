import AccessControl
import EntityModel
import EntityStore
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The page that confirms a deletion, with the effect on the objects that refer to it, level by level.
struct DeletionPage: View {
  @Environment(\.pageContext) private var page

  var body: some View {
    if page.isOpen, let model = page.openDeletion() {
      let isKept = model.effects?.refusal != nil
      VStack {
        Text(model.title).role(isKept ? .error : .header).wrap()
        if !isKept, let finality = model.effects?.finality {
          Text(finality + ".").role(.warning).wrap()
        }
        OutlineView(model: model.rows, emptyText: model.emptyText) {
          DeletionLine(line: $0, isKept: isKept).text
        } commands: {
          DeletionCommands(page: page, model: model).all
        }
      }
    } else if page.isOpen {
      Text("No object is chosen for deletion.").dim()
    }
  }
}

/// The text of one line of the page that confirms a deletion: a heading, a reference path or a remark.
private struct DeletionLine {
  let line: DeletionModel.Line
  /// Whether something keeps the deletion from happening.
  let isKept: Bool

  var text: Text {
    switch line {
    case .heading(let title): Text("── \(title) ──").dim()
    case .way(let way):
      Text("  " + (isKept ? way.sentenceWhereKept : way.sentence))
        .role(way.isRefusing ? .error : .normal)
    case .remark(let sentence): Text("  " + sentence).role(.warning)
    }
  }
}

/// The commands of the deletion page: deleting, unless that must fail, and opening the related objects.
private struct DeletionCommands {
  let page: PageContext
  let model: DeletionModel

  var all: [Command] {
    var all = deletions
    for index in all.indices { all[index].answersPage = true }
    guard let way = model.currentWay else { return all }
    return all + [Command(.open, title: "show the rows") { look(at: way, $0) }]
  }

  private var deletions: [Command] {
    guard let effects = model.effects, effects.refusal == nil else { return [] }
    if let deleteAll = model.deleteAll {
      return [Command(.confirmDeletion, title: "delete them") { deleteAll($0) }]
    }
    let permissions = page.work.permissions(for: model.object, task: .inspect)
    let reason = model.object.goingRefusal ?? permissions.deletionRefusal
    return [
      Command(.confirmDeletion, disabledReason: reason) {
        ObjectDeletion(page: page).delete(model.object, asRead: model.asked, $0)
      }
    ]
  }

  /// A condition for more objects is none that SQLite takes.
  private static let mostSources = 500

  /// Lists the objects on a way.
  private func look(at way: DeletionPath, _ context: CommandContext) {
    guard let destination = way.relationship.destination else { return }
    let store = page.work.store
    page.read(orSay: "\(way.title) cannot be read") { () async throws(StoreError) in
      try await way.condition(from: Array(way.sources.prefix(Self.mostSources)), in: store)
    } then: {
      guard let condition = $0 else { return context.say("\(way.title): they no longer exist") }
      page.push(
        PageState(
          task: .list,
          subject: .entity(destination),
          auxiliaryQualifier: condition,
          name: way.title
        )
      )
    }
  }
}

extension PageContext {
  /// Returns the page's model; `nil` where the page has no object.
  fileprivate func openDeletion() -> DeletionModel? {
    if state.deletion == nil, let object = state.object {
      state.deletion = DeletionModel(object, in: work)
    }
    state.deletion?.follow()
    return state.deletion
  }
}
