import EntityModel
import EntityStore
import Qualifiers
import SQLite

/// The tables of one SELECT: the entity's own and those reached through to-one relationships.
///
/// Paths find their columns here; each to-one relationship on the way becomes one LEFT JOIN, shared by all paths.
final class SelectScope {
  /// Numbers the aliases of a statement, those of its subqueries included.
  final class Aliases {
    private var count = 0

    func next() -> String {
      defer { count += 1 }
      return "t\(count)"
    }
  }

  /// A column that a path leads to.
  struct Column {
    var sql: String
    var coding: ColumnCoding
    var isNullable: Bool
    /// What SQLite makes of values stored here.
    var affinity: Affinity
    /// One of many: the path passes a to-many relationship.
    var isElement = false
  }

  /// A table in the statement.
  struct Table {
    var entity: Entity
    var alias: String
    /// The row may be missing, as at the far end of a LEFT JOIN.
    var isOptional: Bool
  }

  let root: Table
  let aliases: Aliases
  private var tables: [[String]: Table] = [:]
  /// How many computed attributes the one being looked up is computed through.
  private var derivationDepth = 0
  private var joins: [SQLFragment] = []
  /// Which rows of each table there are for the person who asks.
  let restrictions: RowRestrictions

  init(_ entity: Entity, aliases: Aliases, restrictions: RowRestrictions) {
    self.aliases = aliases
    self.restrictions = restrictions
    root = Table(entity: entity, alias: aliases.next(), isOptional: false)
  }

  /// The scope of a table that stands in another statement already; all rows of all others are there.
  init(outer table: Table, aliases: Aliases, functions: SQLFunctionRegister) {
    self.aliases = aliases
    restrictions = RowRestrictions(qualifiers: [:], functions: functions)
    root = table
  }

  /// What stands for the rows of the first table; `nil` for all of them.
  var rootRows: SQLFragment?

  /// What stands behind FROM.
  var from: SQLFragment {
    let first = rootRows.map { "(" + $0 + ") AS \(root.alias)" } ?? SQLFragment(root.declaration)
    return .joined([first] + joins, " ")
  }

  /// The tables joined to the first; `nil` when there are none.
  var joined: SQLFragment? { joins.isEmpty ? nil : .joined(joins, " ") }

  /// The column at the end of a path of to-one relationships and an attribute.
  func column(_ path: ArraySlice<String>) throws(StoreError) -> Column {
    guard let name = path.last else { throw .unsupported("A property path is empty.") }
    let table = try table(path.dropLast())
    if let attribute = table.entity.attribute(named: name),
      let derivation = attribute.definition.derivation
    {
      return try derived(attribute, derivation, at: Array(path.dropLast()))
    }
    guard let column = table.column(name) else {
      throw .unknownProperty(name, of: table.entity)
    }
    return column
  }

  /// The same as the person sees it: null in the rows of which something on the path is hidden.
  func shownColumn(_ path: ArraySlice<String>) throws(StoreError) -> Column {
    try shown(try column(path), at: path)
  }

  /// A column that `path` leads to as the person sees it.
  func shown(_ column: Column, at path: ArraySlice<String>) throws(StoreError) -> Column {
    guard !restrictions.shownConditions.isEmpty else { return column }
    var column = column
    for index in path.indices {
      let prefix = path[..<index]
      let table = try table(prefix)
      guard let condition = restrictions.shownConditions[table.entity.name]?[path[index]] else {
        continue
      }
      // The evaluator answers, as it does for rules that are asked of one object.
      let truth = Expression(.condition(condition))
      let test = try call(truth, ColumnCoding(.bool), at: Array(prefix))
      column.sql = "CASE WHEN \(test) = 1 THEN \(column.sql) END"
      (column.isNullable, column.affinity) = (true, .none)
    }
    return column
  }

  /// The table at the end of a path of to-one relationships; joined when it is not yet.
  func table(_ path: ArraySlice<String>) throws(StoreError) -> Table {
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
        "'\(name)' of \(source.entity.name) leads to many objects; a column shows one value."
      )
    }
    let table = Table(entity: destination, alias: aliases.next(), isOptional: true)
    tables[Array(path)] = table
    joins.append(try join("LEFT JOIN", relationship, from: source, to: table))
    return table
  }

  /// Joins all that a relationship of the first table leads to; rows that lead nowhere are left out.
  func follow(_ relationship: Relationship) throws(StoreError) -> Table {
    let table = try follow(relationship, from: root, depth: 0)
    tables[[relationship.name]] = table
    return table
  }

  private func follow(
    _ relationship: Relationship,
    from source: Table,
    depth: Int
  ) throws(StoreError) -> Table {
    guard relationship.definition.path.isEmpty else {
      guard depth < 16 else {
        throw .unsupported("The relationship '\(relationship.name)' leads through itself.")
      }
      var table = source
      for name in relationship.definition.path {
        guard let next = table.entity.relationship(named: name) else {
          throw .unknownProperty(name, of: table.entity)
        }
        table = try follow(next, from: table, depth: depth + 1)
      }
      return table
    }
    guard let destination = relationship.destination else {
      throw .unsupported("The relationship '\(relationship.name)' leads nowhere.")
    }
    let table = Table(entity: destination, alias: aliases.next(), isOptional: false)
    joins.append(try join("JOIN", relationship, from: source, to: table))
    return table
  }

  /// What stands for an attribute without a column: the column at the end of its path, or a function of others.
  private func derived(
    _ attribute: Attribute,
    _ derivation: Attribute.Derivation,
    at prefix: [String]
  ) throws(StoreError) -> Column {
    guard derivationDepth < 16 else {
      throw .unsupported("'\(attribute.name)' of the model is computed from itself.")
    }
    derivationDepth += 1
    defer { derivationDepth -= 1 }
    switch derivation {
    case .path(let path): return try column((prefix + path.components)[...])
    case .expression(let expression):
      return Column(
        sql: try call(expression, ColumnCoding(attribute), at: prefix),
        coding: ColumnCoding(attribute),
        isNullable: true,
        affinity: .none
      )
    }
  }

  /// What makes the evaluator compute an expression for a row.
  private func call(
    _ expression: Expression,
    _ result: ColumnCoding,
    at prefix: [String]
  ) throws(StoreError) -> String {
    let paths = Reads(expression).paths
    var columns: [Column] = []
    for path in paths { columns.append(try column((prefix + path.components)[...])) }
    let value = DerivedValue(
      expression: expression,
      paths: paths,
      codings: columns.map(\.coding),
      result: result
    )
    let arguments = ["\(restrictions.functions.number(of: value))"] + columns.map(\.sql)
    return "\(DerivedValue.functionName)(\(arguments.joined(separator: ", ")))"
  }

  private func join(
    _ kind: String,
    _ relationship: Relationship,
    from source: Table,
    to table: Table
  ) throws(StoreError) -> SQLFragment {
    let condition = try JoinCondition.sql(relationship, from: source, to: table)
    var sql = "\(kind) \(table.declaration) ON \(condition)"
    if !relationship.isToMany, !relationship.leadsToKey(of: table.entity),
      let rowID = table.entity.rowIDName
    {
      // Nothing in the schema keeps the far end unique: one row of several must not become several rows.
      let other = Table(entity: table.entity, alias: aliases.next(), isOptional: true)
      let same = try JoinCondition.sql(relationship, from: source, to: other)
      sql +=
        " AND \(table.alias).\(rowID) = "
        + "(SELECT min(\(other.alias).\(rowID)) FROM \(other.declaration) WHERE \(same))"
    }
    guard let restriction = try restrictions.condition(on: table, aliases) else {
      return SQLFragment(sql)
    }
    return SQLFragment(sql + " AND ") + restriction
  }
}

/// What must be equal for a relationship.
///
/// The end that is referred to stands on the left, so that its collation and affinity decide, as in a foreign key.
enum JoinCondition {
  static func sql(
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
  var declaration: String { "\(entity.sqlName) AS \(alias)" }

  /// The rowid; `nil` when there is none.
  var rowID: String? { entity.rowIDName.map { "\(alias).\($0)" } }

  /// The rowid where the key may hold null and so does not find each row; else `nil`.
  var rowNumber: String? { entity.numbersRows ? rowID : nil }

  /// The columns by which a row is found again; empty when nothing identifies it.
  var locators: [String] {
    guard !entity.identity.isEmpty else { return [] }
    if let rowID { return [rowID] }
    return entity.identity.compactMap { column($0)?.sql }
  }

  /// A column by the name of its attribute, or the rowid when that is the identity.
  func column(_ name: String) -> SelectScope.Column? {
    if let attribute = entity.attribute(named: name) {
      return SelectScope.Column(
        sql: "\(alias).\(SQLText.identifier(attribute.columnName))",
        coding: ColumnCoding(attribute),
        isNullable: isOptional || entity.canBeNull(attribute),
        affinity: Affinity(of: attribute, in: entity)
      )
    }
    guard entity.definition.identityIsRowID, entity.identity.contains(name),
      let rowID = entity.rowIDName
    else { return nil }
    return SelectScope.Column(
      sql: "\(alias).\(rowID)",
      coding: ColumnCoding(.integer),
      isNullable: isOptional,
      affinity: .numeric
    )
  }
}

extension Entity {
  /// The table as statements name it: always with its database, so that no other table of the name is meant.
  var sqlName: String { SQLText.table(tableName, in: schemaName) }

  /// Whether the identity is one INTEGER PRIMARY KEY, another name of the rowid.
  var identityAliasesRowID: Bool {
    guard identity.count == 1, let attribute = attribute(named: identity[0]) else { return false }
    return attribute.definition.isRowIDAlias
  }
}

extension Relationship {
  /// Whether the schema says that at most one row is at the far end.
  func leadsToKey(of destination: Entity) -> Bool {
    let names = Set(definition.joins.map(\.destination))
    if !destination.identity.isEmpty, names.isSuperset(of: destination.identity) { return true }
    return names.contains { destination.attribute(named: $0)?.definition.isUnique == true }
  }
}
