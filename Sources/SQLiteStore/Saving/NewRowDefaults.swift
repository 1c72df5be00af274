import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// The values of a new row that the user does not enter.
///
/// They are the discriminator of its entity, and its key if SQLite does not assign one.
struct NewRowDefaults {
  let adaptor: SQLiteAdaptor
  let entity: Entity
  let forms: TimestampFormats

  /// The values by attribute with what is needed.
  ///
  /// - Throws: ``StoreError/refused(_:)`` when the model does not say what marks a row of the entity.
  func completed(_ values: [String: Value]) throws(StoreError) -> [String: Value] {
    var values = try entity.marked(values)
    for attribute in entity.attributes where attribute.definition.storage.hasOffset {
      guard case .date(let date)? = values[attribute.name] else { continue }
      if let form = try forms.form(of: attribute, in: entity) {
        values[attribute.name] = .string(form.written(for: date))
      }
    }
    if let managed = entity.definition.managedColumns {
      let mark = entity.attributes.first { $0.columnName == managed.discriminator }
        .flatMap { entity.marks?[$0.name] }
      guard mark == nil || mark == .int(managed.discriminatorValue) else {
        throw .refused(
          "\(entity: entity) cannot be created: the \(managed.manager) store has no such entity"
        )
      }
      for attribute in entity.attributes {
        switch attribute.columnName {
        case managed.key: values[attribute.name] = try key(values[attribute.name], managed)
        case managed.discriminator: values[attribute.name] = .int(managed.discriminatorValue)
        case managed.version: values[attribute.name] = .int(1)
        default: break
        }
      }
    }
    return values
  }

  /// The key of the row: the one that was given, else the next, counted as the program counts that manages the table.
  private func key(_ given: Value?, _ managed: ManagedColumns) throws(StoreError) -> Value {
    let counter = managed.keyCounter
    // A name in quotes that is no column would be a text; one with its table is none.
    func column(_ name: String, of table: String) -> String {
      "\(SQLText.identifier(table)).\(SQLText.identifier(name))"
    }
    let last = column(counter.column, of: counter.table)
    let highest = column(managed.key, of: entity.tableName)
    let table = SQLText.table(counter.table, in: entity.schemaName)
    let isCounter = "WHERE \(column(counter.selector, of: counter.table)) = ?"
    let used = try adaptor.first(
      SQLFragment(
        "SELECT max(coalesce(CAST(\(last) AS INTEGER), 0), "
          + "(SELECT coalesce(max(\(highest)), 0) FROM \(entity.sqlName))) FROM \(table) \(isCounter)",
        [.int(counter.number)]
      )
    ) { $0.int(0) }
    guard let used else {
      throw .refused(
        "\(entity: entity) cannot be created: \(counter.table) has no counter for its keys"
      )
    }
    let key: Int64
    if let given, !given.isNull {
      // What is no whole number is left to the column to refuse.
      guard case .int(let number) = given else { return given }
      key = number
    } else if used < .max {
      key = used + 1
    } else {
      throw .refused(
        "\(entity: entity) cannot be created: the last key of \(counter.table), \(used), is "
          + "used; enter a free key"
      )
    }
    try adaptor.rows(
      SQLFragment(
        "UPDATE \(table) SET \(SQLText.identifier(counter.column)) = ? \(isCounter)",
        [.int(max(used, key)), .int(counter.number)]
      )
    ) { _ in }
    return .int(key)
  }
}

extension Entity {
  /// The assignment that increments the version column; `nil` if the entity has no such column.
  ///
  /// Other programs see by the version that a row has changed.
  var versionCounter: String? {
    guard let version = definition.managedColumns?.version,
      attributes.contains(where: { $0.columnName == version })
    else { return nil }
    let column = SQLText.identifier(version)
    return "\(column) = coalesce(\(column), 0) + 1"
  }
}
