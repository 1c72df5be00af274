public import Diagnostics
import Qualifiers

extension Model {
  /// All that is known of the model, in the form of `d2t model show --format json`.
  public var json: JSON { ["name": .string(name), "entities": .array(entities.map(\.json))] }
}

extension Entity {
  /// All that is known of the entity, as in ``Model/json``.
  package var json: JSON {
    let fetches = definition.fetchSpecifications.map(\.json)
    return .object(
      Self.members.json(self) + [
        ("attributes", .array(attributes.map { .object(Attribute.members.json($0)) })),
        ("relationships", .array(relationships.map { .object(Relationship.members.json($0)) })),
      ] + (fetches.isEmpty ? [] : [("fetchSpecifications", .array(fetches))])
    )
  }

  /// The keys in an entity's JSON that hold its members rather than its own properties.
  static let partNames = ["attributes", "relationships", "fetchSpecifications"]
}

extension NamedFetch {
  fileprivate var json: JSON {
    var members: [(String, JSON)] = [("name", .string(name))]
    if let qualifier { members.append(("qualifier", .string(qualifier.description))) }
    if !sortOrderings.isEmpty {
      let keys = sortOrderings.map(\.description).joined(separator: ", ")
      members.append(("sort", .string(keys)))
    }
    if let limit { members.append(("limit", JSON(limit))) }
    if isDistinct { members.append(("distinct", true)) }
    if !prefetchPaths.isEmpty {
      members.append(("prefetch", .array(prefetchPaths.map { .string($0.description) })))
    }
    return .object(members)
  }
}
