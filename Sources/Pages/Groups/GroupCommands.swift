import Charts
import Diagnostics
import EntityModel
import EntityStore
import Insight
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleFiles
import StandardKeys
import Widgets
import Workspace

/// The commands of the group page: to the rows of a group, other groups, and the table as a file, link or rule.
struct GroupCommands: PagePart {
  let page: PageContext
  let model: GroupModel

  private var list: ListModel { model.list }

  @CommandBuilder var all: [Command] {
    let reason = model.currentRow == nil ? "no group" : nil
    // What leaves the page says no more that it is an estimate.
    let counting = model.table?.isEstimate == true ? ChartCommands.counting : nil
    Command(.open, title: "rows", disabledReason: reason) { _ in open() }
    if let column = model.currentColumn {
      Command(.sort, title: "sort by \(column.title)") { sort($0) }
      Command(.copy, disabledReason: reason ?? counting) { copy(column, $0) }
    }
    Command(.chooseGroups) { GroupForm(model: model).show($0) }
    Command(.editGroups) { edit($0) }
    Command(.exportGroups, disabledReason: reason ?? counting) { export($0) }
    Command(.copyLink) { copyLink($0) }
    Command(.groupRule) { makeRule($0) }
    Command(.chart, disabledReason: reason) { _ in
      page.showChart(of: model, as: ruledKind) { model.chart }
    }
  }

  /// The kind of chart that rules name for the groups that they name.
  private var ruledKind: Chart.Kind? {
    let ruled = list.scope[FetchingKeys.shared.groups].flatMap { try? GroupRequest(written: $0) }
    guard ruled == model.request else { return nil }
    return list.scope[RenderingKeys.shared.chart].flatMap(Chart.Kind.init)
  }

  /// Sorts by the column under the cursor.
  func sort(_ context: CommandContext) {
    guard !model.toggleSort(), let title = model.currentColumn?.title else { return }
    context.say("\(title): sort by a key or by the columns of all rows", .warning)
  }

  // MARK: Ways here

  /// Goes to the groups of a list, which is that of the page `origin`; on their page others take their place.
  static func show(
    _ request: GroupRequest,
    of list: ListModel,
    on page: PageContext,
    from origin: PageState? = nil
  ) {
    if let model = page.state.groups, model.list === list {
      model.request = request
      return
    }
    let shown = page.ui.navigator.pages.last { $0.list === list }
    let model = GroupModel(request, of: list, on: origin ?? shown ?? page.state)
    // The start page does not say of what.
    let name = page.entity == nil ? "\(list.displayName): groups" : "groups"
    page.push(.group, named: name, showing: model)
  }

  /// Goes to the groups that the rule key `groups` asks for, else to those by a column.
  static func show(
    by column: ListModel.Column?,
    of list: ListModel,
    on page: PageContext,
    _ context: CommandContext
  ) {
    if let ruled = list.scope[FetchingKeys.shared.groups] {
      do throws(PromptRefusal) {
        return show(try request(ruled, of: list), of: list, on: page)
      } catch { context.say("the rule key 'groups': \(error.sentence)", .warning) }
    }
    guard let column else { return }
    page.work.loads.act {
      var request = GroupRequest()
      do {
        request.keys = try await page.work.groupKeys(
          for: column.key,
          of: list.specification(),
          in: list.scope
        )
        let question = try page.work.groupQuestion(request, in: list.scope)
        // The order of the keys behind labels is none that a person sees.
        if question.references.contains(where: { $0 != nil }) { request.order = ["-count"] }
      } catch {
        return context.say("\(column.title): \(GroupSentence.first(of: error))", .warning)
      }
      if page.ui.navigator.current === page.state { show(request, of: list, on: page) }
    }
  }

  /// Goes to the groups of a written request, of the list on the page or the entity under the cursor.
  static func show(written text: String, on page: PageContext) throws(PromptRefusal) {
    let state = page.ui.navigator.current
    var (list, origin) = (state.list ?? state.groups?.list, PageState?.none)
    if list == nil, let entity = state.entityList?.currentEntity ?? state.entity {
      if let reason = page.work.visibilityRefusal(of: entity) { throw PromptRefusal(reason) }
      let start = PageState(task: .list, subject: .entity(entity))
      list = ListModel(work: page.work, entity: entity, scope: start.scope(in: page.work.root))
      origin = start
    }
    guard let list else { throw PromptRefusal("go to a list to group its rows") }
    let request = try request(text, of: list)
    show(request, of: list, on: PageContext(state, in: page.ui), from: origin)
  }

  /// Reads a request for the groups of a list.
  private static func request(_ text: String, of list: ListModel) throws(PromptRefusal)
    -> GroupRequest
  {
    let request: GroupRequest
    do throws(GroupRequestFault) { request = try GroupRequest(written: text) } catch {
      throw PromptRefusal(error.message, at: error.place)
    }
    do { _ = try list.work.groupQuestion(request, in: list.scope) } catch {
      throw PromptRefusal(
        GroupSentence.first(of: error),
        at: GroupSentence.place(of: request, in: text, for: list)
      )
    }
    return request
  }

  // MARK: Rows

  /// Goes to the rows of the group under the cursor; back leads to the group.
  private func open() {
    let next = PageState(
      task: .list,
      subject: .entity(list.entity),
      auxiliaryQualifier: model.origin.auxiliaryQualifier
    )
    var start = list.query
    for (condition, title) in model.currentConditions {
      start.add(condition, title: title, in: list.scope)
    }
    next.listStart = start
    page.push(next)
  }

  private func copy(_ column: GroupColumn, _ context: CommandContext) {
    guard let table = model.table, let row = model.currentRow else { return }
    let share = column.column == .share ? table.share(of: row).map(ShareText.percent) : nil
    let text = share ?? column.exactText(of: table.value(column.column, of: row) ?? .null)
    ValueCopy(page: page).copy(text, context)
  }

  // MARK: Other groups

  private func edit(_ context: CommandContext) {
    context.prompt(
      "group: ",
      text: model.request.written,
      completions: GroupSentence.completions(for: list)
    ) { text throws(PromptRefusal) in
      model.request = try Self.request(text, of: list)
    }
  }

  // MARK: Elsewhere

  private func export(_ context: CommandContext) {
    guard let table = model.table else { return }
    let file = GroupFile(table, model.columns)
    BlobCommands(ui: ui).save(
      as: "\(list.entity.name.lowercased())-groups.csv",
      endings: GroupFile.endings,
      context
    ) { file.text(for: $0.path) }
  }

  private func copyLink(_ context: CommandContext) {
    let link = list.link(on: model.origin, groups: model.request)
    ui.screen.onCopy(link)
    let more = model.request.limit.map { " with --limit \($0)" } ?? ""
    let cut =
      list.hidesConditions(on: model.origin)
      ? ", without the filters on what is not shown," : ""
    context.say(
      "copied ‘\(link)’\(cut) for d2t group\(more) to the clipboard, if the terminal allows it"
    )
  }

  /// Writes the request to the application's rule file, in the place of what was written before.
  private func makeRule(_ context: CommandContext) {
    let settings = ScreenSettings(work: work)
    if let reason = settings.lockedRefusal(of: .newRule) { return context.say(reason, .warning) }
    let (entity, text) = (Value.string(list.entity.name), Value.string(model.request.written))
    let block =
      "when entity.name = \(entity.literal) {\n  high: *true* => groups = \(text.literal)\n}\n"
    let names = work.root.catalog.names(with: work.model)
    let vocabulary = work.resolver.model.vocabulary
    let faults = LiveRules.check(block, vocabulary: vocabulary, names: names).faults
    if let fault = faults.first(where: { $0.severity == .error }) {
      return context.say("no rule is written: \(fault.sentence)", .warning)
    }
    settings.write(rules: block, saying: "; B in this list begins with these groups", context)
  }
}

/// The sentence of a request on the command line: its completion, and what is wrong with it.
enum GroupSentence {
  /// Returns the completions of a request for the groups of a list.
  static func completions(for list: ListModel) -> (String) -> [String] {
    let names = FilterCompletion(entity: list.entity, scope: list.scope)
    let words =
      WrittenAggregate.functions.map { $0.optionName + "(" } + ["count", "across", "limit"]
    return { text in
      let start = text.lastIndex { " ,(-+".contains($0) }.map { text.index(after: $0) }
      let word = text[(start ?? text.startIndex)...]
      let head = String(text.dropLast(word.count))
      let begun: [String] =
        word.isEmpty ? [] : words.filter { $0.hasPrefix(word) }.map { head + $0 }
      let found = names.completions(of: text)
      return found + begun.filter { !found.contains($0) }
    }
  }

  /// The message of an error, its first line alone where a place is shown below it.
  static func first(of error: any Error) -> String {
    typedSentence(of: error).split(separator: "\n").first.map(String.init) ?? ""
  }

  /// The place of the first part of a request that cannot be read, in UTF-8 bytes.
  static func place(of request: GroupRequest, in text: String, for list: ListModel) -> Int? {
    let keys = request.keys + [request.across].compactMap(\.self)
    let parts =
      keys.map { ($0, GroupRequest(keys: [$0])) }
      + request.aggregates.map { ($0.name, GroupRequest(aggregates: [$0])) }
    let wrong = parts.first { (try? list.work.groupQuestion($1, in: list.scope)) == nil }?.0
    let order = wrong ?? request.order.first
    return order.flatMap { text.firstRange(of: $0)?.lowerBound }
      .map { text.utf8.distance(from: text.startIndex, to: $0) }
  }
}
