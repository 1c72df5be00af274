package import AdaptorSuite
import EntityModel
import EntityStore
import Qualifiers
import SQLiteStore
import Synchronization

/// A database whose every seventh call fails: a read before it is done, a save after all of it was written.
///
/// Its rows are where those of the reference are.
final class PlantedAdaptor: Adaptor {
  /// An error of the planted database, before it is translated into a store error.
  struct Fault: Error {
    let call: Int
  }

  private let inner: any Adaptor
  private let calls = Mutex(0)
  let openBackgroundConnection: (@Sendable () throws(StoreError) -> sending any Adaptor)? = nil

  init(_ inner: any Adaptor) { self.inner = inner }

  /// Returns the store error for a fault.
  static func error(for fault: Fault) -> StoreError {
    .database(message: "\(sentence) (call \(fault.call))", sql: nil)
  }

  static let sentence = "The planted database fails now and then"

  private func isTurn() throws(Fault) {
    let call = calls.withLock { calls in
      calls += 1
      return calls
    }
    if call.isMultiple(of: 7) { throw Fault(call: call) }
  }

  private func planted<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(Fault) { try isTurn() } catch { throw Self.error(for: error) }
    return try body()
  }

  private func plantedInserting<Result>(
    _ body: () throws(InsertionFault) -> Result
  ) throws(InsertionFault) -> Result {
    do throws(Fault) { try isTurn() } catch {
      throw InsertionFault(row: nil, error: Self.error(for: error))
    }
    return try body()
  }

  static func defaultValue(of attribute: Attribute, in entity: Entity) -> Value? { nil }

  var model: Model { inner.model }
  var capabilities: AdaptorCapabilities { inner.capabilities }
  var damage: String? { inner.damage }
  var isReadOnly: Bool { inner.isReadOnly }
  var log: StatementLog { inner.log }
  var interrupt: @Sendable () -> Void { inner.interrupt }
  var isCancelled: () -> Bool {
    get { inner.isCancelled }
    set { inner.isCancelled = newValue }
  }

  func window(
    _ specification: FetchSpecification,
    from anchor: WindowAnchor,
    count: Int
  ) throws(StoreError) -> Window {
    try planted { () throws(StoreError) in
      try inner.window(specification, from: anchor, count: count)
    }
  }

  func find(
    _ specification: FetchSpecification,
    from cursor: Cursor?,
    backwards: Bool
  ) throws(StoreError) -> SearchHit? {
    try planted { () throws(StoreError) in
      try inner.find(specification, from: cursor, backwards: backwards)
    }
  }

  func tally(
    _ specification: FetchSpecification,
    upTo cursor: Cursor?,
    progress: (SearchTally) -> Void
  ) throws(StoreError) -> SearchTally {
    try planted { () throws(StoreError) in
      try inner.tally(specification, upTo: cursor, progress: progress)
    }
  }

  func record(_ id: RecordID, _ fetch: FetchSpecification) throws(StoreError) -> Record? {
    try planted { () throws(StoreError) in try inner.record(id, fetch) }
  }

  func records(_ ids: [RecordID], _ fetch: FetchSpecification) throws(StoreError) -> [Record] {
    try planted { () throws(StoreError) in try inner.records(ids, fetch) }
  }

  func count(_ specification: FetchSpecification, upTo limit: Int?) throws(StoreError) -> Int {
    try planted { () throws(StoreError) in try inner.count(specification, upTo: limit) }
  }

  func distinctValues(
    _ specification: FetchSpecification,
    from position: Int,
    count: Int
  ) throws(StoreError) -> DistinctValues {
    try planted { () throws(StoreError) in
      try inner.distinctValues(specification, from: position, count: count)
    }
  }

  func sample(of entityName: String, count: Int) throws(StoreError) -> RowSample? {
    try planted { () throws(StoreError) in try inner.sample(of: entityName, count: count) }
  }

  func groups(
    _ specification: FetchSpecification,
    _ body: @escaping ([Group]) -> Bool
  ) throws(StoreError) {
    try planted { () throws(StoreError) in try inner.groups(specification, body) }
  }

  func counts(
    of relationshipName: String,
    from ids: [RecordID],
    upTo limit: Int,
    restrictions: [String: Qualifier],
    progress: (RecordID, Int) -> Void
  ) throws(StoreError) -> [RecordID: Int] {
    try planted { () throws(StoreError) in
      try inner.counts(
        of: relationshipName,
        from: ids,
        upTo: limit,
        restrictions: restrictions,
        progress: progress
      )
    }
  }

  func save(
    _ changes: [Change],
    restrictions: [String: Qualifier],
    deletable: Set<RecordID>?,
    isRecorded: Bool,
    isTrial: Bool,
    witness: SaveRecord.CommitObserver?
  ) throws(StoreError) -> SaveOutcome {
    var changes = changes
    var fault: Fault?
    do throws(Fault) { try isTurn() } catch {
      // What is to be deleted is looked for when everything else is written.
      changes.append(.delete(nobody, original: [:]))
      fault = error
    }
    do throws(StoreError) {
      return try inner.save(
        changes,
        restrictions: restrictions,
        deletable: deletable,
        isRecorded: isRecorded,
        isTrial: isTrial,
        witness: witness
      )
    } catch {
      guard let fault, case .notFound(nobody) = error else { throw error }
      throw Self.error(for: fault)
    }
  }

  /// A row that is not there.
  private var nobody: RecordID {
    let entity = model.entities.first { $0.tableName == "slot" }
    return RecordID(entityName: entity?.name ?? "", values: [.string("nowhere"), .int(-1)])
  }

  func revert(
    _ record: SaveRecord,
    besides stamps: [String: Set<String>],
    restrictions: [String: Qualifier],
    witness: SaveRecord.CommitObserver?
  ) throws(StoreError) -> SaveRecord {
    try planted { () throws(StoreError) in
      try inner.revert(record, besides: stamps, restrictions: restrictions, witness: witness)
    }
  }

  func beginInserting(_ plan: InsertionPlan) throws(StoreError) {
    try planted { () throws(StoreError) in try inner.beginInserting(plan)
    }
  }

  func insert(_ rows: [[Value?]]) throws(InsertionFault) -> [RecordID] {
    let ids = try inner.insert(rows)
    return try plantedInserting { () throws(InsertionFault) in ids }
  }

  func update(_ change: Change) throws(InsertionFault) {
    try inner.update(change)
    try plantedInserting { () throws(InsertionFault) in }
  }

  func write(along changes: [Change]) throws(StoreError) {
    try planted { () throws(StoreError) in try inner.write(along: changes) }
  }

  func endInserting(isTrial: Bool) throws(InsertionFault) {
    do throws(InsertionFault) {
      try plantedInserting { () throws(InsertionFault) in
        try inner.endInserting(isTrial: isTrial)
      }
    } catch {
      inner.abandonInserting()
      throw error
    }
  }

  func abandonInserting() { inner.abandonInserting() }

  func numberRows(
    _ specification: FetchSpecification,
    progress: @escaping (RowNumbering.Progress) -> Void
  ) throws(StoreError) -> RowNumbering {
    try planted { () throws(StoreError) in
      try inner.numberRows(specification, progress: progress)
    }
  }

  func forgetNumbering(of specification: FetchSpecification) {
    inner.forgetNumbering(of: specification)
  }

  func position(of id: RecordID, in specification: FetchSpecification) throws(StoreError) -> Int? {
    try planted { () throws(StoreError) in try inner.position(of: id, in: specification) }
  }

  func dataVersion() throws(StoreError) -> Int {
    try planted { () throws(StoreError) in try inner.dataVersion() }
  }
}

extension AdaptorUnderTest {
  /// One that fails now and then.
  package static let planted = AdaptorUnderTest(
    "planted",
    isPassing: { error in
      if case .database(let message, _) = error {
        message.hasPrefix(PlantedAdaptor.sentence)
      } else {
        false
      }
    },
    open: { reference in
      try await EntityStore.open(reference.source, isReadOnly: false) { () throws(StoreError) in
        PlantedAdaptor(
          try DatabaseKind.sqlite.open(
            reference.source,
            OpeningOptions(attachedFiles: reference.files, shape: { _ in reference.store.model })
          )
        )
      }
    }
  )
}
