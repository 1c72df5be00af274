package import EntityModel
package import EntityStore
package import Formatting
import Qualifiers

/// The tables of one SELECT: the entity's own and those reached through to-one relationships.
///
/// Paths find their columns here; each to-one relationship on the way becomes one LEFT JOIN, shared by all paths.
package final class SelectScope {
  /// A counter for table aliases (`t0`, `t1`, …), shared by a statement and its subqueries so that no two are equal.
  package final class Aliases {
    private var count = 0

    package func next() -> String {
      defer { count += 1 }
      return "t\(count)"
    }
  }

  /// A column that a property path resolves to: its SQL, its coding, and whether it can be null or passes a to-many
  /// relationship.
  package struct Column {
    package var sql: String
    package var coding: ColumnCoding
    package var isNullable = true
    /// The kind of values that the column can hold.
    package var kind = StoredKind.mixed
    /// One of many: the path passes a to-many relationship.
    package var isElement = false
    /// Whether the values are in the form of ``DerivedValue/Use/key``.
    package var isInKeyForm = false
  }

  /// A table in the FROM clause of a statement: an entity under an alias, with the columns of its attributes.
  ///
  /// ``SelectScope`` joins such tables for the steps of a property path.
  package struct Table {
    package var entity: Entity
    package var alias: String
    /// The row may be missing, as at the far end of a LEFT JOIN.
    package var isOptional: Bool
    let dialect: any SQLDialect

    package init(entity: Entity, alias: String, isOptional: Bool, dialect: any SQLDialect) {
      (self.entity, self.alias, self.isOptional) = (entity, alias, isOptional)
      self.dialect = dialect
    }
  }

  package let root: Table
  package let aliases: Aliases
  private(set) var tables: [[String]: Table] = [:]
  /// How many computed attributes the one being looked up is computed through.
  private var derivationDepth = 0
  private var joins: [SQLFragment] = []
  /// The rows that the user may see, by entity.
  package let restrictions: RowRestrictions

  package init(_ entity: Entity, aliases: Aliases, restrictions: RowRestrictions) {
    self.aliases = aliases
    self.restrictions = restrictions
    let (alias, dialect) = (aliases.next(), restrictions.dialect)
    root = Table(entity: entity, alias: alias, isOptional: false, dialect: dialect)
  }

  /// The scope of a statement that fetches the rows of an entity.
  convenience init(_ entity: Entity, of fetch: FetchSpecification, _ dialect: any SQLDialect) {
    let restrictions = RowRestrictions(
      qualifiers: fetch.restrictions,
      shownConditions: fetch.shownConditions,
      dialect: dialect
    )
    self.init(entity, aliases: Aliases(), restrictions: restrictions)
  }

  /// The scope of a table that stands in another statement already.
  init(outer table: Table, aliases: Aliases, restrictions: RowRestrictions) {
    (self.aliases, self.restrictions, root) = (aliases, restrictions, table)
  }

  /// A further table.
  func table(_ entity: Entity, isOptional: Bool) -> Table {
    let (alias, dialect) = (aliases.next(), restrictions.dialect)
    return Table(entity: entity, alias: alias, isOptional: isOptional, dialect: dialect)
  }

  /// The scope of a subquery.
  func inner(_ entity: Entity) -> SelectScope {
    SelectScope(entity, aliases: aliases, restrictions: restrictions)
  }

  /// The condition that a row shows what a search looks for; `nil` without one.
  func search(_ search: TextSearch?) throws(StoreError) -> SQLFragment? {
    try search.map { search throws(StoreError) in
      try restrictions.dialect.search(search, in: self)
    }
  }

  /// A subquery that replaces the first table; `nil` for all its rows.
  package var rootRows: SQLFragment?

  /// The FROM clause without the keyword.
  package var from: SQLFragment {
    let first = rootRows.map { "(" + $0 + ") AS \(root.alias)" } ?? SQLFragment(root.declaration)
    return .joined([first] + joins, " ")
  }

  /// The tables joined to the first; `nil` when there are none.
  package var joined: SQLFragment? { joins.isEmpty ? nil : .joined(joins, " ") }

  /// The column at the end of a path of to-one relationships and an attribute, which may be computed.
  package func column(
    _ path: ArraySlice<String>,
    for use: DerivedValue.Use = .cell
  ) throws(StoreError) -> Column {
    switch try source(path) {
    case .column(let column): return use == .key ? try keyForm(of: column) : column
    case .expression(let expression, let coding, let prefix):
      return try derived(expression, coding, for: use, at: prefix)
    }
  }

  /// The stored column of a single key that is a day in a form which only the program orders; `nil` for other keys.
  func storedDays(_ keys: [Expression]) throws(StoreError) -> Column? {
    guard keys.count == 1, let path = keys[0].path?.components[...], path.last != "@count",
      case .column(let column) = try source(path), column.coding.kind == .date,
      !column.isOrderedAsStored
    else { return nil }
    return try shown(column, at: path)
  }

  /// A column in the form of keys, unless it has their order as it is.
  func keyForm(of column: Column) throws(StoreError) -> Column {
    guard !column.isOrderedAsStored else { return column }
    let leaf = PropertyPath("value")
    let value = DerivedValue(
      .value(Expression(.path(leaf))),
      leaves: [.path(leaf)],
      arguments: [.column(column.coding)],
      column.coding,
      for: .key
    )
    return computed(try restrictions.dialect.value(value, [column.sql]), column.coding, for: .key)
  }

  /// The end of a path: a column of a table, or the expression of a computed attribute of the object at a path.
  enum Source {
    case column(Column)
    case expression(Expression, ColumnCoding, at: ArraySlice<String>)
  }

  /// Finds the end of a path of to-one relationships and an attribute.
  func source(_ path: ArraySlice<String>) throws(StoreError) -> Source {
    guard let name = path.last else { throw .unsupported("A property path is empty.") }
    let table = try table(path.dropLast())
    let attribute = table.entity.attribute(named: name)
    switch (attribute, attribute?.definition.derivation) {
    case (_, .path(let further)?):
      return try deeper { () throws(StoreError) in
        try source(path.dropLast() + further.components)
      }
    case (let attribute?, .expression(let expression)?):
      return .expression(expression, ColumnCoding(attribute), at: path.dropLast())
    default:
      guard let column = table.column(name) else {
        throw .unknownProperty(name, of: table.entity)
      }
      return .column(column)
    }
  }

  /// Looks up what a computed attribute is computed from.
  func deeper<Found>(_ body: () throws(StoreError) -> Found) throws(StoreError) -> Found {
    guard derivationDepth < 16 else {
      throw .unsupported("An attribute of the model is computed from itself.")
    }
    derivationDepth += 1
    defer { derivationDepth -= 1 }
    return try body()
  }

  /// Returns the column at the end of a path as the user may see it.
  ///
  /// Is null in rows where a property on the path is hidden.
  package func shownColumn(
    _ path: ArraySlice<String>,
    for use: DerivedValue.Use = .cell
  ) throws(StoreError) -> Column {
    try shown(try column(path, for: use), at: path)
  }

  /// A column that `path` leads to as the person sees it.
  package func shown(_ column: Column, at path: ArraySlice<String>) throws(StoreError) -> Column {
    guard !restrictions.shownConditions.isEmpty else { return column }
    var column = column
    for index in path.indices {
      let prefix = path[..<index]
      let table = try table(prefix)
      guard let condition = restrictions.shownConditions[table.entity.name]?[path[index]] else {
        continue
      }
      // The evaluator answers, as it does for rules that are asked of one object.
      let test = try value(.truth(condition), ColumnCoding(.bool), for: .permission, at: prefix)
      column.sql = "CASE WHEN \(restrictions.dialect.isTrue(test)) THEN \(column.sql) END"
      (column.isNullable, column.kind) = (true, .mixed)
    }
    return column
  }

  /// The table at the end of a path of to-one relationships; joined when it is not yet.
  package func table(_ path: ArraySlice<String>) throws(StoreError) -> Table {
    guard let name = path.last else { return root }
    if let known = tables[Array(path)] { return known }
    let source = try table(path.dropLast())
    guard let relationship = source.entity.relationship(named: name) else {
      throw .unknownProperty(name, of: source.entity)
    }
    if !relationship.definition.path.isEmpty, !relationship.isToMany {
      return try self.table((path.dropLast() + relationship.definition.path)[...])
    }
    guard !relationship.isToMany, let destination = relationship.destination else {
      throw .unsupported(
        "'\(property: name, of: source.entity)' of \(entity: source.entity) holds related rows; a column shows one value."
      )
    }
    let table = self.table(destination, isOptional: true)
    tables[Array(path)] = table
    join("LEFT JOIN", table, on: try condition(relationship, from: source, to: table))
    return table
  }

  /// Joins all that a relationship of the first table leads to; rows that lead nowhere are left out.
  package func follow(_ relationship: Relationship) throws(StoreError) -> Table {
    var table = root
    for step in try Self.steps(along: [relationship.name], from: root.entity) {
      guard let destination = step.destination else {
        throw .unsupported("The relationship '\(step.name)' has no target entity.")
      }
      let next = self.table(destination, isOptional: false)
      join("JOIN", next, on: try condition(step, from: table, to: next))
      table = next
    }
    tables[[relationship.name]] = table
    return table
  }

  /// Joins a table.
  func join(_ kind: String, _ table: Table, on condition: SQLFragment) {
    joins.append("\(kind) \(table.declaration) ON " + condition)
  }

  /// The rows of a table to which a relationship leads, as far as they exist for the person.
  func condition(
    _ relationship: Relationship,
    from source: Table,
    to table: Table
  ) throws(StoreError) -> SQLFragment {
    var sql = try JoinCondition.sql(relationship, from: source, to: table)
    if !relationship.isToMany, !relationship.leadsToKey(of: table.entity),
      let number = table.number
    {
      // Nothing in the schema keeps the far end unique: one row of several must not become several rows.
      let other = self.table(table.entity, isOptional: true)
      let same = try JoinCondition.sql(relationship, from: source, to: other)
      sql +=
        " AND \(number) = "
        + "(SELECT min(\(other.number ?? number)) FROM \(other.declaration) WHERE \(same))"
    }
    guard let restriction = try restrictions.condition(on: table, aliases) else {
      return SQLFragment(sql)
    }
    return SQLFragment(sql + " AND ") + restriction
  }
}

/// The join condition of a relationship.
///
/// The referenced column is the left operand: its collation and affinity decide the comparison, as in a foreign key.
package enum JoinCondition {
  package static func sql(
    _ relationship: Relationship,
    from source: SelectScope.Table,
    to destination: SelectScope.Table
  ) throws(StoreError) -> String {
    var conditions: [String] = []
    for join in relationship.definition.joins {
      guard let near = source.column(join.source) else {
        throw .unknownProperty(join.source, of: source.entity)
      }
      guard let far = destination.column(join.destination) else {
        throw .unknownProperty(join.destination, of: destination.entity)
      }
      conditions.append(
        relationship.isToMany ? "\(near.sql) = \(far.sql)" : "\(far.sql) = \(near.sql)"
      )
    }
    guard !conditions.isEmpty else {
      throw .unsupported("The relationship '\(relationship.name)' joins nothing.")
    }
    return conditions.joined(separator: " AND ")
  }
}

extension SelectScope.Table {
  /// The table with its alias.
  package var declaration: String { "\(dialect.table(entity.definition.table)) AS \(alias)" }

  /// The number of the row; `nil` where rows have none.
  package var number: String? { dialect.rowNumber(of: entity).map { "\(alias).\($0)" } }

  /// The number of the row where the key may hold null and so does not find each row; else `nil`.
  package var identifyingNumber: String? { entity.numbersRows ? number : nil }

  /// The columns by which a row is found again; empty when nothing identifies it.
  package var locators: [String] {
    guard !entity.identity.isEmpty else { return [] }
    if let number { return [number] }
    return entity.identity.compactMap { column($0)?.sql }
  }

  /// A column by the name of its attribute, or the number of the row when that is the identity.
  package func column(_ name: String) -> SelectScope.Column? {
    if let attribute = entity.attribute(named: name) {
      return SelectScope.Column(
        sql: "\(alias).\(dialect.identifier(attribute.columnName))",
        coding: ColumnCoding(attribute),
        isNullable: isOptional || entity.canBeNull(attribute),
        kind: dialect.kind(of: attribute, in: entity)
      )
    }
    guard entity.definition.identityIsRowNumber, entity.identity.contains(name), let number else {
      return nil
    }
    let coding = ColumnCoding(.integer)
    return SelectScope.Column(sql: number, coding: coding, isNullable: isOptional, kind: .numeric)
  }
}

extension Relationship {
  /// Whether the schema says that at most one row is at the far end.
  package func leadsToKey(of destination: Entity) -> Bool {
    destination.isKey(definition.joins.map(\.destination))
  }

  /// Whether the schema says that at most one row is at the near end.
  func leadsFromKey(of source: Entity) -> Bool { source.isKey(definition.joins.map(\.source)) }
}

extension Entity {
  /// Whether the schema says that no two rows have the same values of the attributes.
  fileprivate func isKey(_ names: [String]) -> Bool {
    if !identity.isEmpty, Set(names).isSuperset(of: identity) { return true }
    return names.contains { attribute(named: $0)?.definition.isUnique == true }
  }
}
