import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// A running bulk insertion of rows into one entity, batch by batch in one transaction.
final class RowInsertion {
  private unowned let adaptor: SQLiteAdaptor
  private let plan: InsertionPlan
  private let entity: Entity
  /// The discriminator values of the entity, by attribute of the plan; `nil` for other attributes.
  private let marks: [Value?]
  /// How moments are written where rows differ in that, with the place of their attribute in the plan.
  private let forms: [(position: Int, form: TimestampText)]
  /// Whether rows are alike enough for statements that are made once.
  private let usesTemplates: Bool
  /// For rows that are not, and to know what they are called afterwards.
  private var transaction: SaveTransaction
  private var templates: [[Bool]: InsertTemplate] = [:]
  private var count = 0
  private var reach: InsertionRestrictionCheck
  /// The first rows since some reference was found to lead nowhere yet, each with its place among all rows.
  private var suspects: [(row: Int, change: Change)] = []
  private static let suspectLimit = 10_000

  /// - Throws: ``StoreError/refused(_:)`` where no row can be inserted at all.
  init(_ plan: InsertionPlan, adaptor: SQLiteAdaptor) throws(StoreError) {
    self.adaptor = adaptor
    entity = try adaptor.entity(plan.entityName)
    try plan.check(entity)
    transaction = SaveTransaction(
      adaptor: adaptor,
      mayFreeValues: false,
      restrictions: plan.restrictions
    )
    let isPlain = entity.definition.managedColumns == nil
    let newRow = NewRowDefaults(adaptor: adaptor, entity: entity, forms: transaction.forms)
    let marks = isPlain ? try newRow.completed([:]) : [:]
    // A mark for which the plan has no attribute makes each row one for itself.
    let missing = marks.keys.filter { !plan.attributes.contains($0) }.sorted()
    var marked = plan
    marked.attributes += missing
    self.plan = marked
    self.marks = marked.attributes.map { marks[$0] }
    var forms: [(Int, TimestampText)] = []
    for (position, name) in plan.attributes.enumerated() {
      guard let attribute = entity.attribute(named: name), attribute.definition.storage.hasOffset,
        let form = try transaction.forms.form(of: attribute, in: entity)
      else { continue }
      forms.append((position, form))
    }
    self.forms = forms
    reach = InsertionRestrictionCheck(
      marked,
      of: entity,
      in: adaptor.model,
      hasEffects: adaptor.hasTriggers(entity.definition.table, on: [.insert])
    )
    usesTemplates = isPlain && !reach.isNarrowed && !plan.tellsIdentities
  }

  /// Whether rows of the entity's table refer to others of it.
  var refersToItself: Bool {
    entity.relationships.contains { relationship in
      !relationship.isToMany
        && relationship.destination?.definition.table == entity.definition.table
    }
  }

  /// Inserts rows; what is wrong with one of them is told with its place.
  func insert(_ rows: [[Value?]]) throws(InsertionFault) -> [RecordID] {
    var ids: [RecordID] = []
    var fault: InsertionFault?
    for (index, values) in rows.enumerated() {
      if index.isMultiple(of: 64), adaptor.isCancelled() {
        throw InsertionFault(row: nil, error: .cancelled)
      }
      let values = marked(values)
      let before = adaptor.connection.totalChanges
      do throws(StoreError) {
        if usesTemplates {
          try template(values.map { $0 != nil }).run(values)
        } else {
          ids.append(try insert(values))
        }
      } catch {
        fault = self.fault(of: index, named(error, plan.change(values)), since: before)
        break
      }
      count += 1
    }
    noteSuspects(count: fault?.row ?? rows.count) { rows }
    try reach.add(ids, from: count - ids.count, in: adaptor)
    if !plan.tellsIdentities { ids = [] }
    guard var fault else { return ids }
    fault.inserted = ids
    throw fault
  }

  /// Inserts packed rows, whose values are bound where they lie; rows that need more than that are inserted as others are.
  func insert(_ rows: EncodedColumnRows) throws(InsertionFault) -> [RecordID] {
    guard usesTemplates, forms.isEmpty, !marks.contains(where: { $0 != nil }) else {
      return try insert(rows.unpacked)
    }
    var runs = PackedInsertStatements(rows)
    defer { runs.end() }
    var index = 0
    for batch in rows.batches {
      for row in 0..<batch.count {
        if index.isMultiple(of: 64), adaptor.isCancelled() {
          throw InsertionFault(row: nil, error: .cancelled)
        }
        let before = adaptor.connection.totalChanges
        do throws(StoreError) {
          try runs.run(batch, row: row, template)
        } catch {
          let error = named(error, plan.change(rows.values(batch, row)))
          noteSuspects(count: index) { rows.unpacked }
          throw fault(of: index, error, since: before)
        }
        index += 1
        count += 1
      }
    }
    noteSuspects(count: index) { rows.unpacked }
    return []
  }

  /// Updates a row, which exists for the person before and behind that; of one that cannot be updated nothing is left.
  func update(_ change: Change) throws(InsertionFault) {
    let connection = adaptor.connection
    let reach = SaveScopeCheck(adaptor: adaptor, restrictions: plan.restrictions)
    do throws(StoreError) {
      try adaptor.mapped { () throws(SQLiteError) in try connection.run("SAVEPOINT updated_row") }
      try reach.checkRows(of: [change])
      try transaction.apply(change)
      try reach.check([change], written: transaction.result)
      transaction.endTemplate()
      try adaptor.mapped { () throws(SQLiteError) in try connection.run("RELEASE updated_row") }
    } catch {
      transaction.endTemplate()
      let error = named(error, change)
      var isFinal = !connection.isInTransaction
      do throws(SQLiteError) {
        if !isFinal { try connection.run("ROLLBACK TO updated_row") }
        if !isFinal { try connection.run("RELEASE updated_row") }
      } catch { isFinal = true }
      throw InsertionFault(row: 0, error: error, isFinal: isFinal)
    }
    transaction.result.changedIDs = [:]
    if connection.hasDanglingReferences, suspects.count < Self.suspectLimit {
      suspects.append((count, change))
    }
    count += 1
  }

  /// A row that the database refused, which has left nothing if nothing was changed since.
  private func fault(of row: Int, _ error: StoreError, since before: Int64) -> InsertionFault {
    let connection = adaptor.connection
    return InsertionFault(
      row: row,
      error: error,
      isFinal: !connection.isInTransaction || connection.totalChanges != before
    )
  }

  /// The values with the marks of the entity.
  private func marked(_ values: [Value?]) -> [Value?] {
    var values = values
    for (position, form) in forms where position < values.count {
      guard case .date(let date)? = values[position] else { continue }
      values[position] = .string(form.written(for: date))
    }
    guard marks.contains(where: { $0 != nil }) else { return values }
    return marks.enumerated().map { index, mark in
      let value = index < values.count ? values[index] : nil
      guard let mark, value?.isNull ?? true else { return value }
      return mark
    }
  }

  /// Inserts one row by itself.
  private func insert(_ values: [Value?]) throws(StoreError) -> RecordID {
    try transaction.write(plan.change(values, token: count))
    return transaction.result.inserted.removeValue(forKey: count)
      ?? RecordID(entityName: entity.name, values: [])
  }

  /// The statement for rows that leave the same values to the database.
  private func template(_ isGiven: [Bool]) throws(StoreError) -> InsertTemplate {
    if let known = templates[isGiven] { return known }
    if templates.count >= Self.templateLimit { endStatements() }
    let template = try InsertTemplate(of: entity, plan.attributes, given: isGiven, in: adaptor)
    templates[isGiven] = template
    return template
  }

  private static let templateLimit = 32

  /// SQLite only says that some reference leads nowhere.
  private func named(_ error: StoreError, _ change: @autoclosure () -> Change) -> StoreError {
    guard adaptor.connection.isInTransaction else { return error }
    return switch error {
    case .referenceViolated: brokenReference(of: change()) ?? BrokenReference.unnamed
    case .checkViolated: adaptor.checkConstraints.naming(error)
    case .uniqueViolated: hiddenReference(change()) ?? error
    default: error
    }
  }

  private func hiddenReference(_ change: Change) -> StoreError? {
    let reach = SaveScopeCheck(adaptor: adaptor, restrictions: plan.restrictions)
    do throws(StoreError) { try reach.checkReferences(of: [change]) } catch {
      return error
    }
    return nil
  }

  private func brokenReference(of change: Change) -> StoreError? {
    let references = BrokenReference(adaptor: adaptor, restrictions: plan.restrictions)
    return references.error(for: [change])
  }

  // MARK: References to what is not there yet

  /// Notes the first `inserted` of some rows; a row behind them is refused or inserted at another place.
  private func noteSuspects(count inserted: Int, _ rows: () -> [[Value?]]) {
    guard adaptor.connection.hasDanglingReferences else { return suspects = [] }
    let room = Self.suspectLimit - suspects.count
    guard room > 0 else { return }
    let first = count - inserted
    suspects += rows().prefix(min(room, inserted)).enumerated().map {
      (first + $0, plan.change($1))
    }
  }

  /// The known rows that refer to missing ones in the end.
  func brokenReferences() -> InsertionFault {
    let faults = suspects.compactMap { row, change in
      brokenReference(of: change).map { InsertionFault(row: row, error: $0) }
    }
    return InsertionFault(faults) ?? InsertionFault(row: nil, error: BrokenReference.unnamed)
  }

  // MARK: The end

  /// Checks that the user may see the inserted rows and the objects they refer to.
  func checkReach() throws(InsertionFault) {
    if let fault = InsertionFault(try reach.finish(in: adaptor)) { throw fault }
  }

  /// Logs what was done, and gives the statements back.
  func endStatements() {
    for template in templates.values {
      adaptor.log.add(template.statement.sql, template.duration, count: template.runs)
    }
    templates = [:]
  }
}
