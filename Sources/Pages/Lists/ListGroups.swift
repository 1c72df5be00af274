import AccessControl
import EntityModel
import EntityStore
import Formatting
import Qualifiers
import RuleEnvironment
import StandardKeys
import Widgets
import Workspace

/// The groups of a list where rules say `groupBy`: a heading before the rows of each, with their number and totals, which
/// folds them away.
///
/// The places of the table are headings and rows; rows alone have positions in the ``ResultList``.
final class ListGroups {
  private enum Place {
    case row(Int)
    /// The heading of the group with that index.
    case heading(Int)
  }

  /// The order that divides the rows.
  let ordering: SortOrdering
  private unowned let list: ListModel
  /// The groups in the order of the rows; none while they are not read, or are too many for headings.
  private var groups: [RowGroup] = []
  private var indices: [Value: Int] = [:]
  /// The columns with totals.
  private var summed: [String] = []
  private var folded: Set<Value> = []
  /// The rows whose groups were read.
  private var read: (fetch: FetchSpecification, saves: Int, isDescending: Bool)?
  private var places: [Place] = []
  /// The place of the first in the table.
  private var first = 0
  /// The places of the rows from ``firstRow`` on.
  private var rowPlaces: [Int] = []
  private var firstRow = 0

  /// The most groups that have headings.
  private static let limit = 1_000

  init(by ordering: SortOrdering, of list: ListModel) {
    (self.ordering, self.list) = (ordering, list)
  }

  // MARK: Reading

  /// Reads the groups anew unless nothing was saved and the same rows are listed.
  func load() async {
    let fetch = list.specification().unordered
    let (saves, isDescending) = (list.work.saves.count, list.groupedOrdering(self).isDescending)
    if let read, read == (fetch, saves, isDescending) { return }
    let columns = list.columns.filter { column in
      let attribute = list.entity.property(at: PropertyPath(column.key)).attribute
      return column.showsTotals && attribute.map(column.scope.showsAmounts) == true
    }.map(\.key)
    let sums = columns.map { Qualifiers.Expression(.path(PropertyPath($0))) }
    let grouping = Grouping(
      by: [ordering.expression],
      [Grouping.Aggregate(.count)] + sums.map { Grouping.Aggregate(.sum, of: $0) },
      orderings: [Grouping.Ordering(.key(0), descending: isDescending)],
      limit: Self.limit + 1
    )
    let what: NamedSentence = "the groups of \(entity: list.entity) cannot be counted"
    let found = await list.work.readFaults.value(orSay: what) { () async throws(StoreError) in
      try await list.work.store.groups(
        grouping,
        of: fetch,
        purpose: purpose,
        timeLimit: list.scope.fetchTimeLimit
      )
    }
    guard let found else { return }
    read = (fetch, saves, isDescending)
    groups = found.count > Self.limit ? [] : found
    if groups.isEmpty, !found.isEmpty {
      list.notice = "more than \(NumberText.count(Self.limit)) groups, so that none has a heading"
    }
    summed = columns
    indices = Dictionary(groups.enumerated().map { ($1.keys[0].normalized, $0) }) { first, _ in
      first
    }
    // Before the first row there is room for its heading.
    (rowPlaces, first) = ([], 0)
    list.result.onChange()
    let place = list.cursor.rowID.flatMap(list.position)
    if let place { list.cursor.go(to: place, in: list) }
  }

  /// Names the reads of these groups for the store.
  private var purpose: String { "headings \(ObjectIdentifier(self).hashValue)" }

  /// Ends what is being read.
  func stop() { list.work.store.cancel(purpose: purpose) }

  /// The condition that leaves the rows of folded groups out; `nil` where none is folded.
  var condition: Qualifier? {
    guard !folded.isEmpty else { return nil }
    let isNull = Qualifier.isNull(ordering.expression)
    if groups.allSatisfy({ folded.contains($0.keys[0].normalized) }) { return .constant(false) }
    let values = folded.filter { !$0.isNull }.map { Qualifiers.Expression(.literal($0)) }
    let isFolded = Qualifier.in(ordering.expression, .init(.list(values)))
    if values.isEmpty { return .not(isNull) }
    // Rows without a value have another than those.
    return folded.contains(.null) ? .not(.or([isNull, isFolded])) : .or([isNull, .not(isFolded)])
  }

  // MARK: Places

  /// Puts headings before the rows that are in memory; rows stay where they were.
  func arrange() {
    let result = list.result
    let known = rowPlaces.isEmpty ? nil : (firstRow, firstRow + rowPlaces.count)
    let rows = result.positions
    var (places, rowPlaces): ([Place], [Int]) = ([], [])
    var last = result.hasMoreBefore ? nil : -1
    for position in rows {
      let index = result.row(at: position).flatMap { indices[value(of: $0.record)] }
      if let index, index != last {
        // Between two groups there may be some of which no row is listed.
        let start = last.map { $0 < index ? $0 + 1 : index } ?? (places.isEmpty ? index + 1 : index)
        if start <= index { places += (start...index).map(Place.heading) }
        last = index
      }
      rowPlaces.append(places.count)
      places.append(.row(position))
    }
    if !result.hasMoreAfter, result.isLoaded, let last, last + 1 < groups.count {
      places += (last + 1..<groups.count).map(Place.heading)
    }
    let shared = known.map { max($0.0, rows.lowerBound)..<max($0.0, min($0.1, rows.upperBound)) }
    if let row = shared?.first, rows.contains(row) {
      first = first + self.rowPlaces[row - firstRow] - rowPlaces[row - rows.lowerBound]
    } else {
      first = rows.lowerBound
    }
    (self.places, self.rowPlaces, firstRow) = (places, rowPlaces, rows.lowerBound)
  }

  /// The places of all rows and headings.
  var bounds: Range<Int> { first..<first + places.count }

  /// The position of the row at a place; `nil` at a heading.
  func row(at place: Int) -> Int? {
    guard bounds.contains(place), case .row(let row) = places[place - first] else { return nil }
    return row
  }

  /// The place of the row at a position.
  func place(ofRow row: Int) -> Int? {
    rowPlaces.indices.contains(row - firstRow) ? first + rowPlaces[row - firstRow] : nil
  }

  /// The position of the row nearest before a heading, else behind it, that is not in its group.
  func neighbour(of place: Int) -> Int? {
    guard let group = group(at: place) else { return nil }
    let before = (bounds.lowerBound..<place).last { row(at: $0) != nil }
    let after = (place..<bounds.upperBound).first { other in
      row(at: other).flatMap(list.result.row)
        .map { value(of: $0.record) != group.keys[0].normalized } ?? false
    }
    return (before ?? after).flatMap(row)
  }

  private func group(at place: Int) -> RowGroup? {
    guard bounds.contains(place), case .heading(let index) = places[place - first] else {
      return nil
    }
    return groups[index]
  }

  /// The value by which a row is in a group.
  private func value(of record: Record) -> Value {
    let seen = list.work.rights.accessGuard.seen(record)
    return (ordering.expression.evaluate(with: ObjectContext(seen, now: .localWallClock)) ?? .null)
      .normalized
  }

  // MARK: Headings

  /// The identity of the heading at a place.
  func id(at place: Int) -> AnyID? {
    group(at: place).map { AnyID($0.keys[0].normalized) }
  }

  /// The place of the heading with an identity.
  func place(of id: AnyID) -> Int? {
    guard let index = id.value(as: Value.self).flatMap({ indices[$0] }) else { return nil }
    return places.firstIndex { if case .heading(index) = $0 { true } else { false } }
      .map { $0 + first }
  }

  /// The heading at a place, with totals below the titles of their columns.
  func heading(at place: Int) -> TableRow? {
    guard let group = group(at: place) else { return nil }
    let count = NumberText.count(group.aggregates[0].rowCount)
    let mark = folded.contains(group.keys[0].normalized) ? "▸" : "▾"
    var cells = list.columns.map { column -> TableCell in
      let index = summed.firstIndex(of: column.key)
      let value = index.map { group.aggregates[$0 + 1] } ?? .null
      return TableCell(value.isNull ? "" : column.scope.formatted(value), role: .title)
    }
    if !cells.isEmpty {
      let value = SummarizedValue(of: ordering.expression, in: list.scope).text(of: group.keys[0])
      cells[0] = TableCell("\(mark) \(value)  \(count)", role: .title)
    }
    return TableRow(cells)
  }

  /// Whether the group whose heading is at a place is folded; `nil` at a row.
  func isFolded(at place: Int) -> Bool? {
    group(at: place).map { folded.contains($0.keys[0].normalized) }
  }

  /// The number of groups with headings.
  var count: Int { groups.count }

  /// Whether a group is folded.
  var hasFolded: Bool { !folded.isEmpty }

  /// Folds the group whose heading is at a place, or unfolds it.
  func toggle(at place: Int) {
    if let group = group(at: place) { folded.formSymmetricDifference([group.keys[0].normalized]) }
  }

  /// Folds all groups, or unfolds them.
  func foldAll(_ isFolded: Bool) {
    folded = isFolded ? Set(groups.map { $0.keys[0].normalized }) : []
  }
}

extension EnvironmentValues {
  /// Whether the property of the scope shows numbers that can be added up, and no keys, years or choices.
  func showsAmounts(of attribute: Attribute) -> Bool {
    attribute.type.kind.isNumber && self[RenderingKeys.shared.formatter] != nil
      && !self[EditingKeys.shared.choices].hasLabels
  }
}
