import AccessControl
import Editing
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
public import Widgets
import Workspace

/// The commands of a list and of the object under its cursor.
public struct ListCommands {
  private let page: PageContext
  private let model: ListModel

  /// Creates the commands of a list on a page.
  public init(page: PageContext, list: ListModel) { (self.page, model) = (page, list) }

  private var work: WorkContext { page.work }
  private var ui: UserInterface { page.ui }

  /// Opening, editing and deleting the object under the cursor, making one, and finding others.
  public var all: [Command] {
    guard page.isOpen else { return [] }
    let tags = TagCommands(page: page, model: model)
    let deletion = tags.deletion
    let ofObject = objectCommands().filter { deletion == nil || $0.definition != .delete }
    return ofObject + folding + making + [deletion].compactMap(\.self) + finding + tags.all
  }

  @CommandBuilder private var making: [Command] {
    let scope = page.state.scope(in: work.root)
    let refusal =
      Permissions(work: work, scope: scope).creationRefusal
      ?? RelatedList(page: page)?.creationRefusal
    row()?.duplicate(refusal: refusal)
    Command(.create, disabledReason: refusal) { [entity = model.entity] _ in
      page.push(NewObjects.page(of: entity, from: page.state.source, in: work))
    }
    reload
  }

  private var reload: Command {
    Command(.reload) { context in
      work.loads.run {
        if await !ui.adoptTables(context) { await model.reload() }
      }
    }
  }

  /// The commands for the object in the detail pane beside a list.
  var detail: [Command] { objectCommands(isBeside: true).filter { $0.definition != .open } }

  /// Returns the commands for the object under the cursor, in the list or in the detail pane.
  private func objectCommands(isBeside: Bool = false) -> [Command] {
    let deletionRefusal = RelatedList(page: page)?.deletionRefusal
    return row(isBeside: isBeside)?.all(deletionRefusal: deletionRefusal) ?? []
  }

  private func row(isBeside: Bool = false) -> RowCommands? {
    model.currentRecord.map { record in
      RowCommands(page: page, record: record) { context in
        isBeside
          ? context.host.focusedEnvironment[ModelKeys.shared.propertyKey] : model.currentColumn?.key
      }
    }
  }

  /// Sorting by a column.
  func sorting(by column: ListModel.Column) -> Command {
    Command(.sort, title: "sort by \(column.title)") { sort(by: column, $0) }
  }

  func sort(by column: ListModel.Column, _ context: CommandContext) {
    guard SortOrdering(key: column.key, in: model.entity, scope: model.scope) != nil else {
      return context.say("\(column.title): this column cannot be sorted", .warning)
    }
    work.loads.run { [model] in await model.toggleSort(by: column.key) }
  }

  /// Folding the groups of the rows.
  @CommandBuilder private var folding: [Command] {
    if let groups = model.groups {
      let place = model.cursor.position
      if let isFolded = groups.isFolded(at: place) {
        Command(.open, title: isFolded ? "unfold" : "fold") { _ in
          model.fold { $0.toggle(at: place) }
        }
      }
      if groups.hasFolded {
        Command(.unfold, title: "unfold all") { _ in model.fold { $0.foldAll(false) } }
      }
      Command(.fold, title: "fold all") { _ in model.fold { $0.foldAll(true) } }
    }
  }

  /// Searching, filtering and sorting.
  @CommandBuilder var finding: [Command] {
    Command(.search) { model.search.ask($0) }
    Command(.filter) { promptFilter($0) }
    Command(.query) { _ in page.query(model.entity, texts: model.query.askedTexts) }
    Command(.goToRow) { promptRow($0) }
    let reason = model.search.text.isEmpty ? ui.reasonWithoutSearch : nil
    Command(.searchNext, disabledReason: reason) { _ in act { await model.search.find() } }
    Command(.searchPrevious, disabledReason: reason) { _ in
      act { await model.search.find(backward: true) }
    }
    model.currentColumn.map(sorting)
    if let record = model.currentRecord, let column = model.currentColumn {
      let place = column.scope.scoped(toValueIn: record, label: nil)
      LongTextReading(ui: ui).command(in: place)
      BlobCommands(ui: ui).all(in: place)
      Command(.copy) { context in
        work.reader.withWhole(record) {
          ValueCopy(page: page).copy(in: column.scope.scoped(toValueIn: $0, label: nil), context)
        }
      }
      Command(.filterByValue) { context in
        work.reader.withWhole(record) { filter(by: column, of: $0, context) }
      }
    }
    if let column = model.currentColumn, page.task == .list {
      Command(.valuesOfColumn) { _ in ValuesCommands.show(column, of: model, on: page) }
      Command(.group) { GroupCommands.show(by: column, of: model, on: page, $0) }
    }
    if page.task == .list {
      Command(.describe) { _ in
        page.push(.describe, named: "describe", showing: DescribeModel(of: model))
      }
    }
    if !model.entity.definition.fetchSpecifications.isEmpty {
      Command(.namedFetch) { chooseFetch($0) }
    }
    if !model.query.filters.isEmpty || model.query.namedFetch != nil {
      Command(.clearFilter) { _ in act { await model.removeLastFilter() } }
    }
  }

  private func act(_ action: @escaping () async -> Void) { work.loads.act(action) }

  /// Offers the fetches that the model names.
  private func chooseFetch(_ context: CommandContext) {
    var items = model.entity.definition.fetchSpecifications.map { fetch in
      MenuItem(
        fetch.name,
        detail: fetch.qualifier?.description ?? "",
        isChecked: model.query.namedFetch?.fetch.name == fetch.name
      ) { context in
        NamedFetchUse.ask(fetch, context) { text throws(PromptRefusal) in try showFetch(text) }
      }
    }
    if model.query.namedFetch != nil {
      items.append(MenuItem("all") { _ in work.loads.act { await model.show(nil) } })
    }
    context.present { Menu("Fetches of the model", items: items) }
  }

  /// Shows what a fetch of the model picks: `cheap`, or `cheap(limit: 5)`.
  func showFetch(_ text: String) throws(PromptRefusal) {
    do throws(UsageError) {
      let fetch = try NamedFetchUse(text, of: model.entity)
      work.loads.act { await model.show(fetch) }
    } catch {
      throw PromptRefusal(error.message)
    }
  }

  /// Asks for the number of a row, or a part of the list.
  private func promptRow(_ context: CommandContext) {
    context.prompt("row or %: ") { text throws(PromptRefusal) in
      let numbers = model.scope[MiscKeys.shared.locale].numbers
      let typed = text.filter { !$0.isWhitespace }
      let digits = numbers.plainText(of: typed) ?? typed
      guard !digits.isEmpty else { return }
      if digits.hasSuffix("%"), let percent = Double(digits.dropLast()), (0...100).contains(percent)
      {
        work.loads.act { await model.go(toRow: { Int(Double($0) * percent / 100) }) }
      } else if let number = Int(digits), number > 0 {
        work.loads.act { await model.go(toRow: { _ in number - 1 }) }
      } else {
        throw PromptRefusal("‘\(text)’ is neither a row number nor a part like 50%")
      }
    }
  }

  /// Asks for a condition, or a text to look for in all columns; what cannot be applied comes back to be mended.
  private func promptFilter(_ context: CommandContext, text: String = "") {
    let completion = FilterCompletion(entity: model.entity, scope: model.scope)
    context.prompt(
      "filter: ",
      text: text,
      history: .filter,
      keeping: { FilterText.isKept($0, of: model) },
      completions: completion.completions
    ) { text throws(PromptRefusal) in
      guard !text.isEmpty else { return }
      let (condition, title, understood): (Qualifier?, String, [String]) =
        switch try FilterText(text, of: model) {
        case .condition(let condition, let understood): (condition, text, understood)
        case .text(let text):
          (model.search.qualifier(holding: TextSearch.words(of: text)), "‘\(text)’", [])
        }
      guard let condition else { throw PromptRefusal("no column can be searched for a text") }
      let page = ui.navigator.current
      if !understood.isEmpty { context.say(understood.joined(separator: "; ")) }
      work.loads.act {
        guard let error = await model.add(filter: condition, title: title) else {
          let told = await work.store.sentenceAboutUnplacedDays(condition, of: model.entity)
          return told.map { context.say($0, .warning) } ?? ()
        }
        if case .cancelled = error { return }
        guard ui.navigator.current === page else { return }
        promptFilter(context, text: text)
        context.say(work.readingSentence(for: error), .warning)
      }
    }
  }

  private func filter(
    by column: ListModel.Column,
    of record: Record,
    _ context: CommandContext
  ) {
    let (attribute, relationship) = model.entity.property(at: PropertyPath(column.key))
    let scope = column.scope.scoped(toValueIn: record, label: nil)
    if let reason = Permissions(work: work, scope: scope).visibilityRefusal {
      context.say("\(column.title): this value is not shown: \(reason)", .warning)
      return
    }
    let component = work.root.catalog.components[scope[ComponentKeys.shared.component]]
    let shown = component?.cell(scope).text ?? ""
    let path = PropertyPath(column.key)
    let qualifier: Qualifier?
    if let attribute {
      let value = scope[ModelKeys.shared.propertyValue]
      let choices = scope[EditingKeys.shared.choices]
      if component?.shows == .value, let label = choices.label(of: value, for: attribute) {
        let alike = choices.values(called: label, for: attribute)
        qualifier = .any(alike.map { .matching(path, $0) })
      } else if component?.shows == .value, attribute.definition.customType == nil {
        var plain = scope
        plain[EditingKeys.shared.choices] = []
        // What has a label is shown by that.
        let labelled = choices.choices(for: attribute).filter { $0.label != nil }.map {
          Qualifier.not(.matching(path, $0.value))
        }
        qualifier = .all(
          [DisplayedValue(path: path, text: plain.formatted).qualifier(for: value)] + labelled
        )
      } else {
        // How texts of an application's own type follow each other nobody knows.
        qualifier = .matching(path, value)
      }
    } else if let relationship, !relationship.isToMany {
      let label = ShownLabel(relationship: relationship, path: path, record: record)
      qualifier = component?.shows == .label ? label.qualifier(in: scope, work) : label.byKey
    } else {
      qualifier = nil
    }
    guard let qualifier else {
      context.say("\(column.title): this column cannot be filtered by value", .warning)
      return
    }
    work.loads.act { await model.add(filter: qualifier, title: "\(column.title) = \(shown)") }
  }

  /// The commands of a list in which the user chooses an object.
  var choosing: [Command] {
    [
      reload,
      Command(.open, title: "choose", disabledReason: model.currentRecord == nil ? "no row" : nil) {
        context in
        choose(model.currentRecord, context)
      },
    ]
      + [choosingNew].compactMap(\.self)
      + (page.state.onSelectAll == nil
        ? [] : [TagCommands(page: page, model: model).tagging].compactMap(\.self))
  }
}

extension ListCommands {
  /// Chooses the tagged rows, or without tags a row, and goes back.
  func choose(_ record: Record?, _ context: CommandContext) {
    let ids = model.tags.isEmpty ? [record?.id].compactMap(\.self) : model.tags.ids
    ApplicationCommands(page: page).goBack(context)
    if let choose = page.state.onSelectAll { return choose(ids) }
    page.state.onSelect?(record)
  }

  /// Chooses an object that is not saved yet, and goes back.
  func choose(new object: ManagedObject, _ context: CommandContext) {
    ApplicationCommands(page: page).goBack(context)
    page.state.onSelectNew?(object)
  }

  /// Chooses an object that is not saved yet; `nil` where there is none.
  private var choosingNew: Command? {
    let new = model.newObjects(on: page.state)
    guard !new.isEmpty, page.state.onSelectNew != nil else { return nil }
    return Command(.chooseNew) { context in
      let items = new.map { object in
        MenuItem(UnsavedChanges(work: work).label(of: object)) { context in
          choose(new: object, context)
        }
      }
      if items.count == 1 { return items[0].action(context) }
      context.present { Menu("New objects", items: items) }
    }
  }
}
