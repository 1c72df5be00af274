import EntityModel
package import EntityStore
import Formatting
package import Qualifiers

extension SelectScope {
  /// The values of an expression as a column: that of a plain path, else what the evaluator computes for each row.
  ///
  /// Without another use a fault of a row, such as an integer overflow, is an error of the statement. With `isOfPerson`,
  /// properties are null in rows where they are hidden.
  package func column(
    _ expression: Qualifiers.Expression,
    for use: DerivedValue.Use = .term,
    isOfPerson: Bool
  ) throws(StoreError) -> Column {
    if case .path(let path) = expression.kind, path.last != "@count" {
      let path = path.components[...]
      return isOfPerson ? try shownColumn(path, for: use) : try column(path, for: use)
    }
    let kind = expression.comparedKind(root.entity.comparedKind)
    let coding = ColumnCoding(AttributeType(kind).kind)
    // As a key a condition that is not known is null.
    let content: DerivedValue.Content =
      if case .condition(let condition) = expression.kind { .truth(condition) } else {
        .value(expression)
      }
    let sql = try value(content, coding, for: use, isOfPerson: isOfPerson)
    return computed(sql, coding, for: use)
  }

  /// The column of a computed attribute of the object at the path `prefix`; null where there is no object.
  func derived(
    _ expression: Qualifiers.Expression,
    _ coding: ColumnCoding,
    for use: DerivedValue.Use,
    at prefix: ArraySlice<String>
  ) throws(StoreError) -> Column {
    let sql = try value(.value(expression), coding, for: use, at: prefix)
    let key = try key(of: prefix)
    let shown = key.map { "CASE WHEN \($0) IS NOT NULL THEN \(sql) END" } ?? sql
    return computed(shown, coding, for: use)
  }

  /// A column that is null only where there is no object at a path of to-one relationships; `nil` where there always is.
  private func key(of path: ArraySlice<String>) throws(StoreError) -> String? {
    guard let name = path.last, try table(path).isOptional,
      let near = try table(path.dropLast()).entity.relationship(named: name)
    else { return nil }
    let far = try near.definition.path.isEmpty ? table(path) : nil
    guard let far, let join = near.definition.joins.first else {
      return try key(of: path.dropLast() + near.definition.path)
    }
    return far.column(join.destination)?.sql
  }

  /// A computed column.
  func computed(_ sql: String, _ coding: ColumnCoding, for use: DerivedValue.Use) -> Column {
    var column = Column(sql: sql, coding: coding)
    column.isInKeyForm = use == .key && coding.hasKeyForm
    return column
  }

  /// Returns a call of the SQL function that evaluates `content` for a row, of the object at the path `prefix`.
  func value(
    _ content: DerivedValue.Content,
    _ coding: ColumnCoding?,
    for use: DerivedValue.Use,
    at prefix: ArraySlice<String> = [],
    isOfPerson: Bool = false
  ) throws(StoreError) -> String {
    // Among numbers that are no decimals the sort key is the cell.
    let isCell = coding?.kind == .integer || coding?.kind == .number
    let use = use == .order && isCell ? .cell : use
    if use != .argument, case .value(let expression) = content,
      case .aggregate(let aggregate) = expression.kind
    {
      return try self.aggregate(
        aggregate,
        coding: coding,
        for: use,
        at: prefix,
        isOfPerson: isOfPerson
      ).sql
    }
    return try deeper { () throws(StoreError) in
      let leaves = content.leaves
      var (columns, arguments): ([String], [DerivedValue.Argument]) = ([], [])
      for leaf in leaves {
        let (sql, argument) = try self.leaf(leaf, at: prefix, isOfPerson: isOfPerson)
        columns.append(sql)
        arguments.append(argument)
      }
      let value = DerivedValue(
        content,
        leaves: leaves,
        arguments: arguments,
        coding,
        for: use,
        dateKind: { root.entity.dateKind(at: PropertyPath(components: prefix + $0.components)) }
      )
      let dialect = restrictions.dialect
      let call = try dialect.value(value, columns)
      return NumberSQL(value, columns: columns, in: dialect)?.sql(or: call) ?? call
    }
  }

  /// The SQL of a leaf, and how its value is read.
  func leaf(
    _ leaf: DerivedValue.Leaf,
    at prefix: ArraySlice<String> = [],
    isOfPerson: Bool
  ) throws(StoreError) -> (String, DerivedValue.Argument) {
    switch leaf {
    case .aggregate(let aggregate):
      return try self.aggregate(aggregate, at: prefix, isOfPerson: isOfPerson)
    case .path(let path) where path.last == "@count" && path.components.count > 1:
      let rows = PropertyPath(components: path.components.dropLast())
      let count = PathAggregate(.count, of: nil, at: rows)
      return try self.aggregate(count, at: prefix, isOfPerson: isOfPerson)
    case .path(let path):
      let path = prefix + path.components
      var (column, argument): (Column, DerivedValue.Argument)
      switch try source(path) {
      case .column(let stored): (column, argument) = (stored, .column(stored.coding))
      case .expression(let expression, let coding, let prefix):
        column = try derived(expression, coding, for: .argument, at: prefix)
        argument = .exact
      }
      if isOfPerson { column = try shown(column, at: path) }
      return (column.sql, argument)
    }
  }
}
