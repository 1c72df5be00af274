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
  var deletions: [(id: RecordID, original: [String: Value])] = []
  /// Whether something in the save may give up a value that something else takes.
  private let mayFreeValues: Bool
  /// Which rows exist for the person, by entity.
  let restrictions: [String: Qualifier]
  /// What notes the rows, where that is wanted.
  let recorder: SaveRecorder?
  /// What tells where the rows are by now, where keys pass from one to another.
  let moved: MovedRows?
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
    moved: MovedRows? = nil
  ) {
    (self.adaptor, self.mayFreeValues, self.recorder) = (adaptor, mayFreeValues, recorder)
    (self.restrictions, self.moved) = (restrictions, moved)
    forms = TimestampForms(adaptor)
  }

  /// Writes an insert or update; a delete waits for ``deleteRows()``, and what wants a value that another row of the
  /// save may give up for ``applyPostponed()``.
  mutating func apply(_ change: Change) throws(StoreError) {
    if let failure = try postponing(change), !mayFreeValues { throw failure }
  }

  /// A table may be declared so that a conflict ends the whole transaction.
  var isAlive: Bool { adaptor.connection.isInTransaction }

  /// Writes a change of the row that has the identity now.
  mutating func writeInPlace(_ change: Change) throws(StoreError) {
    switch change {
    case .insert(let entityName, let values, let references, let token):
      try insert(try writableEntity(entityName, .insert), values, references, token)
    case .update(let former, var values, let original, let references):
      let id = try place(of: former)
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

  private func run(_ fragment: SQLFragment) throws(StoreError) -> Int {
    do throws(SQLiteError) {
      return try adaptor.write(fragment)
    } catch {
      throw StoreError(error, model: adaptor.model)
    }
  }

  // MARK: Insert

  private mutating func insert(
    _ entity: Entity,
    _ values: [String: Value],
    _ references: [String: Int],
    _ token: Int
  ) throws(StoreError) {
    var values = values
    try take(references, for: entity, &values)
    values = try NewRow(adaptor: adaptor, entity: entity, forms: forms).completed(values)
    let stored = try entity.stored(values)
    let columns = stored.map(\.column).joined(separator: ", ")
    let marks = Array(repeating: "?", count: stored.count).joined(separator: ", ")
    let insert = SQLFragment(
      "INSERT\(adaptor.conflictClause(of: entity)) INTO \(entity.sqlName)"
        + (stored.isEmpty ? " DEFAULT VALUES" : "(\(columns)) VALUES (\(marks))"),
      stored.map(\.value)
    )
    result.inserted[token] = try identity(afterInserting: insert, entity)
  }

  private func identity(
    afterInserting insert: SQLFragment,
    _ entity: Entity
  ) throws(StoreError) -> RecordID {
    let nobody = RecordID(entityName: entity.name, values: [])
    guard let rowID = entity.rowIDName else {
      // Without a rowid only the statement itself can say which row it made.
      let columns = try IdentityColumns(of: entity)
      var ids: [RecordID?] = []
      let touched = try run(insert, of: entity, returning: columns.list ?? "1") {
        ids.append(columns.id($0))
      }
      guard touched > 0 else { throw .kept(entity) }
      guard touched == 1 else { throw .notExactlyOne(nobody, touched: touched) }
      // A trigger of a view may make the key, and does not tell.
      return ids.first?.flatMap(\.self) ?? nobody
    }
    let touched = try run(insert)
    guard touched > 0 else { throw .kept(entity) }
    guard touched == 1 else { throw .notExactlyOne(nobody, touched: touched) }
    let row = adaptor.connection.lastInsertRowID
    if entity.definition.identityIsRowNumber || entity.identityAliasesRowID {
      return RecordID(entityName: entity.name, values: [.int(row)])
    }
    guard !entity.identity.isEmpty else { return nobody }
    // Defaults, affinities and triggers may have changed what was given.
    let columns = try IdentityColumns(of: entity)
    var id: RecordID?
    try rows(
      SQLFragment(
        "SELECT \(columns.list ?? "1") FROM \(entity.sqlName) WHERE \(rowID) = ?",
        [.int(row)]
      )
    ) { id = columns.id($0) }
    guard id == nil, restrictions[entity.name] != nil else { return id ?? nobody }
    throw .refused(
      "\(entity.name) cannot be created: a trigger of the database gives a new row another key or takes it away, "
        + "so that nothing tells whether you may see it"
    )
  }

  /// Gives attributes the keys of rows inserted before.
  private func take(
    _ references: [String: Int],
    for entity: Entity,
    _ values: inout [String: Value]
  ) throws(StoreError) {
    for (attribute, token) in references {
      values[attribute] = try key(for: attribute, of: entity, token: token)
    }
  }

  /// The value that an attribute takes from a row inserted before.
  private func key(
    for attribute: String,
    of entity: Entity,
    token: Int
  ) throws(StoreError) -> Value {
    guard let id = id(ofInserted: token) else {
      throw .unsupported(
        "\(entity.name).\(attribute) refers to a new object that is not inserted before it."
      )
    }
    let target = try adaptor.entity(id.entityName)
    let join = entity.relationships
      .filter { !$0.isToMany && $0.definition.destinationName == target.name }
      .flatMap(\.definition.joins)
      .first { $0.source == attribute }
    let name = join?.destination ?? (target.identity.count == 1 ? target.identity[0] : nil)
    guard !id.values.isEmpty else {
      throw .refused(
        "\(entity.name).\(attribute) cannot refer to a new \(target.name) in the same save: the database makes its key "
          + "and does not tell it; save that first"
      )
    }
    if let name, let position = target.identity.firstIndex(of: name) { return id.values[position] }
    guard let name,
      let value = try adaptor.record(id, paths: [PropertyPath(components: [name])])?.values.first
    else {
      throw .unsupported("\(entity.name).\(attribute) refers to no key of \(target.name).")
    }
    return value
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
      try touchOne(statement, id, entity, original, writing: values)
      return
    }
    // The database may store a key otherwise than it was given.
    let columns = try IdentityColumns(of: entity)
    var newID: RecordID?
    try touchOne(statement, id, entity, original, writing: values, returning: columns.list) {
      newID = columns.id($0)
    }
    if let newID, newID != id, !follows(entity) { result.changedIDs[id] = newID }
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
    let id = try place(of: id)
    endTemplate()
    let columns = attributes.map { SQLText.identifier($0.columnName) }
    var stored: [SQLiteValue] = []
    let row = try RowCondition.sql(id, entity: entity, alias: nil, in: adaptor.dialect)
    let table = entity.sqlName
    try rows(
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
        try touchOne(update(of: entity, assignments), id, entity, [:])
        try moved?.settle()
        return true
      } catch {
        moved?.forget()
        guard error.isAboutValues, isAlive else { throw error }
      }
    }
    return false
  }

  // MARK: Exactly one row

  /// Runs an UPDATE or DELETE on the row with an identity, if it is still as it was read.
  func touchOne(
    _ statement: SQLFragment,
    _ id: RecordID,
    _ entity: Entity,
    _ original: [String: Value],
    writing values: [String: Value] = [:],
    returning names: String? = nil,
    _ body: (Statement) -> Void = { _ in }
  ) throws(StoreError) {
    let condition = try RowCondition.sql(id, entity: entity, alias: nil, in: adaptor.dialect)
    try checkTriggerFindsOne(condition, id, entity)
    let row = statement + " WHERE " + condition
    let guarded = try row + sameness(entity, original)
    var touched = try run(guarded, of: entity, returning: names, body)
    if touched == 0 {
      try check(id, entity, original, writing: values)
      if !original.isEmpty { touched = try run(row, of: entity, returning: names, body) }
      guard touched > 0 else { throw .kept(entity) }
    }
    guard touched == 1 else { throw .notExactlyOne(id, touched: touched) }
  }

  /// What a statement asks for besides the key, so that it finds a row only as it was read.
  func sameness(_ entity: Entity, _ original: [String: Value]) throws(StoreError) -> SQLFragment {
    var sql = SQLFragment("")
    for (column, assigned, value) in try entity.stored(original) {
      sql += SQLFragment(" AND \(column) COLLATE BINARY IS \(assigned)", [value])
    }
    return sql
  }

  /// A row that was not found as it was read is gone, changed, or stored in a way that the value read does not tell: then
  /// what would be read decides.
  func check(
    _ id: RecordID,
    _ entity: Entity,
    _ original: [String: Value],
    writing values: [String: Value] = [:]
  ) throws(StoreError) {
    guard let found = try current(id, entity, original.keys.sorted()) else { throw .notFound(id) }
    guard found == original else { throw .changedByOther(id) }
    for (name, value) in values { try value.checkText(inPlaceOf: original[name], name) }
  }

  /// The triggers of a view go by its key alone, whatever else the statement asks for, and nothing makes that key unique.
  private func checkTriggerFindsOne(
    _ condition: SQLFragment,
    _ id: RecordID,
    _ entity: Entity
  ) throws(StoreError) {
    guard entity.definition.kind == .view else { return }
    var count = 0
    try rows(SQLFragment("SELECT count(*) FROM \(entity.sqlName) WHERE ") + condition) {
      count = Int($0.int(0))
    }
    guard count <= 1 else { throw .notExactlyOne(id, touched: count) }
  }

  /// Runs a statement that writes.
  /// - Returns: how many rows it touched; none where the triggers of a view did nothing instead.
  private func run(
    _ statement: SQLFragment,
    of entity: Entity,
    returning names: String?,
    _ body: (Statement) -> Void
  ) throws(StoreError) -> Int {
    // What triggers do instead is not counted, but the rows that they are called for are returned.
    let isView = entity.definition.kind == .view
    guard let names = names ?? (isView ? "1" : nil) else { return try run(statement) }
    let before = adaptor.connection.totalChanges
    var count = 0
    try rows(statement + " RETURNING \(names)") {
      count += 1
      body($0)
    }
    return isView && adaptor.connection.totalChanges == before ? 0 : count
  }

  /// What the row with an identity holds now; `nil` when there is none.
  private func current(
    _ id: RecordID,
    _ entity: Entity,
    _ names: [String]
  ) throws(StoreError) -> [String: Value]? {
    let paths = names.map { PropertyPath(components: [$0]) }
    guard let record = try adaptor.record(id, paths: paths) else { return nil }
    return Dictionary(zip(names, record.values)) { first, _ in first }
  }

  func rows(
    _ statement: SQLFragment,
    _ body: (Statement) -> Void
  ) throws(StoreError) {
    try adaptor.rows(statement, body)
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

  /// SQLite did nothing and said nothing: `RAISE(IGNORE)` in a trigger, or `ON CONFLICT IGNORE` in the table.
  static func kept(_ entity: Entity) -> Self {
    .refused(
      "\(entity.name): a trigger or conflict clause of the database leaves its rows as they are"
    )
  }
}

extension Entity {
  /// Columns, what they become, and what they store for values by attribute name, in the order of the columns.
  fileprivate func stored(
    _ values: [String: Value]
  ) throws(StoreError) -> [(column: String, assigned: String, value: Value)] {
    var left = values
    var result: [(column: String, assigned: String, value: Value)] = []
    for attribute in attributes {
      guard let value = left.removeValue(forKey: attribute.name) else { continue }
      let (coding, column) = (ColumnCoding(attribute), SQLText.identifier(attribute.columnName))
      result.append((column, coding.assigned(to: column), try coding.encode(value)))
    }
    if let unknown = left.keys.sorted().first { throw .unknownProperty(unknown, of: self) }
    return result
  }
}
