import AccessControl
import Pages
import EntityModel
import EntityStore
import Formatting
import Qualifiers
import StandardKeys
import Workspace

/// A cached lookup of the objects that an imported file refers to, since most are referred to more than once.
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

  private let work: WorkContext
  private var known: [Place: Record] = [:]
  private var paths: [String: [PropertyPath]] = [:]
  private static let limit = 10_000
  /// The number of texts for which advice was looked for.
  private var adviceCount = 0
  private static let adviceLimit = 100

  init(work: WorkContext) { self.work = work }

  /// The object at the other end of a relationship, if it exists for the user: a text says its key, or the value of
  /// `attribute`; a reference says what the relationship joins by.
  func record(
    _ input: FieldInput,
    _ relationship: Relationship,
    in entity: Entity,
    by attribute: Attribute? = nil
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

  /// Names the column that finds an object by a text that is not its key, if there is one: by a unique value, or its label.
  func advice(
    about input: FieldInput,
    _ relationship: Relationship,
    in entity: Entity
  ) async throws -> String {
    guard input.text != nil, adviceCount < Self.adviceLimit else { return "" }
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
    if entity.identity == [attribute.name] {
      let id = RecordID(entityName: entity.name, values: [value])
      return try await work.store.record(id, paths: paths)
    }
    let fetch = FetchSpecification(
      entityName: entity.name,
      qualifier: .equal(path, value),
      paths: paths + (paths.contains(path) ? [] : [path])
    )
    let found = try await work.store.window(fetch, from: .start, count: 100).records
      .filter { $0.technicalValue(forPath: path.components[...]) == value }
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
    var values: [Value] = []
    for (part, join) in zip(parts, joins) {
      guard let attribute = entity.attribute(named: join.destination) else { return nil }
      let now = WallClock.now(for: attribute)
      let read = try attribute.value(of: part, inPlaceOf: .null, now: now)
      let value = read.isExact ? read.stored ?? read.value : read.value
      guard !value.isNull else { return nil }
      values.append(value)
    }
    // Objects are found by their key also where it is hidden, which no condition may compare.
    let key = entity.identity.compactMap { name in
      joins.firstIndex { $0.destination == name }.map { values[$0] }
    }
    if key.count == entity.identity.count, key.count == joins.count {
      let id = RecordID(entityName: entity.name, values: key)
      return try await work.store.record(id, paths: paths)
    }
    guard let qualifier = relationship.qualifier(joining: values) else { return nil }
    let fetch = FetchSpecification(
      entityName: entity.name,
      auxiliaryQualifier: qualifier,
      paths: paths
    )
    // A condition takes texts for equal that are not the same.
    let found = try await work.store.window(fetch, from: .start, count: 10).records
    return found.first { record in
      zip(joins, values).allSatisfy { record.technicalValue(forPath: [$0.destination]) == $1 }
    } ?? found.first
  }
}
