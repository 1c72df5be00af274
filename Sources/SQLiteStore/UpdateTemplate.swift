import EntityModel
import EntityStore
import Qualifiers
import SQL
import SQLite

/// An update that is made for the first of many rows alike and only bound again for the others.
final class UpdateTemplate {
  private struct Parameter {
    var name: String
    var coding: ColumnCoding
  }

  let statement: Statement
  /// How often it ran.
  private(set) var runs = 0
  private let entityName: String
  private let start = ContinuousClock.now
  private var assigned: [Parameter] = []
  private var key: [Parameter] = []
  private var compared: [Parameter] = []
  /// The columns that it sets; `nil` where others are counted along.
  private(set) var setting: ColumnsSet?

  /// `nil` when the statement is made by the row: a null in the key, a key that changes, names that do not exist, a
  /// view, whose triggers do not count rows.
  init?(_ row: RowWrite, of entity: Entity, in adaptor: SQLiteAdaptor) {
    entityName = entity.name
    for attribute in entity.attributes {
      let parameter = Parameter(name: attribute.name, coding: ColumnCoding(attribute))
      if row.values[attribute.name] != nil { assigned.append(parameter) }
      if row.original[attribute.name] != nil { compared.append(parameter) }
    }
    let table = SelectScope.Table(
      entity: entity,
      alias: SQLText.identifier(entity.tableName),
      isOptional: false,
      dialect: adaptor.dialect
    )
    let columns = entity.identity.compactMap { table.column($0) }
    key = zip(entity.identity, columns).map { Parameter(name: $0, coding: $1.coding) }
    guard entity.definition.kind != .view, assigned.count == row.values.count,
      compared.count == row.original.count, !columns.isEmpty,
      columns.count == row.id.values.count,
      !entity.identity.contains(where: { row.values[$0] != nil })
    else { return nil }
    func column(_ parameter: Parameter) -> String {
      SQLText.identifier(entity.attribute(named: parameter.name)?.columnName ?? parameter.name)
    }
    if entity.versionCounter == nil {
      setting = ColumnsSet(
        assigned.map { entity.attribute(named: $0.name)?.columnName ?? $0.name }
      )
    }
    let conditions =
      columns.map { "\($0.sql) = ?" }
      + compared.map { "\(column($0)) COLLATE BINARY IS \($0.coding.assigned(to: column($0)))" }
    let sql =
      "UPDATE\(adaptor.conflictClause(of: entity)) \(entity.sqlName) SET "
      + (assigned.map { "\(column($0)) = \($0.coding.assigned(to: column($0)))" }
      + [entity.versionCounter].compactMap(\.self))
      .joined(separator: ", ")
      + " WHERE " + conditions.joined(separator: " AND ")
    guard let statement = try? adaptor.connection.cached(sql) else { return nil }
    self.statement = statement
  }

  /// How long all of it took.
  var duration: Duration { ContinuousClock.now - start }

  /// Runs it with the values of another row.
  /// - Returns: how many rows it touched; `nil` when that row is not alike.
  func run(_ row: RowWrite, in adaptor: SQLiteAdaptor) throws(StoreError) -> Int? {
    guard row.id.entityName == entityName, row.values.count == assigned.count,
      row.original.count == compared.count
    else { return nil }
    return try adaptor.mapped { () throws(SQLiteError) in
      guard try bind(row) else { return nil }
      runs += 1
      defer { statement.reset() }
      while try statement.step() {}
      return adaptor.connection.changes
    }
  }

  /// - Returns: whether there is a value for each parameter.
  private func bind(_ row: RowWrite) throws(SQLiteError) -> Bool {
    var index = 1
    for parameter in assigned {
      guard try bind(row.values.value(of: parameter.name), parameter.coding, at: &index) else {
        return false
      }
    }
    if let number = row.id.integerKey, key.count == 1 {
      try statement.bind(.int(number), at: index)
      index += 1
    } else {
      let values = row.id.values
      guard values.count == key.count else { return false }
      for (parameter, value) in zip(key, values) {
        guard !value.isNull, try bind(value, parameter.coding, at: &index) else { return false }
      }
    }
    for parameter in compared {
      guard try bind(row.original.value(of: parameter.name), parameter.coding, at: &index) else {
        return false
      }
    }
    return true
  }

  private func bind(
    _ value: Value?,
    _ coding: ColumnCoding,
    at index: inout Int
  ) throws(SQLiteError) -> Bool {
    // What cannot be stored is said where the row is looked at alone.
    guard let value, let stored = try? coding.stored(value) else { return false }
    try statement.bind(stored, at: index)
    index += 1
    return true
  }
}

extension [String: Value] {
  /// The value under a name; of a single one the name is not hashed.
  fileprivate func value(of name: String) -> Value? {
    guard count == 1, let first else { return self[name] }
    return first.key == name ? first.value : nil
  }
}
