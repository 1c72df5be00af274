import AccessControl
import Pages
import Editing
import EntityModel
import EntityStore
import FoundationEssentials
import Qualifiers
import StandardKeys

/// Makes objects of the rows of a file, each begun with what rules say and checked as on the screen, and inserts them many
/// at a time in one transaction.
///
/// What rules say is asked of the first row of each batch. Where they looked at nothing of the row they say the same of the
/// others, which are then checked without asking again, and the rows of a table packed as they will be stored; else each
/// row is entered like an object on the screen.
final class RowImport {
  private let session: Session
  private let entity: Entity
  private let path: String
  private let paths: [PropertyPath]
  /// What each object begins with.
  private let initial: [String: Value]
  private let template: NewObjectTemplate
  private var columns: [ImportColumn] = []
  private var columnNumbers: [String: Int] = [:]
  /// The columns of the last row of which was asked whether it can have them all, and it could.
  private var unclashing: [Int] = []
  /// The columns of the last row that was taken in, and the attributes that these give.
  private var given: (columns: [Int], positions: Set<Int>) = ([], [])
  /// The columns of which moments are stored as they are written, with their attributes.
  private var moments: [(column: Int, name: String)] = []
  private let references: ReferenceLookup
  private var insertion: Insertion?
  /// How many rows there were, where triggers may take some away or add others, and that was counted in time.
  private var countBefore: Int?
  /// Whether triggers may have a say in what becomes of a row.
  private var hasTriggers = false
  private lazy var passwordKeys = entity.passwordKeys(
    in: session.root.scoped(toTask: "create").scoped(to: entity)
  )
  private var batch: [[Value?]] = []
  private var places: [Place] = []
  private var batchLength = 0
  private var count = 0
  /// What rules say of all rows of the batch, as far as they do.
  private var rules: FieldRules?
  /// The rows of the batch that follow those above.
  private var packing: RowPacking?
  /// What is to be told of each object, where rules may want that, and those of the batch.
  private let audit: AuditSpool?
  private var audited: [ManagedObject] = []
  /// Whether all is taken back in the end.
  private let isTrial: Bool
  /// The first objects, where all is taken back.
  private(set) var preview: [ManagedObject] = []
  private var isPreviewing: Bool { isTrial && preview.count < Program.previewCount }

  /// - Throws: ``StoreError`` in locked mode, when what rules want in the audit log could not be written there.
  init(
    of entity: Entity,
    in session: Session,
    path: String,
    isTrial: Bool = false
  ) throws(StoreError) {
    (self.entity, self.session, self.path, self.isTrial) = (entity, session, path, isTrial)
    let scope = session.root.scoped(toTask: "create").scoped(to: entity)
    let begun = InitialValues(of: entity, in: scope)
    initial = begun.values
    paths = session.fetchPaths(forObjectOf: entity, in: scope)
    template = NewObjectTemplate(entity, begun)
    references = ReferenceLookup(session: session)
    audit =
      session.isAnswered(PermissionKeys.shared.auditsChanges)
      ? try AuditSpool(session: session) : nil
  }

  // MARK: Columns

  /// The number of the column that a file calls `name`.
  ///
  /// - Throws: ``UsageError`` for a name that does not exist, and for what no file can set.
  func column(named name: String) throws(UsageError) -> Int {
    if let known = columnNumbers[name] { return known }
    let column = try ImportColumn(name, of: entity)
    let number = columns.firstIndex { $0.name == column.name } ?? columns.count
    if number == columns.count {
      columns.append(column)
      if case .attribute(let attribute, _) = column.target, attribute.keepsMoments {
        moments.append((number, attribute.name))
      }
    }
    columnNumbers[name] = number
    return number
  }

  /// Why a row cannot have all of these columns; `nil` when it can.
  func clash(among columns: [Int]) -> String? {
    guard columns != unclashing else { return nil }
    for (index, column) in columns.enumerated() {
      for other in columns[..<index] {
        if let clash = self.columns[column].clash(with: self.columns[other]) { return clash }
      }
    }
    unclashing = columns
    return nil
  }

  /// The property of a column.
  func name(of column: Int) -> String { columns[column].name }

  // MARK: Rows

  /// Whether rules are to be asked about the next row.
  var beginsBatch: Bool { audit == nil && batch.isEmpty }

  /// Lets the rows of a table with these columns be packed, where they can be.
  func beginPacking(_ columns: [Int]) {
    guard audit == nil else { return }
    packing = RowPacking(columns.map { self.columns[$0] }, template, in: session.store)
  }

  /// Takes the next row in, if all that is to be done with it is to store it.
  func pack(_ record: SeparatedValuesRecord) -> Bool {
    guard let packing, let rules, !isPreviewing else { return false }
    return packing.add(record, rules)
  }

  /// Takes rows in; they are inserted, some of them not before the next call.
  ///
  /// - Throws: ``ImportFault`` that names the row; the import is to be abandoned then.
  func add(_ rows: [Row]) async throws {
    for row in rows {
      do {
        let values: [Value?]
        var quick: [Value?]?
        if let rules, !isPreviewing { quick = try await quickValues(of: row, rules) }
        if let quick {
          values = quick
        } else {
          let object = try await object(of: row)
          values = template.values(of: object.insertion(), writtenAs: moments(of: row))
          if audit != nil { audited.append(object) }
          if isPreviewing { preview.append(object) }
          // Where rules looked at one row they may look at each.
          if beginsBatch { rules = FieldRules(of: object, template, in: session) }
        }
        // It follows those that are packed.
        if packing?.count ?? 0 > 0 {
          let known = rules
          try await flush()
          rules = known
        }
        batch.append(values)
        places.append(row.place)
        batchLength += row.length
      } catch let error as UsageError {
        throw ImportFault("\(row.place.text): \(error.message)")
      } catch let error as StoreError {
        throw ImportFault("\(row.place.text): \(error.sentence)", code: 1)
      }
      if isFull { try await flush() }
    }
    if isFull { try await flush() }
  }

  private var isFull: Bool {
    batch.count + (packing?.count ?? 0) >= Self.batchCount
      || batchLength + (packing?.length ?? 0) >= Self.batchLength
  }

  private static let batchCount = 10_000
  private static let batchLength = 1 << 20

  /// Writes what waits and makes all permanent.
  /// - Returns: how many objects were made, and how many there are more, `nil` where triggers may have a say in that and
  ///   nobody has counted them.
  func finish() async throws -> (made: Int, more: Int?) {
    try await flush()
    var more: Int? = count
    if hasTriggers {
      let now = await rowCount()
      more = countBefore.flatMap { before in now.map { $0 - before } }
    }
    do throws(InsertionFault) {
      try await insertion?.finish(isTrial: isTrial)
    } catch {
      throw fault(error, error.row.map { "row \($0 + 1)" })
    }
    insertion = nil
    if !isTrial { session.saves.noteAudit(fault: audit?.write()) }
    return (count, more)
  }

  /// How many rows there are within the transaction; `nil` where that takes too long, or cannot be read.
  private func rowCount() async -> Int? {
    do throws(StoreError) {
      return try await session.store.count(
        FetchSpecification(entityName: entity.name),
        timeLimit: RelationshipCounts.timeLimit
      )
    } catch { return nil }
  }

  /// Takes back what was inserted.
  func abandon() async {
    await insertion?.abandon()
    insertion = nil
  }

  private func flush() async throws {
    guard !batch.isEmpty || packing?.count ?? 0 > 0 else { return }
    let insertion = try await begun()
    do throws(InsertionFault) {
      let ids = try await insertion.insert(batch)
      if let audit {
        for (object, id) in zip(audited, ids) { audit.add(object, id) }
        try await insertion.write(along: audit.takeLines())
      }
    } catch {
      throw fault(error, error.row.map { places[$0].text })
    }
    audited.removeAll()
    count += batch.count
    batch.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    (batchLength, rules) = (0, nil)
    guard let packing, packing.count > 0 else { return }
    let (rows, lines) = packing.take()
    do throws(InsertionFault) { try await insertion.insert(rows) } catch {
      throw fault(error, error.row.map { Place.line(lines[$0]).text })
    }
    count += rows.count
  }

  private func begun() async throws(ImportFault) -> Insertion {
    if let insertion { return insertion }
    let given = EditingContext.draft(of: entity, values: initial, paths: paths).base
    do throws(StoreError) {
      let insertion = try await session.store.beginInserting(
        entity,
        attributes: template.attributes,
        tellsIdentities: audit != nil,
        guardedBy: RuleWriteGuard(session: session, given: given)
      )
      self.insertion = insertion
      hasTriggers = try await session.store.hasTriggers(entity, on: .insert)
      if hasTriggers { countBefore = await rowCount() }
      return insertion
    } catch {
      throw ImportFault(
        "not imported: \(SaveSentence(session: session).text(for: .store(error)))",
        code: 1
      )
    }
  }

  private func fault(_ fault: InsertionFault, _ place: String?) -> ImportFault {
    let sentence = SaveSentence(session: session).text(for: .store(fault.error))
    return ImportFault(place.map { "\($0): \(sentence)" } ?? sentence, code: 1).within(path)
  }

  // MARK: Objects

  /// The row as an object on the screen would be entered.
  private func object(of row: Row) async throws -> ManagedObject {
    let object = EditingContext.draft(of: entity, values: initial, paths: paths)
    for (number, input) in row.cells {
      let column = columns[number]
      switch column.target {
      case .toOne(let relationship, _, _):
        guard !input.isNothing else {
          object.setToOne(relationship, to: nil)
          continue
        }
        let record = try await reference(input, of: column, to: relationship)
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
    var problems = object.problems()
    if problems.isEmpty { problems = RuleProblems(root: session.root).problems(of: object) }
    try check(problems) { object.snapshot.value(forKey: $0) }
    let scope = session.root.scoped(toTask: "create").scoped(to: object.snapshot)
    do throws(SaveError) { try object.hashPasswords(passwordKeys, in: scope) } catch {
      throw UsageError(SaveSentence(session: session).text(for: error))
    }
    return object
  }

  /// The same for a row of which rules say what they said before; `nil` where it takes an object to tell: of another one that
  /// it refers to the key is missing, or written otherwise than a new one would be.
  private func quickValues(of row: Row, _ rules: FieldRules) async throws -> [Value?]? {
    var values = template.initial
    let given = positions(givenBy: row)
    for (number, input) in row.cells {
      let column = columns[number]
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
        if !input.isNothing {
          record = try await reference(input, of: column, to: relationship)
        }
        for join in joins {
          let key = record?.keyValue(forKey: join.destination) ?? .null
          if let record, key.isNull || record.technicalValue(forPath: [join.destination]) != key {
            return nil
          }
          values[join.position] = key
        }
      }
    }
    var problems = template.problems(with: values, given: given)
    if problems.isEmpty { problems = rules.problems(with: values, given: given) }
    if !problems.isEmpty { try check(problems) { template.value($0, in: values) } }
    return template.stored(values, given: given, writtenAs: moments(of: row))
  }

  /// The attributes that a row gives: rows with the same columns give the same.
  private func positions(givenBy row: Row) -> Set<Int> {
    guard !row.cells.elementsEqual(given.columns, by: { $0.column == $1 }) else {
      return given.positions
    }
    given.columns = row.cells.map(\.column)
    given.positions = Set(
      given.columns.flatMap { number in
        switch columns[number].target {
        case .attribute(_, let position): [position]
        case .toOne(_, _, let joins): joins.map(\.position)
        }
      }
    )
    return given.positions
  }

  /// The moments of a row that are stored as they are written, by attribute.
  private func moments(of row: Row) -> [String: Value] {
    var texts: [String: Value] = [:]
    for (number, name) in moments {
      guard let text = row.cells.first(where: { $0.column == number })?.input.text,
        Date.timestampParts(of: text)?.zone.isEmpty == false
      else { continue }
      texts[name] = .string(text)
    }
    return texts
  }

  private func check(
    _ problems: [FieldProblem],
    _ value: (String) -> Value?
  ) throws(UsageError) {
    guard !problems.isEmpty else { return }
    let sentences = problems.map { problem in
      let value = value(problem.key) ?? .null
      let isShown = !value.isNull && !passwordKeys.contains(problem.key)
      let shown = isShown ? ", not '\(value.description.prefix(40))'" : ""
      return "\(problem.key): \(problem.message)\(shown)"
    }
    throw UsageError(sentences.joined(separator: "; "))
  }

  /// The object that a file names, also one of this file.
  private func reference(
    _ input: FieldInput,
    of column: ImportColumn,
    to relationship: Relationship
  ) async throws -> Record {
    let name = column.name
    guard let destination = relationship.destination else {
      throw UsageError("'\(name)' leads nowhere")
    }
    if let reason = session.visibilityRefusal(of: destination) {
      throw StoreError.refused("\(name): \(reason)")
    }
    if let known = try await references.record(input, relationship, in: destination) {
      return known
    }
    if destination.definition.table == entity.definition.table, !batch.isEmpty {
      try await flush()
      if let known = try await references.record(input, relationship, in: destination) {
        return known
      }
    }
    let text = input.text ?? ""
    throw UsageError("\(name): there is no \(destination.name) with the id \(text)")
  }
}
