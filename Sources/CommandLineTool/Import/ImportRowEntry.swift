import AccessControl
import Pages
import Editing
import EntityModel
import EntityStore
import Formatting
import Qualifiers
import StandardKeys
import Workspace

/// The step of an import that turns a row of the file into a new object or its attribute values, and validates it.
///
/// Makes values only if rules give the same for all rows. Otherwise each row becomes an object, as in a form.
final class ImportRowEntry {
  let columns: ImportColumns
  let template: NewObjectTemplate
  /// The values with which each object begins.
  let initial: [String: Value]
  let paths: [PropertyPath]
  private let work: WorkContext
  private let entity: Entity
  private let references: ReferenceLookup
  private lazy var passwordKeys = entity.passwordKeys(
    in: work.root.scoped(toTask: .create).scoped(to: entity)
  )

  init(
    of entity: Entity,
    in work: WorkContext,
    _ columns: ImportColumns,
    storing store: @escaping ReferenceLookup.Store
  ) {
    (self.entity, self.work, self.columns) = (entity, work, columns)
    let scope = work.root.scoped(toTask: .create).scoped(to: entity)
    let begun = InitialValues(of: entity, in: scope)
    initial = begun.values
    paths = work.fetchPaths(forObjectOf: entity, in: scope)
    template = NewObjectTemplate(entity, begun)
    references = ReferenceLookup(from: entity, in: work, storing: store)
  }

  /// Makes an object of a row, as one is entered on the screen.
  ///
  /// - Returns: The object, and by attribute the values to store as the file has them.
  ///
  /// - Throws: ``RowFaults`` with all that is wrong with the row.
  func object(
    of row: RowImport.Row
  ) async throws -> (object: ManagedObject, kept: [String: Value]) {
    let object = EditingContext.draft(of: entity, values: initial, paths: paths)
    let kept = try await enter(row, into: object)
    let scope = work.root.scoped(toTask: .create).scoped(to: object.snapshot)
    do throws(SaveError) { try object.hashPasswords(passwordKeys, in: scope) } catch {
      let message = SaveErrorText(work: work).text(for: error)
      throw RowFaults(faults: [ImportFault(at: row.place, message)])
    }
    return (object, kept)
  }

  /// Enters the values of a row into an object; an empty cell sets a value of a stored object to null.
  ///
  /// - Returns: The values to store as the file has them, by attribute.
  /// - Throws: ``RowFaults`` with all that is wrong with the row.
  @discardableResult
  func enter(
    _ row: RowImport.Row,
    into object: ManagedObject
  ) async throws -> [String: Value] {
    var faults = FieldFaults()
    var files: [String: FileValue] = [:]
    let blanks = object.state == .stored ? row.blanks.map { ($0, FieldInput.null) } : []
    for (number, input) in row.cells + blanks {
      let column = columns[number]
      do {
        files[column.name] = try await work.enter(
          input,
          of: column,
          into: object,
          by: references
        )
      } catch {
        try faults.note(error, of: column, entity)
      }
    }
    let problems = problems(of: object, files) + RuleProblems(root: work.root).problems(of: object)
    faults.note(problems, of: passwordKeys) { object.snapshot.value(forKey: $0) }
    try faults.check(row, columns, of: entity)
    return files.compactMapValues(\.stored)
  }

  /// The faults of an object, whose marked values may differ from the declared type.
  private func problems(of object: ManagedObject, _ files: [String: FileValue]) -> [FieldProblem] {
    var problems = object.problems()
    for attribute in entity.attributes {
      guard let value = files[attribute.name], value.isExact else { continue }
      let key = entity.propertyName(showing: attribute)
      problems.removeAll { $0.key == key }
      let initial = object.base.value(forKey: attribute.name)
      if let message = attribute.problem(with: value, isNew: true, inPlaceOf: initial) {
        problems.append(FieldProblem(entityName: entity.name, key: key, message: message))
      }
    }
    return problems
  }

  /// The values of some attributes in a row; `nil` where one is missing or cannot be read.
  func key(_ positions: [Int], of row: RowImport.Row) async throws -> [Value]? {
    var values: [Int: Value] = [:]
    for (number, input) in row.cells {
      let column = columns[number]
      guard column.positions.contains(where: positions.contains) else { continue }
      let object = EditingContext.draft(of: entity, values: [:], paths: paths)
      do { try await work.enter(input, of: column, into: object, by: references) } catch {
        guard FieldFaults.fault(error) != nil else { throw error }
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

  /// The values to store for a row, if rules say the same of it as of the rows before.
  ///
  /// `nil` if only an object can tell: the key of an object that the row refers to is missing, or is stored in another form
  /// than a new one would be.
  func values(of row: RowImport.Row, _ rules: FieldRules) async throws -> [Value?]? {
    var values = template.initial
    var files: [Int: FileValue] = [:]
    let given = columns.positions(givenBy: row)
    var faults = FieldFaults()
    for (number, input) in row.cells {
      let column = columns[number]
      do {
        switch column.target {
        case .attribute(let attribute, let position):
          let value = try attribute.value(
            of: input,
            inPlaceOf: template.initial[position],
            now: rules.now(for: attribute)
          )
          values[position] = value.value
          if value.stored != nil { files[position] = value }
        case .toOne(_, _, let joins):
          let record = try await references.record(input, of: column)
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
    let problems =
      template.problems(with: values, files, given: given)
      + rules.problems(with: values, given: given)
    faults.note(problems, of: passwordKeys) { template.value($0, in: values) }
    try faults.check(row, columns, of: entity)
    return template.stored(values, files, given: given)
  }
}

/// The faults of a row's fields, at most one of each.
private struct FieldFaults {
  private var faults: [(key: String, message: String, code: Int32)] = []
  private var keys: Set<String> = []

  /// The fault that an error tells of a field; `nil` for an error of another kind.
  static func fault(_ error: any Error) -> (message: String, code: Int32)? {
    switch error {
    case let error as UsageError: (error.message, 2)
    case let error as MissingObject: (error.message, 2)
    case let error as StoreError where error.concernsRows: (error.sentence, 1)
    default: nil
    }
  }

  /// Notes why a column could not be entered.
  ///
  /// - Throws: the error where it is none of the row.
  mutating func note(_ error: any Error, of column: ImportColumn, _ entity: Entity) throws {
    guard let (message, code) = Self.fault(error) else { throw error }
    faults.append((column.name, message, code))
    keys.insert(column.name)
    switch column.target {
    case .attribute(let attribute, _): keys.insert(entity.propertyName(showing: attribute))
    case .toOne(let relationship, _, let joins):
      // What the reference holds is missing for the same reason.
      keys.insert(relationship.name)
      for join in joins {
        keys.insert(entity.propertyName(showing: entity.attributes[join.position]))
      }
    }
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
