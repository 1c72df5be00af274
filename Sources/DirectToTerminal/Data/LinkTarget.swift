import Diagnostics
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment

/// Where a link leads in an open database, as far as its user may go.
struct LinkTarget {
  let session: Session
  let entity: Entity
  /// The scope of the entity in the task the link is for.
  let scope: EnvironmentValues
  let qualifier: Qualifier?
  let sortOrderings: [SortOrdering]
  /// The keys of the order that the link gives; empty when it leaves that to the rules.
  let sortKeys: [String]
  /// The conditions as they were written.
  let title: String
  let id: RecordID?
  /// How many objects the named fetch takes; `nil` for any number.
  let fetchLimit: Int?

  /// - Throws: ``UsageError`` for names that do not exist, ``StoreError/refused(_:)`` for what is not shown.
  init(_ link: Link, task: String, in session: Session) throws {
    self.session = session
    entity = try session.model.entity(namedByUser: link.entityName)
    if let reason = session.visibilityRefusal(of: entity) {
      throw StoreError.refused("\(entity.name) is not shown: \(reason)")
    }
    scope = session.root.scoped(toTask: task).scoped(to: entity)
    id = try link.id.map { [entity] text throws(UsageError) in try entity.id(text) }
    let scope = scope
    let entity = entity
    let named = try link.fetch.map { try NamedFetchUse($0, of: entity) }
    fetchLimit = named?.fetch.limit
    var filters = try link.filters.map { try Self.condition($0, of: entity, in: scope) }
    if let qualifier = named?.qualifier { filters.append(qualifier) }
    qualifier = filters.isEmpty ? nil : .all(filters)
    title = link.filters.joined(separator: " and ")
    sortKeys = try link.sortKeys.map { key in
      let sign = key.hasPrefix("-") ? "-" : ""
      let path = try scope.path(namedByUser: String(key.dropFirst(sign.count)))
      guard SortOrdering(key: sign + path.description, in: entity, scope: scope) != nil else {
        throw UsageError("'\(path)' has no order to sort by")
      }
      return sign + path.description
    }
    if let named, !named.fetch.sortOrderings.isEmpty, sortKeys.isEmpty {
      sortOrderings = named.fetch.sortOrderings
      return
    }
    let keys = sortKeys.isEmpty ? scope[RenderingKeys.shared.sortOrderings] : sortKeys
    sortOrderings = keys.compactMap { SortOrdering(key: $0, in: entity, scope: scope) }
  }

  private static func condition(
    _ text: String,
    of entity: Entity,
    in scope: EnvironmentValues
  ) throws -> Qualifier {
    let (parsed, faults) = Qualifier.parse(text, name: "filter")
    guard let parsed, faults.isEmpty else {
      throw UsageError(
        "'\(text)' is no condition: \(faults.first?.message ?? "it is not complete")"
      )
    }
    guard parsed.isComparison else {
      throw UsageError("'\(text)' is no condition; compare a property, as in name like 'A*'")
    }
    var meant: [PropertyPath: PropertyPath] = [:]
    for path in parsed.paths { meant[path] = try scope.path(namedByUser: path.description) }
    return parsed.mappingPaths { meant[$0] ?? $0 }
  }

  /// What the link says to fetch.
  func specification(paths: [PropertyPath]?) -> FetchSpecification {
    FetchSpecification(
      entityName: entity.name,
      qualifier: qualifier,
      auxiliaryQualifier: scope[FetchingKeys.shared.auxiliaryQualifier],
      sortOrderings: sortOrderings,
      paths: paths
    )
  }

  /// Hands the objects to `body` one after the other, no more than a window of them in memory.
  func forEach(
    paths: [PropertyPath]?,
    limit: Int? = nil,
    _ body: (Record) async throws -> Void
  ) async throws {
    if let id {
      guard let record = try await session.store.record(id, paths: paths) else { throw missing(id) }
      return try await body(record)
    }
    let specification = specification(paths: paths)
    var anchor = WindowAnchor.start
    var left = limit ?? .max
    while left > 0 {
      let count = min(Self.windowLength, left)
      let window = try await session.store.window(specification, from: anchor, count: count)
      for record in window.records { try await body(record) }
      left -= window.records.count
      guard window.hasMoreAfter, let last = window.cursors.last else { return }
      anchor = .after(last)
    }
  }

  /// All objects, ready to be changed; more than one only when `allowsMany` is set.
  func objects(allowsMany: Bool) async throws -> [Record] {
    let paths = session.fetchPaths(forObjectOf: entity, in: scope)
    if id == nil, !allowsMany {
      let count = try await session.store.count(specification(paths: paths))
      guard count == 1 else {
        throw UsageError(
          "the link leads to \(count) objects; name one with '#', or use --all for all of them"
        )
      }
    }
    var records: [Record] = []
    try await forEach(paths: paths) { records.append($0) }
    return records
  }

  func missing(_ id: RecordID) -> UsageError {
    UsageError(
      "there is no \(entity.name) with the id \(id.values.map(\.description).joined(separator: ","))"
    )
  }

  private static let windowLength = 500
}

extension EnvironmentValues {
  /// The path that a person means, from the entity of this scope on.
  ///
  /// - Throws: ``UsageError`` for a name that does not exist, ``StoreError/refused(_:)`` for what is not shown.
  func path(namedByUser text: String) throws -> PropertyPath {
    guard var entity = self[ModelKeys.shared.entity] else { throw UsageError("of what?") }
    var names: [String] = []
    let components = PropertyPath(text).components
    for (index, name) in components.enumerated() {
      if index == components.count - 1, index > 0, name == "@count" {
        names.append(name)
        break
      }
      guard let found = entity.propertyName(matching: name) else {
        let near = entity.propertyName(near: name).map { "; did you mean '\($0)'?" } ?? ""
        throw UsageError("\(entity.name) has no property '\(name)'\(near)")
      }
      names.append(found)
      guard index < components.count - 1 else { break }
      guard let next = entity.relationship(named: found)?.destination else {
        throw UsageError("'\(found)' of \(entity.name) leads to no other object")
      }
      entity = next
    }
    let path = PropertyPath(components: names)
    let seen = names.last == "@count" ? PropertyPath(components: Array(names.dropLast())) : path
    guard shows(seen) else {
      let session = self[ObjectKeys.shared.session]
      let property = scoped(toProperty: seen.description)
      let reason = session.flatMap { Permissions(session: $0, scope: property).visibilityRefusal }
      throw StoreError.refused("'\(path)' is not shown" + (reason.map { ": \($0)" } ?? ""))
    }
    return path
  }
}
