package import EntityModel
package import EntityStore
package import Formatting
package import Qualifiers

/// The statements of one fetch: what is selected, from where, in which order, and how rows are read.
package struct FetchPlan {
  /// The position of a selected column in the result of a statement, with the coding that decodes its values.
  ///
  /// `RowDecoder` uses it to read each row.
  package struct Output: Sendable {
    package var column: Int
    package var coding: ColumnCoding
  }

  package let specification: FetchSpecification
  /// Empty when nothing identifies a row; such results are addressed by position.
  package let keys: [OrderKey]
  package let selection: Selection
  package let decoder: RowDecoder
  /// Whether equal rows are one: then they have no identity.
  private let isDistinct: Bool
  /// How many rows there are at most, where the tables do not see to it already.
  private let limit: Int?
  private let from: SQLFragment
  private let filter: SQLFragment?
  /// Whether a row shows what is searched for.
  private let search: SQLFragment?
  private let order: [OrderKey]
  private let dialect: any SQLDialect
  /// The columns by which the rows are found again.
  package let locatorColumns: [String]
  /// Whether each row of a table has locators that are never null and find it alone.
  private let hasUniqueLocators: Bool

  /// - Throws: ``StoreError/unsupported(_:)`` for names that do not exist and conditions SQL cannot express.
  package init(
    _ specification: FetchSpecification,
    entity: Entity,
    dialect: any SQLDialect
  ) throws(StoreError) {
    let scope = SelectScope(entity, of: specification, dialect)
    var order = try Self.order(specification.finalOrderings, scope)
    var selection = Selection(
      maximumLength: specification.maximumLength,
      maximumByteCount: specification.maximumByteCount,
      from: specification.firstByte,
      dialect
    )
    let paths = specification.paths ?? entity.visibleAttributePaths
    let layout = RecordLayout(entity: entity, paths: paths)
    isDistinct = specification.isDistinct(of: entity)
    if isDistinct {
      keys = []
      decoder = try Self.selectDistinctValues(layout, in: scope, &selection, order: &order)
    } else {
      keys = entity.identity.isEmpty ? [] : order
      decoder = try Self.selectObjects(layout, in: scope, &selection, order: keys)
    }
    filter = try FetchConditions(specification: specification, scope: scope, dialect: dialect)
      .outer(countsValues: isDistinct)
    search = try scope.search(specification.search)
    limit = isDistinct ? specification.fetchLimit.map { max($0, 0) } : nil
    (self.order, self.selection, self.dialect) = (order, selection, dialect)
    self.specification = specification
    from = scope.from
    locatorColumns = scope.root.locators
    hasUniqueLocators =
      entity.definition.kind == .table
      && (scope.root.number != nil
        || entity.identity.allSatisfy { entity.attribute(named: $0).map(entity.canBeNull) == false })
  }

  /// Selects objects, with their places in an order.
  private static func selectObjects(
    _ layout: RecordLayout,
    in scope: SelectScope,
    _ selection: inout Selection,
    order: [OrderKey]
  ) throws(StoreError) -> RowDecoder {
    // What finds a row again is selected whole, so that it is there before it is asked for in part.
    let identity = try layout.entity.identity.map { name throws(StoreError) in
      selection.whole(try scope.column([name]))
    }
    let rowNumber = scope.root.identifyingNumber.map { selection.whole($0) }
    let cursor = order.map { selection.whole($0.column) }
    let values = try layout.paths.map { path throws(StoreError) in
      try selection.value(at: path.components[...], in: scope)
    }
    return RowDecoder(
      selection,
      layout: layout,
      values: values,
      identity: identity,
      rowNumber: rowNumber,
      cursor: cursor
    )
  }

  /// Selects rows that are no objects; each column decides over the order too, so that it is always the same.
  private static func selectDistinctValues(
    _ layout: RecordLayout,
    in scope: SelectScope,
    _ selection: inout Selection,
    order: inout [OrderKey]
  ) throws(StoreError) -> RowDecoder {
    let identity = try scope.root.entity.identity.map { name throws(StoreError) in
      try scope.column([name]).sql
    }
    order.removeAll { identity.contains($0.column) || $0.column == scope.root.number }
    // What the order compares makes rows different.
    for key in order { _ = selection.uncut(key.column) }
    let values = try layout.paths.map { path throws(StoreError) in
      let column = try scope.shownColumn(path.components[...])
      order.append(OrderKey(column, in: scope.restrictions.dialect))
      return Output(column: selection.uncut(column.sql), coding: column.coding)
    }
    return RowDecoder(selection, layout: layout, values: values)
  }

  /// The sort orderings, then the identity, then the number of the row where the identity may be null.
  package static func order(
    _ sortOrderings: [SortOrdering],
    _ scope: SelectScope
  ) throws(StoreError) -> [OrderKey] {
    let entity = scope.root.entity
    var keys: [OrderKey] = []
    func append(_ column: SelectScope.Column, _ ordering: SortOrdering? = nil) {
      let key = OrderKey(column, ordering, in: scope.restrictions.dialect)
      if !keys.contains(where: { $0.sql.isExactly(key.sql) }) { keys.append(key) }
    }
    for ordering in sortOrderings {
      append(try scope.column(ordering.expression, for: .order, isOfPerson: true), ordering)
    }
    var isTotal = !entity.identity.isEmpty
    for name in entity.identity {
      let column = try scope.column([name])
      append(column)
      if column.isNullable { isTotal = false }
    }
    if !isTotal, !entity.identity.isEmpty, let number = scope.root.number {
      keys.append(OrderKey(column: number))
    }
    return keys
  }

  /// Whether several rows may have the same place in the order: nothing keeps the key by which triggers find the rows of a
  /// view from being that of several.
  package var mayShareKeys: Bool { !keys.isEmpty && entity.definition.kind == .view }

  /// The entity of the rows.
  package var entity: Entity { decoder.layout.entity }

  // MARK: Statements

  /// The condition that picks the row with an identity.
  package func condition(for id: RecordID) throws(StoreError) -> SQLFragment {
    try IdentityCondition.sql(id, entity: entity, alias: "t0", in: dialect)
  }

  /// The rows that meet a further condition, in order, at most `limit`.
  package func statement(where condition: SQLFragment?, backwards: Bool, limit: Int) -> SQLFragment
  {
    filtered(select, condition) + orderBy(backwards: backwards) + dialect.limit(limit, from: nil)
  }

  /// Whether `places`, the plan of the same rows by their keys alone, finds the first rows of an unindexed order with less
  /// work: this plan joins tables that decide neither which rows there are nor their order.
  package func isFound(by places: FetchPlan) -> Bool {
    hasUniqueLocators && !isDistinct && !locatorColumns.isEmpty && from != places.from
  }

  /// The rows of ``statement(where:backwards:limit:)``, found by `places` before the other tables are joined to them.
  ///
  /// `condition` is one of `places`.
  package func statement(
    foundBy places: FetchPlan,
    where condition: SQLFragment?,
    backwards: Bool,
    limit: Int
  ) -> SQLFragment {
    let columns = locatorColumns.joined(separator: ", ")
    let row = locatorColumns.count == 1 ? columns : "(\(columns))"
    let found =
      places.filtered(
        "SELECT \(places.locatorColumns.joined(separator: ", ")) FROM " + places.from,
        condition
      ) + places.orderBy(backwards: backwards) + dialect.limit(limit, from: nil)
    return select + " WHERE \(row) IN (" + found + ")" + orderBy(backwards: backwards)
  }

  /// The rows from a position on: only for results in which nothing identifies a row.
  package func statement(from position: Int, limit: Int) -> SQLFragment {
    let limit = min(limit, max(0, (self.limit ?? .max) - position))
    return filtered(select, nil) + orderBy(backwards: false)
      + dialect.limit(limit, from: position)
  }

  /// A statement that tells for each row, in order, whether it matches the search.
  ///
  /// Serves fetches whose rows are identified only by their position.
  package var searchResults: SQLFragment {
    let select = "SELECT " + (search ?? SQLFragment(dialect.literal(false))) + " FROM " + from
    return select.filtered(by: [filter]) + orderBy(backwards: false)
  }

  /// Whether a condition holds, for each row, in no order.
  package func matches(_ condition: SQLFragment) -> SQLFragment {
    filtered("SELECT (" + condition + ") FROM " + from, nil)
  }

  /// The places of all rows, in order.
  package var places: SQLFragment { locators(keys.map(\.column)) }

  /// Returns a statement that selects the locating columns of all rows, in order, to fill an order table.
  package func locators(_ columns: [String]) -> SQLFragment {
    let columns = columns.joined(separator: ", ")
    return filtered("SELECT \(columns) FROM " + from, nil) + orderBy(backwards: false)
  }

  /// The rows that stand in a table in their order, as far as they are still there and meet the conditions.
  ///
  /// The last column is the number of the row in that table.
  package func statement(
    in table: OrderTable,
    from number: Int,
    to last: Int? = nil,
    backwards: Bool,
    limit: Int
  ) -> SQLFragment {
    var start = SQLFragment("o.n \(backwards ? "<=" : ">=") ?", [.int(Int64(number))])
    if let last {
      start += SQLFragment(" AND o.n \(backwards ? ">=" : "<=") ?", [.int(Int64(last))])
    }
    let select = "SELECT \(selection.sql), o.n FROM \(numbers(table)) " + from
    return filtered(select, start + " AND \(table.match)")
      + " ORDER BY o.n\(backwards ? " DESC" : "")" + dialect.limit(limit, from: nil)
  }

  /// The number of the first row at or behind `number` in such a table, and whether it meets a condition.
  package func test(
    _ condition: SQLFragment,
    in table: OrderTable,
    from number: Int
  ) -> SQLFragment {
    let select = "SELECT o.n, (" + condition + ") FROM \(numbers(table)) " + from
    return select + SQLFragment(" WHERE o.n >= ?", [.int(Int64(number))])
      + " AND \(table.match) ORDER BY o.n LIMIT 1"
  }

  /// The table of numbers, to which the others are joined.
  private func numbers(_ table: OrderTable) -> String {
    "\(dialect.temporaryTable(table.name)) AS o \(dialect.joinInOrder)"
  }

  /// One row when any row meets a further condition.
  package func existence(where condition: SQLFragment) -> SQLFragment {
    filtered("SELECT 1 FROM " + from, condition) + " LIMIT 1"
  }

  /// How many rows there are, counting up to `limit`.
  package func counting(upTo limit: Int?) -> SQLFragment {
    let limit = [limit, self.limit].compactMap(\.self).min()
    guard isDistinct || limit != nil else { return filtered("SELECT count(*) FROM " + from, nil) }
    let rows = filtered(isDistinct ? select : "SELECT 1 FROM " + from, nil)
    guard let limit else { return "SELECT count(*) FROM (" + rows + ")" }
    return "SELECT count(*) FROM (" + rows + dialect.limit(limit, from: nil) + ")"
  }

  /// The order alone, to ask the planner whether an index gives it.
  package var ordering: SQLFragment { select + orderBy(backwards: false) }

  private var select: SQLFragment {
    "SELECT \(isDistinct ? "DISTINCT " : "")\(selection.sql) FROM " + from
  }

  private func filtered(_ select: SQLFragment, _ condition: SQLFragment?) -> SQLFragment {
    select.filtered(by: [filter, condition, search])
  }

  private func orderBy(backwards: Bool) -> SQLFragment {
    guard !order.isEmpty else { return SQLFragment("") }
    let terms = order.map { $0.term(backwards: backwards) }
    return SQLFragment(" ORDER BY " + terms.joined(separator: ", "))
  }
}
