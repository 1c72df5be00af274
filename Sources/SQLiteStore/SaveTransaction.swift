import EntityModel
import EntityStore
import Qualifiers
import SQL
import SQLite

/// One save: changes become statements, each of which must touch exactly one row.
struct SaveTransaction: PostponingTransaction {
  let adaptor: SQLiteAdaptor
  let forms: TimestampForms
  var result = SaveResult(inserted: [:], changedIDs: [:])
  private var template: UpdateTemplate?
  private(set) var deletions: [(id: RecordID, original: [String: Value])] = []
  /// Whether something in the save may give up a value that something else takes.
  private let mayFreeValues: Bool
  /// Which rows exist for the person, by entity.
  let restrictions: [String: Qualifier]
  /// What notes the rows, where that is wanted.
  private let recorder: SaveRecorder?
  let rowWriter: SingleRowWriter
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
    recorder: SaveRecorder? = nil
  ) {
    (self.adaptor, self.mayFreeValues, self.recorder) = (adaptor, mayFreeValues, recorder)
    self.restrictions = restrictions
    forms = TimestampForms(adaptor)
    rowWriter = SingleRowWriter(adaptor: adaptor)
  }

  /// Writes an insert or update; a delete waits for ``deleteRows()``, and what wants a value that another row of the
  /// save may give up for ``applyPostponed()``.
  mutating func apply(_ change: Change) throws(StoreError) {
    if let failure = try postponing(change), !mayFreeValues { throw failure }
  }

  /// A table may be declared so that a conflict ends the whole transaction.
  var isAlive: Bool { adaptor.connection.isInTransaction }

  mutating func write(_ change: Change) throws(StoreError) {
    switch change {
    case .insert(let entityName, let values, let references, let token):
      try insert(try writableEntity(entityName, .insert), values, references, token)
    case .update(let id, var values, let original, let references):
      if !references.isEmpty {
        try take(references, for: try adaptor.entity(id.entityName), &values)
      }
      // Most rows of a save are like the one before, and need nothing to be looked up.
      if try touchesOne(template, id, values, original) { return }
      try update(id, try writableEntity(id.entityName, .update), values, original)
    case .delete(let id, let original):
      _ = try writableEntity(id.entityName, .delete)
      deletions.append((id, original))
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

  private mutating func update(
    _ id: RecordID,
    _ entity: Entity,
    _ values: [String: Value],
    _ original: [String: Value]
  ) throws(StoreError) {
    guard !values.isEmpty else { return }
    // The statement kept before is given back first, so that it can be taken again.
    endTemplate()
    template = UpdateTemplate(entity, values, id, original, adaptor)
    if try touchesOne(template, id, values, original) { return }
    let assignments = try entity.stored(values)
    var sql = assignments.map { SQLFragment("\($0.column) = \($0.assigned)", [$0.value]) }
    if let counter = entity.versionCounter { sql.append(SQLFragment(counter)) }
    let statement = update(of: entity, sql)
    let changesKey = entity.identity.contains { values[$0] != nil }
    guard changesKey else {
      try rowWriter.touchOne(statement, id, entity, original, writing: values)
      return
    }
    // The database may store a key otherwise than it was given.
    let columns = try IdentityColumns(of: entity)
    var newID: RecordID?
    try rowWriter.touchOne(
      statement,
      id,
      entity,
      original,
      writing: values,
      returning: columns.list
    ) {
      newID = columns.id($0)
    }
    if let newID, newID != id { result.changedIDs[id] = newID }
  }

  private func update(of entity: Entity, _ assignments: [SQLFragment]) -> SQLFragment {
    let clause = adaptor.conflictClause(of: entity)
    return SQLFragment("UPDATE\(clause) \(entity.sqlName) SET ")
      + .joined(assignments, ", ")
  }

  /// Updates by the statement of the row before, when this one is alike.
  /// - Returns: whether that touched the row; else it has to be seen why not.
  private func touchesOne(
    _ template: UpdateTemplate?,
    _ id: RecordID,
    _ values: [String: Value],
    _ original: [String: Value]
  ) throws(StoreError) -> Bool {
    guard let template, let touched = try template.run(id, values, original, adaptor) else {
      return false
    }
    guard touched <= 1 else { throw .notExactlyOne(id, touched: touched) }
    return touched == 1
  }

  /// Logs what was done with the statement of rows alike.
  mutating func endTemplate() {
    if let template { adaptor.log.add(template.statement.sql, template.duration, template.runs) }
    template = nil
  }

  // MARK: Stepping aside

  mutating func stepAside(
    _ id: RecordID,
    givingUp names: Set<String>,
    wanted: [String: Set<Value>],
    original: [String: Value]
  ) throws(StoreError) -> Bool {
    let entity = try writableEntity(id.entityName, .update)
    let attributes = entity.attributes.filter { names.contains($0.name) }
    guard entity.definition.kind != .view, attributes.count == names.count else {
      return false
    }
    try check(id, original)
    endTemplate()
    let columns = attributes.map { SQLText.identifier($0.columnName) }
    var stored: [SQLiteValue] = []
    let row = try RowCondition.sql(id, entity: entity, alias: nil, in: adaptor.dialect)
    let table = entity.sqlName
    try adaptor.rows(
      SQLFragment("SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE ") + row
    ) { stored = $0.row }
    guard stored.count == columns.count else { throw .notFound(id) }
    let placeholders = attributes.map { PlaceholderValue($0, of: entity, turn: stepCount) }
    for values in PlaceholderValue.values(placeholders, for: stored) {
      let isWanted = zip(attributes, values).allSatisfy {
        wanted[$0.name]?.contains($1.plain) == true
      }
      if isWanted { continue }
      let assignments = zip(columns, values).map {
        SQLFragment("\($0) = ?", [ColumnCoding.decodeRaw($1)])
      }
      do throws(StoreError) {
        try rowWriter.touchOne(update(of: entity, assignments), id, entity, [:])
        return true
      } catch {
        guard error.isAboutValues, isAlive else { throw error }
      }
    }
    return false
  }

  // MARK: Delete

  /// Rows to be deleted are found where a change of the same save has moved them.
  mutating func followDeletions(_ keys: CascadedKeys) throws(StoreError) {
    for index in deletions.indices {
      if let id = try keys.moved(deletions[index].id) { deletions[index].id = id }
    }
  }

  /// Deletes rows that refer to others before those, as far as the model tells.
  mutating func deleteRows() throws(StoreError) {
    try checkDeletions()
    let order = DeletionOrder(model: adaptor.model)
    let sorted = deletions.enumerated().sorted { left, right in
      let ranks = (
        order.rank(left.element.id.entityName), order.rank(right.element.id.entityName)
      )
      return (ranks.0, left.offset) < (ranks.1, right.offset)
    }
    // A delete may take or change a row that is to be deleted too, so that all are checked before the first goes.
    let isChecked =
      deletions.count > 1
      && deletions.contains { order.isFelt($0.id.entityName) || !$0.original.isEmpty }
    if isChecked {
      for (_, deletion) in sorted { try check(deletion.id, deletion.original) }
    }
    for (_, deletion) in sorted {
      let entity = try adaptor.entity(deletion.id.entityName)
      recorder?.carriesOutRules = true
      try DeleteRules(adaptor: adaptor, restrictions: restrictions).carryOut(
        for: deletion.id,
        of: entity
      )
      recorder?.carriesOutRules = false
      let statement = SQLFragment("DELETE FROM \(entity.sqlName)")
      do throws(StoreError) {
        try rowWriter.touchOne(statement, deletion.id, entity, isChecked ? [:] : deletion.original)
      } catch {
        guard isChecked, case .notFound = error else { throw error }
      }
    }
  }

  func check(_ id: RecordID, _ original: [String: Value]) throws(StoreError) {
    try rowWriter.check(id, original)
  }

  /// Looks whether the rows to be updated or deleted are as they were read.
  func compare(_ changes: [Change]) throws(StoreError) {
    for change in changes {
      switch change {
      case .insert: continue
      case .update(let id, _, let original, _), .delete(let id, let original):
        try check(id, original)
      }
    }
  }
}

extension StoreError {
  /// Whether other values might be allowed.
  var isAboutValues: Bool {
    switch self {
    case .uniqueViolated, .nullViolated, .checkViolated, .refused: true
    default: false
    }
  }
}
