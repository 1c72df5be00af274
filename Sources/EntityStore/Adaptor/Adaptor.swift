package import EntityModel
package import Qualifiers

/// The interface of a database driver: the operations that a store needs, in terms of the model.
///
/// An adaptor belongs to one store and is used from its thread only. Each kind of database has its own adaptor with its own
/// reflection, dialect and errors. No layer above it knows SQL.
package protocol Adaptor: AnyObject, SendableMetatype {
  /// A packer of rows to be inserted, as ``EntityStore/packer(_:attributes:columns:constants:)`` says.
  static func packer(
    _ entity: Entity,
    attributes: [String],
    columns: [String],
    constants: [Value?]
  ) -> (any InsertionPacker)?

  /// Returns the column default that an insert without this attribute stores, in its form when read back.
  ///
  /// Is `nil` where there is no default or the default is computed.
  static func defaultValue(of attribute: Attribute, in entity: Entity) -> Value?

  /// The model of the database.
  var model: Model { get }
  /// The optional features that this kind of database supports.
  var capabilities: AdaptorCapabilities { get }
  /// The damaged parts of the schema, as the database reports them; `nil` for none.
  ///
  /// With damage only the intact parts can be read and nothing can be written.
  var damage: String? { get }
  /// Advice for recovering a damaged database, to follow "restore it from a copy, or"; `nil` where there is none.
  static var rescueAdvice: String? { get }
  /// Whether the database itself lets nothing be written.
  var isReadOnly: Bool { get }
  /// Why that is so, where it was not asked for: `its file system is read-only`.
  var readOnlyReason: String? { get }
  /// A sentence that a file is read as it stands, without locks and later changes, and why; `nil` where it is read
  /// as always.
  var readingNote: String? { get }
  /// Why the code in a file is trusted more than that of a stranger: `view 'v' uses json_extract()`; `nil` where it is not.
  var trustReason: String? { get }
  /// The location of the database and the mark that identifies it when it is opened again.
  var place: DatabaseLocation { get }
  /// How often to ask for ``dataVersion()``, to follow what other programs change; `nil` where none of them can.
  var pollingInterval: Duration? { get }
  /// The last statements.
  var log: StatementLog { get }
  /// Stops what is running, from any thread.
  var interrupt: @Sendable () -> Void { get }
  /// Whether the request that runs is called off; asked between statements, and set anew for each request.
  var isCancelled: () -> Bool { get set }

  func window(
    _ specification: FetchSpecification,
    from anchor: WindowAnchor,
    count: Int
  ) throws(StoreError) -> Window
  /// The next row that shows the text of the fetch's search, from behind a place on and then from the other end to it.
  func find(
    _ specification: FetchSpecification,
    from cursor: Cursor?,
    backwards: Bool
  ) throws(StoreError) -> SearchHit?
  /// Counts the rows that show the text of the fetch's search, and those of them no later than a place; `progress` hears of
  /// it meanwhile.
  func tally(
    _ specification: FetchSpecification,
    upTo cursor: Cursor?,
    progress: (SearchTally) -> Void
  ) throws(StoreError) -> SearchTally
  /// Whether an index gives the order of a fetch.
  func isIndexed(_ specification: FetchSpecification) throws(StoreError) -> Bool
  /// The row with an identity, if it exists for the person, with what `fetch` reads of it.
  func record(_ id: RecordID, _ fetch: FetchSpecification) throws(StoreError) -> Record?
  /// The rows with these identities, all of one entity, that exist for the person, in no particular order.
  func records(_ ids: [RecordID], _ fetch: FetchSpecification) throws(StoreError) -> [Record]
  func count(_ specification: FetchSpecification, upTo limit: Int?) throws(StoreError) -> Int
  /// At most `count` rows of a fetch of distinct values from a position on.
  func distinctValues(
    _ specification: FetchSpecification,
    from position: Int,
    count: Int
  ) throws(StoreError) -> DistinctValues
  /// Hands the groups of a fetch with a grouping to `body` in batches, until it returns false.
  func groups(
    _ specification: FetchSpecification,
    _ body: @escaping ([Group]) -> Bool
  ) throws(StoreError)
  /// How many objects a relationship leads to from each of several objects, all of one entity; counting ends at `limit`.
  ///
  /// `progress` hears of each number that is known before all are.
  func counts(
    of relationshipName: String,
    from ids: [RecordID],
    upTo limit: Int,
    restrictions: [String: Qualifier],
    progress: (RecordID, Int) -> Void
  ) throws(StoreError) -> [RecordID: Int]
  /// All changes in one transaction, or none.
  ///
  /// Rows outside `restrictions`, conditions by entity, are neither changed nor made nor referred to. While another
  /// program writes, the save waits a while, or until it is called off. No row outside `deletable` is deleted along with
  /// others; without it all may be. The result has a record where one is wanted and the database
  /// ``AdaptorCapabilities/recordsSaves``; `witness` hears of it before all is committed. A trial checks and runs all of it,
  /// tells its statements, and takes it back.
  func save(
    _ changes: [Change],
    restrictions: [String: Qualifier],
    deletable: Set<RecordID>?,
    isRecorded: Bool,
    isTrial: Bool,
    witness: SaveRecord.CommitObserver?
  ) throws(StoreError) -> SaveOutcome
  /// Undoes a save in one transaction, or nothing of it: each field that it wrote is again as it was before, and no other is
  /// touched. Triggers do nothing meanwhile, but for those that keep virtual tables. Rows outside `restrictions` are not
  /// written, as by a save; `witness` hears of the way back before it is committed.
  ///
  /// - Parameters:
  ///   - record: What the save did.
  ///   - stamps: The attributes of entities that every save sets: they stay where others have set them since.
  ///   - restrictions: The rows that exist for the person, by entity.
  ///   - witness: Hears of the way back.
  /// - Returns: The record with the values of other fields as they are stored by now.
  /// - Throws: ``StoreError/changedByOther(_:)`` for the first row in which a field that the save wrote has another value
  ///   since, that is new and was changed at all, or that would have to change along; ``StoreError/unsupported(_:)`` where
  ///   something the save did was not recorded.
  func revert(
    _ record: SaveRecord,
    besides stamps: [String: Set<String>],
    restrictions: [String: Qualifier],
    witness: SaveRecord.CommitObserver?
  ) throws(StoreError) -> SaveRecord
  /// Whether the rows of a record are as its save has left them, and not as they were before; `nil` where they do not tell.
  ///
  /// - Throws: ``StoreError/busy`` while another program writes: it may be about to make that save.
  func isDone(_ record: SaveRecord) throws(StoreError) -> Bool?
  /// Begins a transaction in which rows are only inserted; nothing is saved until it ends.
  func beginInserting(_ plan: InsertionPlan) throws(StoreError)
  /// Inserts rows, and gives their identities where the plan wants them; `InsertionFault.row` is the place among `rows`. The
  /// rows before it are inserted.
  func insert(_ rows: [[Value?]]) throws(InsertionFault) -> [RecordID]
  /// Inserts packed rows; `InsertionFault.row` is the place among them.
  func insert(_ rows: any PackedRows) throws(InsertionFault) -> [RecordID]
  /// Updates a row of the same entity, which counts among the rows that were inserted; the fault is that of row 0.
  func update(_ change: Change) throws(InsertionFault)
  /// Inserts rows of other entities along, asked about by no guard.
  func write(along changes: [Change]) throws(StoreError)
  /// Commits; `InsertionFault.row` is the place among all rows. After a fault nothing of them is there, nor after a trial.
  func endInserting(isTrial: Bool) throws(InsertionFault)
  /// Takes the rows back, if any are being inserted.
  func abandonInserting()
  /// Opens the database once more, to count and sort on another thread; gives `nil` where that cannot be.
  var openBackgroundConnection: (@Sendable () throws(StoreError) -> sending any Adaptor)? { get }
  /// Counts the rows of a fetch and makes them known by their position; see ``EntityStore/numberRows(_:progress:)``.
  func numberRows(
    _ specification: FetchSpecification,
    progress: @escaping (RowNumbering.Progress) -> Void
  ) throws(StoreError) -> RowNumbering
  /// Gives up what ``numberRows(_:progress:)`` has kept of a fetch.
  func forgetNumbering(of specification: FetchSpecification)
  /// Returns the row number of an object in a numbered fetch; `nil` when the fetch is not numbered or lacks the object.
  func position(of id: RecordID, in specification: FetchSpecification) throws(StoreError) -> Int?
  /// About how many rows an entity has, where that costs next to nothing.
  func estimatedCount(of entityName: String) throws(StoreError) -> Int?
  /// About `count` rows of an entity as a sample of its table; `nil` where they cannot stand for all.
  func sample(of entityName: String, count: Int) throws(StoreError) -> RowSample?
  func dataVersion() throws(StoreError) -> Int
  /// Whether some of these changes of a table's or view's rows start triggers; also where that cannot be read.
  func hasTriggers(_ table: TableName, on writes: Set<Entity.Write>) -> Bool
  /// Whether triggers that such changes start, or that these start, may write to another table of the same database; also
  /// where that cannot be read.
  func triggersReach(
    _ other: TableName,
    from table: TableName,
    on writes: Set<Entity.Write>
  ) -> Bool
  /// Whether the tables and views are others than those of which the model was made.
  func tablesHaveChanged() throws(StoreError) -> Bool
  /// Looks at some rows of an entity, in a time that does not grow with their number.
  ///
  /// Unreadable rows leave the answer unknown; they do not count as none.
  func survey(_ entity: Entity) throws(StoreError)
}

/// The result of a save: saved, or stopped before its first write because cascaded deletions need permission.
package enum SaveOutcome: Sendable {
  case saved(SaveResult)
  /// Nothing was written: these rows would be deleted along with others, and the guard was not asked whether they may be.
  case unasked([CascadedDeletions.Row])
}

extension Adaptor {
  package var place: DatabaseLocation { DatabaseLocation() }
  package var pollingInterval: Duration? { nil }
  package var readingNote: String? { nil }

  /// Rows have no numbers.
  package func sample(of entityName: String, count: Int) throws(StoreError) -> RowSample? { nil }

  /// The row with an identity, its values whole.
  package func record(
    _ id: RecordID,
    paths: [PropertyPath]?,
    restrictions: [String: Qualifier] = [:]
  ) throws(StoreError) -> Record? {
    var fetch = FetchSpecification(entityName: id.entityName, paths: paths)
    fetch.restrictions = restrictions
    return try record(id, fetch)
  }

  /// Some values of a row by the names of their attributes; `nil` where there is no such row.
  package func values(
    of id: RecordID,
    _ names: [String]
  ) throws(StoreError) -> [String: Value]? {
    let paths = names.map { PropertyPath(components: [$0]) }
    return try record(id, paths: paths).map { record in
      Dictionary(zip(names, record.values)) { first, _ in first }
    }
  }

  /// Whether an entity has a row for which a condition holds, among those of `restrictions`.
  package func hasRow(
    of entityName: String,
    _ condition: Qualifier,
    restrictions: [String: Qualifier] = [:]
  ) throws(StoreError) -> Bool {
    var fetch = FetchSpecification(
      entityName: entityName,
      auxiliaryQualifier: condition,
      paths: []
    )
    fetch.restrictions = restrictions
    return try count(fetch, upTo: 1) > 0
  }
}
