import EntityModel
import EntityStore
import Formatting
import Qualifiers

/// Turns a condition into SQL that picks the same rows as testing it in memory.
///
/// 1. Constants are parameters, written as the column on the other side stores them.
/// 2. A comparison with null is unknown, and unknown is not true; SQL's logic has three values as well.
/// 3. A path through a to-many relationship means: any of the objects there.
/// 4. What SQL cannot say exactly is refused.
struct QualifierSQL {
  let scope: SelectScope
  let dialect: any SQLDialect
  /// Whether unknown must come out as unknown; else it may come out as false, as it may at the top, which lets indexes
  /// help.
  var isExact = false
  /// Whether the scope is that of a subquery over many objects.
  private var isInner = false
  /// Whether the condition sees only what the person may see; else everything.
  let isOfPerson: Bool

  init(scope: SelectScope, dialect: any SQLDialect, isOfPerson: Bool = false) {
    (self.scope, self.dialect, self.isOfPerson) = (scope, dialect, isOfPerson)
  }

  private var comparisons: ComparisonSQL { ComparisonSQL(dialect: dialect, isExact: isExact) }

  private var exact: Self {
    var copy = self
    copy.isExact = true
    return copy
  }

  /// The condition as it stands behind WHERE.
  func condition(_ qualifier: Qualifier) throws(StoreError) -> SQLFragment {
    if case .and = qualifier {
      // Plain parts are for an index.
    } else if isTested(qualifier) {
      return try tested(qualifier)
    }
    if let reached = try reached(qualifier) { return reached }
    if let semijoin = try semijoin(qualifier) { return semijoin }
    switch qualifier {
    case .constant(let isTrue): return SQLFragment(dialect.literal(isTrue))
    case .comparison(let left, let op, let right): return try comparison(left, op, to: right)
    case .isNull(let expression): return try operand(expression, comparisons.isNull)
    case .between(let value, let low, let high):
      return try operand(value) { value throws(StoreError) in
        let lower = try operand(low) { low throws(StoreError) in
          try comparisons.comparison(value, .greaterOrEqual, to: low)
        }
        let upper = try operand(high) { high throws(StoreError) in
          try comparisons.comparison(value, .lessOrEqual, to: high)
        }
        return "(" + lower + " AND " + upper + ")"
      }
    case .in(let value, let members):
      return try operand(value) { value throws(StoreError) in
        try operand(members) { members throws(StoreError) in
          try comparisons.membership(value, members)
        }
      }
    case .truth(let expression): return try operand(expression, comparisons.truth)
    case .and(let parts): return try joined(parts, isAnd: true)
    case .or(let parts): return try joined(parts, isAnd: false)
    case .not(let inner): return "NOT (" + (try exact.condition(inner)) + ")"
    }
  }

  private func comparison(
    _ left: Expression,
    _ op: Qualifier.Operator,
    to right: Expression
  ) throws(StoreError) -> SQLFragment {
    for (one, other) in [(left, right), (right, left)] {
      if let sentence = one.objectSentence(op, beside: other, from: scope.root.entity) {
        throw .unsupported("\(sentence)")
      }
    }
    let condition = try operand(left) { left throws(StoreError) in
      try operand(right) { right throws(StoreError) in
        try comparisons.comparison(left, op, to: right)
      }
    }
    guard isExact else { return condition }
    // Null on one side is unknown even beside no objects at all on the other.
    for (one, other) in [(left, right), (right, left)]
    where crossesToMany(other) && !crossesToMany(one) {
      let null = try operand(one, comparisons.isNull)
      return "CASE WHEN " + null + " THEN NULL ELSE " + condition + " END"
    }
    return condition
  }

  private func crossesToMany(_ expression: Expression) -> Bool {
    guard case .path(let path) = expression.kind, path.last != "@count" else { return false }
    return firstToMany(path.components[...]) != nil
  }

  private func joined(_ parts: [Qualifier], isAnd: Bool) throws(StoreError) -> SQLFragment {
    guard !parts.isEmpty else { return SQLFragment(dialect.literal(isAnd)) }
    let computed = isAnd && !isExact ? parts.filter(isTested) : []
    guard computed.isEmpty else {
      let last = try tested(.and(computed))
      guard computed.count < parts.count else { return last }
      let others = try joined(parts.filter { !isTested($0) }, isAnd: true)
      return "(" + others + " AND CASE WHEN " + others + " THEN " + last + " END)"
    }
    var fragments: [SQLFragment] = []
    for part in parts { fragments.append(try condition(part)) }
    let separator = isAnd ? " AND " : " OR "
    return fragments.count == 1 ? fragments[0] : "(" + .chain(fragments, separator) + ")"
  }

  // MARK: Operands

  /// Hands an expression as SQL to `body`.
  ///
  /// The SQL from `body` is wrapped in a subquery for each to-many relationship on the way.
  private func operand(
    _ expression: Expression,
    _ body: (SQLOperand) throws(StoreError) -> SQLFragment
  ) throws(StoreError) -> SQLFragment {
    switch expression.kind {
    case .path(let path):
      return try operand(path.components[...], body)
    case .condition(let inner):
      // As a value a condition is true or false.
      let condition = "coalesce(" + (try condition(inner)) + ", \(dialect.literal(false)))"
      return try body(.computed(condition, ColumnCoding(.bool)))
    case .qualifier:
      throw .unsupported("A condition written with 'where' cannot be compared with a value.")
    case _ where isComputed(expression):
      let use = scope.restrictions.use
      return try body(.column(try scope.column(expression, for: use, isOfPerson: isOfPerson)))
    default:
      let context = ValueContext(.null, variables: .null, now: .localWallClock)
      guard let value = expression.evaluate(with: context) else {
        throw .unsupported("The database cannot compute '\(expression)'.")
      }
      return try body(.constant(value))
    }
  }

  private func operand(
    _ path: ArraySlice<String>,
    _ body: (SQLOperand) throws(StoreError) -> SQLFragment
  ) throws(StoreError) -> SQLFragment {
    guard let crossing = firstToMany(path) else { return try body(try toOneOperand(path)) }
    let (prefix, relationship, rest) = crossing
    if rest == ["@count"] {
      let count = try scope.count(at: path.dropLast())
      return try body(.computed(SQLFragment(count), ColumnCoding(.integer)))
    }
    if !relationship.definition.path.isEmpty {
      // Many-to-many: the way through the join table is spelled out.
      return try operand((prefix + relationship.definition.path + rest)[...], body)
    }
    guard !rest.isEmpty else {
      throw .unsupported(
        "'\(path.joined(separator: "."))' holds related rows; compare one of their properties,"
          + " or @count."
      )
    }
    let (inner, join) = try subquery(relationship, at: prefix)
    var nested = QualifierSQL(scope: inner, dialect: dialect, isOfPerson: isOfPerson)
    (nested.isExact, nested.isInner) = (isExact, true)
    let condition = try nested.operand(rest[...], body)
    // The tables of the subquery are known only now.
    guard isExact else {
      return "EXISTS (SELECT 1 FROM " + inner.from + " WHERE " + join + " AND " + condition + ")"
    }
    let (yes, no) = (dialect.literal(true), dialect.literal(false))
    // Of several objects any: yes when one is, else unknown when one is unknown.
    return "CASE (SELECT max(CASE " + condition
      + " WHEN \(yes) THEN 2 WHEN \(no) THEN 0 ELSE 1 END) FROM " + inner.from + " WHERE " + join
      + ") WHEN 2 THEN \(yes) WHEN 1 THEN NULL ELSE \(no) END"
  }

  private func subquery(
    _ relationship: Relationship,
    at prefix: [String]
  ) throws(StoreError) -> (scope: SelectScope, join: SQLFragment) {
    guard let destination = relationship.destination else {
      throw .unsupported("The relationship '\(relationship.name)' has no target entity.")
    }
    let inner = scope.inner(destination)
    let source = try scope.table(prefix[...])
    return (inner, try scope.condition(relationship, from: source, to: inner.root))
  }

  /// A column of the object at the end of to-one relationships that is null only when there is no object.
  private func objectKey(_ path: ArraySlice<String>) throws(StoreError) -> SelectScope.Column {
    let table = try scope.table(path)
    guard let name = path.last,
      let relationship = try scope.table(path.dropLast()).entity.relationship(named: name),
      let join = relationship.definition.joins.first,
      let column = table.column(join.destination)
    else { throw .unsupported("'\(path.joined(separator: "."))' is not a relationship.") }
    return column
  }

  /// The first to-many relationship of a path, with what stands before and behind it.
  private func firstToMany(
    _ path: ArraySlice<String>
  ) -> (prefix: [String], relationship: Relationship, rest: [String])? {
    let hops = scope.root.entity.hops(along: path)
    guard let place = hops.firstIndex(where: { $0.relationship?.isToMany == true }),
      let relationship = hops[place].relationship
    else { return nil }
    return (hops[..<place].map(\.name), relationship, Array(path.dropFirst(place + 1)))
  }

  /// A column, or the object at the end of to-one relationships.
  private func toOneOperand(_ path: ArraySlice<String>) throws(StoreError) -> SQLOperand {
    guard let name = path.last else { throw .unsupported("A property path is empty.") }
    let table = try scope.table(path.dropLast())
    if table.entity.relationship(named: name) != nil {
      let key = try objectKey(path)
      return .object(isOfPerson ? try scope.shown(key, at: path) : key)
    }
    let use = scope.restrictions.use
    var column = try isOfPerson ? scope.shownColumn(path, for: use) : scope.column(path, for: use)
    column.isElement = isInner
    return .column(column)
  }
}

extension Expression {
  /// Returns an error message for a path that ends at an object but is compared with a value.
  ///
  /// Suggests what to write instead: `customer.id = 3`.
  fileprivate func objectSentence(
    _ op: Qualifier.Operator,
    beside other: Expression,
    from start: Entity
  ) -> String? {
    guard case .path(let path) = kind, case .literal(let value) = other.kind, !value.isNull else {
      return nil
    }
    let hops = start.hops(along: path.components)
    guard hops.count == path.components.count, let last = hops.last?.relationship,
      let entity = last.destination
    else { return nil }
    // A text is what people call it.
    let name = value.string == nil ? nil : entity.labelKeys.first
    guard let key = name ?? entity.identity.first ?? last.definition.joins.first?.destination
    else {
      return nil
    }
    return
      "'\(path)' is an object of \(entity.name); compare one of its properties: "
      + "\(path).\(key) \(op.rawValue) \(value.literal)"
  }
}
