import EntityStore
import Qualifiers

// How the rows of a list are narrowed and ordered.
extension ListModel {
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
  func show(_ asked: Asked?, _ use: Asked.Use) async -> StoreError? {
    await changing { $0.show(asked, use, in: scope) }
  }

  /// Shows only rows in whose columns a text stands; all of them without one.
  func narrow(to text: String) async {
    let condition = text.isEmpty ? nil : search.qualifier(text)
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
  func toggleSort(by key: String) async { await changing { $0.toggleSort(by: key) } }
}
