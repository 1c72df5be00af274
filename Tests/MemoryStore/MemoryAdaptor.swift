import AdaptorSuite
package import EntityModel
package import EntityStore
package import Qualifiers

/// A database in memory, without SQL: rows in dictionaries, conditions by the evaluator.
///
/// Shows that nothing above the seam knows SQL, and is what tests compare another adaptor with. It knows the same
/// model, keys, references and delete rules; entities must have an identity.
class MemoryAdaptor: Adaptor {
  let model: Model
  let capabilities: AdaptorCapabilities = [.recordsSaves, .recordsEffects]
  let log = StatementLog()
  let interrupt: @Sendable () -> Void = {}
  var isCancelled: () -> Bool = { false }
  let damage: String? = nil
  let isReadOnly = false
  /// The rows are in this place only.
  let openBackgroundConnection: (@Sendable () throws(StoreError) -> sending any Adaptor)? = nil
  var place: DatabaseLocation { DatabaseLocation() }
  var pollingInterval: Duration? { nil }
  fileprivate(set) var tables: MemoryTables
  private var version = 0
  /// The rows as they were before others are being inserted, and the plan for those.
  private var insertedCount = 0
  private var insertion:
    (before: MemoryTables, plan: InsertionPlan, reach: InsertionRestrictionCheck)?

  init(_ tables: MemoryTables) {
    model = tables.model
    self.tables = tables
  }

  private func entity(_ name: String) throws(StoreError) -> Entity {
    guard let entity = model.entity(named: name) else {
      throw .unsupported("\(model.name) has no entity '\(name)'.")
    }
    guard !entity.identity.isEmpty else {
      throw .unsupported("\(name) has no key that identifies a row.")
    }
    return entity
  }

  // MARK: Computed attributes

  /// Checks that the paths of a fetch can be read: no computed attribute may be computed from itself.
  ///
  /// - Throws: ``StoreError/unsupported(_:)`` naming the attribute.
  private func check(_ paths: [PropertyPath], of entity: Entity) throws(StoreError) {
    for path in paths { try check(path.components[...], of: entity, depth: 0) }
  }

  private func check(
    _ path: ArraySlice<String>,
    of entity: Entity,
    depth: Int
  ) throws(StoreError) {
    guard let name = path.first else { return }
    if let destination = entity.relationship(named: name)?.destination {
      return try check(path.dropFirst(), of: destination, depth: depth)
    }
    guard let derivation = entity.attribute(named: name)?.definition.derivation else { return }
    guard depth < 16 else { throw .unsupported("'\(name)' of the model is computed from itself.") }
    let paths =
      switch derivation {
      case .path(let path): [path]
      case .expression(let expression): Reads(expression).paths
      }
    for path in paths { try check(path.components[...], of: entity, depth: depth + 1) }
  }

  // MARK: Reading

  func window(
    _ specification: FetchSpecification,
    from anchor: WindowAnchor,
    count: Int
  ) throws(StoreError) -> Window {
    let sorted = try sorted(specification).filter { isShown($0.object, by: specification) }
    let places = sorted.map(\.place)
    let count = max(count, 0)
    let order = Order(specification)
    var start = 0
    var end = sorted.count
    func first(from cursor: Cursor) -> Int {
      places.firstIndex { !order.precedes($0, cursor.values) } ?? places.count
    }
    switch anchor {
    case .start: break
    case .end: start = max(0, end - count)
    case .after(let cursor):
      start = places.firstIndex { order.precedes(cursor.values, $0) } ?? end
    case .before(let cursor):
      end = first(from: cursor)
      start = max(0, end - count)
    case .from(let cursor): start = first(from: cursor)
    case .id(let id):
      guard let place = try place(of: id, specification) else { throw .notFound(id) }
      start = first(from: Cursor(values: place))
    case .position(let position): start = min(max(0, position), end)
    case .fraction(let part): start = WindowAnchor.position(part, of: end, window: count)
    }
    let range = start..<min(end, start + count)
    let layout = try layout(specification)
    let tree = PrefetchTree(specification.prefetchingKeyPaths)
    return Window(
      records: try sorted[range].map { element throws(StoreError) in
        let record = record(element.object, layout, specification)
        return try fetchingRelated(tree, of: element.object, record, specification)
      },
      cursors: range.map { Cursor(values: places[$0]) },
      hasMoreBefore: range.lowerBound > 0,
      hasMoreAfter: range.upperBound < sorted.count,
      position: range.lowerBound
    )
  }

  func find(
    _ specification: FetchSpecification,
    from cursor: Cursor?,
    backwards: Bool
  ) throws(StoreError) -> SearchHit? {
    guard specification.search != nil else { return nil }
    let order = Order(specification)
    let hits = try sorted(specification).filter { isShown($0.object, by: specification) }
    let places = (backwards ? hits.reversed() : hits).map(\.place)
    let ahead = places.first { place in
      guard let cursor else { return true }
      return backwards
        ? order.precedes(place, cursor.values) : order.precedes(cursor.values, place)
    }
    return (ahead ?? places.first).map {
      SearchHit(cursor: Cursor(values: $0), isBeyondEnd: ahead == nil)
    }
  }

  /// Whether an object shows what is searched for, if anything is.
  private func isShown(_ object: MemoryObject, by specification: FetchSpecification) -> Bool {
    guard let search = specification.search else { return true }
    let seen = object.seen(by: specification.shownConditions)
    return search.isShown { seen.value(forPath: $0.components[...]) }
  }

  func numberRows(
    _ specification: FetchSpecification,
    progress: @escaping (RowNumbering.Progress) -> Void
  ) throws(StoreError) -> RowNumbering {
    RowNumbering(number: 0, count: try matching(specification).count, isSorted: true)
  }

  func forgetNumbering(of specification: FetchSpecification) {}

  func position(of id: RecordID, in specification: FetchSpecification) throws(StoreError) -> Int? {
    try sorted(specification).firstIndex { $0.object.id == id }
  }

  /// The order of a fetch; what is equal stands by its identity.
  private struct Order {
    let orderings: [SortOrdering]

    init(_ specification: FetchSpecification) { orderings = specification.finalOrderings }

    func precedes(_ left: [Value], _ right: [Value]) -> Bool {
      for (ordering, (a, b)) in zip(orderings, zip(left, right)) {
        let order = ordering.compare(a, b)
        if order != .equal { return order == .less }
      }
      let keys = (left.dropFirst(orderings.count), right.dropFirst(orderings.count))
      return keys.0.lexicographicallyPrecedes(keys.1) { $0.precedes($1) }
    }
  }

  /// The values by which an object is placed, in the order of the keys.
  private func place(of object: MemoryObject, _ specification: FetchSpecification) -> [Value] {
    let seen = object.seen(by: specification.shownConditions)
    return specification.finalOrderings.map {
      seen.value(forPath: $0.path.components[...]) ?? .null
    }
      + object.id.values
  }

  private func place(
    of id: RecordID,
    _ specification: FetchSpecification
  ) throws(StoreError) -> [Value]? {
    let entity = try entity(specification.entityName)
    let objects = tables.objects(of: entity, specification.restrictions)
    return objects.first { $0.id == id }.map { place(of: $0, specification) }
  }

  private func sorted(
    _ specification: FetchSpecification
  ) throws(StoreError) -> [(object: MemoryObject, place: [Value])] {
    let order = Order(specification)
    return try matching(specification).map { ($0, place(of: $0, specification)) }
      .sorted { order.precedes($0.1, $1.1) }
  }

  private func matching(
    _ specification: FetchSpecification
  ) throws(StoreError) -> [MemoryObject] {
    let entity = try entity(specification.entityName)
    guard !specification.fetchesDistinctValues else { throw Self.hasObjectsOnly }
    try check(specification.comparedPaths, of: entity)
    var objects = tables.objects(of: entity, specification.restrictions)
    if let condition = specification.auxiliaryQualifier {
      objects = objects.filter { $0.meets(condition) }
    }
    func meets(_ object: MemoryObject, _ condition: Qualifier) -> Bool {
      object.seen(by: specification.shownConditions).meets(condition)
    }
    if let condition = specification.qualifier {
      objects = objects.filter { meets($0, condition) }
    }
    if let limit = specification.fetchLimit {
      var all = specification
      (all.fetchLimit, all.refinement) = (nil, nil)
      objects = Array(try sorted(all).prefix(max(0, limit)).map(\.object))
    }
    if let further = specification.refinement?.qualifier {
      objects = objects.filter { meets($0, further) }
    }
    return objects
  }

  private func layout(_ specification: FetchSpecification) throws(StoreError) -> RecordLayout {
    let entity = try entity(specification.entityName)
    let paths = specification.paths ?? entity.visibleAttributePaths
    try check(paths, of: entity)
    return RecordLayout(entity: entity, paths: paths)
  }

  private func record(
    _ object: MemoryObject,
    _ layout: RecordLayout,
    _ fetch: FetchSpecification
  ) -> Record {
    let byteCount = [fetch.maximumLength, fetch.maximumByteCount].compactMap(\.self).min()
    var truncated: Set<Int> = []
    let values = layout.paths.enumerated().map { index, path -> Value in
      var value = object.value(forPath: path.components[...]) ?? .null
      if case .data(let bytes) = value, let first = fetch.firstByte {
        value = .data(Array(bytes.dropFirst(first)))
      }
      guard let cut = value.cut(to: fetch.maximumLength, bytes: byteCount) else { return value }
      truncated.insert(index)
      return cut
    }
    return Record(layout: layout, id: object.id, values: values, truncatedPositions: truncated)
  }

  func record(_ id: RecordID, _ fetch: FetchSpecification) throws(StoreError) -> Record? {
    try records([id], fetch).first
  }

  func records(_ ids: [RecordID], _ fetch: FetchSpecification) throws(StoreError) -> [Record] {
    let entity = try entity(fetch.entityName)
    let layout = try layout(fetch)
    return ids.compactMap { id in
      object(id, entity, fetch.restrictions).map { record($0, layout, fetch) }
    }
  }

  /// The object with an identity, if it exists for the person.
  private func object(
    _ id: RecordID,
    _ entity: Entity,
    _ restrictions: [String: Qualifier]
  ) -> MemoryObject? {
    let object = tables[id].map { MemoryObject(entity, id, $0, tables, restrictions) }
    return object?.exists == true ? object : nil
  }

  /// The record with what its relationships lead to.
  private func fetchingRelated(
    _ tree: PrefetchTree,
    of object: MemoryObject,
    _ record: Record,
    _ specification: FetchSpecification
  ) throws(StoreError) -> Record {
    guard !tree.branches.isEmpty else { return record }
    var related: [String: RelatedRecords] = [:]
    for branch in tree.branches {
      let (name, rest) = (branch.name, branch.rest)
      guard let relationship = object.entity.relationship(named: name) else {
        throw .unknownProperty(name, of: object.entity)
      }
      let found = object.related(by: relationship).sorted { $0.id.precedes($1.id) }
      let records = try found.map { other throws(StoreError) in
        let paths = specification.readablePaths[other.entity.name]
        let layout = try layout(FetchSpecification(entityName: other.entity.name, paths: paths))
        let record = self.record(other, layout, specification)
        return try fetchingRelated(rest, of: other, record, specification)
      }
      related[name] = relationship.isToMany ? .many(records) : .one(records.first)
    }
    return Record(record, related: related)
  }

  func counts(
    of relationshipName: String,
    from ids: [RecordID],
    upTo limit: Int,
    restrictions: [String: Qualifier],
    progress: (RecordID, Int) -> Void
  ) throws(StoreError) -> [RecordID: Int] {
    var counts: [RecordID: Int] = [:]
    for id in ids {
      let entity = try entity(id.entityName)
      guard let relationship = entity.relationship(named: relationshipName) else {
        throw .unknownProperty(relationshipName, of: entity)
      }
      let object = object(id, entity, restrictions)
      counts[id] = min(limit, object?.related(by: relationship).count ?? 0)
    }
    return counts
  }

  func count(_ specification: FetchSpecification, upTo limit: Int?) throws(StoreError) -> Int {
    min(try matching(specification).count, limit ?? .max)
  }

  func distinctValues(
    _ specification: FetchSpecification,
    from position: Int,
    count: Int
  ) throws(StoreError) -> DistinctValues {
    throw Self.hasObjectsOnly
  }

  private static let hasObjectsOnly = StoreError.unsupported(
    "A database in memory has objects only; fetch those and compare them."
  )

  func dataVersion() throws(StoreError) -> Int { version }

  // MARK: Writing

  func save(
    _ changes: [Change],
    restrictions: [String: Qualifier],
    deletable: Set<RecordID>?,
    isRecorded: Bool,
    isTrial: Bool,
    witness: SaveRecord.CommitObserver?
  ) throws(StoreError) -> SaveOutcome {
    guard insertion == nil else { throw .busy }
    try SaveScopeCheck(adaptor: self, restrictions: restrictions).checkRows(of: changes)
    var transaction = MemoryTransaction(tables)
    for change in changes { try transaction.apply(change) }
    let undeleted = MemoryAdaptor(transaction.tables)
    let unasked = try transaction.cascaded(besides: deletable, in: undeleted)
    guard unasked.isEmpty else { return .unasked(unasked) }
    try transaction.finish()
    let draft = MemoryAdaptor(transaction.tables)
    try SaveScopeCheck(adaptor: draft, restrictions: restrictions)
      .check(changes, written: transaction.result)
    if isRecorded {
      transaction.result.record = SaveRecord(
        from: tables,
        to: transaction.tables,
        by: changes,
        transaction.result
      )
    }
    let further = isTrial ? [] : try witness?(transaction.result) ?? []
    for change in further { try transaction.apply(change) }
    if !isTrial {
      try keep(transaction.tables)
    }
    return .saved(transaction.result)
  }

  func revert(
    _ record: SaveRecord,
    besides stamps: [String: Set<String>],
    restrictions: [String: Qualifier],
    witness: SaveRecord.CommitObserver?
  ) throws(StoreError) -> SaveRecord {
    guard insertion == nil else { throw .busy }
    if isCancelled() { throw .cancelled }
    let record =
      try record.merged(
        with: { image in
          record.id(image).flatMap { tables.record($0, record.layouts[image.layout].entity) }
        },
        besides: stamps
      ) ?? record
    let way = record.inverted
    try SaveScopeCheck(adaptor: self, restrictions: restrictions).checkRows(of: way.changes)
    var transaction = MemoryTransaction(tables)
    try transaction.revert(record)
    let draft = MemoryAdaptor(transaction.tables)
    try SaveScopeCheck(adaptor: draft, restrictions: restrictions)
      .check(way.changes, written: way.result)
    var result = way.result
    result.record = way
    for change in try witness?(result) ?? [] { try transaction.apply(change) }
    try keep(transaction.tables)
    return record
  }

  func beginInserting(_ plan: InsertionPlan) throws(StoreError) {
    guard insertion == nil else { throw .busy }
    let entity = try entity(plan.entityName)
    try plan.check(entity)
    _ = try entity.marked([:])
    let reach = InsertionRestrictionCheck(plan, of: entity, in: model, hasEffects: false)
    insertion = (tables, plan, reach)
    insertedCount = 0
  }

  func insert(_ rows: [[Value?]]) throws(InsertionFault) -> [RecordID] {
    guard let plan = insertion?.plan else { throw .notBegun }
    var (ids, fault) = write(rows, plan)
    try insertion?.reach.add(ids, from: insertedCount, in: self)
    insertedCount += ids.count
    if !plan.tellsIdentities { ids = [] }
    fault?.inserted = ids
    if let fault { throw fault }
    return ids
  }

  /// Inserts rows up to one that cannot be inserted.
  private func write(
    _ rows: [[Value?]],
    _ plan: InsertionPlan
  ) -> (ids: [RecordID], fault: InsertionFault?) {
    var transaction = MemoryTransaction(tables)
    // Rows that only the transaction has are changed in place.
    tables = MemoryTables(model: model)
    defer { tables = transaction.tables }
    var fault: InsertionFault?
    for (index, row) in rows.enumerated() where fault == nil {
      if index.isMultiple(of: 64), isCancelled() {
        fault = InsertionFault(row: nil, error: .cancelled)
        break
      }
      do throws(StoreError) { try transaction.write(plan.change(row, token: index)) } catch {
        fault = InsertionFault(row: index, error: error)
      }
    }
    return (rows.indices.compactMap { transaction.result.inserted[$0] }, fault)
  }

  func update(_ change: Change) throws(InsertionFault) {
    guard let plan = insertion?.plan else { throw .notBegun }
    let reach = SaveScopeCheck(adaptor: self, restrictions: plan.restrictions)
    do throws(StoreError) {
      try reach.checkRows(of: [change])
      var transaction = MemoryTransaction(tables)
      try transaction.write(change)
      let before = tables
      tables = transaction.tables
      do throws(StoreError) { try reach.check([change], written: transaction.result) } catch {
        tables = before
        throw error
      }
    } catch {
      throw InsertionFault(row: 0, error: error)
    }
    insertedCount += 1
  }

  func write(along changes: [Change]) throws(StoreError) {
    var transaction = MemoryTransaction(tables)
    for change in changes { try transaction.apply(change) }
    tables = transaction.tables
  }

  func endInserting(isTrial: Bool) throws(InsertionFault) {
    guard var insertion else { throw .notBegun }
    // After a fault nothing of the rows is left.
    defer { abandonInserting() }
    if let fault = InsertionFault(try insertion.reach.finish(in: self)) { throw fault }
    var transaction = MemoryTransaction(tables)
    do throws(StoreError) { try transaction.finish() } catch {
      throw InsertionFault(row: nil, error: error)
    }
    guard !isTrial else { return }
    do throws(StoreError) { try keep(tables) } catch {
      throw InsertionFault(row: nil, error: error)
    }
    self.insertion = nil
  }

  /// Puts rows in the place of those that are there.
  func keep(_ tables: MemoryTables) throws(StoreError) {
    self.tables = tables
    version += 1
  }

  func abandonInserting() {
    if let insertion { tables = insertion.before }
    insertion = nil
  }
}

extension EntityStore {
  /// A store without a file: the rows of `model` in memory, gone with the store.
  package static func inMemory(_ model: Model) -> EntityStore {
    EntityStore(
      MemoryAdaptor(MemoryTables(model: model)),
      source: .script("", title: model.name)
    )
  }
}

extension Value {
  /// The beginning of a text or of bytes; `nil` when that is all.
  fileprivate func cut(to length: Int?, bytes byteCount: Int?) -> Value? {
    switch self {
    case .string(let text):
      length.flatMap { length in
        text.unicodeScalars.count > length
          ? .string(String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))) : nil
      }
    case .data(let bytes):
      byteCount.flatMap { bytes.count > $0 ? .data(Array(bytes.prefix($0))) : nil }
    default: nil
    }
  }
}

extension TextSearch {
  /// Whether a row shows each of the words; `value` gives what stands at a path.
  package func isShown(by value: (PropertyPath) -> Value?) -> Bool {
    let texts = columns.compactMap { column -> String? in
      switch column.content {
      case .value(let path, let writing):
        guard let value = value(path), !value.isNull else { return nil }
        return writing.text(value)
      case .label(let parts, _, let keys, let text):
        return text(parts.map { value($0) ?? .null }, keys.map { value($0) ?? .null })
      }
    }
    return isFound(inOneOf: texts)
  }
}
