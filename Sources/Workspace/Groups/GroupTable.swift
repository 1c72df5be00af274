package import EntityStore
package import Insight
package import Qualifiers
package import RuleEnvironment

/// The groups of the rows of a fetch as a table: keys, the values of a key across, aggregates, subtotals and a total.
package struct GroupTable: Sendable {
  /// A column of the table.
  package enum Column: Sendable, Hashable {
    /// A key, by its number.
    case key(Int)
    /// An aggregate of the rows with one value of the key across, by the numbers of both.
    case cell(Int, aggregate: Int)
    /// An aggregate of all rows of the group.
    case aggregate(Int)
    /// The part that the first aggregate is of the total.
    case share
  }

  /// A group, or the sum of several.
  package struct Row: Sendable, Hashable {
    /// The keys: all of a group, the first of a subtotal, none of the total.
    package let keys: [Value]
    /// The aggregates of all rows of the group.
    package fileprivate(set) var aggregates: [Value]
    /// The aggregates by the value of the key across; `nil` where there are no rows.
    fileprivate var cells: [[Value]?] = []
  }

  /// The most groups that are kept.
  package static let limit = 10_000
  /// The most values of a key across.
  package static let columnLimit = 200
  /// The most groups that a sample shows.
  fileprivate static let estimatedLimit = 1_000

  package let question: GroupQuestion
  /// The groups in their order; subtotals stand below the groups of their key, the total comes last.
  package fileprivate(set) var rows: [Row] = []
  /// The values of the key across, in their order.
  package fileprivate(set) var across: [Value] = []
  /// The labels of the objects behind references, by the number of their key.
  package fileprivate(set) var labels: [Int: ValueLabels]
  /// Whether there are more groups than were kept.
  package fileprivate(set) var isCut = false
  /// Whether the numbers are estimated from a sample.
  package fileprivate(set) var isEstimate = false
  /// The number of groups, without subtotals and the total.
  package fileprivate(set) var groupCount = 0
  fileprivate var total: Row?

  fileprivate init(_ question: GroupQuestion, _ labels: [Int: ValueLabels]) {
    (self.question, self.labels) = (question, labels)
  }

  /// The request that the table answers.
  package var request: GroupRequest { question.request }

  /// The columns from left to right.
  package var columns: [Column] {
    let aggregates = question.grouping.aggregates.indices
    return (0..<question.keyCount).map { .key($0) }
      + across.indices.flatMap { place in aggregates.map { .cell(place, aggregate: $0) } }
      + aggregates.map { .aggregate($0) } + (hasShares ? [.share] : [])
  }

  /// Whether a row is a group, and not the sum of several.
  package func isGroup(_ row: Row) -> Bool { row.keys.count == question.keyCount && !isTotal(row) }

  /// Whether a row is the sum of all groups.
  package func isTotal(_ row: Row) -> Bool { row.keys.isEmpty && question.grouping.keys.count > 0 }

  /// The name of rows that sum groups, which may be more than the groups that are shown.
  package var totalTitle: String {
    isCut || question.request.limit != nil ? "Total of all" : "Total"
  }

  /// The value of a key or an aggregate; `nil` where the row has none.
  package func value(_ column: Column, of row: Row) -> Value? {
    switch column {
    case .key(let place): row.keys.indices.contains(place) ? row.keys[place] : nil
    case .aggregate(let place): row.aggregates[place]
    case .cell(let across, let place):
      row.cells.indices.contains(across) ? row.cells[across]?[place] : nil
    case .share: nil
    }
  }

  /// Whether groups are parts of a total: the first aggregate is a count, or a sum without negative parts.
  private var hasShares: Bool {
    guard let first = question.grouping.aggregates.first, [.count, .sum].contains(first.function),
      question.grouping.keys.count > 0, whole != nil
    else { return false }
    return rows.allSatisfy { ($0.aggregates[0].double ?? 0) >= 0 }
  }

  /// The first aggregate of all rows; `nil` where it has no parts.
  private var whole: Double? {
    total?.aggregates[0].double.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  /// The part that the first aggregate of a row is of the total; `nil` where there is no total.
  package func share(of row: Row) -> Double? {
    whole.map { (row.aggregates[0].double ?? 0) / $0 }
  }

  /// The greatest share of a group.
  package var greatestShare: Double { rows.filter(isGroup).compactMap(share).max() ?? 1 }

  /// The values of the keys of a group with the conditions that its rows meet; in a column of the key across, that one's too.
  package func conditions(
    of row: Row,
    in column: Column
  ) -> [(key: Int, value: Value, condition: Qualifier)] {
    var values = row.keys.enumerated().map { ($0, $1) }
    if case .cell(let place, _) = column { values.append((question.keyCount, across[place])) }
    return values.map { ($0, $1, question.grouping.keys[$0].isValue($1)) }
  }
}

extension Qualifiers.Expression {
  /// The condition that holds where the expression has a value.
  fileprivate func isValue(_ value: Value) -> Qualifier {
    func number(_ number: Int64) -> Self { Self(.literal(.int(number))) }
    guard case .condition(let condition) = kind else {
      return .comparing(self, .equal, with: Self(.literal(value)))
    }
    // A condition that is not known is a key of its own, which no comparison with null finds.
    let unless = Self(.conditional(.not(condition), number(0), number(2)))
    let state = Self(.conditional(condition, number(1), unless))
    let isTrue = value == .bool(true) || value.double == 1
    return .comparison(state, .equal, number(value.isNull ? 2 : isTrue ? 1 : 0))
  }
}

extension WorkContext {
  /// The groups of the rows of a fetch, handed to `body` first as a sample shows them, where one does, then exactly, and again
  /// once subtotals and the total are there.
  ///
  /// - Throws: ``UsageError`` for what cannot be grouped, and what fetching throws.
  package func groupTable(
    _ request: GroupRequest,
    of fetch: FetchSpecification,
    scope: EnvironmentValues,
    _ body: (GroupTable) -> Void
  ) async throws {
    guard request.keys.count <= 3 else {
      throw UsageError("at most three keys; put one across, or leave one out")
    }
    let question = try groupQuestion(request, in: scope)
    let rows = fetch.unordered
    let references = question.references.enumerated().compactMap { index, reference in
      reference.map { (index, $0, question.grouping.keys[index]) }
    }
    let unread = references.map { ($0, ValueLabels(ofKey: $2, in: scope)) }
    var table = GroupTable(question, Dictionary(uniqueKeysWithValues: unread))
    let reader = GroupReader(work: self, question: question, rows: rows)
    // Labels are read from all rows, and until then nothing may stand for a hidden key.
    if !unread.contains(where: \.1.hidesKeys), let estimate = try await reader.estimate(table) {
      body(estimate)
    }
    for (index, reference, key) in references {
      let limit = GroupTable.limit
      table.labels[index]?.byKey = try await labels(of: reference, by: key, in: rows, limit: limit)
    }
    try await reader.read(into: &table)
    guard question.keyCount > 0 else { return body(table) }
    if reader.needsTotals(table) { body(table) }
    try await reader.addTotals(to: &table)
    body(table)
  }
}

/// Reads the parts of a table of groups.
private struct GroupReader {
  let work: WorkContext
  let question: GroupQuestion
  let rows: FetchSpecification

  private var hasAcross: Bool { question.request.across != nil }

  /// The groups by all keys but the one across, in their order.
  private var groups: Grouping {
    var grouping = question.grouping(byFirst: question.keyCount)
    grouping.orderings = question.grouping.orderings
    grouping.limit = min(question.grouping.limit ?? .max, GroupTable.limit + 1)
    return grouping
  }

  /// Whether groups with the same first key are one below another.
  private var hasSubtotals: Bool {
    let first = question.grouping.orderings.first?.column
    return question.keyCount > 1 && (first == nil || first == .key(0))
  }

  /// The table as a sample of the rows shows it; `nil` without one, or with too few rows of each group.
  func estimate(_ empty: GroupTable) async throws -> GroupTable? {
    guard !hasAcross,
      let found = try await work.store.estimatedGroups(groups, of: rows),
      found.count <= GroupTable.estimatedLimit
    else { return nil }
    var table = empty
    table.isEstimate = true
    table.take(found.map { GroupTable.Row($0, nil) })
    table.total = table.sums(byFirst: 0)?.first
    table.add([])
    return table
  }

  func read(into table: inout GroupTable) async throws {
    let found: [Group] = try await work.store.groups(groups, of: rows)
    let kept = found.prefix(GroupTable.limit)
    table.isCut = found.count > kept.count
    let pivot = try await pivot(byFirst: question.keyCount)
    table.across = pivot?.columns ?? []
    table.take(kept.map { GroupTable.Row($0, pivot) })
  }

  /// Whether subtotals and the total must be read from the database.
  func needsTotals(_ table: GroupTable) -> Bool { hasAcross || table.sums(byFirst: 0) == nil }

  func addTotals(to table: inout GroupTable) async throws {
    table.total = try await sums(byFirst: 0, of: table).first
    let subtotals = hasSubtotals ? try await sums(byFirst: 1, of: table) : []
    table.add(subtotals)
  }

  /// The sums of the groups with the same first keys.
  private func sums(byFirst count: Int, of table: GroupTable) async throws -> [GroupTable.Row] {
    if !hasAcross, let sums = table.sums(byFirst: count) { return sums }
    let found: [Group] = try await work.store.groups(question.grouping(byFirst: count), of: rows)
    let pivot = try await pivot(byFirst: count, columns: table.across)
    return found.map { GroupTable.Row($0, pivot) }
  }

  private func pivot(byFirst count: Int, columns: [Value]? = nil) async throws -> Pivot? {
    guard hasAcross else { return nil }
    var pivot = try await work.pivot(
      question.grouping(byFirst: count, isAcross: true),
      of: rows,
      columnLimit: GroupTable.columnLimit
    )
    if let columns { pivot.columns = columns }
    return pivot
  }
}

extension GroupTable.Row {
  /// A row for a group, with its cells in a pivot.
  fileprivate init(_ group: Group, _ pivot: Pivot?) {
    (keys, aggregates) = (group.keys, group.aggregates)
    guard let pivot, let row = pivot[row: keys] else { return }
    cells = pivot.columns.map { row[$0] }
  }
}

extension GroupTable {
  fileprivate mutating func take(_ groups: [Row]) { (rows, groupCount) = (groups, groups.count) }

  /// Puts each subtotal below its groups, and the total at the end.
  fileprivate mutating func add(_ subtotals: [Row]) {
    var left = Dictionary(subtotals.map { ($0.keys[0].normalized, $0) }) { first, _ in first }
    let next = rows.dropFirst().map { $0.keys.first?.normalized } + [nil]
    rows = zip(rows, next).flatMap { row, next -> [Row] in
      guard let key = row.keys.first?.normalized, key != next else { return [row] }
      return [row] + [left.removeValue(forKey: key)].compactMap(\.self)
    }
    rows += [total].compactMap(\.self)
  }

  /// The sums of groups with the same first keys, where those of the groups make them; `nil` where the database must.
  fileprivate func sums(byFirst count: Int) -> [Row]? {
    let functions = question.grouping.aggregates.map(\.function)
    guard !isCut, question.grouping.limit == nil, !rows.isEmpty,
      functions.allSatisfy({ [.count, .sum, .min, .max].contains($0) })
    else { return nil }
    var (order, members): ([[Value]], [[Value]: [Row]]) = ([], [:])
    for row in rows {
      let keys = row.keys.prefix(count).map(\.normalized)
      if members[keys] == nil { order.append(keys) }
      members[keys, default: []].append(row)
    }
    var sums: [Row] = []
    for keys in order {
      let groups = members[keys, default: []]
      var row = Row(keys: Array(groups[0].keys.prefix(count)), aggregates: [])
      for (place, function) in functions.enumerated() {
        guard let value = function.combined(groups.map { $0.aggregates[place] }) else { return nil }
        row.aggregates.append(value)
      }
      sums.append(row)
    }
    return sums
  }
}

extension AggregateFunction {
  /// The count, sum, least or greatest value of all groups by those of each; `nil` for a sum with too many digits.
  fileprivate func combined(_ values: [Value]) -> Value? {
    var all = Aggregation(self == .count ? .sum : self)
    for value in values { all.add(value) }
    return try? all.result(of: rawValue)
  }
}
