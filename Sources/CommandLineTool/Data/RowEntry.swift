import AccessControl
import Pages
import Editing
import EntityModel
import EntityStore
import Qualifiers
import StandardKeys

/// Enters the rows of a file: as objects on the screen, or as values alone where rules say the same of all rows.
final class RowEntry {
  let columns: ImportColumns
  let template: NewObjectTemplate
  /// What each object begins with.
  let initial: [String: Value]
  let paths: [PropertyPath]
  private let session: Session
  private let entity: Entity
  private let references: ReferenceLookup
  private lazy var passwordKeys = entity.passwordKeys(
    in: session.root.scoped(toTask: "create").scoped(to: entity)
  )

  /// Stores rows that wait, so that they can be referred to; answers whether there were some.
  typealias Store = () async throws -> Bool

  init(of entity: Entity, in session: Session, _ columns: ImportColumns) {
    (self.entity, self.session, self.columns) = (entity, session, columns)
    let scope = session.root.scoped(toTask: "create").scoped(to: entity)
    let begun = InitialValues(of: entity, in: scope)
    initial = begun.values
    paths = session.fetchPaths(forObjectOf: entity, in: scope)
    template = NewObjectTemplate(entity, begun)
    references = ReferenceLookup(session: session)
  }

  /// The row as an object on the screen would be entered.
  ///
  /// - Throws: ``RowFaults`` with all that is wrong with the row.
  func object(of row: RowImport.Row, storing store: Store) async throws -> ManagedObject {
    let object = EditingContext.draft(of: entity, values: initial, paths: paths)
    try await enter(row, into: object, storing: store)
    let scope = session.root.scoped(toTask: "create").scoped(to: object.snapshot)
    do throws(SaveError) { try object.hashPasswords(passwordKeys, in: scope) } catch {
      let message = SaveSentence(session: session).text(for: error)
      throw RowFaults(faults: [ImportFault(at: row.place, message)])
    }
    return object
  }

  /// Enters what a row has into an object; of one that is there, what the row leaves empty becomes null.
  ///
  /// - Throws: ``RowFaults`` with all that is wrong with the row.
  func enter(
    _ row: RowImport.Row,
    into object: ManagedObject,
    storing store: Store
  ) async throws {
    var faults = FieldFaults()
    let blanks = object.state == .stored ? row.blanks.map { ($0, FieldInput.null) } : []
    for (number, input) in row.cells + blanks {
      let column = columns[number]
      do { try await enter(input, of: column, into: object, store) } catch {
        try faults.note(error, of: column, entity)
      }
    }
    faults.note(object.problems(), of: passwordKeys) { object.snapshot.value(forKey: $0) }
    faults.note(RuleProblems(root: session.root).problems(of: object), of: passwordKeys) {
      object.snapshot.value(forKey: $0)
    }
    try faults.check(row, columns, of: entity)
  }

  /// What a row has of some attributes; `nil` where it lacks one, or has something that cannot be read.
  func key(
    _ positions: [Int],
    of row: RowImport.Row,
    storing store: Store
  ) async throws -> [Value]? {
    var values: [Int: Value] = [:]
    for (number, input) in row.cells {
      let column = columns[number]
      guard column.positions.contains(where: positions.contains) else { continue }
      let object = EditingContext.draft(of: entity, values: [:], paths: paths)
      do { try await enter(input, of: column, into: object, store) } catch {
        let isOfRow = error is UsageError || (error as? StoreError)?.concernsRows == true
        guard isOfRow else { throw error }
        // Entering the row tells what is wrong.
        return nil
      }
      for position in column.positions {
        values[position] = object.snapshot.value(forKey: entity.attributes[position].name)
      }
    }
    let key = positions.compactMap { values[$0] }
    return key.count == positions.count && !key.contains(where: \.isNull) ? key : nil
  }

  private func enter(
    _ input: FieldInput,
    of column: ImportColumn,
    into object: ManagedObject,
    _ store: Store
  ) async throws {
    switch column.target {
    case .toOne(let relationship, _, _):
      guard !column.isNothing(input) else { return object.setToOne(relationship, to: nil) }
      let record = try await reference(input, of: column, to: relationship, store)
      if let obstacle = relationship.obstacle(to: record) { throw StoreError.refused(obstacle) }
      object.setToOne(relationship, to: record)
    case .attribute(let attribute, _):
      if let value = input.value(for: attribute) {
        object.set(value, forAttribute: attribute.name)
      } else {
        try await session.enter(Assignment(name: column.name, text: input.text), into: object)
      }
    }
  }

  /// The same for a row of which rules say what they said before; `nil` where it takes an object to tell: of another one that
  /// it refers to the key is missing, or written otherwise than a new one would be.
  func values(
    of row: RowImport.Row,
    _ rules: FieldRules,
    storing store: Store
  ) async throws -> [Value?]? {
    var values = template.initial
    let given = columns.positions(givenBy: row)
    var faults = FieldFaults()
    for (number, input) in row.cells {
      let column = columns[number]
      do {
        switch column.target {
        case .attribute(let attribute, let position):
          values[position] =
            try input.value(for: attribute)
            ?? attribute.value(
              ofText: input.text,
              inPlaceOf: template.initial[position],
              now: rules.now(for: attribute)
            )
        case .toOne(let relationship, _, let joins):
          var record: Record?
          if !column.isNothing(input) {
            record = try await reference(input, of: column, to: relationship, store)
          }
          for join in joins {
            let key = record?.keyValue(forKey: join.destination) ?? .null
            if let record, key.isNull || record.technicalValue(forPath: [join.destination]) != key {
              return nil
            }
            values[join.position] = key
          }
        }
      } catch {
        try faults.note(error, of: column, entity)
      }
    }
    faults.note(template.problems(with: values, given: given), of: passwordKeys) {
      template.value($0, in: values)
    }
    faults.note(rules.problems(with: values, given: given), of: passwordKeys) {
      template.value($0, in: values)
    }
    try faults.check(row, columns, of: entity)
    return template.stored(values, given: given, writtenAs: columns.moments(of: row))
  }

  /// The object that a file names, also one of this file.
  private func reference(
    _ input: FieldInput,
    of column: ImportColumn,
    to relationship: Relationship,
    _ store: Store
  ) async throws -> Record {
    let name = column.name
    guard let destination = relationship.destination else {
      throw UsageError("'\(name)' leads nowhere")
    }
    if let reason = session.visibilityRefusal(of: destination) {
      throw StoreError.refused("\(name): \(reason)")
    }
    func find() async throws -> Record? {
      try await references.record(input, relationship, in: destination, by: column.lookup)
    }
    if let known = try await find() { return known }
    if destination.definition.table == entity.definition.table, try await store() {
      if let known = try await find() { return known }
    }
    let key = "\(column.lookup?.name ?? "id") \(input.text ?? "")"
    throw UsageError("\(name): there is no \(destination.name) with the \(key)")
  }
}

/// What is wrong with the fields of a row, of each at most one thing.
private struct FieldFaults {
  private var faults: [(key: String, message: String, code: Int32)] = []
  private var keys: Set<String> = []

  /// Notes why a column could not be entered.
  ///
  /// - Throws: the error where it is none of the row.
  mutating func note(_ error: any Error, of column: ImportColumn, _ entity: Entity) throws {
    switch error {
    case let error as UsageError: faults.append((column.name, error.message, 2))
    case let error as StoreError where error.concernsRows:
      faults.append((column.name, error.sentence, 1))
    default: throw error
    }
    keys.insert(column.name)
    guard case .attribute(let attribute, _) = column.target else { return }
    keys.insert(entity.propertyName(showing: attribute))
  }

  /// Notes problems of fields of which nothing is known to be wrong.
  mutating func note(
    _ problems: [FieldProblem],
    of passwordKeys: Set<String>,
    _ value: (String) -> Value?
  ) {
    for problem in problems where keys.insert(problem.key).inserted {
      let value = value(problem.key) ?? .null
      let isShown = !value.isNull && !passwordKeys.contains(problem.key)
      let shown = isShown ? ", not '\(value.description.prefix(40))'" : ""
      faults.append((problem.key, "\(problem.key): \(problem.message)\(shown)", 2))
    }
  }

  /// - Throws: ``RowFaults``, from left to right, and behind them those of fields that the file does not have.
  func check(
    _ row: RowImport.Row,
    _ columns: ImportColumns,
    of entity: Entity
  ) throws(RowFaults) {
    guard !faults.isEmpty else { return }
    func rank(_ key: String) -> Int {
      let given = row.cells.firstIndex { columns[$0.column].isShown(as: key, of: entity) }
      if let given { return given }
      let position = entity.attributes.firstIndex { entity.propertyName(showing: $0) == key }
      return row.cells.count + (position ?? entity.attributes.count)
    }
    let ranked = faults.enumerated().map { (rank: rank($1.key), offset: $0, fault: $1) }
    throw RowFaults(
      faults: ranked.sorted { ($0.rank, $0.offset) < ($1.rank, $1.offset) }.map { _, _, fault in
        ImportFault(at: row.place, fault.message, code: fault.code)
      }
    )
  }
}
