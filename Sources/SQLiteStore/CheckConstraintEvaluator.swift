import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// Asks SQLite whether rows pass the checks of their tables, before the first of them is written.
///
/// A check is judged on a table of its own in memory, with the values that the row would have: as SQLite would, with its
/// affinities, collations and nulls. What a row would have is not known where a default, a trigger or a key that is
/// counted up makes it; those checks are left to the statement that writes.
final class CheckConstraintEvaluator {
  private unowned let adaptor: SQLiteAdaptor
  /// A database in memory for each of the files: two of them may have tables of one name.
  private var connections: [String: Connection] = [:]
  private var tables: [TableName: TableChecks?] = [:]
  /// The schema versions for which ``tables`` is valid, in the order of the files.
  private var versions: [Int64] = []
  /// Whether writing one row may change what another holds.
  private var hasEffects = false

  init(_ adaptor: SQLiteAdaptor) { self.adaptor = adaptor }

  /// Looks at the rows that `changes` would make.
  ///
  /// - Throws: ``StoreError/checkViolated(entityName:constraint:attributes:)`` for the first that breaks a check.
  func judge(_ changes: [Change]) throws(StoreError) {
    do throws(SQLiteError) { try refresh() } catch { return }
    // Of a great save the statements themselves tell the same, and only once.
    guard changes.count <= Self.limit else { return }
    if hasEffects, changes.count > 1 { return }
    var seen: Set<RecordID> = []
    for change in changes {
      let entity = try adaptor.entity(change.entityName)
      guard entity.definition.kind == .table, let checks = checks(of: entity), checks.isWritable
      else { continue }
      switch change.write {
      case .insert: try judge(newRow: change, of: entity, by: checks)
      case .update:
        // The key of a row that is not made yet is not known.
        guard seen.insert(change.id).inserted, change.references.isEmpty else { continue }
        try judge(change, of: entity, by: checks)
      case .delete: break
      }
    }
  }

  private static let limit = 100

  /// Forgets what was known of another schema; what other statements need of it, too.
  private func refresh() throws(SQLiteError) {
    let current = try adaptor.schemaNames.map(adaptor.connection.schemaVersion)
    guard current != versions else { return }
    tables = [:]
    adaptor.conflictClauses = [:]
    hasEffects = false
    for name in adaptor.schemaNames where !hasEffects { hasEffects = try hasEffects(in: name) }
    versions = current
  }

  private func hasEffects(in schemaName: String) throws(SQLiteError) -> Bool {
    let catalogue = SQLText.table("sqlite_schema", in: schemaName)
    let effects = try adaptor.connection.rows(
      """
      SELECT 1 FROM \(catalogue) WHERE type = 'trigger'
      UNION ALL
      SELECT 1 FROM \(catalogue) m, pragma_foreign_key_list(m.name, \(SQLText.literal(schemaName))) f
      WHERE m.type = 'table' AND m.rootpage > 0 AND m.sql LIKE '%on%update%' AND f.on_update <> 'NO ACTION'
      LIMIT 1
      """
    ) { $0.int(0) }
    return !effects.isEmpty
  }

  private func checks(of entity: Entity) -> TableChecks? {
    if let known = tables[entity.definition.table] { return known }
    let found = try? readChecks(of: entity)
    tables[entity.definition.table] = .some(found)
    return found
  }

  private func readChecks(of entity: Entity) throws(SQLiteError) -> TableChecks? {
    let statement = try adaptor.connection.scalar(
      "SELECT sql FROM \(SQLText.table("sqlite_schema", in: entity.schemaName)) WHERE type = 'table' AND name = ?",
      [.text(entity.tableName)]
    )
    guard case .text(let sql)? = statement, sql.contains(caseInsensitive: "check") else {
      return nil
    }
    return try TableChecks(
      of: entity,
      statement: sql,
      in: adaptor.connection,
      judge: try judgingConnection(for: entity.schemaName)
    )
  }

  /// Another database, in which texts are kept and compared as in this one.
  private func judgingConnection(for schemaName: String) throws(SQLiteError) -> Connection {
    if let connection = connections[schemaName] { return connection }
    let made = try Connection()
    if case .text(let encoding)? = try adaptor.connection.scalar("PRAGMA encoding") {
      try made.run("PRAGMA encoding = \(SQLText.literal(encoding))")
    }
    connections[schemaName] = made
    return made
  }

  // MARK: Rows

  private func judge(
    newRow change: Change,
    of entity: Entity,
    by checks: TableChecks
  ) throws(StoreError) {
    guard let marks = entity.marks else { return }
    let values = change.values.merging(marks) { given, mark in given.isNull ? mark : given }
    var row: [String: SQLiteValue] = [:]
    var unknown: Set<String> = []
    for attribute in entity.attributes {
      if change.references[attribute.name] != nil { unknown.insert(attribute.columnName) }
      guard let value = values[attribute.name] else { continue }
      // In which form a moment is written, the rows beside it tell.
      if attribute.definition.storage.hasOffset { unknown.insert(attribute.columnName) }
      guard let stored = try? ColumnCoding(attribute).stored(value) else { return }
      row[attribute.columnName] = stored
    }
    let given = Set(row.filter { $0.value != .null }.keys)
    // What is managed is made with the row.
    unknown.formUnion(entity.definition.managedColumns?.names ?? [])
    let judged = checks.judged(givenForNewRow: given, unknown: unknown)
    try judge(row, judged, of: entity, by: checks)
  }

  private func judge(
    _ change: Change,
    of entity: Entity,
    by checks: TableChecks
  ) throws(StoreError) {
    var new: [String: SQLiteValue] = [:]
    var read: [String: SQLiteValue] = [:]
    var moments: Set<String> = []
    for attribute in entity.attributes {
      let coding = ColumnCoding(attribute)
      if let value = change.values[attribute.name] {
        guard let stored = try? coding.stored(value) else { return }
        new[attribute.columnName] = stored
        if attribute.definition.storage.hasOffset { moments.insert(attribute.columnName) }
      }
      if let value = change.original[attribute.name] {
        let stored = coding.storage.hasOffset ? nil : try? coding.stored(value)
        read[attribute.columnName] = stored
      }
    }
    let judged = checks.judged(setting: Set(new.keys))
    guard !judged.isEmpty else { return }
    let columns = Set(judged.flatMap(\.columns)).sorted()
    guard let stored = try adaptor.stored(columns, of: change.id, entity) else { return }
    var row = Dictionary(zip(columns, stored)) { first, _ in first }
    // What another program changed meanwhile is told by the statement.
    let isAsRead = columns.allSatisfy { read[$0] == nil || read[$0] == row[$0] }
    guard isAsRead else { return }
    for (column, value) in new {
      guard moments.contains(column), case .text(let form)? = row[column],
        case .text(let text) = value
      else {
        row[column] = value
        continue
      }
      row[column] = .text(TimestampText.text(text, inFormOf: form))
    }
    try judge(row, judged, of: entity, by: checks)
  }

  private func judge(
    _ row: [String: SQLiteValue],
    _ judged: [TableChecks.Check],
    of entity: Entity,
    by checks: TableChecks
  ) throws(StoreError) {
    let columns = Set(judged.flatMap(\.columns))
    let row = row.filter { columns.contains($0.key) }
    guard !judged.isEmpty, let broken = try? checks.broken(among: judged, by: row) else { return }
    throw .checkViolated(
      entityName: entity.name,
      constraint: broken.constraint,
      attributes: entity.names(ofColumns: broken.check.columns)
    )
  }

  // MARK: Errors

  /// The error with the properties that the broken check reads, where it can be told which check that is.
  func naming(_ error: StoreError) -> StoreError {
    guard case .checkViolated(let entityName, let name, let attributes) = error,
      attributes.isEmpty, (try? refresh()) != nil
    else { return error }
    // A trigger may have written to another table.
    let written = adaptor.model.entities.filter { $0.name == entityName }
    let others = adaptor.model.entities.filter { $0.name != entityName }
    for entities in [written, others] {
      let found = entities.compactMap { entity -> StoreError? in
        guard entity.definition.kind == .table else { return nil }
        let broken = checks(of: entity)?.checks.filter { $0.name == name } ?? []
        guard let first = broken.first else { return nil }
        return .checkViolated(
          entityName: entity.name,
          constraint: broken.count == 1 ? first.sql : name,
          attributes: entity.names(ofColumns: broken.flatMap(\.columns))
        )
      }
      if found.count == 1 { return found[0] }
    }
    return error
  }
}

extension Entity {
  /// The attributes of columns, in the order of the columns; one that is no attribute keeps its name.
  fileprivate func names(ofColumns columns: [String]) -> [String] {
    var names: [String] = []
    for column in columns {
      let name = attributes.first { $0.columnName.isExactly(column) }?.name ?? column
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
