import EntityModel
import Qualifiers
import SQLite

/// An update that is made for the first of many rows alike and only bound again for the others.
struct UpdateTemplate {
  private struct Parameter {
    var name: String
    var coding: ColumnCoding
  }

  private let entityName: String
  private let statement: Statement
  private var assigned: [Parameter] = []
  private var key: [Parameter] = []
  private var compared: [Parameter] = []

  /// `nil` when the statement is made by the row: a null in the key, a key that changes, names that do not exist.
  init?(
    _ entity: Entity,
    _ values: [String: Value],
    _ id: RecordID,
    _ original: [String: Value],
    _ connection: Connection
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
      isOptional: false
    )
    let columns = entity.identity.compactMap { table.column($0) }
    key = zip(entity.identity, columns).map { Parameter(name: $0, coding: $1.coding) }
    guard assigned.count == values.count, compared.count == original.count, !columns.isEmpty,
      columns.count == id.values.count, !entity.identity.contains(where: { values[$0] != nil })
    else { return nil }
    func column(_ parameter: Parameter) -> String {
      SQLText.identifier(entity.attribute(named: parameter.name)?.columnName ?? parameter.name)
    }
    let conditions =
      columns.map { "\($0.sql) = ?" }
      + compared.map { "\(column($0)) COLLATE BINARY IS ?" }
    let sql =
      "UPDATE \(SQLText.identifier(entity.tableName)) SET "
      + assigned.map { "\(column($0)) = ?" }.joined(separator: ", ")
      + " WHERE " + conditions.joined(separator: " AND ")
    guard let statement = try? connection.cached(sql) else { return nil }
    self.statement = statement
  }

  /// The statement with the values of another row; `nil` when it is not alike.
  func bound(
    _ values: [String: Value],
    _ id: RecordID,
    _ original: [String: Value]
  ) throws(StoreError) -> Statement? {
    guard id.entityName == entityName, values.count == assigned.count,
      original.count == compared.count, id.values.count == key.count
    else { return nil }
    var index = 1
    for parameter in assigned {
      guard let value = values[parameter.name] else { return nil }
      try bind(value, parameter, &index)
    }
    for (parameter, value) in zip(key, id.values) {
      guard !value.isNull else { return nil }
      try bind(value, parameter, &index)
    }
    for parameter in compared {
      guard let value = original[parameter.name] else { return nil }
      try bind(value, parameter, &index)
    }
    return statement
  }

  private func bind(
    _ value: Value,
    _ parameter: Parameter,
    _ index: inout Int
  ) throws(StoreError) {
    let stored = try parameter.coding.encode(value)
    do throws(SQLiteError) { try statement.bind(stored, at: index) } catch {
      throw StoreError(error, model: nil)
    }
    index += 1
  }
}
