import Editing
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

// How the rows of a list are narrowed and ordered.
extension ListModel {
  /// Narrows and orders the list as it was when it was left, before it is loaded.
  func begin(again known: ListQuery) {
    query = known
    query.follow(ruledSortKeys: scope[RenderingKeys.shared.sortOrderings])
  }

  /// Narrows and orders the list as another one was, before it is loaded.
  func begin(with other: ListQuery) { query.begin(with: other, in: scope) }

  /// Narrows and orders the list as a link says, before it is loaded.
  func begin(with link: LinkedList) { query.begin(with: link, in: scope) }

  /// Shows what a fetch of the model picks, in its order; `nil` shows all objects again.
  func show(_ fetch: NamedFetchUse?) async { await changing { $0.show(fetch) } }

  /// Adds a condition.
  ///
  /// - Returns: Why the rows could not be narrowed by it; then it is not there.
  @discardableResult
  func add(filter qualifier: Qualifier, title: String) async -> StoreError? {
    await changing { $0.add(qualifier, title: title, in: scope) }
  }

  /// Shows what a query page asks for.
  ///
  /// - Returns: Why that cannot be shown; then all is as it was.
  func show(_ asked: QueryFormRequest?, _ use: QueryFormRequest.Use) async -> StoreError? {
    await changing { $0.show(asked, use, in: scope) }
  }

  /// Shows only rows with a text in their columns or at one of the paths; all of them without one.
  func narrow(to text: String, words: [String], orAt paths: [PropertyPath]) async {
    let condition = words.isEmpty ? nil : search.qualifier(holding: words, orAt: paths)
    await changing { $0.narrow(to: condition, title: "‘\(text)’", in: scope) }
  }

  /// Takes the last condition away; when there is none, the named fetch.
  func removeLastFilter() async {
    guard !query.filters.isEmpty else { return await show(nil) }
    await changing(keepsPlace: true) { $0.removeLastFilter() }
  }

  /// Puts the rows in another order.
  func sort(by keys: [String]) async { await changing { $0.sortKeys = keys } }

  /// Sorts by a column: first ascending, then descending, then as before.
  func toggleSort(by key: String) async {
    await changing { [entity, scope] in
      $0.toggleSort(by: key) { SortOrdering(key: $0, in: entity, scope: scope)?.path }
    }
  }

  /// Makes a column wider or narrower; the whole drag is one step that can be taken back.
  func resize(_ column: Column, to width: Int, isFirst: Bool) {
    if isFirst {
      arrange("change width of \(column.title) in") { $0.widths[column.key] = width }
    } else {
      arrangement.widths[column.key] = width
    }
  }

  /// Arranges the columns in another way; `name`, followed by that of the entity, is what the step is called.
  func arrange(_ name: String, _ change: (inout ColumnArrangement) -> Void) {
    var other = arrangement
    change(&arrangement)
    guard other != arrangement, work.presenter?.shows(self) == true else { return }
    remember("\(name) \(displayName)") { list in
      (list.arrangement, other) = (other, list.arrangement)
    }
  }

  var displayName: String { scope[ModelKeys.shared.displayNameForEntity] }

  /// Makes a step of what is shown otherwise, which `turn` takes back and does again.
  @discardableResult
  func remember(_ name: String, turn: @escaping (ListModel) -> Void) -> ViewChange {
    let change = ViewChange(name, at: self, saveCount: work.saves.history.length) {
      [weak self] in
      if let self { turn(self) }
    }
    work.editing.remember(change)
    return change
  }

  /// Makes a step of what is different since the rows were narrowed and ordered in another way; none for a list that has no
  /// page of its own.
  func rememberChange(since before: ListQuery) -> ViewChange? {
    guard let name = name(ofChangeSince: before), work.presenter?.shows(self) == true else {
      return nil
    }
    var other = before
    return remember(name) { other = $0.turn(to: other) }
  }

  /// `filter Film by rating = 'PG'`, `sort Film by Title`; `nil` where nothing is different.
  private func name(ofChangeSince before: ListQuery) -> String? {
    let name = displayName
    if query.namedFetch?.title != before.namedFetch?.title {
      return query.namedFetch.map { "show \($0.title) of \(name)" } ?? "show all of \(name)"
    }
    if let last = query.filters.last, !before.filters.contains(last) {
      return "filter \(name) by \(last.title)"
    }
    if query.filters != before.filters {
      return "clear filter of \(name)" + (before.filters.last.map { ": \($0.title)" } ?? "")
    }
    guard query.sortKeys != before.sortKeys else { return nil }
    guard !query.isUnsorted else { return "end sorting of \(name)" }
    let titles = query.sortKeys.map { key in
      let ordering = SortOrdering(key: key)
      return heading(of: ordering) + (ordering.isDescending ? " ↓" : "")
    }
    return "sort \(name) by \(titles.joined(separator: ", "))"
  }
}
