import EntityModel
import EntityStore
import Formatting
import Qualifiers
import SQL
import SQLite

/// The adaptor through which a store uses one SQLite database, in a file or in memory.
///
/// The adaptor owns the connection, plans fetches, and saves and undoes changes.
final class SQLiteAdaptor: Adaptor {
  static let rescue = "recover the data with sqlite3's '.recover'"
  static var rescueAdvice: String? { rescue }

  let model: Model
  let damage: String?
  let readOnlyReason: String?
  let readingNote: String?
  let log = StatementLog()
  // Set for each request: nothing that was planned for the former one is in use.
  var isCancelled: () -> Bool = { false } { didSet { forgetOldPlans() } }
  let interrupt: @Sendable () -> Void
  let connection: Connection
  let openFiles: OpenFiles
  private var plans: [FetchSpecification: FetchPlan] = [:]
  /// Whether an index gives the order of a statement, by its text.
  private var isSorted: [BytewiseText: Bool] = [:]

  /// How statements are written.
  let dialect: SQLiteDialect

  var searches: SearchRegistry { dialect.functions.searches }

  /// The numbered rows of fetches, by ``FetchSpecification/numberingKey``.
  var numbered: [FetchSpecification: NumberedRows] = [:]
  var nextNumbering = 1
  let openBackgroundConnection: (@Sendable () throws(StoreError) -> sending any Adaptor)?

  /// The conflict clauses for INSERT and UPDATE, by table.
  var conflictClauses: [TableName: String] = [:]
  private(set) lazy var checkConstraints = CheckConstraintEvaluator(self)

  /// The rows that are being inserted, if any are.
  var insertion: RowInsertion?

  /// How many fetches are kept planned.
  private static let planLimit = 64

  /// The databases of the connection: the main one and what is attached to it.
  let schemaNames: [String]
  private var dataVersions: [Int64]
  private var dataVersionCount = 0
  /// `nil` where the tables are not watched: beside the first connection, and in damaged files.
  private var declarations: TableDeclarations?

  init(
    _ connection: Connection,
    model: Model,
    schemaNames: [String] = [TableName.mainSchema],
    damage: String? = nil,
    readOnlyReason: String? = nil,
    readingNote: String? = nil,
    openFiles: OpenFiles = OpenFiles(),
    openBackgroundConnection: (@Sendable () throws(StoreError) -> sending any Adaptor)? = nil
  ) throws(SQLiteError) {
    self.openBackgroundConnection = openBackgroundConnection
    self.connection = connection
    self.model = model
    self.schemaNames = schemaNames
    (self.damage, self.readOnlyReason, self.openFiles) = (damage, readOnlyReason, openFiles)
    self.readingNote = readingNote
    let interrupter = connection.interrupter
    interrupt = { interrupter.interrupt() }
    // What others change from now on is noticed, though no request has asked yet.
    dataVersions = try schemaNames.map(connection.dataVersion)
    if openBackgroundConnection != nil {
      declarations = try TableDeclarations(schemaNames, connection)
    }
    let encoding = try connection.scalar("PRAGMA encoding")
    dialect = SQLiteDialect(encoding == .text("UTF-8") ? .utf8 : .utf16)
    let functions = dialect.functions
    try connection.defineTest(SQLFunctionRegistry.functionName) { functions.test($0) }
    try connection.defineTest(RowSearch.functionName) { functions.searches.isShown($0) }
    try connection.defineFunction(DerivedValue.functionName) { row throws(FunctionFault) in
      try functions.value(row)
    }
    try connection.defineAggregate(GroupAggregate.functionName) { functions.aggregate($0) }
    try connection.defineFunction(TimestampText.functionName) { arguments in
      let (old, new) = (ColumnCoding.decodeRaw(arguments[0]), ColumnCoding.decodeRaw(arguments[1]))
      guard case .string(let form) = old, case .string(let moment) = new else {
        return ColumnCoding.encodeRaw(new) ?? .null
      }
      return .text(TimestampText.text(moment, inFormOf: form))
    }
    try connection.defineCollation(TimestampText.collationName, TimestampText.order)
    for comparison in SortOrdering.Comparison.allCases {
      guard let name = comparison.collation else { continue }
      try connection.defineCollation(name) { left, right in
        switch comparison.compare(left, right) {
        case .less: -1
        case .equal: 0
        case .greater: 1
        }
      }
    }
  }

  var trustReason: String? {
    if case .needed(let reason) = connection.schemaTrust { reason } else { nil }
  }

  var place: DatabaseLocation { openFiles.place }

  /// A database in memory is nobody else's.
  var pollingInterval: Duration? { openFiles.isEmpty ? nil : .seconds(1) }

  var isReadOnly: Bool { damage != nil || schemaNames.allSatisfy(connection.isReadOnly) }

  /// Counts up, from 0 when the files were opened, when another connection has changed one of them.
  func dataVersion() throws(StoreError) -> Int {
    try openFiles.check()
    let found = try mapped { () throws(SQLiteError) in try schemaNames.map(connection.dataVersion) }
    if found != dataVersions {
      dataVersions = found
      dataVersionCount += 1
    }
    return dataVersionCount
  }

  func tablesHaveChanged() throws(StoreError) -> Bool {
    try mapped { () throws(SQLiteError) in try declarations?.haveChanged(connection) ?? false }
  }

  func entity(_ name: String) throws(StoreError) -> Entity {
    guard let entity = model.entity(named: name) else {
      throw .unsupported("\(model.name) has no entity '\(name)'.")
    }
    return entity
  }

  /// The entity of a fetch.
  func readableEntity(_ name: String) throws(StoreError) -> Entity {
    let entity = try entity(name)
    // SQLite could not be stopped while it plans for such a view.
    if let reason = entity.readOnlyReason, reason.hasPrefix("cannot be read: it ") {
      throw .refused("\(entity: entity) \(reason).")
    }
    return entity
  }

  func plan(_ specification: FetchSpecification) throws(StoreError) -> FetchPlan {
    try openFiles.check()
    if let plan = plans[specification] { return plan }
    let entity = try readableEntity(specification.entityName)
    if plans.count >= Self.planLimit { plans.removeAll() }
    let plan = try FetchPlan(specification, entity: entity, dialect: dialect)
    plans[specification] = plan
    return plan
  }

  /// The number of conditions and searches that statements may call, one for each text that was looked for.
  var functionCount: Int { dialect.functions.count }

  /// The conditions and searches kept before all of them go, with the plans that call them.
  static let functionLimit = 512

  private func forgetOldPlans() {
    // An insertion that spans requests goes on calling its conditions.
    guard functionCount > Self.functionLimit, insertion == nil else { return }
    plans.removeAll()
    isSorted.removeAll()
    dialect.functions.removeAll()
  }

  /// Whether rows come from an index in the order of a plan, so that a few of them cost little.
  func isSorted(_ plan: FetchPlan) throws(StoreError) -> Bool {
    let ordering = plan.ordering
    let key = BytewiseText(ordering.sql)
    if let known = isSorted[key] { return known }
    let sorting = try first("EXPLAIN QUERY PLAN " + ordering) { step in
      step.text(3) == "USE TEMP B-TREE FOR ORDER BY" ? true : nil
    }
    isSorted[key] = sorting == nil
    return sorting == nil
  }

  // MARK: Statements

  /// Steps through the rows of a statement.
  func rows(_ fragment: SQLFragment, _ body: (Statement) -> Void) throws(StoreError) {
    try walk(fragment) {
      body($0)
      return true
    }
  }

  /// Steps through the rows of a statement for as long as `body` gives true.
  func walk(
    _ fragment: SQLFragment,
    while body: (Statement) throws(SQLiteError) -> Bool
  ) throws(StoreError) {
    let start = ContinuousClock.now
    defer { log.add(fragment.sql, ContinuousClock.now - start) }
    try mapped { () throws(SQLiteError) in
      let statement = try connection.cached(fragment.sql)
      defer { statement.reset() }
      try statement.bind(fragment.bound)
      var seen = 0
      func step() throws(SQLiteError) {
        var number = 0
        while try statement.step() {
          number += 1
          guard number > seen else { continue }
          seen = number
          guard try body(statement) else { return }
        }
      }
      let couldBeLong = statement.isOfStored
      do throws(SQLiteError) { try step() } catch {
        // A row behind the first has a long value: what was read of those before it is right.
        guard !couldBeLong, statement.isOfStored else { throw error }
        try step()
      }
    }
  }

  /// The first answer that `body` finds in the rows of a statement.
  func first<Answer>(
    _ fragment: SQLFragment,
    _ body: (Statement) -> Answer?
  ) throws(StoreError) -> Answer? {
    var found: Answer?
    try walk(fragment) {
      found = body($0)
      return found == nil
    }
    return found
  }

  /// The condition that picks the row with an identity.
  func isRow(_ id: RecordID, of entity: Entity) throws(StoreError) -> SQLFragment {
    try IdentityCondition.sql(id, entity: entity, alias: nil, in: dialect)
  }

  /// Returns the stored values of some columns of a row; `nil` if there is no such row.
  func stored(
    _ columns: [String],
    of id: RecordID,
    _ entity: Entity
  ) throws(StoreError) -> [SQLiteValue]? {
    let names = columns.map(SQLText.identifier).joined(separator: ", ")
    let row = try isRow(id, of: entity)
    return try first("SELECT \(names) FROM \(entity.sqlName) WHERE " + row) { statement in
      columns.indices.map { ColumnCoding.stored(statement[$0]) }
    }
  }

  /// Runs a statement that writes.
  /// - Returns: how many rows it touched.
  func write(_ fragment: SQLFragment) throws(StoreError) -> Int {
    try rows(fragment) { _ in }
    return connection.changes
  }

  /// Runs `body`; what SQLite says becomes what the store says.
  func mapped<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SQLiteError) { return try body() } catch { throw StoreError(error, model: model) }
  }
}
