import AccessControl
import Editing
import EntityModel
import EntityStore
import Formatting
import Qualifiers
import StandardKeys
import Workspace

/// Makes objects of the rows of a file, each begun with what rules say and checked as on the screen, and inserts them many
/// at a time in one transaction.
///
/// Rules are asked for the first row of each batch. If they looked at nothing of the row they say the same of the
/// others, which are then checked without asking again, and the rows of a table packed as they will be stored; else each
/// row is entered like an object on the screen. Rows with faults are passed over, so that all faults are found; where they
/// may not be, nothing is imported in the end.
final class RowImport {
  /// The columns of the file.
  let columns: ImportColumns
  /// The faults of the rows.
  var faults = ImportFaults()
  private let work: WorkContext
  private let entity: Entity
  private lazy var entry = ImportRowEntry(of: entity, in: work, columns) { [unowned self] in
    try await store()
  }
  private let options: Options
  private let start = ContinuousClock.now
  private var insertion: Insertion?
  /// How many rows there were, where triggers may take some away or add others, and that was counted in time.
  private var countBefore: Int?
  /// Whether triggers may have a say in what becomes of a row.
  private var hasTriggers = false
  private var batch = Batch()
  /// The rows that are in the database.
  private var written = WrittenRows()
  /// Finds those that are there.
  private let match: RowMatch?
  /// The keys of the rows of the batch, and whether there are rows to which the database gives one.
  private var keys: (known: Set<[Value]>, hasUnknown: Bool) = ([], false)
  /// The constraints common to all rows of the batch; `nil` where rules depend on the object.
  private var rules: FieldRules?
  /// The rows of the batch that follow those above.
  private var packing: RowPacking?
  /// The audit lines about the objects, where rules may want them.
  private let audit: AuditSpool?
  /// The rows that are left out, with their faults.
  private let excluded: [Place: [ImportFault]]
  /// The first objects, where all is taken back.
  private(set) var preview: [ManagedObject] = []
  private var isPreviewing: Bool { options.isTrial && preview.count < Program.previewCount }

  /// - Throws: ``StoreError`` in locked mode, when what rules want in the audit log could not be written there;
  ///   ``UsageError`` for a mapping to a property that there is not.
  init(
    of entity: Entity,
    in work: WorkContext,
    _ options: Options = Options(),
    without excluded: [Place: [ImportFault]] = [:]
  ) throws {
    (self.entity, self.work, self.options) = (entity, work, options)
    self.excluded = excluded
    columns = try ImportColumns(of: entity, in: work, options.mappings)
    match = options.key.isEmpty ? nil : try RowMatch(options.key, of: entity, in: work)
    audit =
      work.isAnswered(PermissionKeys.shared.auditsChanges)
      ? try AuditSpool(work: work) : nil
  }

  // MARK: Rows

  /// Whether rules are to be asked about the next row.
  var beginsBatch: Bool { audit == nil && batch.rows.isEmpty }

  /// Lets the rows of a table with these columns be packed, where they can be; those without a number are left out.
  func beginPacking(_ columns: [Int?], marks: StorageClassTagParsing = .refused) {
    guard audit == nil, match == nil else { return }
    let packed = columns.enumerated().compactMap { index, number in
      number.map { (index: index, column: self.columns[$0]) }
    }
    packing = RowPacking(packed, entry.template, in: work.store, marks: marks)
  }

  /// Takes the next row in, if all that is to be done with it is to store it.
  func pack(_ record: SeparatedValuesRecord) -> Bool {
    guard let packing, rules != nil, !isPreviewing else { return false }
    guard excluded.isEmpty || excluded[.line(record.line)] == nil else { return false }
    return packing.add(record) { rules }
  }

  /// Takes rows in; they are inserted, some of them not before the next call.
  ///
  /// - Throws: ``ImportFault`` behind which nothing can be read, or enough faults are known; the import is to be abandoned
  ///   then.
  func add(_ rows: [Row]) async throws {
    for row in rows {
      if let known = excluded[row.place] {
        for fault in known { faults.add(fault) }
        continue
      }
      do {
        if try await !update(row) { try await take(row) }
      } catch let found as RowFaults {
        for fault in found.faults { try note(fault) }
      }
      if isFull { try await flush() }
    }
    if isFull { try await flush() }
  }

  /// Tells how far the import is, of whose file so much is read.
  func tell(share: Double?) {
    guard work.loads.onProgress != nil else { return }
    let count = written.newCount + written.matchedCount + batch.rows.count + (packing?.count ?? 0)
    let title = options.isTrial ? "checking" : "importing"
    work.loads.note(WorkProgress(title, count: count, share: share, since: start))
  }

  /// Notes a fault of a row, which is passed over.
  ///
  /// - Throws: ``TooManyFaults`` where no more are told, and nothing is imported anyway.
  func note(_ fault: ImportFault) throws(TooManyFaults) {
    faults.add(fault)
    if faults.isFull, !options.skipsFaults { throw TooManyFaults() }
  }

  /// Whether the file gives each row the key by which objects are found; if not, why.
  func keyFault(amongst names: [String], _ columns: [Int]) -> String? {
    guard let match else { return nil }
    let given = Set(columns.flatMap { self.columns[$0].positions })
    guard !match.positions.allSatisfy(given.contains) else { return nil }
    let found = names.joined(separator: ", ")
    return "--upsert \(match.name): the file has no such column, only \(found)"
  }

  /// Whether what a row leaves empty counts.
  var isUpserting: Bool { match != nil }

  private func store() async throws -> Bool {
    guard !batch.rows.isEmpty else { return false }
    try await flush()
    return true
  }

  /// Changes the object that is there with the key of a row.
  ///
  /// - Returns: Whether there is one.
  private func update(_ row: Row) async throws -> Bool {
    guard let match else { return false }
    let insertion = try await begun()
    guard let key = try await entry.key(match.positions, of: row) else {
      keys.hasUnknown = true
      return false
    }
    let trace = RowMatch.trace(of: key)
    if keys.hasUnknown || keys.known.contains(trace) { try await flush() }
    func refused(_ message: String, code: Int32) -> RowFaults {
      RowFaults(faults: [ImportFault(at: row.place, message, code: code)])
    }
    do {
      guard var object = try await match.object(key) else {
        keys.known.insert(trace)
        return false
      }
      // Rows are written in the order of the file.
      if try await store(), let again = try await match.object(key) { object = again }
      try await entry.enter(row, into: object)
      try await write(object, at: row.place, insertion)
      return true
    } catch let error as UsageError {
      throw refused(error.message, code: 2)
    } catch let error as SaveError {
      throw refused(SaveErrorText(work: work).text(for: error), code: 1)
    } catch let error as StoreError where error.concernsRows {
      throw refused(error.sentence, code: 1)
    }
  }

  private func write(
    _ object: ManagedObject,
    at place: Place,
    _ insertion: Insertion
  ) async throws {
    if isPreviewing { preview.append(object) }
    guard object.hasChanges, let (change, judge) = try work.judgedUpdate(of: object) else {
      return written.noteUnchanged()
    }
    do throws(InsertionFault) { try await insertion.update(change, guardedBy: judge) } catch {
      _ = try skipJournaling(error) { _ in place }
      return
    }
    written.noteChanged(place)
    if let audit, let id = object.base.id { audit.add(object, id) }
    try await tell(of: [], [], insertion)
  }

  private func take(_ row: Row) async throws {
    let values: [Value?]
    var quick: [Value?]?
    if let rules, !isPreviewing {
      quick = try await entry.values(of: row, rules)
    }
    var entered: ManagedObject?
    if let quick {
      values = quick
    } else {
      let (object, kept) = try await entry.object(of: row)
      values = entry.template.values(of: object.insertion(), writtenAs: kept)
      entered = object
      if isPreviewing { preview.append(object) }
      // Rules that looked at one row may look at each.
      if beginsBatch { rules = FieldRules(of: object, entry.template, in: work) }
    }
    // The row follows the packed ones.
    if packing?.count ?? 0 > 0 {
      let known = rules
      try await flush()
      rules = known
    }
    batch.rows.append(values)
    batch.places.append(row.place)
    batch.length += row.length
    if audit != nil, let entered { batch.objects.append(entered) }
  }

  private var isFull: Bool {
    batch.rows.count + (packing?.count ?? 0) >= Self.batchCount
      || batch.length + (packing?.length ?? 0) >= Self.batchLength
  }

  private static let batchCount = 10_000
  private static let batchLength = 1 << 20

  // MARK: Inserting

  /// Writes what waits.
  private func flush() async throws {
    guard !batch.rows.isEmpty || packing?.count ?? 0 > 0 else { return }
    let waiting = batch
    batch = Batch()
    keys = ([], false)
    rules = nil
    let insertion = try await begun()
    try await insert(waiting, insertion)
    guard let packing, packing.count > 0 else { return }
    let (rows, lines) = packing.take()
    do throws(InsertionFault) {
      try await insertion.insert(rows)
      for line in lines { written.noteNew(.line(line)) }
    } catch {
      let row = try skipJournaling(error) { .line(lines[$0]) }
      for line in lines[..<row] { written.noteNew(.line(line)) }
      var rest = Batch()
      rest.rows = Array(rows.unpacked[(row + 1)...])
      rest.places = lines[(row + 1)...].map(Place.line)
      try await insert(rest, insertion, upTo: 1)
    }
  }

  /// Inserts rows, at most `length` of them with the first call: behind a fault, of which the store tells one at a time, few
  /// are tried.
  private func insert(
    _ batch: Batch,
    _ insertion: Insertion,
    upTo length: Int = .max
  ) async throws {
    var (start, length) = (0, length)
    while start < batch.rows.count {
      let end = length < batch.rows.count - start ? start + length : batch.rows.count
      let rows = start == 0 && end == batch.rows.count ? batch.rows : Array(batch.rows[start..<end])
      var fault: InsertionFault?
      var ids: [RecordID] = []
      do throws(InsertionFault) { ids = try await insertion.insert(rows) } catch {
        (fault, ids) = (error, error.inserted)
      }
      let row = try fault.map { try skipJournaling($0) { batch.places[start + $0] } } ?? rows.count
      for place in batch.places[start..<(start + row)] { written.noteNew(place) }
      try await tell(of: batch.objects.dropFirst(start), ids, insertion)
      start += fault == nil ? row : row + 1
      length = fault == nil ? max(length, length &* 2) : 1
    }
  }

  private func tell(
    of objects: ArraySlice<ManagedObject>,
    _ ids: [RecordID],
    _ insertion: Insertion
  ) async throws {
    guard let audit else { return }
    for (object, id) in zip(objects, ids) { audit.add(object, id) }
    do throws(InsertionFault) { try await insertion.write(along: audit.takeLines()) } catch {
      throw fault(error, nil)
    }
  }

  /// Notes why a row is not inserted.
  ///
  /// - Returns: The place of the row among those that were to be inserted.
  /// - Throws: The fault, if no row can be inserted behind it.
  private func skipJournaling(_ error: InsertionFault, at place: (Int) -> Place) throws -> Int {
    guard let row = error.row else { throw fault(error, nil) }
    let fault = fault(error, place(row))
    guard error.error.concernsRows else { throw fault }
    guard error.isFinal else {
      try note(fault)
      return row
    }
    guard options.skipsFaults else { throw fault }
    throw Restart(fault: fault)
  }

  private func begun() async throws -> Insertion {
    if let insertion { return insertion }
    let given = EditingContext.draft(of: entity, values: entry.initial, paths: entry.paths).base
    do throws(StoreError) {
      let insertion = try await work.store.beginInserting(
        entity,
        attributes: entry.template.attributes,
        tellsIdentities: audit != nil,
        guardedBy: RuleWriteGuard(work: work, given: given)
      )
      self.insertion = insertion
      hasTriggers = try await work.store.hasTriggers(entity, on: .insert)
      if hasTriggers { countBefore = await rowCount() }
      return insertion
    } catch {
      throw ImportFault(
        "not imported: \(SaveErrorText(work: work).text(for: .store(error)))",
        code: 1
      )
    }
  }

  private func fault(_ fault: InsertionFault, _ place: Place?) -> ImportFault {
    let sentence = SaveErrorText(work: work).text(for: .store(fault.error))
    return ImportFault(at: place, sentence, code: 1)
  }

  // MARK: The end

  /// Writes what waits and makes all permanent.
  func finish() async throws -> End {
    try await flush()
    var more: Int? = written.newCount
    if hasTriggers {
      let now = await rowCount()
      more = countBefore.flatMap { before in now.map { $0 - before } }
    }
    let isRefused = !faults.isEmpty && !options.skipsFaults
    do throws(InsertionFault) {
      let isTrial = options.isTrial || isRefused
      try await work.saves.finish(insertion, isTrial: isTrial, telling: audit)
    } catch {
      insertion = nil
      let late = try ([error] + error.others).map { error in
        let found = fault(error, error.row.map { written.place(of: $0) })
        guard found.place != nil, error.error.concernsRows else { throw found }
        return found
      }
      guard options.skipsFaults else {
        for fault in late { try note(fault) }
        return .refused
      }
      let places = Dictionary(grouping: late) { $0.place ?? .line(0) }
      return .again(without: excluded.merging(places) { $1 })
    }
    insertion = nil
    guard !isRefused else { return .refused }
    return .done(made: written.newCount, changed: written.matchedCount, more: more)
  }

  /// The number of rows within the transaction; `nil` if counting takes too long or fails.
  private func rowCount() async -> Int? {
    do throws(StoreError) {
      return try await work.store.count(
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
}
