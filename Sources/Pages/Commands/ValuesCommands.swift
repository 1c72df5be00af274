import EntityModel
import EntityStore
import Insight
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
    Command(.sort, title: "by \(model.nextOrder.rawValue)") { _ in model.reorder() }
    if let step = model.values?.step {
      let isWhole = model.hasWholeNumbers
      let finer = step.next(isCoarser: false, ofWholeNumbers: isWhole)
      let coarser = step.next(isCoarser: true)
      Command(.finerRanges, disabledReason: finer == nil ? "no finer step" : nil) { _ in
        finer.map { model.divide(.step($0)) }
      }
      Command(.coarserRanges, disabledReason: coarser == nil ? "no coarser step" : nil) { _ in
        coarser.map { model.divide(.step($0)) }
      }
    }
    if model.kind?.hasRanges == true {
      let isDivided = model.values?.step != nil && model.request.division != .off
      Command(.divideValues, title: isDivided ? "single values" : nil) { _ in
        model.divide(isDivided ? .off : .ranges)
      }
    }
    Command(.totalOfValues) { chooseTotal($0) }
    Command(.group, title: "groups") {
      GroupCommands.show(by: model.column, of: model.list, on: page, $0)
    }
    Command(.chart, disabledReason: model.exportRefusal) { _ in
      page.showChart(of: model) { model.chart }
    }
    Command(.exportGroups, disabledReason: model.exportRefusal) { context in
      let name = "\(model.list.entity.name)-\(model.column.key)".lowercased()
      BlobCommands(ui: page.ui).save(as: name + ".csv", endings: GroupFile.endings, context) {
        GroupFile(rows: model.exactRows).text(for: $0.path)
      }
    }
  }

  /// Goes to the values of a column of a list; the cursor begins on that of the current row.
  static func show(_ column: ListModel.Column, of list: ListModel, on page: PageContext) {
    let model = ValuesModel(of: column, in: list)
    page.push(.values, named: "\(column.title): values", showing: model)
  }

  /// Divides the values by the step that a person writes: `month`, `10`, `auto`, `off`.
  func divide(_ text: String) throws(PromptRefusal) {
    guard let kind = model.kind else {
      throw PromptRefusal(
        "\(model.column.title): labels stand for these values, which have no ranges"
      )
    }
    var request = model.request
    do throws(UsageError) { try request.setDivision(text, of: kind) } catch {
      throw PromptRefusal(error)
    }
    model.divide(request.division)
  }

  /// Adds up the property that a person writes; with an empty text none.
  func addUp(_ text: String) throws(PromptRefusal) {
    guard !text.isEmpty else { return model.addUp(nil) }
    let list = model.list
    let total: Qualifiers.Expression
    do { total = try list.scope.total(writtenByUser: text, in: list.work.store) } catch {
      throw PromptRefusal(error)
    }
    model.addUp(total.path?.description ?? text)
  }

  /// Offers the numbers of the list to be added up.
  private func chooseTotal(_ context: CommandContext) {
    let (list, chosen) = (model.list, model.request.total)
    var items = list.columns.compactMap { column in
      (try? list.scope.total(writtenByUser: column.key, in: list.work.store)).map { _ in
        MenuItem(column.title, isChecked: chosen == column.key) { _ in model.addUp(column.key) }
      }
    }
    guard !items.isEmpty else { return context.say("no column has numbers to add up") }
    items.append(MenuItem("none", isChecked: chosen == nil) { _ in model.addUp(nil) })
    context.present { Menu("Total of", items: items) }
  }

  /// Goes back to the list, with the rows that have one of the chosen values, or none of them.
  private func filter(excludes: Bool, _ context: CommandContext) {
    let (list, chosen) = (model.list, model.chosen)
    guard let path = model.path else {
      return context.say("\(model.column.title): this column cannot be filtered by", .warning)
    }
    let filter = chosen.qualifier(of: path, excludes: excludes)
    let title = chosen.title(
      of: model.column.title,
      texts: chosen.map(model.text),
      excludes: excludes
    )
    let commands = ApplicationCommands(page: page)
    if let target = page.ui.navigator.pages.last(where: { $0.list === list }) {
      commands.goBack(to: target, context)
    } else {
      commands.goBack(context)
    }
    page.work.loads.act { await list.add(filter: filter, title: title) }
  }
}
