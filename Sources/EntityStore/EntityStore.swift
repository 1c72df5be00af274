public import EntityModel
public import Qualifiers
import Synchronization

/// A database and its model; every statement runs on the store's own thread.
public actor EntityStore {
  /// What the database holds.
  public nonisolated let model: Model
  /// What people call the database.
  public nonisolated let title: String
  /// The file, if it is one.
  public nonisolated let path: String?
  /// Whether nothing can be written.
  public nonisolated let isReadOnly: Bool
  /// What is damaged, in a sentence that says what to do; `nil` for a whole database.
  public nonisolated let damage: String?
  /// Why nothing can be written, in a sentence; `nil` when it can.
  public nonisolated let readOnlyReason: String?

  /// `nil` once the store is closed.
  private var adaptor: (any Adaptor)?
  private let log: StatementLog
  private let saves = Atomic<Int>(0)
  private let accessGuard = Mutex<(any AccessGuard)?>(nil)
  private let requests: RequestRegister
  private nonisolated let thread: DatabaseThread

  /// The store's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Opens a database and reads its schema.
  ///
  /// With `readOnly` nothing is written, whatever is asked later. Only with `create` a missing file is made. While the
  /// store's thread opens the file, `work` is done where the caller is.
  /// `shape` makes another model of the one that reflection found: that of a model file laid over it.
  /// - Throws: ``StoreError/cannotOpen(_:)`` with a sentence that names the file and says what to do.
  public static func open(
    _ source: DatabaseSource,
    readOnly: Bool = false,
    create: Bool = false,
    shape: (@Sendable (Model) -> Model)? = nil,
    meanwhile work: () -> Void = {}
  ) async throws(StoreError) -> EntityStore {
    let thread = DatabaseThread()
    let opener = Opener(thread: thread)
    // Both calls run in order on the store's thread. Waiting for the task's value instead, or for a continuation, would
    // wake the pool of threads only to come back here.
    Task.immediate { await opener.open(source, readOnly: readOnly, create: create, shape: shape) }
    work()
    let adaptor = try await opener.adaptor()
    return EntityStore(adaptor, source: source, isReadOnly: readOnly, thread: thread)
  }

  init(
    _ adaptor: sending any Adaptor,
    source: DatabaseSource,
    isReadOnly: Bool,
    thread: DatabaseThread
  ) {
    model = adaptor.model
    title = source.title
    path = source.path
    log = adaptor.log
    requests = RequestRegister(interrupt: adaptor.interrupt)
    self.isReadOnly = isReadOnly || adaptor.isReadOnly
    let damage = adaptor.damage.map {
      "\(source.title) is damaged (\($0)): what could be read is shown, and nothing can be written; "
        + "restore it from a copy, or save what is left with sqlite3's '.recover'."
    }
    self.damage = damage
    readOnlyReason =
      damage != nil
      ? damage
      : isReadOnly
        ? "\(source.title) was opened for reading only; open it without --readonly to save."
        : adaptor.isReadOnly
          ? "\(source.title) cannot be written: you may not write its file." : nil
    self.thread = thread
    self.adaptor = adaptor
  }

  // MARK: Rights

  /// From now on everything is seen and written as `accessGuard` allows.
  public nonisolated func guardAccess(by accessGuard: any AccessGuard) {
    self.accessGuard.withLock { $0 = accessGuard }
  }

  /// The fetch as the person may make it.
  private nonisolated func narrowed(
    _ specification: FetchSpecification
  ) async throws(StoreError) -> FetchSpecification {
    guard let accessGuard = accessGuard.withLock({ $0 }),
      let entity = model.entity(named: specification.entityName)
    else { return specification }
    let rights = await accessGuard.rights(of: specification.entityNames(from: entity))
    return try rights.narrowed(specification, of: entity)
  }

  /// The conditions for the rows that exist for the person, of all entities that `changes` write or refer to.
  private nonisolated func restrictions(
    on changes: [Change],
    _ accessGuard: any AccessGuard
  ) async throws(StoreError) -> [String: Qualifier] {
    var names: Set<String> = []
    for change in changes {
      names.insert(change.entityName)
      let references =
        model.entity(named: change.entityName)?.toOnes(writtenBy: change.writtenAttributes) ?? []
      names.formUnion(references.map(\.definition.destinationName))
    }
    let rights = await accessGuard.rights(of: names)
    for change in changes {
      if let reason = rights.entities[change.entityName]?.refusal {
        throw .refused("\(change.entityName) is not shown: \(reason)")
      }
    }
    return rights.restrictions
  }

  // MARK: Reading

  /// A stretch of the result of a fetch, at most `count` rows long.
  ///
  /// A newer request of the same purpose cancels the older.
  /// - Throws: ``StoreError/cancelled`` when interrupted, ``StoreError/timedOut(_:)`` when it took longer than
  ///   `timeLimit`, ``StoreError/unsupported(_:)`` for unknown names.
  public nonisolated func window(
    _ specification: FetchSpecification,
    from anchor: WindowAnchor,
    count: Int,
    purpose: String? = nil,
    timeLimit: Duration? = nil
  ) async throws(StoreError) -> Window {
    let specification = try await narrowed(specification)
    return try await perform(purpose, timeLimit) { adaptor, isCancelled throws(StoreError) in
      try adaptor.window(specification, from: anchor, count: count, isCancelled: isCancelled)
    }
  }

  /// The row with an identity, its values whole; `nil` when there is none.
  ///
  /// Without `paths` all attributes are read.
  public nonisolated func record(
    _ id: RecordID,
    paths: [PropertyPath]? = nil,
    purpose: String? = nil,
    timeLimit: Duration? = nil
  ) async throws(StoreError) -> Record? {
    let fetch = try await narrowed(FetchSpecification(entityName: id.entityName, paths: paths))
    return try await perform(purpose, timeLimit) { adaptor, _ throws(StoreError) in
      try adaptor.record(id, paths: fetch.paths, restrictions: fetch.restrictions)
    }
  }

  /// The rows with these identities that are there, by their identity, their values whole.
  public nonisolated func records(
    _ ids: [RecordID],
    paths: [PropertyPath]? = nil,
    purpose: String? = nil,
    timeLimit: Duration? = nil
  ) async throws(StoreError) -> [RecordID: Record] {
    var result: [RecordID: Record] = [:]
    for (name, ids) in Dictionary(grouping: ids, by: \.entityName) {
      let fetch = try await narrowed(FetchSpecification(entityName: name, paths: paths))
      let records = try await perform(purpose, timeLimit) { adaptor, _ throws(StoreError) in
        try adaptor.records(ids, paths: fetch.paths, restrictions: fetch.restrictions)
      }
      for record in records {
        if let id = record.id { result[id] = record }
      }
    }
    return result
  }

  /// How many rows a fetch has; counting ends at `limit`.
  public nonisolated func count(
    _ specification: FetchSpecification,
    upTo limit: Int? = nil,
    purpose: String? = nil,
    timeLimit: Duration? = nil
  ) async throws(StoreError) -> Int {
    let specification = try await narrowed(specification)
    return try await perform(purpose, timeLimit) { adaptor, _ throws(StoreError) in
      try adaptor.count(specification, upTo: limit)
    }
  }

  /// A number that changes when another program changes the file.
  public nonisolated func dataVersion() async throws(StoreError) -> Int {
    try await perform(nil) { adaptor, _ throws(StoreError) in try adaptor.dataVersion() }
  }

  /// The last statements with the time they took.
  public nonisolated var statementLog: [LoggedStatement] { log.entries }

  /// How many statements were run since the store was opened.
  public nonisolated var statementCount: Int { log.total }

  // MARK: Writing

  /// Writes all changes in one transaction, or none of them; the guard is asked for all before the first statement.
  ///
  /// Without a guard of its own a save is judged by that of the store.
  public nonisolated func save(
    _ changes: [Change],
    guardedBy writeGuard: (any WriteGuard)? = nil
  ) async throws(StoreError) -> SaveResult {
    if let readOnlyReason { throw .refused(readOnlyReason) }
    let accessGuard = accessGuard.withLock { $0 }
    var restrictions: [String: Qualifier] = [:]
    if let accessGuard { restrictions = try await self.restrictions(on: changes, accessGuard) }
    let writeGuard = writeGuard ?? accessGuard
    for change in changes {
      if let reason = await writeGuard?.refusal(of: change) { throw .refused(reason) }
    }
    let purpose = Self.savePurpose + "\(saves.add(1, ordering: .relaxed).newValue)"
    return try await perform(purpose) { [restrictions] adaptor, isCancelled throws(StoreError) in
      try adaptor.save(changes, restrictions: restrictions, isCancelled: isCancelled)
    }
  }

  /// Calls off the saves that run or wait for another program; nothing of them is written.
  public nonisolated func cancelSaves() {
    requests.cancel { $0.purpose?.hasPrefix(Self.savePurpose) == true }
  }

  private static let savePurpose = "save "

  // MARK: Closing

  /// Ends what runs and closes the file, so that SQLite tidies up beside it; the store can do nothing afterwards.
  public nonisolated func close() async {
    cancel()
    await release()
  }

  private func release() { adaptor = nil }

  // MARK: Cancelling

  /// Cancels everything that runs or waits; each call throws ``StoreError/cancelled``.
  public nonisolated func cancel() { requests.cancel { _ in true } }

  /// Cancels what runs or waits for a purpose.
  public nonisolated func cancel(purpose: String) { requests.cancel { $0.purpose == purpose } }

  private nonisolated func perform<Result: Sendable>(
    _ purpose: String?,
    _ timeLimit: Duration? = nil,
    _ body:
      @escaping @Sendable (any Adaptor, () -> Bool) throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    let requests = requests
    let request = requests.open(purpose: purpose)
    let result: Swift.Result<Result, StoreError> = await withTaskCancellationHandler {
      await run(request, timeLimit, body)
    } onCancel: {
      requests.cancel { $0 == request }
    }
    return try result.get()
  }

  private func run<Result: Sendable>(
    _ request: RequestRegister.Request,
    _ timeLimit: Duration?,
    _ body: @Sendable (any Adaptor, () -> Bool) throws(StoreError) -> Result
  ) -> Swift.Result<Result, StoreError> {
    defer { requests.end(request) }
    guard requests.begin(request) else { return .failure(.cancelled) }
    let watch = timeLimit.map { requests.expire(request, after: $0) }
    defer { if let watch { requests.forget(watch: watch) } }
    do throws(StoreError) {
      guard let adaptor else { throw .unsupported("\(title) is closed.") }
      return .success(try body(adaptor) { requests.isCancelled(request) })
    } catch {
      guard let timeLimit, requests.isExpired(request) else { return .failure(error) }
      return .failure(.timedOut(timeLimit))
    }
  }
}

/// Opens a database on the thread on which the store will use it.
private actor Opener {
  private nonisolated let thread: DatabaseThread
  /// What came of it, until it is taken; in a mutex because it belongs to nobody meanwhile.
  private let opened = Mutex<Result<any Adaptor, StoreError>?>(nil)

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(thread: DatabaseThread) { self.thread = thread }

  func open(
    _ source: DatabaseSource,
    readOnly: Bool,
    create: Bool,
    shape: (@Sendable (Model) -> Model)?
  ) {
    opened.withLock { opened in
      do throws(StoreError) {
        opened = .success(
          try SQLiteAdaptor(opening: source, readOnly: readOnly, create: create, shape: shape)
        )
      } catch { opened = .failure(error) }
    }
  }

  /// What was opened; to be taken once.
  func adaptor() throws(StoreError) -> sending any Adaptor {
    let opened = opened.withLock { opened in
      defer { opened = nil }
      return opened
    }
    guard let opened else { preconditionFailure("nothing was opened") }
    return try opened.get()
  }
}
