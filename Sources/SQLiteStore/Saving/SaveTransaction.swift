import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// The execution of one save in a transaction: it turns changes into statements, each of which must change exactly one row.
struct SaveTransaction: DeferringTransaction {
  let adaptor: SQLiteAdaptor
  let forms: TimestampFormats
  var result = SaveResult(inserted: [:], changedIDs: [:])
  private var template: UpdateTemplate?
  /// How often it ran.
  private var runs = 0
  var deletions: [Change] = []
  /// Whether something in the save may give up a value that something else takes.
  private let mayFreeValues: Bool
  /// The conditions for rows that the user may see, by entity.
  let restrictions: [String: Qualifier]
  /// The recorder of changed rows for undo; `nil` if no record is wanted.
  let recorder: SaveRecorder?
  let rowWriter: SingleRowWriter
  /// The current identities of rows; `nil` unless keys may pass from one row to another.
  let moved: RowIdentityTracker?
  /// Changes that want a value which another row still has, and inserts that refer to those.
  var postponed: [Change] = []
  var aside: [RecordID: Set<String>] = [:]
  var stepCount = 0
  var taken: Set<RecordID> = []
  var model: Model { adaptor.model }

  init(
    adaptor: SQLiteAdaptor,
    mayFreeValues: Bool,
    restrictions: [String: Qualifier],
    recorder: SaveRecorder? = nil,
    moved: RowIdentityTracker? = nil
  ) {
    (self.adaptor, self.mayFreeValues, self.recorder) = (adaptor, mayFreeValues, recorder)
    (self.restrictions, self.moved) = (restrictions, moved)
    forms = TimestampFormats(adaptor)
    rowWriter = SingleRowWriter(adaptor: adaptor)
  }

  /// Writes an insert or update; a delete waits for ``deleteRows()``, and what wants a value that another row of the
  /// save may give up for ``applyPostponed()``.
  mutating func apply(_ change: Change) throws(StoreError) {
    if try writesWithLastStatement(change) { return }
    if let failure = try postponing(change), !mayFreeValues { throw failure }
  }

  /// A table may be declared so that a conflict ends the whole transaction.
  var isAlive: Bool { adaptor.connection.isInTransaction }

  /// Writes a change of the row that has the identity now.
  mutating func writeInPlace(_ change: Change) throws(StoreError) {
    switch change.write {
    case .insert: try insert(change, of: try writableEntity(change.entityName, .insert))
    case .update:
      var row = change
      if moved != nil { row.id = try place(of: row.id) }
      if !row.references.isEmpty {
        try take(row.references, for: try adaptor.entity(row.entityName), &row.values)
      }
      // Most rows of a save are like the one before, and need nothing to be looked up.
      if try touchesOne(row) { return }
      try update(row, of: try writableEntity(row.entityName, .update))
    case .delete:
      _ = try writableEntity(change.entityName, .delete)
      deletions.append(change)
    }
  }

  private func writableEntity(
    _ name: String,
    _ write: Entity.Write
  ) throws(StoreError) -> Entity {
    let entity = try adaptor.entity(name)
    if let reason = entity.refusal(of: write) {
      throw .refused("\(name) cannot be changed: \(reason).")
    }
    return entity
  }

  // MARK: Update

  private mutating func update(_ row: Change, of entity: Entity) throws(StoreError) {
    guard !row.values.isEmpty else { return }
    // The statement kept before is given back first, so that it can be taken again.
    endTemplate()
    template = UpdateTemplate(row, of: entity, in: adaptor)
    if try touchesOne(row) { return }
    let assignments = try entity.stored(row.values)
    var sql = assignments.map { SQLFragment("\($0.column) = \($0.assigned)", [$0.value]) }
    if let counter = entity.versionCounter { sql.append(SQLFragment(counter)) }
    let statement = update(of: entity, sql)
    guard entity.identity.contains(where: { row.values[$0] != nil }) else {
      return try rowWriter.touchOne(statement, writing: row, of: entity)
    }
    // The database may store a key otherwise than it was given.
    let columns = try IdentityColumns(of: entity)
    var newID: RecordID?
    try rowWriter.touchOne(statement, writing: row, of: entity, returning: columns.list) {
      newID = columns.id($0)
    }
    if let newID, newID != row.id, !follows(entity) { result.changedIDs[row.id] = newID }
  }

  private func update(of entity: Entity, _ assignments: [SQLFragment]) -> SQLFragment {
    let clause = adaptor.conflictClause(of: entity)
    return "UPDATE\(clause) \(entity.sqlName) SET " + .joined(assignments, ", ")
  }

  /// Writes an update by the statement of the row before, when this one is alike and nothing of the save has to do with it.
  /// - Returns: whether that was done; else there is more to be looked at.
  private mutating func writesWithLastStatement(_ change: Change) throws(StoreError) -> Bool {
    guard template != nil, moved == nil, postponed.isEmpty, taken.isEmpty,
      change.write == .update, change.references.isEmpty
    else { return false }
    do throws(StoreError) { return try touchesOne(change) } catch {
      // As ``postponing(_:)`` does.
      guard case .uniqueViolated = error, isAlive, mayFreeValues else { throw error }
      postponed.append(change)
      return true
    }
  }

  /// Updates by the statement of the row before, when this one is alike.
  /// - Returns: whether that touched the row; else it has to be seen why not.
  private mutating func touchesOne(_ row: Change) throws(StoreError) -> Bool {
    guard let template, let touched = try template.run(row, notedBy: recorder, in: adaptor) else {
      return false
    }
    runs += 1
    guard touched <= 1 else { throw .notExactlyOne(row.id, touched: touched) }
    return touched == 1
  }

  /// Logs what was done with the statement of rows alike.
  mutating func endTemplate() {
    if let template {
      adaptor.log.add(template.statement.sql, template.duration, count: runs)
    }
    (template, runs) = (nil, 0)
  }

  // MARK: Stepping aside

  mutating func writePlaceholderKeys(
    _ change: Change,
    givingUp names: Set<String>,
    wanted: [String: Set<Value>]
  ) throws(StoreError) -> Bool {
    let entity = try writableEntity(change.entityName, .update)
    let attributes = entity.attributes.filter { names.contains($0.name) }
    guard entity.definition.kind != .view, attributes.count == names.count else { return false }
    try check(change)
    let id = try place(of: change.id)
    endTemplate()
    guard let stored = try adaptor.stored(attributes.map(\.columnName), of: id, entity) else {
      throw .notFound(id)
    }
    let placeholders = attributes.map { PlaceholderValue($0, of: entity, turn: stepCount) }
    for values in PlaceholderValue.values(placeholders, for: stored) {
      let isWanted = zip(attributes, values).allSatisfy {
        wanted[$0.name]?.contains(ColumnCoding.decodeRaw($1)) == true
      }
      if isWanted { continue }
      let assignments = zip(attributes, values).map {
        SQLFragment("\(SQLText.identifier($0.columnName)) = ?", [ColumnCoding.decodeRaw($1)])
      }
      do throws(StoreError) {
        try rowWriter.touchOne(
          update(of: entity, assignments),
          writing: .update(id, values: [:], original: [:]),
          of: entity
        )
        try moved?.settle()
        return true
      } catch {
        moved?.forget()
        guard error.isAboutValues, isAlive else { throw error }
      }
    }
    return false
  }
}

extension StoreError {
  /// Whether other values might be allowed.
  var isAboutValues: Bool {
    switch self {
    case .uniqueViolated, .nullViolated, .checkViolated, .refused, .refusedByTrigger: true
    default: false
    }
  }
}
