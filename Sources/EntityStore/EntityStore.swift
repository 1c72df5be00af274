package import EntityModel
package import Qualifiers
import Synchronization

/// A database and its model; every statement runs on the store's own thread.
package final class EntityStore: Sendable {
  /// The model of the database.
  package let model: Model
  /// The title of the database on the screen.
  package let title: String
  /// The location of the database and the mark that identifies it when it is opened again.
  package let place: DatabaseLocation
  /// The optional features that this kind of database supports.
  package let capabilities: AdaptorCapabilities
  /// How often to look whether other programs have changed it; `nil` where none of them can.
  package let pollingInterval: Duration?
  /// Whether nothing can be written.
  package let isReadOnly: Bool
  /// The damage to the database, in a sentence that says what to do; `nil` for an intact database.
  package let damage: String?
  /// Why nothing can be written, in a sentence; `nil` when it can.
  package let readOnlyReason: String?
  /// The reason why the files cannot be written, as a part of a sentence: `you may not write its file`; `nil` if they can.
  package let fileRefusal: String?

  /// A sentence that a file is read as it stands, without locks and later changes, and why; `nil` where it is read
  /// as always.
  package let readingNote: String?

  /// Why views, triggers and checks of the file may call more than those of a stranger may: `view 'v' uses json_extract()`;
  /// `nil` where they may not.
  package let trustReason: String?

  /// The kind of database.
  let kind: any Adaptor.Type
  private let log: StatementLog
  let saves = Atomic<Int>(0)
  /// The number of the last save that was called off, and with it all before.
  let calledOff = Atomic<Int>(0)
  let accessGuard = Mutex<(any AccessGuard)?>(nil)
  /// The defaults that were asked for, by entity and attribute: forms ask for each frame.
  private let defaults = Mutex<[String: Value?]>([:])
  /// The main connection, for quick reads and all writes.
  let worker: DatabaseWorker
  /// The second connection, for counting and sorting.
  let background: BackgroundConnection
  /// The connection for text searches.
  let searcher: BackgroundConnection
  /// The newest request of each purpose.
  ///
  /// Older requests of the same purpose are dropped.
  let tickets = Tickets()

  /// Opens a database with what opens its adaptor, which is called on the store's thread; meanwhile `work` is done where the
  /// caller is.
  /// - Throws: what opening throws.
  package static func open(
    _ source: DatabaseSource,
    isReadOnly: Bool,
    by open: @escaping @Sendable () throws(StoreError) -> sending any Adaptor,
    meanwhile work: () -> Void = {}
  ) async throws(StoreError) -> EntityStore {
    let thread = DatabaseThread()
    let opener = Opener(thread: thread)
    // Both calls run in order on the store's thread. Waiting for the task's value instead, or for a continuation, would
    // wake the pool of threads only to come back here.
    Task.immediate { await opener.open(open) }
    work()
    let adaptor = try await opener.adaptor()
    return EntityStore(adaptor, source: source, isReadOnly: isReadOnly, thread: thread)
  }

  /// A store on an adaptor that is open already.
  package convenience init(_ adaptor: sending any Adaptor, source: DatabaseSource) {
    self.init(adaptor, source: source, isReadOnly: false, thread: DatabaseThread())
  }

  private init(
    _ adaptor: sending any Adaptor,
    source: DatabaseSource,
    isReadOnly: Bool,
    thread: DatabaseThread
  ) {
    kind = type(of: adaptor)
    model = adaptor.model
    title = source.title
    place = adaptor.place
    capabilities = adaptor.capabilities
    pollingInterval = adaptor.pollingInterval
    log = adaptor.log
    fileRefusal = adaptor.readOnlyReason
    trustReason = adaptor.trustReason
    readingNote = adaptor.readingNote
    background = BackgroundConnection(open: adaptor.openBackgroundConnection)
    searcher = BackgroundConnection(open: adaptor.openBackgroundConnection)
    self.isReadOnly = isReadOnly || adaptor.isReadOnly
    let ways = ["restore it from a copy", type(of: adaptor).rescueAdvice].compactMap(\.self)
    let damage = adaptor.damage.map {
      "\(source.title) is damaged (\($0)): it is shown in part and cannot be written; "
        + ways.joined(separator: ", or ") + "."
    }
    self.damage = damage
    readOnlyReason =
      damage != nil
      ? damage
      : isReadOnly
        ? "\(source.title) is opened read only; open it without --readonly to save."
        : adaptor.isReadOnly
          ? "\(source.title) cannot be written: \(adaptor.readOnlyReason ?? "it is opened read only")."
          : nil
    worker = DatabaseWorker(adaptor, thread: thread)
  }

  /// Returns the column default that an insert without this attribute stores, in its form when read back.
  ///
  /// Is `nil` where there is no default or the default is computed. Results are cached.
  package func defaultValue(of attribute: Attribute, in entity: Entity) -> Value? {
    let name = "\(entity.name).\(attribute.name)"
    if let known = defaults.withLock({ $0[name] }) { return known }
    let value = kind.defaultValue(of: attribute, in: entity)
    defaults.withLock { $0[name] = .some(value) }
    return value
  }

  // MARK: Rights

  /// From now on everything is seen and written as `accessGuard` allows.
  package func guardAccess(by accessGuard: any AccessGuard) {
    self.accessGuard.withLock { $0 = accessGuard }
  }

  /// The fetch as the person may make it.
  func narrowed(
    _ specification: FetchSpecification
  ) async throws(StoreError) -> FetchSpecification {
    guard let accessGuard = accessGuard.withLock({ $0 }),
      let entity = model.entity(named: specification.entityName)
    else { return specification }
    let rights = await accessGuard.rights(of: specification.entityNames(from: entity))
    return try rights.narrowed(specification, of: entity)
  }

  /// Records of a fetch as the person may see them, for views that ask no rules before they show them.
  package func seen(_ records: [Record]) async -> [Record] {
    await accessGuard.withLock({ $0 })?.seen(records) ?? records
  }

  /// Under which conditions rows of an entity are inserted that have values for these attributes, and the guard that judges each.
  func admission(
    ofInserting entityName: String,
    _ attributes: Set<String>,
    _ writeGuard: (any WriteGuard)?
  ) async throws(StoreError) -> ([String: Qualifier], (any WriteGuard)?) {
    if let readOnlyReason { throw .refused("\(readOnlyReason)") }
    guard let accessGuard = accessGuard.withLock({ $0 }) else { return ([:], writeGuard) }
    let values = Dictionary(uniqueKeysWithValues: attributes.map { ($0, Value.null) })
    let change = Change.insert(entityName: entityName, values: values, references: [:], token: 0)
    return (try await restrictions(on: [change], accessGuard), writeGuard ?? accessGuard)
  }

  /// The conditions for the rows that exist for the person, of all entities that `changes` write or refer to.
  func restrictions(
    on changes: [Change],
    _ accessGuard: any AccessGuard
  ) async throws(StoreError) -> [String: Qualifier] {
    var names: Set<String> = []
    var holding: Set<String> = []
    for change in changes {
      names.insert(change.entityName)
      holding.formUnion(model.entitiesHolding(what: change))
      let references =
        model.entity(named: change.entityName)?.toOnes(writtenBy: change.writtenAttributes) ?? []
      names.formUnion(references.map(\.definition.destinationName))
    }
    let rights = await accessGuard.rights(of: names.union(holding))
    for change in changes {
      if let reason = rights.entities[change.entityName]?.refusal {
        throw .refused("\(change.entityName) is not shown: \(reason)")
      }
    }
    var restrictions = rights.restrictions
    // What refers to a deleted or renamed row is named only where it may be seen.
    for name in holding where rights.entities[name]?.refusal != nil {
      restrictions[name] = .constant(false)
    }
    return restrictions
  }

  // MARK: Reading

  /// A stretch of the result of a fetch, at most `count` rows long.
  ///
  /// A newer request of the same purpose cancels the older.
  /// - Throws: ``StoreError/cancelled`` when interrupted, ``StoreError/timedOut(_:)`` when it took longer than
  ///   `timeLimit`, ``StoreError/unsupported(_:)`` for unknown names.
  package func window(
    _ specification: FetchSpecification,
    from anchor: WindowAnchor,
    count: Int,
    purpose: String? = nil,
    timeLimit: Duration? = nil
  ) async throws(StoreError) -> Window {
    let ticket = purpose.map(tickets.take)
    let specification = try await narrowed(specification)
    let worker = background.worker(for: specification, anchor) ?? worker
    endOlder(than: ticket)
    return try await worker.perform(ticket, within: timeLimit) { adaptor throws(StoreError) in
      // One more is read to know whether there are more.
      try adaptor.window(specification, from: anchor, count: min(count, .max - 1))
    }
  }

  /// The number of bytes of a blob that a page about one object reads, enough to detect the file type.
  package static let pageByteCount = 1 << 16

  /// The row with an identity, its values whole unless there is a `maximumLength`, and for blobs a `maximumByteCount`; `nil`
  /// when there is none.
  ///
  /// Without `paths` all attributes are read.
  package func record(
    _ id: RecordID,
    paths: [PropertyPath]? = nil,
    maximumLength: Int? = nil,
    maximumByteCount: Int? = nil,
    purpose: String? = nil,
    timeLimit: Duration? = nil
  ) async throws(StoreError) -> Record? {
    let ticket = purpose.map(tickets.take)
    let fetch = try await narrowed(
      FetchSpecification(
        entityName: id.entityName,
        paths: paths,
        maximumLength: maximumLength,
        maximumByteCount: maximumByteCount
      )
    )
    return try await worker.perform(ticket, within: timeLimit) { adaptor throws(StoreError) in
      try adaptor.record(id, fetch)
    }
  }

  /// The rows with these identities that are there, by their identity, their values whole but for blobs of more than
  /// `maximumByteCount`.
  package func records(
    _ ids: [RecordID],
    paths: [PropertyPath]? = nil,
    maximumByteCount: Int? = nil,
    purpose: String? = nil,
    timeLimit: Duration? = nil
  ) async throws(StoreError) -> [RecordID: Record] {
    let ticket = purpose.map(tickets.take)
    var result: [RecordID: Record] = [:]
    for (name, ids) in Dictionary(grouping: ids, by: \.entityName) {
      let fetch = try await narrowed(
        FetchSpecification(entityName: name, paths: paths, maximumByteCount: maximumByteCount)
      )
      let records = try await worker.perform(ticket, within: timeLimit) {
        adaptor throws(StoreError) in
        try adaptor.records(ids, fetch)
      }
      for record in records {
        if let id = record.id { result[id] = record }
      }
    }
    return result
  }

  /// How many rows a fetch has; counting ends at `limit`.
  package func count(
    _ specification: FetchSpecification,
    upTo limit: Int? = nil,
    purpose: String? = nil,
    timeLimit: Duration? = nil
  ) async throws(StoreError) -> Int {
    let ticket = purpose.map(tickets.take)
    let specification = try await narrowed(specification)
    return try await worker.perform(ticket, within: timeLimit) { adaptor throws(StoreError) in
      try adaptor.count(specification, upTo: limit)
    }
  }

  /// Looks at some rows of an entity, once; what they show is then among the entity's ``Entity/findings``.
  ///
  /// ``Model/conceal(_:)`` decides how much of it a reader is told.
  /// - Throws: ``StoreError/cancelled`` when interrupted.
  package func survey(_ entity: Entity) async throws(StoreError) {
    guard !entity.findings.isKnown else { return }
    try await worker.perform(nil) { adaptor throws(StoreError) in try adaptor.survey(entity) }
  }

  /// A number that changes when another program changes the file.
  package func dataVersion() async throws(StoreError) -> Int {
    try await worker.perform(nil) { adaptor throws(StoreError) in try adaptor.dataVersion() }
  }

  /// Whether the database may do more than it is asked to when rows of an entity are written so.
  package func hasTriggers(
    _ entity: Entity,
    on write: Entity.Write
  ) async throws(StoreError) -> Bool {
    let table = entity.definition.table
    return try await worker.perform(nil) { adaptor throws(StoreError) in
      adaptor.hasTriggers(table, on: [write])
    }
  }

  /// Whether the database may write to rows of another entity when rows of one are written so.
  package func triggersReach(
    _ other: Entity,
    from entity: Entity,
    on write: Entity.Write
  ) async throws(StoreError) -> Bool {
    let (table, target) = (entity.definition.table, other.definition.table)
    return try await worker.perform(nil) { adaptor throws(StoreError) in
      adaptor.triggersReach(target, from: table, on: [write])
    }
  }

  /// Whether another program has made, changed or dropped tables or views since the model was made of them.
  package func tablesHaveChanged() async throws(StoreError) -> Bool {
    try await worker.perform(nil) { adaptor throws(StoreError) in try adaptor.tablesHaveChanged() }
  }

  /// The last statements with the time they took.
  package var statementLog: [LoggedStatement] { log.entries }

  /// How long what is written waits for the lock of another program before it is given up; `nil` while it does not wait.
  package var remainingLockWait: Duration? { log.waitEnd.map { max(.zero, $0 - .now) } }

  /// How long a save waits for the lock of another program in all.
  package nonisolated var lockTimeout: Duration {
    get { log.lockTimeout }
    set { log.lockTimeout = newValue }
  }

  /// How many statements were run since the store was opened.
  package var statementCount: Int { log.total }

  // MARK: Closing

  /// Ends what runs and closes the file, so that the database tidies up beside it; the store can do nothing afterwards.
  package func close() async {
    await background.close()
    await searcher.close()
    await worker.close()
  }

  // MARK: Cancelling

  /// Cancels everything that runs or waits; each call throws ``StoreError/cancelled``.
  package func cancel() {
    cancelPendingSave()
    worker.cancel()
    background.cancel()
    searcher.cancel()
  }

  /// Cancels what runs or waits for a purpose, and what was asked for and has not begun yet.
  package func cancel(purpose: String) { endOlder(than: tickets.take(purpose)) }

  /// Cancels older requests of a purpose, on whichever connection they are.
  func endOlder(than ticket: Ticket?) {
    guard let ticket else { return }
    worker.cancel(before: ticket)
    background.cancel(before: ticket)
    searcher.cancel(before: ticket)
  }
}

extension Model {
  /// The entities whose objects may refer to what a change deletes or renames, and to what goes with it.
  fileprivate func entitiesHolding(what change: Change) -> Set<String> {
    guard let entity = entity(named: change.entityName) else { return [] }
    switch change.write {
    case .insert: return []
    case .update:
      let renamed = entity.relationships.filter { relationship in
        relationship.isToMany
          && relationship.definition.joins.contains { change.values[$0.source] != nil }
      }
      return Set(renamed.map(\.definition.destinationName))
    case .delete:
      var found: Set<String> = []
      var waiting = [entity]
      var known: Set<String> = [entity.name]
      while let next = waiting.popLast() {
        for relationship in next.relationships {
          if relationship.isToMany { found.insert(relationship.definition.destinationName) }
          guard relationship.definition.deleteRule == .cascade,
            let destination = relationship.destination, known.insert(destination.name).inserted
          else { continue }
          waiting.append(destination)
        }
      }
      return found
    }
  }
}
