import Pages
import Diagnostics
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// A link resolved against an open database: the entity, scope, named fetch, conditions, order and perhaps one object.
///
/// Only objects that the user may see are found.
struct LinkTarget {
  let work: WorkContext
  let entity: Entity
  /// The scope of the entity in the task the link is for.
  let scope: EnvironmentValues
  /// The fetch of the model that the link names.
  let named: NamedFetchUse?
  /// The conditions that the link writes out; `nil` when it writes none.
  let qualifier: Qualifier?
  /// The keys of the order that the link gives; empty when it leaves that to the fetch and the rules.
  let sortKeys: [String]
  /// The conditions as they were written.
  let title: String
  let id: RecordID?
  /// The key as it was typed.
  private let typedID: String?
  /// How long the next rows may take to be found; `nil` for ever, as long as a person lets it go on.
  var timeLimit: Duration?
  /// Whether summaries print values as they are shown on the screen.
  var displaysValues = false

  /// - Throws: ``UsageError`` for names that do not exist, ``StoreError/refused(_:)`` for what is not shown.
  init(_ link: ObjectLink, task: TaskName, in work: WorkContext) throws {
    self.work = work
    entity = try work.model.entity(namedByUser: link.entityName)
    if let reason = work.visibilityRefusal(of: entity) {
      throw StoreError.refused("\(entity.name) is not shown: \(reason)")
    }
    var place = work.root.scoped(toTask: task)
    if let page = link.pageConfiguration { place[ComponentKeys.shared.pageConfiguration] = page }
    scope = place.scoped(to: entity)
    timeLimit = scope.fetchTimeLimit
    typedID = link.id
    id = try link.id.map { [entity] text throws(UsageError) in try entity.id(text) }
    let scope = scope
    let entity = entity
    named = try link.fetch.map { try NamedFetchUse($0, of: entity) }
    let filters = try link.filters.map { try Self.condition($0, of: entity, in: scope) }
    qualifier = filters.isEmpty ? nil : .all(filters)
    title = link.filters.joined(separator: " and ")
    sortKeys = try link.sortKeys.map { key in
      do { return try scope.sortKey(namedByUser: key) } catch let error as UsageError {
        throw error.showingPlace(in: key)
      }
    }
  }

  private static func condition(
    _ text: String,
    of entity: Entity,
    in scope: EnvironmentValues
  ) throws -> Qualifier {
    let (parsed, faults) = Qualifier.parse(text, name: "filter", of: entity.typedNames)
    guard let parsed, faults.isEmpty else {
      let advice = scope.adviceForShownNames(in: text) ?? faults.first?.sentenceWithPlace
      throw UsageError("'\(text)' is not a condition: \(advice ?? "it is not complete")")
    }
    guard parsed.isCondition(on: entity) else {
      throw UsageError("'\(text)' is not a condition; compare a property: name like 'A*'")
    }
    if let advice = parsed.adviceForPatternOfSQL ?? parsed.adviceForVariables {
      throw UsageError(advice)
    }
    do { return try parsed.resolvingNames(in: scope) } catch let error as UsageError {
      throw error.showingPlace(in: text)
    }
  }

  /// Returns the fetch specification of the link, reading `paths`.
  func specification(paths: [PropertyPath]?) -> FetchSpecification {
    let ruled = scope[RenderingKeys.shared.sortOrderings]
    let keys = [sortKeys, named?.sortKeys ?? []].first { !$0.isEmpty } ?? ruled
    var specification = FetchSpecification(
      entity,
      named: named,
      filters: [qualifier].compactMap(\.self),
      sortKeys: keys,
      scope: scope
    )
    specification.paths = paths
    return specification
  }

  /// A sentence about rows that the conditions of the link leave out because they hold no day; `nil` without such rows.
  var leftOutSentence: String? {
    get async {
      await work.store.sentenceAboutUnplacedDays(qualifier, of: entity, timeLimit: timeLimit)
    }
  }

  /// How many objects there are, at most `limit`, or about how many; `nil` where counting them takes long.
  func total(upTo limit: Int = .max) async throws(StoreError) -> Int? {
    let all = specification(paths: [])
    do throws(StoreError) {
      return min(try await work.store.count(all, timeLimit: .milliseconds(200)), limit)
    } catch {
      guard case .timedOut = error else { throw error }
      return try await work.store.estimatedCount(all).map { min($0, limit) }
    }
  }

  /// Returns the fetch specification of the link for the distinct values at `paths` only.
  func distinctValues(at paths: [PropertyPath]) -> FetchSpecification {
    var specification = specification(paths: paths)
    specification.fetchesDistinctValues = true
    // The rows are no objects from which relationships could lead on.
    specification.prefetchingKeyPaths = []
    // What is not printed would make rows different that look the same.
    specification.sortOrderings.removeAll { !paths.contains($0.path) }
    return specification
  }

  /// The object that the link names, with as much of its values as `fetch` reads.
  func object(_ id: RecordID, _ fetch: FetchSpecification) async throws -> Record {
    let record = try await work.store.record(
      typed: typedID ?? entity.keyText(of: id),
      of: entity,
      paths: fetch.paths,
      maximumLength: fetch.maximumLength,
      maximumByteCount: fetch.maximumByteCount
    )
    guard let record else { throw missing(id) }
    guard try await meetsConditions(record.id ?? id) else {
      let key = typedID ?? id.keyText
      throw MissingObject("\(entity.name) \(key) does not match '\(conditions)'")
    }
    return record
  }

  /// Whether the object is one of those that the link's own conditions leave.
  private func meetsConditions(_ id: RecordID) async throws(StoreError) -> Bool {
    guard !conditions.isEmpty else { return true }
    var specification = specification(paths: [])
    specification.sortOrderings = []
    specification.fetchLimit = nil
    let window = try await work.store.window(
      specification,
      from: .id(id),
      count: 1,
      timeLimit: timeLimit
    )
    return window.records.first?.id == id
  }

  /// The list that the link leads to.
  var list: LinkedList {
    LinkedList(
      entity: entity,
      named: named,
      qualifier: qualifier,
      title: title,
      sortKeys: sortKeys
    )
  }

  private var conditions: String { title.isEmpty ? named?.title ?? "" : title }

  /// Hands the rows of a fetch of values to `body`, many at a time, at most `limit`; they are read with one statement,
  /// or few where they are very big.
  func forEach(
    of values: FetchSpecification,
    limit: Int,
    _ body: ([Record]) async throws -> Void
  ) async throws {
    var position = 0
    while position < limit {
      let read = try await work.store.distinctValues(
        values,
        from: position,
        count: limit - position
      )
      for batch in read.batches { try await body(batch) }
      position += read.count
      guard read.hasMore else { return }
    }
  }

  /// All objects, ready to be changed, with what is at `further` paths; more than one only when `allowsMany` is set.
  func objects(
    allowsMany: Bool,
    reading further: [PropertyPath] = []
  ) async throws -> [Record] {
    let own = work.fetchPaths(forObjectOf: entity, in: scope)
    let paths = own + further.filter { !own.contains($0) }
    if id == nil, !allowsMany {
      let count = try await work.store.count(specification(paths: paths))
      guard count > 0 else {
        let place = conditions.isEmpty ? "" : " that matches '\(conditions)'"
        throw MissingObject("there is no \(entity.name)\(place)")
      }
      guard count == 1 else {
        throw UsageError(
          "the link matches \(count) objects; choose one with '#' or use --all"
        )
      }
    }
    var records: [Record] = []
    var all = specification(paths: paths)
    // Bytes are replaced, whatever they were.
    all.maximumByteCount = EntityStore.pageByteCount
    if let id { return [try await object(id, all)] }
    // All of them are changed at once: their order says nothing, unless it decides which they are.
    if all.fetchLimit == nil { all.sortOrderings = [] }
    let total = work.loads.onProgress == nil ? nil : try await total()
    let start = ContinuousClock.now
    try await work.forEachWindow(of: all, timeLimit: timeLimit) { found in
      records += found
      work.loads.note(WorkProgress("reading", count: records.count, of: total, since: start))
      return true
    }
    return records
  }

  /// The paths of the values that columns print.
  ///
  /// - Throws: ``UsageError`` for columns that print no value of the row.
  func valuePaths(of keys: [String]) throws(UsageError) -> [PropertyPath] {
    for key in keys where entity.property(at: PropertyPath(key)).relationship?.isToMany == true {
      throw UsageError("'\(key)' holds related rows; leave it out of --columns for --distinct")
    }
    return work.fetchPaths.shown(of: keys, of: entity, in: scope)
  }

  func missing(_ id: RecordID) -> MissingObject {
    MissingObject(entity.name, id: typedID ?? id.keyText)
  }
}
