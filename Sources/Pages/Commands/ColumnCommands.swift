import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// Arranging the columns of a list by keys; each change is a step that can be taken back.
struct ColumnCommands {
  let model: ListModel

  /// The column commands; empty when the list has no columns.
  var all: [Command] {
    let row = model.work.root.catalog.rows[model.scope[ComponentKeys.shared.rowComponent]]
    guard row?.listStyle == .columns else { return [] }
    var commands = [Command(.columns) { choose($0) }]
    guard let column = model.currentColumn else { return commands }
    let place = model.cursor.column
    commands += [
      Command(.narrowColumn) { _ in resize(column, by: -Self.step) },
      Command(.widenColumn) { _ in resize(column, by: Self.step) },
      Command(.moveColumnLeft, disabledReason: place == 0 ? "it is the first" : nil) { _ in
        move(column, to: place - 1)
      },
      Command(
        .moveColumnRight,
        disabledReason: place + 1 == model.columns.count ? "it is the last" : nil
      ) { _ in move(column, to: place + 1) },
      Command(
        .hideColumn,
        title: "hide \(column.title)",
        disabledReason: model.columns.count == 1 ? "it is the only one" : nil
      ) { _ in
        model.arrange("hide column \(column.title) of") { $0.hide(column.key) }
      },
    ]
    return commands
  }

  /// The number of cells by which a command widens or narrows a column.
  private static let step = 2

  private func resize(_ column: ListModel.Column, by cells: Int) {
    let widths = model.cursor.columnWidths
    guard widths.indices.contains(model.cursor.column) else { return }
    let width = max(1, widths[model.cursor.column] + cells)
    model.arrange("change width of \(column.title) in") { $0.widths[column.key] = width }
  }

  private func move(_ column: ListModel.Column, to place: Int) {
    let (other, keys) = (model.columns[place], model.allColumns.map(\.key))
    model.arrange("move column \(column.title) of") {
      $0.move(column.key, toPlaceOf: other.key, among: keys)
    }
    model.cursor.column = place
  }

  /// Offers all columns, each to be shown or hidden, and the way back to what rules say.
  private func choose(_ context: CommandContext) {
    let shown = Set(model.columns.map(\.key))
    let keys = model.allColumns.map(\.key)
    var items = model.arrangement.ordered(keys).compactMap { key in
      model.allColumns.first { $0.key == key }
    }.map { column in
      let isShown = shown.contains(column.key)
      return MenuItem(
        column.title,
        detail: isShown ? "shown" : "hidden",
        disabledReason: isShown && shown.count == 1 ? "it is the only one" : nil
      ) { _ in
        model.arrange("\(isShown ? "hide" : "show") column \(column.title) of") {
          if isShown { $0.hide(column.key) } else { $0.show(column.key) }
        }
      }
    }
    let filter = Qualifier.all(model.query.filters.map(\.qualifier))
    if model.keptFilter != nil {
      items.append(MenuItem("begin without the kept filter") { _ in model.keep(filter: nil) })
    } else if !model.query.filters.isEmpty, filter.secrets(in: model.scope).isEmpty {
      items.append(MenuItem("begin with this filter") { _ in model.keep(filter: filter) })
    }
    if model.arrangement != model.ruledArrangement || model.isKept {
      items.append(
        MenuItem("make it a rule", disabledReason: ruleRefusal) { makeRule($0) }
      )
      items.append(MenuItem("as the rules say") { _ in model.arrangeAsRuled() })
    }
    context.show(
      Announcement("Columns", of: items, in: MenuShape()),
      by: .columns,
      in: model.scope
    )
  }

  /// The reason why the arrangement cannot become a rule.
  private var ruleRefusal: String? {
    ScreenSettings(work: model.work).lockedRefusal(of: .newRule)
      ?? (model.work.rules.reloader == nil ? "the rules of this program are fixed" : nil)
  }

  /// Writes the columns and the order to the application's rule file, for all users, in the place of what it wrote before.
  private func makeRule(_ context: CommandContext) {
    guard let text = model.ruleText(for: nil) else {
      return context.say("the rules say so already")
    }
    if ScreenSettings(work: model.work).write(rules: text, context) { model.forgetKept() }
  }
}
