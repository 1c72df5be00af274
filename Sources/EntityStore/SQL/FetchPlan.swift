import EntityModel
import Qualifiers
import SQLite

/// The statements of one fetch: what is selected, from where, in which order, and how rows are read.
struct FetchPlan {
  /// A selected column and how it is read.
  struct Output {
    var column: Int
    var coding: ColumnCoding
  }

  let layout: RecordLayout
  /// Empty when nothing identifies a row; such results are addressed by position.
  let keys: [OrderKey]
  /// One for each path of the layout.
  private(set) var values: [Output] = []
  /// One for each attribute of the identity.
  private(set) var identity: [Output] = []
  /// One for each of ``keys``.
  private(set) var cursor: [Int] = []
  /// Whether the order is that of an integer key: then places and identities have the same values.
  private let isKeyed: Bool
  private let entityName: String
  private let maximumLength: Int?
  private let select: SQLFragment
  private let from: SQLFragment
  private let filter: SQLFragment?
  private let order: [OrderKey]

  /// - Throws: ``StoreError/unsupported(_:)`` for names that do not exist and conditions SQL cannot express.
  init(
    _ specification: FetchSpecification,
    entity: Entity,
    probes: ProbeRegister
  ) throws(StoreError) {
    let restrictions = RowRestrictions(qualifiers: specification.restrictions, probes: probes)
    let scope = SelectScope(entity, aliases: SelectScope.Aliases(), restrictions: restrictions)
    var columns: [String] = []
    func select(_ sql: String) -> Int {
      if let index = columns.firstIndex(of: sql) { return index }
      columns.append(sql)
      return columns.count - 1
    }
    let paths = specification.paths ?? entity.visibleAttributePaths
    layout = RecordLayout(entity: entity, paths: paths)
    for path in paths {
      let column = try scope.column(path.components[...])
      values.append(Output(column: select(column.sql), coding: column.coding))
    }
    for name in entity.identity {
      let column = try scope.column([name])
      identity.append(Output(column: select(column.sql), coding: column.coding))
    }
    order = try Self.order(specification.sortOrderings, scope)
    keys = entity.identity.isEmpty ? [] : order
    cursor = keys.map { select($0.sql) }
    isKeyed =
      cursor == identity.map(\.column) && identity.allSatisfy { $0.coding.type == .integer }
    entityName = entity.name
    filter = try Self.filter(specification, scope, probes)
    maximumLength = specification.maximumLength
    from = scope.from
    self.select =
      "SELECT \(columns.isEmpty ? "1" : columns.joined(separator: ", ")) FROM " + scope.from
  }

  /// The rows that exist for the person and meet the conditions.
  private static func filter(
    _ specification: FetchSpecification,
    _ scope: SelectScope,
    _ probes: ProbeRegister
  ) throws(StoreError) -> SQLFragment? {
    var conditions: [SQLFragment] = []
    if let restriction = try scope.restrictions.condition(on: scope.root, scope.aliases) {
      conditions.append(restriction)
    }
    for case let qualifier? in [specification.auxiliaryQualifier, specification.qualifier] {
      conditions.append(try QualifierSQL(scope: scope, probes: probes).condition(qualifier))
    }
    guard conditions.count > 1 else { return conditions.first }
    return .joined(conditions.map { "(" + $0 + ")" }, " AND ")
  }

  /// The sort orderings, then the identity, then the rowid where the identity may be null.
  private static func order(
    _ sortOrderings: [SortOrdering],
    _ scope: SelectScope
  ) throws(StoreError) -> [OrderKey] {
    let entity = scope.root.entity
    var keys: [OrderKey] = []
    func append(_ column: SelectScope.Column, descending: Bool) {
      guard !keys.contains(where: { $0.sql == column.sql }) else { return }
      keys.append(
        OrderKey(sql: column.sql, isDescending: descending, isNullable: column.isNullable)
      )
    }
    for ordering in sortOrderings {
      append(try scope.column(ordering.path.components[...]), descending: ordering.isDescending)
    }
    var isTotal = !entity.identity.isEmpty
    for name in entity.identity {
      let column = try scope.column([name])
      append(column, descending: false)
      if column.isNullable { isTotal = false }
    }
    if !isTotal, !entity.identity.isEmpty, let rowID = entity.rowIDName {
      keys.append(
        OrderKey(sql: "\(scope.root.alias).\(rowID)", isDescending: false, isNullable: false)
      )
    }
    return keys
  }

  // MARK: Rows

  /// The current row as a record with its place in the order.
  func read(_ statement: Statement, position: Int) -> (Record, Cursor) {
    var truncated: Set<Int> = []
    var row: [Value] = []
    row.reserveCapacity(values.count)
    for (index, output) in values.enumerated() {
      var isTruncated = false
      row.append(
        output.coding.decode(
          statement[output.column],
          limit: maximumLength,
          isTruncated: &isTruncated
        )
      )
      if isTruncated { truncated.insert(index) }
    }
    guard !keys.isEmpty else {
      let record = Record(layout: layout, id: nil, values: row, truncatedPositions: truncated)
      return (record, Cursor(values: [.int(Int64(position))]))
    }
    let key = identity.map { $0.coding.decodeKey(statement[$0.column]) }
    // In the order of an integer key the place is the key.
    let place = isKeyed ? key : cursor.map { ColumnCoding.decodeRaw(statement[$0]) }
    let id = RecordID(entityName: entityName, values: key)
    return (
      Record(layout: layout, id: id, values: row, truncatedPositions: truncated),
      Cursor(values: place)
    )
  }

  /// The condition that picks the row with an identity.
  func condition(for id: RecordID) throws(StoreError) -> SQLFragment {
    try RowCondition.sql(id, entity: layout.entity, alias: "t0")
  }

  // MARK: Statements

  /// The rows that meet a further condition, in order, at most `limit`.
  func statement(where condition: SQLFragment?, backwards: Bool, limit: Int) -> SQLFragment {
    filtered(select, condition) + orderBy(backwards: backwards)
      + SQLFragment(" LIMIT ?", [.int(Int64(limit))])
  }

  /// The rows from a position on: only for results in which nothing identifies a row.
  func statement(from position: Int, limit: Int) -> SQLFragment {
    filtered(select, nil) + orderBy(backwards: false)
      + SQLFragment(" LIMIT ? OFFSET ?", [.int(Int64(limit)), .int(Int64(position))])
  }

  /// One row when any row meets a further condition.
  func existence(where condition: SQLFragment) -> SQLFragment {
    filtered("SELECT 1 FROM " + from, condition) + " LIMIT 1"
  }

  /// How many rows there are, counting up to `limit`.
  func counting(upTo limit: Int?) -> SQLFragment {
    guard let limit else { return filtered("SELECT count(*) FROM " + from, nil) }
    return "SELECT count(*) FROM ("
      + filtered("SELECT 1 FROM " + from, nil)
      + SQLFragment(" LIMIT ?)", [.int(Int64(limit))])
  }

  /// The order alone, to ask the planner whether an index gives it.
  var ordering: SQLFragment { select + orderBy(backwards: false) }

  private func filtered(_ select: SQLFragment, _ condition: SQLFragment?) -> SQLFragment {
    switch (filter, condition) {
    case (nil, nil): select
    case (let filter?, nil): select + " WHERE " + filter
    case (nil, let condition?): select + " WHERE " + condition
    case (let filter?, let condition?): select + " WHERE (" + filter + ") AND (" + condition + ")"
    }
  }

  private func orderBy(backwards: Bool) -> SQLFragment {
    guard !order.isEmpty else { return SQLFragment("") }
    return SQLFragment(
      " ORDER BY " + order.map { $0.term(backwards: backwards) }.joined(separator: ", ")
    )
  }
}
