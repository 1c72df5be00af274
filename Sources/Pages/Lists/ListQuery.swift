import Qualifiers
import RuleEnvironment
import Workspace

/// The query of a list: its named fetch, the user's filter conditions and the sort order.
struct ListQuery {
  /// A filter condition that the user added to a list, shown as a chip with its title.
  struct Filter: Identifiable, Hashable {
    let id: Int
    let title: String
    let qualifier: Qualifier
  }

  private(set) var filters: [Filter] = []
  /// The fetch of the model that the list shows; `nil` for all objects.
  private(set) var namedFetch: NamedFetchUse?
  var sortKeys: [String]
  /// The order that the rules gave last.
  private var ruledSortKeys: [String]
  private var nextFilterID = 1
  /// The texts of the last search on the query page, by property, for each alternative.
  private(set) var askedTexts: [[String: String]] = []
  /// The condition that it made.
  private var askedFilterID: Int?

  /// All objects in the order that the rules give.
  init(ruledSortKeys: [String]) {
    self.ruledSortKeys = ruledSortKeys
    sortKeys = ruledSortKeys
  }

  /// The order before a person chose one.
  private var unsortedKeys: [String] {
    if let keys = namedFetch?.sortKeys, !keys.isEmpty { return keys }
    return ruledSortKeys
  }

  /// Whether no person chose the order.
  var isUnsorted: Bool { sortKeys == unsortedKeys }

  /// Puts the rows in the order of the rules or of the named fetch.
  mutating func endSorting() { sortKeys = unsortedKeys }

  /// Takes over another order of the rules, unless a person chose one.
  mutating func follow(ruledSortKeys keys: [String]) {
    let wasUnsorted = isUnsorted
    ruledSortKeys = keys
    if wasUnsorted { sortKeys = unsortedKeys }
  }

  /// Shows what a fetch of the model picks, in its order; `nil` shows all objects again.
  mutating func show(_ fetch: NamedFetchUse?) {
    namedFetch = fetch
    sortKeys = unsortedKeys
  }

  /// Adds a condition with what is shown of it in the list's scope: of one about passwords no more than that there is one.
  mutating func add(_ qualifier: Qualifier, title: String, in scope: EnvironmentValues) {
    nextFilterID += 1
    let names = qualifier.secrets(in: scope).map { scope.displayName(of: $0.description) }
    let shown = names.isEmpty ? title : "\(names.joined(separator: ", ")) \(CellText.secret)"
    filters.append(Filter(id: nextFilterID, title: shown, qualifier: qualifier))
  }

  /// Shows what a query page asks for, beside the conditions of other kinds or together with all that is shown.
  mutating func show(
    _ asked: QueryFormRequest?,
    _ use: QueryFormRequest.Use,
    in scope: EnvironmentValues
  ) {
    askedTexts = asked?.texts ?? []
    if use == .instead { filters.removeAll { $0.id == askedFilterID } }
    guard let asked else { return }
    switch use {
    case .constrain: add(asked.qualifier, title: asked.title, in: scope)
    case .omit: add(asked.qualifier.omitted, title: "not (\(asked.title))", in: scope)
    case .extend where filters.isEmpty: break
    case .instead, .extend:
      var (condition, title) = (asked.qualifier, asked.title)
      if use == .extend {
        condition = .any([.all(filters.map(\.qualifier)), condition])
        title = filters.map(\.title).joined(separator: " · ") + " or " + title
        filters = []
      }
      add(condition, title: title, in: scope)
      askedFilterID = nextFilterID
    }
  }

  /// Puts one condition, or none, in the place of all.
  mutating func narrow(to qualifier: Qualifier?, title: String, in scope: EnvironmentValues) {
    filters = []
    if let qualifier { add(qualifier, title: title, in: scope) }
  }

  /// Takes the last condition away.
  mutating func removeLastFilter() { filters.removeLast() }

  /// Narrows and orders the list as another one was.
  mutating func begin(with query: ListQuery, in scope: EnvironmentValues) {
    for old in query.filters {
      add(old.qualifier, title: old.title, in: scope)
      if old.id == query.askedFilterID { askedFilterID = nextFilterID }
    }
    askedTexts = query.askedTexts
    namedFetch = query.namedFetch
    sortKeys = query.sortKeys
  }

  /// Narrows and orders the list as a link says.
  mutating func begin(with link: LinkedList, in scope: EnvironmentValues) {
    if let qualifier = link.qualifier { add(qualifier, title: link.title, in: scope) }
    namedFetch = link.named
    if let keys = link.named?.sortKeys, !keys.isEmpty { sortKeys = keys }
    if !link.sortKeys.isEmpty { sortKeys = link.sortKeys }
  }

  /// Sorts by a column: first ascending, then descending, then as before.
  ///
  /// An order that begins with the column already, such as one of the rules, is reversed as a whole.
  /// - Parameters:
  ///   - key: The key of the column.
  ///   - path: Returns the path that a sort key compares: a to-one relationship and its label are the same order.
  mutating func toggleSort(by key: String, comparing path: (String) -> PropertyPath?) {
    func isDescending(_ keys: [String]) -> Bool? {
      guard let first = keys.first, path(first) == path(key) else { return nil }
      return SortOrdering(key: first).isDescending
    }
    guard let now = isDescending(sortKeys) else { return sortKeys = [key] }
    // Both directions are shown, be it that the order before is one of them.
    guard now == (isDescending(unsortedKeys) ?? false) else { return sortKeys = unsortedKeys }
    var orderings = sortKeys.map { SortOrdering(key: $0) }
    orderings[0].path = SortOrdering(key: key).path
    for index in orderings.indices { orderings[index].isDescending.toggle() }
    sortKeys = orderings.map(\.key)
  }
}
