import StandardKeys
import Widgets
import Workspace

/// The commands of the bulk edit page: change the rows, go to the next field, or stop a running change.
struct BulkCommands: PagePart {
  let page: PageContext
  let model: BulkModel

  /// Going on to the next field, changing the rows; while that is done, calling it off.
  var all: [Command] {
    guard !model.run.isRunning else {
      return [model.run.stopping(in: work)]
    }
    return [
      Command(.changeRows, title: "change " + model.rows.title(count: model.count)) { ask($0) },
      Command(.nextField) { $0.host.moveFocus(by: 1) },
    ]
  }

  /// Changes the rows; where none was tagged, after asking.
  private func ask(_ context: CommandContext) {
    let change: BulkChange
    do throws(PromptRefusal) { change = try model.change(in: page.scope) } catch {
      return context.say(
        "\(page.scope.displayName(of: model.input.key)): \(error.sentence)",
        .warning
      )
    }
    guard !model.rows.areTagged else { return run(change, context) }
    let name = page.scope.displayName(of: change.key)
    let question = "Change \(name) of \(model.rows.title(count: model.count))? No row is tagged."
    ui.ask(Announcement(asking: question, verb: "change them") { run(change, $0) }, context)
  }

  private func run(_ change: BulkChange, _ context: CommandContext) {
    let save = BulkSave(page: page, rows: model.rows, state: model.run)
    save.run(context, reading: model.paths(for: change), of: model.count) {
      try model.checkShown($0, by: change)
      try change.apply(to: $0)
    }
  }
}

extension PageContext {
  /// Goes to the page on which the tagged rows of a list, or all of them, are changed alike.
  func changeRows(of list: ListModel) {
    let next = PageState(task: .bulk, subject: .entity(list.entity))
    let keys = BulkModel.keys(in: next.scope(in: work.root))
    let key = list.currentColumn.map(\.key).flatMap { keys.contains($0) ? $0 : nil }
    next.bulk = BulkModel(rows: BulkRows(list: list), key: key ?? keys.first ?? "")
    push(next)
  }

  /// Returns the page's model.
  ///
  /// A page that was not opened from a list gets one for all rows of the entity.
  func openBulk() -> BulkModel? {
    if let model = state.bulk { return model }
    guard let list = listOfAll() else { return nil }
    let keys = BulkModel.keys(in: state.scope(in: work.root))
    let model = BulkModel(rows: BulkRows(list: list), key: keys.first ?? "")
    state.bulk = model
    return model
  }
}
