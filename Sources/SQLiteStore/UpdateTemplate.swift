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

  /// `nil` when the statement is made by the row: a null in the key, a key that changes, names that do not exist, a
  /// view, whose triggers do not count rows.
  init?(
    _ entity: Entity,
    _ values: [String: Value],
    _ id: RecordID,
    _ original: [String: Value],
    _ adaptor: SQLiteAdaptor
  ) {
    entityName = entity.name
    for attribute in entity.attributes {
      let parameter = Parameter(name: attribute.name, coding: ColumnCoding(attribute))
      if values[attribute.name] != nil { assigned.append(parameter) }
      if original[attribute.name] != nil { compared.append(parameter) }
    }
    let table = SelectScope.Table(
      entity: entity,
      alias: SQLText.identifier(entity.tableName),
      isOptional: false,
      dialect: adaptor.dialect
    )
    let columns = entity.identity.compactMap { table.column($0) }
    key = zip(entity.identity, columns).map { Parameter(name: $0, coding: $1.coding) }
    guard entity.definition.kind != .view, assigned.count == values.count,
      compared.count == original.count, !columns.isEmpty,
      columns.count == id.values.count, !entity.identity.contains(where: { values[$0] != nil })
    else { return nil }
    func column(_ parameter: Parameter) -> String {
      SQLText.identifier(entity.attribute(named: parameter.name)?.columnName ?? parameter.name)
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
  func run(
    _ id: RecordID,
    _ values: [String: Value],
    _ original: [String: Value],
    _ adaptor: SQLiteAdaptor
  ) throws(StoreError) -> Int? {
    guard id.entityName == entityName, values.count == assigned.count,
      original.count == compared.count
    else { return nil }
    do throws(SQLiteError) {
      guard try bind(id, values, original) else { return nil }
      runs += 1
      defer { statement.reset() }
      while try statement.step() {}
      return adaptor.connection.changes
    } catch {
      throw StoreError(error, model: adaptor.model)
    }
  }

  /// - Returns: whether there is a value for each parameter.
  private func bind(
    _ id: RecordID,
    _ values: [String: Value],
    _ original: [String: Value]
  ) throws(SQLiteError) -> Bool {
    var index = 1
    for parameter in assigned {
      guard try bind(values[parameter.name], parameter.coding, &index) else { return false }
    }
    if let number = id.integerKey, key.count == 1 {
      try statement.bind(.int(number), at: index)
      index += 1
    } else {
      let values = id.values
      guard values.count == key.count else { return false }
      for (parameter, value) in zip(key, values) {
        guard !value.isNull, try bind(value, parameter.coding, &index) else { return false }
      }
    }
    for parameter in compared {
      guard try bind(original[parameter.name], parameter.coding, &index) else { return false }
    }
    return true
  }

  private func bind(
    _ value: Value?,
    _ coding: ColumnCoding,
    _ index: inout Int
  ) throws(SQLiteError) -> Bool {
    // What cannot be stored is said where the row is looked at alone.
    guard let value, let stored = try? coding.stored(value) else { return false }
    try statement.bind(stored, at: index)
    index += 1
    return true
  }
}
