import AccessControl
import Pages
import EntityModel
import EntityStore
import Formatting
import Qualifiers
import StandardKeys
import Workspace

/// A cached lookup of the objects that a file or a command line refers to, since most are referred to more than once.
final class ReferenceLookup {
  /// A cache key for an object that was looked up: its entity, the attribute or relationship searched by, and the file's text.
  ///
  /// With neither attribute nor relationship, the text is the object's primary key.
  private struct Place: Hashable {
    let entity: String
    var attribute: String?
    let relationship: String?
    let input: FieldInput
  }

  /// Stores rows of the file that wait, so that they can be referred to; returns whether there were some.
  typealias Store = () async throws -> Bool

  private let entity: Entity
  private let work: WorkContext
  /// `nil` for a command line.
  private let store: Store?
  private var known: [Place: Record] = [:]
  private var paths: [String: [PropertyPath]] = [:]
  private static let limit = 10_000
  /// The number of texts for which advice was looked for.
  private var adviceCount = 0
  private static let adviceLimit = 100

  /// Finds what objects of `entity` refer to.
  init(from entity: Entity, in work: WorkContext, storing store: Store? = nil) {
    (self.entity, self.work, self.store) = (entity, work, store)
  }

  /// The object that a value of a column refers to, also one of this file; `nil` for nothing.
  ///
  /// - Throws: ``MissingObject`` where none exists for the user.
  func record(_ input: FieldInput, of column: ImportColumn) async throws -> Record? {
    guard case .toOne(let relationship, let destination, _) = column.target,
      !column.isNothing(input)
    else { return nil }
    if let reason = work.visibilityRefusal(of: destination) {
      throw StoreError.refused("\(column.name): \(reason)")
    }
    func find() async throws -> Record? {
      try await record(input, relationship, in: destination, by: column.lookup)
    }
    if column.lookup == nil, let text = input.text {
      do throws(UsageError) { _ = try destination.id(text) } catch {
        let advice = try await advice(about: input, relationship, in: destination)
        throw UsageError(error.message + advice)
      }
    }
    if let known = try await find() { return known }
    if destination.definition.table == entity.definition.table, try await store?() == true {
      if let known = try await find() { return known }
    }
    let key = "\(column.lookup?.name ?? "id") \(input.text ?? "")"
    let advice =
      column.lookup == nil ? try await advice(about: input, relationship, in: destination) : ""
    throw MissingObject(
      "\(column.name): there is no \(destination.name) with the \(key)\(advice)"
    )
  }

  /// The object at the other end of a relationship, if it exists for the user: a text says its key, or the value of
  /// `attribute`; a reference says what the relationship joins by.
  private func record(
    _ input: FieldInput,
    _ relationship: Relationship,
    in entity: Entity,
    by attribute: Attribute?
  ) async throws -> Record? {
    var place = Place(entity: entity.name, relationship: nil, input: .text(input.text ?? ""))
    if case .reference = input {
      place = Place(entity: entity.name, relationship: relationship.name, input: input)
    }
    place.attribute = attribute?.name
    if let record = known[place] { return record }
    let paths =
      paths[entity.name]
      ?? work.fetchPaths(forObjectOf: entity, in: work.root.scoped(to: entity))
    self.paths[entity.name] = paths
    let record: Record?
    if let attribute {
      record = try await self.record(whose: attribute, is: input, in: entity, paths: paths)
    } else if case .reference(let parts) = input {
      record = try await joined(parts, relationship, in: entity, paths: paths)
    } else {
      record = try await work.store.record(typed: input.text ?? "", of: entity, paths: paths)
    }
    guard let record else { return nil }
    if known.count >= Self.limit { known = [:] }
    known[place] = record
    return record
  }

  /// Names the column of a file that finds an object by a text that is not its key, if there is one: by a unique value, or
  /// its label.
  private func advice(
    about input: FieldInput,
    _ relationship: Relationship,
    in entity: Entity
  ) async throws -> String {
    guard store != nil, input.text != nil, adviceCount < Self.adviceLimit else { return "" }
    adviceCount += 1
    for attribute in names(of: entity) {
      do {
        guard try await record(whose: attribute, is: input, in: entity, paths: []) != nil else {
          continue
        }
        return "; to find it, use a column '\(relationship.name).\(attribute.name)'"
      } catch is UsageError {
        // Several have the value.
      } catch is InputProblem {
        // The text is no value of the attribute.
      } catch let error as StoreError where error.concernsRows {
        // Rights keep the attribute from being compared.
      }
    }
    return ""
  }

  /// The attributes that may be seen and tell objects to people.
  private func names(of entity: Entity) -> [Attribute] {
    let scope = work.root.scoped(toTask: .list).scoped(to: entity)
    let label = work.labelPaths.label(of: entity, in: scope, root: work.root)
    let labels = label?.paths.filter { $0.components.count == 1 }.map(\.first) ?? []
    let attributes = entity.attributes.filter { attribute in
      let permissions = Permissions(
        work: work,
        scope: scope.scoped(toProperty: attribute.name)
      )
      return permissions.visibilityRefusal == nil && !entity.identity.contains(attribute.name)
    }
    return attributes.filter(\.definition.isUnique)
      + attributes.filter { labels.contains($0.name) && !$0.definition.isUnique }
  }

  /// The only object with a value; what is not exactly the same does not count.
  private func record(
    whose attribute: Attribute,
    is input: FieldInput,
    in entity: Entity,
    paths: [PropertyPath]
  ) async throws -> Record? {
    let now = WallClock.now(for: attribute)
    let value = try attribute.value(of: input, inPlaceOf: .null, now: now).value
    guard !value.isNull else { return nil }
    let path = PropertyPath(attribute.name)
    let fetch = FetchSpecification(
      entityName: entity.name,
      qualifier: .equal(path, value),
      paths: paths + (paths.contains(path) ? [] : [path])
    )
    let columns = [(name: attribute.name, value: value)]
    let found = try await work.store.records(fetch, of: entity, with: columns).exact
    guard found.count < 2 else {
      throw UsageError("several \(entity.name) have the \(attribute.name) \(input.text ?? "")")
    }
    return found.first
  }

  /// The object whose columns hold what those of the relationship do.
  private func joined(
    _ parts: [FieldInput],
    _ relationship: Relationship,
    in entity: Entity,
    paths: [PropertyPath]
  ) async throws -> Record? {
    let joins = relationship.definition.joins
    guard parts.count == joins.count else {
      let names = joins.map(\.destination).joined(separator: ", ")
      throw UsageError("'\(relationship.name)' needs \(names)")
    }
    var columns: [(name: String, value: Value)] = []
    for (part, join) in zip(parts, joins) {
      guard let attribute = entity.attribute(named: join.destination) else { return nil }
      let now = WallClock.now(for: attribute)
      let read = try attribute.value(of: part, inPlaceOf: .null, now: now)
      let value = read.isExact ? read.stored ?? read.value : read.value
      guard !value.isNull else { return nil }
      columns.append((join.destination, value))
    }
    guard let qualifier = relationship.qualifier(joining: columns.map(\.value)) else { return nil }
    let fetch = FetchSpecification(
      entityName: entity.name,
      auxiliaryQualifier: qualifier,
      paths: paths
    )
    let (exact, equal, _) = try await work.store.records(fetch, of: entity, with: columns)
    return exact.first ?? equal.first
  }
}
