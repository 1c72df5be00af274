import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The commands of the values page, which filter the list from which it came.
struct ValuesCommands {
  let page: PageContext
  let model: ValuesModel

  @CommandBuilder var all: [Command] {
    let reason = model.chosen.isEmpty ? "no value" : nil
    Command(.open, title: "only these", disabledReason: reason) { filter(excludes: false, $0) }
    Command(.excludeValues, disabledReason: reason) { filter(excludes: true, $0) }
    Command(.tag, disabledReason: reason) { _ in model.toggle() }
  }

  /// Goes to the values of a column of a list; the cursor begins on that of the current row.
  static func show(_ column: ListModel.Column, of list: ListModel, on page: PageContext) {
    let state = PageState(
      task: .values,
      subject: .entity(list.entity),
      name: "\(column.title): values"
    )
    let path = try? list.scope.value(writtenByUser: column.key, isLabelled: true).path
    let start = path.flatMap { list.currentRecord?.value(forPath: $0.components[...]) }
    state[ValuesModel.self] = ValuesModel(of: column, in: list, from: start)
    page.push(state)
  }

  /// Goes back to the list, with the rows that have one of the chosen values, or none of them.
  private func filter(excludes: Bool, _ context: CommandContext) {
    let (list, chosen) = (model.list, model.chosen)
    guard let path = try? list.scope.value(writtenByUser: model.column.key, isLabelled: true).path
    else {
      return context.say("\(model.column.title): this column cannot be filtered by", .warning)
    }
    let parts = chosen.map { Qualifier.matching(path, $0.value) }
    var filter: Qualifier = parts.count == 1 ? parts[0] : .or(parts)
    if excludes {
      filter = .not(filter)
      // Rows without a value have another than those.
      if !chosen.contains(where: \.value.isNull) { filter = .or([filter, .matching(path, .null)]) }
    }
    let texts = chosen.map(model.text).joined(separator: ", ")
    ApplicationCommands(page: page).goBack(context)
    page.work.loads.act {
      await list.add(
        filter: filter,
        title: "\(model.column.title) \(excludes ? "≠" : "=") \(texts)"
      )
    }
  }
}
