package import EntityModel
package import EntityStore
package import Formatting
import Qualifiers

/// The statements of a fetch of groups: the groups with their aggregates, and the ordered values for medians.
package struct GroupPlan {
  /// A value of each group.
  package enum Output {
    /// A column of the groups, perhaps in the form of keys.
    case column(Int, ColumnCoding, isInKeyForm: Bool)
    /// The median of ordered values, by their number.
    case median(Int)
  }

  /// The values of a median in the order of the groups and, within each, their own; null is left out.
  package struct OrderedValues {
    package let statement: SQLFragment
    package let coding: ColumnCoding
    /// Whether the statement gives the values in the form of keys.
    package let isInKeyForm: Bool
    /// The column of the groups that has their number.
    package let count: Int
  }

  /// The groups, in their order unless ``isSortedLater``.
  package let statement: SQLFragment
  package let keys: [Output]
  package let aggregates: [Output]
  package let orderedValues: [OrderedValues]
  /// Whether the groups come in the order of the keys and without a limit, because their order needs a median or would not
  /// be that of its values.
  package let isSortedLater: Bool

  /// - Throws: ``StoreError/unsupported(_:)`` for names that do not exist and conditions SQL cannot express.
  package init(
    _ grouping: Grouping,
    of specification: FetchSpecification,
    entity: Entity,
    dialect: any SQLDialect
  ) throws(StoreError) {
    guard !specification.isDistinct(of: entity) else {
      throw .unsupported("\(entity: entity): rows that are made distinct cannot be grouped.")
    }
    let scope = SelectScope(entity, of: specification, dialect)
    var columns: [String] = []
    func select(_ column: SelectScope.Column) -> Output {
      columns.append(column.sql)
      return .column(columns.count - 1, column.coding, isInKeyForm: column.isInKeyForm)
    }
    let isCount = grouping.aggregates.allSatisfy { $0 == Grouping.Aggregate(.count) }
    // Days recur: counted as they are stored, the program reads each once.
    let days = isCount ? try scope.storedDays(grouping.keys) : nil
    let keyColumns = try grouping.keys.map { key throws(StoreError) in
      guard var stored = days else { return try scope.column(key, for: .key, isOfPerson: true) }
      stored.sql = "v"
      return try scope.keyForm(of: stored)
    }
    keys = keyColumns.map(select)
    var aggregated: [SelectScope.Column] = []
    var ordered: [(column: SelectScope.Column, key: SelectScope.Column, count: Int)] = []
    aggregates = try grouping.aggregates.map { aggregate throws(StoreError) in
      let isCompared = [.distinct, .min, .max].contains(aggregate.function)
      let operand = try aggregate.operand.map { operand throws(StoreError) in
        try scope.column(operand, for: isCompared ? .key : .term, isOfPerson: true)
      }
      let isMedian = aggregate.function == .median
      var column = try AggregateSQL.column(
        isMedian ? .count : aggregate.function,
        of: operand,
        named: aggregate.description,
        in: dialect
      )
      if days != nil { column.sql = "sum(n)" }
      aggregated.append(column)
      let output = select(column)
      guard isMedian, let operand, let value = aggregate.operand,
        case .column(let count, _, _) = output
      else { return output }
      let place = ordered.firstIndex { $0.column.sql.isExactly(operand.sql) } ?? ordered.count
      if place == ordered.count {
        let key = try scope.column(value, for: .key, isOfPerson: true)
        ordered.append((operand, key, count))
      }
      return .median(place)
    }
    let filter = try FetchConditions(specification: specification, scope: scope, dialect: dialect)
      .outer(countsValues: false)
    let search = try scope.search(specification.search)
    func rows(_ columns: [String], _ further: SQLFragment? = nil) -> SQLFragment {
      // An aggregate, so that without keys there is one group.
      let selected = columns.isEmpty ? "count(*)" : columns.joined(separator: ", ")
      return ("SELECT \(selected) FROM " + scope.from).filtered(by: [filter, search, further])
    }
    func counted(_ days: SelectScope.Column) -> SQLFragment {
      "SELECT \(columns.joined(separator: ", ")) FROM ("
        + rows(["\(days.sql) AS v", "count(*) AS n"])
        + " GROUP BY \(days.sql)\(dialect.byteOrder))"
    }
    let groups = keyColumns.map { $0.kind == .numeric ? $0.sql : $0.sql + dialect.byteOrder }
    isSortedLater = !ordered.isEmpty && !(grouping.orderings.isEmpty)
    let first = (isSortedLater ? [] : grouping.orderings).map { ordering in
      var column: SelectScope.Column
      switch ordering.column {
      case .key(let index): (column, column.sql) = (keyColumns[index], groups[index])
      case .aggregate(let index): column = aggregated[index]
      }
      let descending = SortOrdering(PropertyPath(""), descending: ordering.isDescending)
      return OrderKey(column, descending, in: dialect).term(backwards: false)
    }
    let order = first + groups
    var statement = days.map(counted) ?? rows(columns)
    if !groups.isEmpty { statement += SQLFragment(" GROUP BY " + groups.joined(separator: ", ")) }
    if !order.isEmpty { statement += SQLFragment(" ORDER BY " + order.joined(separator: ", ")) }
    if let limit = grouping.limit, !isSortedLater {
      statement += dialect.limit(max(limit, 0), from: nil)
    }
    self.statement = statement
    orderedValues = ordered.map { column, key, count in
      let order = (groups + [key.sql + dialect.byteOrder]).joined(separator: ", ")
      return OrderedValues(
        statement: rows([key.sql], SQLFragment(column.sql + " IS NOT NULL"))
          + " ORDER BY \(order)",
        coding: key.coding,
        isInKeyForm: key.isInKeyForm,
        count: count
      )
    }
  }
}
