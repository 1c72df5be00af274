import EntityModel
import EntityStore
import Formatting
import Qualifiers

extension SelectScope {
  /// The related rows of one row: a subquery that begins with their table, tied to the row by a condition.
  struct RelatedRows {
    let scope: SelectScope
    let join: SQLFragment
    /// The columns that tell the rows apart where one may be found several times, as through a join table; else none.
    let distinguishing: [String]
  }

  /// The rows to which a path of relationships leads.
  func relatedRows(at path: ArraySlice<String>) throws(StoreError) -> RelatedRows {
    let hops = root.entity.hops(along: path)
    // What is joined already may have been reached through relationships to many.
    let known = hops.indices.prefix { index in
      tables[Array(path.prefix(index + 1))] != nil || hops[index].relationship?.isToMany == false
    }
    let source = try table(path.prefix(known.count))
    let steps = try Self.steps(along: path.dropFirst(known.count), from: source.entity)
    let entities = steps.compactMap(\.destination)
    guard let last = entities.last, entities.count == steps.count else {
      throw .unsupported("'\(path.joined(separator: "."))' does not lead to related rows.")
    }
    let inner = inner(last)
    let between = entities.dropLast().map { inner.table($0, isOptional: false) }
    let chain = between + [inner.root]
    let join = try condition(steps[0], from: source, to: chain[0])
    for index in between.indices.reversed() {
      let step = try inner.condition(steps[index + 1], from: chain[index], to: chain[index + 1])
      inner.join("JOIN", chain[index], on: step)
    }
    // Each row to many is that of one row.
    let mayRepeat = between.indices.contains { index in
      !steps[index + 1].isToMany || !steps[index + 1].leadsFromKey(of: entities[index])
    }
    let distinguishing = mayRepeat ? inner.root.locators : []
    return RelatedRows(scope: inner, join: join, distinguishing: distinguishing)
  }

  /// The relationships of a path, with those that flattened ones are made of in their place.
  static func steps(
    along path: some Sequence<String>,
    from entity: Entity,
    depth: Int = 0
  ) throws(StoreError) -> [Relationship] {
    var (entity, steps): (Entity, [Relationship]) = (entity, [])
    for name in path {
      guard let relationship = entity.relationship(named: name) else {
        throw .unknownProperty(name, of: entity)
      }
      let hidden = relationship.definition.path
      guard hidden.isEmpty || depth < 16 else {
        throw .unsupported("The relationship '\(name)' has a path through itself.")
      }
      steps +=
        hidden.isEmpty
        ? [relationship] : try Self.steps(along: hidden, from: entity, depth: depth + 1)
      guard let destination = relationship.destination else { break }
      entity = destination
    }
    return steps
  }

  /// Returns the subquery of an aggregate over the related rows of the object at the path `prefix`, and the form of its value.
  ///
  /// For another use than as an argument `coding` is the form.
  func aggregate(
    _ aggregate: PathAggregate,
    coding: ColumnCoding? = nil,
    for use: DerivedValue.Use = .argument,
    at prefix: ArraySlice<String>,
    isOfPerson: Bool
  ) throws(StoreError) -> (sql: String, form: DerivedValue.Argument) {
    let dialect = restrictions.dialect
    let rows = try relatedRows(at: prefix + aggregate.path.components)
    let qualifier = QualifierSQL(scope: rows.scope, dialect: dialect, isOfPerson: isOfPerson)
    var operand = aggregate.operand
    var conditions = [rows.join]
    if let condition = aggregate.condition {
      if qualifier.isComputed(condition) {
        // A fault of a related row is that of the aggregate, and no error of the statement.
        let counted = operand ?? Expression(.literal(.bool(true)))
        operand = Expression(.conditional(condition, counted, Expression(.literal(.null))))
      } else {
        conditions.append(try qualifier.condition(condition))
      }
    }
    let keys = rows.distinguishing
    func subquery(_ result: String, of value: String?) -> String {
      // The joins are known only now.
      let found = rows.scope.from + " WHERE " + .joined(conditions, " AND ")
      let columns = keys + (value.map { ["\($0) AS \(Self.valueName)"] } ?? [])
      let distinct = "(SELECT DISTINCT \(columns.joined(separator: ", ")) FROM " + found + ")"
      let rows = "(SELECT \(result) FROM " + (keys.isEmpty ? found : distinct) + ")"
      return rows.inlined(dialect.literal)
    }
    guard let operand else {
      return (subquery("count(*)", of: nil), .column(ColumnCoding(.integer)))
    }
    var (value, form) = try rows.scope.operand(operand, isOfPerson: isOfPerson)
    let source = value
    if !keys.isEmpty { value = Self.valueName }
    let computed = ComputedAggregate(
      function: aggregate.function,
      operand: form,
      coding: coding,
      use: use,
      name: aggregate.description
    )
    let call = try dialect.aggregate(computed, value)
    let isNumber = [.sum, .count, .distinct].contains(aggregate.function)
    // The engine says null of no rows.
    let result =
      isNumber
      ? "CASE count(*) WHEN 0 THEN \(try dialect.zero(coding, use)) ELSE \(call) END" : call
    return (subquery(result, of: source), .exact)
  }

  /// The name of the operand's column beside the keys of the rows.
  private static let valueName = "d2t_operand"

  /// The value of each row, and its form.
  private func operand(
    _ expression: Expression,
    isOfPerson: Bool
  ) throws(StoreError) -> (String, DerivedValue.Argument) {
    if case .path(let path) = expression.kind {
      return try leaf(.path(path), isOfPerson: isOfPerson)
    }
    let sql = try value(.value(expression), nil, for: .argument, isOfPerson: isOfPerson)
    return (sql, .exact)
  }

  /// The number of related rows.
  func count(at path: ArraySlice<String>) throws(StoreError) -> String {
    let rows = PropertyPath(components: Array(path))
    return try aggregate(PathAggregate(.count, of: nil, at: rows), at: [], isOfPerson: false).sql
  }
}
