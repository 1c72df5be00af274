import EntityModel
import Qualifiers
import RuleEngine
import RuleEnvironment
import RuleFiles
import StandardKeys
import Workspace

/// The lists of a session as they were left, by entity: narrowed, ordered and arranged.
final class ListMemories {
  fileprivate var queries: [String: ListQuery] = [:]
  fileprivate var arrangements: [String: ColumnArrangement] = [:]
  /// The conditions with which lists were told to begin at the next start; none in the place of one that was kept.
  fileprivate var startFilters: [String: Qualifier?] = [:]
}

extension ListModel {
  /// Takes its columns from the memory and is remembered from now on; one that is shown again is narrowed as it was left.
  func recall(_ memory: ListMemories, isWhole: Bool, isAgain: Bool) {
    if let known = memory.arrangements[entity.name] { arrangement = known }
    self.isWhole = isWhole
    if isAgain {
      if let known = memory.queries[entity.name] {
        begin(again: known)
      } else if let filter = scope[FetchingKeys.shared.startFilter] {
        query.add(filter, title: filter.description, in: scope)
      }
    }
    self.memory = memory
  }

  /// Remembers the conditions that the list begins with.
  func rememberFilters() {
    if isWhole, !query.filters.isEmpty { memory?.queries[entity.name] = query }
  }

  /// Remembers the list as it is now, its columns and order for the next start too.
  func keep() {
    guard let memory else { return }
    if isWhole { memory.queries[entity.name] = query }
    memory.arrangements[entity.name] = arrangement == ruledArrangement ? nil : arrangement
    guard let kept = work.settings.keptLists else { return }
    kept.write(ruleText(for: work.userName), to: kept.path(of: entity.name, for: work.userName))
  }

  /// The condition with which the list begins at the next start, if it is this program that keeps it.
  var keptFilter: Qualifier? {
    let key = FetchingKeys.shared.startFilter
    return memory?.startFilters[entity.name] ?? (isKept(key, in: scope) ? scope[key] : nil)
  }

  /// Begins with a condition, or with none, at the next start.
  func keep(filter: Qualifier?) {
    memory?.startFilters[entity.name] = .some(filter)
    keep()
  }

  private var keptPath: String? {
    work.settings.keptLists?.path(of: entity.name, for: work.userName)
  }

  /// Whether the list is kept for the next start.
  var isKept: Bool { keptPath.map { work.settings.keptLists?.exists(at: $0) == true } ?? false }

  /// Whether the file of the list answers a key.
  private func isKept(_ key: any AnyKey, in scope: EnvironmentValues) -> Bool {
    isKept && work.resolver.explain(key, in: scope).rule?.file == keptPath
  }

  /// The width that a person gave to a column, now or before.
  private func chosenWidth(of column: Column) -> Int? {
    if let width = arrangement.widths[column.key], width != column.width { return width }
    let isKept = column.width != nil && isKept(RenderingKeys.shared.width, in: column.scope)
    return isKept ? arrangement.widths[column.key] ?? column.width : nil
  }

  /// The answer to a key that was kept for this start.
  private func keptValue<Answer>(of key: Key<Answer>) -> Answer? {
    isKept(key, in: scope) ? scope[key] : nil
  }

  /// The arrangement with the choices that were kept for this start among those made since.
  private var chosenArrangement: ColumnArrangement {
    let keys = RenderingKeys.shared
    var chosen = arrangement
    for column in allColumns {
      if let width = chosenWidth(of: column) { chosen.widths[column.key] = width }
    }
    chosen.detailPlacement = chosen.detailPlacement ?? keptValue(of: keys.detailPlacement)
    chosen.detailWidth = chosen.detailWidth ?? keptValue(of: keys.detailWidth) ?? nil
    return chosen
  }

  /// The rules that make the list what it is, for one user or, without one, for all; `nil` where other rules do.
  func ruleText(for user: String?) -> String? {
    let (keys, ruled) = (RenderingKeys.shared, ruledArrangement)
    var rules: [String] = []
    func add(_ key: any AnyKey, _ text: String?) {
      guard let text, let name = work.rules.vocabulary.name(of: key) else { return }
      rules.append("  high: *true* => \(name) = \(text)")
    }
    func add(_ key: Key<[String]>, _ values: [String], isChosen: Bool) {
      guard isChosen || isKept(key, in: scope) else { return }
      add(key, Value.list(values.map { .string($0) }).literal)
    }
    let hidden = arrangement.hidden.sorted()
    add(keys.columnOrder, arrangement.order, isChosen: arrangement.order != ruled.order)
    add(keys.hiddenColumns, hidden, isChosen: arrangement.hidden != ruled.hidden)
    let order = isWhole ? query : memory?.queries[entity.name]
    if let order, order.namedFetch == nil {
      add(keys.sortOrderings, order.sortKeys, isChosen: !order.isUnsorted)
    } else {
      add(keys.sortOrderings, scope[keys.sortOrderings], isChosen: false)
    }
    add(FetchingKeys.shared.startFilter, keptFilter.map { "where (\($0))" })
    for column in allColumns {
      guard let width = chosenWidth(of: column) else { continue }
      let key = Value.string(column.key).literal
      rules.append("  high: propertyKey = \(key) => width = \(width)")
    }
    let chosen = chosenArrangement
    if chosen.detailPlacement != scope[keys.detailPlacement]
      || isKept(keys.detailPlacement, in: scope)
    {
      add(keys.detailPlacement, chosen.detailPlacement.map { Value.string($0.rawValue).literal })
    }
    if chosen.detailWidth != scope[keys.detailWidth] || isKept(keys.detailWidth, in: scope) {
      add(keys.detailWidth, chosen.detailWidth.map { "\($0)" })
    }
    guard !rules.isEmpty else { return nil }
    var condition = "entity.name = \(Value.string(entity.name).literal) and task = 'list'"
    if let user {
      let name = user.isEmpty ? "is null" : "= \(Value.string(user).literal)"
      condition += " and user.name \(name)"
    }
    let title = user == nil ? "" : "// Written by the program; the command 'columns' resets it.\n"
    return title + "when \(condition) {\n" + rules.joined(separator: "\n") + "\n}\n"
  }

  /// Shows the columns and the order of the rules, and keeps nothing for the next start.
  func arrangeAsRuled() {
    // The widths and the pane of an earlier session come back with the step that is taken back.
    arrangement = chosenArrangement
    var (other, otherKeys) = (arrangement, query.sortKeys)
    forgetKept()
    arrangement = ruledArrangement
    var unsorted = query
    unsorted.endSorting()
    if unsorted.sortKeys != query.sortKeys { _ = turn(to: unsorted) }
    guard work.presenter?.shows(self) == true else { return }
    remember("end arranging columns of \(displayName)") { list in
      (list.arrangement, other) = (other, list.arrangement)
      var query = list.query
      (query.sortKeys, otherKeys) = (otherKeys, query.sortKeys)
      if query.sortKeys != list.query.sortKeys { _ = list.turn(to: query) }
    }
  }

  func forgetKept() {
    memory?.startFilters[entity.name] = nil
    guard isKept, let kept = work.settings.keptLists, let keptPath else { return }
    kept.write(nil, to: keptPath)
    work.rules.reloader?.readAgain()
  }
}
