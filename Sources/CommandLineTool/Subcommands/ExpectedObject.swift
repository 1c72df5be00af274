import Pages
import EntityModel
import EntityStore
import Qualifiers
import RuleEnvironment
import StandardKeys
import Workspace

/// The object that an expectation of a rule test is about, written as values or as a link to a stored row.
///
/// Example: `{rating: 'G', studio: {name: 'Ghibli'}}`. Attributes that are not given are null.
struct ExpectedObject {
  let value: Value
  /// The expectation, for messages.
  let place: String

  /// The record.
  ///
  /// Members that the object leaves out are null.
  func record(in scope: EnvironmentValues, _ work: WorkContext) async throws -> Record {
    switch value {
    case .dictionary(let entries):
      guard let entity = scope[ModelKeys.shared.entity] else {
        throw UsageError("\(place): an object needs an entity; write entity = '…' before it")
      }
      return try record(of: entity, entries)
    case .string(let text): return try await row(text, work)
    default: throw UsageError("\(place): an object is {property: value, …} or a link, Entity#id")
    }
  }

  private func record(
    of entity: Entity,
    _ entries: [String: Value]
  ) throws(UsageError) -> Record {
    var values: [PropertyPath: Value] = [:]
    for attribute in entity.attributes {
      values[PropertyPath(components: [attribute.name])] = .null
    }
    try add(entries, at: [], of: entity, to: &values)
    let paths = values.keys.sorted { $0.description < $1.description }
    return Record(
      layout: RecordLayout(entity: entity, paths: paths),
      id: nil,
      values: paths.map { values[$0] ?? .null }
    )
  }

  /// Adds what is said of an object, and of those to which it refers.
  private func add(
    _ entries: [String: Value],
    at prefix: [String],
    of entity: Entity,
    to values: inout [PropertyPath: Value]
  ) throws(UsageError) {
    for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
      let path = prefix + [name]
      if case .dictionary(let inner) = value,
        let destination = entity.relationship(named: name)?.destination
      {
        for attribute in destination.attributes {
          values[PropertyPath(components: path + [attribute.name])] = .null
        }
        try add(inner, at: path, of: destination, to: &values)
      } else if entity.attribute(named: name) != nil || entity.relationship(named: name) != nil {
        values[PropertyPath(components: path)] = value
      } else {
        let near = entity.propertyName(near: name).map { "; did you mean '\($0)'?" } ?? ""
        throw UsageError("\(place): \(entity.name) has no '\(name)'\(near)")
      }
    }
  }

  private func row(_ text: String, _ work: WorkContext) async throws -> Record {
    let link = try ObjectLink(text)
    let entity = try work.model.entity(namedByUser: link.entityName)
    let scope = work.root.scoped(to: entity)
    guard let id = link.id,
      let record = try await work.store.record(
        typed: id,
        of: entity,
        paths: work.fetchPaths(forObjectOf: entity, in: scope)
      )
    else { throw UsageError("\(place): there is no object '\(text)'") }
    return record
  }
}
