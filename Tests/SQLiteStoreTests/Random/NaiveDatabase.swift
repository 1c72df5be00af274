import EntityModel
import EntityStore
import Qualifiers
import SQLite
import SQLiteStore

/// A reference database in memory that applies changes with plain statements, one by one, in a given order.
///
/// Has none of the optimisations of a save, such as deferred rows or reused statements.
struct NaiveDatabase {
  private(set) var connection: Connection
  private let model: Model

  init(script: String, model: Model) throws {
    (connection, self.model) = (try Connection(), model)
    try connection.execute("PRAGMA page_size=1024")
    try connection.execute(script)
  }

  /// Another one that stands as this one did when it was `bytes`.
  init(bytes: [UInt8], model: Model) throws {
    (connection, self.model) = (try Connection(bytes: bytes), model)
  }

  /// Why the changes cannot be made in this order, and then none is; `nil` when they are.
  func carryOut(_ changes: [Change]) -> String? {
    do {
      try connection.begin(.immediate)
      try connection.run("PRAGMA defer_foreign_keys=ON")
      var keys: [Int: [String: SQLiteValue]] = [:]
      var hasDeleted = false
      for (position, change) in changes.enumerated() {
        if change.write == .delete, !hasDeleted {
          for other in changes where other.write == .delete { try check(other) }
          hasDeleted = true
        }
        try make(change, &keys)
        try checkIdentity(since: change, keys, changes[position...].dropFirst())
      }
      try connection.commit()
      return nil
    } catch {
      connection.rollBack()
      return "\(error)"
    }
  }

  /// A row that is changed or deleted further on was not there any more when another got its key.
  private func checkIdentity(
    since change: Change,
    _ keys: [Int: [String: SQLiteValue]],
    _ others: ArraySlice<Change>
  ) throws {
    let key: [SQLiteValue?]
    let entity = model.entity(named: change.entityName)
    switch change.write {
    case .insert:
      key = entity?.identity.map { keys[change.token]?[$0].map(Self.whole) } ?? []
    case .update:
      let former = change.id.values
      let parts = zip(entity?.identity ?? [], former).map { change.values[$0] ?? $1 }
      guard parts != former else { return }
      key = parts.map(Self.plain)
    case .delete: return
    }
    for id in others.compactMap(\.storedID)
    where id.entityName == entity?.name && id.values.map(Self.plain) == key {
      throw Obstacle.stale(id)
    }
  }

  /// SQLite returns the number of a row as a fraction where the table's first column is one of fractions.
  private static func whole(_ value: SQLiteValue) -> SQLiteValue {
    guard case .double(let number) = value, let whole = Int64(exactly: number) else { return value }
    return .int(whole)
  }

  private static func plain(_ value: Value) -> SQLiteValue? {
    switch value {
    case .int(let number): .int(number)
    case .string(let text): .text(text)
    default: nil
    }
  }

  private enum Obstacle: Error {
    case stale(RecordID), kept(RecordID), unknownKey
  }

  private func make(_ change: Change, _ keys: inout [Int: [String: SQLiteValue]]) throws {
    let (id, values) = (change.id, change.values)
    guard let entity = model.entity(named: change.entityName) else { return }
    switch change.write {
    case .insert:
      var stored = assignments(values, entity)
      for (attribute, token) in change.references {
        let join = entity.relationships.flatMap(\.definition.joins).first { $0.source == attribute }
        guard let join, let key = keys[token]?[join.destination] else { throw Obstacle.unknownKey }
        stored += assignments([attribute: .null], entity).map { ($0.column, key) }
      }
      let columns = stored.map(\.column).joined(separator: ", ")
      let marks = stored.map { _ in "?" }.joined(separator: ", ")
      let key = entity.identity.map { entity.attribute(named: $0)?.columnName ?? $0 }
      let rows = try connection.rows(
        "INSERT INTO \(entity.tableName)"
          + (stored.isEmpty ? " DEFAULT VALUES" : "(\(columns)) VALUES(\(marks))")
          + " RETURNING \(key.joined(separator: ", "))",
        stored.map(\.value)
      )
      keys[change.token] = Dictionary(uniqueKeysWithValues: zip(entity.identity, rows.first ?? []))
    case .update:
      try check(change)
      let (stored, key) = (assignments(values, entity), Self.key(id, entity))
      try connection.run(
        "UPDATE \(entity.tableName) SET \(stored.map { "\($0.column) = ?" }.joined(separator: ", "))"
          + " WHERE \(key.sql)",
        stored.map(\.value) + key.values
      )
    case .delete:
      let key = Self.key(id, entity)
      try connection.run("DELETE FROM \(entity.tableName) WHERE \(key.sql)", key.values)
      // The trigger of a view may mark what it is told to delete, which the view goes on showing.
      if entity.definition.kind != .view, try isThere(id, entity) { throw Obstacle.kept(id) }
    }
  }

  /// The row is there and holds what was read.
  private func check(_ change: Change) throws {
    let (id, original) = (change.id, change.original)
    guard let entity = model.entity(named: id.entityName), try isThere(id, entity) else {
      throw Obstacle.stale(id)
    }
    let key = Self.key(id, entity)
    for (column, value) in assignments(original, entity) {
      let found = try connection.scalar(
        "SELECT \(column) FROM \(entity.tableName) WHERE \(key.sql)",
        key.values
      )
      guard found == value else { throw Obstacle.stale(id) }
    }
  }

  private func isThere(_ id: RecordID, _ entity: Entity) throws -> Bool {
    let key = Self.key(id, entity)
    return try connection.scalar(
      "SELECT 1 FROM \(entity.tableName) WHERE \(key.sql)",
      key.values
    ) != nil
  }

  // MARK: Values

  static func key(_ id: RecordID, _ entity: Entity) -> (sql: String, values: [SQLiteValue]) {
    let names = entity.identity.map { entity.attribute(named: $0)?.columnName ?? $0 }
    return (names.map { "\($0) = ?" }.joined(separator: " AND "), id.values.map(stored))
  }

  private func assignments(
    _ values: [String: Value],
    _ entity: Entity
  ) -> [(column: String, value: SQLiteValue)] {
    entity.attributes.compactMap { attribute in
      values[attribute.name].map { (attribute.columnName, Self.stored($0)) }
    }
  }

  static func stored(_ value: Value) -> SQLiteValue {
    switch value {
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .string(let text): .text(text)
    case .data(let bytes): .blob(bytes)
    default: .null
    }
  }

  // MARK: Looking

  /// Every row of every table, with storage classes, and with its rowid where that is all that identifies it.
  static func contents(of connection: Connection) throws -> [String] {
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    ) { $0.text(0) }
    var contents: [String] = []
    for table in tables {
      let found = try connection.rows("SELECT name, pk FROM pragma_table_xinfo('\(table)')") {
        (text: "quote(\($0.text(0)))", isKey: $0.int(1) > 0)
      }
      let columns = found.map(\.text) + (found.contains(where: \.isKey) ? [] : ["rowid"])
      contents += try connection.rows(
        "SELECT \(columns.joined(separator: " || '|' || ")) FROM \(table)"
      ) { "\(table)|\($0.text(0))" }
    }
    return contents.sorted()
  }
}
