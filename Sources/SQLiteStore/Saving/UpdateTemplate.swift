import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// A prepared UPDATE statement reused for many rows with the same changed attributes: only its parameters are bound again.
final class UpdateTemplate {
  /// A parameter of the update statement: the attribute whose value is bound to it, with its coding.
  private struct Parameter {
    let name: String
    let coding: ColumnCoding
    /// Whether the statement stores just what it is given.
    let isGivenAsIs: Bool

    init(_ name: String, _ coding: ColumnCoding) {
      (self.name, self.coding, isGivenAsIs) = (name, coding, !coding.storage.hasOffset)
    }

    /// A value as the statement is given it; `nil` for what cannot be stored.
    func stored(_ value: Value) -> SQLiteValue? { try? coding.stored(value) }
  }

  let statement: Statement
  private let entityName: String
  private let start = ContinuousClock.now
  private let assigned: [Parameter]
  private let key: [Parameter]
  private let compared: [Parameter]
  /// The columns that it sets; `nil` where others are counted along.
  private let setting: AssignedColumns?

  /// `nil` when the statement is made by the row: a null in the key, a key that changes, names that do not exist, a
  /// view, whose triggers do not count rows.
  init?(_ row: Change, of entity: Entity, in adaptor: SQLiteAdaptor) {
    entityName = entity.name
    func parameters(_ values: [String: Value]) -> [Parameter] {
      entity.attributes.filter { values[$0.name] != nil }.map {
        Parameter($0.name, ColumnCoding($0))
      }
    }
    (assigned, compared) = (parameters(row.values), parameters(row.original))
    let table = SelectScope.Table(
      entity: entity,
      alias: SQLText.identifier(entity.tableName),
      isOptional: false,
      dialect: adaptor.dialect
    )
    let columns = entity.identity.compactMap { table.column($0) }
    key = zip(entity.identity, columns).map { Parameter($0, $1.coding) }
    guard entity.definition.kind != .view, assigned.count == row.values.count,
      compared.count == row.original.count, !columns.isEmpty,
      columns.count == row.id.values.count,
      !entity.identity.contains(where: { row.values[$0] != nil })
    else { return nil }
    func column(_ parameter: Parameter) -> String {
      SQLText.identifier(entity.attribute(named: parameter.name)?.columnName ?? parameter.name)
    }
    setting =
      entity.versionCounter == nil
      ? AssignedColumns(assigned.map { entity.attribute(named: $0.name)?.columnName ?? $0.name })
      : nil
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

  /// Runs it with the values of another row, which `recorder` notes.
  /// - Returns: how many rows it touched; `nil` when that row is not alike.
  func run(
    _ row: Change,
    notedBy recorder: SaveRecorder?,
    in adaptor: SQLiteAdaptor
  ) throws(StoreError) -> Int? {
    guard row.id.entityName == entityName, row.values.count == assigned.count,
      row.original.count == compared.count
    else { return nil }
    return try adaptor.mapped { () throws(SQLiteError) in
      guard try bind(row) else { return nil }
      defer { statement.reset() }
      if let recorder {
        try recorder.whileSetting(setting) { () throws(SQLiteError) in
          while try statement.step() {}
        }
      } else {
        while try statement.step() {}
      }
      return adaptor.connection.changes
    }
  }

  /// - Returns: whether there is a value for each parameter.
  private func bind(_ row: Change) throws(SQLiteError) -> Bool {
    guard try bind(row.values, to: assigned, from: 1, noting: setting),
      try bind(row.original, to: compared, from: 1 + assigned.count + key.count, noting: nil)
    else { return false }
    if let number = row.id.integerKey, key.count == 1 {
      try statement.bind(number, at: assigned.count + 1)
      return true
    }
    let keyValues = row.id.values
    guard keyValues.count == key.count else { return false }
    for (place, value) in keyValues.enumerated() {
      guard !value.isNull, let stored = key[place].stored(value) else { return false }
      try statement.bind(stored, at: assigned.count + 1 + place)
    }
    return true
  }

  private func bind(
    _ values: [String: Value],
    to parameters: [Parameter],
    from index: Int,
    noting setting: AssignedColumns?
  ) throws(SQLiteError) -> Bool {
    // A copy of each would take longer than to set it.
    let parameters = parameters.span
    for place in parameters.indices {
      guard let value = values.value(of: parameters[place].name) else { return false }
      if case .int(let number) = value {
        // Each column takes it as it is.
        try statement.bind(number, at: index + place)
        setting?.note(parameters[place].isGivenAsIs ? .int(number) : nil, at: place)
        continue
      }
      // What cannot be stored is said where the row is looked at alone.
      guard let stored = parameters[place].stored(value) else { return false }
      try statement.bind(stored, at: index + place)
      setting?.note(parameters[place].isGivenAsIs ? stored : nil, at: place)
    }
    return true
  }
}
